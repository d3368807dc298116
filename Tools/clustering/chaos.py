"""A cluster of its own that is attacked while people write, and the report about it."""
import random
import shutil
import statistics
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path

from . import count, notices, programs, writer
from .client import Refused
from .cluster import Cluster
from .events import Events
from .looks import Looks
from .processes import Trouble
from .writer import Write, Writer

# Seconds after which everybody has to be served again, and a change has to be seen.
BACK = 5
SEEN = 1
# Seconds between two writes of a person.
PAUSE = 0.8


def main(options) -> int:
    print(f"seed {options.seed}", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="trellis-chaos-"))
    folder.rmdir()
    program = programs.server(options.programs)
    cluster = Cluster.new(folder, options.nodes, program, options.patroni)
    try:
        report = Report()
        Run(cluster, options, report).run()
        kept = "" if report.failed == 0 else f"kept for a look: {folder}"
    except (Trouble, Refused) as trouble:
        report.line("run", f"stopped: {trouble}", False)
        kept = f"kept for a look: {folder}"
    finally:
        cluster.stop()
    if kept:
        print(kept)
    else:
        shutil.rmtree(folder)
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


class Report:
    """Lines of figures, some of which have to hold."""

    def __init__(self):
        self.passed = self.failed = 0
        self.begun = time.monotonic()

    def line(self, name: str, text: str, holds: bool | None = None):
        if holds is not None:
            self.passed += holds
            self.failed += not holds
        mark = " fell:" if holds is False else ""
        print(f"{name:9} {time.monotonic() - self.begun:5.0f} s {mark} {text}", flush=True)


