"""Streaks: long runs, freezes that are earned and used, milestones told, a Beaver import."""

import json
import random

from person import days
from sober import fields

ZONE = "UTC"
END = ("2026-02-20", "20:00:00")
LATER = ("2026-02-22", "09:00:00")


def live(person):
    dice = random.Random(4)
    person.at("2025-11-01")
    person.do("init", "--product", "streaks", "--time-zone", "Australia/Lord_Howe")
    person.do("add", "Write", "--difficulty", "hard", "--target", "300", "--unit", "words")
    person.do("add", "Floss", "--group", "Body")
    person.do("add", "Swim", "--every", "2/week", "--difficulty", "medium", "--group", "Body")
    person.do("add", "Draft", "--every", "daily")
    person.do("remind", "Floss", "21:00")
    person.bring({"beaver.json": beaver(dice)}, "beaver")
    run(person, dice)
    person.do("delete", "Draft", "--yes")
    told(person)
    person.at(*END)
    person.do("inbox")


def beaver(dice):
    """A backup as Beaver Habits writes it."""
    records = [
        {"day": day, "done": dice.random() < 0.8, **({"text": "ill #skip"} if n == 9 else {})}
        for n, day in enumerate(days("2025-09-20", 42))
    ]
    habits = [
        {"name": "Meditate", "id": "m", "tags": ["mind"], "star": True, "records": records},
        {"name": "Cook", "id": "c", "tags": [], "records": [], "period":
         {"period_type": "W", "period_count": 1, "target_count": 3}},
        {"name": "Gone", "id": "g", "tags": [], "records": [], "status": "archive"},
    ]
    return json.dumps({"data": {"habits": habits, "order": ["c", "m"]}})


def run(person, dice):
    """Sixteen weeks; now and then a day is missed that a freeze protects the day after."""
    missed = {30, 61, 90}
    for number, day in enumerate(days("2025-11-01", 111)):
        person.at(day, f"08:{number % 60:02}:00")
        if number - 1 in missed:
            person.do("inbox")
            if offers(person, "Floss"):
                person.do("freeze", "Floss")
        if number not in missed:
            person.do("check", "Floss")
        if number % 4 == 1:
            person.do("check", "Write", "--value", str(dice.choice([120, 300, 512.5])))
        if number % 7 in (1, 4) and number < 60:
            person.do("check", "Swim")
        if number in (3, 4):
            person.do("check", "Draft")
        if number in (8, 35, 80, 100):
            person.do("inbox")
    person.do("check", "Meditate", "--note", "ten minutes")
    person.do("reminders", "--kind", "at-risk=off")
    person.do("settings", "vibration", "off")


def offers(person, title):
    """Whether there is a freeze for it."""
    ids = [habit["id"] for habit in person.do("list")["items"] if habit["title"] == title]
    return any(offer["id"] in ids for offer in person.do("freeze")["offers"])


def told(person):
    runs = person.do("call", "streaks.runs-of", '{"reaching":[7]}')
    milestones = [
        {"habit": habit["habit"], "level": 7, "start": habit["runs"][0]["start"]}
        for habit in runs
        if habit["title"] == "Floss"
    ]
    person.do("call", "gamification.mark-milestones-told", fields(milestones))
