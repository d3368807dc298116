"""Sends generated requests to all routes of the server, as Bob and without a session."""
import json
import re
from pathlib import Path
from urllib.parse import unquote

from .answer import Answer
from .description import kinds
from .people import PASSWORD, Town
from .routes import ENDING, SLOW, Route, documents, forms, listed
from .values import IN_PATHS, Dice

# The number of failures that are shown before it gives up.
MOST = 20


class Finding(Exception):
    """A wrong answer."""


class Fuzzer:
    def __init__(self, root: Path, town: Town, description: dict, seed: str, cases: int):
        self.town, self.caller, self.seed, self.cases = town, town.caller, seed, cases
        self.routes = listed(root)
        own = {route.path for route in self.routes}
        self.fields = {
            path.removeprefix("/api/v1/").replace("/", ".", 1): flat(item["post"])
            for path, item in description["paths"].items() if "post" in item and path not in own
        }  # fmt: skip
        self.actions = sorted(self.fields)
        self.findings: list[str] = []
        self.statuses: dict[int, int] = {}
        # The token of Bob's browser, with the session that it belongs to.
        self.known_form_token = ("", "")

    def run(self):
        for route in self.routes:
            # One for each route, so that a new route does not change the others.
            dice = Dice(f"{self.seed} {route.name}")
            for number in range(self.count(route)):
                self.try_one(dice, route, self.caller_of(route, dice, number))
                if len(self.findings) >= MOST:
                    return

    def count(self, route: Route) -> int:
        if route.name in ENDING:
            return min(self.cases, 7)
        if route.name in SLOW:
            return min(self.cases, 12)
        has_more = route.method != "GET" or "{" in route.path
        return self.cases * 2 if route.path == "/do/{action}" else self.cases if has_more else 12

    def caller_of(self, route: Route, dice: Dice, number: int) -> str:
        """The caller of a request: at first nobody, or one with invalid proofs; mostly Bob."""
        if number < 4:
            return ["nobody", "stranger", "nobody", "browser-stranger"][number]
        if not route.is_for_programs:
            return "browser"
        return "browser" if dice.happens(0.2) else "device"

    # MARK: One request

    def try_one(self, dice: Dice, route: Route, who: str):
        method = "HEAD" if route.is_stream else route.method
        path = self.path(dice, route)
        fields, body = self.proof(who, dice), None
        if method in ("POST", "PUT", "DELETE"):
            type, body = self.body(dice, route, who)
            if type is not None:
                fields["Content-Type"] = type
        if route.name in ENDING and who in ("device", "browser"):
            self.renew()
            fields |= self.proof(who, dice)
        answer = None
        try:
            answer = self.caller.send(method, path, fields, body)
            self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
            self.check(route, who, answer, method)
        except (Finding, ConnectionError) as finding:
            self.report(finding, f"{method} {path}", who, fields, body, answer)

    def proof(self, who: str, dice: Dice) -> dict[str, str]:
        bob = self.town.bob
        match who:
            case "device":
                return bob.fields()
            case "browser":
                return bob.fields(browser=True)
        place = f"203.0.113.{dice.random.randrange(256)}, 192.0.2.{dice.random.randrange(256)}"
        fields = {"X-Forwarded-For": place}
        junk = dice.any_of(["x", "", "0" * 64, "é", "f" * 5000, "a b"]).encode().decode("latin-1")
        if who == "stranger":
            fields["Authorization"] = f"Bearer {junk}"
        if who == "browser-stranger":
            fields["Cookie"] = f"{bob.cookie.split('=')[0]}={junk}"
        return fields

    def renew(self):
        """Bob's last request may have ended his sessions."""
        bob = self.town.bob
        answer = self.caller.send("GET", "/api/v1/sessions", bob.fields(), None)
        page = self.caller.send("GET", "/api/v1/sessions", bob.fields(browser=True), None)
        if answer.status != 200:
            bob.come_in()
        elif page.status != 200:
            bob.open_browser()

    def path(self, dice: Dice, route: Route) -> str:
        ada, bob = self.town.ada.ids, self.town.bob.ids

        def value(found: re.Match) -> str:
            name = found.group(1)
            if name == "action" and dice.happens(0.9):
                return dice.any_of(self.actions)
            if name == "day" and dice.happens(0.6):
                return dice.any_of(["2026-01-01", "2026-02-30", "9999-12-31", "0000-01-01"])
            if dice.happens(0.7):
                return dice.any_of([ada, bob]).get(dice.any_of(kinds(route.path)), ada["habit"])
            return dice.any_of([*identifiers(ada), *IN_PATHS])

        return re.sub(r"\{(\w+)\}", value, route.path) + dice.query(identifiers(ada))

    def body(self, dice: Dice, route: Route, who: str) -> tuple[str | None, bytes | None]:
        person = dice.any_of([self.town.ada, self.town.bob])
        # Nobody knows Ada's.
        password = PASSWORD if person is self.town.bob else "is not"
        ids = [*identifiers(self.town.ada.ids), *identifiers(self.town.bob.ids)]
        if not route.is_for_programs:
            fields = forms(person.ids, person.email, password).get(route.name, {})
            if route.path == "/do/{action}":
                fields = dict(self.fields[dice.any_of(self.actions)])
                fields |= {"habit": person.ids["habit"], "id": person.ids.get("post", person.ids["habit"]), "back": "/today"}
            if who == "browser" and "token" not in fields and dice.happens(0.9):
                fields = {**fields, "token": self.form_token()}
            return dice.form(fields, ids)
        document = documents(person.ids, person.email, password).get(route.name)
        if document is None and dice.happens(0.8):
            return None, None
        if route.path == "/api/v1/sync" and dice.happens(0.7):
            # A call makes one request.
            document = {**document}
            del document[dice.any_of(["pull", "push"])]
        return dice.body(document if document is not None else {}, ids)

    def form_token(self) -> str:
        bob = self.town.bob
        if self.known_form_token[0] != bob.cookie:
            self.known_form_token = (bob.cookie, bob.form_token())
        return self.known_form_token[1]

    # MARK: What every answer must be

    def check(self, route: Route, who: str, answer: Answer, method: str):
        if answer.status >= 500:
            raise Finding("an error of the server")
        leaked = [word for word in self.town.secrets if word in answer.text]
        leaked += [word for word in self.town.secrets if word in str(answer.fields.values())]
        # What was sent may come back in the form that it was typed into.
        leaked = [word for word in leaked if word not in answer.sent]
        if leaked:
            raise Finding(f"it tells {', '.join(leaked)}")
        if answer.status >= 400 and route.is_for_programs and method != "HEAD":
            check_problem(answer)
        is_known = who in ("device", "browser")
        # An address that cannot be decoded leads nowhere, whoever uses it.
        is_read = answer.status != 400 or not is_broken(answer.path)
        if is_read and not is_known and answer.status not in admitted(route):
            raise Finding("nobody is let in here without a session")
        is_for_others = is_known and route.audience == "administrator"
        if is_read and is_for_others and answer.status not in (403, 404):
            raise Finding("only administrators are let in here")
        if route.is_for_programs and answer.status == 200 and method != "HEAD":
            if answer.type != "application/json" or answer.document is None:
                raise Finding("it is no document")
        if not route.is_for_programs and answer.status >= 400:
            if answer.type != "text/html":
                raise Finding("a browser is shown no page")
        if answer.status == 204 and answer.body:
            raise Finding("it has a body")
        if "x-content-type-options" not in answer.fields:
            raise Finding("it lacks the fields that protect browsers")

    def report(self, finding, line, who, fields, body, answer: Answer | None):
        said = f"{answer.status} {answer.type} {answer.text[:600]}" if answer else "nothing"
        self.findings.append(
            f"{finding}\n  {who}: {line}\n  sent: {fields.get('Content-Type')} {(body or b'')[:600]}"
            f"\n  answered: {said}"
        )


