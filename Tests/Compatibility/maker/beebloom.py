"""BeeBloom: days that are set a day later, the zone of the machine, a Table Habit import."""

import json
import random

from person import days

ZONE = "America/New_York"
END = ("2026-03-20", "22:10:00")
LATER = ("2026-06-01", "03:00:00")


def live(person):
    dice = random.Random(2)
    person.at("2025-12-01", "13:00:00")
    person.do("init", "--product", "beebloom")
    for title, *details in [
        ("Water the window sill", "--color", "green", "--question", "Are they thirsty?"),
        ("Tea without a screen", "--every", "3/week", "--group", "Rest"),
        ("Walk", "--target", "20", "--unit", "minutes"),
        ("Letter", "--every", "monthly"),
        ("Nap", "--every", "sat,sun", "--group", "Rest"),
        ("Weeds", "--every", "every:2"),
    ]:
        person.do("add", title, *details)
    grow(person, dice)
    person.bring({"table.json": table(dice)}, "table-habit")
    person.do("delete", "Weeds", "--yes")
    person.do("edit", "Letter", "--archive")
    person.do("profile", "--name", "Robin")
    person.do("settings", "reduced-motion", "on")
    person.do("settings", "week-start", "saturday")
    tend(person, dice)


def grow(person, dice):
    """Twelve weeks, over the night in which summer time begins in New York."""
    for number, day in enumerate(days("2025-12-01", 84)):
        person.at(day, "23:40:00")
        if dice.random() < 0.6:
            person.do("check", "Water")
        if number % 3 == 0:
            person.do("check", "Walk", "--value", str(dice.choice([10, 20, 35])))
        if number % 11 == 4:
            person.do("check", "Walk", "--day", "yesterday", "--value", "22")
        if number in (2, 30):
            person.do("skip", "Tea", "--note", "visitors")
        if number in (20, 21, 22, 51):
            person.do("check", "Letter")
            person.do("check", "Weeds")
    person.do("uncheck", "Letter")
    person.do("vacation", "plan", "2026-02-27", "2026-03-03")


def table(dice):
    """A backup as Table Habit writes it: days are counted from 1970."""
    records = [
        {"record_date": 20390 + number, "record_type": dice.choice([1, 1, 1, 2]),
         "record_value": dice.choice([0, 3, 5.5]), "reason": "rain" if number == 4 else ""}
        for number in range(30)
    ]
    habit = {
        "create_t": 1761696000, "name": "Birds", "type": 1, "desc": "which ones?", "color": 2,
        "daily_goal": 3.0, "daily_goal_unit": "birds", "freq_type": 3, "freq_custom": "[1,1]",
        "start_date": 20390, "records": records, "group_id": "g",
    }
    return json.dumps({"habits": [habit], "groups": [{"uuid": "g", "name": "Outside"}]})


def tend(person, dice):
    for number, day in enumerate(days("2026-03-06", 15)):
        person.at(day, "12:15:00")
        if number != 6:
            person.do("check", "Water")
        if number % 2 == 0:
            person.do("check", "Birds", "--value", str(dice.choice([1, 3, 8])))
    person.at("2026-03-20", "12:30:00")
    person.do("widget", "--check", "1")
