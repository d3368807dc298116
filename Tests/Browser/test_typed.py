"""What somebody is typing: no update and no other form takes it away, and it holds nothing up."""

import re

import pytest
from playwright.sync_api import expect

from waiting import rest


def row(page, title):
    return page.locator(".habits [data-id]").filter(has=page.get_by_role("link", name=title, exact=True))


def note(page, title):
    """The field of a habit's note, in the part of its row that unfolds."""
    row(page, title).locator("summary").click()
    return row(page, title).get_by_role("textbox", name="Note")


def other_day(home):
    """A zone in which it is another day now than where it is noon."""
    return "Etc/GMT-14" if home.now.hour >= 10 else "Etc/GMT+12"


@pytest.fixture
def home(household):
    home = household("streaks", name="Mira")
    home.cli("add", "Read", "--target", "20", "--unit", "pages")
    home.cli("add", "Run")
    return home


def test_a_page_with_typed_text_still_shows_what_changes_elsewhere(home, visit):
    page = visit(home)
    field = note(page, "Run")
    field.press_sequentially("By the river")
    field.evaluate("field => field.setSelectionRange(2, 2)")
    home.cli("add", "Swim")
    expect(row(page, "Swim")).to_be_visible()
    # The keys go on where they were.
    expect(field).to_be_focused()
    page.keyboard.type(", all along,")
    expect(field).to_have_value("By, all along, the river")
    # What was typed and taken back leaves nothing behind.
    field.fill("")
    home.cli("check", "Read")
    expect(row(page, "Read")).to_have_attribute("data-state", "done")


def test_a_page_with_typed_text_goes_on_to_the_next_day(home, visit):
    page = visit(home)
    field = note(page, "Run")
    field.fill("Half a note")
    day = page.locator("header .muted")
    before = day.inner_text()
    home.cli("settings", "time-zone", other_day(home))
    expect(day).not_to_have_text(before)
    expect(field).to_have_value("Half a note")
    row(page, "Read").get_by_role("button", name="Read done").click()
    expect(row(page, "Read")).to_have_attribute("data-state", "done")
    expect(field).to_have_value("Half a note")


def test_a_check_keeps_the_note_that_is_typed_beside_it(home, visit):
    page = visit(home, phone=True)
    field = note(page, "Run")
    field.fill("By the river")
    row(page, "Run").get_by_role("button", name="Run done").click()
    expect(row(page, "Run")).to_have_attribute("data-state", "done")
    expect(field).to_be_visible()
    expect(field).to_have_value("By the river")
    row(page, "Run").get_by_role("button", name="Save").click()
    expect(page.locator(".toast")).to_contain_text("note kept")
    assert home.cli("day", "Run")["note"] == "By the river"
    # It is no longer unsent, so that the page shows what becomes of it.
    home.cli("check", "Run", "--note", "By the sea")
    expect(field).to_have_value("By the sea")


def test_a_step_keeps_the_amount_that_is_typed_beside_it(home, visit):
    page = visit(home)
    field = row(page, "Read").get_by_label("Read: pages")
    field.fill("13")
    row(page, "Read").get_by_role("button", name="Read: 2 more").click()
    expect(row(page, "Read")).to_contain_text("2 of 20 pages")
    expect(field).to_have_value("13")
    field.press("Enter")
    expect(row(page, "Read")).to_contain_text("13 of 20 pages")
    # An amount that was sent is followed by what comes of the steps.
    row(page, "Read").get_by_role("button", name="Read: 2 more").click()
    expect(row(page, "Read")).to_contain_text("15 of 20 pages")
    expect(field).to_have_value("15")


