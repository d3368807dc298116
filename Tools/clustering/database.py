"""One PostgreSQL server, a primary or the standby of another one."""
import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryFile

from . import programs
from .processes import Trouble

USER, NAME = "trellis", "trellis"
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "synchronous_commit": "on",
    # After a crash the whole folder would be synced file by file, for seconds, before it answers.
    "recovery_init_sync_method": "syncfs",
    "checkpoint_timeout": "1min",
    # A standby that comes back finds what was written in the meantime.
    "wal_keep_size": "512MB",
    # Commits wait for the standby, so it looks for its primary more often than every 5 s.
    "wal_retrieve_retry_interval": "250ms",
    "log_line_prefix": "%m [%p] %a ",
}


class Database:
    """A server with a folder of its own.

    It runs as another user if this tool is run by root.
    """

    def __init__(self, name: str, folder: Path, port: int, password: str):
        self.name, self.folder, self.port, self.password = name, folder, port, password
        self.bin = programs.postgresql()
        self.data = folder / "data"

    @property
    def fence_file(self) -> Path:
        """With this file PostgreSQL starts as a standby, however it is started."""
        return self.data / "standby.signal"

    # MARK: Making

    def make_folder(self):
        self.folder.mkdir(mode=0o700)
        give(self.folder)

    def create(self):
        """Makes an empty database, whose pages have checksums, as pg_rewind needs."""
        file = self.folder / "password"
        file.touch(mode=0o600)
        file.write_text(self.password)
        give(file)
        words = ["-U", USER, "-A", "scram-sha-256", f"--pwfile={file}", "-E", "UTF8", "-k"]
        self.run("initdb", "-D", str(self.data), "--locale=C.UTF-8", *words)
        file.unlink()
        with open(self.data / "postgresql.conf", "a") as settings:
            settings.writelines(f"{name} = '{value}'\n" for name, value in SETTINGS.items())

    def copy(self, primary: "Database"):
        """Becomes a standby, by a copy of everything that the primary has."""
        if self.data.exists():
            shutil.rmtree(self.data)
        self.run("pg_basebackup", "-D", str(self.data), "-d", primary.address(), "-c", "fast", "-R")

    def rewind(self, primary: "Database"):
        """Becomes a standby of the server that was promoted in its place.

        What it had and the other one did not is undone. That is nothing that was confirmed.
        """
        if (self.data / "backup_label").exists():
            raise Trouble("An earlier attempt did not get to its end; only a new copy is safe.")
        # Else the source's own file may still name the history that both had before.
        primary.ask("CHECKPOINT")
        words = ["--target-pgdata", str(self.data), "--source-server", primary.address(NAME), "-R"]
        # pg_rewind first lets the server recover from its end, alone, which a standby cannot do.
        self.fence_file.unlink(missing_ok=True)
        try:
            self.run("pg_rewind", *words)
        finally:
            self.fence()

    def fence(self):
        """Keeps a server that is not running from ever accepting writes again by itself."""
        self.fence_file.touch(mode=0o600)
        give(self.fence_file)

    # MARK: Running

    def start(self, waits: bool = True):
        # A standby has a copy of its primary's settings, and these are different.
        own = {"port": self.port, "cluster_name": self.name, "unix_socket_directories": self.folder}
        settings = " ".join(f"-c {name}={value}" for name, value in own.items())
        log = str(self.folder / "log")
        self.control("-w" if waits else "-W", "-t", "60", "-l", log, "-o", settings, "start")

    def stop(self, mode: str = "fast"):
        """Modes are those of pg_ctl; `immediate` ends it as a loss of power would."""
        if self.is_running():
            self.control("-w", "-m", mode, "stop")

    def promote(self):
        self.control("-w", "-t", "30", "promote")

    def is_running(self) -> bool:
        """Tells it by the exit status of pg_ctl: 3 for a server that does not run, 4 for no folder."""
        return self.spawn("pg_ctl", ["-D", str(self.data), "status"]).returncode == 0

    def control(self, *words: str):
        self.run("pg_ctl", "-D", str(self.data), "-s", *words)

    # MARK: Statements

    def address(self, database: str = "postgres") -> str:
        return f"host=127.0.0.1 port={self.port} user={USER} dbname={database} connect_timeout=5"

    def ask(self, statement: str, database: str = "postgres") -> str:
        """The rows of a statement, their columns separated by `|`."""
        words = ["-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-d", self.address(database)]
        return self.run("psql", *words, "-c", statement).strip()

    def wait_for_standby(self, name: str):
        """Lets commits wait until the standby has them on disk; none if the name is empty."""
        self.ask(f"ALTER SYSTEM SET synchronous_standby_names = '{name}'")
        self.ask("SELECT pg_reload_conf()")

    def is_alone(self) -> bool:
        """Whether its commits wait for no standby; can be asked of a server that does not run."""
        text = (self.data / "postgresql.auto.conf").read_text()
        return "synchronous_standby_names = ''" in text

    def mark(self, word: str):
        """Writes something that a server that follows this one has to show."""
        self.ask(f"COMMENT ON DATABASE {NAME} IS '{word}'")

    def shows(self, word: str) -> bool:
        query = f"SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = '{NAME}'"
        try:
            return self.ask(query) == word
        except Trouble:
            return False

    def standby_state(self) -> str:
        """`sync` if the standby has everything, `async` if nothing waits for it."""
        try:
            return self.ask(
                "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming' LIMIT 1"
            )
        except Trouble:
            return ""

    # MARK: Programs

    def run(self, program: str, *words: str) -> str:
        done = self.spawn(program, list(words))
        if done.returncode != 0:
            said = (done.stderr or done.stdout).strip()[-1500:]
            raise Trouble(f"{program} of the database “{self.name}” failed: {said}\n{self.last_words()}")
        return done.stdout

    def spawn(self, program: str, words: list[str]) -> subprocess.CompletedProcess:
        command = [str(self.bin / program), *words]
        user = programs.postgresql_user()
        options = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
        environment = {"PATH": "/usr/bin:/bin", "PGPASSWORD": self.password, "LC_ALL": "C.UTF-8"}
        # Not through pipes: a server that pg_ctl starts keeps them, and they would not end.
        with TemporaryFile() as out, TemporaryFile() as errors:
            done = subprocess.run(
                command, env=environment, cwd="/", stdin=subprocess.DEVNULL, stdout=out,
                stderr=errors, start_new_session=True, **options,
            )  # fmt: skip
            texts = [read(file) for file in (out, errors)]
        return subprocess.CompletedProcess(command, done.returncode, *texts)

    def last_words(self) -> str:
        log = self.folder / "log"
        return log.read_text(errors="replace")[-1500:] if log.exists() else ""


def give(file: Path):
    """Gives a file to the user who runs PostgreSQL."""
    if user := programs.postgresql_user():
        os.chown(file, user.pw_uid, user.pw_gid)


def read(file) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")
