"""A home with its daemon, in a folder of its own."""
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from .daemon_wire import Answer, Wire, request
from .home import Fall

# A word that no unauthenticated caller may read; it is in titles, names, notes and reasons.
MARKER = "Quokkafeather"
MEMORY = 128 << 10
COOKIE = "trellis-session"


def run_limits() -> None:
    """Raises this program's limit of connections to the maximum."""
    import resource
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 8192), most))


class Place:
    """The programs that are attacked, and a folder for their homes."""

    def __init__(self, program: str):
        self.trellisd = str(Path(program).resolve())
        self.trellis = str(Path(self.trellisd).with_name("trellis"))
        for file in (self.trellisd, self.trellis):
            if not Path(file).exists():
                raise SystemExit(f"{file} is missing: build it first (swift build).")
        self.folder = Path(tempfile.mkdtemp(prefix="trellis-attack-"))
        self.kept = False
        self.count = 0
        self.houses: list["House"] = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for house in self.houses:
            house.end()
        if not self.kept:
            shutil.rmtree(self.folder, ignore_errors=True)

    def keep(self) -> str:
        self.kept = True
        return str(self.folder)

    def house(self, product: str, user: int | None = None, **environment: str) -> "House":
        """A new home, which belongs to `user` if one is given."""
        self.count += 1
        house = House(self, self.folder / f"{product}-{self.count}", product, user, environment)
        self.houses.append(house)
        return house