def test_one_form_of_the_settings_keeps_what_is_typed_in_another(home, visit):
    page = visit(home, "/settings")
    name, begin = page.get_by_label("Your name"), page.get_by_label("Your day begins at")
    name.fill("Ada Lovelace")
    begin.select_option(index=3)
    wanted = begin.input_value()
    switch = page.get_by_label("Leave out what moves")
    was = switch.is_checked()
    switch.click()
    expect(page.locator(".toast")).to_be_visible()
    rest(page)
    expect(name).to_have_value("Ada Lovelace")
    expect(begin).to_have_value(wanted)
    expect(switch).to_be_checked(checked=not was)
    page.locator("form").filter(has=begin).get_by_role("button", name="Save").click()
    rest(page)
    expect(begin).to_have_value(wanted)
    expect(name).to_have_value("Ada Lovelace")
    page.reload()
    expect(begin).to_have_value(wanted)
    expect(name).to_have_value("Mira")


def test_what_is_refused_stays_typed_in_a_page_that_goes_on(home, visit):
    page = visit(home, "/habits/new", phone=True)
    page.get_by_label("Title").fill("Dance")
    page.get_by_label("On chosen weekdays").check()
    page.get_by_role("button", name="Save").click()
    reason = page.locator("main .refused")
    expect(reason).to_be_visible()
    expect(page.get_by_label("Title")).to_have_value("Dance")
    expect(page.get_by_label("On chosen weekdays")).to_be_checked()
    with page.expect_response(lambda answer: answer.request.headers.get("x-trellis-fragment")):
        home.cli("add", "Swim")
    rest(page)
    expect(page.get_by_label("Title")).to_have_value("Dance")
    expect(page.get_by_label("On chosen weekdays")).to_be_checked()
    expect(page.locator("[name=rhythm]:checked")).to_have_count(1)
    expect(reason).to_contain_text("Choose at least one weekday")
    expect(page.locator("[name=weekday]").first).to_have_attribute("aria-describedby", "refused")
    page.locator("[name=weekday]").first.check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Dance", exact=True)).to_be_visible()
    expect(reason).to_have_count(0)


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
def test_the_reason_at_an_amount_has_a_line_of_its_own(home, visit, phone):
    page = visit(home, phone=phone)
    field = row(page, "Read").get_by_label("Read: pages")
    field.fill("1e300")
    field.press("Enter")
    reason = page.locator("main .refused")
    expect(reason).to_contain_text("is not a number")
    box, beside = reason.bounding_box(), field.bounding_box()
    assert box["y"] >= beside["y"] + beside["height"]
    assert box["width"] > 2 * beside["width"]
    expect(row(page, "Read").get_by_role("link", name="Read", exact=True)).to_be_visible()


def test_a_form_that_is_too_old_says_so_and_keeps_what_was_typed(home, visit):
    page = visit(home, "/habits/new")
    page.get_by_label("Title").fill("Dance")
    # As in a tab that was open while the browser was signed in again.
    page.evaluate("document.querySelectorAll('[name=token]').forEach(field => (field.value = 'old'))")
    page.context.expected += ["403"]
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("reload the page and try once more")
    expect(page.get_by_label("Title")).to_have_value("Dance")


def test_a_sign_in_page_of_a_proxy_takes_away_nothing_that_is_typed(home, visit):
    page = visit(home, worker=False)
    field = note(page, "Run")
    field.fill("By the river")
    is_signed_out = True

    def answer(route):
        if is_signed_out and "x-trellis-fragment" in route.request.headers:
            return route.fulfill(content_type="text/html", body="<!doctype html><h1>Who are you?</h1>")
        route.continue_()

    page.route(lambda url: url.rstrip("/") == home.url, answer)
    page.evaluate("window.isSame = true")
    with page.expect_response(lambda answer: answer.request.headers.get("x-trellis-fragment")):
        home.cli("add", "Swim")
    rest(page)
    assert page.evaluate("window.isSame")
    expect(field).to_have_value("By the river")
    # Signed in again, in another tab, the page goes on with what is typed.
    is_signed_out = False
    home.cli("add", "Row")
    expect(row(page, "Row")).to_be_visible()
    expect(field).to_have_value("By the river")
    # Where nothing is typed, the page gives way to that of the proxy.
    field.fill("")
    is_signed_out = True
    home.cli("add", "Sing")
    expect(row(page, "Sing")).to_be_visible()
    assert not page.evaluate("window.isSame")


