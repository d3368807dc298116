"""Follows a guide word by word: writes its files, runs its commands, and compares their output."""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

# After a block: what the page at the address in its last line must show.
SHOWS = re.compile(r"\A\n*<!-- Shows: (.*?) -->")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^`([\w./-]+)`\n\n\Z", re.MULTILINE)
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
# What a person would still call immediate after an edit, on a machine that does other work too.
PATIENCE = 10


@dataclass
class Step:
    """A block of the guide: a file to write, or commands with the output of the last ones."""

    line: int
    text: str
    path: str | None = None
    printed: str | None = None
    shows: str | None = None


def steps(guide: str) -> list[Step]:
    """The blocks in order; fails on one that nobody could follow."""
    found: list[Step] = []
    for block in FENCE.finditer(guide):
        kind, text = block.groups()
        line = guide.count("\n", 0, block.start()) + 1
        before = FILE.search(guide[: block.start()])
        if kind == "sh":
            shows = SHOWS.match(guide[block.end() :])
            found.append(Step(line, text, shows=shows and shows.group(1)))
        elif kind == "text" and found and found[-1].path is None and found[-1].printed is None:
            found[-1].printed = text
        elif before:
            found.append(Step(line, text, path=before.group(1)))
        else:
            sys.exit(f"Line {line}: this block is neither a command, nor a file with its name above.")
    return found


def script(all_steps: list[Step], folder: Path, scratch: str | None) -> str:
    """One shell that runs all the steps, so that `cd` and `export` apply to later ones."""
    lines = ["set -eu -o pipefail"]
    if flags := os.environ.get("SWIFT_FLAGS"):
        # Only for this machine: the guide's text stays as it is.
        lines.append(
            'swift() { case $1 in build | test) command swift "$@" ' + flags + ';; '
            '*) command swift "$@" ;; esac; }; export -f swift'
        )
    for number, step in enumerate(all_steps):
        lines.append(f"echo {number} >{folder}/now")
        if step.path:
            (folder / f"{number}.file").write_text(step.text)
            lines.append(f"mkdir -p {shlex.quote(os.path.dirname(step.path) or '.')}")
            lines.append(f"cp {folder}/{number}.file {shlex.quote(step.path)}")
            continue
        lines.append(f"date +%s.%N >{folder}/{number}.begun")
        lines.append("{\n" + step.text + "} " + f">{folder}/{number}.out 2>{folder}/{number}.err")
        lines.append(f"date +%s.%N >{folder}/{number}.ended")
        if step.shows:
            jar, page = f"{folder}/jar", f"{folder}/{number}.page"
            lines.append(
                f'curl --silent --fail --location --cookie {jar} --cookie-jar {jar} --output {page} '
                f'"$(tail -n 1 {folder}/{number}.out)"'
            )
        if scratch:
            link = f"ln -s {shlex.quote(scratch)} .build"
            lines.append(f"[[ ! -e Package.swift || -e .build ]] || {link}")
    return "\n".join(lines) + "\n"


def check(step: Step, number: int, folder: Path) -> str | None:
    """What is wrong with the output or the page of a step; None if nothing is."""
    if step.shows and step.shows not in (folder / f"{number}.page").read_text():
        return f"the page that it opens does not show “{step.shows}”"
    if step.printed is None:
        return None
    said = DATE.sub("DATE", (folder / f"{number}.out").read_text()).splitlines()
    meant = DATE.sub("DATE", step.printed).splitlines()
    if said[-len(meant) :] == meant:
        return None
    return "it prints\n" + "\n".join(said[-len(meant) - 5 :]) + "\nand not\n" + "\n".join(meant)


def seconds(number: int, folder: Path) -> float:
    begun = float((folder / f"{number}.begun").read_text())
    return float((folder / f"{number}.ended").read_text()) - begun


def excerpt(number: int, folder: Path) -> str:
    """The end of a step's output."""
    texts = [folder / f"{number}.{kind}" for kind in ("out", "err")]
    lines = [line for text in texts if text.exists() for line in text.read_text().splitlines()]
    return "\n".join(lines[-40:])


def follow(guide: Path, trellis: Path, programs: Path) -> int:
    all_steps = steps(guide.read_text())
    scratch = os.environ.get("SCRATCH_PATH")
    if scratch:
        Path(scratch).mkdir(parents=True, exist_ok=True)
    place = Path(tempfile.mkdtemp(prefix="guide-"))
    folder = place / ".steps"
    folder.mkdir()
    (place / "trellis").symlink_to(trellis)
    (folder / "script").write_text(script(all_steps, folder, scratch))
    environment = dict(os.environ, PATH=f"{programs}:{os.environ['PATH']}")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "MODULES", "TRELLIS_HOME"):
        environment.pop(name, None)
    for role in ("AUTHOR", "COMMITTER"):
        environment[f"GIT_{role}_NAME"] = "A reader"
        environment[f"GIT_{role}_EMAIL"] = "reader@example.org"
    try:
        shell = subprocess.run(["bash", folder / "script"], cwd=place, env=environment, check=False)
        now = int((folder / "now").read_text())
        for number, step in enumerate(all_steps[: now + 1]):
            failed = number == now and shell.returncode != 0
            fault = "it fails" if failed else None if step.path else check(step, number, folder)
            if fault:
                print(excerpt(number, folder), file=sys.stderr)
                print(f"{guide}:{step.line}: {fault}", file=sys.stderr)
                return 1
            if not step.path:
                first = step.text.splitlines()[-1]
                print(f"{seconds(number, folder):7.1f} s  line {step.line}: {first}")
        return edits(all_steps, folder)
    finally:
        subprocess.run(
            ["trellis", "daemon", "stop"],
            env=dict(environment, TRELLIS_HOME=str(place / "water-home")),
            capture_output=True,
            check=False,
        )
        shutil.rmtree(place, ignore_errors=True)


def edits(all_steps: list[Step], folder: Path) -> int:
    """Measures how long it takes to see an edit, which the guide calls seconds."""
    for number, step in enumerate(all_steps):
        if step.path or not step.text.startswith("sed -i"):
            continue
        taken = seconds(number, folder)
        print(f"Edited, tested and seen in {taken:.1f} s.")
        if taken > PATIENCE:
            print(f"The guide promises {PATIENCE} s.", file=sys.stderr)
            return 1
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("guide", type=Path)
    parser.add_argument("--trellis", type=Path, required=True, help="the sources of Trellis")
    parser.add_argument("--programs", type=Path, required=True, help="where trellis and trellisd are")
    given = parser.parse_args()
    return follow(given.guide.resolve(), given.trellis.resolve(), given.programs.resolve())


if __name__ == "__main__":
    sys.exit(main())
