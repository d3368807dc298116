"""PostgreSQL with a standby, nodes and a balancer in one folder, known to later runs of the tool."""
import json
import os
import secrets
import shutil
from pathlib import Path

from . import programs
from .balancer import Balancer
from .node import Node
from .pair import Pair
from .patroni import PatroniPair
from .processes import Trouble, free_port


class Cluster:
    """All parts of a cluster; `state` is what a file in its folder says of them."""

    def __init__(self, folder: Path, state: dict):
        self.folder, self.state = folder, state
        if state.get("patroni"):
            self.pair = PatroniPair(folder, state)
        else:
            self.pair = Pair(folder, state["databases"], state["password"], state["primary"])
        self.balancer = Balancer(folder, state["balancer"], state.get("balancing"))
        running = state.get("running") or [None] * len(state["nodes"])
        self.nodes = [
            Node(number, folder, port, state["program"], running[number - 1])
            for number, port in enumerate(state["nodes"], 1)
        ]
        for node in self.nodes:
            node.host = self.balancer.host

    # MARK: Folders

    @classmethod
    def new(cls, folder: Path, nodes: int, program: str, by_patroni: bool = False) -> "Cluster":
        """A cluster in a new folder, which the user who runs PostgreSQL can enter."""
        programs.postgresql()
        programs.haproxy()
        try:
            folder.mkdir(mode=0o711)
        except FileExistsError:
            raise Trouble(
                f"{folder} is there already. Nothing was changed: name another  --folder , or remove"
                " what is there with  Tools/cluster down --purge"
            ) from None
        except OSError as error:
            raise Trouble(f"{folder} cannot be made ({error.strerror}). Name another  --folder") from None
        folder.chmod(0o711)
        state = {
            "program": program,
            "password": secrets.token_hex(16),
            "primary": 0,
            "databases": [free_port(), free_port()],
            "balancer": free_port(),
            "nodes": [free_port() for _ in range(nodes)],
            "patroni": PatroniPair.ports() if by_patroni else None,
        }
        return cls(folder, state)

    @classmethod
    def found(cls, folder: Path) -> "Cluster":
        """The cluster that an earlier run has made."""
        file = folder / "cluster.json"
        if not file.exists():
            raise Trouble(f"There is no cluster in {folder}. Start one with  Tools/cluster up")
        if file.stat().st_uid != os.geteuid():
            raise Trouble(f"The cluster in {folder} belongs to another user. Nothing was changed.")
        return cls(folder, json.loads(file.read_text()))

    def save(self):
        self.state |= {
            "primary": self.pair.first,
            "balancing": self.balancer.process.identity,
            "running": [node.process.identity for node in self.nodes],
        }
        if isinstance(self.pair, PatroniPair):
            self.state["patroni"]["running"] = self.pair.identities
        new = self.folder / "cluster.json.new"
        new.touch(mode=0o600)
        new.write_text(json.dumps(self.state, indent=2) + "\n")
        new.replace(self.folder / "cluster.json")

    # MARK: Running

    @property
    def address(self) -> str:
        return f"http://{self.balancer.host}"

    def create(self, **settings):
        """Makes everything and starts it; `settings` are more of those of a server."""
        self.save()
        self.pair.create()
        self.save()
        for node in self.nodes:
            node.configure(self.pair.url, self.balancer.port, settings)
        first, *others = self.nodes
        # The first node makes the tables and the keys.
        first.start()
        self.save()
        first.wait()
        for node in others:
            first.share_keys(node)
        self.serve(others)

    def serve(self, nodes: list[Node]):
        for node in nodes:
            node.start()
        self.save()
        for node in nodes:
            node.wait()
        self.balancer.configure(self.nodes)
        self.balancer.start()
        self.save()

    def restart(self):
        """Starts again what was stopped."""
        self.pair.start()
        self.save()
        self.serve(self.nodes)

    def is_running(self) -> bool:
        parts = [self.balancer.process, *(node.process for node in self.nodes)]
        return any(part.is_running() for part in parts)

    def promote(self):
        """Has the standby take over, and makes the old primary its standby."""
        self.pair.promote()
        self.save()
        self.pair.attach()

    def use(self, program: str):
        """Nodes that are started from now on run another program."""
        self.state["program"] = program
        for node in self.nodes:
            node.program = program

    def renew(self, node: Node):
        """Stops a node as an upgrade does, and starts it again."""
        node.process.stop()
        node.start()
        self.save()
        node.wait()

    def stop(self):
        """Stops all parts, also if one of them does not end by itself."""
        trouble = None
        for part in [self.balancer.process, *(node.process for node in self.nodes), self.pair]:
            try:
                part.stop()
            except Trouble as found:
                trouble = found
        if trouble:
            raise trouble

    def remove(self):
        shutil.rmtree(self.folder)
