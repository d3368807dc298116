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
