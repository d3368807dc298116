"""A neighbour's attempts on the files, sockets and addresses of a running daemon."""
import json
import os
import socket
import threading
import time
from pathlib import Path

from .daemon_corpus import furnish, templates
from .daemon_desktop import Desktop
from .daemon_house import COOKIE, House, Place
from .daemon_users import neighbour, owner_house, usual
from .daemon_watch import Ledger, Watch, settle
from .daemon_wire import Closed, Wire, request
from .home import Fall


# The person is asked at most this often in ten minutes.
QUESTIONS = 3


def told(house: House, text: bytes) -> str | None:
    return next((secret.decode()[:20] for secret in house.secrets if secret in text), None)


# Files

def files(place: Place, random, number: int) -> str:
    """Reading what the daemon and the commands have written, in both usual places."""
    seen = 0
    for environment in ({}, usual(place)):
        house = owner_house(place, **environment).start()
        Ledger(house).prepare()
        house.sign_in()
        pid, homes = house.daemon.pid, [house.home, Path(house.socket).parent]
        paths = [path for home in homes if home != house.folder for path in [home, *home.rglob("*")]]
        paths += [Path(f"/proc/{pid}/{name}") for name in ("environ", "maps", "mem", "cwd", "root", "fd", "io")]
        if len(paths) < 12:
            raise Fall(f"there are only {len(paths)} files to try: {paths}")
        opened = neighbour(lambda paths=paths: [str(path) for path in paths if can_read(path)])
        if opened:
            raise Fall(f"the neighbour can read {', '.join(opened)}")
        spoken = neighbour(lambda pid=pid: Path(f"/proc/{pid}/cmdline").read_bytes().decode())
        if told(house, spoken.encode()):
            raise Fall("the arguments of trellisd hold a secret")
        seen += len(paths)
    return f"{seen} files and folders kept closed"


def can_read(path: Path) -> bool:
    """Whether this user can list, read or write it; its existence is no secret."""
    try:
        if path.is_dir():
            os.listdir(path)
            return True
        with open(path, "rb") as file:
            file.read(1)
        return True
    except OSError:
        pass
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
        return True
    except OSError:
        return False


# Sockets

def socket_file(place: Place, random, number: int) -> str:
    """Connecting to the socket file, even where everybody can reach it, and while it is created."""
    house = owner_house(place)
    words = ("--socket", "/tmp/daemon.sock")
    house.start(0, *words)
    Ledger(house).prepare()
    house.end()
    end = time.monotonic() + 4
    results: list = []
    trying = threading.Thread(target=lambda: results.extend(
        neighbour(lambda: knock("/tmp/daemon.sock", "/api/v1/profile", end))))
    trying.start()
    time.sleep(0.2)
    for _ in range(3):
        house.start(0, *words)
        time.sleep(0.3)
        house.end()
    trying.join()
    answered = [one for one in results if one]
    if answered:
        raise Fall(f"the socket file answered the neighbour: {answered[0]}")
    return f"{len(results)} attempts, none answered"


def knock(path: str, target: str, end: float) -> list[str]:
    """Tries the socket file again and again; returns what was answered, or nothing."""
    heard = []
    while time.monotonic() < end:
        try:
            with Wire(path, patience=1) as wire:
                wire.send(request("GET", target, [("Host", "localhost")]))
                heard.append(str(wire.answer()))
        except (OSError, Closed, Fall):
            heard.append("")
            time.sleep(0.001)
    return heard


# Addresses

