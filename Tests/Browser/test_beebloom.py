"""A quiet garden, and its widget."""

import re

import pytest
from playwright.sync_api import expect

from test_hobbyist import done


@pytest.mark.requirement("B-02", "B-06", "B-10")
def test_a_first_seed_is_planted_and_tended(household, visit):
    page = visit(household("beebloom"))
    page.get_by_role("link", name="Plant the first one").click()
    page.get_by_label("Title").fill("Tea in silence")
    page.get_by_role("button", name="Save").click()
    page.goto("/")
    done(page, "Tea in silence").click()
    expect(done(page, "Tea in silence")).to_have_attribute("aria-pressed", "true")


@pytest.mark.requirement("B-01")
def test_there_is_no_trace_of_what_the_garden_lacks(household, visit):
    home = household("beebloom")
    home.cli("add", "Tea")
    page = visit(home)
    words = page.locator("body").inner_text().lower()
    for absent in ("streak", "badge", "reminder", "telemetry", "score", "at risk"):
        assert absent not in words
    for path in ("/streaks", "/badges", "/reminders", "/inbox", "/sober"):
        assert page.goto(path).status == 404
    # The browser itself notes that the pages are not there.
    page.context.expected += ["404"]


@pytest.mark.requirement("B-05", "B-07")
def test_yesterday_can_be_marked_and_no_day_before_it(household, visit):
    home = household("beebloom")
    home.cli("add", "Tea", ago=6)
    page = visit(home, f"/?day={home.day(1)}")
    done(page, "Tea").click()
    expect(done(page, "Tea")).to_have_attribute("aria-pressed", "true")
    week = visit(home, "/week", context=page.context)
    table = week.get_by_role("table")
    expect(table.get_by_role("button")).to_have_count(2)
    expect(table.get_by_role("button", pressed=True)).to_have_count(1)


@pytest.mark.requirement("B-08")
def test_groups_stand_together(household, visit):
    home = household("beebloom")
    home.cli("add", "Tea", "--group", "Calm", "--color", "teal")
    home.cli("add", "Walk", "--group", "Outside", "--color", "green")
    home.cli("add", "Breathe", "--group", "Calm", "--color", "teal")
    page = visit(home)
    sections = page.locator("details.group").all_inner_texts()
    assert [("Tea" in text, "Breathe" in text, "Walk" in text) for text in sections] == [
        (True, True, False),
        (False, False, True),
    ]


@pytest.mark.requirement("B-09")
def test_a_backup_of_the_page_brings_everything_back(household, visit, tmp_path):
    home = household("beebloom")
    home.cli("add", "Tea", ago=3)
    home.cli("check", "Tea", ago=2)
    page = visit(home, "/data")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download a backup").click()
    backup = tmp_path / "backup.db"
    download.value.save_as(backup)
    other = household("beebloom")
    other.cli("restore", str(backup))
    assert other.cli("history", "Tea")["total"] == 1


# The garden


@pytest.mark.requirement("X-10")
def test_a_plant_opens_when_its_habit_is_tended(household, visit):
    home = household("beebloom")
    page = visit(home)
    expect(page.get_by_role("img", name="A bed of soil that waits for a first seed")).to_be_visible()
    home.cli("add", "Tea", ago=6)
    home.cli("add", "Walk", ago=6)
    expect(page.locator(".garden .plant")).to_have_count(2)
    expect(page.locator(".garden .plant.open")).to_have_count(0)
    done(page, "Tea").click()
    expect(page.locator(".garden .plant.open")).to_have_count(1)
    expect(page.get_by_role("img", name=re.compile("Tea: [a-z, ]*tended today"))).to_be_visible()
    # What is tended elsewhere opens here within a second.
    home.cli("check", "Walk")
    expect(page.locator(".garden .plant.opening")).to_have_count(1, timeout=5000)
    expect(page.locator(".garden .plant.open")).to_have_count(2)
    assert not re.search(r"\d+ of \d+", page.locator("main").inner_text()), "nothing is counted"


