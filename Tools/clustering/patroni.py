"""A pair of which Patroni makes one the primary, and etcd, in which its members agree on that."""
import json
import shutil
import urllib.request
from pathlib import Path

from . import programs
from .database import NAME, SETTINGS, USER, Database, give
from .pair import CATCHING_UP, Pair
from .processes import Process, Trouble, free_port, until

# Seconds within which a member is the primary, or follows one.
CHOOSING = 90
# How often members look at each other, in seconds, and for how long one is the primary without saying
# so again. Patroni refuses less than 20, and needs them only if it ends together with PostgreSQL.
LOOP, LIFETIME, RETRIES = 1, 20, 3


class PatroniPair(Pair):
    """Two PostgreSQL servers whose starts, ends and roles are Patroni's alone."""

    def __init__(self, folder: Path, state: dict):
        super().__init__(folder, state["databases"], state["password"], state["primary"])
        own = state["patroni"]
        self.folder, self.own = folder, own
        running = own.get("running") or [None, None, None]
        self.etcd = Process("etcd", folder / "etcd.log", running[0])
        self.members = [
            Process(f"Patroni of “{database.name}”", folder / f"patroni-{database.name}.log", identity)
            for database, identity in zip(self.databases, running[1:])
        ]

    @staticmethod
    def ports() -> dict:
        return {"etcd": [free_port(), free_port()], "members": [free_port(), free_port()]}

    @property
    def identities(self) -> list:
        return [self.etcd.identity, *(member.identity for member in self.members)]

    # MARK: Making

    def create(self):
        for database, port in zip(self.databases, self.own["members"]):
            database.make_folder()
            file = self.configuration(database)
            file.touch(mode=0o600)
            file.write_text(json.dumps(self.settings(database, port), indent=2))
            give(file)
        self.start_etcd()
        # The one that is there first makes the database, and the other one copies it.
        self.start_member(0)
        until(self.has_primary, CHOOSING, "Patroni did not make a primary")
        self.primary.ask(f"CREATE DATABASE {NAME}")
        self.start_member(1)
        self.attach()

    def configuration(self, database: Database) -> Path:
        return database.folder / "patroni.json"

    def settings(self, database: Database, port: int) -> dict:
        """Patroni's settings, in JSON, which is YAML too."""
        shared = {name: value for name, value in SETTINGS.items() if name != "listen_addresses"}
        access = {"username": USER, "password": self.password}
        return {
            "scope": "trellis",
            "name": database.name,
            "restapi": address(port),
            "etcd3": {"host": f"127.0.0.1:{self.own['etcd'][0]}"},
            "bootstrap": {
                "dcs": {
                    "ttl": LIFETIME,
                    "loop_wait": LOOP,
                    "retry_timeout": RETRIES,
                    # Only a standby that has everything that was confirmed may take over.
                    "synchronous_mode": True,
                    "maximum_lag_on_failover": 0,
                    # A primary that ended is not waited for while there is such a standby.
                    "primary_start_timeout": 0,
                    "postgresql": {"use_pg_rewind": True, "parameters": shared},
                },
                "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"],
            },
            "postgresql": address(database.port)
            | {
                "data_dir": str(database.data),
                "bin_dir": str(database.bin),
                "pgpass": str(database.folder / "pgpass"),
                "authentication": {"superuser": access, "replication": access, "rewind": access},
                "parameters": {"unix_socket_directories": str(database.folder)},
                "pg_hba": [
                    f"host {who} all 127.0.0.1/32 scram-sha-256" for who in ("all", "replication")
                ],
            },
        }

    # MARK: Running

    def start_etcd(self):
        client, peer = (f"http://127.0.0.1:{port}" for port in self.own["etcd"])
        self.etcd.start(
            [
                found("etcd"), "--name", "trellis", "--data-dir", str(self.folder / "etcd"),
                "--listen-client-urls", client, "--advertise-client-urls", client,
                "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
                "--initial-cluster", f"trellis={peer}",
            ]
        )  # fmt: skip

    def start_member(self, index: int):
        database, member = self.databases[index], self.members[index]
        as_user = []
        if user := programs.postgresql_user():
            as_user = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        member.start([*as_user, found("patroni"), str(self.configuration(database))])

    def has_primary(self) -> bool:
        """Whether one of the two accepts writes, which is the primary then."""
        for index, database in enumerate(self.databases):
            try:
                if database.ask("SELECT NOT pg_is_in_recovery()") == "t":
                    self.first = index
                    return True
            except Trouble:
                continue
        return False

    def is_synchronous(self) -> bool:
        """Whether the standby has everything, and Patroni knows it and would let it take over."""
        port = self.own["members"][1 - self.first]
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/sync", timeout=2) as answer:
                return answer.status == 200 and super().is_synchronous()
        except OSError:
            return False

    def restart(self):
        """Ends the primary as a loss of power would; Patroni decides who goes on."""
        until(self.has_primary, CHOOSING, "There was no primary")
        self.primary.stop("immediate")
        until(self.has_primary, CHOOSING, "Nobody took over, and the primary did not start again,")

    def promote(self):
        """Ends the primary, and has the standby take over."""
        until(
            self.is_synchronous, CATCHING_UP,
            "Nothing was promoted, and nothing was lost: the standby did not have everything",
        )  # fmt: skip
        before = self.first
        self.restart()
        if self.first == before:
            raise Trouble("Patroni has started the same primary again. Nothing was lost.")

    def attach(self):
        """Waits until the server that is not the primary is its standby again."""
        until(self.is_synchronous, CHOOSING, "the standby did not become synchronous")

    def start(self):
        self.start_etcd()
        for index in range(len(self.members)):
            self.start_member(index)
        until(self.has_primary, CHOOSING, "Patroni did not start a primary")
        self.attach()

    def stop(self):
        # The standby first, or it would take over.
        for index in (1 - self.first, self.first):
            self.members[index].stop(60)
        self.etcd.stop()


def address(port: int) -> dict:
    return {"listen": f"127.0.0.1:{port}", "connect_address": f"127.0.0.1:{port}"}


def found(program: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise Trouble(f"There is no  {program} . Nothing was started: run  Tools/setup --patroni")
    return path
