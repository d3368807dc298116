"""How soon a newcomer has begun, typing and clicking as people do."""

import time

import pytest
from playwright.sync_api import expect

# Somebody who writes 40 words a minute, and looks for a second before each thing that they do.
KEY = 300
GLANCE = 1000


class Newcomer:
    """A person before a page, who counts the seconds from their first look on."""

    def __init__(self, page):
        self.page = page
        self.began = time.monotonic()

    def look(self, place):
        expect(place).to_be_visible()
        self.page.wait_for_timeout(GLANCE)
        return place

    def click(self, place):
        self.look(place).click()

    def type(self, place, words):
        self.look(place).press_sequentially(words, delay=KEY)

    def is_done(self, what):
        """Prints how long it took, which on a busy machine says nothing about the pages."""
        print(f"{what}: {time.monotonic() - self.began:.1f} s")


def begun(household, visit, product):
    """Chooses a product on an empty home, and does not say who they are."""
    home = household(None)
    page = visit(home)
    person = Newcomer(page)
    person.click(page.get_by_role("button", name=f"Begin with {product}"))
    person.click(page.get_by_role("button", name="Continue"))
    return home, page, person


@pytest.mark.requirement("H-03")
@pytest.mark.parametrize("product", ["Hobbyist", "BeeBloom", "Streaks"])
def test_a_first_habit_is_begun_by_a_name_alone(household, visit, product):
    home, page, person = begun(household, visit, product)
    field = page.locator("input[name=title]")
    person.type(field, "Learn Spanish")
    field.press("Enter")
    expect(page.get_by_role("button", name="Learn Spanish done")).to_be_visible()
    person.is_done(f"the first habit in {product}")
    assert [item["title"] for item in home.cli("list")["items"]] == ["Learn Spanish"]


@pytest.mark.requirement("S-01")
def test_a_first_sober_day_is_counted_from_the_last_drink(household, visit):
    home, page, person = begun(household, visit, "Sober")
    # A day that reads the same in all countries.
    day = page.locator("input[type=date]")
    last = home.today.replace(month=5, day=5)
    if last >= home.today:
        last = last.replace(year=last.year - 1)
    person.type(day, last.strftime("%d%m%Y"))
    assert day.input_value() == last.isoformat()
    day.press("Enter")
    expect(page.locator(".sober-timer:not([data-idle])")).to_be_visible()
    person.is_done("the first sober day")
    assert home.cli("sober")["current"] == (home.today - last).days
