"""The widgets of all products that have one, alone in windows of many sizes; and pictures to share."""

import re

import pytest
from playwright.sync_api import expect

from looks import faults
from waiting import eventually

WINDOWS = [(170, 190), (320, 160), (360, 380), (240, 600), (800, 600), (1280, 800)]


def lived_in(home):
    home.cli("add", "Read", "--icon", "📚", "--target", "20", "--unit", "pages", ago=14)
    home.cli("add", "Run", ago=14)
    home.cli("add", "Practise the violin, slowly and with love", ago=14)
    for ago in range(13, 0, -1):
        home.cli("check", "Run", ago=ago)
    home.cli("check", "Read", "--value", "5")
    home.cli("check", "Run")
    return home


@pytest.mark.requirement("W-02")
@pytest.mark.parametrize("product", ["hobbyist", "beebloom", "streaks"])
@pytest.mark.parametrize("size", ["small", "medium", "large"])
def test_a_widget_fills_its_window_at_any_size(household, visit, product, size):
    home = lived_in(household(product))
    page = visit(home, f"/widget?size={size}")
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        shown = page.locator(".widget").bounding_box()
        assert shown["x"] == 0 and shown["y"] == 0, (width, height)
        assert round(shown["width"]) == width, (width, height)
        assert round(shown["height"]) >= height, (width, height)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, (width, height, wide)
        if size == "small" and height >= 190:
            high = page.evaluate("document.documentElement.scrollHeight")
            assert high <= height, (width, height, high)
        for row in page.locator(".widget li").all():
            box = row.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width + 0.5
    assert faults(page) == []


@pytest.mark.requirement("W-01")
@pytest.mark.parametrize("product", ["hobbyist", "beebloom", "streaks"])
def test_a_widget_tells_the_day_and_how_far_it_is(household, visit, product):
    home = lived_in(household(product))
    page = visit(home, "/widget?size=medium")
    head = page.locator(".widget-head")
    expect(head.locator("time")).to_have_attribute("datetime", home.day(0))
    expect(head).to_contain_text("1 of 3")
    expect(page.get_by_text("5/20 pages")).to_be_visible()
    page.get_by_role("button", name="violin").click()
    expect(head).to_contain_text("2 of 3")
    assert [item["status"] for item in home.cli("today")["items"]].count("done") == 2


@pytest.mark.requirement("W-02")
@pytest.mark.parametrize(
    "product, drawn, least",
    [("hobbyist", ".widget-disc", 70), ("beebloom", ".garden", 400), ("streaks", ".fire", 160)],
)
def test_what_a_product_draws_takes_the_room_that_few_habits_leave(household, visit, product, drawn, least):
    home = household(product)
    home.cli("add", "Run", ago=14)
    home.cli("check", "Run", ago=1)
    page = visit(home, "/widget?size=medium")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator(drawn).bounding_box()["height"] >= least
    page.set_viewport_size({"width": 360, "height": 170})
    assert page.evaluate("document.documentElement.scrollHeight") <= 190
    page.goto("/widgets")
    assert page.locator("[data-size=large]").locator(drawn).bounding_box()["height"] >= 70
    assert page.evaluate("document.querySelectorAll('[id]').length === new Set([...document.querySelectorAll('[id]')].map(one => one.id)).size")


@pytest.mark.requirement("W-03", "H-07")
def test_rings_stand_on_one_line_whatever_is_written_below(household, visit):
    page = visit(lived_in(household("hobbyist")), "/widgets")
    page.set_viewport_size({"width": 390, "height": 844})
    medium = page.locator("[data-size=medium]")
    assert len({round(disc.bounding_box()["y"]) for disc in medium.locator(".widget-disc").all()}) == 1
    edge = medium.bounding_box()
    for words in medium.locator("small").all():
        box = words.bounding_box()
        assert edge["x"] <= box["x"] and box["x"] + box["width"] <= edge["x"] + edge["width"]


