"""A sobriety calendar, from the first sober day on."""

import re

import pytest
from playwright.sync_api import expect

from waiting import eventually, rest


@pytest.mark.requirement("S-05", "S-09", "S-T1", "S-16", "S-22")
def test_a_first_sober_day_starts_the_timer(household, visit):
    home = household("sober")
    page = visit(home)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("button", name="Sober today").first.click()
    clock = page.locator("[data-since]").first
    expect(clock).to_be_visible()
    expect(page.locator(".sober-float")).to_contain_text("1 day")
    first = page.locator("[data-part=s]").first.inner_text()
    expect(page.locator("[data-part=s]").first).not_to_have_text(first)
    assert home.cli("sober", "timer")["running"] is True


@pytest.mark.requirement("X-11")
@pytest.mark.parametrize("script", [True, False])
def test_a_day_begins_with_a_pledge(household, visit, script):
    home = household("sober")
    home.cli("sober", "mark", ago=1)
    page = visit(home, phone=True, script=script)
    page.get_by_role("button", name="I pledge this").click()
    card = page.locator(".sober-diary")
    expect(card).to_contain_text("Pledged at")
    assert home.cli("sober", "review")["pledged"] is True
    card.get_by_role("button", name="Take it back").click()
    expect(page.get_by_role("button", name="I pledge this")).to_be_visible()
    assert home.cli("sober", "review")["pledged"] is False


@pytest.mark.requirement("X-11")
def test_an_evening_ends_with_a_review(household, visit):
    home = household("sober")
    # There it is about seven in the evening.
    offset = (19 - home.now.hour + 11) % 24 - 11
    home.cli("settings", "time-zone", f"Etc/GMT{-offset:+d}" if offset else "Etc/GMT")
    home.cli("sober", "mark")
    page = visit(home)
    page.get_by_role("button", name="Hard", exact=True).click()
    card = page.locator(".sober-diary")
    expect(card).to_contain_text("This day was hard.")
    card.get_by_text("Change it or add words").click()
    card.get_by_label("A few words").fill("A long evening")
    card.get_by_role("button", name="Save").click()
    expect(card.locator("blockquote")).to_have_text("A long evening")
    said = home.cli("sober", "review")
    assert (said["effort"], said["note"]) == ("hard", "A long evening")


@pytest.mark.requirement("X-11")
def test_what_led_to_a_slip_is_noted_after_the_tap(household, visit):
    home = household("sober")
    page = visit(home, phone=True)
    page.locator("#sober-today").click()
    expect(page.locator("#sober-today")).to_have_accessible_name(re.compile(": Sober"))
    page.locator("#sober-today").click()
    page.locator("#message").get_by_role("link", name="What led to it?").click()
    note = page.locator("#slip")
    note.get_by_label("Stress").check()
    note.get_by_label("A few words").fill("After work")
    note.get_by_role("button", name="Save").click()
    expect(note.locator("blockquote")).to_have_text("After work")
    said = home.cli("sober", "review")
    assert (said["triggers"], said["slipNote"]) == (["stress"], "After work")


@pytest.mark.requirement("X-11")
def test_a_craving_is_waited_out(household, visit):
    home = household("sober")
    home.cli("sober", "mark")
    home.cli("sober", "why", "For my mornings")
    page = visit(home, phone=True)
    way = page.get_by_role("link", name="A craving right now")
    expect(way).to_be_in_viewport()
    way.click()
    expect(page.locator("[data-part=m]")).to_have_text("14")
    expect(page.locator("main")).to_contain_text("Most cravings pass within 15 to 30 minutes")
    expect(page.locator("main")).to_contain_text("For my mornings")
    left = page.locator("[data-part=s]").inner_text()
    expect(page.locator("[data-part=s]")).not_to_have_text(left)
    page.get_by_role("button", name="I got through it").click()
    expect(page.locator(".craving-count")).to_have_text("1 craving passed.")
    # The wait goes on where it was.
    expect(page.locator("[data-part=m]")).to_have_text("14")
    assert home.cli("sober", "craving")["passed"] == 1


