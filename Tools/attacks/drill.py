"""A drill of the server's backup: what it acknowledged is there after it was lost and restored.

Usage: Tools/attack drill [--devices N] [--seed SEED] [--program TRELLIS-SERVER]

  devices  this many devices push at the same time, two to an account, as fast as they are answered

A backup is made while they push, and two more, of which the older is removed. They go on pushing, an account
is erased, and the server ends with kill -9. Its data are restored from the backup, with the ledgers beside
it; the server refuses to start with half a restore. The devices find another epoch and offer again what they
have. In the end each account has everything that was ever acknowledged, once, erased accounts stay erased,
and `trellis-server verify` finds every entry as it was written. A backup with one changed byte is refused.
The program is the debug build unless given.
"""
import random
import shutil
import subprocess
import time
from pathlib import Path

from .home import Fall
from .server import BATCH, PATIENCE, START, Device, Server, conduct


def main(root: Path, words: list[str]) -> int:
    def attack(server, dice, options):
        return drill(server, dice, options.devices)

    return conduct(attack, "drill", __doc__, root, words)


class Restored(Exception):
    """The server's epoch is not the one that the device knows."""


class Offering(Device):
    """A device that offers again what it has after the server was restored."""

    offered = 0

    def push(self):
        try:
            super().push()
        except Restored:
            self.offer()

    def decided(self, items):
        answer = self.until_answered(push={"author": self.id, "epoch": self.epoch, "items": items})
        if "replaced" in answer:
            raise Restored
        verdicts = answer.get("decided", [])
        if len(verdicts) != len(items):
            raise Fall(f"a push was answered {answer}")
        return list(zip(items, verdicts))

    def offer(self):
        pull = {"author": self.id, "after": START, "limit": 1}
        self.epoch = self.until_answered(pull=pull)["page"]["epoch"]
        told = self.acknowledged
        for begin in range(0, len(told), 500):
            self.decided([item for item, _ in told[begin : begin + 500]])
        self.offered += 1


def drill(server: Server, dice: random.Random, count: int) -> str:
    server.start()
    server.wait()
    accounts = [server.sign_up(f"person{index}@example.org") for index in range((count + 1) // 2)]
    leaving = server.sign_up("leaving@example.org")
    devices = [Offering(server, accounts[index % len(accounts)], index) for index in range(count)]
    lost = Offering(server, leaving, count)
    for device in [*devices, lost]:
        device.thread.start()
    place = server.folder / "backups"
    try:
        backup = under_load(server, dice, devices, lost, leaving, place)
        server.kill()
        refuse_changed(server, backup)
        run(server, "restore", str(place))
        server.start()
        server.wait()
        wait_until(lambda: all(device.offered for device in devices) or any_fall(devices))
        time.sleep(0.2)
    finally:
        for device in [*devices, lost]:
            device.ends.set()
        for device in devices:
            device.thread.join(PATIENCE)
    for device in devices:
        device.check()
    for account in accounts:
        held(server, account, [device for device in devices if device.account is account])
    erased(server)
    server.stop()
    server.verify()
    acknowledged = sum(len(device.acknowledged) for device in devices)
    return f"{acknowledged} entries acknowledged, none lost or doubled; who was erased stays so"


def under_load(server, dice, devices, lost, leaving, place: Path) -> Path:
    """Makes the backups; what comes after them is lost with the server."""
    wait_until(lambda: len(lost.acknowledged) > BATCH and len(devices[0].acknowledged) > BATCH)
    for _ in range(3):
        time.sleep(dice.random() * 0.3)
        run(server, "backup", str(place), "--keep", "2")
    backups = sorted(path for path in place.iterdir() if path.name[0] != ".")
    if len(backups) != 2:
        raise Fall(f"two backups should be kept, and there are {backups}")
    for path in [*backups, *(file for backup in backups for file in backup.iterdir())]:
        if path.stat().st_mode & 0o077:
            raise Fall(f"others can read {path}")
    if any(path.suffix == ".log" for path in backups[-1].iterdir()):
        raise Fall("a ledger is in a backup")
    run(server, "verify-backup", str(place))
    refused = run(server, "restore", str(place), fails=True)
    if "Another server works" not in refused:
        raise Fall(f"a restore beside a server said: {refused}")
    status, _ = server.ask(
        "DELETE", "/api/v1/account", {"password": "a plough in a quiet harbour"}, leaving.token
    )
    if status != 204:
        raise Fall(f"an account was not erased: {status}")
    known = [len(device.acknowledged) for device in devices]
    wait_until(
        lambda: all(len(device.acknowledged) > before for device, before in zip(devices, known))
        or any_fall(devices)
    )
    return backups[-1]


def refuse_changed(server: Server, backup: Path):
    """A copy of the backup with one changed byte, one that lacks a file, and half a restore."""
    copy = server.folder / "changed"
    shutil.copytree(backup, copy)
    journal = copy / "spaces-streaks.db"
    content = bytearray(journal.read_bytes())
    content[len(content) // 2] ^= 1
    journal.write_bytes(content)
    for command in ["verify-backup", "restore"]:
        said = run(server, command, str(copy), fails=True)
        if "not as it was written" not in said:
            raise Fall(f"{command} of a changed backup said: {said}")
    journal.unlink()
    if "missing" not in run(server, "verify-backup", str(copy), fails=True):
        raise Fall("a backup without a file was not noticed")
    mark = server.folder / "data" / "restore-unfinished"
    mark.touch()
    if "did not get to its end" not in run(server, "run", fails=True):
        raise Fall("a server started with half a restore")


def held(server: Server, account, devices):
    status, answer = server.ask("GET", "/api/v1/account", token=account.token)
    if status != 200:
        raise Fall(f"the account is not shown: {status} {answer}")
    there = sum(space["facts"] for space in answer["spaces"])
    fewest = sum(len(device.acknowledged) for device in devices)
    if not fewest <= there <= fewest + BATCH * len(devices):
        raise Fall(f"{fewest} entries were acknowledged, and the account has {there}")


def erased(server: Server):
    """Nobody can sign in to the erased account, and none of its spaces exists."""
    status, _ = server.ask(
        "POST",
        "/api/v1/sessions",
        {
            "email": "leaving@example.org",
            "password": "a plough in a quiet harbour",
            "device": {"name": "a device"},
        },
    )
    if status != 401:
        raise Fall(f"an erased account was answered {status}")


def any_fall(devices) -> bool:
    return any(device.fall for device in devices)


def wait_until(holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise Fall("the devices do not get on")
        time.sleep(0.02)


def run(server: Server, *words: str, fails: bool = False) -> str:
    done = subprocess.run(
        [server.program, *words], env=server.environment, capture_output=True, text=True,
        timeout=PATIENCE,
    )
    if (done.returncode != 0) != fails:
        raise Fall(f"{' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout + done.stderr
