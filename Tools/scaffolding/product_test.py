"""Adds a product to a copy of the project, and uses it in all three programs."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tools"))
from attacks.server import Server  # noqa: E402

PROGRAMS = ["trellis", "trellisd", "trellis-server"]
MODULES = "Tracking,Streaks,Reminders,Gamification"
MOST_LINES = 40


def cover(scratch, may_mount):
    """Covers this project with a temporary layer, in the mount namespace of this process.

    The path stays the same, so the test build is still valid and little is built again. Without the right
    to mount, a copy is built from scratch. Returns where the project is now."""
    layer, work = scratch / "layer", scratch / "work"
    layer.mkdir()
    work.mkdir()
    options = f"lowerdir={ROOT},upperdir={layer},workdir={work}"
    try:
        if not may_mount:
            raise PermissionError
        mount = ["mount", "-t", "overlay", "overlay", "-o", options, str(ROOT)]
        subprocess.run(mount, check=True, capture_output=True)
        os.chdir(ROOT)
        return ROOT
    except (PermissionError, subprocess.CalledProcessError):
        copy = scratch / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".build*", ".git"), symlinks=True)
        return copy


def build(root):
    flags = shlex.split(os.environ.get("SWIFT_FLAGS", ""))
    for program in PROGRAMS:
        subprocess.run(["swift", "build", "--product", program, *flags], cwd=root, check=True)
    return root / ".build" / "debug"


def read(home, path):
    """The daemon's answer to a program that has the token of its owner."""
    fields = {"Authorization": f"Bearer {home.token}"}
    address = f"http://127.0.0.1:{home.port}{path}"
    return urllib.request.urlopen(urllib.request.Request(address, headers=fields)).read().decode()


def use_at_home(programs, scratch):
    """The command line and the daemon over one home."""
    os.environ["TRELLIS_BINARIES"] = str(programs)
    sys.path.insert(0, str(ROOT / "Tests" / "Browser"))
    from household import Household

    path = scratch / "home"
    path.mkdir()
    home = Household(path, "selftested")
    home.cli("add", "Guitar")
    home.cli("check", "Guitar")
    streaks = home.cli("streaks")
    assert "Guitar" in json.dumps(streaks), streaks
    home.start()
    try:
        page = read(home, "/")
        assert "SelfTested" in page, page[:2000]
        assert "Guitar" in read(home, "/api/v1/today")
    finally:
        home.stop()


def use_at_server(programs):
    server = Server(str(programs / "trellis-server"))
    try:
        server.start(TRELLIS_SERVER_PRODUCTS="selftested")
        server.wait()
        account = server.sign_up("ada@example.org")
        status, today = server.ask("GET", "/api/v1/today", token=account.token)
        assert status == 200, today
    finally:
        server.remove()


def main():
    scratch = Path(tempfile.mkdtemp(prefix="trellis-product-"))
    root = cover(scratch, "--may-mount" in sys.argv)
    try:
        subprocess.run([root / "Tools/new-product", "SelfTested", "--modules", MODULES], check=True)
        lines = (root / "Apps/Products/SelfTested.swift").read_text().count("\n")
        assert lines < MOST_LINES, f"{lines} lines"
        programs = build(root)
        use_at_home(programs, scratch)
        use_at_server(programs)
    finally:
        os.chdir("/")
        if root == ROOT:
            subprocess.run(["umount", "--lazy", ROOT], check=True)
        shutil.rmtree(scratch, ignore_errors=True)
    print(f"A product of {lines} lines runs in {', '.join(PROGRAMS)}.")


if __name__ == "__main__":
    main()
