"""HAProxy in front of the nodes, with the configuration of Apps/Server/Deployment."""
import re
import socket
import subprocess
from pathlib import Path

from . import programs
from .node import Node
from .processes import Process, Trouble, until


class Balancer:
    def __init__(self, folder: Path, port: int, identity=None):
        self.port = port
        self.configuration = folder / "haproxy.cfg"
        self.process = Process("HAProxy", folder / "haproxy.log", identity)

    @property
    def host(self) -> str:
        return f"localhost:{self.port}"

    def configure(self, nodes: list[Node]):
        text = (programs.ROOT / "Apps/Server/Deployment/haproxy.cfg").read_text()
        text = re.sub(r"bind .*", f"bind 127.0.0.1:{self.port}", text)
        # Without encryption, browsers are given a cookie of another name.
        text = text.replace("__Host-trellis", "trellis-server")
        text = text.replace("habits.example.org", self.host)
        servers = [f"    server {node.name} 127.0.0.1:{node.port}\n" for node in nodes]
        text = re.sub(r"(    server .*\n)+", "".join(servers), text)
        # Whoever tries the cluster sees who has answered.
        shown = "    http-response set-header X-Node %s\n"
        text = text.replace("    default_backend", f"{shown}    default_backend")
        self.configuration.write_text(text)
        words = [programs.haproxy(), "-c", "-f", str(self.configuration)]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode != 0:
            raise Trouble(f"HAProxy does not understand its configuration: {done.stderr[-1500:]}")

    def start(self):
        self.process.start([programs.haproxy(), "-db", "-f", str(self.configuration)])
        until(self.listens, 10, f"HAProxy did not listen; see {self.process.log};")

    def listens(self) -> bool:
        if not self.process.is_running():
            raise Trouble(f"HAProxy has ended by itself: {self.process.last_words()}")
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True
