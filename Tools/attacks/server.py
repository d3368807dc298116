"""Attacks the server for many people: what it acknowledged is there, however often it is killed.

Usage: Tools/attack server [--kills N] [--devices N] [--seed SEED] [--program TRELLIS-SERVER]

  kills    ends the server with kill -9 at any moment, also during its start, and starts it again
  devices  this many devices push at the same time, two to an account, as fast as they are answered

A device that got no answer sends the same again, as real ones do. In the end each account has
everything that was acknowledged, once, under the numbers of its device and with the same verdicts, and
`trellis-server verify` finds every entry as it was written. SEED repeats the moments. The program
is the debug build unless given.
"""
import argparse
import hashlib
import http.client
import json
import os
import random
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import uuid
from pathlib import Path

from .home import Fall

# Seconds that a server may take to answer, and that all devices may take to end.
PATIENCE = 60
BATCH = 10
PASSWORD = "a plough in a quiet harbour"
# The state of a device before it has pulled anything.
START = {"position": 0, "hash": hashlib.sha256(b"").hexdigest()}


def main(root: Path, words: list[str]) -> int:
    def attack(server, dice, options):
        return kills(server, dice, options.kills, options.devices)

    return conduct(attack, "kills", __doc__, root, words, kills=30)


def conduct(attack, name: str, help: str, root: Path, words: list[str], **numbers: int) -> int:
    """Runs an attack on a server of its own; returns the status for the shell.

    attack   gets the server, the dice and the options, and returns a description of the result
    numbers  options beyond --devices, each with its default
    """
    if "--help" in words or "-h" in words:
        print(help.strip())
        return 0
    parser = argparse.ArgumentParser(add_help=False)
    for option, number in {**numbers, "devices": 4, "seed": int(time.time())}.items():
        parser.add_argument(f"--{option}", type=int, default=number)
    parser.add_argument("--program", default=str(root / ".build" / "debug" / "trellis-server"))
    options = parser.parse_args(words)
    print(f"seed {options.seed}", flush=True)
    begun = time.monotonic()
    server = Server(options.program)
    falls = 0
    try:
        said = attack(server, random.Random(options.seed), options)
        server.remove()
    except Fall as fall:
        falls += 1
        server.stop()
        said = f"fell: {fall}\n  kept for a look: {server.folder}"
    print(f"{name} {time.monotonic() - begun:5.0f} s  {said}", flush=True)
    print(f"{1 - falls} passed, {falls} failed")
    return 1 if falls else 0


def stop(devices: list["Device"]) -> None:
    """Tells the devices to end, and waits for them."""
    for device in devices:
        device.ends.set()
    for device in devices:
        device.thread.join(PATIENCE)


def check(server: "Server", accounts: list, devices: list["Device"]) -> None:
    """Checks that everything acknowledged is there once, and ends the server."""
    for device in devices:
        device.check()
    for account in accounts:
        server.check(account, [device for device in devices if device.account is account])
    server.stop()
    server.verify()


