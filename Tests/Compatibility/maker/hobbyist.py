"""Hobbyist: every rhythm of a habit, both ends of summer time, a move of zone, a harsh import."""

import random

from person import days, until

ZONE = "Europe/Vienna"
END = ("2026-01-20", "17:30:00")
LATER = ("2026-04-02", "05:00:00")

HARSH_HABITS = """# a comment
! Body
Gym: 3/7
Swim: 2w
! Mind
Chess: 1
Diary: 10
"""


def live(person):
    dice = random.Random(1)
    person.at("2025-09-01", "06:30:00")
    person.do("init", "--product", "hobbyist", "--name", "Mia Größl", "--time-zone", "Europe/Vienna")
    found(person)
    autumn(person, dice)
    person.bring({"habits": HARSH_HABITS, "log": harsh_log(dice)}, "harsh")
    winter(person, dice)
    person.at(*END)
    person.do("inbox")


def found(person):
    """A habit of every rhythm, with every detail that a habit may have."""
    person.do(
        "add", "Read", "--every", "daily", "--target", "20", "--unit", "pages", "--group", "Mind",
        "--color", "teal", "--priority", "high", "--notes", "Evenings, with tea",
        "--question", "Did you read?",
    )
    for title, *details in [
        ("Long run", "--every", "sat", "--difficulty", "hard", "--color", "#E25822"),
        ("Spanish", "--every", "mon,wed,fri", "--group", "Mind", "--difficulty", "medium"),
        ("Climb", "--every", "3/week"),
        ("Call home", "--every", "weekly", "--priority", "low"),
        ("Budget", "--every", "monthly"),
        ("Piano", "--every", "2/month"),
        ("Stretch", "--every", "3/7days"),
        ("Plants", "--every", "every:3"),
        ("Sweets", "--target", "2.5", "--unit", "pieces", "--at-most"),
        ("Old hobby", "--every", "daily"),
        ("Secret", "--every", "daily", "--notes", "to be erased"),
    ]:
        person.do("add", title, *details)
    person.do("remind", "Read", "19:00")
    person.do("remind", "Spanish", "7:30", "--on", "mon,wed")
    person.do("remind", "Piano", "18:00", "--tomorrow")
    person.do("remind", "Climb", "12:00")
    person.do("remind", "Climb", "off")
    person.do("reminders", "--quiet", "22:00-07:00")
    person.do("settings", "week-start", "sunday")
    person.do("settings", "sound", "off")


def autumn(person, dice):
    """Nine weeks, to beyond the end of summer time; one habit is archived, one erased."""
    for number, day in enumerate(days("2025-09-01", 63)):
        person.at(day, f"{16 + number % 5}:{number % 60:02}:07")
        person.do("check", "Read", "--value", str(dice.choice([12, 20, 20.5, 31])))
        if number % 7 in (0, 2, 4):
            person.do("check", "Spanish", "--note", "Ünit “one”, no. 1" if number < 3 else "")
        if number % 7 == 5:
            person.do("check", "Long run")
        if number % 9 == 0:
            person.do("check", "Sweets", "--value", str(number / 9))
        if number in (10, 33):
            person.do("skip", "Climb", "--note", "a cold")
        if number < 5:
            person.do("check", "Secret")
            person.do("check", "Old hobby")
        if number in (6, 20):
            person.do("inbox")
    person.at("2025-09-20", "15:00:00")
    person.do("edit", "Old hobby", "--archive")
    person.do("delete", "Secret", "--yes")
    # The hour that comes twice in Vienna, from either side.
    person.at("2025-10-26", "00:30:00")
    person.do("check", "Stretch")
    person.at("2025-10-26", "01:30:00")
    person.do("check", "Plants")
    person.do("uncheck", "Plants")


def harsh_log(dice):
    lines = ["# what was kept there"]
    for day in days("2025-05-01", 40):
        lines.append(f"{day} : Chess : {dice.choice('yyyns')} : : ")
    for day in days("2025-05-02", 9):
        lines.append(f"{day} : Gym : y : leg day, 50 kg : 1.5")
    return "\n".join(lines) + "\n"


def winter(person, dice):
    """A journey, a later start of the day, a vacation, edits, and days that are missed."""
    person.at("2025-11-05", "07:00:00")
    person.do("settings", "time-zone", "America/New_York")
    person.do("settings", "day-start", "03:00")
    person.at("2025-11-06", "06:30:00")  # 01:30 there: still the day before
    person.do("check", "Read", "--value", "25", "--note", "on the plane")
    person.at("2025-11-09", "10:00:00")
    person.do("settings", "time-zone", "Europe/Vienna")
    person.do("vacation", "plan", "2025-12-24", "2026-01-02")
    plan = person.do("vacation", "plan", "2025-11-20", "2025-11-22", "Climb", "Piano")
    person.do("vacation", "cancel", plan["id"])
    person.do("edit", "Read", "--title", "Read a chapter", "--no-target", "--position", "3")
    person.do("edit", "Plants", "--every", "every:4", "--group", "Home", "--color", "purple")
    person.do("edit", "Climb", "--target", "90", "--unit", "minutes", "--at-least")
    for number, day in enumerate(until("2025-11-10", "2026-01-19")):
        person.at(day, f"18:{number % 60:02}:00")
        if dice.random() < 0.5:
            person.do("check", "Read a chapter")
        if number % 5 == 1:
            person.do("check", "Climb", "--value", str(dice.choice([45, 90, 120.25])))
        if number % 16 == 3:
            person.do("check", "Piano")
        if number in (40, 69):
            person.do("inbox")
    person.do("inbox", "--read")
    person.do("reminders", "--kind", "weekly=off")
    person.do("telemetry", "off")
