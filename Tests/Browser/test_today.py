"""Today's list: what is done settles, groups fold, rows are dragged by a finger, notices are counted."""

import re

from playwright.sync_api import expect

from waiting import eventually, rest


def titles(page):
    return page.locator(".habits .habit-title a").all_inner_texts()


def settled(page, *wanted):
    expect(page.locator(".habits .habit-title a")).to_have_text(list(wanted))


def check(page, title):
    """Taps a row and returns the order in which the page first shows it checked.

    The page itself takes it down: when a busy machine asks for it later, rows may have settled.
    """
    name = f"{title} done"
    page.evaluate(
        """name => {
          window.shown = new Promise((done) => (function look() {
            const pressed = [...document.querySelectorAll("button[aria-pressed=true]")];
            const isDone = pressed.some((button) => button.ariaLabel === name);
            if (!isDone || document.querySelector("form[data-busy]"))
              return requestAnimationFrame(look);
            const rows = document.querySelectorAll(".habits .habit-title a");
            done([...rows].map((row) => row.innerText));
          })());
        }""",
        name,
    )
    page.get_by_role("button", name=name, exact=True).click()
    return page.evaluate("() => window.shown")


def test_what_cannot_settle_is_asked_for_again_without_hurry(household, visit):
    home = household("hobbyist")
    for title in ("One", "Two"):
        home.cli("add", title, ago=1)
    page = visit(home, "/today", phone=True, worker=False)
    lost = []
    is_away = True

    def lose(route):
        asked = route.request
        if is_away and asked.method == "GET" and "x-trellis-fragment" in asked.headers:
            lost.append(asked)
            return route.abort()
        route.continue_()

    page.route(f"{home.url}/today", lose)
    check(page, "One")
    eventually(page, lambda: len(lost) > 1, "the page is asked for in its new order")
    before = len(lost)
    page.wait_for_timeout(4000)
    assert len(lost) - before < 5
    is_away = False
    settled(page, "Two", "One")


def test_what_is_done_settles_once_nobody_touches_the_page(household, visit):
    home = household("hobbyist")
    for title in ("One", "Two", "Three"):
        home.cli("add", title, ago=1)
    page = visit(home, "/today", phone=True, still=False)
    # It is seen checked where it was tapped, and so is the next one.
    assert check(page, "One") == ["One", "Two", "Three"]
    order = check(page, "Two")
    assert order.index("Two") < order.index("Three")
    settled(page, "Three", "One", "Two")
    # A tap on another row moves nothing that has settled.
    assert check(page, "Three") == ["Three", "One", "Two"]
    page.get_by_role("button", name="Undo").click()
    rest(page)
    assert titles(page) == ["Three", "One", "Two"]
    home.cli("check", "Three")
    page.reload()
    settled(page, "One", "Two", "Three")


def test_what_is_done_waits_for_keys_and_an_open_menu(household, visit):
    home = household("hobbyist")
    for title in ("One", "Two"):
        home.cli("add", title, ago=1)
    page = visit(home, "/today")
    button = page.get_by_role("button", name="One done", exact=True)
    button.focus()
    page.keyboard.press("Space")
    rest(page)
    expect(button).to_have_attribute("aria-pressed", "true")
    # The row of the keys stays, however long they rest.
    page.evaluate("() => new Promise((done) => setTimeout(done, 4000))")
    assert titles(page) == ["One", "Two"]
    expect(button).to_be_focused()
    button.evaluate("element => element.blur()")
    settled(page, "Two", "One")


def test_without_a_script_what_is_done_is_below_on_the_next_page(household, visit):
    home = household("hobbyist")
    for title in ("One", "Two"):
        home.cli("add", title, ago=1)
    page = visit(home, "/today", script=False)
    page.get_by_role("button", name="One done", exact=True).click()
    settled(page, "Two", "One")


def test_a_folded_group_stays_folded(household, visit):
    home = household("hobbyist")
    home.cli("add", "Piano", "--group", "Music", ago=1)
    home.cli("add", "Violin", "--group", "Music", ago=1)
    home.cli("add", "Run", "--group", "Out", ago=1)
    page = visit(home, "/today", phone=True)
    group = page.locator("details.group").filter(has_text="Music")
    expect(page.get_by_text("Piano", exact=True)).to_be_visible()
    with page.expect_response(lambda answer: "fold=" in answer.url):
        group.locator("summary").first.click()
    expect(page.get_by_text("Piano", exact=True)).to_be_hidden()
    expect(group).to_contain_text("0 of 2 done")
    check(page, "Run")
    expect(page.get_by_text("Piano", exact=True)).to_be_hidden()
    page.reload()
    expect(page.get_by_text("Piano", exact=True)).to_be_hidden()
    with page.expect_response(lambda answer: "unfold=" in answer.url):
        group.locator("summary").first.press("Enter")
    page.reload()
    expect(page.get_by_text("Piano", exact=True)).to_be_visible()


def test_a_habit_is_changed_from_its_menu(household, visit):
    home = household("hobbyist")
    home.cli("add", "Read", ago=1)
    page = visit(home, "/today", phone=True)
    page.get_by_label("Note, skip or edit: Read").click()
    page.get_by_role("link", name="Edit Read").click()
    expect(page).to_have_url(re.compile("/edit$"))
    # One way back, to where the habit is.
    expect(page.locator(".way-back a")).to_have_text(["Read"])


def test_a_finger_drags_a_habit_by_its_handle(household, visit):
    home = household("hobbyist")
    for title in ("First", "Second", "Third"):
        home.cli("add", title, ago=1)
    page = visit(home, "/habits", phone=True)
    rows = page.locator("ol.sortable > li")
    expect(rows).to_have_count(3)
    expect(rows.first).to_have_attribute("draggable", "true")
    [start, end] = [rows.nth(at).locator(".handle").bounding_box() for at in (2, 0)]
    x = start["x"] + 10
    finger = page.context.new_cdp_session(page)

    def touch(kind, *points):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": start["y"] + 20})
    for y in (start["y"] - 20, end["y"] + 40, end["y"] + 4):
        touch("touchMove", {"x": x, "y": y})
    expect(rows.first).to_contain_text("Third")
    touch("touchEnd")
    rest(page)
    expect(rows.first).to_contain_text("Third")
    assert [item["title"] for item in home.cli("list")["items"]] == ["Third", "First", "Second"]


def test_unread_notices_are_counted_in_the_tab(household, visit):
    home = household("streaks")
    home.cli("add", "Read", ago=9)
    for ago in range(8, 1, -1):
        home.cli("check", "Read", ago=ago)
    page = visit(home, "/reminders")
    tab = page.locator(".nav a[href='/reminders']:visible")
    unread = home.cli("inbox")["unread"]
    assert unread > 0
    page.reload()
    expect(tab).to_contain_text(str(unread))
    page.goto("/inbox")
    expect(tab).to_have_attribute("aria-current", "page")
    page.get_by_role("button", name="Mark all as read").click()
    rest(page)
    expect(tab.locator(".count")).to_be_hidden()
    page.reload()
    expect(tab.locator(".count")).to_be_hidden()
