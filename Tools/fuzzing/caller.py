"""Requests to a server, sent unchanged, and their answers."""
import http.client
from urllib.parse import unquote_plus

from .answer import Answer

PATIENCE = 60


class Caller:
    """A connection to a server, reopened whenever it was closed."""

    def __init__(self, port: int):
        self.port = port
        self.connection: http.client.HTTPConnection | None = None
        self.requests = 0

    def send(self, method: str, path: str, fields: dict[str, str], body: bytes | None) -> Answer:
        """Sends a request once; reopens a connection that the server has closed before."""
        self.requests += 1
        written = "\n".join([path, *fields.values(), (body or b"").decode(errors="replace")])
        sent = written + "\n" + unquote_plus(written)
        for _ in range(2):
            if self.connection is None:
                self.connection = http.client.HTTPConnection(
                    "127.0.0.1", self.port, timeout=PATIENCE
                )
            try:
                self.connection.request(method, path, body, fields)
                answer = self.connection.getresponse()
                text = answer.read()
                names = {name.lower(): value for name, value in answer.getheaders()}
                if answer.will_close:
                    self.close()
                return Answer(answer.status, names, text, path, sent)
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                self.close()
            except OSError:
                self.close()
                raise
        raise ConnectionError(f"{method} {path} is not answered")

    def close(self):
        if self.connection is not None:
            self.connection.close()
        self.connection = None
