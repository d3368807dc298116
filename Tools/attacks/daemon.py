"""Attacks the daemon: whatever is requested, it goes on, and reveals its secrets to nobody.

Usage: Tools/attack daemon [--requests N] [--imports N] [--connections N] [--neighbours N]
                           [--seed SEED] [--program TRELLISD]

  requests     requests of every route, changed at random: methods, addresses, fields, bodies, frames;
               by callers with no proof of who they are, with a wrong one, or with a right one
  imports      files of other apps, changed at random or made to exhaust their reader, by the web
               app and by the command line
  connections  this many connections that wait, drip, stay half open or do not read
  neighbours   another user of the machine, who tries to read, change, guess, plant and obstruct;
               this many guesses of each kind

During each attack the owner goes on using the app. It must answer them at once, everything that was
acknowledged is there after a sudden end, nothing ends with a 5xx, nothing hangs, and memory stays below
a limit. The default numbers are small; SEED repeats an earlier run. 0 leaves an attack out. The program
is the debug build unless given; `trellis` is beside it.
"""
import argparse
import random
import time
from pathlib import Path

from . import daemon_connections, daemon_imports, daemon_neighbour, daemon_requests
from .daemon_house import Place, run_limits
from .home import Fall

ATTACKS = [
    ("requests", 800, daemon_requests.requests), ("imports", 24, daemon_imports.imports),
    ("connections", 700, daemon_connections.connections),
    ("neighbours", 20, daemon_neighbour.neighbours),
]


def main(root: Path, words: list[str]) -> int:
    if "--help" in words or "-h" in words:
        print(__doc__.strip())
        return 0
    parser = argparse.ArgumentParser(add_help=False)
    for name, number, _ in ATTACKS:
        parser.add_argument(f"--{name}", type=int, default=number)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--program", default=str(root / ".build" / "debug" / "trellisd"))
    options = parser.parse_args(words)
    run_limits()
    print(f"seed {options.seed}", flush=True)
    falls, done = 0, 0
    for name, _, attack in ATTACKS:
        number = getattr(options, name)
        if number == 0:
            continue
        begun = time.monotonic()
        with Place(options.program) as place:
            try:
                said = attack(place, random.Random(f"{options.seed} {name}"), number)
            except Fall as fall:
                falls += 1
                said = f"fell: {fall}\n  kept for a look: {place.keep()}"
        # What could not be tried proves nothing.
        done += not said.startswith(daemon_neighbour.SKIPPED)
        print(f"{name:12} {number:6}  {time.monotonic() - begun:5.0f} s  {said}", flush=True)
    print(f"{done - falls} passed, {falls} failed")
    return 1 if falls else 0
