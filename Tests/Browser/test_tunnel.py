"""A phone in a tunnel: what is tapped there is an order given then."""

import contextlib
import datetime
import http.server
import re
import threading
import typing

import pytest
from playwright.sync_api import expect

from conftest import sign_in
from waiting import eventually

# The response's Date is that of this machine, not of the day on which the journey takes place.
WITHOUT_DATE = """
const headers = Headers.prototype.get;
Headers.prototype.get = function (name) { return name === 'Date' ? null : headers.call(this, name); };
"""

# The queue of the service worker.
NOTHING_WAITS = """() => new Promise((done) => {
  const opening = indexedDB.open(`queue|${document.documentElement.dataset.instance}`, 1);
  opening.onsuccess = () => {
    const counting = opening.result.transaction("items").objectStore("items").count();
    counting.onsuccess = () => (opening.result.close(), done(counting.result === 0));
  };
})"""


def milliseconds(instant):
    return int(instant.timestamp() * 1000)


def written(instant):
    return instant.strftime("%Y-%m-%dT%H:%M:%SZ")


class Tunnel:
    """A browser without connection, in which five minutes pass between any two taps."""

    def __init__(self, home, visit, paths, *, is_reloaded=False):
        """Comes into the tunnel in the evening, with pages that were opened."""
        self.home = home
        offset = -int(home.zone.removeprefix("Etc/GMT") or 0)
        tomorrow = home.today + datetime.timedelta(days=1)
        midnight = datetime.datetime.combine(tomorrow, datetime.time(), datetime.timezone.utc)
        self.midnight = midnight - datetime.timedelta(hours=offset)
        self.now = self.midnight - datetime.timedelta(minutes=72)
        home.environment["TRELLIS_NOW"] = written(self.now)
        page = visit(home, "about:blank")
        self.context = page.context
        self.context.add_init_script(WITHOUT_DATE)
        self.context.clock.set_fixed_time(self.now)
        for path in paths:
            page.goto(path)
            expect(page.locator("html")).to_have_attribute("data-sw", "ready")
        if is_reloaded:
            # Without caches, as by Shift and Reload: a browser then leaves out the worker, too.
            self.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
            page.wait_for_event("load")
            expect(page.locator("html")).to_have_attribute("data-sw", "ready")
        page.wait_for_timeout(1_000)
        self.page = page
        home.stop()
        # What is tapped in the very moment of the loss is another matter.
        expect(page.locator("#offline")).to_be_visible()
        page.wait_for_timeout(1_000)

    def tap(self, button):
        self.now += datetime.timedelta(minutes=5)
        self.context.clock.set_fixed_time(self.now)
        button.click()
        return self.now

    def leave(self, *, is_done=True):
        """Comes out in the morning, where the app is there again."""
        self.now = self.midnight + datetime.timedelta(hours=7)
        self.home.environment["TRELLIS_NOW"] = written(self.now)
        self.home.restart()
        self.context.clock.set_fixed_time(self.now)
        self.page.goto("/")
        if is_done:
            self.arrive()

    def arrive(self):
        """Waits until everything was sent: at once, or when the page asks again after 20 s."""
        eventually(
            self.page, lambda: self.page.evaluate(NOTHING_WAITS), "nothing waits in the browser"
        )
        expect(self.page.locator("#offline")).to_be_hidden()

    def waits(self, page, count):
        noun = "entry is" if count == 1 else "entries are"
        expect(page.locator("#offline")).to_contain_text(f"{count} {noun} waiting")


def on(page, title):
    return page.get_by_role("button", name=f"{title} done")


def cell(page, title, day):
    forms = page.locator("form.check-form", has=page.locator(f"input[name=day][value='{day}']"))
    return forms.get_by_role("button", name=f"{title} done,")


def orders(home):
    """What every check said, as it stands in the journal: title, day, mark, and its three times."""
    facts = home.cli("export")["facts"]
    payloads = [(fact, fact["payload"]) for fact in facts]
    titles = {
        payload["habit"]: payload["details"]["title"]
        for fact, payload in payloads
        if fact["kind"] == "tracking.habit-created"
    }
    return [
        Order(
            titles[payload["habit"]],
            payload["day"],
            payload["entry"]["mark"],
            made=payload["entry"]["at"],
            stamp=fact["clock"] >> 16,
            received=int(fact["id"], 16) >> 80,
        )
        for fact, payload in payloads
        if fact["kind"] == "tracking.check-set"
    ]


