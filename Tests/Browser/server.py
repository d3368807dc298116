"""A server for many people, over a folder of its own."""

import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import expect

from household import BINARIES, PATIENCE, unused_port

PASSWORD = "correct horse battery"


def sign_up(page, email="ada@example.org"):
    """Makes an account in a browser, and goes to its page."""
    page.goto("/sign-up")
    fill_sign_up(page, email)
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    page.goto("/account")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your account")


def fill_sign_up(page, email="ada@example.org"):
    """Fills the forms that make an account."""
    page.get_by_label("E-mail address").fill(email)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()


def sign_in(page, email, password):
    page.goto("/sign-in")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


class Server:
    def __init__(self, products=("streaks",), sign_up="open", settings=None):
        self.path = Path(tempfile.mkdtemp(prefix="server-"))
        self.port = unused_port()
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.path),
            "TZ": "UTC",
            "TRELLIS_SERVER_DATA": str(self.path / "data"),
            "TRELLIS_SERVER_LISTEN": f"127.0.0.1:{self.port}",
            "TRELLIS_SERVER_PRODUCTS": ",".join(products),
            "TRELLIS_SERVER_SIGN_UP": sign_up,
            **(settings or {}),
        }
        if "LD_LIBRARY_PATH" in os.environ:
            self.environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        self.log = open(self.path / "log", "wb")
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [BINARIES / "trellis-server"], env=self.environment, stdout=self.log, stderr=self.log
        )
        self.wait()

    def crash(self):
        """Ends it as a loss of power would: nothing is finished or told to anybody."""
        self.process.kill()
        self.process.wait(PATIENCE)

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
