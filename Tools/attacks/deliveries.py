"""Ends the server between an action and its notices: each friend gets one, and only once.

Usage: Tools/attack deliveries [--program TRELLIS-SERVER]

Ann shares a milestone with Bob and Cleo; Bob reacts to one; Cleo accepts an invitation. Each action is
repeated until the server was ended once at every call that writes to the file of friendships, before the
call and in the middle of it. At least one of these ends must come after the action is on disk and before
anybody was notified; after such an end, the server is also ended at every call of its next start. Then it
starts again: what was confirmed is there, each friend was notified of what is there, and nobody was notified
twice, even after the same request is repeated, as after a lost answer. The program is the debug build unless
given.
"""
import datetime
import json
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from fuzzing.description import example

from .home import Fall, Workshop
from .server import Account, Server, Unanswered, conduct

# More calls than any of the actions takes.
MOST = 300
FRIENDS = "/api/v1/friends"


def main(root: Path, words: list[str]) -> int:
    def attack(server, _dice, options):
        with Workshop(root, options.program) as workshop:
            return deliveries(server, workshop)

    return conduct(attack, "deliveries", __doc__, root, words)


@dataclass
class Deed:
    """An action, and the people who are notified of it."""

    name: str
    # Performs it, and returns the status of the answer.
    do: Callable[[], int]
    # Whether its result is there, for those who may see it.
    is_done: Callable[[], bool]
    # Who is notified, and with which kind of notice.
    told: list[tuple[Account, str]]
    # The statuses of a first and of a repeated request.
    statuses: tuple[int, ...]


def deliveries(server: Server, workshop: Workshop) -> str:
    server.start()
    server.wait()
    ann, bob, cleo = people = [
        server.sign_up(f"{name}@example.org") for name in ("ann", "bob", "cleo")
    ]
    for person, name in zip(people, ("Ann", "Bob", "Cleo")):
        ask(server, "PUT", f"{FRIENDS}/me", {"name": name}, person)
    habit = live(server, ann)
    befriend(server, ann, bob)
    befriend(server, ann, cleo)
    code = ask(server, "POST", f"{FRIENDS}/invitations", None, bob)["code"]
    ends = [sweep(server, workshop, share(server, ann, bob, cleo, habit))]
    post = ask(server, "POST", f"{FRIENDS}/posts", {"habit": habit}, ann)["id"]
    ends += [
        sweep(server, workshop, react(server, ann, bob, post)),
        sweep(server, workshop, accept(server, bob, cleo, code)),
    ]
    total, between = (sum(numbers) for numbers in zip(*ends))
    return f"ended {total} times, {between} of them in between; nothing was lost or told twice"


def live(server: Server, person: Account) -> str:
    """A week of a habit, up to today; returns its id."""
    path = "/api/v1/tracking/import-history"
    document = example(ask(server, "GET", "/api/v1/openapi.json", None, person), path)
    today = datetime.datetime.now(datetime.timezone.utc).date()
    days = [str(today - datetime.timedelta(days=back)) for back in range(7)]
    habit = document["history"]["habits"][0]
    habit["details"] |= {"title": "Read", "schedule": "daily", "archived": False}
    habit["details"].pop("target", None)
    habit.pop("endedOn", None)
    habit["createdOn"] = days[-1]
    habit["entries"] = [{"day": day, "entry": {"mark": "done", "note": ""}} for day in days]
    return ask(server, "POST", path, document, person)["ids"][0]


def befriend(server: Server, one: Account, other: Account):
    code = ask(server, "POST", f"{FRIENDS}/invitations", None, one)["code"]
    ask(server, "POST", f"{FRIENDS}/accept", {"code": code}, other)


def share(server: Server, ann: Account, bob: Account, cleo: Account, habit: str) -> Deed:
    return Deed(
        "a post",
        lambda: status(server, "POST", f"{FRIENDS}/posts", {"habit": habit}, ann),
        lambda: all(len(feed(server, person)) == 1 for person in (ann, bob, cleo)),
        [(bob, "post"), (cleo, "post")],
        (201, 200),
    )


def react(server: Server, ann: Account, bob: Account, post: str) -> Deed:
    return Deed(
        "a reaction",
        lambda: status(
            server, "PUT", f"{FRIENDS}/posts/{post}/reaction", {"reaction": "fire"}, bob
        ),
        lambda: len(feed(server, ann)[0]["reactors"]) == 1,
        [(ann, "reaction")],
        (200,),
    )


def accept(server: Server, bob: Account, cleo: Account, code: str) -> Deed:
    return Deed(
        "an invitation",
        lambda: status(server, "POST", f"{FRIENDS}/accept", {"code": code}, cleo),
        lambda: all(
            name in names(server, person) for person, name in ((bob, "Cleo"), (cleo, "Bob"))
        ),
        [(bob, "friend")],
        # A used code is no longer valid.
        (201, 403),
    )


