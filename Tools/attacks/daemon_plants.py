"""Obstacles that a neighbour creates: files, links, pipes and folders."""
import os
import socket
import subprocess
import threading
import time
from pathlib import Path

from .daemon_corpus import multipart
from .daemon_house import MARKER, Place
from .daemon_imports import TOKEN_SHAPE
from .daemon_users import BASE, neighbour, owner_house, usual
from .daemon_wire import Wire, request
from .home import Fall

ROUNDS = 4


# Files

class Peeping:
    """A neighbour who watches /tmp, and tries to read or replace everything new at once."""

    def __init__(self, folder: str = "/tmp"):
        self.folder, self.end = folder, threading.Event()
        self.results: list = []
        self.stop = BASE / "neighbour" / "stop"

    def __enter__(self):
        self.stop.unlink(missing_ok=True)
        self.thread = threading.Thread(target=lambda: self.results.extend(neighbour(self._look)))
        self.thread.start()
        time.sleep(0.2)
        return self

    def _look(self) -> list:
        seen: dict[str, str] = {}
        while not self.stop.exists():
            for name in os.listdir(self.folder):
                path = os.path.join(self.folder, name)
                seen.setdefault(path, "")
                self._try(path, seen)
        return [[path, what] for path, what in seen.items()]

    @staticmethod
    def _try(path: str, seen: dict[str, str]) -> None:
        try:
            for inside in os.listdir(path):
                seen[path] = f"listed: {inside}"
                with open(os.path.join(path, inside), "rb") as file:
                    if MARKER.encode() in file.read():
                        seen[path] = f"read: {inside}"
        except NotADirectoryError:
            pass
        except OSError:
            return
        try:
            with open(path, "rb") as file:
                if MARKER.encode() in file.read():
                    seen[path] = "read"
        except OSError:
            return

    def __exit__(self, *_):
        self.stop.touch()
        self.thread.join()


def passing_files(place: Place, random, number: int) -> str:
    """Reading what passes through /tmp while the owner imports, exports and copies."""
    house = owner_house(place).start()
    house.must("add", f"Guitar {MARKER}")
    session = house.sign_in()
    export = house.must("export").encode()
    token = TOKEN_SHAPE.search(house.visit(session, "/data").plain())
    with Peeping() as peeping:
        for _ in range(ROUNDS):
            kind, body = multipart([("token", token[1].decode())], export + b" " * 1_000_000, f"{MARKER}.json")
            with Wire(house.port, patience=30) as wire:
                wire.send(request("POST", "/do/shell.import", house.browser_fields(session)
                                  + [("Content-Type", kind)], body))
                if wire.answer().status != 303:
                    raise Fall("the import is not taken")
            house.visit(session, "/data/backup.db")
            house.must("export", "--out", "/tmp/export.json")
            house.must("backup", "/tmp/backup.db")
            house.must("import", "/tmp/export.json")
            for name in ("/tmp/export.json", "/tmp/backup.db"):
                os.unlink(name)
    bad = [f"{path} {what}" for path, what in peeping.results if what]
    if bad:
        raise Fall(f"the neighbour saw {', '.join(bad)}")
    if len(peeping.results) < 5:
        raise Fall("nothing passed through /tmp: the attack does not see it")
    return f"{len(peeping.results)} files seen in passing, none read"


def plant(path: Path, what: str, victim: Path) -> None:
    """As the neighbour: creates an obstacle where the owner is going to write a file."""
    path.unlink(missing_ok=True)
    match what:
        case one if one == LINK:
            os.symlink(victim, path)
        case "link to nothing in the neighbour's folder":
            os.symlink(BASE / "neighbour" / f"caught-{path.name}", path)
        case "file that everybody may write":
            path.touch()
            path.chmod(0o666)
        case "pipe":
            os.mkfifo(path)
            path.chmod(0o666)


LINK = "link to a file of the owner"
# Whether the system refuses to follow the links of others in folders like /tmp (proc(5)).
PROTECTION = Path("/proc/sys/fs/protected_symlinks")
PLANTS = [LINK, "link to nothing in the neighbour's folder",
          "file that everybody may write", "pipe"]


def targets(place: Place, random, number: int) -> str:
    """Links, files and pipes where the owner is going to write an export or a backup."""
    house = owner_house(place)
    house.must("add", f"Guitar {MARKER}")
    victim = house.folder / "precious"
    victim.write_text("precious")
    os.chown(victim, house.options["user"], house.options["user"])
    tried = 0
    plants = [what for what in PLANTS if what != LINK or PROTECTION.read_text().strip() != "0"]
    for what in plants:
        for words in (("export", "--out"), ("backup",), ("backup", "--overwrite")):
            path = Path(f"/tmp/target-{tried}")
            neighbour(lambda path=path, what=what: plant(path, what, victim))
            with Listening(path if what == "pipe" else None) as listening:
                house.run(*words, path, timeout=20)
            tried += 1
            if listening.heard:
                raise Fall(f"{' '.join(words)}: the neighbour's pipe is written into, and tells what was written")
            if victim.read_text() != "precious":
                raise Fall(f"{' '.join(words)}: a {what} led to another file of the owner, which is overwritten")
            if neighbour(lambda path=path: readable(path)):
                raise Fall(f"{' '.join(words)}: the neighbour reads what was written, by a {what}")
    spared = "" if len(plants) == len(PLANTS) else "; links of others are followed, as this system allows"
    return f"{tried} targets, nothing lost, nothing read{spared}"


