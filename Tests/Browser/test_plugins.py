"""A plugin’s page and its card, which nobody who wrote the rest of the app knew of."""

import pytest
from playwright.sync_api import expect

import plugins
from looks import LOOKS, faults, named


@pytest.fixture
def moody(household):
    """A home with a habit and the plugin mood."""
    home = household("hobbyist", name="Mira")
    home.cli("add", "Read")
    plugins.add(home, "mood", "Mood")
    return home


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_a_plugins_card_and_page_work_with_and_without_a_script(moody, visit, script):
    page = visit(moody, script=script)
    card = page.locator("section.card", has_text="How was today?")
    card.get_by_role("button", name="Good", exact=True).click()
    expect(page.get_by_text("Noted: good.")).to_be_visible()
    expect(card.get_by_role("button", name="Good", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("link", name="Mood").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mood")
    expect(page.get_by_role("listitem").filter(has_text="Good")).to_be_visible()
    page.get_by_role("button", name="Great", exact=True).click()
    expect(page.get_by_role("listitem").filter(has_text="Great")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("listitem").filter(has_text="Good")).to_be_visible()
    assert moody.cli("mood")[-1]["mood"] == 4


def test_what_a_plugin_shows_is_accessible_and_whole(moody, visit, screenshots):
    plugins.add(moody, "pomodoro", "Pomodoro")
    moody.cli("mood", "good", "--note", "Sun")
    moody.cli("pomodoro", "start", "Read")
    problems = []
    for phone, dark in LOOKS:
        page = visit(moody, phone=phone, dark=dark)
        for path in ["/", "/mood", "/focus"]:
            assert page.goto(path).status == 200, path
            problems += [(path, *fault) for fault in faults(page)]
            screenshots.take_look(page, f"plugins/{named(path)}", phone, dark)
    assert problems == []


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_a_stretch_of_focus_is_begun_and_stopped(household, visit, script):
    home = household("hobbyist")
    home.cli("add", "Guitar", "--target", "30", "--unit", "minutes")
    plugins.add(home, "pomodoro", "Pomodoro")
    page = visit(home, "/focus", script=script)
    page.get_by_label("Minutes").fill("50")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Guitar until")).to_be_visible()
    page.goto("/")
    card = page.locator("section.card", has_text="Guitar until")
    card.get_by_role("button", name="Cancel").click()
    expect(card).to_have_count(0)
    assert home.cli("pomodoro")["lately"] == []
