"""A PostgreSQL server for one run of a tool, whose data go with it."""
import os
import shutil
import subprocess
from pathlib import Path

from . import programs


class ThrowawayServer:
    """Listens to a socket in its folder alone, and lets everybody in who may read that folder."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.address = f"host={folder} user=trellis dbname=postgres"
        self.bin = programs.postgresql()
        user = programs.postgresql_user()
        self.owner = user and (user.pw_uid, user.pw_gid)
        self.as_user = ["runuser", "-u", user.pw_name, "--"] if user else []

    def __enter__(self) -> "ThrowawayServer":
        self.folder.mkdir(mode=0o700)
        if self.owner:
            os.chown(self.folder, *self.owner)
            # Its user has to get there.
            os.chmod(self.folder.parent, 0o711)
        self.run("initdb", "-U", "trellis", "-A", "trust", "-E", "UTF8", "--no-locale")
        settings = f"-k {self.folder} -c listen_addresses= -c shared_buffers=256MB -c max_wal_size=4GB"
        self.run("pg_ctl", "-w", "-l", f"{self.folder}/log", "-o", settings, "start")
        return self

    def __exit__(self, *_):
        self.run("pg_ctl", "-w", "-m", "immediate", "stop")
        shutil.rmtree(self.folder)

    def run(self, program: str, *words: str):
        subprocess.run(
            [*self.as_user, self.bin / program, "-D", self.folder / "data", *words],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
        )  # fmt: skip
