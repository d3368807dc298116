"""The pages of the server: signing up and in, linking a device, and looking after an account."""

import re

import pytest
from playwright.sync_api import expect

from looks import faults
from server import PASSWORD, sign_in, sign_up

@pytest.mark.requirement("S-01", "H-21")
def test_an_account_is_made_signed_out_of_and_come_back_to(server, browse):
    here = server()
    # Without a script, too: nothing on these pages needs one.
    page = browse(here, script=False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in to Streaks")
    sign_up(page)
    expect(page.get_by_text("ada@example.org")).to_be_visible()
    page.get_by_role("button", name="Sign out here").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in to Streaks")
    sign_in(page, "ada@example.org", "not the password")
    password = page.get_by_label("Password")
    expect(password).to_be_focused()
    expect(password).to_have_accessible_description(re.compile("do not match"))
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()


@pytest.mark.requirement("S-01")
def test_the_password_of_a_sealed_account_is_asked_for_by_no_form(server, browse):
    here = server()
    keys = {"byPassword": "AQ==", "byRecovery": "Ag==", "recoveryKey": "03", "version": 1}
    sealed = {"salt": "01" * 16, "n": 131_072, "r": 8, "p": 1, "keys": keys}
    account = {"email": "ada@example.org", "password": "ab" * 32, "sealed": sealed}
    status, _ = here.ask("/api/v1/accounts", {**account, "device": {"name": "Laptop"}})
    assert status == 201
    page = browse(here, script=False)
    for path in ["/sign-in", "/sign-up"]:
        page.goto(path)
        page.get_by_label("E-mail address").fill("Ada@example.org")
        page.get_by_role("button", name="Continue").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Use one of your devices")
        expect(page.get_by_text(f"trellis sync login {here.url}", exact=True)).to_be_visible()
        expect(page.get_by_label("Password")).to_have_count(0)
        page.get_by_role("link", name="Back").click()
        expect(page.get_by_label("E-mail address")).to_be_editable()
    page.get_by_label("E-mail address").fill("bob@example.org")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_label("E-mail address")).not_to_be_editable()
    page.get_by_role("link", name="Begin again").click()
    expect(page.get_by_label("E-mail address")).to_be_editable()


@pytest.mark.requirement("K-10")
def test_a_device_is_linked_by_its_code(server, browse):
    here = server()
    page = browse(here, phone=True)
    sign_up(page)
    _, begun = here.ask("/api/v1/device-codes", {"device": {"name": "Ada’s laptop"}})
    page.get_by_role("link", name="I have a code").click()
    page.get_by_label("Code").fill("BCDF-GHJK")
    page.get_by_role("button", name="Continue").click()
    code = page.get_by_label("Code")
    expect(code).to_be_focused()
    expect(code).to_have_accessible_description(re.compile("cannot be used"))
    code.fill(begun["userCode"].lower())
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Ada’s laptop")).to_be_visible()
    page.get_by_role("button", name="Allow it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Linked")
    status, signed_in = here.ask("/api/v1/device-codes/redeem", {"deviceCode": begun["deviceCode"]})
    assert status == 201 and signed_in["token"]
    page.goto("/account")
    expect(page.get_by_text("Ada’s laptop")).to_be_visible()


def test_a_password_is_changed_and_an_account_deleted(server, browse):
    here = server()
    page, other = browse(here), browse(here)
    sign_up(page)
    sign_in(other, "ada@example.org", PASSWORD)
    expect(other.get_by_role("button", name="Continue")).to_be_visible()
    other.goto("/account")
    expect(other.get_by_role("heading", level=1)).to_have_text("Your account")
    page.goto("/account")
    page.get_by_text("Change it").click()
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password").fill("another horse entirely")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_role("status")).to_contain_text("Your password is changed")
    # Whoever else was signed in is no more.
    other.goto("/account")
    expect(other.get_by_role("heading", level=1)).to_have_text("Sign in to Streaks")
    page.goto("/account")
    page.get_by_role("link", name="Delete the account").click()
    page.get_by_label("Password").fill("another horse entirely")
    page.get_by_role("button", name="Delete it for good").click()
    expect(page.get_by_role("status")).to_contain_text("Your account is deleted")
    page.goto("/account")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in to Streaks")
    # Not tried by signing in: an unknown address is answered like a plain or like a sealed account.
    sign_up(page)
    expect(page.get_by_text("ada@example.org")).to_be_visible()


