"""A server for many people, over a folder of its own."""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from household import BINARIES, PATIENCE


class Server:
    def __init__(self, products=("streaks",), sign_up="open"):
        self.path = Path(tempfile.mkdtemp(prefix="server-"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.path),
            "TZ": "UTC",
            "TRELLIS_SERVER_DATA": str(self.path / "data"),
            "TRELLIS_SERVER_LISTEN": f"127.0.0.1:{self.port}",
            "TRELLIS_SERVER_PRODUCTS": ",".join(products),
            "TRELLIS_SERVER_SIGN_UP": sign_up,
        }
        if "LD_LIBRARY_PATH" in os.environ:
            self.environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        self.log = open(self.path / "log", "wb")
        self.process = subprocess.Popen(
            [BINARIES / "trellis-server"], env=self.environment, stdout=self.log, stderr=self.log
        )
        self.wait()

    def wait(self):
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.process.poll() is None:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health/ready", timeout=2)
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError((self.path / "log").read_text())

    @property
    def url(self):
        return f"http://localhost:{self.port}"

    def ask(self, path, body):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}",
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.loads(answer.read() or "null")

    def run(self, *arguments):
        done = subprocess.run(
            [BINARIES / "trellis-server", *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.log.close()
        shutil.rmtree(self.path, ignore_errors=True)
