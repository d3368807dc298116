"""A newcomer keeps hobbies in `hobbyist`, from the first visit on."""

import datetime
import json
import re

import pytest
from playwright.sync_api import expect

from looks import faults
from waiting import rest

pytestmark = pytest.mark.requirement("H-01")


def done(page, title):
    return page.get_by_role("button", name=f"{title} done", exact=True)


@pytest.mark.requirement("H-03", "H-07", "H-08", "H-26")
def test_from_the_first_visit_to_the_first_check(household, visit):
    page = visit(household("hobbyist"))
    page.goto("/welcome")
    page.get_by_label("What should we call you?").fill("Mira")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Mira")
    page.goto("/")
    page.get_by_role("link", name="Add the first one").click()
    page.get_by_label("Title").fill("Watercolours")
    page.get_by_role("button", name="Save").click()
    page.goto("/")
    check = done(page, "Watercolours")
    expect(check).to_have_attribute("aria-pressed", "false")
    check.click()
    expect(done(page, "Watercolours")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("1 of 1 done").first).to_be_visible()


@pytest.mark.requirement("H-08", "H-09")
def test_a_check_can_be_undone_and_survives_a_restart(household, visit):
    home = household("hobbyist")
    home.cli("add", "Guitar")
    page = visit(home)
    done(page, "Guitar").click()
    expect(done(page, "Guitar")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Undo").click()
    expect(done(page, "Guitar")).to_have_attribute("aria-pressed", "false")
    done(page, "Guitar").click()
    expect(done(page, "Guitar")).to_have_attribute("aria-pressed", "true")
    home.restart()
    page.goto("/")
    expect(done(page, "Guitar")).to_have_attribute("aria-pressed", "true")


@pytest.mark.requirement("H-08")
def test_quick_taps_end_in_what_was_asked_for_last(household, visit):
    home = household("hobbyist")
    home.cli("add", "Guitar")
    page = visit(home)
    tap(page, "Guitar", times=4)
    expect(done(page, "Guitar")).to_have_attribute("aria-pressed", "false")
    rest(page)
    assert home.cli("today")["items"][0]["status"] == "open"
    tap(page, "Guitar", times=5)
    expect(done(page, "Guitar")).to_have_attribute("aria-pressed", "true")
    rest(page)
    assert home.cli("today")["items"][0]["status"] == "done"


def tap(page, title, times):
    """Taps at one place, as a finger does, whatever the page replaces meanwhile.

    Locators drop a tap on an element that is just being replaced.
    """
    box = done(page, title).bounding_box()
    for _ in range(times):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_press_counts_though_the_page_changes_before_the_release(household, visit):
    home = household("hobbyist")
    home.cli("add", "Guitar")
    home.cli("add", "Piano")
    page = visit(home)
    box = done(page, "Guitar").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    with page.expect_response(f"{home.url}/"):
        home.cli("check", "Piano")
    page.wait_for_timeout(300)
    page.mouse.up()
    expect(done(page, "Guitar")).to_have_attribute("aria-pressed", "true")
    expect(done(page, "Piano")).to_have_attribute("aria-pressed", "true")


@pytest.mark.requirement("H-12", "H-13")
def test_the_history_shows_each_day_in_words(household, visit):
    home = household("hobbyist")
    home.cli("add", "Guitar", ago=30)
    for ago in (3, 2, 1):
        home.cli("check", "Guitar", ago=ago)
    page = visit(home, "/history")
    grid = page.get_by_role("grid").first
    expect(grid).to_be_visible()
    cells = grid.get_by_role("gridcell")
    assert cells.count() >= 84, "twelve weeks at least"
    expect(grid.get_by_text(re.compile("1 done|1 check|Guitar"))).to_have_count(3)


@pytest.mark.requirement("H-04", "H-05")
def test_editing_keeps_the_history_and_deleting_asks_first(household, visit):
    home = household("hobbyist")
    home.cli("add", "Guitar", ago=3)
    home.cli("check", "Guitar", ago=1)
    page = visit(home)
    page.get_by_role("link", name="Guitar").first.click()
    page.get_by_role("link", name=re.compile("Change|Edit")).first.click()
    page.get_by_label("Title").fill("Bass guitar")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bass guitar")
    assert home.cli("history", "Bass guitar")["total"] == 1
    page.get_by_role("link", name=re.compile("Change|Edit")).first.click()
    page.get_by_role("link", name="Delete…").click()
    expect(page.get_by_role("main")).to_contain_text("1 marked day")
    assert len(home.cli("list")["items"]) == 1, "nothing is gone before it is confirmed"
    page.get_by_role("button", name=re.compile("Delete")).click()
    page.wait_for_url("**/habits")
    expect(page.get_by_role("link", name="Bass guitar")).to_have_count(0)
    assert home.cli("list")["items"] == []


@pytest.mark.requirement("H-24")
def test_habits_of_the_same_name_can_be_told_apart(household, visit):
    home = household("hobbyist")
    home.cli("add", "Guitar")
    home.cli("add", "Guitar")
    page = visit(home)
    titles = page.locator(".habit-title").all_inner_texts()
    assert len(titles) == 2 and len(set(titles)) == 2


@pytest.mark.requirement("H-16", "H-17")
def test_a_reminder_is_set_and_all_are_switched_off(household, visit):
    home = household("hobbyist")
    home.cli("add", "Guitar")
    page = visit(home, "/reminders")
    main = page.get_by_role("main")
    main.get_by_text("Add a time").click()
    main.get_by_label("At", exact=True).fill("18:30")
    main.locator("details[open]").get_by_role("button").first.click()
    expect(page.get_by_role("main")).to_contain_text("18:30")
    assert "18:30" in str(home.cli("reminders"))
    main.get_by_role("button", name="Switch off").first.click()
    expect(main.get_by_role("button", name="Switch on").first).to_be_visible()
    assert home.cli("reminders")["on"] is False


@pytest.mark.requirement("H-22", "H-23")
def test_telemetry_says_what_it_counts_and_is_switched_off(household, visit):
    home = household("hobbyist")
    page = visit(home, "/privacy")
    main = page.get_by_role("main")
    expect(main).to_contain_text(re.compile("never", re.IGNORECASE))
    assert home.cli("telemetry")["on"] is True
    main.get_by_role("button", name="Do not count").click()
    expect(main.get_by_role("button", name="Do not count")).to_have_count(0)
    assert home.cli("telemetry")["on"] is False


def test_a_hostile_title_is_only_text(household, visit):
    home = household("hobbyist")
    title = "<img src=x onerror=alert(1)>\"'&"
    home.cli("add", title)
    page = visit(home)
    expect(page.get_by_text(title, exact=True).first).to_be_visible()
    assert page.locator("img[src=x]").count() == 0


def test_everything_works_without_a_script(household, visit):
    page = visit(household("hobbyist"), script=False)
    page.get_by_role("link", name="Add the first one").click()
    page.get_by_label("Title").fill("Guitar")
    page.get_by_role("button", name="Save").click()
    page.goto("/")
    done(page, "Guitar").click()
    expect(done(page, "Guitar")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Undo").click()
    expect(done(page, "Guitar")).to_have_attribute("aria-pressed", "false")


@pytest.mark.requirement("H-12")
def test_arrow_keys_walk_over_the_history(household, visit):
    home = household("hobbyist")
    home.cli("add", "Guitar", ago=30)
    home.cli("check", "Guitar", ago=8)
    page = visit(home, "/history")
    page.locator("table.heat [tabindex='0']").focus()
    # Above a Monday there is no day.
    key, ago = ("ArrowLeft", 14) if home.today.isoweekday() == 1 else ("ArrowUp", 8)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(key)
    words = page.locator("[data-readout]").first.inner_text()
    year, month, day = home.day(ago).split("-")
    assert re.search(rf"\b{int(day)} \w+ {year}", words), words


@pytest.mark.requirement("H-04")
def test_a_habit_is_dragged_to_another_place(household, visit):
    home = household("hobbyist")
    for title in ("First", "Second", "Third"):
        home.cli("add", title, ago=1)
    page = visit(home, "/habits")
    rows = page.locator("ol.sortable > li")
    expect(rows).to_have_count(3)
    rows.nth(2).drag_to(rows.nth(0), target_position={"x": 40, "y": 2})
    expect(rows.nth(0)).to_contain_text("Third")
    rest(page)
    assert [item["title"] for item in home.cli("list")["items"]] == ["Third", "First", "Second"]


def test_an_import_is_taken_back_as_a_whole(household, visit, screenshots, tmp_path):
    """C15: at once, or later on the same page."""
    home = household("hobbyist")
    home.cli("add", "Mine")
    table = tmp_path / "habits.json"
    records = [{"day": home.day(ago), "done": True} for ago in (1, 2)]
    habit = {"name": "Read", "records": records, "id": "0a1b2c", "tags": [], "star": False}
    table.write_text(json.dumps({"habits": [habit]}), encoding="utf-8")
    page = visit(home, "/data", phone=True)
    expect(page.get_by_text("Latest import")).to_have_count(0)

    def bring():
        with page.expect_file_chooser() as chooser:
            page.get_by_label("File").click()
        # What another program does meanwhile does not replace the form.
        home.cli("edit", "Mine", "--notes", f"Number {len(home.cli('export')['facts'])}")
        page.wait_for_timeout(600)
        chooser.value.set_files(table)
        page.get_by_role("button", name="Preview").click()
        expect(page.get_by_role("main")).to_contain_text("Would import 1 habit and 2 marked days")
        page.get_by_role("main").get_by_role("button", name="Import", exact=True).click()
        # The file is read by a process of its own.
        expect(page.locator("#message")).to_contain_text("Imported 1 habit and 2 marked days")

    bring()
    page.locator("#message").get_by_role("button", name="Undo").click()
    expect(page.locator("#message")).to_contain_text("Took the import back: 1 habit and 2 marked days")
    bring()
    expect(page.get_by_role("main")).to_contain_text("1 habit and 2 marked days from beaver, today.")
    screenshots.take(page, "hobbyist-data-import-phone", full_page=False)
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator("#message")).to_contain_text("Took the import back")
    expect(page.get_by_text("Latest import")).to_have_count(0)
    assert [item["title"] for item in home.cli("list")["items"]] == ["Mine"]


@pytest.mark.requirement("X-08")
@pytest.mark.parametrize("script", [True, False])
def test_a_table_is_imported_by_naming_its_columns(household, visit, screenshots, tmp_path, script):
    """The file is chosen once, and nothing is written before the preview is confirmed."""
    home = household("hobbyist")
    table = tmp_path / "sheet.csv"
    lines = [f"{home.day(ago)};Piano;{20 + ago};min" for ago in (1, 2, 3)]
    table.write_text("\n".join(["When;What I did;How long;Measure", *lines]), encoding="utf-8")
    page = visit(home, "/data", phone=True, dark=script, script=script)
    page.get_by_label("File").set_input_files(table)
    page.get_by_role("button", name="Preview").click()
    main = page.get_by_role("main")
    expect(main).to_contain_text("no title tells which column holds the habit")
    page.locator("select[name=habit]").select_option("What I did")
    page.locator("select[name=value]").select_option("How long")
    page.locator("select[name=unit]").select_option("Measure")
    page.get_by_role("button", name="Show what would be imported").click()
    expect(main).to_contain_text("Would import 1 habit and 3 marked days")
    first, last, today = (datetime.date.fromisoformat(home.day(ago)) for ago in (3, 1, 0))
    years = ["" if day.year == today.year else f" {day.year}" for day in (first, last)]
    words = f"3 days, {first.day} {first:%b}{years[0]} to {last.day} {last:%b}{years[1]}"
    expect(main).to_contain_text(words)
    assert home.cli("list")["items"] == []
    name = "phone-dark" if script else "phone"
    screenshots.take(page, f"hobbyist-import-{name}")
    page.set_viewport_size({"width": 1280, "height": 800})
    screenshots.take(page, f"hobbyist-import-{name}-wide")
    if script:
        assert faults(page) == []
    main.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator("#message")).to_contain_text("Imported 1 habit and 3 marked days")
    assert [item["title"] for item in home.cli("list")["items"]] == ["Piano"]


