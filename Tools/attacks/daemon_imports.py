"""Files to import, through the web app and on the command line."""
import json
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

from .daemon_corpus import multipart
from .daemon_files import changed, folder_of, hostile, odd_texts
from .daemon_house import House, Place
from .daemon_watch import Ledger, Watch, crowd, settle
from .daemon_wire import Answer, Closed, Wire, request
from .home import Fall

LONGEST = 30
# Bytes of a title, far more than 200 characters take.
LONGEST_TITLE = 10_000
# Homes grow with what is imported, so a new one begins after this many files.
HOME = 400
# From this many files on, all exhausting files are tried.
ALL = 1000
FEW = 3
COSTLY = "takes more memory or time"
SOURCES = ["loop", "harsh", "beaver", "table-habit", "trellis"]
TOKEN_SHAPE = re.compile(rb'name="token" value="([0-9a-f]{64})"')


class Importer:
    """Imports files into one home."""

    def __init__(self, house: House, random):
        self.house, self.random = house, random
        self.files = house.folder / "files"
        self.files.mkdir()
        self.renew()
        self.export = house.must("export")
        self.counts = {"taken": 0, "refused": 0, "by command": 0}
        self.slowest, self.slowest_name = 0.0, ""
        self.falls: dict[str, str] = {}

    def renew(self) -> None:
        """Signs a browser in, and fetches the form."""
        self.session = self.house.sign_in()
        match = TOKEN_SHAPE.search(self.house.visit(self.session, "/data").plain())
        if not match:
            raise Fall("the page of the data has no form: the attack does not reach the import")
        self.token = match[1].decode()

    # Through the web app

    def upload(self, name: str, content: bytes) -> str:
        """Imports through the form on the page; returns the app's message."""
        trial = [("trial", "on")] if self.random.random() < 0.3 else []
        type, body = multipart([("token", self.token), *trial], content, name)
        fields = self.house.browser_fields(self.session) + [("Content-Type", type)]
        with Wire(self.house.port, patience=LONGEST * crowd()) as wire:
            wire.send(request("POST", "/do/shell.import", fields, body))
            try:
                answer = wire.answer()
            except Closed as closed:
                raise Fall(f"no answer to an import: closed {closed}") from None
        return self.judge(answer)

    def judge(self, answer: Answer) -> str:
        if answer.status >= 500:
            raise Fall(f"the daemon's own fault: {answer}")
        cookie = answer.field("set-cookie") or ""
        if answer.status == 303 and cookie.startswith("trellis-message="):
            value = cookie.split("=", 1)[1].split(";")[0]
            if not value:
                raise Fall("an import is answered without a word")
            message = json.loads(unquote(value.rsplit(".", 1)[0]))
            self.counts["refused" if message.get("kind") == "refusal" else "taken"] += 1
            return str(message.get("text") or message)
        if answer.status in (400, 413, 422):
            self.counts["refused"] += 1
            return str(answer)
        raise Fall(f"an import got {answer}")

    # On the command line

    def command(self, path: Path) -> str:
        words = ["import", path]
        if self.random.random() < 0.3:
            words += ["--from", self.random.choice(SOURCES)]
        if self.random.random() < 0.3:
            words.append("--dry-run")
        done = self.house.run(*words, timeout=LONGEST * crowd())
        self.counts["by command"] += 1
        self.counts["taken" if done.returncode == 0 else "refused"] += 1
        return (done.stdout + done.stderr).decode(errors="replace")

    # Either way

    def bring(self, name: str, content: bytes | Path, by_command: bool = False, is_small: bool = True) -> None:
        """Imports a file in one of these ways, and judges the message."""
        begun = time.monotonic()
        by_command = by_command or isinstance(content, Path) or is_small and self.random.random() < 0.25
        try:
            if by_command:
                path = content if isinstance(content, Path) else self.files / name
                if isinstance(content, bytes):
                    path.write_bytes(content)
                said = self.command(path)
            else:
                said = self.upload(name, content)
            if is_small and isinstance(content, bytes) and COSTLY in " ".join(said.split()):
                self.look_closer(name, content)
        except (Fall, OSError) as fall:
            way = "command" if by_command else "form"
            self.falls.setdefault(
                str(fall)[:50],
                f"{name} by {way}: {type(fall).__name__}: {fall} (kept: {self.keep(name, content)})")
        took = time.monotonic() - begun
        if took > self.slowest:
            self.slowest, self.slowest_name = took, name

    def look_closer(self, name: str, content: bytes) -> None:
        """A small file cannot be costly: its reader has crashed, unless shown otherwise."""
        path = self.files / name
        path.write_bytes(content)
        limits = {"memory": 512 << 20, "processor": 20, "time": 60, "file": 256 << 20}
        order = json.dumps({"path": str(path), "limits": limits})
        done = subprocess.run(
            [self.house.place.trellisd, "--decode-history", order], env=self.house.environment,
            capture_output=True, timeout=90,
        )
        if done.returncode < 0:
            raise Fall(f"the reader of a small file ends with signal {-done.returncode}")

    def keep(self, name: str, content: bytes | Path) -> str:
        if isinstance(content, Path):
            return str(content)
        path = self.files / f"fell-{len(self.falls)}-{name}"
        path.write_bytes(content)
        return str(path)