class Order(typing.NamedTuple):
    title: str
    day: str
    mark: str
    made: int
    stamp: int
    received: int


@pytest.mark.requirement("H-10", "X-01")
def test_twenty_taps_over_midnight_land_on_their_days_with_their_instants_once(household, visit):
    home = household("beebloom")
    for title in ("Read", "Run", "Water", "Plants", "Write", "Sing", "Draw", "Cook"):
        home.cli("add", title, ago=2)
    walk = home.cli("add", "Walk", ago=2)["id"]
    evening = home.day(0)
    paths = ["/", "/week", f"/habits/{walk}/days/{evening}", "/widget?size=small"]
    tunnel = Tunnel(home, visit, paths)
    page = tunnel.page
    given = []

    def tap(button, title, mark, shown=None):
        made = milliseconds(tunnel.tap(button))
        given.append((title, evening, mark, made))
        expect(button).to_have_attribute("data-pending", "")
        if shown is not None:
            expect(button).to_have_attribute("aria-pressed", shown)
        tunnel.waits(page, len(given))

    page.goto("/widget?size=small")
    for title in ("Read", "Run"):
        tap(page.locator(".widget button", has_text=title), title, "done")
    page.goto("/")
    for title in ("Water", "Plants", "Write"):
        tap(on(page, title), title, "done", "true")
    # A second tap on the same button, and one on its neighbour: each is shown once, as it will be.
    tap(on(page, "Write"), "Write", "open", "false")
    tap(on(page, "Plants"), "Plants", "open", "false")
    tap(on(page, "Plants"), "Plants", "done", "true")
    expect(on(page, "Water")).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(on(page, "Plants")).to_have_attribute("aria-pressed", "true")
    expect(on(page, "Write")).to_have_attribute("aria-pressed", "false")
    page.goto(f"/habits/{walk}/days/{evening}")
    for mark, words in (("done", "done"), ("open", "not done")):
        page.get_by_label(words, exact=True).check()
        tap(page.get_by_role("button", name="Save"), "Walk", mark)
    page.goto("/week")
    for title in ("Write", "Walk", "Write", "Walk"):
        is_done = cell(page, title, evening).get_attribute("aria-pressed") == "true"
        mark, shown = ("open", "false") if is_done else ("done", "true")
        tap(cell(page, title, evening), title, mark, shown)
    assert tunnel.now < tunnel.midnight
    # The page still shows the day that is over, so that is the day they are for.
    for title in ("Sing", "Draw", "Cook"):
        tap(cell(page, title, evening), title, "done", "true")
    for title in ("Read", "Run", "Water"):
        tap(cell(page, title, evening), title, "open", "false")
    assert tunnel.now > tunnel.midnight
    assert len(given) == 20
    tunnel.leave()
    arrived = orders(home)
    assert [(order.title, order.day, order.mark, order.made) for order in arrived] == given
    assert {order.received for order in arrived} == {milliseconds(tunnel.now)}
    assert all(order.stamp == order.made for order in arrived)


@pytest.mark.requirement("X-01")
def test_a_new_habit_and_a_new_order_wait_and_arrive_as_of_then(household, visit):
    home = household("beebloom")
    for title in ("Read", "Run"):
        home.cli("add", title)
    tunnel = Tunnel(home, visit, ["/", "/habits/new", "/habits"])
    page = tunnel.page
    page.goto("/habits/new")
    page.get_by_label("Title").fill("Write")
    made = milliseconds(tunnel.tap(page.get_by_role("main").get_by_role("button", name="Save")))
    expect(page.locator("#message")).to_contain_text(
        "“Write” is kept here until the app can be reached"
    )
    expect(page.get_by_label("Title")).to_have_value("")
    tunnel.waits(page, 1)
    page.goto("/habits")
    rows = page.locator("[data-reorder] [data-id]")
    rows.nth(1).drag_to(rows.nth(0), target_position={"x": 5, "y": 2})
    tunnel.waits(page, 2)
    expect(rows.nth(0)).to_contain_text("Run")
    tunnel.leave()
    titles = [item["title"] for item in home.cli("list")["items"]]
    assert titles == ["Run", "Read", "Write"]
    facts = home.cli("export")["facts"]
    created = [fact["payload"] for fact in facts if fact["kind"] == "tracking.habit-created"]
    assert [each["at"] for each in created if each["details"]["title"] == "Write"] == [made]