@pytest.mark.requirement("X-08")
def test_an_export_that_was_imported_is_taken_back_as_a_whole(household, visit, tmp_path):
    """The journal from before it takes its place again while the app is open."""
    other, home = household("hobbyist"), household("hobbyist")
    other.cli("add", "Theirs")
    export = tmp_path / "theirs.json"
    other.cli("export", "--out", str(export))
    home.cli("add", "Mine")
    page = visit(home, "/data")

    def bring():
        with page.expect_file_chooser() as chooser:
            page.get_by_label("File").click()
        chooser.value.set_files(export)
        page.get_by_role("button", name="Preview").click()
        page.get_by_role("main").get_by_role("button", name="Import", exact=True).click()
        expect(page.locator("#message")).to_contain_text("Imported all of it")
        assert len(home.cli("list")["items"]) == 2

    bring()
    page.locator("#message").get_by_role("button", name="Undo").click()
    expect(page.locator("#message")).to_contain_text("Took the import back")
    assert [item["title"] for item in home.cli("list")["items"]] == ["Mine"]
    page.reload()
    bring()
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator("#message")).to_contain_text("Took the import back")
    assert [item["title"] for item in home.cli("list")["items"]] == ["Mine"]
    # What is marked afterwards is kept: the app serves the journal that is there now.
    home.cli("check", "Mine")
    page.goto(page.url.split("/data")[0] + "/today")
    expect(page.get_by_role("main")).to_contain_text("Mine")


