"""Sober: runs, slips with and without drinks, figures in two currencies, the why, an erasure."""

from person import days

ZONE = "Asia/Tokyo"
END = ("2025-12-10", "09:30:00")
LATER = ("2026-02-14", "12:00:00")


def live(person):
    person.at("2025-06-01", "20:00:00")
    person.do("init", "--product", "sober", "--name", "Jo", "--time-zone", "Europe/Vienna")
    person.do("sober", "why", "To be there in the mornings — “really”")
    person.do(
        "sober", "settings", "--drinks-per-week", "10.5", "--cost", "4.50", "--currency", "EUR",
        "--calories", "150",
    )
    alcohol(person)
    nicotine(person)
    person.at("2025-08-01", "09:00:00")
    person.do("sober", "begin", "Sugar")
    person.do("sober", "mark", "--substance", "Sugar")
    person.do("sober", "why", "to be erased", "--substance", "Sugar")
    person.do("sober", "delete", "Sugar", "--yes")
    journey(person)
    told(person)


def alcohol(person):
    """A run of forty days, a slip, another run, days that were marked late and taken back."""
    for number, day in enumerate(days("2025-06-02", 40)):
        person.at(day, f"20:{number:02}:30")
        person.do("sober", "mark")
    person.at("2025-07-12", "23:10:00")
    person.do("sober", "slip", "--drinks", "3")
    person.at("2025-07-14", "08:00:00")
    person.do("sober", "mark", "--day", "yesterday")
    person.do("sober", "slip", "--day", "2025-05-20")
    person.do("sober", "mark", "--day", "2025-05-25")
    person.do("sober", "mark", "--day", "2025-05-26")
    person.do("sober", "clear", "--day", "2025-05-25")
    for day in days("2025-07-14", 66):
        person.at(day, "18:00:00")
        person.do("sober", "mark")


def nicotine(person):
    for day in days("2025-07-20", 12):
        person.at(day, "07:45:00")
        person.do("sober", "mark", "--substance", "Nicotine")
    person.do(
        "sober", "settings", "--drinks-per-week", "70", "--cost", "30", "--currency", "JPY",
        "--substance", "Nicotine",
    )
    person.at("2025-08-02", "21:00:00")
    person.do("sober", "slip", "--substance", "Nicotine", "--drinks", "0")
    person.do("sober", "why", "Breath", "--substance", "Nicotine")


def journey(person):
    """To Tokyo over a summer, where days begin earlier; later nights count for the day before."""
    person.at("2025-09-20", "12:00:00")
    person.do("settings", "time-zone", "Asia/Tokyo")
    person.do("settings", "day-start", "04:00")
    for day in days("2025-11-20", 20):
        person.at(day, "16:20:00")  # 01:20 there: still the day before
        person.do("sober", "mark")
    person.do("sober", "settings", "--cost", "5.25", "--calories", "0")
    person.do("settings", "sound", "off")
    person.at("2025-12-10", "09:00:00")
    person.do("sober", "mark")


def told(person):
    """What other programs do once they have celebrated."""
    run = person.do("call", "streaks.runs-of", '{"reaching":[7]}')[0]
    milestones = [{"habit": run["habit"], "level": 7, "start": run["runs"][0]["start"]}]
    person.do("call", "gamification.mark-milestones-told", fields(milestones))


def fields(milestones):
    words = [
        f'{{"habit":"{told["habit"]}","level":{told["level"]},"start":"{told["start"]}"}}'
        for told in milestones
    ]
    return f'{{"milestones":[{",".join(words)}]}}'
