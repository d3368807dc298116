"""Notices by Web Push: what the server sends, read by libraries that others wrote, and what a browser
does with it."""

import json
import time
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

from household import PATIENCE
from server import Server, fill_sign_up

pytest.importorskip("http_ece", reason="the packages http-ece and py-vapid are not installed")
pytest.importorskip("py_vapid", reason="the packages http-ece and py-vapid are not installed")

from push_service import PushService  # noqa: E402


@pytest.fixture
def server():
    server = Server(settings={"TRELLIS_SERVER_NOTICES_ALLOW_LOOPBACK": "true"})
    yield server
    server.stop()


@pytest.fixture
def service():
    made = []

    def make(*statuses):
        made.append(PushService(*statuses))
        return made[-1]

    yield make
    for one in made:
        one.stop()


class Device:
    def __init__(self, server, email="ada@example.org"):
        self.server = server
        person = {"email": email, "password": "correct horse battery", "device": {"name": "Phone"}}
        self.token = server.ask("/api/v1/accounts", person)[1]["token"]

    def ask(self, method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.server.port}/api/v1{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read() or "null")


@pytest.mark.requirement("X-17")
def test_another_implementation_reads_what_the_server_sends(server, service):
    push, device = service(), Device(server)
    device.ask("PUT", "/push/subscription", push.subscription)
    assert device.ask("POST", "/push/test")["arrived"] is True
    [message] = push.received
    assert push.read(message)["kind"] == "test"
    key, claims = push.sender(message)
    assert key == device.ask("GET", "/push")["key"]
    assert time.time() < claims["exp"] < time.time() + 86400
    headers = message[1]
    assert headers["TTL"] == "300"
    assert headers["Urgency"] == "high"
    assert len(headers["Topic"]) == 32
    assert len(message[2]) <= 4096


def test_a_subscription_that_the_service_has_ended_is_forgotten(server, service):
    push, device = service(410), Device(server)
    device.ask("PUT", "/push/subscription", push.subscription)
    assert device.ask("POST", "/push/test")["arrived"] is False
    assert device.ask("GET", "/push").get("subscription") is None


@pytest.mark.requirement("X-17")
def test_a_reaction_arrives_once_and_names_nobody(server, service):
    push, ada, bob = service(503), Device(server), Device(server, "bob@example.org")
    ada.ask("PUT", "/push/subscription", push.subscription)
    for device, name in [(ada, "Ada"), (bob, "Robert")]:
        device.ask("PUT", "/friends/me", {"name": name})
    code = ada.ask("POST", "/friends/invitations", {})["code"]
    bob.ask("POST", "/friends/accept", {"code": code})
    until = time.monotonic() + 3 * PATIENCE
    while len(push.received) < 2 and time.monotonic() < until:
        time.sleep(0.2)
    # The service was busy at first; the second attempt brings the same message.
    first, second = push.received
    assert first[1]["Topic"] == second[1]["Topic"]
    notice = push.read(second)
    assert notice["kind"] == "friend"
    assert "Robert" not in json.dumps(notice)


@pytest.fixture
def page(whole_chromium, server):
    context = whole_chromium.new_context(
        base_url=server.url, viewport={"width": 390, "height": 844}, locale="en-GB"
    )
    context.set_default_timeout(1000 * PATIENCE)
    context.grant_permissions(["notifications"], origin=server.url)
    page = context.new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on(
        "console",
        lambda entry: page.problems.append(entry.text) if "Content Security" in entry.text else None,
    )
    page.goto("/sign-up")
    fill_sign_up(page)
    page.wait_for_url(lambda url: "/sign-up" not in url)
    yield page
    context.close()
    assert page.problems == []


@pytest.mark.requirement("X-17")
def test_a_browser_shows_a_notice_and_its_click_opens_the_app(page, server):
    page.goto("/account/notices")
    expect(page.locator("html")).to_have_attribute("data-sw", "ready")
    protocol = page.context.new_cdp_session(page)
    registrations = []
    protocol.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(event["registrations"]),
    )
    protocol.send("ServiceWorker.enable")
    until = time.monotonic() + PATIENCE
    while not registrations and time.monotonic() < until:
        page.wait_for_timeout(50)
    notice = {
        "title": "Streaks",
        "body": "Something of today is still open.",
        "id": "1",
        "url": "https://elsewhere.example/inbox",
    }
    for _ in range(2):
        protocol.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": server.url,
                "registrationId": registrations[0]["registrationId"],
                "data": json.dumps(notice),
            },
        )
    shown = """async () => (await (await navigator.serviceWorker.getRegistration()).getNotifications())
        .map(({ title, body, tag, icon }) => ({ title, body, tag, icon }))"""
    until = time.monotonic() + PATIENCE
    while not page.evaluate(shown) and time.monotonic() < until:
        page.wait_for_timeout(50)
    page.wait_for_timeout(300)
    [one] = page.evaluate(shown)
    assert (one["title"], one["body"], one["tag"]) == (notice["title"], notice["body"], "1")
    assert one["icon"].startswith(server.url)


@pytest.mark.parametrize("dark", [False, True])
def test_the_page_says_what_this_browser_can_do(page, screenshots, dark):
    page.emulate_media(color_scheme="dark" if dark else "light")
    page.goto("/account/notices")
    expect(page.locator("html")).to_have_attribute("data-sw", "ready")
    page.reload()
    expect(page.locator("[data-push-state]")).not_to_contain_text("A script is needed")
    page.get_by_label("Address").fill("https://10.0.0.1/x")
    page.get_by_role("button", name="Send notices there").click()
    expect(page.get_by_text("Nothing was changed")).to_have_count(1)
    expect(page.get_by_label("Address")).to_be_focused()
    page.get_by_label("Address").fill("https://hooks.example.org/x")
    page.get_by_role("button", name="Send notices there").click()
    expect(page.get_by_text("https://hooks.example.org/x").first).to_be_visible()
    look = "dark" if dark else "light"
    screenshots.take(page, f"server-notices-{look}-phone")
    page.set_viewport_size({"width": 1280, "height": 800})
    screenshots.take(page, f"server-notices-{look}-desktop")
    page.get_by_role("button", name="Remove it").click()
    expect(page.get_by_role("button", name="Send notices there")).to_be_visible()
