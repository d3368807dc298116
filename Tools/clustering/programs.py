"""Where PostgreSQL's programs, HAProxy and the server are."""
import os
import pwd
import shutil
from pathlib import Path

from .processes import Trouble

ROOT = Path(__file__).resolve().parent.parent.parent


def postgresql() -> Path:
    """The folder of PostgreSQL's programs; Debian keeps them outside of the search path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=version, reverse=True)
    program = found[0] if found else shutil.which("initdb")
    if program is None:
        raise Trouble("PostgreSQL is not installed. Nothing was started: run  Tools/setup --postgresql")
    return Path(program).parent


def version(program: Path) -> int:
    name = program.parent.parent.name
    return int(name) if name.isdigit() else 0


def haproxy() -> str:
    """Debian has it among the programs of administrators, outside of the search path of others."""
    program = shutil.which("haproxy", path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")
    if program is None:
        raise Trouble("HAProxy is not installed. Nothing was started: run  Tools/setup --cluster")
    return program


def server(build: str | None) -> str:
    """`build`: a folder of a build, or the program itself; the debug build unless given."""
    given = Path(build).resolve() if build else ROOT / ".build" / "debug"
    program = given / "trellis-server" if given.is_dir() else given
    if not os.access(program, os.X_OK):
        raise Trouble(
            f"There is no program {program}. Nothing was started: build it with"
            "  swift build --product trellis-server , or name a build with  --programs"
        )
    return str(program)


def postgresql_user() -> pwd.struct_passwd | None:
    """Who runs PostgreSQL, which refuses to be root; None if that is whoever runs this tool."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise Trouble("PostgreSQL refuses to run as root, and there is no user  postgres  or  nobody.")
