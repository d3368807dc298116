"""The calendar to which programs subscribe."""

import urllib.error
import urllib.request

import icalendar
import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.requirement("X-14")


def subscribed(address, tag=None):
    """What a calendar program without a session reads: the status, the calendar and its tag."""
    request = urllib.request.Request(address, headers={"If-None-Match": tag} if tag else {})
    try:
        with urllib.request.urlopen(request) as answer:
            assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
            return answer.status, answer.read(), answer.headers["ETag"]
    except urllib.error.HTTPError as error:
        return error.code, b"", None


def kept(calendar):
    """The days and titles of a calendar, by the ids of its entries."""
    parsed = icalendar.Calendar.from_ical(calendar)
    assert parsed["VERSION"] == "2.0" and parsed["METHOD"] == "PUBLISH"
    assert str(parsed["REFRESH-INTERVAL"].dt) == "1:00:00"
    for line in calendar.split(b"\r\n"):
        assert len(line) <= 75, line
    assert b"\n" not in calendar.replace(b"\r\n", b"")
    events = parsed.walk("VEVENT")
    for event in events:
        assert not event.errors and event["TRANSP"] == "TRANSPARENT"
        assert (event["DTEND"].dt - event["DTSTART"].dt).days == 1
        assert event["DTSTAMP"].dt.tzinfo is not None
    found = {str(event["UID"]): (event["DTSTART"].dt, str(event["SUMMARY"])) for event in events}
    assert len(found) == len(events)
    return found


def test_a_calendar_program_subscribes_to_what_was_done(household, visit):
    home = household("hobbyist")
    title = "Piano, scales; and “études” – every day before the others are awake, at least ten minutes 🎹"
    home.cli("add", title, ago=400)
    home.cli("check", title, ago=380)
    for ago in (3, 2):
        home.cli("check", title, "--note", "for nobody else", ago=ago)
    page = visit(home, "/settings")
    page.get_by_role("link", name="Your calendar program").click()
    page.get_by_role("button", name="Make an address").click()
    shown = page.locator("pre code")
    expect(shown).to_contain_text("http://127.0.0.1:")
    address = shown.text_content()
    status, calendar, tag = subscribed(address)
    assert status == 200
    events = kept(calendar)
    assert sorted(str(day) for day, _ in events.values()) == [home.day(3), home.day(2)]
    assert {words for _, words in events.values()} == {title}
    assert b"nobody else" not in calendar
    # Asked again it answers that nothing has changed, and adds to what there was.
    assert subscribed(address, tag)[0] == 304
    home.cli("check", title)
    page.goto("/today")
    expect(page.get_by_role("button", name=f"{title} done", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    status, calendar, _ = subscribed(address, tag)
    assert status == 200
    more = kept(calendar)
    assert events.items() < more.items() and len(more) == 3
    # The address is copied, renewed and taken back.
    page.goto("/settings/calendar")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == address
    page.get_by_role("button", name="New address").click()
    expect(page.locator("pre code")).not_to_have_text(address)
    newer = page.locator("pre code").text_content()
    assert subscribed(address)[0] == 401
    assert kept(subscribed(newer)[1]) == more
    page.get_by_role("button", name="Turn off").click()
    expect(page.get_by_role("button", name="Make an address")).to_be_visible()
    assert subscribed(newer)[0] == 401


def test_the_calendar_of_sober_days_says_nothing_of_what_they_are(household, visit):
    home = household("sober")
    for ago in (2, 1):
        home.cli("sober", "mark", ago=ago)
    home.cli("sober", "slip", "--drinks", "3")
    page = visit(home, "/settings/calendar")
    page.get_by_role("button", name="Make an address").click()
    expect(page.locator("pre code")).to_contain_text("/calendar/")
    _, calendar, _ = subscribed(page.locator("pre code").text_content())
    assert {words for _, words in kept(calendar).values()} == {"A day kept"}
    assert len(kept(calendar)) == 2
    for word in (b"lcohol", b"ober", b"drink"):
        assert word not in calendar


def test_a_calendar_without_a_day_is_a_calendar_too(household):
    home = household("hobbyist")
    home.start()
    address = home.cli("daemon", "calendar")["address"]
    _, calendar, _ = subscribed(address)
    assert kept(calendar) == {}
