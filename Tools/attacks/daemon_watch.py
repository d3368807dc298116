"""The owner, who goes on using the app during an attack, and measures how well that works."""
import json
import multiprocessing
import os
import time
from urllib.parse import quote

from .daemon_house import MARKER, MEMORY, House, memory
from .daemon_wire import Closed, Wire
from .home import Fall

PAUSE = 0.05
SLOW = 100
FEW, MANY = 10, 300
HABITS = 8


class Ledger:
    """The marks that the owner writes one after another, and those that were acknowledged."""

    def __init__(self, house: House):
        self.house = house
        self.ids: list[str] = []
        # The names of everything that the attack itself must not change.
        self.spared: list[str] = []
        self.acknowledged: dict[str, int] = {}
        self.tried: dict[str, int] = {}
        self.number = 0

    def prepare(self) -> "Ledger":
        """Creates the habits or substances, and marks each once."""
        if self.house.product == "sober":
            # A request that names no substance means the first one, so the attack may change that.
            self.ids = [f"Owner {number} {MARKER}" for number in range(HABITS)]
            for name in ("Anything", *self.ids):
                # The names are as similar as mistyped ones would be.
                self.house.order("sobriety/begin-run", {"substance": name, "isNew": True})
            self.house.order("sobriety/mark-day", {"substance": "Anything", "status": "sober"})
        else:
            for number in range(HABITS):
                self.house.must("add", f"Owner {number} {MARKER}")
            listed = json.loads(self.house.must("list", "--json"))
            self.ids = [item["id"] for item in listed["items"] if item["title"].startswith("Owner ")]
        for _ in self.ids:
            owner, number, path, document = self.next()
            self.house.order(path, document)
            self.acknowledged[owner] = number
        self.spared = list(self.ids)
        if self.house.product == "sober":
            self.spared += [one["id"] for one in self.house.read("/api/v1/sobriety/all-substances")
                            if one["name"] in self.ids]
        return self

    def next(self) -> tuple[str, int, str, dict]:
        """The next mark: its habit or substance, its number, and the request that sets it."""
        self.number += 1
        owner = self.ids[self.number % len(self.ids)]
        self.tried[owner] = self.number
        if self.house.product == "sober":
            document = {"substance": owner, "status": "notSober", "drinks": self.number}
            return owner, self.number, "sobriety/mark-day", document
        document = {"habit": owner, "mark": "done", "note": f"{MARKER} {self.number}"}
        return owner, self.number, "tracking/set-check", document

    def kept(self, owner: str) -> list[int]:
        """The numbers that are there now."""
        if self.house.product == "sober":
            marks = self.house.read(f"/api/v1/sobriety/marks-of?substance={quote(owner)}")
            return [mark.get("drinks") or 0 for mark in marks]
        entries = self.house.read(f"/api/v1/tracking/entries-of?habit={owner}")
        notes = [str(item.get("entry", item).get("note") or "") for item in entries]
        return [int(note.split()[-1]) for note in notes if note.startswith(MARKER)]

    def check(self) -> None:
        """Everything that was acknowledged is there, or a later attempt."""
        for owner, number in self.acknowledged.items():
            kept = self.kept(owner)
            if not any(number <= other <= self.tried[owner] for other in kept):
                raise Fall(f"mark {number} of {owner} was acknowledged, and there is only {kept}")


