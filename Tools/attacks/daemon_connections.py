"""Connections that wait, drip, stay half open or do not read, while the owner goes on."""
import socket
import time

from .daemon_corpus import Links
from .daemon_house import House, Place
from .daemon_watch import Ledger, Watch, crowd, settle
from .daemon_wire import Closed, Wire, request
from .home import Fall

STEP = 1.5
PROMPT = 2.0
SOCKETS = 20
CALM = 90


class Crowd:
    """Open connections of an unauthenticated client; closed ones are reopened."""

    def __init__(self, house: House, size: int, sources: list[str] | None = None):
        """`sources`: the addresses that they come from, in turn."""
        self.house, self.size, self.sources = house, size, sources or []
        self.host = [("Host", f"{house.host}:{house.port}")]
        # How much each has sent, or when it will continue, as its behaviour requires.
        self.sockets: dict[socket.socket, int] = {}
        self.opened, self.closed = 0, 0

    def fill(self) -> None:
        for _ in range(self.size - len(self.sockets)):
            one = socket.socket()
            one.setblocking(False)
            try:
                if self.sources:
                    one.bind((self.sources[self.opened % len(self.sources)], 0))
                one.connect(("127.0.0.1", self.house.port))
            except BlockingIOError:
                pass
            except OSError:
                one.close()
                return
            self.sockets[one] = 0
            self.opened += 1

    def send(self, one: socket.socket, data: bytes, then: int) -> None:
        try:
            if one.send(data):
                self.sockets[one] = then
        except BlockingIOError:
            pass
        except OSError:
            self.leave(one)

    def leave(self, one: socket.socket) -> None:
        if self.sockets.pop(one, None) is not None:
            self.closed += 1
        one.close()

    def sweep(self, reads: bool = True) -> None:
        """Notices what the daemon has closed; `reads` also takes what it has sent."""
        for one in list(self.sockets):
            try:
                if not one.recv(1 << 14, 0 if reads else socket.MSG_PEEK):
                    self.leave(one)
            except BlockingIOError:
                continue
            except OSError:
                self.leave(one)

    def close(self) -> None:
        for one in self.sockets:
            one.close()
        self.sockets = {}


# What the connections do, ten times a second.

def idle(strangers: Crowd, round: int) -> None:
    strangers.sweep()


def drip_heads(strangers: Crowd, round: int) -> None:
    """A head that arrives byte by byte."""
    head = request("GET", "/", [("Host", "localhost"), ("X-Slow", "x" * 5000)])
    for one, sent in list(strangers.sockets.items()):
        strangers.send(one, head[sent:sent + 1], sent + 1)
    strangers.sweep()


def drip_bodies(strangers: Crowd, round: int) -> None:
    """A body that arrives byte by byte, at an address open to everybody."""
    head = request("POST", "/sign-in/ask", strangers.host + [("Content-Length", "1000000")])
    for one, sent in list(strangers.sockets.items()):
        strangers.send(one, b"x" if sent else head, 1)
    strangers.sweep()


def half_open(strangers: Crowd, round: int) -> None:
    """A part of a request, after which nothing more is sent; the answer is not read."""
    for one, sent in list(strangers.sockets.items()):
        if sent:
            continue
        strangers.send(one, b"GET / HTTP/1.1\r\nHo", 1)
        try:
            one.shutdown(socket.SHUT_WR)
        except OSError:
            strangers.leave(one)


def unread(strangers: Crowd, round: int) -> None:
    """Requests for a large file, whose answers nobody reads."""
    many = request("GET", strangers.house.large, strangers.host) * 50
    for one, sent in list(strangers.sockets.items()):
        if not sent:
            strangers.send(one, many, 1)
    strangers.sweep(reads=False)


def storm(strangers: Crowd, round: int) -> None:
    """Connections that come and go at once."""
    for one in list(strangers.sockets):
        strangers.leave(one)


def asking(strangers: Crowd, round: int) -> None:
    """One whole request after another on each of some connections."""
    for one in list(strangers.sockets)[:64]:
        strangers.send(one, request("GET", "/", strangers.host), 1)
    strangers.sweep()


def in_a_row(strangers: Crowd, round: int) -> None:
    """A hundred requests at once on every connection."""
    many = request("GET", "/", strangers.host) * 100
    for one, sent in list(strangers.sockets.items()):
        if not sent:
            strangers.send(one, many, 1)
    strangers.sweep()


BEHAVIOURS = [idle, drip_heads, drip_bodies, half_open, unread, storm, asking, in_a_row]


# The owner