def test_the_operator_gives_a_link_for_a_new_password(server, browse):
    here = server()
    page = browse(here)
    sign_up(page)
    link = here.run("reset-password", "ada@example.org").split()[-1]
    page.goto(link)
    page.get_by_label("New password").fill("a quite new password")
    page.get_by_role("button", name="Set it").click()
    expect(page.get_by_role("status")).to_contain_text("Your new password is set")
    sign_in(page, "ada@example.org", "a quite new password")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    page.goto(link)
    page.get_by_label("New password").fill("once more with it")
    page.get_by_role("button", name="Set it").click()
    expect(page.locator("form .refused")).to_contain_text("cannot be used")
    expect(page.get_by_text("cannot be used")).to_have_count(1)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_every_page_of_the_server_is_accessible_and_whole(
    server, browse, screenshots, dark, phone
):
    here = server(sign_up="invitation")
    code = here.run("invite").splitlines()[1].strip()
    page = browse(here, dark=dark, phone=phone)
    problems = []

    def look(path):
        page.goto(path)
        assert page.url == here.url + path, "it is this page that is looked at"
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        problems.extend((path, *fault) for fault in faults(page))
        name = path.strip("/").replace("/", "-").split("?")[0] or "first"
        screenshots.take_look(page, f"server/{name}", phone, dark)

    for path in ["/sign-in", f"/sign-up?invitation={code}", "/reset?token=0"]:
        look(path)
    page.goto(f"/sign-up?invitation={code}")
    page.get_by_label("E-mail address").fill("ada@example.org")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose a password")
    problems.extend(("/sign-up", *fault) for fault in faults(page))
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    for path in ["/account", "/link", "/account/erase", "/nowhere"]:
        look(path)
    assert problems == []


@pytest.mark.requirement("S-01", "H-21")
def test_a_computer_is_linked_in_the_web_app_by_a_code(server, browse, household, visit):
    here = server(products=("hobbyist",))
    home = household("hobbyist")
    home.cli("add", "Paint", "--every", "daily")
    page = visit(home, "/settings")
    page.get_by_role("link", name="Your account").click()
    expect(page.get_by_text("You need none")).to_be_visible()
    page.get_by_label("Server").fill("localhost:1")
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("main .refused")).to_contain_text("The server localhost:1 cannot be reached")
    there = browse(here)
    sign_up(there)
    confirm_code(page, there, here)
    # What is here goes to the account without a question: there is nothing in it yet.
    expect(page.get_by_text("Everything is in sync")).to_be_visible()
    assert faults(page) == []
    # A second computer, which has a history of its own, is asked.
    other = household("hobbyist")
    other.cli("add", "Paint", "--every", "daily")
    other.cli("check", "Paint")
    page = visit(other, "/settings/account")
    confirm_code(page, there, here)
    page.get_by_role("button", name="Merge them").click()
    expect(page.get_by_text("Everything is in sync")).to_be_visible()
    expect(page.get_by_text("One has 1 day, the other 0 days")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Make them one").click()
    expect(page.get_by_text("There twice")).to_be_hidden()
    assert [item["title"] for item in other.cli("list")["items"]] == ["Paint"]
    page.get_by_role("button", name="Unlink").click()
    expect(page.get_by_text("You need none")).to_be_visible()
    assert other.cli("list")["items"]


@pytest.mark.requirement("S-01")
def test_a_code_that_waits_links_no_home_that_took_the_place_of_its_own(
    server, browse, household, visit
):
    here = server(products=("hobbyist",))
    there = browse(here)
    sign_up(there)
    home = household("hobbyist")
    page = visit(home, "/settings/account")
    code = ask_for_code(page, here)
    page.close()
    home.cli("erase", "--yes")
    home.cli("init", "--product", "hobbyist")
    allow(there, code)
    # Longer than a device waits before it asks for its code again.
    there.wait_for_timeout(8_000)
    assert home.cli("sync", "status")["state"] == "unlinked"


def confirm_code(page, there, server):
    allow(there, ask_for_code(page, server))


def ask_for_code(page, server):
    page.get_by_label("Server").fill(server.url)
    page.get_by_role("button", name="Continue").click()
    return page.locator(".figure").inner_text()


def allow(there, code):
    there.goto(f"/link?code={code}")
    there.get_by_role("button", name="Continue").click()
    there.get_by_role("button", name="Allow it").click()
    expect(there.get_by_role("heading", level=1)).to_have_text("Linked")
