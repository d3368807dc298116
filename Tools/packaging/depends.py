"""Prints the Debian packages, with least versions, that the programs and libraries in a folder need.

Usage: depends.py FOLDER. The versions come from the symbol lists of those packages, as
dpkg-shlibdeps reads them, which takes minutes for programs that export as many symbols as ours do.
"""
import subprocess
import sys
from pathlib import Path

from materials import binaries, library, needs, output

LISTS = Path("/var/lib/dpkg/info")


def main(tree: Path) -> None:
    files = binaries(tree)
    own = {file.name for file in tree.rglob("*.so")}
    wanted = {symbol for file in files for symbol in undefined(file)}
    needed: dict[str, str] = {}
    for soname in sorted({name for file in files for name in needs(file)} - own):
        package = library(soname).package
        oldest = oldest_version(package, soname, wanted)
        if package not in needed or is_newer(oldest, needed[package]):
            needed[package] = oldest
    print(", ".join(f"{package} (>= {oldest})" if oldest else package for package, oldest in needed.items()))


def undefined(file: Path) -> list[str]:
    lines = output("nm", "--dynamic", "--undefined-only", str(file)).splitlines()
    return [line.split()[-1] for line in lines]


def oldest_version(package: str, soname: str, wanted: set[str]) -> str:
    """The first version of a package whose library has all required symbols."""
    symbols = listed(package, "symbols")
    if not symbols:
        for line in listed(package, "shlibs"):
            words = line.split()
            if soname in (f"{words[0]}.so.{words[1]}", f"{words[0]}-{words[1]}.so") and "(>=" in line:
                return line.split("(>=")[1].split(")")[0].strip()
        return ""
    oldest, is_inside = "", False
    for line in symbols:
        if not line.startswith((" ", "|", "*")):
            is_inside = line.split()[0] == soname
        elif is_inside and line.startswith(" "):
            name, version = line.split()[:2]
            if name.removesuffix("@Base") in wanted and is_newer(version, oldest):
                oldest = version
    return oldest


def listed(package: str, kind: str) -> list[str]:
    files = sorted([*LISTS.glob(f"{package}:*.{kind}"), *LISTS.glob(f"{package}.{kind}")])
    return files[0].read_text(encoding="utf-8").splitlines() if files else []


def is_newer(one: str, other: str) -> bool:
    if one == other:
        return False
    return subprocess.run(["dpkg", "--compare-versions", one, "gt", other]).returncode == 0


if __name__ == "__main__":
    main(Path(sys.argv[1]))