class House:
    """A person's home, and its daemon."""

    def __init__(self, place: Place, folder: Path, product: str, user: int | None, environment: dict[str, str]):
        self.place, self.folder, self.product = place, folder, product
        self.home = folder / "home"
        folder.mkdir(mode=0o700 if user is None else 0o755)
        # How programs are started: one of several users has left everything open.
        self.options: dict = {}
        if user is not None:
            os.chown(folder, user, user)
            self.options = {"user": user, "group": user, "extra_groups": [], "umask": 0}
        self.environment = {
            "PATH": "/usr/bin:/bin", "TZ": "UTC", "LANG": "C.UTF-8", "HOME": str(folder),
            "TRELLIS_HOME": str(self.home), "XDG_RUNTIME_DIR": str(folder),
            "DBUS_SESSION_BUS_ADDRESS": "", "SWIFT_BACKTRACE": "enable=no",
        }
        if "LD_LIBRARY_PATH" in os.environ:
            self.environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        self.environment |= environment
        if "TRELLIS_HOME" in environment:
            self.home = Path(environment["TRELLIS_HOME"])
        self.daemon: subprocess.Popen | None = None
        self.port, self.host, self.socket = 0, "", ""
        self.token, self.large = "", "/"
        self.files_at_first = 0
        self.must("init", "--product", product, "--name", f"Mira {MARKER}")

    # Commands

    def run(self, *words, timeout: float = 60, program: str | None = None, **options):
        """Runs a command, which may fail but neither crash nor hang."""
        try:
            done = subprocess.run(
                [program or self.place.trellis, *map(str, words)], env=self.environment,
                stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout, cwd=self.folder,
                **self.options | options,
            )
        except subprocess.TimeoutExpired:
            raise Fall(f"{' '.join(map(str, words))} hung for {timeout} s") from None
        said = (done.stdout + done.stderr).decode(errors="replace")
        if done.returncode not in (0, 1, 64):
            raise Fall(f"{' '.join(map(str, words))} ended with {done.returncode}: {said[-300:]}")
        if done.returncode and not said.strip():
            raise Fall(f"{' '.join(map(str, words))} failed in silence")
        return done

    def must(self, *words, **options) -> str:
        done = self.run(*words, **options)
        if done.returncode:
            raise Fall(f"{' '.join(map(str, words))}: {(done.stdout + done.stderr).decode()[-300:]}")
        return done.stdout.decode()

    # The daemon

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def start(self, port: int = 0, *words: str) -> "House":
        with open(self.folder / "log", "ab") as log:
            self.daemon = subprocess.Popen(
                [self.place.trellisd, "run", "--port", str(port), *words], env=self.environment,
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **self.options,
            )
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.daemon.poll() is not None:
                raise Fall(f"trellisd did not start: {self.log[-300:]}")
            try:
                record = json.loads((self.home / "daemon.lock").read_text())
            except (OSError, ValueError):
                record = {}
            if record.get("pid") == self.daemon.pid and "address" in record:
                self.port, self.socket = record["port"], record.get("socket") or ""
                self.host = record["address"].removeprefix("http://").rstrip("/").rsplit(":", 1)[0]
                self.token = (self.home / "daemon-token").read_text().strip()
                return self
            time.sleep(0.05)
        raise Fall("trellisd did not listen within a minute")

    def end(self, how: int = signal.SIGKILL) -> int:
        """Ends the daemon and returns its status."""
        if self.daemon is None:
            return 0
        self.daemon.send_signal(how)
        try:
            status = self.daemon.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.daemon.kill()
            self.daemon.wait()
            raise Fall("trellisd did not end within 30 s") from None
        finally:
            self.daemon = None
        return status

    def memory(self) -> tuple[int, int]:
        """The daemon's memory, and its peak, in kB."""
        return memory(self.daemon.pid if self.daemon else 0)

    def open_files(self) -> int:
        return len(os.listdir(f"/proc/{self.daemon.pid}/fd")) if self.daemon else 0

    def listens_on_six(self) -> bool:
        """Whether the machine has the loopback address of IPv6."""
        try:
            Wire(self.port, host="::1").close()
        except OSError:
            return False
        return True

    def check_alive(self) -> None:
        if self.daemon is None or self.daemon.poll() is not None:
            status = self.daemon.returncode if self.daemon else None
            raise Fall(f"trellisd ended with {status}: {self.log[-600:]}")
        if self.memory()[1] > MEMORY:
            raise Fall(f"trellisd has had {self.memory()[1] >> 10} MB in memory, {MEMORY >> 10} at most")

    # Requests of the owner

    def fields(self) -> list[tuple[str, str]]:
        return [("Host", f"127.0.0.1:{self.port}"), ("Authorization", f"Bearer {self.token}")]

    def ask(self, method: str, target: str, document=None, wire: Wire | None = None) -> Answer:
        """A request by the owner's program."""
        fields, body = self.fields(), None
        if document is not None:
            fields.append(("Content-Type", "application/json"))
            body = json.dumps(document).encode()
        if wire is not None:
            wire.send(request(method, target, fields, body))
            return wire.answer(method)
        with Wire(self.port) as own:
            own.send(request(method, target, fields, body))
            return own.answer(method)

    def read(self, target: str):
        answer = self.ask("GET", target)
        if answer.status != 200:
            raise Fall(f"the owner asked for {target} and got {answer}")
        return json.loads(answer.plain())

    def order(self, name: str, document) -> Answer:
        """A command by the owner's program, which must be accepted."""
        answer = self.ask("POST", f"/api/v1/{name}", document)
        if answer.status != 200:
            raise Fall(f"the owner's {name} was refused: {answer}")
        return answer

    def browser_fields(self, session: str) -> list[tuple[str, str]]:
        return [("Host", f"{self.host}:{self.port}"), ("Cookie", f"{COOKIE}={session}")]

    def sign_in(self) -> str:
        """Signs a browser in by a link; returns the value of its cookie."""
        link = json.loads(self.ask("POST", "/control/sign-in-links", {}).body)
        fields = [("Host", f"{self.host}:{self.port}"), ("Sec-Fetch-Site", "none")]
        with Wire(self.port) as wire:
            wire.send(request("GET", link["path"], fields))
            answer = wire.answer()
        for name, value in answer.fields:
            if name == "set-cookie" and value.startswith(f"{COOKIE}="):
                return value.split("=", 1)[1].split(";")[0]
        raise Fall(f"a link did not sign in: {answer}")

    def visit(self, session: str, target: str) -> Answer:
        """A page as the owner's browser sees it."""
        with Wire(self.port) as wire:
            wire.send(request("GET", target, self.browser_fields(session)))
            return wire.answer()

    @property
    def secrets(self) -> list[bytes]:
        """The words that an unauthenticated caller must never receive."""
        files = ["daemon-token", "daemon-secret"]
        return [MARKER.encode()] + [(self.home / name).read_bytes().strip() for name in files]


def memory(pid: int) -> tuple[int, int]:
    try:
        words = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0, 0
    numbers = dict(line.split(":", 1) for line in words.splitlines() if ":" in line)
    return int(numbers.get("VmRSS", "0 kB").split()[0]), int(numbers.get("VmHWM", "0 kB").split()[0])