@pytest.mark.requirement("X-10")
@pytest.mark.parametrize("width", [390, 768, 1280])
def test_a_garden_of_thirty_fits_the_window(household, visit, width):
    home = household("beebloom")
    names = ["Tea", "Praxisübungsaufgabenheft" * 3, "🧘‍♀️🌸", "قراءة كتاب"]
    for number in range(30):
        home.cli("add", f"{names[number % 4]} {number}")
    page = visit(home)
    page.set_viewport_size({"width": width, "height": 800})
    scene = page.locator(".garden").bounding_box()
    assert 240 <= scene["height"] <= 360
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    plants = page.locator(".garden .plant")
    expect(plants).to_have_count(30)
    for plant in plants.all():
        box = plant.bounding_box()
        assert scene["x"] - 30 <= box["x"] + box["width"] / 2 <= scene["x"] + scene["width"] + 30
        assert box["y"] + box["height"] <= scene["y"] + scene["height"]


@pytest.mark.requirement("X-10", "B-10")
def test_a_garden_stands_still_on_request(household, visit):
    home = household("beebloom")
    home.cli("add", "Tea")
    home.cli("settings", "reduced-motion", "on")
    page = visit(home)
    names = page.locator(".garden *").evaluate_all(
        "all => [...new Set(all.map(one => getComputedStyle(one).animationName))]"
    )
    assert names == ["none"]


# The widget


@pytest.mark.requirement("W-01", "W-03", "W-06", "W-08")
def test_a_tap_completes_a_habit_and_it_leaves_the_widget(household, visit):
    home = household("beebloom")
    page = visit(home, "/widget?size=small")
    expect(page.get_by_text("Add your first habit in BeeBloom")).to_be_visible()
    home.cli("add", "Tea")
    home.cli("add", "Walk")
    expect(page.get_by_role("button")).to_have_count(2)
    assert page.locator("main a").count() == 0, "a tap only completes"
    page.get_by_role("button").filter(has_text="Tea").click()
    expect(page.get_by_role("button")).to_have_count(1)
    assert [item["status"] for item in home.cli("today")["items"]] == ["done", "open"]
    page.get_by_role("button").filter(has_text="Walk").click()
    expect(page.get_by_text("All habits completed today! 🌸")).to_be_visible()
    page.locator("a.widget-message").click()
    expect(page).to_have_url(re.compile("/$|/today$"))


@pytest.mark.requirement("W-02", "W-05", "W-10")
@pytest.mark.parametrize("size,shown", [("small", (2, 3)), ("medium", (4, 6)), ("large", (8, 10))])
def test_a_widget_shows_as_many_as_fit(household, visit, size, shown):
    home = household("beebloom")
    for number in range(12):
        home.cli("add", f"Number {number} of a dozen habits with quite a long name indeed")
    page = visit(home, f"/widget?size={size}")
    rows = page.locator(".widget li")
    assert shown[0] <= rows.count() <= shown[1]
    expect(page.get_by_text(f"+{12 - rows.count()} more")).to_be_visible()
    label = rows.first.locator("button > span").last
    assert label.evaluate("span => getComputedStyle(span).textOverflow") == "ellipsis"
    assert label.evaluate("span => span.scrollWidth > span.clientWidth")
    box = page.locator(".widget").bounding_box()
    for row in rows.all():
        inner = row.bounding_box()
        assert inner["x"] >= box["x"] and inner["y"] + inner["height"] <= box["y"] + box["height"]


@pytest.mark.requirement("W-04")
def test_a_change_made_elsewhere_is_in_the_widget_within_a_second(household, visit):
    home = household("beebloom")
    home.cli("add", "Tea")
    page = visit(home, "/widget?size=medium")
    expect(page.get_by_role("button")).to_have_count(1)
    home.cli("check", "Tea")
    expect(page.get_by_text("All habits completed today! 🌸")).to_be_visible(timeout=5000)