@pytest.mark.requirement("X-11")
def test_a_craving_needs_no_script(household, visit):
    home = household("sober")
    page = visit(home, "/sober/craving", script=False)
    expect(page.locator("[data-wait]")).to_be_hidden()
    # It is noon where the person lives, and the wait may reach past the hour.
    expect(page.locator(".craving-until")).to_contain_text(re.compile(r"Decide nothing before 1[23]:\d\d"))
    page.get_by_role("button", name="I got through it").click()
    expect(page.locator(".craving-count")).to_have_text("1 craving passed.")


@pytest.mark.requirement("S-05", "S-03")
def test_a_tap_marks_a_day_and_another_corrects_it(household, visit):
    home = household("sober")
    page = visit(home)
    tile = page.locator("#sober-today")
    tile.click()
    expect(page.locator("#sober-today")).to_have_accessible_name(re.compile(": Sober"))
    assert home.cli("sober")["status"] == "sober"
    page.locator("#sober-today").click()
    expect(page.locator("#sober-today")).to_have_accessible_name(re.compile("Not sober"))
    page.locator("#sober-today").click()
    expect(page.locator("#sober-today")).to_have_accessible_name(re.compile("Not marked"))


def test_a_tap_that_would_end_a_run_asks_first(household, visit):
    home = household("sober")
    for ago in (3, 2, 1, 0):
        home.cli("sober", "mark", ago=ago)
    page = visit(home, phone=True)
    expect(page.locator("table[data-grid]")).to_have_attribute("role", "grid")
    page.locator("#sober-today").click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("one of your 4 days in a row")
    expect(question.get_by_role("button", name="Leave it as it is")).to_be_focused()
    page.keyboard.press("Enter")
    expect(question).to_have_count(0)
    assert home.cli("sober")["status"] == "sober"
    page.locator("#sober-today").click()
    question.get_by_role("button", name="It was not sober").click()
    expect(page.locator("#sober-today")).to_have_accessible_name(re.compile("Not sober"))
    # The day is no part of the run any more, and a further tap asks nothing.
    page.locator("#message").get_by_role("button", name="Undo").click()
    expect(page.locator("#sober-today")).to_have_accessible_name(re.compile(": Sober"))
    assert home.cli("sober")["current"] == 4


def test_the_ring_around_today_is_whole_on_a_phone(household, visit):
    home = household("sober")
    page = visit(home, phone=True)
    # Whichever weekday today is, the ring reaches 5 pixels beyond its day.
    room = page.locator("#sober-scroll").evaluate(
        """box => {
          const days = [...box.querySelectorAll("td>*")].map(day => day.getBoundingClientRect());
          const { left } = box.getBoundingClientRect();
          return Math.min(...days.map(day => day.left)) - left;
        }"""
    )
    assert room >= 5


@pytest.mark.requirement("S-03")
def test_consecutive_days_grow_darker(household, visit):
    home = household("sober")
    for ago in range(12, -1, -1):
        home.cli("sober", "mark", ago=ago)
    page = visit(home)
    tiles = page.locator(".sober-calendar td [data-shade], .sober-calendar td[data-shade]")
    shades = [int(tile.get_attribute("data-shade")) for tile in tiles.all()]
    shades = [shade for shade in shades if shade > 0]
    assert shades == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


@pytest.mark.requirement("S-10", "S-15")
def test_the_grid_is_endless_and_a_button_leads_back_to_today(household, visit):
    home = household("sober")
    home.cli("sober", "mark")
    page = visit(home, phone=True)
    back = page.locator("[data-anchor-link]")
    expect(back).to_be_hidden()
    eventually(page, lambda: is_in_the_middle(page), "today is in the middle when the page opens")
    before = page.locator(".sober-calendar tbody tr").count()
    weeks = page.locator(".sober-calendar tbody tr")

    def scrolls_to_older_weeks():
        # The first weeks leave today in sight: whoever looks for older ones scrolls on as they come.
        scroll_up(page)
        return weeks.count() > before and back.is_visible()

    eventually(page, scrolls_to_older_weeks, "older weeks are loaded, and today is out of sight")
    back.click()
    expect(back).to_be_hidden()
    eventually(page, lambda: is_in_the_middle(page))


