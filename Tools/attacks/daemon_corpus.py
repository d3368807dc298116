"""Valid requests of every route: what the pages link to, their forms, and what the API describes."""
import json
from html.parser import HTMLParser
from urllib.parse import quote, quote_plus, urlencode

from .daemon_house import MARKER, House
from .daemon_watch import Ledger

PAGES = 160
# A placeholder for the token of a form, which is known only when the request is sent.
TOKEN = "TOKEN-OF-A-FORM-WHICH-IS-FILLED-IN-LATER"
# An owner who restores a copy closes every connection and takes back what was marked since, as asked.
REPLACING = "/do/shell.restore"
# Requests that name no substance mean this one, so it stays.
ALCOHOL = "Alcohol"


class Template:
    """A request without its principal's credentials."""

    def __init__(self, kind: str, method: str, target: str, type: str = "", body: bytes = b""):
        self.kind, self.method, self.target, self.type, self.body = kind, method, target, type, body

    @property
    def replaces_home(self) -> bool:
        return self.target == REPLACING


class Links(HTMLParser):
    """The addresses and the forms of a page."""

    def __init__(self, page: str):
        super().__init__()
        self.addresses: list[str] = []
        self.forms: list[tuple[str, str, str, list[tuple[str, str]]]] = []
        self.form: tuple[str, str, str, list[tuple[str, str]]] | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        for name in ("href", "src"):
            if values.get(name, "").startswith("/"):
                self.addresses.append(values[name].split("#")[0])
        if tag == "form":
            self.form = (
                values.get("method", "get").lower(), values.get("action", "/"),
                values.get("enctype", "application/x-www-form-urlencoded"), [],
            )
            self.forms.append(self.form)
        elif self.form and tag in ("input", "textarea", "select", "button") and values.get("name"):
            self.form[3].append((values["name"], values.get("value", "1")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None


def furnish(house: House) -> None:
    """Objects of the attack's own, so that requests get past “not found”."""
    if house.product == "sober":
        for name in (ALCOHOL, f"Wine {MARKER}"):
            house.order("sobriety/begin-run", {"substance": name, "isNew": True})
            house.order("sobriety/mark-day", {"substance": name, "status": "sober"})
            house.order("sobriety/set-why", {"substance": name, "why": MARKER})
        return
    for title in ("Guitar", "Swim", "Read"):
        house.order("tracking/create-habit", {"details": {
            "title": f"{title} {MARKER}", "notes": MARKER, "group": "Mine", "question": "",
            "archived": False, "color": "teal", "difficulty": "easy", "priority": "low",
            "position": 1, "schedule": "daily", "reminders": [{"minutes": 480, "weekdays": [1, 2]}],
        }})


def things(house: House, ledger: Ledger) -> list[str]:
    """The ids of what the attack may change."""
    if house.product == "sober":
        return [f"Wine {MARKER}"]
    return [habit["id"] for habit in house.read("/api/v1/tracking/all-habits?includesArchived=true")
            if habit["id"] not in ledger.ids]


def templates(house: House, ledger: Ledger, session: str) -> list[Template]:
    """Requests of every route, in the same order each time."""
    mine = things(house, ledger)
    found = of_pages(house, session) + of_api(house, mine) + of_sign_in()
    spared = [one for one in found if not mentions(one, ledger.spared)]
    unique = {(one.kind, one.method, one.target, one.body): one for one in spared}
    return list(unique.values())


def mentions(template: Template, ids: list[str]) -> bool:
    words = template.target.encode() + template.body
    spellings = [spelling for one in ids for spelling in (one, quote(one), quote_plus(one))]
    return "delete" in template.target and ALCOHOL.encode() in words \
        or any(spelling.encode() in words for spelling in spellings)


def of_pages(house: House, session: str) -> list[Template]:
    """Everything that can be reached from the first page."""
    waiting, seen, found = ["/", "/settings", "/data", "/widget", "/share", "/offline"], set(), []
    shapes: dict[tuple, int] = {}
    while waiting and len(seen) < PAGES:
        target = waiting.pop(0)
        if target in seen:
            continue
        seen.add(target)
        answer = house.visit(session, target)
        found.append(Template("page", "GET", target))
        if answer.status != 200 or "text/html" not in (answer.field("content-type") or ""):
            continue
        links = Links(answer.plain().decode())
        found += [of_form(*form) for form in links.forms]
        for address in links.addresses:
            shape = tuple("*" if any(letter.isdigit() for letter in part) else part
                          for part in address.split("?")[0].split("/"))
            shapes[shape] = shapes.get(shape, 0) + 1
            if shapes[shape] <= 4:
                waiting.append(address)
    return found


def of_form(method: str, action: str, type: str, fields: list[tuple[str, str]]) -> Template:
    fields = [(name, TOKEN if name == "token" else value) for name, value in fields]
    if method != "post":
        return Template("page", "GET", f"{action.split('?')[0]}?{urlencode(fields)}")
    if type == "multipart/form-data":
        return Template("upload", "POST", action, *multipart(fields, MARKER.encode()))
    return Template("form", "POST", action, type, urlencode(fields).encode())


def multipart(fields: list[tuple[str, str]], file: bytes, name: str = "file.json") -> tuple[str, bytes]:
    """The type and the body of a form with a file."""
    edge, body = "edge-of-a-part-0123456789", b""
    for key, value in fields:
        if key == "file":
            continue
        body += f'--{edge}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
    body += (f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
             "Content-Type: application/octet-stream\r\n\r\n").encode() + file
    return f"multipart/form-data; boundary={edge}", body + f"\r\n--{edge}--\r\n".encode()


def of_api(house: House, mine: list[str]) -> list[Template]:
    """Each operation that the API describes, with the fields that it names."""
    document = house.read("/api/v1/openapi.json")
    found = [Template("api", "GET", "/api/v1/openapi.json"), Template("events", "GET", "/api/v1/events")]
    thing, other = mine[0], mine[-1]
    for path, methods in document["paths"].items():
        if path == "/api/v1/events":  # has a kind of its own, as it does not end
            continue
        if "post" in methods:
            content = methods["post"]["requestBody"]["content"]["application/json"]
            for one in (thing, other):
                text = json.dumps(content.get("example", {})).replace("0197a1b2c3d40000aaaabbbbccccdddd", one)
                if house.product == "sober":
                    text = text.replace('"substance": "text"', json.dumps({"substance": one})[1:-1])
                found.append(Template("api", "POST", path, "application/json", text.encode()))
        else:
            found.append(Template("api", "GET", api_target(path, methods["get"], thing)))
    return found


def api_target(path: str, operation: dict, thing: str) -> str:
    query = []
    for parameter in operation.get("parameters", []):
        value = {"habit": thing, "substance": thing, "text": "Guitar"}.get(parameter["name"])
        schema = parameter.get("schema", {})
        if value is None:
            value = schema.get("enum", ["2026-03-29" if schema.get("format") == "date" else "3"])[0]
            value = "true" if schema.get("type") == "boolean" else value
        if parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", quote(str(value)))
        else:
            query.append((parameter["name"], str(value)))
    return path + ("?" + urlencode(query) if query else "")


def of_sign_in() -> list[Template]:
    code = "0123456789abcdef0123456789abcdef"
    json_type = "application/json"
    return [
        Template("sign-in", "GET", "/sign-in?next=%2Fweek"),
        Template("sign-in", "GET", f"/sign-in?code={code}&next=%2F"),
        Template("sign-in", "GET", f"/sign-in?code={code}&next=%2F&again=1"),
        Template("sign-in", "POST", f"/sign-in/ask?asking={code * 2}&next=%2F", "application/x-www-form-urlencoded",
                 b"a=b"),
        Template("sign-in", "GET", f"/sign-in/wait?asking={code * 2}&next=%2F"),
        Template("control", "POST", "/control/sign-in-links", json_type, b'{"next": "/week"}'),
        Template("control", "GET", "/control/sign-in-links/0123456789ab"),
        Template("control", "GET", "/control/sessions"),
        Template("control", "POST", "/control/sessions/revoke", json_type, b'{"id": "0123456789ab"}'),
        Template("asset", "GET", "/manifest.webmanifest"),
        Template("asset", "GET", "/favicon.ico"),
        Template("page", "GET", "/days/2026-03-29"),
        Template("page", "GET", "/no-such-page"),
    ]
