"""Streaks, freezes and milestones in `streaks`."""

import re

import pytest
from playwright.sync_api import expect

from test_hobbyist import done


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_best_run_stands_below_the_title_in_a_week(household, visit, phone):
    home = household("streaks")
    home.cli("add", "Walk", ago=6)
    for ago in (6, 5, 4):
        home.cli("check", "Walk", ago=ago)
    page = visit(home, "/week", phone=phone)
    head = page.locator("table.week th[scope=row]")
    expect(head).to_have_count(1)
    lines = [line.strip() for line in head.inner_text().splitlines() if line.strip()]
    assert lines == ["Walk", "best 3 days"]
    best = page.locator("table.week .habit-facts .muted")
    assert best.evaluate("words => getComputedStyle(words).fontWeight") == "400"


@pytest.mark.requirement("K-1", "K-3", "X-12")
def test_the_seventh_day_is_celebrated_once(household, visit):
    home = household("streaks")
    home.cli("add", "Run", ago=6)
    for ago in range(6, 0, -1):
        home.cli("check", "Run", ago=ago)
    page = visit(home)
    done(page, "Run").click()
    expect(page.locator("[data-kind=celebration]")).to_be_visible()
    expect(page.locator("[data-kind=celebration]")).to_contain_text("7 days")
    page.goto("/badges")
    expect(page.get_by_role("main")).to_contain_text("Run")
    page.goto("/")
    expect(page.locator("[data-kind=celebration]")).to_have_count(0)


@pytest.mark.requirement("X-12")
def test_confetti_flies_once_and_not_for_those_who_want_stillness(household, visit):
    home = household("streaks")
    home.cli("add", "Run", ago=6)
    home.cli("add", "Read", ago=6)
    for ago in range(6, 0, -1):
        home.cli("check", "Run", ago=ago)
        home.cli("check", "Read", ago=ago)
    page = visit(home, still=False)
    done(page, "Run").click()
    expect(page.locator("svg.spark")).to_have_count(1)
    expect(page.locator("svg.spark")).to_have_count(0, timeout=10_000)
    calm = visit(home)
    done(calm, "Read").click()
    expect(calm.locator("[data-kind=celebration]")).to_be_visible()
    expect(calm.locator("svg.spark")).to_have_count(0)


@pytest.mark.requirement("X-12")
def test_thirty_days_fill_the_screen_until_somebody_has_seen_enough(household, visit):
    home = household("streaks")
    home.cli("add", "Run", ago=29)
    for ago in range(29, 0, -1):
        home.cli("check", "Run", ago=ago)
    page = visit(home, phone=True)
    done(page, "Run").click()
    feast = page.get_by_role("dialog")
    expect(feast).to_contain_text("30 days")
    expect(feast.locator("svg.medal")).to_be_visible()
    box = feast.bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 390, 844)
    expect(feast.get_by_role("link", name="Share")).to_be_visible()
    expect(feast.get_by_role("button", name="Close this message")).to_be_focused()
    page.keyboard.press("Escape")
    expect(feast).to_have_count(0)
    expect(done(page, "Run")).to_be_focused()


def test_the_scores_fit_a_phone(household, visit):
    home = household("streaks")
    home.cli("add", "Call grandmother", "--every", "weekly", "--difficulty", "hard", ago=70)
    for ago in range(70, 0, -7):
        home.cli("check", "Call grandmother", ago=ago)
    page = visit(home, "/scores", phone=True)
    table = page.locator(".table-wide")
    expect(table).to_contain_text("Weighted")
    assert table.evaluate("box => box.scrollWidth <= box.clientWidth")


@pytest.mark.requirement("K-7")
def test_who_comes_back_after_days_is_met_in_one_card(household, visit):
    home = household("streaks")
    for title, days in (("Read", 5), ("Run", 3)):
        home.cli("add", title, ago=14)
        for ago in range(9, 9 - days, -1):
            home.cli("check", title, ago=ago)
    page = visit(home, phone=True)
    card = page.locator("section.card", has_text="Your best of 5 days")
    expect(card).to_have_count(1)
    expect(card).to_contain_text("Read is ready for round two")
    expect(card).to_contain_text("two minutes of it")
    expect(page.get_by_role("main")).not_to_contain_text("Your best of 3 days")
    done(page, "Read").click()
    expect(page.locator("section.card", has_text="Your best of 3 days")).to_have_count(1)
    expect(card).to_have_count(0)
    done(page, "Run").click()
    expect(page.locator("section.card", has_text="round two")).to_have_count(0)


@pytest.mark.requirement("K-4")
def test_a_freeze_is_offered_and_used(household, visit):
    home = household("streaks")
    home.cli("add", "Run", ago=32)
    for ago in range(32, 1, -1):
        home.cli("check", "Run", ago=ago)
    page = visit(home)
    page.get_by_role("button", name="Use a freeze for Run").click()
    expect(page.get_by_role("button", name="Use a freeze for Run")).to_have_count(0)
    streak = home.cli("streaks", "Run")
    assert streak["items"][0]["protectedDays"] == [home.day(1)]
    assert streak["freezes"]["available"] == 0


@pytest.mark.requirement("K-2")
def test_a_day_of_the_calendar_tells_its_time_and_note(household, visit):
    home = household("streaks")
    habit = home.cli("add", "Run", ago=5)["id"]
    home.cli("check", "Run", "--note", "by the river", ago=2)
    page = visit(home, f"/habits/{habit}/days/{home.day(2)}")
    expect(page.get_by_role("main")).to_contain_text("by the river")
    page.goto(f"/habits/{habit}")
    cells = page.get_by_role("main").locator("td")
    assert cells.count() >= 90


@pytest.mark.requirement("K-7")
def test_a_broken_streak_is_met_with_kind_words_and_an_offer(household, visit):
    home = household("streaks")
    home.cli("add", "Run", ago=10)
    for ago in range(10, 1, -1):
        home.cli("check", "Run", ago=ago)
    page = visit(home)
    main = page.get_by_role("main")
    expect(main).to_contain_text("9 days")
    page.get_by_role("button", name=re.compile("Remind me of Run tomorrow")).click()
    expect(page.get_by_role("status").first).to_be_visible()
    assert "Run" in str(home.cli("reminders"))


@pytest.mark.requirement("K-9", "K-6")
def test_scores_are_explained(household, visit):
    home = household("streaks")
    home.cli("add", "Run", "--difficulty", "hard", ago=8)
    for ago in range(8, 0, -1):
        home.cli("check", "Run", ago=ago)
    page = visit(home, "/streaks")
    expect(page.get_by_role("main")).to_contain_text("Run")
    page.goto("/scores")
    expect(page.get_by_role("cell", name="16 hard × 2")).to_be_visible()
