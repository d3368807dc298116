"""Two people on a server with data of their own, and a friend of each."""
import datetime
import json
import re
import time
from pathlib import Path

from .caller import Caller
from .description import example

PASSWORD = "a plough in a quiet harbour"
PUSH_KEY = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
PUSH_SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
# All that is kept about a person; what the product does not have is left out.
HOLDINGS = [
    "/api/v1/account", "/api/v1/sessions", "/api/v1/push",
    "/api/v1/habits", "/api/v1/sober", "/api/v1/profile", "/api/v1/inbox", "/api/v1/friends",
    "/api/v1/friends/me", "/api/v1/friends/feed", "/api/v1/friends/notices",
    "/api/v1/friends/sharing", "/api/v1/friends/blocked", "/api/v1/friends/invitations",
    "/api/v1/friends/pages",
]  # fmt: skip
# What only Ada and her friend may ever read.
WORDS = ["Zinnia 4711", "Dahlia 4712", "Lupine 4713", "Crocus 4714", "ada-4715@example.org"]
TITLE, NOTES, POST, NAME, EMAIL = WORDS


class Person:
    """A person who is signed in on a device and in a browser."""

    def __init__(self, caller: Caller, email: str, place: str):
        self.caller, self.email, self.place = caller, email, place
        self.token, self.cookie = "", ""
        self.ids: dict[str, str] = {}
        # What a person without habits shares.
        self.substance: str | None = None

    def fields(self, *, browser: bool = False) -> dict[str, str]:
        proof = {"Cookie": self.cookie} if browser else {"Authorization": f"Bearer {self.token}"}
        return {"X-Forwarded-For": self.place, **proof}

    def ask(self, method: str, path: str, document=None, *, browser: bool = False):
        body = None if document is None else json.dumps(document).encode()
        fields = self.fields(browser=browser)
        if body is not None:
            fields["Content-Type"] = "application/json"
        answer = self.caller.send(method, path, fields, body)
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}: {answer.status} {answer.text}")
        return answer.document if answer.body else None

    def come_in(self, *, is_new: bool = False):
        """Signs in on another device and in another browser."""
        path = "/api/v1/accounts" if is_new else "/api/v1/sessions"
        wish = {"email": self.email, "password": PASSWORD, "device": {"name": "Laptop"}}
        self.token = ""
        answer = self.caller.send(
            "POST",
            path,
            {"X-Forwarded-For": self.place, "Content-Type": "application/json"},
            json.dumps(wish).encode(),
        )
        if answer.status != 201:
            raise SystemExit(f"Nobody can sign in: {answer.status} {answer.text}")
        self.token = answer.document["token"]
        self.open_browser()

    def open_browser(self):
        address = self.email.replace("@", "%40")
        answer = self.caller.send(
            "POST",
            "/sign-in/password",
            {
                "X-Forwarded-For": self.place,
                "Content-Type": "application/x-www-form-urlencoded",
            },
            f"email={address}&password={PASSWORD.replace(' ', '+')}".encode(),
        )
        if answer.status != 303:
            raise SystemExit(f"No browser can sign in: {answer.status} {answer.text}")
        self.cookie = answer.fields["set-cookie"].split(";")[0]

    def form_token(self) -> str:
        page = self.caller.send("GET", "/settings", self.fields(browser=True), None)
        found = re.search(r'name="token" value="([0-9a-f]+)"', page.text)
        return found.group(1) if found else ""

    def live(self, description: dict, title: str, notes: str):
        """A week of a new habit, or of a new substance where there are no habits."""
        day = datetime.datetime.now(datetime.timezone.utc).date()
        days = [str(day - datetime.timedelta(days=back)) for back in range(8)]
        if "/api/v1/tracking/import-history" not in description["paths"]:
            self.ask("POST", "/api/v1/sobriety/begin-run", {"substance": title})
            for day in reversed(days):
                wish = {"substance": title, "day": day, "status": "sober"}
                self.ask("POST", "/api/v1/sobriety/mark-day", wish)
            self.ask("POST", "/api/v1/sobriety/set-why", {"substance": title, "why": notes})
            substances = self.ask("GET", "/api/v1/sobriety/all-substances")
            found = next(item for item in substances if item["name"] == title)
            self.ids["habit"], self.substance = found["id"], title
            return
        made = example(description, "/api/v1/tracking/import-history")
        habit = made["history"]["habits"][0]
        habit["details"] |= {"title": title, "notes": notes, "archived": False}
        habit["details"]["schedule"] = "daily"
        habit["details"].pop("target", None)
        habit.pop("endedOn", None)
        habit["createdOn"] = days[-1]
        habit["key"] = title
        habit["entries"] = [{"day": day, "entry": {"mark": "done", "note": notes}} for day in days]
        imported = self.ask("POST", "/api/v1/tracking/import-history", made)
        self.ids["habit"] = imported["ids"][0]

    def settle(self, description: dict, title: str, notes: str):
        """A habit, a webhook, an endpoint for pushes."""
        self.live(description, title, notes)
        self.shares_streaks = "/api/v1/social/set-sharing" in description["paths"]
        self.shares_milestones = "/api/v1/social/compose-share-card" in description["paths"]
        has = self.shares_streaks
        self.documents = [
            path for path in HOLDINGS
            if path in description["paths"] and (has or not path.endswith("/sharing"))
        ]  # fmt: skip
        self.ids["account"] = self.ask("GET", "/api/v1/account")["id"]
        sessions = self.ask("GET", "/api/v1/sessions")["items"]
        self.ids["session"] = next(item["id"] for item in sessions if not item["current"])
        hook = f"https://{title.split()[0].lower()}.example.org/notices"
        # No reminder is due, so nothing is ever sent there.
        wish = {"address": hook, "topics": ["reminders"], "namesHabits": True}
        self.ids["secret"] = self.ask("PUT", "/api/v1/push/webhook", wish)["secret"]
        wish = {
            "endpoint": f"https://push.example.org/{title.split()[0].lower()}",
            "keys": {"auth": PUSH_SECRET, "p256dh": PUSH_KEY},
            "topics": ["reminders"],
        }
        self.ask("PUT", "/api/v1/push/subscription", wish, browser=True)

    def befriend(self, other: "Person", name: str, others_name: str, text: str):
        """Two people become friends; each shares a milestone, and the other one cheers."""
        self.ids["person"] = self.ask("PUT", "/api/v1/friends/me", {"name": name})["id"]
        other.ids["person"] = other.ask("PUT", "/api/v1/friends/me", {"name": others_name})["id"]
        code = self.ask("POST", "/api/v1/friends/invitations")["code"]
        other.ask("POST", "/api/v1/friends/accept", {"code": code})
        invitation = self.ask("POST", "/api/v1/friends/invitations")
        self.ids |= {"invitation": invitation["id"], "code": invitation["code"]}
        self.ids["friend"] = other.ids["person"]
        if self.shares_streaks:
            self.ask("PUT", f"/api/v1/friends/sharing/{self.ids['habit']}", {"sharing": "streak"})
        if not self.shares_milestones:
            return
        for person, words in ((self, text), (other, f"{others_name} agrees.")):
            wish = {"level": 7, "text": words, "showsTitle": True}
            if person.substance is None:
                wish["habit"] = person.ids["habit"]
            else:
                wish["substance"] = person.substance
            person.ids["post"] = person.ask("POST", "/api/v1/friends/posts", wish)["id"]
        self.ids["friends-post"] = other.ids["post"]
        for person, post in ((self, other.ids["post"]), (other, self.ids["post"])):
            person.ask("PUT", f"/api/v1/friends/posts/{post}/reaction", {"reaction": "🔥"})

    def holdings(self) -> dict:
        """All that is kept about a person, without times of use."""
        paths = [*self.documents, "/data/export.json"]
        return {path: without_times(self.ask("GET", path)) for path in paths}


