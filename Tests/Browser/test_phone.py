"""A phone without a program of its own uses the whole app in its browser, at a server."""

import time

import pytest
from playwright.sync_api import expect

from household import PATIENCE
from looks import faults, named
from server import PASSWORD, fill_sign_up, sign_in


def begin(page, email="ada@example.org", habit="Water the garden"):
    """Signs up as a person does, and begins with a habit."""
    page.get_by_role("link", name="Make one").click()
    fill_sign_up(page, email)
    page.get_by_label("What should we call you?").fill("Ada")
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("What would you like to do?").fill(habit)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("link", name=habit)).to_be_visible()


def ready(page):
    """Waits until what is done without a connection would be kept."""
    expect(page.locator("html")).to_have_attribute("data-sw", "ready")


def check(page, habit="Water the garden"):
    return page.get_by_role("button", name=habit).first


def synced(home, wanted):
    """Syncs until the home agrees, as its own rounds would within a minute."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        home.cli("sync", "now")
        if wanted(home.cli("today")):
            return True
        time.sleep(0.2)
    return False


@pytest.mark.requirement("H-21", "S-01")
def test_a_phone_and_a_second_browser_and_a_device_agree(server, browse, household):
    here = server()
    phone = browse(here, phone=True)
    begin(phone)
    # A second browser shows what the phone does, within a second.
    desk = browse(here)
    sign_in(desk, "ada@example.org", PASSWORD)
    expect(check(desk)).to_have_attribute("aria-pressed", "false")
    desk.wait_for_timeout(500)
    check(phone).click()
    expect(check(phone)).to_have_attribute("aria-pressed", "true")
    expect(check(desk)).to_have_attribute("aria-pressed", "true", timeout=3000)
    # So does a device, and what is done there is shown on both.
    home = household("streaks")
    home.cli(
        "sync", "login", here.url, "--email", "ada@example.org", "--password-stdin", "--merge",
        lines=PASSWORD + "\n",
    )
    assert synced(home, lambda today: [item["status"] for item in today["items"]] == ["done"])
    home.cli("add", "Read a page", "--every", "daily")
    home.cli("sync", "now")
    expect(phone.get_by_role("link", name="Read a page")).to_be_visible(timeout=3000)
    expect(desk.get_by_role("link", name="Read a page")).to_be_visible(timeout=3000)


@pytest.mark.requirement("H-21")
def test_a_tap_without_a_connection_waits_and_is_delivered(server, browse):
    here = server()
    phone = browse(here, phone=True)
    begin(phone)
    ready(phone)
    phone.context.set_offline(True)
    check(phone).click()
    expect(phone.locator("#offline")).to_be_visible()
    expect(phone.locator("#offline")).to_contain_text("1")
    # The app opens without a connection, too.
    phone.goto("/week")
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
    phone.goto("/today")
    desk = browse(here)
    sign_in(desk, "ada@example.org", PASSWORD)
    expect(check(desk)).to_have_attribute("aria-pressed", "false")
    phone.context.set_offline(False)
    expect(phone.locator("#offline")).to_be_hidden()
    expect(check(desk)).to_have_attribute("aria-pressed", "true")
    expect(check(phone)).to_have_attribute("aria-pressed", "true")


def test_signing_out_leaves_nothing_for_the_next_person(server, browse):
    here = server()
    phone = browse(here, phone=True)
    begin(phone)
    ready(phone)
    phone.goto("/settings")
    phone.get_by_role("button", name="Sign out here").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Sign in to Streaks")
    phone.context.set_offline(True)
    with pytest.raises(Exception):
        phone.goto("/today")
    phone.context.set_offline(False)
    phone.goto("/")
    begin(phone, "bob@example.org", habit="Read a page")
    expect(phone.get_by_text("Water the garden")).to_have_count(0)
    ready(phone)


def test_what_one_person_left_waiting_is_not_sent_as_another(server, browse):
    here = server()
    phone = browse(here, phone=True)
    begin(phone)
    ready(phone)
    phone.context.set_offline(True)
    check(phone).click()
    expect(phone.locator("#offline")).to_contain_text("1")
    phone.context.set_offline(False)
    # The session ends elsewhere before it is sent, and somebody else signs in to the same browser.
    phone.context.clear_cookies()
    phone.context.request.post(
        "/sign-up/password",
        form={"email": "bob@example.org", "new": PASSWORD},
        headers={"Origin": here.url},
    )
    phone.goto("/welcome")
    expect(phone.get_by_label("What should we call you?")).to_be_visible()
    ready(phone)
    phone.wait_for_timeout(1500)
    export = phone.context.request.get("/data/export.json")
    assert export.ok and "facts" in export.json()
    assert "check" not in export.text(), export.text()


def test_the_app_can_be_installed(server, browse):
    here = server()
    phone = browse(here, phone=True)
    manifest = phone.context.request.get("/manifest.webmanifest").json()
    assert manifest["display"] == "standalone" and manifest["start_url"] == "/"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        assert phone.context.request.get(icon["src"]).ok


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_pages_of_a_person_are_accessible_and_whole(server, browse, screenshots, dark, phone):
    here = server()
    page = browse(here, phone=phone, dark=dark)
    begin(page)
    problems = []
    paths = ["/today", "/settings", "/privacy", "/data", "/account", "/link", "/welcome", "/offline"]
    for path in paths:
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        problems.extend((path, *fault) for fault in faults(page))
        screenshots.take_look(page, f"server/member-{named(path)}", phone, dark)
    assert problems == []
