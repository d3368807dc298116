"""A browser whose clock disagrees with the daemon's."""

import datetime

import pytest
from playwright.sync_api import expect


def clocked(page, home, path, ahead, *, told=True):
    """Another page of the same browser, whose clock is ahead; returns what it loads anew."""
    page = page.context.new_page()
    page.clock.install(time=home.now + datetime.timedelta(seconds=ahead))
    page.add_init_script(
        "const headers = Headers.prototype.get;"
        "Headers.prototype.get = function (name) {"
        " return name === 'Date' ? null : headers.call(this, name); };"
        if not told
        else ""
    )
    loads = []
    page.on("request", lambda asked: loads.append(asked.url) if is_reload(asked) else None)
    page.goto(path)
    return page, loads


def is_reload(asked):
    return asked.method == "GET" and "x-trellis-fragment" in asked.headers


@pytest.mark.parametrize("path", ["/", "/week", "/widget?size=small"])
@pytest.mark.parametrize("told", [True, False])
def test_a_browser_past_the_midnight_of_the_daemon_does_not_load_without_end(
    household, visit, path, told
):
    home = household("beebloom")
    home.cli("add", "Read")
    page, loads = clocked(visit(home), home, path, 86_400, told=told)
    page.wait_for_timeout(6_000)
    assert 1 <= len(loads) <= (1 if told else 3), loads
    expect(page.get_by_role("main")).to_contain_text("Read")


def test_a_timer_follows_the_clock_of_the_daemon(household, visit):
    home = household("sober")
    home.cli("sober", "mark")
    page, loads = clocked(visit(home), home, "/", 86_400)
    expect(page.locator("[data-part=d]").first).to_have_text("0")
    assert len(loads) <= 2, loads