def check_texts(house: House) -> None:
    """Imported texts follow the rules for texts, like those that are typed."""
    for habit in house.read("/api/v1/tracking/all-habits?includesArchived=true"):
        title = habit["details"]["title"] if "details" in habit else habit["title"]
        if any(letter < " " or letter == "\x7f" for letter in title):
            raise Fall(f"a title with control characters was imported: {title[:100]!r}")
        if len(title.encode()) > LONGEST_TITLE:
            raise Fall(f"a title of {len(title.encode())} bytes was imported: {title[:20]!r}")


def changes(importer: Importer, random, number: int) -> None:
    """Imports files that are changed at random."""
    importer.bring("texts.json", odd_texts())
    for _ in range(number):
        if random.random() < 0.1:
            importer.bring("folder", folder_of(random, importer.files))
        else:
            importer.bring(*changed(random, importer.files, importer.export))
        importer.house.check_alive()


def exhaust(importer: Importer, ledger: Ledger, files: dict[str, Callable[[], bytes | Path]]) -> None:
    """Imports exhausting files in both ways, while the owner goes on."""
    house = importer.house
    for name, make in files.items():
        content = make()
        for by_command in (False, True):
            if isinstance(content, Path) and not by_command:
                continue
            try:
                with Watch(house, ledger) as watch:
                    importer.bring(name, content, by_command, is_small=False)
                    watch.finish()
                house.check_alive()
            except Fall as fall:
                way = "command" if by_command else "form"
                importer.falls[f"{name} {way}"] = f"{name} by {way}: {fall}"
                house.end()
                house.start()
                importer.renew()


def imports(place: Place, random, number: int) -> str:
    files = hostile(place.folder) | {"endless": lambda: Path("/dev/zero")}
    names = sorted(files) if number >= ALL else random.sample(sorted(files), FEW)
    lines, falls = [], []
    for begun in range(0, number, HOME):
        house = place.house("hobbyist").start()
        ledger = Ledger(house).prepare()
        importer = Importer(house, random)
        with Watch(house, ledger) as watch:
            changes(importer, random, min(HOME, number - begun))
            seen = watch.finish()
        if importer.counts["taken"] == 0:
            raise Fall("nothing was imported: the attack does not reach the readers")
        if begun == 0:
            exhaust(importer, ledger, {name: files[name] for name in names})
        try:
            check_texts(house)
        except Fall as fall:
            falls.append(str(fall))
        falls += importer.falls.values()
        settle(house, ledger)
        counts = ", ".join(f"{count} {name}" for name, count in importer.counts.items())
        lines.append(f"{counts}; slowest {importer.slowest:.1f} s ({importer.slowest_name}); {seen}")
    if falls:
        raise Fall("\n  ".join([f"{len(falls)} files", *falls, *lines]))
    return "\n  ".join(["everything was imported or refused in words", *lines])