@pytest.mark.requirement("W-03", "H-07")
def test_a_hobbyist_has_the_year_and_todays_rings(household, visit):
    home = lived_in(household("hobbyist"))
    page = visit(home, "/widget?size=large")
    expect(page.get_by_role("img", name="13 in the last")).to_have_count(0)
    expect(page.get_by_role("img", name="14 in the last twelve months")).to_be_visible()
    expect(page.locator(".widget-disc")).to_have_count(3)
    expect(page.locator(".widget button")).to_have_count(2)
    page.get_by_role("button", name="Read").click()
    page.get_by_role("button", name="violin").click()
    expect(page.get_by_text("That is a full square.")).to_be_visible()
    expect(page.locator(".widget-disc")).to_have_count(3)
    expect(page.get_by_role("img", name="16 in the last twelve months")).to_be_visible()


@pytest.mark.requirement("K-1")
def test_streaks_have_the_flame_with_its_number_and_the_freezes(household, visit):
    home = lived_in(household("streaks"))
    page = visit(home, "/widget?size=small")
    flame = page.locator(".widget-flame")
    expect(flame).to_have_attribute("data-fire", "lit")
    expect(flame.locator("text")).to_have_text("14")
    expect(flame).to_contain_text("14 days")
    expect(flame).to_contain_text("0 freezes")
    home.cli("uncheck", "Run")
    expect(flame).to_have_attribute("data-fire", "open")
    expect(flame.locator("text")).to_have_text("13")


@pytest.mark.requirement("W-02")
def test_the_flame_of_a_habit_with_a_long_title_fits_the_window(household, visit):
    home = household("streaks")
    home.cli("add", "Kapitänsmützenabzeichenverordnung" * 4, ago=2)
    home.cli("check", "Kapitäns", ago=1)
    page = visit(home, "/widget?size=medium", phone=True)
    expect(page.locator(".widget-flame")).to_contain_text("Kapitänsmützen")
    assert faults(page) == []
    page.goto("/widgets")
    assert faults(page) == []


def test_widgets_are_found_in_the_settings_and_lead_back(household, visit):
    for product in ("hobbyist", "streaks"):
        page = visit(lived_in(household(product)), "/settings")
        page.get_by_role("link", name="Widgets").click()
        expect(page.locator(".widget")).to_have_count(3)
        page.locator(".way-back a").click()
        expect(page).to_have_url(re.compile("/settings$"))


# Pictures


@pytest.mark.requirement("H-07")
@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_hobbyist_shares_the_year_as_a_picture(household, visit, look):
    home = lived_in(household("hobbyist"))
    page = visit(home, "/history?weeks=52")
    page.get_by_role("link", name="Make a picture").click()
    expect(page).to_have_url(re.compile(r"weeks=53"))
    if look == "dark":
        page.get_by_label("Dark").check()
        expect(page).to_have_url(re.compile("look=dark"))
    picture = page.locator(".share-preview img")
    expect(picture).to_be_visible()
    eventually(page, lambda: picture.evaluate("img => img.complete && img.naturalWidth > 0"))
    with page.expect_download() as saving:
        page.locator("a[download]").filter(has_text="PNG").first.click()
    with open(saving.value.path(), "rb") as file:
        assert file.read(8) == b"\x89PNG\r\n\x1a\n"
    with page.expect_download() as saving:
        page.locator("a[download]").filter(has_text="SVG").click()
    with open(saving.value.path(), encoding="utf-8") as file:
        assert file.read().count("<rect") > 300, "a square for each day of the year"


SHEET = """() => {
  navigator.canShare = (sheet) => sheet.files?.length === 1;
  navigator.share = async (sheet) => {
    const file = sheet.files[0];
    document.title = `shared ${file.name} ${file.type} ${file.size > 1000}`;
  };
}"""


def test_a_phone_offers_its_own_sheet_for_a_picture_and_others_do_not(household, visit):
    home = lived_in(household("hobbyist"))
    page = visit(home, "/share", phone=True)
    sheet = page.get_by_role("button", name="Share with an app")
    page.evaluate("delete Navigator.prototype.canShare")
    page.reload()
    page.add_init_script(f"({SHEET})()")
    page.reload()
    expect(sheet).to_be_visible()
    sheet.click()
    eventually(page, lambda: page.title() == "shared hobbyist.png image/png true", "it was shared")