def addresses(place: Place, random, number: int) -> str:
    """Reading pages and the API, and sending commands, under all names and both addresses."""
    house = owner_house(place).start()
    ledger = Ledger(house).prepare()
    furnish(house)
    all_requests = templates(house, ledger, house.sign_in())
    before = house.read("/api/v1/habits"), house.read("/api/v1/profile")
    names = [house.host, "127.0.0.1", "localhost", "[::1]", "LOCALHOST", "localhost.", "evil.example", "127.1", ""]
    tries = []
    for template in all_requests:
        for name in random.sample(names, 2):
            tries.append((template, f"{name}:{house.port}" if name and random.random() < 0.9 else name))
    secrets = [*house.secrets, house.host.encode()]

    def attempts() -> list:
        return [[template.target, host, *judge(house.port, template, host, at, secrets)]
                for template, host in tries for at in ("127.0.0.1", "::1")]

    with Watch(house, ledger) as watch:
        results = neighbour(attempts)
        watch.finish()
    for target, host, status, secret in results:
        if secret:
            raise Fall(f"{target} under {host} tells {secret}")
    accepted = {target for target, _, status, _ in results if 200 <= status < 300}
    private = {target for target in accepted if target.startswith(("/api", "/data", "/control", "/do", "/habits"))}
    if private:
        raise Fall(f"accepted from the neighbour: {', '.join(sorted(private))}")
    if (house.read("/api/v1/habits"), house.read("/api/v1/profile")) != before:
        raise Fall("the neighbour has changed something")
    settle(house, ledger)
    return f"{len(results)} requests, {len(accepted)} addresses open to everybody, nothing told, nothing changed"


def judge(port: int, template, host: str, at: str, secrets: list[bytes]) -> tuple[int, str]:
    fields = [("Host", host), ("Origin", f"http://{host}"), ("X-Forwarded-For", "127.0.0.1")]
    fields += [("Content-Type", template.type)] if template.type else []
    try:
        with Wire(port, host=at) as wire:
            wire.send(request(template.method, template.target, fields, template.body or None))
            answer = wire.answer()
    except Closed:
        return 0, ""
    except OSError:
        # A machine without IPv6.
        return 0, ""
    # The answer may repeat what was requested.
    text = answer.text().replace(template.target.encode(), b"")
    if host.split(":")[0].encode() != secrets[-1] and secrets[-1] in text:
        return answer.status, "the name of the app"
    if answer.status >= 500:
        return answer.status, f"a 5xx ({answer})"
    said = next((secret for secret in secrets[:-1] if secret in text and secret not in template.target.encode()), b"")
    return answer.status, said.decode()[:20]


def old_connections(place: Place, random, number: int) -> str:
    """An authenticated request of the owner does not authenticate the next one on its connection."""
    house = owner_house(place).start()
    session = house.sign_in()
    nobody = [("Host", f"127.0.0.1:{house.port}")]
    named = [("Host", f"{house.host}:{house.port}")]
    tried = 0
    for proven in (house.fields(), house.browser_fields(session)):
        for bare in (nobody, named):
            for together in (False, True):
                with Wire(house.port) as wire:
                    first = request("GET", "/api/v1/profile", proven)
                    second = request("GET", "/api/v1/profile", bare)
                    wire.send(first + second if together else first)
                    if wire.answer().status != 200:
                        raise Fall("the owner is not let in")
                    if not together:
                        wire.send(second)
                    answer = wire.answer()
                tried += 1
                if answer.status != 401 or told(house, answer.text()):
                    raise Fall(f"the next request on the owner's connection got {answer}")
    return f"{tried} connections, {same_port(house)} ports taken over: each request has to prove itself"


def same_port(house: House) -> int:
    """The neighbour sends requests from the ports that the owner has just left."""
    taken = 0
    for _ in range(20):
        with Wire(house.port) as wire:
            wire.send(request("GET", "/api/v1/profile", house.fields()))
            wire.answer()
            port = wire.socket.getsockname()[1]
            wire.close(abruptly=True)
        status = neighbour(lambda port=port: ask_from(port, house.port))
        if status == 200:
            raise Fall("the neighbour is let in from a port that the owner has left")
        taken += status is not None
    return taken


def ask_from(port: int, to: int) -> int | None:
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        one.bind(("127.0.0.1", port))
        one.connect(("127.0.0.1", to))
    except OSError:
        return None
    with Wire(one) as wire:
        wire.send(request("GET", "/api/v1/profile", [("Host", f"127.0.0.1:{to}")]))
        return wire.answer().status


# Guesses

