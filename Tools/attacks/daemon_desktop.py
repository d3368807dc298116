"""A desktop that asks the person: a message bus, and a service that counts what it shows."""
import os
import shutil
import signal
import socket
import struct
import subprocess
import time
from pathlib import Path

from .daemon_users import OWNER
from .home import Fall

# Parts of a message (D-Bus Specification, "Message Protocol").
CALL, ANSWER = 1, 2
PATH, INTERFACE, MEMBER, ANSWERS_TO, DESTINATION, SENDER, SIGNATURE = 1, 2, 3, 5, 6, 7, 8
NAME = "org.freedesktop.Notifications"


def text(value: str) -> bytes:
    data = value.encode()
    return struct.pack("<I", len(data)) + data + b"\0"


def padded(data: bytes, to: int) -> bytes:
    return data + bytes(-len(data) % to)


def message(kind: int, serial: int, fields: list[tuple[int, str, bytes]], body: bytes) -> bytes:
    head = b""
    for code, type, value in fields:
        head = padded(head, 8) + bytes([code, 1, ord(type), 0])
        head = (padded(head, 4) if type != "g" else head) + value
    start = struct.pack("<cBBBIII", b"l", kind, 0, 1, len(body), serial, len(head))
    return padded(start + head, 8) + body


class Shown:
    """The notification service of the desktop, as far as the daemon needs it."""

    def __init__(self, bus: str, count: Path):
        self.count, self.serial, self.shown = count, 0, 0
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(bus)
        self.socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        self.socket.recv(1000)
        self.socket.sendall(b"BEGIN\r\n")
        self.call("Hello", b"", "")
        self.call("RequestName", text(NAME) + bytes(-(len(NAME) + 5) % 4) + struct.pack("<I", 0), "su")

    def call(self, member: str, body: bytes, signature: str) -> None:
        bus = "org.freedesktop.DBus"
        fields = [(PATH, "o", text("/org/freedesktop/DBus")), (INTERFACE, "s", text(bus)),
                  (MEMBER, "s", text(member)), (DESTINATION, "s", text(bus))]
        self.send(CALL, fields, body, signature)

    def send(self, kind: int, fields: list[tuple[int, str, bytes]], body: bytes, signature: str) -> None:
        self.serial += 1
        if signature:
            fields = [*fields, (SIGNATURE, "g", bytes([len(signature)]) + signature.encode() + b"\0")]
        self.socket.sendall(message(kind, self.serial, fields, body))

    def serve(self) -> None:
        while True:
            kind, serial, fields = self.receive()
            if kind != CALL:
                continue
            body, signature = self.answer(fields.get(MEMBER, ""))
            self.send(ANSWER, [(ANSWERS_TO, "u", struct.pack("<I", serial)),
                               (DESTINATION, "s", text(fields[SENDER]))], body, signature)

    def answer(self, member: str) -> tuple[bytes, str]:
        match member:
            case "GetCapabilities":
                names = b""
                for name in ("actions", "body", "persistence"):
                    names = padded(names, 4) + text(name)
                return struct.pack("<I", len(names)) + names, "as"
            case "GetServerInformation":
                words = b""
                for word in ("attack", "attack", "1", "1.2"):
                    words = padded(words, 4) + text(word)
                return words, "ssss"
            case "Notify":
                self.shown += 1
                self.count.write_text(str(self.shown))
                return struct.pack("<I", self.shown), "u"
        return b"", ""

    def receive(self) -> tuple[int, int, dict[int, str]]:
        start = self.take(16)
        _, kind, _, _, size, serial, length = struct.unpack("<cBBBIII", start)
        head = self.take(length + -length % 8)[:length]
        self.take(size)
        return kind, serial, self.fields(head)

    def take(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            piece = self.socket.recv(count - len(data))
            if not piece:
                os._exit(0)
            data += piece
        return data

    @staticmethod
    def fields(head: bytes) -> dict[int, str]:
        found, at = {}, 0
        while at < len(head):
            at += -at % 8
            code, type = head[at], chr(head[at + 2])
            at += 4
            if type == "g":
                size = head[at]
                at += size + 2
                continue
            at += -at % 4
            (size,) = struct.unpack_from("<I", head, at)
            at += 4
            if type in "so":
                found[code] = head[at:at + size].decode()
                at += size + 1
        return found


class Desktop:
    """A bus of the owner with such a service, for as long as it is needed."""

    def __init__(self, folder: Path):
        self.bus, self.count = f"/run/user/{OWNER}/bus", folder / "shown"
        self.programs: list[int] = []

    @staticmethod
    def is_possible() -> bool:
        return shutil.which("dbus-daemon") is not None

    def __enter__(self):
        bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", f"--address=unix:path={self.bus}"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            user=OWNER, group=OWNER, extra_groups=[],
        )
        self.programs.append(bus.pid)
        end = time.monotonic() + 10
        while not os.path.exists(self.bus):
            if time.monotonic() > end or bus.poll() is not None:
                raise Fall("dbus-daemon did not start")
            time.sleep(0.05)
        child = os.fork()
        if child == 0:
            try:
                os.setgroups([])
                os.setgid(OWNER)
                os.setuid(OWNER)
                Shown(self.bus, self.count).serve()
            finally:
                os._exit(1)
        self.programs.append(child)
        time.sleep(0.3)
        return self

    @property
    def shown(self) -> int:
        return int(self.count.read_text()) if self.count.exists() else 0

    def __exit__(self, *_):
        for pid in self.programs:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        os.unlink(self.bus)
