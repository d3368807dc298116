"""How a browser is let in and out, as a person sees it."""

import functools
import http.server
import re
import threading

import pytest
from playwright.sync_api import expect

from looks import faults
from test_hobbyist import done
from waiting import eventually


def stranger(home, chromium, **options):
    """A page of a browser that is not signed in."""
    return chromium.new_context(base_url=home.start(), **options).new_page()


@pytest.mark.parametrize("product", ["hobbyist", "beebloom", "sober", "streaks"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_sign_in_page_is_whole(household, chromium, screenshots, product, dark, phone):
    home = household(product, name="Mira")
    page = stranger(
        home,
        chromium,
        viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 800},
        color_scheme="dark" if dark else "light",
    )
    answer = page.goto("/settings")
    assert answer.status == 401
    expect(page.get_by_role("heading", level=1)).to_have_text("Is it you?")
    expect(page.get_by_text("trellis daemon open")).to_be_visible()
    assert "Mira" not in page.content()
    assert faults(page) == []
    screenshots.take_look(page, f"{product}/sign-in", phone, dark)
    page.context.close()


@pytest.mark.requirement("X-07")
def test_a_link_lets_in_once_and_the_second_to_use_it_is_told(household, chromium):
    home = household("hobbyist")
    home.cli("add", "Guitar")
    first, second = stranger(home, chromium), stranger(home, chromium)
    link = home.link("/week")
    first.goto(link)
    expect(first).to_have_url(re.compile("/week$"))
    second.goto(link)
    expect(second.get_by_role("status")).to_contain_text("used before")
    # Whoever it let in is out again.
    first.goto("/week")
    expect(first.get_by_role("heading", level=1)).to_have_text("Is it you?")
    for page in (first, second):
        page.context.close()


def test_a_page_of_ours_that_a_file_led_to_keeps_the_session(household, chromium, tmp_path):
    home = household("hobbyist")
    home.cli("add", "Guitar")
    page = stranger(home, chromium)
    for _ in range(2):
        file = tmp_path / "open.html"
        link = home.link().replace("&", "&amp;")
        file.write_text(f'<!doctype html><meta http-equiv="refresh" content="0;url={link}">')
        page.goto(file.as_uri())
        expect(done(page, "Guitar")).to_be_visible()
    assert len(home.cli("daemon", "sessions")["sessions"]) == 1
    page.context.close()


@pytest.mark.requirement("X-07")
def test_other_addresses_of_the_machine_show_how_to_get_in_and_no_more(household, visit):
    home = household("hobbyist")
    home.cli("add", "Guitar")
    page = visit(home)
    for name in ("127.0.0.1", "localhost", "[::1]"):
        assert page.goto(f"http://{name}:{home.port}/week").status == 401
        expect(page.get_by_text("trellis daemon open")).to_be_visible()
        assert "Guitar" not in page.content()
        # Others who run a server on this machine would be sent its cookies.
        assert home.url.split("//")[1] not in page.content()
    page.context.expected += ["401", f":{home.port}/"]


@pytest.mark.requirement("X-07")
def test_signing_out_leaves_nothing_in_the_browser(household, visit):
    home = household("hobbyist")
    home.cli("add", "Guitar")
    page = visit(home)
    expect(page.locator("html")).to_have_attribute("data-sw", "ready")
    page.goto("/settings")
    page.get_by_role("link", name="Signed-in browsers").click()
    page.get_by_role("button", name="Sign out here").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Is it you?")
    # What the worker had begun ends first.
    eventually(page, lambda: page.evaluate("caches.keys()") == [], "no page is kept")
    workers = "navigator.serviceWorker.getRegistrations().then(all => all.length)"
    eventually(page, lambda: page.evaluate(workers) == 0, "no worker is left")
    assert page.goto("/").status == 401
    page.context.expected += ["401"]
    assert home.cli("daemon", "sessions")["sessions"] == []


@pytest.mark.requirement("X-07")
def test_what_was_entered_before_a_restart_is_still_taken(household, visit):
    home = household("hobbyist")
    home.cli("add", "Guitar")
    page = visit(home)
    expect(page.locator("html")).to_have_attribute("data-sw", "ready")
    page.reload()
    home.restart()
    done(page, "Guitar").click()
    expect(done(page, "Guitar")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(done(page, "Guitar")).to_have_attribute("aria-pressed", "true")


@pytest.mark.requirement("X-07")
def test_a_page_whose_session_was_ended_elsewhere_shows_nothing_more(household, visit):
    home = household("hobbyist")
    home.cli("add", "Guitar")
    page = visit(home)
    expect(page.locator("html")).to_have_attribute("data-sw", "ready")
    page.reload()
    home.cli("daemon", "sessions", "--revoke-all")
    done(page, "Guitar").click()
    expect(page.get_by_role("alert")).to_contain_text("signed out")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Is it you?")
    page.context.expected += ["401"]


def test_a_widget_is_shown_in_any_page_and_acts_in_those_that_are_named(household, visit, tmp_path):
    home = household("beebloom")
    home.cli("add", "Stretch")
    page = visit(home, "/widgets")
    serving = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    other = http.server.ThreadingHTTPServer(("127.0.0.1", 0), serving)
    threading.Thread(target=other.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{other.server_port}"
    page.get_by_label("Pages in which a tap counts").fill(address)
    page.get_by_role("button", name="Save").click()
    lines = page.locator("[data-port] code")
    expect(lines).to_have_count(2)
    showing, acting = lines.all_inner_texts()
    # Others do not learn the app's own name from their pages.
    assert f"//127.0.0.1:{home.port}/" in showing and f"//127.0.0.1:{home.port}/" in acting
    (tmp_path / "showing.html").write_text(f"<!doctype html><title>Mine</title>{showing}")
    (tmp_path / "acting.html").write_text(f"<!doctype html><title>Mine</title>{acting}")
    page.goto(f"{address}/showing.html")
    widget = page.frame_locator("iframe")
    expect(widget.get_by_text("Stretch")).to_be_visible()
    expect(widget.get_by_role("button")).to_have_count(0)
    # Not in a page that was not named.
    page.goto(f"{address.replace('127.0.0.1', 'localhost')}/acting.html")
    expect(widget.get_by_text("Stretch")).to_have_count(0)
    page.goto(f"{address}/acting.html")
    widget.get_by_role("button", name="Stretch").click()
    expect(widget.get_by_text("All habits completed today!")).to_be_visible()
    assert home.cli("today")["items"][0]["status"] == "done"
    # Browsers let nothing be kept there, and nobody is told otherwise.
    home.stop()
    expect(widget.get_by_text("nothing can wait here")).to_be_visible()
    expect(widget.get_by_text("what you do is kept here")).to_be_hidden()
    other.shutdown()
    # The other page is not ours, and has no icon; what may not stand in it is reported.
    page.context.expected += [
        f":{other.server_port}", f"//127.0.0.1:{home.port}", "404", "frame-ancestors"
    ]
