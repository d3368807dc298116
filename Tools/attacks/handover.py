"""Ends the server as an operator does, while devices listen and push: no answer is cut off.

Usage: Tools/attack handover [--rounds N] [--listeners N] [--devices N] [--seed SEED] [--program FILE]

  rounds     ends the server with SIGTERM this often, at any moment, and starts it again
  listeners  this many streams of events are open, which begin with the time after which to reconnect
  devices    this many devices push meanwhile, two to an account, as fast as they are answered

Each stream ends as HTTP prescribes, each answer that the server has begun is completed, and the program
ends by itself within ten seconds, with status 0. In the end nothing that was acknowledged is lost or
duplicated. The program is the debug build unless given.
"""
import random
import socket
import threading
import time
from pathlib import Path

from .home import Fall
from .server import PATIENCE, Device, Server, check, conduct, stop

# Seconds within which the program has to end.
END = 10


def main(root: Path, words: list[str]) -> int:
    return conduct(rounds, "handover", __doc__, root, words, rounds=5, listeners=20)


def rounds(server: Server, dice: random.Random, options) -> str:
    server.start()
    server.wait()
    count = options.devices
    accounts = [server.sign_up(f"person{index}@example.org") for index in range((count + 1) // 2)]
    devices = [Device(server, accounts[index % len(accounts)], index) for index in range(count)]
    for device in devices:
        device.thread.start()
    slowest = 0.0
    try:
        for _ in range(options.rounds):
            listeners = [
                Listener(server.port, accounts[index % len(accounts)].token)
                for index in range(options.listeners)
            ]
            for listener in listeners:
                listener.thread.start()
            for listener in listeners:
                if not listener.begun.wait(PATIENCE):
                    raise Fall(f"a stream did not begin: {listener.text[:300]!r}")
            time.sleep(dice.random() * 0.3)
            slowest = max(slowest, end(server))
            for listener in listeners:
                listener.check()
            server.start()
            server.wait()
    finally:
        stop(devices)
    check(server, accounts, devices)
    if server.broken:
        raise Fall(f"{server.broken} answers broke off in the middle")
    acknowledged = sum(len(device.acknowledged) for device in devices)
    return (
        f"{options.rounds * options.listeners} streams handed over, {acknowledged} entries acknowledged "
        f"and none lost or doubled; it ended within {slowest:.1f} s"
    )


def end(server: Server) -> float:
    begun = time.monotonic()
    server.process.terminate()
    try:
        status = server.process.wait(END)
    except Exception as error:
        raise Fall(f"the server did not end within {END} s") from error
    if status != 0:
        raise Fall(f"the server ended with status {status}: {server.last_words()}")
    return time.monotonic() - begun


class Listener:
    """A stream of events that is read to its end."""

    def __init__(self, port: int, token: str):
        self.port, self.token = port, token
        self.text = b""
        self.begun = threading.Event()
        self.error: str | None = None
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
                connection.sendall(
                    "GET /api/v1/sync/events HTTP/1.1\r\nHost: localhost\r\n"
                    f"Authorization: Bearer {self.token}\r\n\r\n".encode()
                )
                while piece := connection.recv(65536):
                    self.text += piece
                    if b"hello" in self.text:
                        self.begun.set()
        except OSError as error:
            self.error = str(error)

    def check(self):
        self.thread.join(PATIENCE)
        if self.thread.is_alive() or self.error:
            raise Fall(f"a stream did not end well: {self.error or 'it hangs'}")
        if b"retry: " not in self.text:
            raise Fall(f"a stream did not say when to come back: {self.text[:300]!r}")
        # The last chunk, which has no bytes (RFC 9112, section 7.1).
        if not self.text.endswith(b"0\r\n\r\n"):
            raise Fall(f"a stream was cut off: {self.text[-100:]!r}")
