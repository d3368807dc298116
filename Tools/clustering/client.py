"""Somebody who uses the cluster as a program does, over one connection at a time."""
import http.client
import json
import socket
import time
import uuid

from fuzzing.answer import Answer
from fuzzing.description import example

PASSWORD = "a plough in a quiet harbour"
# Seconds that a client waits for an answer.
PATIENCE = 20


class Unanswered(Exception):
    """There was no answer, or an incomplete one."""


class Refused(Exception):
    """An answer that another attempt would not change."""


class Client:
    """A connection from an address of this machine, made again when it was lost."""

    def __init__(self, port: int, host: str, source: str = "127.0.0.1", token: str = ""):
        self.port, self.host, self.source, self.token = port, host, source, token
        self.connection: http.client.HTTPConnection | None = None

    def send(self, method: str, path: str, document=None, key: str | None = None) -> Answer:
        """Sends a request once, with an idempotency key if one is given."""
        fields = {"Host": self.host}
        if self.token:
            fields["Authorization"] = f"Bearer {self.token}"
        if key:
            fields["Idempotency-Key"] = key
        body = None
        if document is not None:
            fields["Content-Type"] = "application/json"
            body = json.dumps(document)
        try:
            return self.exchange(method, path, body, fields)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Unanswered(f"{type(error).__name__}: {error}") from error

    def exchange(self, method, path, body, fields) -> Answer:
        if self.connection is None:
            self.connection = http.client.HTTPConnection(
                "127.0.0.1", self.port, timeout=PATIENCE, source_address=(self.source, 0)
            )
            self.connection.connect()
            self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.connection.request(method, path, body, fields)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.will_close:
            self.close()
        names = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, names, text)

    def close(self):
        if self.connection is not None:
            self.connection.close()
        self.connection = None

    def ask(self, method: str, path: str, document=None, seconds: float = 60):
        """The document of an answer; asks again while the cluster cannot answer."""
        key, end = fresh_key(), time.monotonic() + seconds
        while True:
            said, pause = "", 0.2
            try:
                answer = self.send(method, path, document, key)
                if answer.status < 300:
                    return answer.document
                said, pause = str(answer), answer.pause or pause
                if answer.status not in (429, 502, 503, 504) and answer.code != "in-progress":
                    raise Refused(f"{method} {path} was answered {answer}")
            except Unanswered as error:
                said = str(error)
            if time.monotonic() > end:
                raise Refused(f"{method} {path} got no answer in {seconds:.0f} s: {said}")
            time.sleep(min(pause, 1))

    def sign_up(self, email: str):
        device = {"name": "a device"}
        wish = {"email": email, "password": PASSWORD, "device": device}
        self.token = self.ask("POST", "/api/v1/accounts", wish)["token"]

    def make_habit(self, title: str) -> str:
        path = "/api/v1/tracking/create-habit"
        wish = example(self.ask("GET", "/api/v1/openapi.json"), path)
        wish["details"] |= {"title": title, "schedule": "daily", "archived": False}
        wish["details"].pop("target", None)
        return self.ask("POST", path, wish)["id"]


def fresh_key() -> str:
    return uuid.uuid4().hex