class Run:
    def __init__(self, cluster: Cluster, options, report: Report):
        self.cluster, self.report = cluster, report
        self.seconds = options.minutes * 60
        self.dice = random.Random(options.seed)
        longest = min(60, self.seconds / 3)
        self.events = Events(cluster, self.dice, longest)
        self.receiver = notices.Receiver()
        self.looks = Looks(cluster, self.dice)
        balancer = cluster.balancer
        self.writers = [
            Writer(number, balancer.port, balancer.host, PAUSE)
            for number in range(1, options.writers + 1)
        ]
        self.reminders = 0

    def run(self):
        self.begin()
        try:
            self.roll()
            self.calm()
            self.attack()
            self.events.revive_all()
            self.settle()
        finally:
            for each in self.writers:
                each.stop()
            self.events.wait_for_attaching()
        for each in self.writers:
            each.thread.join(90)
        self.tell_events()
        self.count()
        self.tell_looks()
        self.tell_notices()

    def begin(self):
        self.cluster.create(
            limits={"callsPerMinute": 1_000_000}, notices={"allowLoopback": True}
        )
        version = self.cluster.pair.primary.ask("SHOW server_version").split()[0]
        nodes = len(self.cluster.nodes)
        self.report.line("up", f"{nodes} nodes, HAProxy, PostgreSQL {version} with a standby")
        minutes = int(self.seconds // 60)
        self.looks.settle()
        self.reminders = writer.settle(
            self.writers, lambda each: notices.expect(self.receiver, each.client, each.number, minutes)
        )
        for each in self.writers:
            each.thread.start()
        self.report.line("people", f"{len(self.writers)} write, {self.reminders} reminders are due")

    # MARK: Phases

    def roll(self):
        """Restarts one node after the other; nobody sees an error after one more attempt."""
        begun = time.monotonic()
        for node in self.cluster.nodes:
            self.cluster.renew(node)
            # As long as the balancer needs to see that it is back.
            time.sleep(1.5)
        ended = time.monotonic()
        writes = [write for write in self.writes() if begun < write.ended and write.begun < ended]
        again = sum(bool(write.errors) for write in writes)
        worse = [write for write in writes if len(write.errors) > 1]
        longest = max((write.ended - write.begun for write in writes), default=0)
        words = f"{len(writes)} checks, {again} at the second attempt, {len(worse)} later,"
        self.report.line(
            "roll", f"{words} {longest:.1f} s at most{said(writes)}", not worse and len(writes) > 0
        )

    def calm(self):
        """Without any event, a change at one node is looked for at another."""
        nodes = self.events.healthy()
        if len(nodes) < 2 or self.events.is_attaching():
            return
        for _ in range(3):
            self.looks.look(nodes)

    def attack(self):
        end = time.monotonic() + self.seconds
        middle = end - self.seconds / 2
        is_promoted = False
        number = 0
        while time.monotonic() < end:
            if not is_promoted and time.monotonic() > middle:
                is_promoted = True
                self.events.promote()
            else:
                self.events.next()
            # Each event has the time that is asked for, or a wait could not be told from the next one's.
            self.pause(self.dice.uniform(BACK, BACK + 3))
            number += 1
            if number % 4 == 0:
                self.rest()

    def pause(self, seconds: float):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.events.tend()
            time.sleep(0.05)
        falls = [each.fall for each in self.writers if each.fall]
        if falls:
            raise Refused(falls[0])

    def rest(self):
        """A calm interval: two nodes at least are well, and nothing happens to any of them."""
        end = time.monotonic() + 30
        while len(self.events.healthy()) < 2 and time.monotonic() < end:
            self.pause(0.1)
        self.pause(2)
        self.calm()

    def settle(self):
        """Waits until the database is whole again and the last notices had their time."""
        self.events.wait_for_attaching()
        self.events.tend()
        end = time.monotonic() + 60 + notices.GRACE
        while self.receiver.reminders() < self.reminders and time.monotonic() < end:
            time.sleep(0.2)

    # MARK: The report

    def writes(self) -> list:
        return [write for each in self.writers for write in list(each.writes)]

    def tell_events(self):
        writes = self.writes()
        self.events.measure(writes)
        self.keep(writes)
        self.report.line("events", self.events.counts())
        backs = self.events.backs()
        worst = max(self.events.past, key=lambda event: event.back)
        words = f"p50 {self.events.middle():.1f} s, at most {max(backs):.1f} s (after “{worst.name}”)"
        self.report.line("back", f"{words}; {BACK} s are asked", max(backs) <= BACK)
        again = sum(bool(write.errors) for write in writes)
        wish = max(each.longest_wish for each in self.writers)
        words = f"{len(writes)} checks, {again} took more attempts{said(writes)}"
        self.report.line("writes", f"{words}; asked to wait {wish:.0f} s at most")

    def keep(self, writes: list[Write]):
        """Writes down what happened when, and who waited for longest, for whoever looks for a cause."""
        begun = self.report.begun
        lines = [
            f"{event.at - begun:8.2f} {event.name:10} served again after {event.back:.2f} s"
            for event in self.events.past
        ]
        lines += [
            f"{at - begun:8.2f} {name} took {seconds:.2f} s"
            for (at, name), seconds in zip(self.looks.past, self.looks.times)
        ]
        longest = sorted(writes, key=lambda write: write.begun - write.ended)[:50]
        lines += [
            f"{write.begun - begun:8.2f} {write.label:10} took {write.ended - write.begun:.2f} s"
            f" {' '.join(write.errors)}"
            for write in longest
        ]
        (self.cluster.folder / "events.txt").write_text("\n".join(sorted(lines)) + "\n")

    def count(self):
        falls = [each.fall for each in self.writers if each.fall]
        falls += [f"writer {each.number} hangs" for each in self.writers if each.thread.is_alive()]
        if falls:
            raise Refused("; ".join(falls[:3]))
        found = count.count(self.cluster, self.writers)
        lost = f"{len(found.lost)} lost{example(found.lost)}"
        doubled = f"{len(found.doubled)} doubled{example(found.doubled)}"
        doubled += self.causes(set(found.doubled))
        self.report.line("kept", f"{found.acknowledged} confirmed, {lost}", not found.lost)
        self.report.line("once", doubled, not found.doubled)
        self.report.line(
            "same", f"{len(found.different)} people are shown different things by two nodes",
            not found.different,
        )  # fmt: skip
        self.verify()

    def causes(self, labels: set[str]) -> str:
        """What had just happened, or did, while checks were waiting for their answer."""
        found: Counter = Counter()
        for write in self.writes():
            if write.label in labels:
                names = {
                    event.name.split()[0]
                    for event in self.events.past
                    if write.begun - BACK < event.at < write.ended
                }
                found["+".join(sorted(names)) or "nothing"] += 1
        return in_brackets(found)

    def verify(self):
        """The server's own look at each entry of each space."""
        node = self.cluster.nodes[0]
        words = [node.program, "verify", "--config", str(node.configuration)]
        done = subprocess.run(words, capture_output=True, text=True)
        printed = (done.stdout + done.stderr).strip().splitlines()[-1:]
        self.report.line("verify", " ".join(printed), done.returncode == 0)

    def tell_looks(self):
        times = self.looks.times or [float("inf")]
        page = statistics.median(self.looks.pages or [0])
        words = f"p50 {statistics.median(times):.2f} s, at most {max(times):.2f} s in {len(times)} looks"
        words += f" (the page alone takes {page:.2f} s)"
        self.report.line("seen", f"{words}; {SEEN} s is asked", max(times) <= SEEN)

    def tell_notices(self):
        soon, late = self.receiver.repeats()
        words = f"{self.receiver.reminders()} of {self.reminders} reminders arrived,"
        repeated = f"{soon} twice, {late} again after the lease of a sender that was killed"
        self.report.line("notices", f"{words} {repeated}", soon == 0)


def said(writes: list[Write]) -> str:
    """What failed attempts were answered."""
    return in_brackets(Counter(error for write in writes for error in write.errors))


def in_brackets(counter: Counter) -> str:
    """The most frequent things first; nothing if there are none."""
    found = counter.most_common(6)
    return f" ({', '.join(f'{number} × {name}' for name, number in found)})" if found else ""


def example(labels: list[str]) -> str:
    return f", such as {labels[0]}" if labels else ""
