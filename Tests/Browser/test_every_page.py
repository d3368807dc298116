"""Every page of every product: accessible, light, and looked at."""

import re

import pytest
from playwright.sync_api import expect

from looks import faults, named
from waiting import eventually, rest

PRODUCTS = ["hobbyist", "beebloom", "sober", "streaks"]
EVERYWHERE = [
    "/", "/settings", "/privacy", "/data", "/data/restore", "/data/delete", "/welcome",
    "/welcome/product", "/settings/calendar",
]  # fmt: skip
PAGES = {
    "hobbyist": [
        "/week", "/history", "/history?weeks=52", "/streaks", "/reminders", "/inbox", "/habits", "/habits/new",
        "/share", "/widgets", "/widget?size=medium",
    ],
    "beebloom": ["/week", "/history", "/habits", "/habits/new", "/widgets", "/widget?size=medium"],
    "sober": ["/sober/settings", "/sober/craving", "/sober/health", "/reminders", "/inbox", "/streaks", "/badges", "/share"],
    "streaks": [
        "/week", "/history", "/streaks", "/badges", "/scores", "/reminders", "/inbox", "/share",
        "/habits", "/habits/new", "/vacations", "/widgets", "/widget?size=medium",
    ],
}  # fmt: skip


def lived_in(home):
    """A few weeks of a person's life, with gaps."""
    if home.product == "sober":
        for ago in range(40, 0, -1):
            if ago % 11:
                home.cli("sober", "mark", ago=ago)
            else:
                because = ["--because", "stress,company", "--note", "A long day"]
                home.cli("sober", "slip", "--drinks", "2", *because, ago=ago)
        home.cli("sober", "settings", "--drinks-per-week", "10", "--cost", "4.50", "--currency", "EUR")
        home.cli("sober", "why", "For quiet mornings.")
        return
    habits = [
        ("Read", "blue", "Mind", "daily"),
        ("Play the piano", "purple", "Mind", "mon,wed,fri"),
        ("Run", "red", "Body", "3/week"),
    ]
    for title, color, group, every in habits:
        home.cli("add", title, "--color", color, "--group", group, "--every", every, ago=40)
    for ago in range(40, 0, -1):
        home.cli("check", "Read", ago=ago)
        if ago % 3:
            home.cli("check", "Run", ago=ago)


# The names that several buttons of a page have: in a list of them nobody could tell which is which. A
# page of widgets shows the same one in several sizes.
SAME = """() => {
  const names = [...document.querySelectorAll("main button:not([aria-hidden], .widget-piece *)")]
    .filter(button => button.checkVisibility()).map(button => button.ariaLabel ?? button.textContent.trim());
  return names.filter((name, index) => names.indexOf(name) !== index);
}"""


@pytest.fixture(params=PRODUCTS, scope="module")
def lived(request, chromium):
    import shutil
    import tempfile

    from household import Household

    home = Household(tempfile.mkdtemp(prefix="home-"), request.param, name="Mira")
    lived_in(home)
    yield home
    home.stop()
    shutil.rmtree(home.path, ignore_errors=True)


def pages(home):
    found = EVERYWHERE + PAGES[home.product]
    habits = home.cli("list")["items"] if home.product != "sober" else []
    for habit in habits[:1]:
        found += [
            f"/habits/{habit['id']}",
            f"/habits/{habit['id']}/edit",
            f"/habits/{habit['id']}/delete",
            f"/habits/{habit['id']}/days/{home.day(1)}",
        ]
    if home.product == "sober":
        found.append(f"/sober/days/{home.day(1)}")
    return found


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_every_page_is_accessible_and_whole(lived, visit, screenshots, dark, phone):
    page = visit(lived, dark=dark, phone=phone)
    problems = []
    for path in pages(lived):
        answer = page.goto(path)
        assert answer.status == 200, path
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        page.wait_for_timeout(150)
        problems += [(path, *fault) for fault in faults(page)]
        screenshots.take_look(page, f"{lived.product}/{named(path)}", phone, dark)
    assert problems == []


def test_buttons_are_told_apart_by_their_names(lived, visit):
    page = visit(lived)
    same = {}
    for path in pages(lived):
        page.goto(path)
        page.evaluate("document.querySelectorAll('main details').forEach(part => part.open = true)")
        same[path] = page.evaluate(SAME)
    assert not any(same.values()), same


def test_the_first_page_is_light(lived, visit):
    page = visit(lived, "about:blank")
    wanted = {}
    kinds = ("document", "stylesheet", "script", "image")
    page.on("request", lambda ask: ask.resource_type in kinds and wanted.setdefault(ask.url))
    page.goto("/")
    rest(page)
    # The worker that keeps the app for later is fetched behind the page, not for it.
    size = "url => fetch(url).then(answer => answer.arrayBuffer()).then(bytes => bytes.byteLength)"
    sizes = {url: page.evaluate(size, url) for url in wanted if "/sw.js" not in url}
    assert len(sizes) > 1 and sum(sizes.values()) < 60_000, sizes


def test_today_is_used_by_keyboard_alone(lived, visit):
    page = visit(lived)
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text(re.compile("Skip"))
    page.keyboard.press("Enter")
    selector = "#sober-today" if lived.product == "sober" else "button.check"
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(f"document.activeElement.matches('{selector}, td *')"):
            break
    focused = page.locator(":focus")
    outline = focused.evaluate(
        "e => { const s = getComputedStyle(e); return s.outlineStyle + s.boxShadow }"
    )
    assert outline != "nonenone", "the focus can be seen"
    before = page.locator("main").inner_html()
    page.keyboard.press("Enter")
    eventually(page, lambda: page.locator("main").inner_html() != before)


def test_a_page_that_is_not_there_says_so_kindly(lived, visit):
    page = visit(lived)
    page.goto("/no-such-page")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("link").filter(visible=True).first).to_be_visible()
    # The browser itself notes that the page is not there.
    page.context.expected += ["404"]