def test_an_order_that_is_not_taken_is_as_before_and_says_why(home, visit):
    page = visit(home, "/habits")
    page.evaluate("document.querySelectorAll('[name=token]').forEach(field => (field.value = 'old'))")
    page.context.expected += ["403"]
    rows = page.locator("[data-reorder] [data-id]")
    rows.nth(1).drag_to(rows.nth(0), target_position={"x": 5, "y": 2})
    expect(page.get_by_role("alert")).to_contain_text("Nothing was changed")
    expect(rows.nth(0)).to_contain_text("Read")


def test_an_order_that_a_proxy_has_answered_is_as_before_and_says_why(home, visit):
    page = visit(home, "/habits", worker=False)
    sign_in = "<!doctype html><h1>Who are you?</h1>"
    page.route("**/do/*", lambda route: route.fulfill(content_type="text/html", body=sign_in))
    rows = page.locator("[data-reorder] [data-id]")
    rows.nth(1).drag_to(rows.nth(0), target_position={"x": 5, "y": 2})
    expect(page.get_by_role("alert")).to_contain_text("the order stays as it was")
    expect(rows.nth(0)).to_contain_text("Read")


def test_a_field_that_was_refused_has_the_focus_and_says_why_while_the_page_goes_on(home, visit):
    page = visit(home, "/habits/new", phone=True)
    page.get_by_label("Title").fill("Dance")
    icon = page.locator("[name=icon]")
    icon.fill("dance")
    page.get_by_role("button", name="Save").click()
    expect(icon).to_be_focused()
    expect(icon).to_have_value("dance")
    expect(icon).to_have_attribute("aria-invalid", "true")
    expect(icon).to_have_accessible_description(re.compile("“dance” is not an icon"))
    expect(page.locator(".toast")).to_have_count(0)
    with page.expect_response(lambda answer: answer.request.headers.get("x-trellis-fragment")):
        home.cli("add", "Swim")
    rest(page)
    expect(icon).to_have_accessible_description(re.compile("“dance” is not an icon"))
    # Another field is to blame now.
    icon.fill("💃")
    page.get_by_label("On chosen weekdays").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main .refused")).to_contain_text("Choose at least one weekday")
    expect(page.locator("[aria-invalid]")).to_have_attribute("name", "weekday")
    expect(icon).to_have_value("💃")


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_a_refused_form_names_its_field_and_keeps_the_rest(home, visit, script):
    page = visit(home, "/habits/new", script=script)
    page.get_by_label("Title").fill("Dance <slowly>")
    page.locator("[name=rhythm][value=weekdays]").check()
    page.get_by_role("button", name="Save").click()
    reason = page.locator("main .refused")
    expect(reason).to_contain_text("Choose at least one weekday")
    expect(reason).to_have_count(1)
    expect(page.get_by_label("Title")).to_have_value("Dance <slowly>")
    expect(page.locator("[name=rhythm][value=weekdays]")).to_be_checked()
    expect(page).to_have_url(re.compile("/habits/new$"))
    expect(page.locator(".toast")).to_have_count(0)
    field = page.locator("[name=weekday]").first
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    if not script:
        # Nothing is sent once more, and the form is as it was.
        page.reload()
        expect(reason).to_have_count(0)
        expect(page.get_by_label("Title")).to_have_value("")
    page.goto("/habits/new")
    page.get_by_label("Title").fill("Sing")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Sing", exact=True)).to_be_visible()


def test_a_note_that_was_sent_later_is_no_longer_unsent(home, visit):
    page = visit(home)
    expect(page.locator("html")).to_have_attribute("data-sw", "ready")
    page.reload()
    field = note(page, "Run")
    page.context.set_offline(True)
    field.fill("By the river")
    row(page, "Run").get_by_role("button", name="Save").click()
    expect(page.locator("#offline")).to_contain_text("1")
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden()
    rest(page)
    assert home.cli("day", "Run")["note"] == "By the river"
    home.cli("check", "Run", "--note", "By the sea")
    expect(field).to_have_value("By the sea")