def sweep(server: Server, workshop: Workshop, deed: Deed) -> tuple[int, int]:
    """Ends the server at each call of an action; returns how often, and how often in between."""
    server.stop()
    data, before = server.folder / "data", server.folder / "before"
    replace(data, before)
    since = workshop.folder / "since"
    ends, between = 0, []
    for call in range(1, MOST):
        replace(before, data)
        since.unlink(missing_ok=True)
        server.start(**attack(workshop, data, call), ATTACK_SINCE=str(since))
        server.wait()
        since.touch()
        answered = told_by(server, deed)
        if server.process.poll() is None:
            # There were no more calls at which it could be ended.
            server.kill()
            break
        ends += 1
        if waits(data, workshop.folder):
            between.append(call)
            if len(between) == 1:
                replace(data, server.folder / "between")
        server.start()
        server.wait()
        check(server, deed, f"{deed.name}, ended at call {call}", answered)
        server.stop()
    else:
        raise Fall(f"{deed.name} takes more than {MOST} calls")
    if answered is None:
        raise Fall(f"{deed.name} was not answered, and the server runs")
    if not between:
        raise Fall(f"the server never ended between {deed.name} and the news of it")
    ends += starts(server, workshop, deed, data)
    server.start()
    server.wait()
    return ends, len(between)


def starts(server: Server, workshop: Workshop, deed: Deed, data: Path) -> int:
    """Ends the server at each call of the start after an end in between; returns how often."""
    for call in range(1, MOST):
        replace(server.folder / "between", data)
        server.start(**attack(workshop, data, call))
        try:
            server.wait()
        except Fall:
            if server.process.poll() != -9:
                raise
        is_over = server.process.poll() is None
        if is_over:
            server.kill()
        server.start()
        server.wait()
        check(server, deed, f"{deed.name}, ended at call {call} of the next start", 200)
        server.stop()
        if is_over:
            return call - 1
    raise Fall(f"a start takes more than {MOST} calls")


def attack(workshop: Workshop, data: Path, call: int) -> dict[str, str]:
    """The variables for a server that ends at a call on the file of friendships."""
    return {
        "LD_PRELOAD": str(workshop.shim), "ATTACK_FOLDER": str(data / "friends.db"),
        "ATTACK_AT": str(call), "ATTACK_HOW": "kill",
    }  # fmt: skip


def replace(source: Path, target: Path):
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)


def told_by(server: Server, deed: Deed) -> int | None:
    """The status of the answer to an action; None if the server ended before it."""
    try:
        return deed.do()
    except Unanswered:
        server.process.wait()
        return None


def waits(data: Path, folder: Path) -> bool:
    """Whether the end has left something on disk that nobody was notified of yet."""
    for file in (data / "friends.db", data / "friends.db-wal"):
        if file.exists():
            shutil.copyfile(file, folder / file.name.replace("friends", "look"))
    look = sqlite3.connect(folder / "look.db")
    try:
        return look.execute("SELECT count(*) FROM outbox").fetchone()[0] > 0
    finally:
        look.close()
        for file in folder.glob("look.db*"):
            file.unlink()


def check(server: Server, deed: Deed, place: str, answered: int | None):
    told = [count(server, person, kind) for person, kind in deed.told]
    is_done = deed.is_done()
    if answered is not None and not is_done:
        raise Fall(f"{place}: it was confirmed with {answered}, and is lost")
    if told != [int(is_done)] * len(told):
        raise Fall(f"{place}: it is {'' if is_done else 'not '}there, and friends were told {told}")
    again = deed.do()
    if again not in deed.statuses:
        raise Fall(f"{place}: asked for again it was answered {again}")
    told = [count(server, person, kind) for person, kind in deed.told]
    if not deed.is_done() or told != [1] * len(told):
        raise Fall(f"{place}: done again, friends were told {told}")


def count(server: Server, person: Account, kind: str) -> int:
    """How many notices of a kind a person has; before the action they have none."""
    notices = ask(server, "GET", f"{FRIENDS}/notices", None, person)["items"]
    return sum(notice["kind"] == kind for notice in notices)


def feed(server: Server, person: Account) -> list[dict]:
    return ask(server, "GET", f"{FRIENDS}/feed", None, person)["items"]


def names(server: Server, person: Account) -> set[str]:
    return {friend["name"] for friend in ask(server, "GET", FRIENDS, None, person)["items"]}


def status(server: Server, method: str, path: str, document, person: Account) -> int:
    return server.ask(method, path, document, person.token)[0]


def ask(server: Server, method: str, path: str, document, person: Account) -> dict:
    code, answer = server.ask(method, path, document, person.token)
    if code >= 300:
        raise Fall(f"{method} {path} was answered {code}: {json.dumps(answer)}")
    return answer or {}