def test_a_reload_that_was_under_way_takes_no_older_weeks_away(household, visit):
    home = household("sober")
    home.cli("sober", "mark")
    page = visit(home, phone=True, worker=False)
    weeks = page.locator(".sober-calendar tbody tr")
    before = weeks.count()
    held = []

    def hold(route):
        if held or "x-trellis-fragment" not in route.request.headers:
            return route.continue_()
        held.append(route)

    page.route(page.url, hold)
    home.cli("sober", "mark", ago=1)
    eventually(page, lambda: held, "the page asks for what has changed")

    def scrolls_to_older_weeks():
        scroll_up(page)
        return weeks.count() > before

    eventually(page, scrolls_to_older_weeks, "older weeks are loaded")
    held[0].continue_()
    expect(page.locator(".sober-float")).to_contain_text("2 days")
    rest(page)
    assert weeks.count() > before


def test_a_press_is_not_lost_to_older_weeks_that_arrive(household, visit):
    home = household("sober")
    home.cli("sober", "mark")
    page = visit(home, phone=True, worker=False)
    weeks = page.locator(".sober-calendar tbody tr")
    back = page.locator("[data-anchor-link]")
    asked = []

    def hold_the_second(route):
        asked.append(route)
        if len(asked) != 2:
            route.continue_()

    page.route("**/*weeks=*", hold_the_second)

    def scrolls_to_older_weeks():
        scroll_up(page)
        return len(asked) > 1 and back.is_visible()

    eventually(page, scrolls_to_older_weeks, "older weeks are asked for, and today is out of sight")
    before = weeks.count()
    back.hover()
    page.mouse.down()
    with page.expect_event("requestfinished"):
        asked[1].continue_()
    page.mouse.up()
    eventually(page, lambda: weeks.count() > before, "older weeks are shown")
    expect(back).to_be_hidden()
    eventually(page, lambda: is_in_the_middle(page), "the press has led back to today")
    # The address has changed with the weeks: a jump within the page reloads nothing all the same.
    page.evaluate("window.isSame = true")
    page.evaluate("location.hash = 'main'")
    rest(page)
    assert page.evaluate("window.isSame")


def ask_for_older_weeks(household, visit, answer):
    """Scrolls a phone to the oldest week that it has; `answer` gets the requests for older ones."""
    page = visit(household("sober"), phone=True, worker=False)
    weeks = page.locator(".sober-calendar tbody tr")
    before = weeks.count()
    page.route("**/*weeks=*", answer)
    expect(page.locator("[data-anchor-link]")).to_be_hidden()
    scroll_up(page)
    return page, lambda: weeks.count() > before


def test_older_weeks_that_did_not_arrive_are_asked_for_again(household, visit):
    asked = []

    def lose_the_first(route):
        asked.append(route)
        if len(asked) > 1:
            return route.continue_()
        route.abort()

    page, are_there = ask_for_older_weeks(household, visit, lose_the_first)
    eventually(page, are_there, "older weeks are loaded where somebody waits for them")


# Scrolls to the youngest week and back to the oldest one, and each time until the browser has seen it.
BACK_AND_FORTH = """async box => {
  const frame = () => new Promise(done => requestAnimationFrame(done));
  for (const top of [0, -box.scrollHeight]) {
    box.scrollTo(0, top);
    for (let count = 0; count < 3; count++) await frame();
  }
}"""


def test_older_weeks_are_asked_for_once_however_often_somebody_scrolls_to_them(household, visit):
    asked = []
    page, are_there = ask_for_older_weeks(household, visit, lambda route: asked.append(route))
    eventually(page, lambda: asked, "older weeks are asked for")
    for _ in range(3):
        page.locator("#sober-scroll").evaluate(BACK_AND_FORTH)
    asked[0].continue_()
    eventually(page, are_there, "older weeks are shown")
    assert [route.request.url for route in asked].count(asked[0].request.url) == 1


def scroll_up(page):
    """Scrolls to the oldest week there is, at once: what a wheel began would go on under a press."""
    page.locator("#sober-scroll").evaluate(
        "box => (box.scrollIntoView({ block: 'center' }), box.scrollTo(0, -box.scrollHeight))"
    )


def is_in_the_middle(page):
    tile = page.locator("#sober-today").bounding_box()
    window = page.locator("#sober-scroll").bounding_box()
    if not (tile and window):
        # The content is just being replaced.
        return False
    middle = tile["y"] + tile["height"] / 2
    return abs(middle - (window["y"] + window["height"] / 2)) < window["height"] / 4