@pytest.mark.requirement("X-01")
def test_what_was_refused_succeeds_once_its_reason_is_gone(household, visit):
    home = household("streaks")
    home.cli("add", "Run")
    tunnel = Tunnel(home, visit, ["/"])
    run = on(tunnel.page, "Run")
    made = milliseconds(tunnel.tap(run))
    tunnel.waits(tunnel.page, 1)
    home.cli("edit", "Run", "--archive")
    tunnel.leave(is_done=False)
    refusal = tunnel.page.get_by_role("alert")
    expect(refusal).to_contain_text("“Run” is archived")
    home.cli("edit", "Run", "--unarchive")
    # The app has read what the other program wrote.
    expect(on(tunnel.page, "Run")).to_be_visible()
    refusal.get_by_role("button", name="Try again").click()
    tunnel.arrive()
    assert [order.made for order in orders(home)] == [made]


@pytest.mark.requirement("X-01")
def test_what_can_never_be_saved_is_only_discarded(household, visit):
    home = household("streaks")
    home.cli("add", "Run")
    tunnel = Tunnel(home, visit, ["/"])
    page, banner = tunnel.page, tunnel.page.locator("#offline")
    expect(banner).not_to_contain_text("is over")
    # The page was left open over midnight, and here only today can be marked.
    tunnel.now = tunnel.midnight
    tunnel.tap(on(page, "Run"))
    tunnel.waits(page, 1)
    expect(banner).to_contain_text("This page shows a day that is over")
    tunnel.leave(is_done=False)
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("Only today")
    expect(refusal).to_contain_text("Trying again cannot change that")
    expect(refusal.get_by_role("button", name="Try again")).to_have_count(0)
    refusal.get_by_role("button", name="Discard").click()
    tunnel.arrive()
    assert orders(home) == []


def test_milestones_of_orders_that_waited_are_celebrated_once(household, visit):
    home = household("streaks")
    for title in ("Run", "Read", "Write"):
        home.cli("add", title, ago=6)
        for ago in range(6, 0, -1):
            home.cli("check", title, ago=ago)
    tunnel = Tunnel(home, visit, ["/", "/week"])
    page = tunnel.page
    for title in ("Run", "Read", "Write"):
        tunnel.tap(on(page, title))
    # What was taken back again was not reached.
    tunnel.tap(on(page, "Write"))
    tunnel.waits(page, 4)
    tunnel.leave(is_done=False)
    celebration = page.locator("[data-kind=celebration]")
    expect(celebration).to_have_count(1)
    for title in ("Run", "Read"):
        expect(celebration).to_contain_text(title)
    expect(celebration).not_to_contain_text("Write")
    tunnel.arrive()
    page.goto("/week")
    page.wait_for_timeout(1_500)
    expect(celebration).to_have_count(0)


def test_a_page_that_was_reloaded_without_caches_keeps_what_is_tapped(household, visit):
    home = household("streaks")
    home.cli("add", "Run")
    tunnel = Tunnel(home, visit, ["/"], is_reloaded=True)
    made = milliseconds(tunnel.tap(on(tunnel.page, "Run")))
    tunnel.waits(tunnel.page, 1)
    tunnel.leave()
    assert [order.made for order in orders(home)] == [made]


def test_pages_open_while_the_next_version_of_the_worker_cannot_send(household, visit):
    home = household("streaks")
    page = visit(home)
    expect(page.locator("html")).to_have_attribute("data-sw", "ready")
    # Whoever sends holds this lock until the answers are there. Nothing may be sent from now on: Chromium
    # gives the former worker five minutes for what it has begun, such as waiting for the lock.
    page.evaluate("""() => new Promise((held) => void navigator.locks.request(
        `send|${document.documentElement.dataset.instance}`,
        () => new Promise(() => held())))""")
    page.evaluate("""() => new Promise((done, fail) => {
        setTimeout(() => fail(new Error("the next version did not begin")), 20_000);
        const { instance } = document.documentElement.dataset;
        navigator.serviceWorker.register(`/sw.js?v=next&i=${instance}`).then((home) =>
            (home.installing ?? home.waiting).addEventListener("statechange", ({ target }) =>
                ["activating", "activated"].includes(target.state) && done()));
    })""")
    other = page.context.new_page()
    other.goto("/", timeout=10_000)
    expect(other.get_by_role("heading", level=1)).to_be_visible()


