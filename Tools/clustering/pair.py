"""A primary and its synchronous standby, and what happens when one takes over from the other."""
import secrets
from pathlib import Path

from .database import NAME, USER, Database
from .processes import Trouble, until

# Seconds within which a standby has what its primary has.
CATCHING_UP = 60


class Pair:
    """Two PostgreSQL servers, of which at most one accepts writes at any time."""

    def __init__(self, folder: Path, ports: list[int], password: str, primary: int = 0):
        names = ("one", "two")
        self.databases = [
            Database(name, folder / f"database-{name}", port, password)
            for name, port in zip(names, ports)
        ]
        self.first = primary
        self.password = password

    @property
    def primary(self) -> Database:
        return self.databases[self.first]

    @property
    def standby(self) -> Database:
        return self.databases[1 - self.first]

    @property
    def url(self) -> str:
        """The address for nodes: whichever of the two accepts writes."""
        hosts = ",".join(f"127.0.0.1:{database.port}" for database in self.databases)
        access = f"{USER}:{self.password}"
        options = "target_session_attrs=read-write&connect_timeout=2"
        return f"postgresql://{access}@{hosts}/{NAME}?{options}"

    def create(self):
        for database in self.databases:
            database.make_folder()
        self.primary.create()
        self.primary.start()
        self.primary.ask(f"CREATE DATABASE {NAME}")
        self.standby.copy(self.primary)
        self.standby.start()
        self.synchronize()

    def synchronize(self):
        """From now on a commit is confirmed when both servers have it on disk."""
        # A standby of another history streams as well, and even says that it has everything.
        word = secrets.token_hex(8)
        self.primary.mark(word)
        until(lambda: self.standby.shows(word), CATCHING_UP, "the standby did not follow its primary")
        self.primary.wait_for_standby(self.standby.name)
        until(self.is_synchronous, CATCHING_UP, "the standby did not become synchronous")

    def is_synchronous(self) -> bool:
        return self.primary.standby_state() == "sync"

    def restart(self):
        """Ends the primary as a loss of power would, and starts it again."""
        self.primary.stop("immediate")
        self.primary.start()

    def promote(self):
        """Ends the primary, and has the standby take over.

        The old primary is fenced before anybody can write to the new one.
        """
        if self.primary.is_running():
            until(
                self.is_synchronous, CATCHING_UP,
                "Nothing was promoted, and nothing was lost: the standby did not have everything",
            )  # fmt: skip
            self.primary.stop("immediate")
        elif self.primary.is_alone():
            raise Trouble(
                "The primary ended while it had no standby that was synchronous, so the other server"
                " may lack what was confirmed. Nothing was changed: start the cluster again."
            )
        self.primary.fence()
        self.standby.promote()
        self.first = 1 - self.first
        self.primary.wait_for_standby("")

    def attach(self):
        """Makes the server that is not the primary its standby again."""
        if self.standby.is_running():
            self.standby.stop()
        try:
            self.standby.rewind(self.primary)
            self.standby.start()
            self.synchronize()
        except Trouble:
            # Its log may lack what pg_rewind needs; a copy of everything always works.
            self.standby.stop("immediate")
            self.standby.copy(self.primary)
            self.standby.start()
            self.synchronize()

    def start(self):
        """Starts both servers after they were stopped."""
        self.primary.start()
        self.standby.start()
        self.synchronize()

    def stop(self):
        # The primary first, which sends the standby what it still has.
        for database in (self.primary, self.standby):
            database.stop()
