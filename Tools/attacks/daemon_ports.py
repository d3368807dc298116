"""A neighbour's attempts on the daemon's port, beside it and in its place while it is down."""
import os
import socket

from .daemon_house import Place
from .daemon_users import NEIGHBOUR, neighbour, owner_house
from .daemon_wire import Wire, request
from .home import Fall

HELD = ["127.0.0.1", "::1", "0.0.0.0", "::"]


def take(address: str, port: int, reuse: bool) -> socket.socket | None:
    """Listens at an address, if possible."""
    one = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    if reuse:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        one.bind((address, port))
        one.listen(16)
    except OSError:
        one.close()
        return None
    return one


def beside(place: Place, random, number: int) -> str:
    """Listening at the daemon's port beside it."""
    house = owner_house(place).start()
    house.sign_in()

    def attempts() -> list[str]:
        sockets = {address: take(address, house.port, reuse) for address in HELD for reuse in (False, True)}
        taken = [address for address, one in sockets.items() if one]
        for address in ("127.0.0.1", "::1"):
            try:
                with Wire(house.port, host=address) as wire:
                    wire.send(request("GET", "/sign-in", [("Host", f"{house.host}:{house.port}")]))
                    if b"trellis daemon open" not in wire.answer().plain():
                        raise Fall(f"somebody else answers at {address}")
            except OSError as error:
                raise Fall(f"the app is not at {address} any more: {error}") from None
        return taken

    taken = neighbour(attempts)
    if taken:
        raise Fall(f"the neighbour could listen at {', '.join(taken)} beside the daemon")
    return f"{2 * len(HELD)} attempts, none possible"


class Impostor:
    """A neighbour who listens at the daemon's port while it is down, and keeps what is sent."""

    def __init__(self, address: str, port: int):
        self.address, self.port = address, port
        self.reading, self.writing = os.pipe()
        self.child = 0

    def __enter__(self):
        self.child = os.fork()
        if self.child == 0:
            os.setgroups([])
            os.setgid(NEIGHBOUR)
            os.setuid(NEIGHBOUR)
            self._serve()
        os.close(self.writing)
        if os.read(self.reading, 1) != b"+":
            raise Fall(f"the port is still in use at {self.address} after the daemon has ended")
        return self

    def _serve(self) -> None:
        one = take(self.address, self.port, reuse=True)
        os.write(self.writing, b"+" if one else b"-")
        while one:
            other, _ = one.accept()
            other.settimeout(2)
            try:
                os.write(self.writing, other.recv(4096) or b"(nothing)")
                other.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
            except OSError:
                pass
            other.close()
        os._exit(0)

    def heard(self) -> bytes:
        os.set_blocking(self.reading, False)
        try:
            return os.read(self.reading, 1 << 16)
        except BlockingIOError:
            return b""

    def __exit__(self, *_):
        os.kill(self.child, 9)
        os.waitpid(self.child, 0)
        os.close(self.reading)


def in_its_place(place: Place, random, number: int) -> str:
    """Listening at the port while the daemon is down: the daemon reports it, and no command is fooled."""
    house = owner_house(place).start()
    port = house.port
    for address in ("127.0.0.1", "::1", "0.0.0.0"):
        house.end()
        with Impostor(address, port) as impostor:
            for words in (("daemon", "status"), ("daemon", "open"), ("daemon", "sessions"), ("daemon", "stop"),
                          ("add", f"Beside {address}"), ("today",)):
                house.run(*words)
            done = house.run("run", "--port", str(port), program=house.place.trellisd, timeout=20)
            said = (done.stdout + done.stderr).decode()
            if done.returncode == 0 or str(port) not in said:
                raise Fall(f"trellisd does not say that {address} is taken: {done.returncode} {said[-300:]!r}")
            heard = impostor.heard()
            if heard:
                raise Fall(f"a neighbour at {address} was sent {heard[:200]!r}")
            house.start(0)
            house.sign_in()
            port = house.port
    return "3 addresses; the daemon says that they are taken, runs at another port, and nothing was sent"


ATTEMPTS = [beside, in_its_place]
