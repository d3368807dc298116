"""What is asked of each home: every command that reads and changes nothing."""

EVERYWHERE = [
    ["streaks"], ["stats"], ["settings"], ["profile"], ["call", "core.current-calendar"],
    ["call", "streaks.runs-of", '{"reaching":[7,30]}'],
    ["export", "--format", "csv"], ["export", "--format", "ics"], ["export", "--format", "json"],
    ["verify"],
]
HABITS = [
    ["today"], ["week"], ["history"], ["history", "--by", "week"],
    ["history", "--by", "month"], ["list"], ["list", "--all"], ["vacation"],
    ["call", "tracking.all-habits", '{"includesArchived":true}'],
    ["call", "tracking.all-vacations"],
]
BADGES = [["badges"], ["score"]]
CARD = "social.compose-share-card"
NOTICES = [["inbox"], ["reminders"], ["remind", "list"]]
SOBER = [
    ["sober"], ["sober", "timer"], ["sober", "calendar"], ["sober", "calendar", "--weeks", "40"],
    ["sober", "settings"], ["sober", "why"], ["sober", "--substance", "Nicotine"],
    ["sober", "calendar", "--substance", "Nicotine"],
    ["sober", "settings", "--substance", "Nicotine"], ["call", "sobriety.all-substances"],
    ["score", "--explain", "Alcohol-free", "--days", "12"],
]
WIDGET = [
    ["widget", "--size", size, *form] for size in ("small", "large")
    for form in ([], ["--format", "tmux"], ["--format", "waybar"])
]
OF_PRODUCT = {
    "hobbyist": HABITS + NOTICES + [["freeze"]],
    "beebloom": HABITS + WIDGET,
    "sober": SOBER + BADGES + [["call", CARD, '{"kind":"sobriety","showsTitle":true}']],
    "streaks": HABITS + BADGES + NOTICES + [
        ["freeze"], ["call", CARD, '{"kind":"contributions","showsTitle":true}'],
    ],
}
# What is also asked weeks later, when runs have ended; what gives notices is not.
LATER = [["today"], ["week"], ["streaks"], ["badges"], ["score"], ["sober"], ["widget"], ["freeze"]]


def now(person, product):
    """What is asked of `person` when the story ends."""
    commands = OF_PRODUCT[product] + of_habits(person, product) + EVERYWHERE
    return [with_form(words) for words in commands]


def later(product):
    """What is asked again, long after."""
    known = [words[0] for words in OF_PRODUCT[product] + EVERYWHERE]
    return [with_form(words) for words in LATER if words[0] in known]


def of_habits(person, product):
    if product == "sober":
        return []
    commands = []
    for number, habit in enumerate(person.do("list", "--all")["items"]):
        # A few from their beginning; of the others less, to keep these files small.
        past = "120" if number < 2 else "30"
        commands += [["calendar", habit["title"], "--days", past], ["day", habit["title"]]]
        if number < 2:
            commands += [["stats", habit["title"]], ["history", habit["title"]]]
            if product == "streaks":
                commands.append(["score", "--explain", habit["title"], "--days", "12"])
    return commands


def with_form(words):
    """Documents, where the command has them; other forms as they are."""
    return words if "--format" in words else [*words, "--json"]