def owner(house: House, session: str, kept: list[Wire]) -> list[float]:
    """The owner's requests, on a new connection of each kind, and on those opened before."""
    times = []
    browser, program = house.browser_fields(session), house.fields()
    ways = [
        ("a new connection with the token", (house.port, "127.0.0.1"), program),
        ("a new connection with the cookie", (house.port, "127.0.0.1"), browser),
        ("the socket file", (house.socket, ""), [("Host", "localhost")]),
        ("an old connection with the cookie", kept[0], browser),
        ("an old connection with the token", kept[1], program),
    ]
    if house.listens_on_six():
        ways.append(("the address of IPv6 with the cookie", (house.port, "::1"), browser))
    for name, place, fields in ways:
        begun = time.monotonic()
        target = "/settings" if fields is browser else "/api/v1/profile"
        try:
            wire = place if isinstance(place, Wire) else Wire(place[0], host=place[1])
            wire.send(request("GET", target, fields))
            answer = wire.answer()
        except (Closed, Fall, OSError) as error:
            waited = time.monotonic() - begun
            raise Fall(f"no answer to the owner by {name} after {waited:.1f} s: "
                       f"{type(error).__name__} {error}") from None
        times.append(time.monotonic() - begun)
        if answer.status != 200:
            raise Fall(f"the owner got {answer.status} by {name}")
        if wire not in kept:
            wire.close()
    return times


def phase(house: House, session: str, behave, size: int) -> str:
    """One kind of misbehaviour for some seconds, with the owner in between."""
    name = behave.__name__.replace("_", " ")
    kept = [Wire(house.port), Wire(house.port)]
    strangers, times = Crowd(house, size), owner(house, session, kept)
    end, round = time.monotonic() + STEP, 0
    try:
        while time.monotonic() < end:
            strangers.fill()
            behave(strangers, round)
            if round % 3 == 0:
                times += owner(house, session, kept)
            round += 1
            time.sleep(0.1)
        house.check_alive()
    except Fall as fall:
        house.check_alive()
        raise Fall(f"{name}: {fall}") from None
    finally:
        strangers.close()
        for wire in kept:
            wire.close()
    if max(times) > PROMPT * crowd():
        raise Fall(f"{name}: the owner waited {max(times):.1f} s")
    return (f"{name} {strangers.opened} opened {strangers.closed} closed, "
            f"owner {len(times)} times, {max(times) * 1000:.0f} ms at most")


def streams(house: House, session: str) -> str:
    """The owner's own pages listen for changes: as many as allowed, and one more gets an error."""
    wires, refused = [], 0
    fields = house.browser_fields(session) + [("Accept", "text/event-stream")]
    try:
        for _ in range(80):
            wire = Wire(house.port)
            wires.append(wire)
            wire.send(request("GET", "/api/v1/events", fields))
            status = wire.answer().status
            if status not in (200, 503):
                raise Fall(f"a stream of events got {status}")
            refused += status == 503
        if house.visit(session, "/settings").status != 200:
            raise Fall("a page cannot be had while others listen")
    finally:
        for wire in wires:
            wire.close()
    return f"{len(wires) - refused} streams, {refused} refused in words"


def calm(house: House) -> str:
    """The daemon closes what the attack has opened after its timeout, and nobody has to wait."""
    begun = time.monotonic()
    while time.monotonic() < begun + CALM:
        asked = time.monotonic()
        with Wire(house.port, patience=CALM) as wire:
            wire.send(request("GET", "/api/v1/profile", house.fields()))
            wire.answer()
        count = house.open_files()
        if count <= house.files_at_first + SOCKETS and time.monotonic() - asked < PROMPT:
            return f"calm after {time.monotonic() - begun:.0f} s"
        time.sleep(0.2)
    raise Fall(f"{CALM} s later the daemon still has {count} files open, at first {house.files_at_first}")


def large(house: House, session: str) -> str:
    """The address of a file of the app, which everybody may read."""
    links = Links(house.visit(session, "/settings").plain().decode()).addresses
    return next(link for link in links if link.startswith("/assets/"))


def connections(place: Place, random, number: int) -> str:
    """Each kind of misbehaviour, one after another; each must be over before the next."""
    house = place.house("hobbyist").start()
    ledger = Ledger(house).prepare()
    session = house.sign_in()
    house.large = large(house, session)
    house.files_at_first = house.open_files()
    lines, falls = [], []
    for behave in [*BEHAVIOURS, None]:
        try:
            with Watch(house, ledger) as watch:
                line = phase(house, session, behave, number) if behave else streams(house, session)
                seen = watch.finish()
            lines.append(f"{line}; {calm(house)}; {seen}")
        except Fall as fall:
            house.check_alive()
            falls.append(str(fall))
            calm(house)
    settle(house, ledger)
    if falls:
        raise Fall("\n  ".join([f"{len(falls)} of them", *falls, *lines]))
    return "\n  ".join(["the owner was always let in", *lines])