@pytest.mark.requirement("S-10")
def test_weeks_run_on_without_gaps_between_months(household, visit):
    home = household("sober")
    page = visit(home)
    rows = page.locator(".sober-calendar tbody tr")
    assert rows.count() > 4
    for row in rows.all():
        assert row.locator("td > :is(button, span)").count() == 7
    expect(page.locator(".sober-calendar thead th")).to_have_count(7)


@pytest.mark.requirement("S-24", "S-25", "S-28", "S-30")
def test_savings_drinks_and_the_why(household, visit):
    home = household("sober")
    for ago in range(7, 0, -1):
        home.cli("sober", "mark", ago=ago)
    page = visit(home, "/sober/settings")
    page.get_by_label("Drinks a week, before").fill("14")
    page.get_by_label("Cost of one drink").fill("4.50")
    page.get_by_label("Currency").fill("EUR")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("status").first).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("main")).to_contain_text("63.00 EUR")
    page.goto(f"/sober/days/{home.day(8)}")
    page.get_by_role("radio", name="Not sober").check()
    page.get_by_label("Drinks, if it was not sober").fill("3")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_be_visible()
    days = {entry["day"]: entry for entry in home.cli("sober", "calendar")["days"]}
    assert days[home.day(8)]["drinks"] == 3


def test_a_phone_shares_a_picture_by_its_own_sheet(household, visit):
    home = household("sober")
    home.cli("sober", "mark")
    page = visit(home, "/share", phone=True)
    sheet = page.get_by_role("button", name="Share with an app")
    expect(page.get_by_role("link", name="PNG").first).to_be_visible()
    expect(sheet).to_be_hidden()  # this browser has none
    page.add_init_script("""
      navigator.canShare = ({ files }) => files.every(({ type }) => type === "image/png");
      navigator.share = async ({ files }) => { window.shared = files.map(({ name, size }) => [name, size > 999]); };
    """)
    page.reload()
    sheet.click()
    eventually(page, lambda: page.evaluate("window.shared") == [["sober.png", True]])


@pytest.mark.requirement("S-29")
def test_the_streak_is_shared_as_a_picture(household, visit):
    home = household("sober")
    for ago in range(7, -1, -1):
        home.cli("sober", "mark", ago=ago)
    page = visit(home, "/share")
    picture = page.locator("main img").first
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") >= 540


def test_arrow_keys_walk_from_day_to_day_and_stop_at_today(household, visit):
    home = household("sober")
    page = visit(home)
    # The script of the calendar has been loaded.
    expect(page.locator("#sober-today")).to_have_attribute("tabindex", "0")
    page.locator("#sober-today").focus()
    for key, ago in (("ArrowUp", 7), ("ArrowUp", 14), ("ArrowDown", 7), ("ArrowDown", 0)):
        page.keyboard.press(key)
        focused = page.locator(":focus")
        expect(focused).to_have_attribute("value", re.compile(f"^{home.day(ago)} "))
        assert page.locator(".sober-calendar table [tabindex='0']").count() == 1
    page.keyboard.press("ArrowDown")
    expect(page.locator("#sober-today")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#sober-today")).to_have_accessible_name(re.compile(": Sober"))


def test_reminders_of_sober_days_say_nothing_about_them(household, visit):
    home = household("sober")
    home.cli("sober", "mark", ago=1)
    page = visit(home, "/reminders")
    card = page.locator("form[action*='set-moments']")
    expect(card.get_by_label("Pledge in the morning", exact=True)).not_to_be_checked()
    card.get_by_label("Pledge in the morning", exact=True).check()
    card.get_by_label("Pledge in the morning: time").fill("06:45")
    card.get_by_role("button", name="Save").click()
    expect(page.locator("#message")).to_contain_text("Saved")
    assert home.cli("reminders")["times"] == {"pledge": "06:45"}
    home.cli("reminders", "--kind", "pledge=off")
    assert "times" not in home.cli("reminders")
    home.cli("remind", "Alcohol-free", "19:00")
    assert home.cli("reminders")["items"][0]["title"] == "Alcohol-free"
