"""Mutated requests of every route, with no credentials, wrong ones, or the right ones."""
import re
import time

from .daemon_corpus import TOKEN, Template, furnish, templates, things
from .daemon_house import COOKIE, MARKER, House, Place
from .daemon_mutate import Draft, mutate, spoil
from .daemon_watch import Ledger, Watch, settle
from .daemon_wire import Answer, Closed, Wire
from .home import Fall

PRODUCTS = ["hobbyist", "beebloom", "sober", "streaks"]
STRANGERS = 0.4
STREAMS = 8
HABITS = 60
LINGERING = 100
# At most this many kinds of failures are reported.
FALLS = 8
TOKEN_SHAPE = re.compile(rb'name="token" value="([0-9a-f]{64})"')


class Attacker:
    """Sends mutated requests to one house, and judges the answers."""

    def __init__(self, house: House, ledger: Ledger, random):
        self.house, self.ledger, self.random = house, ledger, random
        self.session = house.sign_in()
        self.templates = templates(house, ledger, self.session)
        self.token = self.form_token()
        self.secrets = house.secrets
        self.counts = {"answered": 0, "closed": 0, "cut": 0, "accepted": 0}
        self.statuses: dict[int, int] = {}
        self.streams: list[Wire] = []
        self.lingering: list[tuple[float, Wire]] = []
        self.renewed = 0
        self.falls: dict[str, str] = {}

    def form_token(self) -> bytes:
        page = self.house.visit(self.session, "/settings").plain()
        match = TOKEN_SHAPE.search(page)
        if not match:
            raise Fall("the settings have no form with a token: the attack does not reach the forms")
        return match[1]

    # What is sent

    def draft(self, template: Template, who: str) -> Draft:
        own = f"{self.house.host}:{self.house.port}"
        machine = f"127.0.0.1:{self.house.port}"
        fields = [("Host", own)]
        token = self.random.randbytes(32).hex().encode()
        is_program = template.kind in ("api", "events", "control")
        match who:
            case "program":
                fields = [("Host", self.random.choice([own, machine])),
                          ("Authorization", f"Bearer {self.house.token}")]
            case "browser":
                fields.append(("Cookie", f"{COOKIE}={self.session}"))
                token = self.token
            case "wrong":
                wrong = self.random.randbytes(32).hex()
                fields = [("Host", self.random.choice([own, machine]))]
                fields += [("Authorization", f"Bearer {wrong}")] if is_program else []
                fields += [("Cookie", f"{COOKIE}={wrong}; trellis-asking={wrong}")]
        if template.type:
            fields.append(("Content-Type", template.type))
        if template.method == "POST" and not is_program and self.random.random() < 0.5:
            fields.append(("Origin", f"http://{own}"))
        if self.random.random() < 0.3:
            fields.append(("Accept-Encoding", "gzip"))
        return Draft(template.method, template.target, fields, template.body.replace(TOKEN.encode(), token))

    def changed(self, who: str) -> tuple[Draft, bytes, bool]:
        """A mutated request: its parts, its bytes, and whether its end is certain."""
        template = self.random.choice(self.templates)
        while who == "owner" and template.replaces_home:
            template = self.random.choice(self.templates)
        if who == "stranger":
            who = self.random.choice(["nobody", "wrong"])
        elif who == "owner":
            is_program = template.kind in ("api", "control")
            who = "program" if is_program or self.random.random() < 0.1 else "browser"
        draft = self.draft(template, who)
        if who in ("nobody", "wrong"):
            # A stranger may receive what they sent.
            draft.target = draft.target.replace(MARKER, "Anybody")
            draft.body = draft.body.replace(MARKER.encode(), b"Anybody")
        for _ in range(self.random.choice([0, 1, 1, 1, 2, 3])):
            mutate(self.random, draft)
        data = draft.bytes()
        if self.random.random() < 0.12:
            data, draft.is_whole = spoil(self.random, data), False
            draft.changes.append("spoil")
        return draft, data, draft.is_whole

    # Sending

    def once(self, who: str) -> None:
        """Sends one mutated request, or some in a row, and judges what comes back."""
        draft, data, is_whole = self.changed(who)
        wire = Wire(self.house.port)
        try:
            self.exchange(wire, draft, data, is_whole, who)
        except Fall as fall:
            raise Fall(f"{fall}\n  after {draft.changes}, sent by {who}: {data[:1500]!r}") from None
        finally:
            if wire not in self.streams and wire not in [one for _, one in self.lingering]:
                wire.close(abruptly=True)

    def try_once(self, round: int, who: str) -> None:
        """Continues after a failure from which the daemon recovers, since there may be others."""
        try:
            self.once(who)
        except Fall as fall:
            self.house.check_alive()
            self.falls.setdefault(str(fall)[:60], f"request {round}: {fall}")
            if len(self.falls) >= FALLS:
                raise

    def exchange(self, wire: Wire, draft: Draft, data: bytes, is_whole: bool, who: str) -> None:
        chance = self.random.random()
        if is_whole and chance < 0.05:
            return self.in_a_row(wire, draft, data, who)
        if chance > 0.95:
            return self.cut_off(wire, data)
        wire.send(data)
        if not is_whole:
            wire.end()
        self.judge(wire, draft, data, who, is_whole)

    def judge(self, wire: Wire, draft: Draft, data: bytes, who: str, is_whole: bool) -> bool:
        """Reads an answer; returns whether another one may follow."""
        method = draft.method.strip() if draft.method.strip() == "HEAD" else "GET"
        # A change may have turned one kind of request into another, so the answer's length is unknown.
        try:
            answer = wire.answer(method) if is_whole else wire.head_alone()
        except Closed as closed:
            if is_whole:
                raise Fall(f"a whole request got no answer: closed {closed}") from None
            self.counts["closed"] += 1
            return False
        if not is_whole:
            self.drain(wire, answer)
        elif (answer.field("content-type") or "").startswith("text/event-stream"):
            self.streams.append(wire)
        self.note(answer, who)
        own = self.house.host.encode()
        if who == "stranger" and own not in data and own in self.text(answer):
            raise Fall(f"one who does not know the name of the app is told it: {answer}")
        return is_whole and not answer.closes

    def drain(self, wire: Wire, answer: Answer) -> None:
        """Reads whatever follows a head; it must end, since the request has ended."""
        end = time.monotonic() + 10
        if "text/event-stream" in (answer.field("content-type") or ""):
            return
        wire.socket.settimeout(5)
        try:
            while time.monotonic() < end:
                piece = wire.socket.recv(1 << 16)
                if not piece:
                    break
                wire.rest += piece
        except (TimeoutError, ConnectionResetError):
            pass
        answer.body = wire.rest

    def note(self, answer: Answer, who: str) -> None:
        self.counts["answered"] += 1
        self.counts["accepted"] += answer.status < 300
        self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
        if answer.status >= 500 and b"too-many-listeners" not in answer.body:
            raise Fall(f"the daemon's own fault: {answer.status} {answer.body[:300]!r}")
        if who == "stranger":
            text = self.text(answer)
            for secret in [*self.secrets, self.session.encode()]:
                if secret in text:
                    raise Fall(f"one who has proven nothing is told {secret[:20]!r}: {answer}")

    @staticmethod
    def text(answer: Answer) -> bytes:
        """Checks what an answer reveals, even if only its bytes are known."""
        try:
            return answer.text()
        except Fall:
            return answer.body

    def in_a_row(self, wire: Wire, draft: Draft, data: bytes, who: str) -> None:
        count = self.random.choice([2, 3, 20])
        wire.send(data * count)
        for _ in range(count):
            try:
                if not self.judge(wire, draft, data, who, is_whole=True):
                    return
            except Fall as fall:
                if "no answer: closed" in str(fall):
                    return
                raise

    def cut_off(self, wire: Wire, data: bytes) -> None:
        """Sends a part, and leaves at once, or stays as long as the daemon allows."""
        wire.send(data[:self.random.randrange(len(data) + 1)])
        self.counts["cut"] += 1
        if self.random.random() < 0.2 and len(self.lingering) < 30:
            self.lingering.append((time.monotonic(), wire))

    # In between

    def tidy(self) -> None:
        """Closes streams, checks that the daemon lives, and keeps the home from growing."""
        while len(self.streams) > STREAMS:
            self.streams.pop(0).close()
        for since, wire in list(self.lingering):
            if time.monotonic() - since > LINGERING:
                self.lingering.remove((since, wire))
                wire.socket.settimeout(1)
                try:
                    while wire.socket.recv(1 << 16):
                        pass
                except TimeoutError:
                    raise Fall(f"an unfinished request is waited for after {LINGERING} s") from None
                except ConnectionResetError:
                    pass
                wire.close()
        self.house.check_alive()

    def renew(self) -> None:
        """Signs in again if an accepted request signed out, and removes surplus habits."""
        if self.house.visit(self.session, "/settings").status == 401:
            self.session = self.house.sign_in()
            self.token = self.form_token()
            self.renewed += 1
        if self.house.product != "sober":
            for one in things(self.house, self.ledger)[HABITS:]:
                self.house.ask("POST", "/api/v1/tracking/delete-habit", {"habit": one, "confirmed": True})
        if not things(self.house, self.ledger):
            furnish(self.house)

    def close(self) -> None:
        for wire in self.streams + [wire for _, wire in self.lingering]:
            wire.close()

    def state(self) -> dict:
        """Everything that a stranger could want to change, except for the owner's own marks."""
        paths = ["profile", "telemetry", "reminders", "vacations", "sobriety/all-substances", "habits"]
        known = set(self.house.read("/api/v1/openapi.json")["paths"])
        return {path: self.house.read(f"/api/v1/{path}") for path in paths if f"/api/v1/{path}" in known}