def kills(server: "Server", dice: random.Random, number: int, count: int) -> str:
    server.start()
    server.wait()
    accounts = [server.sign_up(f"person{index}@example.org") for index in range((count + 1) // 2)]
    devices = [Device(server, accounts[index % len(accounts)], index) for index in range(count)]
    for device in devices:
        device.thread.start()
    try:
        for _ in range(number):
            # Sometimes while it starts, and otherwise while it receives pushes.
            if dice.random() < 0.7:
                server.wait()
            time.sleep(dice.random() * 0.2)
            server.kill()
            server.start()
        server.wait()
    finally:
        stop(devices)
    check(server, accounts, devices)
    acknowledged = sum(len(device.acknowledged) for device in devices)
    if acknowledged < number:
        raise Fall(f"only {acknowledged} entries were acknowledged: the server was hardly used")
    again = sum(device.repeated for device in devices)
    return f"{acknowledged} entries acknowledged, {again} requests sent again, none lost or doubled"


class Account:
    def __init__(self, token: str):
        self.token = token


class Unanswered(Exception):
    """There was no answer, or an incomplete one."""


class Server:
    """A server with a folder of its own."""

    def __init__(self, program: str):
        self.program = program
        self.folder = Path(tempfile.mkdtemp(prefix="trellis-attack-"))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.environment = {
            key: value for key, value in os.environ.items() if not key.startswith("TRELLIS_")
        } | {
            "HOME": str(self.folder),
            "TRELLIS_SERVER_DATA": str(self.folder / "data"),
            "TRELLIS_SERVER_LISTEN": f"127.0.0.1:{self.port}",
            "TRELLIS_SERVER_SIGN_UP": "open",
            "TRELLIS_SERVER_LIMITS_CALLS_PER_MINUTE": "1000000",
        }
        self.process = None
        # The number of incomplete answers.
        self.broken = 0

    def start(self, **more: str):
        """Starts the program, with additional environment variables if given."""
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [self.program], env=self.environment | more, stdout=log, stderr=log
            )

    def wait(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise Fall(f"the server ended by itself: {self.last_words()}")
            try:
                if self.ask("GET", "/health/ready")[0] == 200:
                    return
            except Unanswered:
                time.sleep(0.02)
        raise Fall(f"the server does not answer: {self.last_words()}")

    def kill(self):
        if self.process.poll() is not None:
            raise Fall(f"the server ended by itself: {self.last_words()}")
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)

    def remove(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def last_words(self) -> str:
        return (self.folder / "log").read_text(errors="replace")[-2000:]

    def verify(self):
        done = subprocess.run(
            [self.program, "verify"], env=self.environment, capture_output=True, text=True
        )
        if done.returncode != 0:
            raise Fall(f"verify: {done.stdout}{done.stderr}")

    def ask(self, method: str, path: str, document=None, token: str | None = None):
        """The status and the document of an answer."""
        fields = {"Content-Type": "application/json"}
        if token:
            fields["Authorization"] = f"Bearer {token}"
        body = None if document is None else json.dumps(document)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, fields)
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text.startswith(b"{") else None
        except (OSError, http.client.HTTPException) as error:
            self.broken += isinstance(error, http.client.IncompleteRead)
            raise Unanswered(str(error)) from error
        finally:
            connection.close()

    def sign_up(self, email: str) -> Account:
        status, answer = self.ask(
            "POST",
            "/api/v1/accounts",
            {"email": email, "password": PASSWORD, "device": {"name": "a device"}},
        )
        if status != 201:
            raise Fall(f"no account was made: {status} {answer}")
        return Account(answer["token"])

    def sync(self, account: Account, **request):
        document = {"protocol": "trellis-sync/1", "wall": milliseconds(), **request}
        status, answer = self.ask("POST", "/api/v1/sync", document, account.token)
        if status != 200:
            raise Fall(f"a device was answered {status}: {answer}")
        return answer

    def check(self, account: Account, devices: list["Device"]):
        """Checks that the account has what was acknowledged to its devices, and only once."""
        status, answer = self.ask("GET", "/api/v1/account", token=account.token)
        if status != 200:
            raise Fall(f"the account is not shown: {status} {answer}")
        held = sum(space["facts"] for space in answer["spaces"])
        fewest = sum(len(device.acknowledged) for device in devices)
        # The last batch of a device may have been stored although its answer could not be sent.
        if not fewest <= held <= fewest + BATCH * len(devices):
            raise Fall(f"{fewest} entries were acknowledged, and the account has {held}")
        for device in devices:
            device.push_again()


class Device:
    """Pushes entries one batch after the other, and repeats a batch without an answer."""

    def __init__(self, server: Server, account: Account, index: int, pause: float = 0):
        """`pause`: seconds between two batches."""
        self.server, self.account, self.pause = server, account, pause
        self.id = 1000 + index
        self.epoch = 0
        # Items and their verdicts, in the order of their numbers.
        self.acknowledged: list[tuple[dict, dict]] = []
        self.repeated = 0
        self.fall: str | None = None
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        try:
            pull = {"author": self.id, "after": START, "limit": 1}
            self.epoch = self.until_answered(pull=pull)["page"]["epoch"]
            while not self.ends.is_set():
                self.push()
                self.ends.wait(self.pause)
        except Fall as fall:
            self.fall = str(fall)

    def push(self):
        first = len(self.acknowledged) + 1
        items = [
            {"number": first + index, "fact": fact(self.id, first + index)} for index in range(BATCH)
        ]
        self.acknowledged += self.decided(items)

    def decided(self, items: list[dict]) -> list[tuple[dict, dict]]:
        """The items with their verdicts."""
        answer = self.until_answered(push={"author": self.id, "epoch": self.epoch, "items": items})
        verdicts = answer.get("decided", [])
        if len(verdicts) != len(items) or any("alias" in verdict for verdict in verdicts):
            raise Fall(f"a push was answered {answer}")
        return list(zip(items, verdicts))

    def push_again(self):
        """Each entry still has its number and its verdict; another entry with that number is a fork."""
        for begin in range(0, len(self.acknowledged), 500):
            told = self.acknowledged[begin : begin + 500]
            if self.decided([item for item, _ in told]) != told:
                raise Fall(f"a verdict of {self.id} is another one than it was")

    def until_answered(self, **request):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                return self.server.sync(self.account, **request)
            except Unanswered:
                self.repeated += 1
                time.sleep(0.02)
        raise Fall("a device got no answer any more")

    def check(self):
        if self.thread.is_alive():
            raise Fall("a device hangs")
        if self.fall:
            raise Fall(self.fall)


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


def fact(device: int, number: int) -> dict:
    """A value of a preference that every product accepts."""
    now = milliseconds()
    day = time.strftime("%Y-%m-%d", time.gmtime(now / 1000))
    payload = {"key": "display-name", "on": day, "value": f"Name {number}"}
    written = json.dumps(payload, separators=(",", ":"), sort_keys=True).encode()
    return {
        "id": f"{now:012x}{uuid.uuid4().hex[:20]}",
        "clock": now << 16,
        "device": device,
        "kind": "profile.preference-set",
        "version": 1,
        "payload": payload,
        "payloadHash": hashlib.sha256(written).hexdigest(),
    }
