"""One node: trellis-server with a data folder and an address of its own."""
import http.client
import json
import os
import shutil
import signal
from pathlib import Path

from .processes import Process, Trouble, until

# Secrets that all nodes share.
KEYS = ("server.key", "web.key", "push.key")


class Node:
    def __init__(self, number: int, folder: Path, port: int, program: str, identity=None):
        self.number, self.port, self.program = number, port, program
        self.folder = folder / f"node-{number}"
        self.data = self.folder / "data"
        self.process = Process(f"node {number}", self.folder / "log", identity)
        # The name under which people reach the cluster, which each request has to have.
        self.host = ""

    @property
    def name(self) -> str:
        return f"node{self.number}"

    @property
    def configuration(self) -> Path:
        return self.folder / "trellis-server.json"

    def configure(self, database: str, port: int, settings: dict):
        """`port` is the balancer's, where people reach the cluster."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        document = {
            "data": str(self.data),
            "database": database,
            "listen": [f"127.0.0.1:{self.port}"],
            "address": f"http://localhost:{port}",
            "signUp": "open",
            "trustedProxies": ["127.0.0.1"],
            **settings,
        }
        self.configuration.touch(mode=0o600)
        self.configuration.write_text(json.dumps(document, indent=2) + "\n")

    def share_keys(self, other: "Node"):
        """Gives another node, which has not run yet, the secrets of this one."""
        other.data.mkdir(mode=0o700)
        for key in KEYS:
            if (self.data / key).exists():
                shutil.copy2(self.data / key, other.data / key)

    # MARK: Running

    def start(self):
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("TRELLIS_")
        } | {"HOME": str(self.folder)}
        self.process.start([self.program, "run", "--config", str(self.configuration)], environment)

    def wait(self, seconds: float = 60):
        """Waits until it can answer."""

        def answers() -> bool:
            if not self.process.is_running():
                raise Trouble(f"Node {self.number} has ended by itself: {self.process.last_words()}")
            return self.is_ready()

        try:
            until(answers, seconds, f"node {self.number} did not answer")
        except Trouble as trouble:
            raise Trouble(f"{trouble}\n{self.process.last_words()}") from None

    def is_ready(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
        try:
            connection.request("GET", "/health/ready", headers={"Host": self.host})
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def stall(self):
        self.process.signal(signal.SIGSTOP)

    def resume(self):
        self.process.signal(signal.SIGCONT)
