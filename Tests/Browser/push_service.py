"""A push service on this machine, with a browser's subscription: it reads what it is sent by libraries
that others wrote."""

import base64
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class PushService:
    """Answers with the next of the given statuses, and then with 201."""

    def __init__(self, *statuses):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"0123456789abcdef"
        self.received = []
        waiting = list(statuses)

        class Handler(BaseHTTPRequestHandler):
            def do_POST(handler):
                body = handler.rfile.read(int(handler.headers["Content-Length"]))
                self.received.append((handler.path, dict(handler.headers.items()), body))
                handler.send_response(waiting.pop(0) if waiting else 201)
                handler.send_header("Content-Length", "0")
                handler.end_headers()

            def log_message(handler, *_):
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    @property
    def subscription(self):
        """As a browser gives it."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": text(point), "auth": text(self.secret)}
        return {"endpoint": f"{self.origin}/wpush/1", "keys": keys}

    def read(self, message):
        """The document of a message, as its browser decrypts it."""
        _, headers, body = message
        assert headers["Content-Encoding"] == "aes128gcm"
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        return json.loads(plain)

    def sender(self, message):
        """The public key of who sent a message, once its token is verified for this service."""
        field = message[1]["Authorization"]
        assert Vapid02.verify(field.replace(", ", ","))
        token, key = (part.split("=", 1)[1] for part in field.removeprefix("vapid ").split(","))
        claims = json.loads(data(token.split(".")[1]))
        assert claims["aud"] == self.origin
        return key.strip(), claims

    def stop(self):
        self.http.shutdown()
        self.http.server_close()
