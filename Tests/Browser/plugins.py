"""The plugins in Tools/plugins, compiled as their packages do it, for homes that add them."""

import functools
import subprocess
import tempfile
from pathlib import Path

from household import BINARIES, ROOT

# A compiler takes longer than a page.
PATIENCE = 600


@functools.cache
def library(name, target):
    """Compiles the plugin's sources against the SDK that stands beside the programs."""
    path = Path(tempfile.mkdtemp(prefix="plugin-")) / f"lib{name}.so"
    sources = sorted((ROOT / "Tools" / "plugins" / name / "Sources" / target).glob("*.swift"))
    done = subprocess.run(
        [
            "swiftc", "-swift-version", "6", "-parse-as-library", "-emit-library",
            "-module-name", target, "-I", BINARIES / "Modules", "-L", BINARIES, "-lTrellisSDK",
            "-o", path, *sources,
        ],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return path


def add(home, name, target):
    home.cli("plugins", "add", str(library(name, target)), "--yes")
