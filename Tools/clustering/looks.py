"""A person whose change at one node is looked for on a page of another."""
import random
import time

from .client import Client, Refused, Unanswered
from .cluster import Cluster
from .node import Node

# Seconds after which a look is given up.
PATIENCE = 10


class Looks:
    def __init__(self, cluster: Cluster, dice: random.Random):
        self.dice = dice
        self.person = Client(cluster.balancer.port, cluster.balancer.host, "127.0.9.1")
        self.habit = ""
        # The seconds that each took, and when it was and where.
        self.times: list[float] = []
        self.past: list[tuple[float, str]] = []
        # The seconds that the other node took for the page alone.
        self.pages: list[float] = []
        self.count = 0

    def settle(self):
        self.person.sign_up("looker@example.org")
        self.habit = self.person.make_habit("Look")

    def look(self, nodes: list[Node]):
        """Changes something at one node, and waits until another one shows it."""
        one, other = self.dice.sample(nodes, 2)
        self.count += 1
        title = f"Look {self.count} at {other.number}"
        wish = {"habit": self.habit, "patch": {"title": title}}
        self.at(one).ask("POST", "/api/v1/tracking/edit-habit", wish)
        begun = time.monotonic()
        client = self.at(other)
        while not self.shows(client, title):
            if time.monotonic() - begun > PATIENCE:
                break
            time.sleep(0.02)
        self.times.append(time.monotonic() - begun)
        self.past.append((begun, f"look from {one.number} to {other.number}"))
        client.close()

    def at(self, node: Node) -> Client:
        return Client(node.port, node.host, self.person.source, self.person.token)

    def shows(self, client: Client, title: str) -> bool:
        begun = time.monotonic()
        try:
            answer = client.send("GET", "/today")
        except Unanswered:
            return False
        self.pages.append(time.monotonic() - begun)
        if answer.status not in (200, 502, 503):
            raise Refused(f"a page was answered {answer}")
        return title in answer.body.decode(errors="replace")