def test_copies_are_switched_off_and_on_by_one_tap(household, visit):
    home = household("hobbyist")
    page = visit(home, "/settings")
    copies = page.get_by_role("checkbox", name="Copies")
    expect(copies).to_be_checked()
    copies.click()
    expect(page.get_by_role("status").filter(has_text="copies is now off")).to_be_visible()
    expect(copies).not_to_be_checked()
    copies.click()
    expect(page.get_by_role("status").filter(has_text="copies is now on")).to_be_visible()
    page.reload()
    expect(copies).to_be_checked()


def test_pages_are_dark_where_that_is_chosen_whatever_the_system_is(household, visit):
    home = household("hobbyist")
    page = visit(home, "/settings")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_label("Appearance").select_option("Dark")
    form = page.locator("form", has=page.get_by_label("Appearance"))
    form.get_by_role("button", name="Save").click()
    expect(page.locator("html")).to_have_attribute("data-sheets", "dark pages")
    expect(page.locator("#message")).to_contain_text("Saved")
    dark = page.evaluate(ground)
    assert dark != light
    # Paper is white: dark pages leave white words on it.
    page.emulate_media(media="print")
    assert page.evaluate(ground) == light
    page.emulate_media(media="screen")
    # A page that was open elsewhere follows with its next part.
    page.get_by_role("link", name="Today").first.click()
    expect(page.locator("html")).to_have_attribute("data-sheets", re.compile("^dark"))
    expect(page.locator("html")).to_have_css("background-color", dark)
    home.cli("settings", "appearance", "light")
    expect(page.locator("html")).to_have_attribute("data-sheets", re.compile("^light"))
    # A page that is loaded anew has its name for the sheets before the sheets.
    expect(page.locator("html")).to_have_css("background-color", light)