def guesses(place: Place, random, number: int) -> str:
    """Guessing codes, cookies, tokens and keys, while an unused link of the owner is valid."""
    house = owner_house(place).start()
    ledger = Ledger(house).prepare()
    session = house.sign_in()
    listed = json.loads(house.ask("GET", "/control/sessions").body)["sessions"]
    known = [one["id"] for one in listed]
    link = json.loads(house.ask("POST", "/control/sign-in-links", {}).body)
    seeds = [random.randbytes(32).hex() for _ in range(number)] + known + [link["id"]]
    named = [("Host", f"{house.host}:{house.port}"), ("Sec-Fetch-Site", "none")]

    def attempts() -> list:
        return [[way, *guess(house.port, method, target, named + fields)]
                for seed in seeds for way, method, target, fields in ways(seed)]

    with Watch(house, ledger) as watch:
        results = neighbour(attempts)
        watch.finish()
    for way, status, cookie in results:
        if COOKIE in cookie and "Max-Age=0" not in cookie:
            raise Fall(f"guessing {way} has signed in")
        if status == 200 and way not in ("an answer",):
            raise Fall(f"guessing {way} was answered with 200")
    with Wire(house.port) as wire:
        wire.send(request("GET", link["path"], named))
        if COOKIE not in (wire.answer().field("set-cookie") or ""):
            raise Fall("the owner's link does not work after the guesses")
    if house.visit(session, "/settings").status != 200:
        raise Fall("the owner's session has ended")
    house.sign_in()
    settle(house, ledger)
    return f"{len(results)} guesses, none right, and the owner's link was good"


def ways(seed: str) -> list[tuple[str, str, str, list[tuple[str, str]]]]:
    return [
        ("a code", "GET", f"/sign-in?code={seed[:32]}&next=%2F", []),
        ("a session", "GET", "/settings", [("Cookie", f"{COOKIE}={seed}")]),
        ("a token", "GET", "/api/v1/profile", [("Authorization", f"Bearer {seed}")]),
        ("a key for embedding", "GET", f"/widget?embed=1&key={seed[:32]}", []),
        ("an answer", "GET", f"/sign-in/wait?asking={seed}&next=%2F", []),
        ("a link's id", "GET", f"/control/sign-in-links/{seed[:12]}", []),
    ]


def guess(port: int, method: str, target: str, fields: list[tuple[str, str]]) -> tuple[int, str]:
    with Wire(port) as wire:
        wire.send(request(method, target, fields))
        answer = wire.answer()
    return answer.status, answer.field("set-cookie") or ""


def asking(place: Place, random, number: int) -> str:
    """Repeated requests for access keep neither the desktop nor the owner busy."""
    if not Desktop.is_possible():
        return f"{asked(owner_house(place).start(), number)}, without a desktop, as there is no dbus-daemon"
    house = owner_house(place)
    with Desktop(house.folder) as desktop:
        os.chmod(house.folder, 0o777)
        house.environment["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={desktop.bus}"
        house.start()
        time.sleep(1)
        said = asked(house, number)
        if not 1 <= desktop.shown <= QUESTIONS:
            raise Fall(f"the desktop showed {desktop.shown} questions: {said} {house.log[-300:]}")
        return f"{said}, {desktop.shown} questions on the desktop"


def asked(house: House, number: int) -> str:
    ledger = Ledger(house).prepare()
    named = [("Host", f"{house.host}:{house.port}"), ("Origin", f"http://{house.host}:{house.port}")]
    targets = [f"/sign-in/ask?asking={place:064x}&next=%2F" for place in range(number)]
    with Watch(house, ledger) as watch:
        results = neighbour(lambda: [guess(house.port, "POST", target, named) for target in targets])
        watch.finish()
    statuses = [status for status, _ in results]
    odd = set(statuses) - {303, 409, 429}
    if odd:
        raise Fall(f"asking got {odd}")
    if statuses.count(303) > QUESTIONS:
        raise Fall(f"the person was asked {statuses.count(303)} times")
    if any(COOKIE in cookie for _, cookie in results):
        raise Fall("asking alone has signed in")
    house.sign_in()
    settle(house, ledger)
    return f"{number} times"


ATTEMPTS = [files, socket_file, addresses, old_connections, guesses, asking]