def test_without_a_worker_nothing_is_promised(household, visit):
    home = household("streaks")
    home.cli("add", "Run")
    page = visit(home, worker=False)
    page.wait_for_timeout(500)
    home.stop()
    banner = page.locator("#offline")
    expect(banner).to_be_visible()
    assert "nothing can wait here until it is back: try again later." in banner.inner_text()
    assert "kept" not in banner.inner_text()
    on(page, "Run").click()
    expect(page.get_by_role("alert")).to_contain_text("The app cannot be reached")
    expect(on(page, "Run")).to_have_attribute("aria-pressed", "false")


def test_a_form_that_waits_is_named_by_what_it_is_about(household, visit):
    home = household("streaks")
    run = home.cli("add", "Run")["id"]
    tunnel = Tunnel(home, visit, ["/", f"/habits/{run}/edit"])
    page = tunnel.page
    page.get_by_label("Title").fill("Run fast")
    tunnel.tap(page.get_by_role("main").get_by_role("button", name="Save"))
    expect(page.locator("#message")).to_contain_text("“Run fast” is kept here")
    page.goto("/")
    page.locator(".habit-more > summary").click()
    tunnel.tap(page.get_by_role("button", name="Save"))
    expect(page.locator("#message")).to_contain_text("“Save: Run, note” is kept here")
    tunnel.waits(page, 2)


def test_taps_on_the_calendar_go_through_its_states(household, visit):
    home = household("sober")
    home.cli("sober", "mark")
    tunnel = Tunnel(home, visit, ["/"])
    page, day = tunnel.page, home.day(0)
    tile = page.locator("#sober-today")
    expect(tile).to_have_attribute("value", f"{day} notSober")
    for count, words, following in ((1, "Not sober", "unmarked"), (2, "Not marked", "sober")):
        name = re.compile(f": {words}$")
        tunnel.tap(tile)
        expect(tile).to_have_accessible_name(name)
        expect(tile).to_have_attribute("data-pending", "")
        expect(tile).to_have_attribute("value", f"{day} {following}")
        expect(page.locator("#message")).to_contain_text(f": {words}” is kept here")
        tunnel.waits(page, count)
    expect(page.locator("[data-uncounted]")).to_be_visible()
    page.reload()
    expect(tile).to_have_accessible_name(re.compile(": Not marked$"))
    tunnel.tap(tile)
    expect(tile).to_have_accessible_name(re.compile(": Sober$"))
    tunnel.waits(page, 3)
    tunnel.leave()
    facts = home.cli("export")["facts"]
    marks = [fact["payload"] for fact in facts if fact["kind"] == "sobriety.day-marked"]
    statuses = [mark["status"] for mark in marks if mark["day"] == day]
    assert statuses == ["sober", "notSober", "unmarked", "sober"]


