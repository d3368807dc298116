"""What the journeys share: a home with a product, a daemon over it, and a real browser."""

import json
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from playwright.sync_api import Error, expect, sync_playwright

from household import PATIENCE, Household, noon_zone
from looks import Pictures
from server import Server
from waiting import follow_requests

# Nothing is waited for longer than it takes; a busy machine is given its time. A journey that promises
# how soon something is shown gives its own bound.
expect.set_options(timeout=1000 * PATIENCE)

RESULTS = os.environ.get("TRELLIS_RESULTS")
CHROMIUM = os.environ.get("TRELLIS_CHROMIUM", "/usr/bin/chromium")
# The same engine without the browser around it takes half of the processor time.
SHELL = os.environ.get("TRELLIS_HEADLESS_SHELL") or CHROMIUM


def pytest_configure(config):
    config.addinivalue_line("markers", "requirement(id, ...): what of the ledger a test shows")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Writes one line for each test of a requirement, for Tools/conformance."""
    outcome = yield
    report = outcome.get_result()
    ids = [id for mark in item.iter_markers("requirement") for id in mark.args]
    failed_early = report.when == "setup" and report.outcome != "passed"
    if not (RESULTS and ids and (report.when == "call" or failed_early)):
        return
    line = {"id": ids, "name": item.name, "result": report.outcome}
    with open(RESULTS, "a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


@pytest.fixture(scope="session")
def launch():
    """Starts browsers: launch(CHROMIUM)."""
    browsers = []
    with sync_playwright() as playwright:

        def start(program):
            options = {"executable_path": program, "args": ["--no-sandbox"]}
            browsers.append(playwright.chromium.launch(**options))
            return browsers[-1]

        yield start
        for browser in browsers:
            browser.close()


@pytest.fixture(scope="session")
def chromium(launch):
    return launch(SHELL)


@pytest.fixture(scope="session")
def whole_chromium(launch):
    """The browser that people have, for what the shell lacks: notifications."""
    return launch(CHROMIUM)


@pytest.fixture
def household():
    """Makes homes: household("beebloom") is a folder of its own with that product."""
    made = []

    def make(product, **options):
        # A short path: the name of a socket may have 107 bytes.
        home = Household(tempfile.mkdtemp(prefix="home-"), product, **options)
        made.append(home)
        return home

    yield make
    for home in made:
        home.stop()
        shutil.rmtree(home.path, ignore_errors=True)


@pytest.fixture
def visit(chromium):
    """Opens a page of a household as one person's browser: visit(home, "/week", phone=True)."""
    contexts = []

    def open_page(
        home, path="/", *, context=None, phone=False, dark=False, still=True, script=True, worker=True
    ):
        is_new = context is None
        if is_new:
            context = chromium.new_context(
                base_url=home.start(),
                viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 800},
                locale="en-GB",
                timezone_id=home.zone,
                color_scheme="dark" if dark else "light",
                reduced_motion="reduce" if still else "no-preference",
                java_script_enabled=script,
                has_touch=phone,
                service_workers="allow" if worker else "block",
            )
            context.set_default_timeout(1000 * PATIENCE)
            context.problems = []
            # Words of what the browser reports because a journey asks for it.
            context.expected = []
            contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: context.problems.append(str(error)))
        page.on("console", lambda entry: note_console(context, entry))
        page.on("request", lambda asked: note_request(context, home, asked))
        follow_requests(page)
        if is_new:
            sign_in(page, home, "/offline" if path.startswith("about:") else path)
        if not is_new or path.startswith("about:"):
            page.goto(path)
        return page

    yield open_page
    problems = [
        problem
        for context in contexts
        for problem in context.problems
        if not any(words in problem for words in context.expected)
    ]
    for context in contexts:
        context.close()
    assert problems == [], "the browser's console is clean, and nothing is fetched from elsewhere"


def sign_in(page, home, path="/"):
    """Lets a browser in as a person does, by a link from the command line."""
    link = home.link(path)
    try:
        page.goto(link)
    except Error as error:
        # On a busy machine the browser now and then gives a connection up before it has sent
        # anything. People then press Reload.
        if "ERR_SOCKET_NOT_CONNECTED" not in str(error):
            raise
        page.goto(link)
    page.wait_for_url(lambda url: "/sign-in" not in url)


def fetched(route, home):
    """The app's response to a request of the browser, whose names only the browser resolves."""
    asked = route.request
    return route.fetch(
        url=asked.url.replace(home.url, f"http://127.0.0.1:{home.port}"),
        headers={**asked.all_headers(), "host": home.url.removeprefix("http://")},
    )


def note_request(context, home, asked):
    """Everything comes from the person's own machine (H-20)."""
    if not asked.url.startswith((home.url, "data:", "blob:", "about:")):
        context.problems.append(f"{asked.url} is not on this machine")


def note_console(context, entry):
    # A browser without network reports each failed request by itself; the journeys look at what
    # the page makes of it.
    if entry.type == "error" and "net::ERR_" not in entry.text:
        context.problems.append(entry.text)


@pytest.fixture(scope="session")
def screenshots():
    wanted = os.environ.get("TRELLIS_SCREENSHOTS", Path(__file__).parent / "screenshots")
    return Pictures(None if wanted == "none" else wanted)


@pytest.fixture
def server():
    """Makes servers for many people: server(sign_up="invitation")."""
    made = []

    def make(**options):
        made.append(Server(**options))
        return made[-1]

    yield make
    for one in made:
        one.stop()


@pytest.fixture
def browse(chromium):
    """Opens a page of a server in a browser of its own: browse(server, "/", phone=True)."""
    contexts = []

    def open_page(server, path="/", *, phone=False, dark=False, script=True):
        context = chromium.new_context(
            base_url=server.url,
            viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 800},
            locale="en-GB",
            timezone_id=noon_zone(),
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            java_script_enabled=script,
            has_touch=phone,
        )
        context.set_default_timeout(1000 * PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