class Watch:
    """A process beside the attack: reads every 50 ms, marks now and then, and checks the memory.

    The attack may slow down this program itself, so the watch runs in a separate process.
    """

    def __init__(self, house: House, ledger: Ledger):
        self.house, self.ledger = house, ledger
        self.pipe, self.process, self.is_over = None, None, False

    def __enter__(self):
        context = multiprocessing.get_context("fork")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=self._watch, args=(other, self.house.daemon.pid))
        self.process.start()
        return self

    def __exit__(self, kind, *_):
        if kind is not None and not self.is_over:
            try:
                self.collect()
            except (Fall, OSError, EOFError):
                self.process.kill()
        self.process.join(timeout=30)

    def collect(self) -> dict:
        """Ends the watch, and notes what was written."""
        self.is_over = True
        self.pipe.send("end")
        if not self.pipe.poll(60):
            raise Fall("the owner waits for an answer for ever")
        seen = self.pipe.recv()
        self.ledger.acknowledged, self.ledger.tried = seen["acknowledged"], seen["tried"]
        self.ledger.number = seen["number"]
        return seen

    def finish(self) -> str:
        """Ends the watch; returns its measurements, and fails if they are too bad."""
        seen = self.collect()
        if seen["refusals"]:
            raise Fall(f"the owner was refused {len(seen['refusals'])} times: {seen['refusals'][0]}")
        times, late = sorted(seen["times"]), sorted(seen["late"])
        if not times:
            raise Fall("the owner did nothing: the attack was too short to be watched")
        # Among few requests, the slowest alone would decide.
        share = 0.99 if len(times) >= MANY else 0.9
        slow, noise = percentile(times, share), percentile(late, share)
        load = max(seen["load"], default=0.0)
        words = (
            f"owner {len(times)} requests, p50 {times[len(times) // 2]:.0f} "
            f"p{share * 100:.0f} {slow:.0f} "
            f"max {times[-1]:.0f} ms (machine: load {load:.1f}, {noise:.0f} ms late by itself); "
            f"{self.ledger.number} marks; memory {seen['memory'] >> 10} MB at most"
        )
        if len(times) >= FEW and (slow - noise) / crowd(load) > SLOW:
            raise Fall(f"the owner waits too long: {words}")
        if seen["memory"] > MEMORY:
            raise Fall(f"trellisd takes too much memory: {words}")
        return words

    # In the other process

    def _watch(self, pipe, pid: int) -> None:
        seen = {"times": [], "late": [], "load": [], "refusals": [], "memory": 0}
        wire, round = None, 0
        # A short attack may be over before the owner has done anything; in that case they do it now.
        while not (pipe.poll() and (seen["times"] or seen["refusals"])):
            round += 1
            begun = time.monotonic()
            time.sleep(PAUSE)
            seen["late"].append((time.monotonic() - begun - PAUSE) * 1000)
            try:
                wire = wire or Wire(self.house.port)
                self._once(round, wire, seen)
            except (Fall, Closed, OSError) as error:
                seen["refusals"].append(f"{type(error).__name__} {error}")
                wire = None
                if len(seen["refusals"]) > 20:
                    break
            if round % 5 == 0:
                seen["memory"] = max(seen["memory"], *memory(pid))
                seen["load"].append(os.getloadavg()[0])
        seen["load"].append(os.getloadavg()[0])
        seen |= {
            "acknowledged": self.ledger.acknowledged, "tried": self.ledger.tried,
            "number": self.ledger.number, "memory": max(seen["memory"], *memory(pid)),
        }
        pipe.send(seen)

    def _once(self, round: int, wire: Wire, seen: dict) -> None:
        target = "/api/v1/sober" if self.house.product == "sober" else "/api/v1/today"
        begun = time.monotonic()
        answer = self.house.ask("GET", target, wire=wire)
        seen["times"].append((time.monotonic() - begun) * 1000)
        if answer.status != 200:
            seen["refusals"].append(str(answer))
        if round % 4 == 0:
            owner, number, path, document = self.ledger.next()
            answer = self.house.ask("POST", f"/api/v1/{path}", document, wire=wire)
            if answer.status == 200:
                self.ledger.acknowledged[owner] = number
            else:
                seen["refusals"].append(str(answer))


def crowd(load: float | None = None) -> float:
    """How much longer everything takes on a machine with more work than processors."""
    return max(1.0, (os.getloadavg()[0] if load is None else load) / (os.cpu_count() or 1))


def percentile(times: list[float], share: float) -> float:
    return times[min(len(times) - 1, int(len(times) * share))] if times else 0.0


def settle(house: House, ledger: Ledger) -> None:
    """The daemon lives, and after its sudden end everything acknowledged is there."""
    house.check_alive()
    house.end()
    house.start()
    ledger.check()
    house.end()
    house.must("verify", timeout=120)
