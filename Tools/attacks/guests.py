"""Attacks the server with connections of unauthenticated clients, while members go on.

Usage: Tools/attack guests [--connections N] [--devices N] [--seed SEED] [--program TRELLIS-SERVER]

  connections  this many that wait, drip, stay half open, do not read, come and go or send requests without
               end; all from one address, and from four
  devices      this many devices push meanwhile, two to an account, four times a second

During each kind of misbehaviour a member reads on connections that were open before, and on new ones: each
request is answered within two seconds, and a stream of events stays open. Memory stays below a limit, what was
opened is released within a minute and a half, and in the end nothing that was acknowledged is lost or
duplicated. The program is the debug build unless given.
"""
import os
import random
import time
from pathlib import Path

from .daemon_connections import BEHAVIOURS, CALM, PROMPT, SOCKETS, STEP, Crowd
from .daemon_corpus import Links
from .daemon_house import memory, run_limits
from .daemon_watch import crowd
from .daemon_wire import Closed, Wire, request
from .home import Fall
from .server import Account, Device, Server, check, conduct, stop

# In kB; the passwords of two people who sign in at the same time take 128 MB each.
MEMORY = 384 << 10
# The sources of the misbehaviour: one machine, and several.
PLACES = {"one address": ["127.0.0.2"], "four addresses": [f"127.0.0.{end}" for end in range(2, 6)]}


def main(root: Path, words: list[str]) -> int:
    return conduct(guests, "guests", __doc__, root, words, connections=300)


class Target:
    """The server as a crowd of strangers sees it."""

    def __init__(self, server: Server):
        self.server, self.port, self.host = server, server.port, "127.0.0.1"
        with Wire(self.port) as wire:
            wire.send(request("GET", "/sign-in", [("Host", f"{self.host}:{self.port}")]))
            page = wire.answer().plain().decode()
        self.large = next(link for link in Links(page).addresses if link.startswith("/assets/"))

    def open_files(self) -> int:
        return len(os.listdir(f"/proc/{self.server.process.pid}/fd"))


class Member:
    """A person who is signed in, with connections that are already open."""

    def __init__(self, target: Target, account: Account):
        self.target, self.times = target, []
        self.fields = [
            ("Host", f"{target.host}:{target.port}"), ("Authorization", f"Bearer {account.token}"),
        ]
        self.kept, self.stream = Wire(target.port), Wire(target.port)
        # Signed in before the crowd arrives, like an app that has been in use.
        self.ask("a kept connection", self.kept)
        self.stream.send(request("GET", "/api/v1/sync/events", self.fields))
        if self.stream.answer().status != 200:
            raise Fall("a stream of events does not begin")

    def ask(self, name: str, wire: Wire) -> None:
        begun = time.monotonic()
        try:
            wire.send(request("GET", "/api/v1/account", self.fields))
            answer = wire.answer()
        except (Closed, Fall, OSError) as error:
            waited = time.monotonic() - begun
            raise Fall(f"a member got no answer on {name} after {waited:.1f} s: {error!r}") from None
        self.times.append(time.monotonic() - begun)
        if answer.status != 200:
            raise Fall(f"a member got {answer.status} on {name}")

    def go_on(self) -> None:
        self.ask("a kept connection", self.kept)
        with Wire(self.target.port) as new:
            self.ask("a new connection", new)

    def check_stream(self) -> None:
        """The stream has not ended: it has news, or nothing yet."""
        self.stream.socket.settimeout(0.01)
        try:
            while True:
                if not self.stream.socket.recv(1 << 16):
                    raise Fall("the stream of a member was ended")
        except TimeoutError:
            pass


def guests(server: Server, dice: random.Random, options) -> str:
    run_limits()
    # As for people: clients with too many requests are refused.
    del server.environment["TRELLIS_SERVER_LIMITS_CALLS_PER_MINUTE"]
    server.start()
    server.wait()
    count = options.devices
    accounts = [server.sign_up(f"person{index}@example.org") for index in range((count + 1) // 2)]
    target = Target(server)
    files = target.open_files()
    devices = [
        Device(server, accounts[index % len(accounts)], index, pause=0.25) for index in range(count)
    ]
    for device in devices:
        device.thread.start()
    lines = []
    try:
        for place, sources in PLACES.items():
            for behave in BEHAVIOURS:
                lines.append(phase(target, accounts[0], behave, options.connections, place, sources))
        lines.append(calm(target, accounts[0], files + len(devices)))
    finally:
        stop(devices)
    check(server, accounts, devices)
    acknowledged = sum(len(device.acknowledged) for device in devices)
    lines.append(f"{acknowledged} entries acknowledged meanwhile, none lost or doubled")
    return "\n  ".join(["members were always answered", *lines])


def phase(
    target: Target, account: Account, behave, size: int, place: str, sources: list[str]
) -> str:
    """One kind of misbehaviour for some seconds, with a member in between."""
    name = f"{behave.__name__.replace('_', ' ')} from {place}"
    member, strangers = Member(target, account), Crowd(target, size, sources)
    end, round = time.monotonic() + STEP, 0
    try:
        while time.monotonic() < end:
            strangers.fill()
            behave(strangers, round)
            if round % 3 == 0:
                member.go_on()
            round += 1
            time.sleep(0.1)
        member.check_stream()
    except Fall as fall:
        raise Fall(f"{name}: {fall}") from None
    finally:
        strangers.close()
        for wire in (member.kept, member.stream):
            wire.close()
    _, most = memory(target.server.process.pid)
    if most > MEMORY:
        raise Fall(f"{name}: the server has had {most >> 10} MB in memory, {MEMORY >> 10} at most")
    if max(member.times) > PROMPT * crowd():
        raise Fall(f"{name}: a member waited {max(member.times):.1f} s")
    return (f"{name}: {strangers.opened} opened, {strangers.closed} closed, a member {len(member.times)} "
            f"times, {max(member.times) * 1000:.0f} ms at most")


def calm(target: Target, account: Account, files: int) -> str:
    """The server releases what was opened."""
    begun = time.monotonic()
    while time.monotonic() < begun + CALM:
        if target.open_files() <= files + SOCKETS:
            return f"calm after {time.monotonic() - begun:.0f} s"
        time.sleep(0.2)
    raise Fall(f"{CALM} s later the server still has {target.open_files()} files open, at first {files}")
