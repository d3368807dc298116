"""Programs that go on after the tool that started them, and are found again by another run of it."""
import os
import signal
import socket
import subprocess
import time
from pathlib import Path


class Trouble(Exception):
    """The cluster cannot do what it was asked for; the message says what to do."""


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def until(condition, seconds: float, what: str, pause: float = 0.05):
    """Returns the first true value of `condition`, which is asked again and again."""
    end = time.monotonic() + seconds
    while True:
        if value := condition():
            return value
        if time.monotonic() > end:
            raise Trouble(f"{what} within {seconds:.0f} s")
        time.sleep(pause)


class Process:
    """A program with a log; `identity` is what is needed to find it again."""

    def __init__(self, name: str, log: Path, identity: list[int] | None = None):
        self.name, self.log = name, log
        self.identity = identity
        self.child: subprocess.Popen | None = None

    def start(self, words: list[str], environment: dict[str, str] | None = None):
        with open(self.log, "ab") as log:
            self.child = subprocess.Popen(
                words, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        self.identity = [self.child.pid, begun(self.child.pid) or 0]

    def is_running(self) -> bool:
        if self.child is not None:
            return self.child.poll() is None
        # A number is given to another process some day, but not with the same time of its start.
        return self.identity is not None and begun(self.identity[0]) == self.identity[1]

    def signal(self, number: int):
        if self.is_running():
            os.kill(self.identity[0], number)

    def kill(self):
        self.signal(signal.SIGKILL)
        self.wait(10)

    def stop(self, seconds: float = 30):
        """Ends it as an operator does; one that is stalled goes on first."""
        self.signal(signal.SIGCONT)
        self.signal(signal.SIGTERM)
        try:
            self.wait(seconds)
        except Trouble:
            self.kill()
            raise

    def wait(self, seconds: float):
        until(lambda: not self.is_running(), seconds, f"{self.name} did not end", 0.02)

    @property
    def status(self) -> int | None:
        """How it ended, if this run of the tool has started it."""
        return self.child.poll() if self.child is not None else None

    def last_words(self) -> str:
        return self.log.read_text(errors="replace")[-2000:] if self.log.exists() else ""


def begun(process: int) -> int | None:
    """When a process was started, in ticks since the system was; None if there is none (proc(5))."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return None
    state, *rest = text.rpartition(") ")[2].split()
    return None if state in "ZX" else int(rest[18])
