"""The routes of the server, and a body that each of them accepts."""
import re
from pathlib import Path

from .people import PASSWORD, PUSH_KEY, PUSH_SECRET

# This file lists by hand who may use each route; a test checks that it lists all routes.
EXPECTATIONS = "Tests/Server/RouteExpectations.swift"
# They end sessions, and all other routes need one.
ENDING = {
    "DELETE /api/v1/session", "DELETE /api/v1/sessions", "POST /account/sign-out",
    "DELETE /api/v1/sessions/{id}", "DELETE /api/v1/account", "POST /account/erase",
}  # fmt: skip
# Each of their answers takes as long as checking a password.
SLOW = {
    "POST /api/v1/accounts", "POST /api/v1/sessions", "PUT /api/v1/account/password",
    "POST /sign-in/password", "POST /sign-up/password", "POST /account/password", "POST /reset",
    "PUT /api/v1/password-resets",
    "POST /api/v1/push/webhook/test", "POST /api/v1/push/test", "POST /account/notices/webhook/test",
}  # fmt: skip


class Route:
    def __init__(self, name: str, audience: str, is_in_all_products: bool):
        self.name, self.audience = name, audience
        self.is_in_all_products = is_in_all_products
        self.method, self.path = name.split(" ", 1)
        self.is_for_programs = self.path.split("/")[1] in ("api", "health", "v1")

    @property
    def turn(self) -> int:
        """Routes that remove something come after those that show it; those that end sessions come last."""
        takes = self.method == "DELETE" or "remove" in self.path or self.path == "/do/{action}"
        return 3 if self.name in ENDING else 2 if takes else 0 if self.method == "GET" else 1

    @property
    def is_stream(self) -> bool:
        return self.path.endswith("/events")


def listed(root: Path) -> list[Route]:
    """All routes except the modules' requests, which the description contains."""
    text = (root / EXPECTATIONS).read_text()
    table = text.index("declared:"), text.index("ofModules:")
    found = []
    for audience, names in re.findall(r"\.(\w+): \[(.*?)\n    \]", text[slice(*table)], re.S):
        for name in re.findall(r'"([A-Z]+ /[^"]*)"', names):
            found.append(Route(name, audience, audience != "resident"))
    for name in re.findall(r'"(GET /[^"]*)"', text[table[1] :]):
        found.append(Route(name, "resident", False))
    known = {"anyone", "member", "resident", "administrator"}
    if len(found) < 100 or {route.audience for route in found} != known:
        raise SystemExit(f"{EXPECTATIONS} has not the form that is expected here.")
    return sorted(found, key=lambda route: route.turn)


def documents(ids: dict[str, str], email: str, password: str) -> dict[str, object]:
    """A body that each route accepts, about the person with these ids, from a sender who may not know
    the password.
    """
    device = {"name": "Phone"}
    keys = {"byPassword": "AQ==", "byRecovery": "Ag==", "recoveryKey": "03", "version": 1}
    sealed = {"salt": "01" * 16, "n": 131_072, "r": 8, "p": 1, "keys": keys}
    return {
        "POST /api/v1/accounts": {
            "email": "eve@example.org", "password": "ab" * 32, "device": device,
            "invitation": ids["code"], "sealed": sealed,
        },
        "POST /api/v1/accounts/check": {"email": email, "invitation": ids["code"]},
        "POST /api/v1/sign-in-parameters": {"email": email},
        "POST /api/v1/sessions": {"email": email, "password": password, "device": device},
        "POST /api/v1/device-codes": {"device": device},
        "POST /api/v1/device-codes/redeem": {"deviceCode": ids["secret"]},
        "POST /api/v1/password-resets/keys": {"token": ids["secret"]},
        "PUT /api/v1/password-resets": {
            "token": ids["secret"], "new": "ab" * 32, "sealed": sealed,
        },
        "POST /v1/metrics": counts(),
        "POST /api/v1/account/data": {"password": password},
        "POST /api/v1/sync": sync(ids),
        "DELETE /api/v1/account": {"password": "is not"},
        "PUT /api/v1/account/password": {"current": "is not", "new": PASSWORD, "sealed": sealed},
        "PUT /api/v1/account/keys": keys,
        "PUT /api/v1/account/key-verifier": {"keyVerifier": "ab" * 32},
        "PUT /api/v1/push/subscription": {
            "endpoint": "https://push.example.org/bob",
            "keys": {"auth": PUSH_SECRET, "p256dh": PUSH_KEY},
            "namesHabits": True, "topics": ["account", "friends", "reminders"],
        },
        "PUT /api/v1/push/webhook": {
            "address": "http://127.0.0.1:9/notices", "namesHabits": True, "topics": ["reminders"],
        },
        "PUT /api/v1/friends/me": {"name": "Bob"},
        "POST /api/v1/friends/accept": {"code": "K3T9A"},
        "PUT /api/v1/friends/notices/seen": {"number": 1},
        "POST /api/v1/friends/posts": {
            "habit": ids["habit"], "level": 7, "showsTitle": True, "text": "A week.",
        },
        "PUT /api/v1/friends/posts/{id}/reaction": {"reaction": "🔥"},
        "PUT /api/v1/friends/sharing/{habit}": {"sharing": "streak", "showsTitle": True},
    }  # fmt: skip


