"""A working folder with homes, and the program that is attacked."""
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

NOW = "2026-03-12T10:00:00Z"


class Fall(Exception):
    """Something has happened that must not happen."""


class Workshop:
    """A folder with the attacking library; it is removed unless it is kept for inspection."""

    def __init__(self, root: Path, program: str):
        self.program = program
        self.root = root
        self.folder = Path(tempfile.mkdtemp(prefix="trellis-attack-"))
        self.kept = False
        self.shim = self.folder / "shim.so"
        compiler = shutil.which("cc") or shutil.which("clang")
        if not compiler:
            raise SystemExit("Tools/attack needs a C compiler (cc or clang).")
        source = root / "Tools" / "attacks" / "shim.c"
        subprocess.run([compiler, "-O1", "-fPIC", "-shared", "-o", self.shim, source, "-ldl"], check=True)

    def keep(self) -> str:
        self.kept = True
        return str(self.folder)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if not self.kept:
            shutil.rmtree(self.folder, ignore_errors=True)

    def home(self, name: str = "home") -> "Home":
        return Home(self, self.folder / name)


class Outcome:
    """How a command ended, and what it printed."""

    def __init__(self, words, printed, status):
        self.words, self.status = words, status
        self.out, self.err = (text.decode(errors="replace") for text in printed)

    def __str__(self):
        return f"{' '.join(map(str, self.words))}: status {self.status}: {self.out[-300:]}{self.err[-300:]}"


class Home:
    """A person's folder."""

    def __init__(self, workshop: Workshop, path: Path):
        self.workshop, self.path = workshop, path

    def make(self) -> "Home":
        shutil.rmtree(self.path, ignore_errors=True)
        self.path.mkdir()
        # Copies are made by a separate process, which would not know of the attack.
        (self.path / "copies-off").touch()
        self.must("init", "--product", "streaks")
        return self

    def run(self, *words, attack=None, kill_after=None, timeout=60) -> Outcome:
        """Runs a command, which may fail but neither crash nor hang.

        `attack` has the library's variables; `kill_after` is the number of seconds after which the
        command is killed.
        """
        child = subprocess.Popen(
            [self.workshop.program, *map(str, words)], env=self.environment(attack),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            cwd=self.workshop.folder,
        )
        may_be_killed = kill_after is not None or (attack or {}).get("ATTACK_HOW") == "kill"
        try:
            if kill_after is not None:
                time.sleep(kill_after)
                child.kill()
            outcome = Outcome(words, child.communicate(timeout=timeout), child.returncode)
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            raise Fall(f"{' '.join(map(str, words))} hung for {timeout} s") from None
        if outcome.status < 0 and not (may_be_killed and outcome.status == -9):
            raise Fall(f"ended by a signal: {outcome}")
        if outcome.status not in (-9, 0, 1, 64):
            raise Fall(f"ended in an unknown way: {outcome}")
        if outcome.status == 1 and not (outcome.out + outcome.err).strip():
            raise Fall(f"failed in silence: {outcome}")
        return outcome

    def environment(self, attack) -> dict:
        environment = {
            "PATH": "/usr/bin:/bin", "TZ": "UTC", "LANG": "C.UTF-8", "HOME": str(self.workshop.folder),
            "TRELLIS_HOME": str(self.path), "TRELLIS_NOW": NOW, "SWIFT_BACKTRACE": "enable=no",
        }
        if "LD_LIBRARY_PATH" in os.environ:
            environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        if attack is not None:
            environment |= {"LD_PRELOAD": str(self.workshop.shim), "ATTACK_FOLDER": str(self.path)}
            environment |= {name: str(value) for name, value in attack.items()}
        return environment

    def must(self, *words, **options) -> Outcome:
        outcome = self.run(*words, **options)
        if outcome.status != 0:
            raise Fall(str(outcome))
        return outcome

    def titles(self) -> set:
        listed = json.loads(self.must("list", "--json").out)
        return {item["title"] for item in listed["items"]}

    def check(self, confirmed: set, absent: set = frozenset()):
        """What was confirmed is there, what was refused is not, and everything is intact."""
        self.must("verify")
        titles = self.titles()
        if lost := confirmed - titles:
            raise Fall(f"{len(lost)} confirmed are lost, such as {min(lost)}")
        if wrong := absent & titles:
            raise Fall(f"{min(wrong)} is there, though it was said not to be kept")
