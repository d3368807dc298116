"""The hostile neighbour: another user of the machine, in a separate network and file system."""
import ctypes
import fcntl
import os
import shutil
import socket
import struct
import subprocess
import time
from pathlib import Path

from . import daemon_plants, daemon_ports, daemon_visits
from .daemon_house import Place
from .daemon_users import BASE, NEIGHBOUR, OWNER, in_child, origin
from .home import Fall

NEW_NETWORK, NEW_MOUNTS = 0x40000000, 0x00020000
SKIPPED = "skipped: "
KEPT = BASE / "kept"


def neighbours(place: Place, random, number: int) -> str:
    """Runs all attempts in a process that has a network and mounts of its own."""
    if os.geteuid() != 0:
        return f"{SKIPPED}only root can be two users at once"
    said = in_child(lambda: in_world(place, random, number))
    if isinstance(said, str):
        return said
    falls, lines = said["falls"], said["lines"]
    if falls:
        raise Fall("\n  ".join([f"{len(falls)} of them", *falls, *lines]))
    return "\n  ".join(["the neighbour got nothing", *lines])


# The environment

def in_world(place: Place, random, number: int):
    """Everything after this process has left the network and the mounts of the machine."""
    try:
        separate(place)
    except OSError as error:
        return f"{SKIPPED}no network and mounts of its own can be had here ({error})"
    lines, falls = [], []
    attempts = [*daemon_visits.ATTEMPTS, *daemon_ports.ATTEMPTS, *daemon_plants.ATTEMPTS]
    for attempt in attempts:
        name, begun = attempt.__name__.replace("_", " "), time.monotonic()
        try:
            said = attempt(place, random, number)
            lines.append(f"{name}: {said} ({time.monotonic() - begun:.0f} s)")
        except Fall as fall:
            falls.append(f"{name}: {fall}")
            keep(place)
        except Exception as error:
            # A fault of the attempt itself, or an unexpected end of a connection: the others continue.
            falls.append(f"{name}: {origin(error)}")
            keep(place)
        for house in place.houses:
            house.end()
        place.houses.clear()
    return {"lines": lines, "falls": falls}


def keep(place: Place) -> None:
    """Copies the homes to where they outlive this process; files that vanish meanwhile are left out."""
    for house in place.houses:
        try:
            shutil.copytree(house.folder, KEPT / house.folder.name, symlinks=True, dirs_exist_ok=True,
                            ignore=shutil.ignore_patterns("*.sock"))
        except shutil.Error as error:
            print(f"{house.folder.name} is kept in part: {error}", flush=True)


def separate(place: Place) -> None:
    """A separate network and mounts: only a loopback device, an empty /tmp, and homes below the base."""
    library = ctypes.CDLL(None, use_errno=True)
    if library.unshare(NEW_NETWORK | NEW_MOUNTS) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    mount("--make-rprivate", "/")
    mount("-t", "tmpfs", "-o", "mode=755", "none", str(BASE))
    programs = BASE / "programs"
    programs.mkdir()
    mount("--bind", str(Path(place.trellisd).parent), str(programs))
    KEPT.mkdir()
    mount("--bind", str(place.folder), str(KEPT))
    for folder, mode in (("/tmp", "1777"), ("/run", "755")):
        mount("-t", "tmpfs", "-o", f"mode={mode}", "none", folder)
    place.trellisd, place.trellis = str(programs / "trellisd"), str(programs / "trellis")
    place.folder = BASE / "homes"
    for folder, mode, user in [
        (place.folder, 0o755, 0), (Path("/run/user"), 0o755, 0), (Path(f"/run/user/{OWNER}"), 0o700, OWNER),
        (BASE / "neighbour", 0o777, NEIGHBOUR),
    ]:
        folder.mkdir()
        folder.chmod(mode)
        os.chown(folder, user, user)
    for name, line in (("passwd", f"owner:x:{OWNER}:{OWNER}::/nonexistent:/bin/false"), ("group", f"owner:x:{OWNER}:")):
        # A message bus runs for known users only.
        known = BASE / name
        known.write_text(Path(f"/etc/{name}").read_text() + line + "\n")
        mount("--bind", str(known), f"/etc/{name}")
    raise_loopback()


def mount(*words: str) -> None:
    program = shutil.which("mount")
    if not program:
        raise OSError("there is no mount")
    done = subprocess.run([program, *words], capture_output=True, text=True)
    if done.returncode:
        raise OSError(done.stderr.strip())


def raise_loopback() -> None:
    """Sets the flag IFF_UP of `lo` (netdevice(7))."""
    with socket.socket() as any_socket:
        asked = struct.pack("16sH14x", b"lo", 0)
        (flags,) = struct.unpack_from("H", fcntl.ioctl(any_socket, 0x8913, asked), 16)
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sH14x", b"lo", flags | 1))