class Listening:
    """A neighbour who reads a pipe for some seconds."""

    def __init__(self, path: Path | None):
        self.path, self.heard = path, False

    def __enter__(self):
        if self.path:
            self.thread = threading.Thread(target=self._listen)
            self.thread.start()
            time.sleep(0.3)
        return self

    def _listen(self) -> None:
        self.heard = neighbour(lambda: read_pipe(self.path, 3.0))

    def __exit__(self, *_):
        if self.path:
            self.thread.join()


def read_pipe(path: Path, seconds: float) -> bool:
    text, end = b"", time.monotonic() + seconds
    pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    while time.monotonic() < end:
        try:
            text += os.read(pipe, 1 << 16)
        except BlockingIOError:
            pass
        time.sleep(0.01)
    return MARKER.encode() in text


def readable(path: Path) -> bool:
    for one in (path, BASE / "neighbour" / f"caught-{path.name}"):
        try:
            if one.is_file() and MARKER.encode() in one.read_bytes():
                return True
        except OSError:
            continue
    return False


def runtime_folders(place: Place, random, number: int) -> str:
    """A runtime folder that the neighbour created first: nothing personal is put there."""
    tried, started = 0, 0
    for what in ("folder", "link", "socket"):
        runtime = Path(f"/tmp/runtime-{what}")
        neighbour(lambda runtime=runtime, what=what: prepare(runtime, what))
        environment = usual(place) | {"XDG_RUNTIME_DIR": str(runtime), "DISPLAY": ":0"}
        house = owner_house(place, **environment)
        house.must("add", f"Guitar {MARKER}")
        try:
            house.start()
            started += 1
            if house.socket.startswith(str(runtime)):
                answers = neighbour(lambda house=house: heard_at(house.socket))
                if answers:
                    raise Fall(f"a {what}: the socket file answers the neighbour")
            opening = subprocess.Popen(
                [house.place.trellis, "daemon", "open"], env=house.environment, cwd=house.folder,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **house.options)
            caught = neighbour(lambda runtime=runtime: codes_in(runtime, 2.0))
            opening.kill()
            opening.wait()
            if caught:
                raise Fall(f"a {what}: the neighbour reads a link to sign in with, in {caught}")
        except Fall as fall:
            if "did not start" not in str(fall):
                raise
        tried += 1
        house.end()
    return f"{tried} runtime folders, started in {started}, nothing told"


def prepare(runtime: Path, what: str) -> None:
    runtime.mkdir()
    runtime.chmod(0o777)
    inner = runtime / "trellis"
    if what == "link":
        target = BASE / "neighbour" / "caught-runtime"
        target.mkdir()
        target.chmod(0o777)
        os.symlink(target, inner)
    else:
        inner.mkdir()
        inner.chmod(0o777)
    if what == "socket":
        one = socket.socket(socket.AF_UNIX)
        one.bind(str(inner / "daemon.sock"))


def heard_at(path: str) -> bool:
    try:
        with Wire(path, patience=2) as wire:
            wire.send(request("GET", "/api/v1/profile", [("Host", "localhost")]))
            return wire.answer().status == 200
    except Exception:
        return False


def codes_in(folder: Path, seconds: float) -> str:
    """The first file below a folder that holds a one-time link."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for root, _, names in os.walk(folder, followlinks=True):
            for name in names:
                path = os.path.join(root, name)
                try:
                    if os.path.isfile(path) and b"code=" in Path(path).read_bytes():
                        return path
                except OSError:
                    continue
    return ""


def arguments(place: Place, random, number: int) -> str:
    """Reading a one-time link from the arguments of programs while the browser is opened."""
    tools = place.folder / "tools"
    tools.mkdir()
    browser = tools / "xdg-open"
    browser.write_text("#!/bin/sh\nsleep 3\n")
    browser.chmod(0o755)
    house = owner_house(place, PATH=f"{tools}:/usr/bin:/bin", DISPLAY=":0").start()
    opening = subprocess.Popen(
        [house.place.trellis, "daemon", "open"], env=house.environment, cwd=house.folder,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **house.options)
    seen, hit = neighbour(lambda: scan(3.0))
    opening.kill()
    opening.wait()
    if hit:
        raise Fall(f"the arguments of a program hold a link: {hit}")
    if not any("xdg-open" in words for words in seen):
        raise Fall(f"no browser was opened: the attack does not see it ({seen})")
    return f"{len(seen)} programs seen, no link in their arguments"


def scan(seconds: float) -> tuple[list[str], str]:
    seen: set[str] = set()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        # Not by a glob, which fails if a program ends at that very moment.
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                words = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if "code=" in words and "python" not in words:
                return sorted(seen), words
            if "trellis" in words or "xdg" in words:
                seen.add(words[:200])
    return sorted(seen), ""


def foreign_home(place: Place, random, number: int) -> str:
    """A home that the neighbour created first is not used."""
    tried = 0
    for mode in (0o777, 0o755):
        folder = Path(f"/tmp/home-{mode:o}")

        def first(folder: Path = folder, mode: int = mode) -> None:
            folder.mkdir()
            folder.chmod(mode)
            Path(folder / "product").write_text("hobbyist")

        neighbour(first)
        try:
            house = owner_house(place, TRELLIS_HOME=str(folder))
            house.run("add", f"Guitar {MARKER}")
        except Fall:
            pass
        texts = neighbour(lambda folder=folder: contents(folder))
        if MARKER in texts:
            raise Fall(f"a home that another user has made (mode {mode:o}) is used")
        tried += 1
    return f"{tried} homes, not used"


def contents(folder: Path) -> str:
    text = b""
    for path in folder.rglob("*"):
        try:
            text += path.read_bytes() if path.is_file() else b""
        except OSError:
            continue
    return text.decode(errors="replace")


ATTEMPTS = [passing_files, targets, runtime_folders, arguments, foreign_home]
