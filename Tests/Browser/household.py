"""One person's home: their folder, the command line in it, and the daemon over it."""

import datetime
import json
import os
import random
import signal
import socket
import subprocess
import time
import urllib.parse
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARIES = Path(os.environ.get("TRELLIS_BINARIES", ROOT / ".build" / "debug"))
# What is waited for on a busy machine is given this many seconds.
PATIENCE = 60


def noon_zone():
    """The fixed zone in which it is now about noon, so that no journey meets midnight."""
    offset = 12 - datetime.datetime.now(datetime.timezone.utc).hour
    # The sign of these zones is that of the way to Greenwich (tz database, file etcetera).
    return f"Etc/GMT{-offset:+d}" if offset else "Etc/GMT"


def unused_port():
    """A port below those that Linux gives to connections, which could take one of theirs while what
    listens there starts anew."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as free:
            try:
                free.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


class Household:
    def __init__(self, path, product, name=None):
        self.path = Path(path)
        self.product = product
        self.zone = noon_zone()
        self.url = None
        self._daemon = None
        # Told by hand: what the machine that runs the tests prefers must not matter.
        self.environment = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith(("TRELLIS_", "XDG_", "DBUS_"))
            and key not in ("DO_NOT_TRACK", "DISPLAY", "WAYLAND_DISPLAY")
        } | {"TRELLIS_HOME": str(self.path), "TZ": "UTC", "XDG_RUNTIME_DIR": str(self.path)}
        options = ["--name", name] if name else []
        # Without a product it is a folder that nobody has begun with.
        if product:
            self.cli("init", "--product", product, "--time-zone", self.zone, *options)

    @property
    def now(self):
        return datetime.datetime.now(datetime.timezone.utc)

    @property
    def today(self):
        offset = -int(self.zone.removeprefix("Etc/GMT") or 0)
        return (self.now + datetime.timedelta(hours=offset)).date()

    def day(self, ago):
        return (self.today - datetime.timedelta(days=ago)).isoformat()

    def cli(self, *arguments, ago=0, fails=False, lines=""):
        """Runs the command line, as it would have run that many days ago, and reads its answer.

        The lines are what it can read of its input."""
        instant = self.now - datetime.timedelta(days=ago)
        done = subprocess.run(
            [BINARIES / "trellis", *arguments, "--json"],
            env=self.environment | {"TRELLIS_NOW": instant.strftime("%Y-%m-%dT%H:%M:%SZ")}
            if ago
            else self.environment,
            input=lines,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert (done.returncode != 0) == fails, done.stdout + done.stderr
        return json.loads(done.stdout) if done.stdout.strip() else None

    # The daemon

    def start(self):
        """Starts the daemon unless it runs, and returns its address."""
        if self._daemon is None:
            self._run(unused_port())
        return self.url

    def _run(self, port):
        self._daemon = subprocess.Popen(
            [BINARIES / "trellisd", "run", "--port", str(port)],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=open(self.path / "daemon-test.log", "ab"),
        )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self._daemon.poll() is None, (self.path / "daemon-test.log").read_text()
            try:
                record = json.loads((self.path / "daemon.lock").read_text())
            except (OSError, ValueError):
                record = {}
            if record.get("pid") == self._daemon.pid and "address" in record:
                self.url = record["address"].rstrip("/")
                return
            time.sleep(0.05)
        raise AssertionError("the daemon did not listen in time")

    @property
    def port(self):
        return int(self.url.rsplit(":", 1)[1])

    def link(self, path="/"):
        """A link that signs one browser in and leads on to a page."""
        address = self.cli("daemon", "open")["address"]
        return address.split("&next=")[0] + "&next=" + urllib.parse.quote(path, safe="")

    def stop(self):
        if self._daemon is not None:
            self._daemon.send_signal(signal.SIGTERM)
            self._daemon.wait(timeout=PATIENCE)
            self._daemon = None

    def restart(self):
        """Stops and starts the daemon on the same address, as after an update."""
        self.stop()
        self._run(self.port)

    @property
    def token(self):
        done = subprocess.run(
            [BINARIES / "trellisd", "token"],
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()
