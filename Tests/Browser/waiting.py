"""Waiting for what a page does by itself, on a machine that may be busy."""

import time

from household import PATIENCE


def eventually(page, holds, what="it holds"):
    """Waits until something holds, and says what did not if it never does."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"{what}, within {PATIENCE} s"
        # Not `sleep`, which would keep the browser's events waiting, too.
        page.wait_for_timeout(100)


def follow_requests(page):
    """Keeps in `page.under_way` the requests without an answer, apart from the stream of changes."""
    page.under_way = set()

    def begin(asked):
        if asked.resource_type != "eventsource":
            page.under_way.add(asked)

    def end(asked):
        page.under_way.discard(asked)

    page.on("request", begin)
    page.on("requestfinished", end)
    page.on("requestfailed", end)


def rest(page):
    """Waits until the page has asked for nothing for half a second."""
    end = time.monotonic() + PATIENCE
    since = time.monotonic()
    while time.monotonic() - since < 0.5:
        assert time.monotonic() < end, f"the page is at rest within {PATIENCE} s: {page.under_way}"
        page.wait_for_timeout(50)
        if page.under_way:
            since = time.monotonic()
