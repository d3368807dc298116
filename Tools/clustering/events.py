"""What happens to a cluster, and when everybody was served again."""
import random
import statistics
import threading
import time
from collections import Counter
from dataclasses import dataclass

from .cluster import Cluster
from .node import Node
from .processes import Trouble
from .writer import Write


@dataclass
class Event:
    name: str
    at: float
    # The longest time that anybody waited for an answer afterwards.
    back: float = 0


class Events:
    """Kills, stalls, restarts and a promotion, chosen by dice."""

    def __init__(self, cluster: Cluster, dice: random.Random, longest_stall: float):
        self.cluster, self.dice, self.longest_stall = cluster, dice, longest_stall
        self.past: list[Event] = []
        # When something is done to a node again, by its number.
        self.due: dict[int, float] = {}
        self.stalled: set[int] = set()
        self.attaching: threading.Thread | None = None
        self.trouble: Trouble | None = None

    # MARK: Nodes

    def healthy(self) -> list[Node]:
        """Nodes that nothing was done to, and that can answer."""
        return [node for node in self.cluster.nodes if node.number not in self.due]

    def tend(self):
        """Starts killed nodes and resumes stalled ones whose time has come."""
        for node in self.cluster.nodes:
            if node.number in self.due and time.monotonic() >= self.due[node.number]:
                self.revive(node)
        if self.trouble:
            raise self.trouble

    def revive(self, node: Node):
        if node.number in self.stalled:
            self.note("resume", node)
            node.resume()
            self.stalled.discard(node.number)
        elif not node.process.is_running():
            node.start()
            self.cluster.save()
        # Not healthy before it answers; looked at again soon.
        if node.is_ready():
            del self.due[node.number]
        else:
            self.due[node.number] = time.monotonic() + 0.2

    def revive_all(self):
        for node in self.cluster.nodes:
            if node.number in self.due:
                self.due[node.number] = 0
        end = time.monotonic() + 90
        while self.due:
            self.tend()
            time.sleep(0.1)
            if time.monotonic() > end:
                raise Trouble(f"Nodes {sorted(self.due)} did not come back within 90 s.")

    # MARK: Events

    def note(self, name: str, node: Node | None = None):
        self.past.append(Event(f"{name} {node.number}" if node else name, time.monotonic()))

    def next(self):
        """Something happens; at least one node goes on."""
        self.check_nodes()
        healthy = self.healthy()
        what = self.dice.choices(["kill", "stall", "restart"], [5, 4, 2])[0]
        node = self.dice.choice(healthy) if healthy else None
        length = self.dice.uniform(0, 1)
        if what == "restart" or len(healthy) < 2:
            return self.restart()
        self.note(what, node)
        if what == "kill":
            node.process.kill()
            self.due[node.number] = time.monotonic() + 0.5 + 2.5 * length
        else:
            node.stall()
            self.stalled.add(node.number)
            # Half of them are short, and some take as long as a stall may take.
            self.due[node.number] = time.monotonic() + self.longest_stall ** length

    def restart(self):
        if self.is_attaching():
            return
        self.note("restart")
        self.cluster.pair.restart()

    def promote(self):
        """The standby takes over; the old primary follows it while other things happen."""
        self.note("promote")
        self.cluster.pair.promote()
        self.cluster.save()
        self.attaching = threading.Thread(target=self.attach, daemon=True)
        self.attaching.start()

    def attach(self):
        try:
            self.cluster.pair.attach()
        except Trouble as trouble:
            self.trouble = trouble

    def is_attaching(self) -> bool:
        return self.attaching is not None and self.attaching.is_alive()

    def wait_for_attaching(self):
        if self.attaching is not None:
            self.attaching.join(120)

    def check_nodes(self):
        """A node that has ended although nobody ended it is a failure of its own."""
        for node in self.healthy():
            if not node.process.is_running():
                raise Trouble(f"Node {node.number} ended by itself: {node.process.last_words()}")

    # MARK: Figures

    def measure(self, writes: list[Write]):
        """Finds for each event how long people waited who asked until the next one."""
        ends = [event.at for event in self.past[1:]] + [float("inf")]
        for event, end in zip(self.past, ends):
            waits = [
                write.ended - max(write.begun, event.at)
                for write in writes
                if write.ended > event.at and write.begun < end
            ]
            event.back = max(waits, default=0)

    def counts(self) -> str:
        counts = Counter(event.name.split()[0] for event in self.past)
        return ", ".join(f"{count} × {name}" for name, count in sorted(counts.items()))

    def backs(self) -> list[float]:
        return [event.back for event in self.past] or [0]

    def middle(self) -> float:
        return statistics.median(self.backs())
