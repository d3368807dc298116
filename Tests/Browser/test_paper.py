"""Pages on paper, and in the few colors that a person has chosen for everything on their screen."""

import re

from playwright.sync_api import expect


def test_a_printed_day_shows_what_is_done(household, visit):
    home = household("hobbyist")
    home.cli("add", "Read")
    home.cli("add", "Run")
    home.cli("check", "Read")
    page = visit(home)
    page.emulate_media(media="print")
    for path in ("/", "/week"):
        page.goto(path)
        signs = page.locator("button[aria-pressed]")
        assert signs.count() >= 2
        for sign in signs.all():
            expect(sign).to_be_visible()
    # Without their fills, days that are done look like those that are not.
    assert page.evaluate("getComputedStyle(document.body).printColorAdjust") == "exact"
    page.goto("/")
    expect(page.locator(".habit-more").first).to_be_hidden()
    expect(page.get_by_role("link", name="New hobby")).to_be_hidden()


def test_what_is_chosen_can_be_told_in_forced_colors(household, visit):
    home = household("streaks")
    page = visit(home, "/habits/new", phone=True)
    page.emulate_media(forced_colors="active")
    page.get_by_label("On chosen weekdays").check()
    edge = "label => getComputedStyle(label).borderWidth"
    for group in (".swatches", ".weekdays"):
        labels = page.locator(f"{group} label")
        labels.nth(1).click()
        chosen = page.locator(f"{group} label:has(:checked)")
        others = page.locator(f"{group} label:not(:has(:checked))")
        assert chosen.first.evaluate(edge) != others.first.evaluate(edge), group
    page.get_by_role("link", name=re.compile("Drink water")).click()
    chip = page.locator(".chip[aria-current]")
    assert chip.evaluate(edge) != page.locator(".chip:not([aria-current])").first.evaluate(edge)


def test_a_quiet_button_stays_on_the_page_in_forced_colors(household, visit):
    home = household("streaks")
    home.cli("add", "Read")
    page = visit(home, phone=True)
    page.emulate_media(forced_colors="active")
    assert page.get_by_role("link", name="All habits").bounding_box()["x"] >= 0