def attack(attacker: Attacker, number: int) -> None:
    """First strangers, who may change nothing, then the owner's own programs and browsers."""
    before = attacker.state()
    strangers = int(number * STRANGERS)
    for round in range(number):
        if round == strangers:
            changed = [path for path, document in attacker.state().items() if document != before[path]]
            if changed:
                raise Fall(f"one who has proven nothing has changed {', '.join(changed)}")
        try:
            attacker.try_once(round, "stranger" if round < strangers else "owner")
            if round % 50 == 49:
                attacker.tidy()
            if round % 500 == 499 and round >= strangers:
                attacker.renew()
        except (Fall, OSError) as fall:
            attacker.house.check_alive()
            raise Fall(f"request {round}: {type(fall).__name__}: {fall}") from None
    if not attacker.counts["accepted"]:
        raise Fall("nothing was accepted: the attack does not reach the app")
    if attacker.falls:
        raise Fall("\n  ".join([f"{len(attacker.falls)} kinds of them", *attacker.falls.values()]))


def requests(place: Place, random, number: int) -> str:
    """Attacks a home of each product."""
    lines, falls = [], []
    for product in PRODUCTS:
        house = place.house(product).start()
        try:
            lines.append(f"{product}: {of_house(house, random, number // len(PRODUCTS))}")
        except Fall as fall:
            falls.append(f"{product}: {fall}")
        house.end()
    if falls:
        raise Fall("\n  ".join([f"{len(falls)} of {len(PRODUCTS)} products", *falls, *lines]))
    return "\n  ".join(["everything kept its promises", *lines])


def of_house(house: House, random, number: int) -> str:
    furnish(house)
    ledger = Ledger(house).prepare()
    attacker = Attacker(house, ledger, random)
    with Watch(house, ledger) as watch:
        attack(attacker, number)
        seen = watch.finish()
    attacker.close()
    settle(house, ledger)
    if "a request failed" in house.log:
        raise Fall(f"the daemon noted a failure of its own: {house.log[-600:]}")
    return f"{words(attacker)}; {seen}"


def words(attacker: Attacker) -> str:
    counts = attacker.counts
    statuses = " ".join(f"{status}×{count}" for status, count in sorted(attacker.statuses.items()))
    return (
        f"{len(attacker.templates)} kinds, {counts['answered']} answered ({statuses}), "
        f"{counts['closed']} closed, {counts['cut']} cut off"
    )