def without_times(value):
    if isinstance(value, dict):
        return {name: without_times(item) for name, item in value.items() if name != "usedAt"}
    return [without_times(item) for item in value] if isinstance(value, list) else value


class Town:
    """Ada, who keeps things to herself and her friend, and Bob, a stranger to both."""

    def __init__(self, caller: Caller):
        self.caller = caller
        self.ada = Person(caller, EMAIL, "198.51.100.1")
        self.bob = Person(caller, "bob@example.org", "198.51.100.2")
        self.cleo = Person(caller, "cleo@example.org", "198.51.100.3")
        self.dora = Person(caller, "dora@example.org", "198.51.100.4")

    def settle(self) -> dict:
        """Creates the people and their data; returns the description of the API."""
        for person in (self.ada, self.bob, self.cleo, self.dora):
            person.come_in(is_new=True)
        description = self.bob.ask("GET", "/api/v1/openapi.json")
        self.ada.settle(description, TITLE, NOTES)
        self.bob.settle(description, "Reading", "What Bob thinks.")
        self.cleo.live(description, "Running", "What Cleo thinks.")
        self.dora.live(description, "Rowing", "What Dora thinks.")
        self.ada.befriend(self.cleo, NAME, "Cleo", POST)
        self.bob.befriend(self.dora, "Bob", "Dora", "What Bob says.")
        return description

    def wait_for_rest(self) -> dict:
        """Ada's data, once her friend's cheer has arrived."""
        if not self.ada.shares_milestones:
            return self.ada.holdings()
        for _ in range(100):
            notices = self.ada.ask("GET", "/api/v1/friends/notices")["items"]
            if any(notice["kind"] == "reaction" for notice in notices):
                return self.ada.holdings()
            time.sleep(0.1)
        raise SystemExit("A reaction does not become a notice.")

    def save(self, file: Path, before: dict):
        people = [self.ada, self.bob, self.cleo, self.dora]
        saved = [[person.token, person.cookie, person.ids] for person in people]
        holdings = {"documents": self.ada.documents, "before": before}
        file.write_text(json.dumps({"people": saved, **holdings}))

    def load(self, file: Path) -> dict:
        """Restores what was saved, and returns Ada's data at that time."""
        found = json.loads(file.read_text())
        for person, saved in zip([self.ada, self.bob, self.cleo, self.dora], found["people"]):
            person.token, person.cookie, person.ids = saved
        self.ada.documents = found["documents"]
        return found["before"]

    @property
    def secrets(self) -> list[str]:
        """The words that only answers to Ada and her friend may contain."""
        own = [self.ada.ids["secret"], self.ada.ids["code"], self.ada.token, "zinnia.example.org"]
        return WORDS + own + [self.ada.cookie.split("=", 1)[1]]