class Gatekeeper(http.server.BaseHTTPRequestHandler):
    """A proxy that shows everybody its own page, until they have signed in there."""

    def answer(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        threading.Event().wait(self.server.delay)
        body = b"<!doctype html><h1>Who are you?</h1>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.server.asked.append(self.command)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


class LeadingGatekeeper(Gatekeeper):
    """One whose own page has an address beside those of the app."""

    def do_GET(self):
        if self.path.startswith("/gate/"):
            return self.answer()
        self.send_response(302)
        self.send_header("Location", "/gate/sign-in")
        self.send_header("Content-Length", "0")
        self.end_headers()
        self.server.asked.append(self.path)


@contextlib.contextmanager
def gatekeeper(home, delay=0, kind=Gatekeeper):
    """A proxy in the place of a home; each answer takes it `delay` seconds."""
    port = home.port
    home.stop()
    gate = http.server.ThreadingHTTPServer(("127.0.0.1", port), kind)
    gate.asked, gate.delay = [], delay
    threading.Thread(target=gate.serve_forever, daemon=True).start()
    try:
        yield gate
    finally:
        gate.shutdown()
        gate.server_close()


def test_what_waits_is_not_given_to_a_proxy_that_asks_who_one_is(household, visit):
    home = household("streaks")
    home.cli("add", "Run")
    page = visit(home)
    expect(page.locator("html")).to_have_attribute("data-sw", "ready")
    page.context.set_offline(True)
    on(page, "Run").click()
    expect(page.locator("#offline")).to_contain_text("1 entry is waiting")
    # The browser itself notes that the proxy's page is no stream.
    page.context.expected += ["text/event-stream"]
    with gatekeeper(home) as gate:
        page.context.set_offline(False)
        page.evaluate("navigator.serviceWorker.controller.postMessage({ send: true })")
        eventually(page, lambda: "POST" in gate.asked, "what waits is sent")
    home.restart()
    page.goto("/")
    eventually(page, lambda: len(orders(home)) == 1, "it has reached the app")


def test_a_slow_proxy_that_asks_who_one_is_replaces_the_kept_page(household, visit):
    home = household("streaks")
    home.cli("add", "Run")
    page = visit(home)
    expect(page.locator("html")).to_have_attribute("data-sw", "ready")
    eventually(page, lambda: page.evaluate("caches.match(location.href).then(Boolean)"), "it is kept")
    page.context.expected += ["text/event-stream"]
    # Longer than a person likes to look at nothing, so that the kept page is shown at first.
    with gatekeeper(home, delay=3):
        page.reload()
        expect(on(page, "Run")).to_be_visible()
        expect(page.get_by_role("heading")).to_have_text("Who are you?", timeout=15_000)


def test_a_proxy_that_leads_to_its_own_page_takes_no_kept_page_away(household, visit):
    home = household("streaks")
    home.cli("add", "Run")
    page = visit(home)
    expect(page.locator("html")).to_have_attribute("data-sw", "ready")
    is_kept = "caches.match(location.href).then(Boolean)"
    eventually(page, lambda: page.evaluate(is_kept), "it is kept")
    page.context.expected += ["text/event-stream"]
    with gatekeeper(home, kind=LeadingGatekeeper) as gate:
        page.evaluate(
            "navigator.serviceWorker.controller.postMessage({ keep: [location.pathname, '/last'] })"
        )
        # They are asked for one after the other.
        eventually(page, lambda: "/last" in gate.asked, "all pages are asked for")
        assert page.evaluate(is_kept)


def test_the_banner_is_gone_once_only_what_was_refused_waits(household, visit):
    home = household("streaks")
    home.cli("add", "Run")
    tunnel = Tunnel(home, visit, ["/"])
    page = tunnel.page
    # Where the tests run there may be no network.
    page.evaluate("Object.defineProperty(navigator, 'onLine', { get: () => true })")
    tunnel.tap(on(page, "Run"))
    expect(page.locator("#offline")).to_contain_text("The app does not answer")
    tunnel.waits(page, 1)
    home.cli("edit", "Run", "--archive")
    tunnel.leave(is_done=False)
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("“Run” is archived")
    expect(page.locator("#offline")).to_be_hidden()
    refusal.get_by_role("button", name="Discard").click()
    expect(refusal).to_have_count(0)
    tunnel.arrive()


def test_what_waits_is_sent_with_a_fresh_form_after_signing_in_again(household, visit):
    home = household("streaks")
    home.cli("add", "Run")
    tunnel = Tunnel(home, visit, ["/"])
    run = on(tunnel.page, "Run")
    made = milliseconds(tunnel.tap(run))
    tunnel.waits(tunnel.page, 1)
    tunnel.context.clear_cookies()
    tunnel.leave(is_done=False)
    expect(tunnel.page.get_by_role("heading", name="Is it you?")).to_be_visible()
    # The browser reports that what waits was refused until then.
    tunnel.page.wait_for_timeout(500)
    assert all("401" in problem for problem in tunnel.context.problems)
    tunnel.context.problems.clear()
    sign_in(tunnel.page, home)
    tunnel.arrive()
    assert [order.made for order in orders(home)] == [made]