def forms(ids: dict[str, str], email: str, password: str) -> dict[str, dict[str, str]]:
    """The fields of each form."""
    return {
        "POST /sign-in": {"email": email},
        "POST /sign-in/password": {"email": email, "password": password, "next": "/today"},
        "POST /sign-up": {"email": email, "invitation": ids["code"]},
        "POST /sign-up/password": {"email": email, "new": "is not", "invitation": ids["code"]},
        "POST /reset": {"token": ids["secret"], "new": PASSWORD},
        "POST /account/sign-out": {"session": ids["session"]},
        "POST /account/password": {"password": "is not", "new": PASSWORD},
        "POST /account/erase": {"password": "is not"},
        "POST /link": {"code": "BCDF-GHJK"},
        "POST /link/answer": {"code": "BCDF-GHJK", "answer": "allow"},
        "POST /account/notices/webhook": {"address": "http://127.0.0.1:9/notices"},
        "POST /operator/accounts/{id}/suspend": {"reason": "A reason."},
        "POST /operator/accounts/{id}/reset-link": {"password": "is not"},
    }


def sync(ids: dict[str, str]) -> dict:
    start = {"position": 0, "hash": "00" * 32}
    fact = {
        "id": ids["habit"], "clock": 1_774_800_000_000 << 16, "device": 7, "entity": ids["habit"],
        "kind": "profile.preference-set", "version": 1, "payloadHash": "00" * 32,
        "payload": {"key": "display-name", "on": "2026-03-29", "value": "text"},
    }  # fmt: skip
    push = {"author": 7, "epoch": 1, "items": [{"number": 1, "fact": fact}]}
    return {
        "protocol": "trellis-sync/1", "wall": 1_774_800_000_000,
        "pull": {"author": 7, "after": start, "limit": 10}, "push": push,
    }  # fmt: skip


def counts() -> dict:
    point = {
        "attributes": [{"key": "feature", "value": {"stringValue": "tracking.set-check"}}],
        "startTimeUnixNano": "1774800000000000000", "timeUnixNano": "1775404800000000000",
        "asInt": "1",
    }  # fmt: skip
    metric = {
        "name": "trellis.feature.uses", "description": "", "unit": "{use}",
        "sum": {"aggregationTemporality": 1, "isMonotonic": True, "dataPoints": [point]},
    }  # fmt: skip
    attributes = [{"key": "trellis.product", "value": {"stringValue": "streaks"}}]
    scope = {"scope": {"name": "trellis.telemetry"}, "metrics": [metric]}
    return {
        "resourceMetrics": [{"resource": {"attributes": attributes}, "scopeMetrics": [scope]}]
    }