def admitted(route: Route) -> range | tuple[int, ...]:
    """The statuses that a caller without a session may get."""
    if route.audience == "anyone":
        return range(100, 500)
    # Nobody finds what the product does not have, or what an invalid path names.
    return (401, 404) if "{" in route.path or not route.is_in_all_products else (401,)


def is_broken(path: str) -> bool:
    """Whether an address cannot be decoded into text (RFC 3986, section 2.1)."""
    is_encoded = re.fullmatch(r"(?:[^%]|%[0-9A-Fa-f]{2})*", path) is not None
    try:
        return not is_encoded or "\0" in unquote(path, errors="strict")
    except UnicodeDecodeError:
        return True


def check_problem(answer: Answer):
    """Source: RFC 9457, "Problem Details for HTTP APIs"."""
    document = answer.document
    if answer.type != "application/problem+json" or not isinstance(document, dict):
        raise Finding("an error that is no problem document")
    if document.get("status") != answer.status or not document.get("title"):
        raise Finding("a problem document with another status, or without a title")
    if not re.fullmatch(r"[a-z][a-z0-9-]*", str(document.get("code"))):
        raise Finding("a problem without a code")
    if not document.get("detail"):
        raise Finding("a problem that does not say what to do")


def identifiers(ids: dict[str, str]) -> list[str]:
    """Ids that others may know; secrets stay with their owner."""
    return [value for name, value in sorted(ids.items()) if name not in ("secret", "code")]


def flat(operation: dict) -> dict[str, str]:
    """The fields that a form for an operation might have."""
    example = operation["requestBody"]["content"]["application/json"].get("example", {})
    found: dict[str, str] = {}

    def collect(value):
        for name, item in value.items():
            if isinstance(item, dict):
                collect(item)
            elif not isinstance(item, list):
                found[name] = str(item)

    collect(example)
    return found


def compare(before: dict, after: dict) -> list[str]:
    """The changes in a person's data."""
    return [
        f"what Ada has was changed at {path}:\n  before: {shown(before[path])}\n"
        f"  after:  {shown(after[path])}"
        for path in before
        if before[path] != after[path]
    ]


def shown(value) -> str:
    return json.dumps(value, ensure_ascii=False)[:3000]
