"""The materials of the programs: Swift packages, Swift's own libraries, and those of the system."""
import json
import os
import re
import subprocess
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

PROGRAMS = ("trellis", "trellisd", "trellis-server")
# Loaded when they are first needed; the programs work without them.
OPTIONAL = {
    "libcurl4": "to sync with a server",
    "libcairo2": "to draw pictures to share",
    "libpq5": "to keep a server's data in PostgreSQL",
    "libsystemd0": "to speak with the desktop",
}


@dataclass
class SwiftPackage:
    """A package of Package.resolved, in its checkout."""

    name: str
    version: str
    revision: str
    location: str
    checkout: Path
    programs: set[str] = field(default_factory=set)

    @cached_property
    def license(self) -> str:
        files = sorted(self.checkout.glob("LICENSE*"))
        words = files[0].read_text(encoding="utf-8") if files else ""
        if "Apache License" not in words:
            return "NOASSERTION"
        return "Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in words else "Apache-2.0"

    @property
    def notices(self) -> list[Path]:
        """The notices that its authors want passed on, and the licences of its parts from others."""
        within = (self.checkout / "Sources").rglob("LICENSE*")
        return sorted([*self.checkout.glob("NOTICE*"), *within])


@dataclass(frozen=True)
class SystemLibrary:
    """A library that the programs are linked to, with the Debian package that it came from."""

    soname: str
    package: str
    version: str


class Materials:
    def __init__(self, root: Path):
        self.root = root
        self.built = root / ".build" / "release"

    @cached_property
    def packages(self) -> list[SwiftPackage]:
        pins = json.loads((self.root / "Package.resolved").read_text(encoding="utf-8"))["pins"]
        found = [self._package(pin) for pin in pins]
        for program in PROGRAMS:
            for target in self._targets(program):
                for package in found:
                    if (package.checkout / "Sources" / target).is_dir():
                        package.programs.add(program)
        return found

    @property
    def linked(self) -> list[SwiftPackage]:
        return [package for package in self.packages if package.programs]

    def _package(self, pin: dict) -> SwiftPackage:
        state, name = pin["state"], pin["identity"]
        checkout = self.root / ".build" / "checkouts" / name
        return SwiftPackage(name, state["version"], state["revision"], pin["location"], checkout)

    def _targets(self, program: str) -> set[str]:
        """The targets whose objects the program contains."""
        objects = (self.built / f"{program}.product" / "Objects.LinkFileList").read_text(encoding="utf-8")
        return set(re.findall(r"/([^/\n]+)\.build/", objects))

    @cached_property
    def swift(self) -> tuple[str, Path]:
        """The version of Swift, and the licence of its libraries."""
        words = output("swift", "--version")
        version = re.search(r"Swift version ([0-9.]+)", words)
        target = json.loads(output("swiftc", "-print-target-info"))
        resources = Path(target["paths"]["runtimeResourcePath"])
        license = resources.parent.parent / "share" / "swift" / "LICENSE.txt"
        return (version[1] if version else "unknown"), license

    def system(self, tree: Path) -> list[SystemLibrary]:
        """The external libraries that the programs and libraries in a folder need."""
        files = binaries(tree)
        # Also the other names of a library.
        own = {file.name for file in tree.rglob("*.so")}
        needed = {name for file in files for name in needs(file)} - own
        return [library(name) for name in sorted(needed)]


def binaries(tree: Path) -> list[Path]:
    files = [file for file in sorted(tree.rglob("*")) if file.is_file() and not file.is_symlink()]
    return [file for file in files if file.open("rb").read(4) == b"\x7fELF"]


def is_of_system(file: Path) -> bool:
    """Whether a library is one of the system's that an archive includes."""
    return ".so." in file.name


def needs(file: Path) -> list[str]:
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "--dynamic", "--wide", str(file)))


def library(soname: str) -> SystemLibrary:
    cache = output("/sbin/ldconfig", "-p")
    path = re.search(rf"^\s*{re.escape(soname)} .*x86-64.*=> (.*)$", cache, re.MULTILINE) or re.search(
        rf"^\s*{re.escape(soname)} .*=> (.*)$", cache, re.MULTILINE
    )
    if not path:
        raise SystemExit(f"The library {soname} is not on this machine.")
    places = {path[1], os.path.realpath(path[1])}
    # dpkg may know a path below /lib as one below /usr/lib, and vice versa.
    places |= {place.removeprefix("/usr") for place in places} | {f"/usr{place}" for place in places}
    for place in sorted(places):
        asked = subprocess.run(["dpkg", "-S", place], capture_output=True, text=True)
        if asked.returncode == 0:
            package = asked.stdout.split(":")[0]
            version = output("dpkg-query", "--show", "--showformat=${Version}", package)
            return SystemLibrary(soname, package, version)
    raise SystemExit(f"No package of this machine has the library {soname}.")


def output(*words: str) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout
