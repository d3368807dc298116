"""Friends: several people with devices and phones at one server."""

import re
import signal

import pytest
from playwright.sync_api import expect

from looks import LOOKS, faults, named_look
from server import PASSWORD, sign_in
from waiting import eventually

LONG = "Wolfeschlegelsteinhausenbergerdorffstras"
ARABIC = "ليلى بنت عبد الرحمن"


@pytest.fixture
def person(household):
    """Makes people with an account and a device that has kept a habit for some days until yesterday."""

    def make(server, name, days, habit="Read"):
        home = household("streaks", name=name)
        home.cli("add", habit, "--every", "daily", ago=days)
        for ago in range(days, 0, -1):
            home.cli("check", habit, ago=ago)
        home.email = f"{home.path.name.lower()}@example.org"
        home.cli(
            "sync", "signup", server.url, "--email", home.email, "--password-stdin",
            lines=PASSWORD + "\n",
        )
        home.cli("friends", "name", name)
        return home

    return make


def befriend(one, other):
    other.cli("friends", "accept", one.cli("friends", "invite")["code"])


def phone_of(home, browse, server, path="/friends"):
    page = browse(server, phone=True)
    sign_in(page, home.email, PASSWORD)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_url(lambda url: "/sign-in" not in url)
    page.goto(path)
    return page


def post_card(page, words):
    return page.locator("section.card", has=page.get_by_text(words))


@pytest.mark.requirement("K-8")
def test_two_phones_become_friends_and_one_cheers_the_other(server, browse, person):
    here = server()
    ada, bob = person(here, "Ada", 6), person(here, "Bob", 1)
    hers, his = phone_of(ada, browse, here), phone_of(bob, browse, here)
    hers.get_by_role("button", name="Make a code").click()
    told = hers.locator("#message").get_by_text("Give this code to one person")
    code = told.inner_text().rsplit(": ", 1)[1].split()[0]
    # It is shown only now, and there is time to write it down.
    hers.wait_for_timeout(7000)
    expect(told).to_be_visible()
    hers.get_by_role("button", name="Close this message").click()
    expect(told).to_have_count(0)
    his.get_by_label("Code").fill(code)
    his.get_by_role("button", name="Become friends").click()
    expect(his.locator("#message")).to_contain_text("You and Ada are friends now")
    # The seventh day is celebrated, and the celebration leads to the friends.
    hers.goto("/today")
    hers.get_by_role("button", name="Read").first.click()
    hers.locator("#message").get_by_role("link", name="Share").click()
    hers.get_by_role("link", name="Share it").click()
    expect(hers.get_by_label("Milestone").first).to_have_value(re.compile(r"^reached\..*\.7\.day$"))
    hers.get_by_label("A few words").fill("One week!")
    # His feed is open and shows by itself what she shares.
    his.goto("/feed")
    hers.get_by_role("button", name="Share with friends").click()
    expect(hers.get_by_role("heading", level=1)).to_have_text("Feed")
    expect(his.get_by_text("Ada has shared a milestone.")).to_be_visible()
    expect(post_card(his, "One week!").get_by_role("heading")).to_have_text("7 days in a row")
    his.set_viewport_size({"width": 360, "height": 740})
    rows = his.locator(".reactions .button").evaluate_all(
        "buttons => [...new Set(buttons.map(button => button.getBoundingClientRect().top))]"
    )
    assert len(rows) == 1, "the six reactions are one row on a narrow phone"
    his.get_by_role("button", name="Fire, 0").click()
    expect(his.get_by_role("button", name="Fire, 1, take yours back")).to_be_visible()
    hers.goto("/feed")
    expect(hers.get_by_text("Bob reacted to your post: 🔥")).to_be_visible()
    expect(post_card(hers, "One week!").get_by_text("🔥 Bob")).to_be_visible()
    hers.get_by_role("button", name="Seen").click()
    expect(hers.get_by_text("Bob reacted to your post")).to_have_count(0)
    # What friends see of a streak, and no longer see.
    hers.goto("/friends")
    hers.get_by_role("combobox", name="Read").select_option("title")
    hers.get_by_role("button", name="Save what friends see").click()
    expect(hers.locator("#message")).to_contain_text("Friends see it so from now on")
    his.goto("/friends")
    expect(his.get_by_text("Read: 7 days")).to_be_visible()
    hers.get_by_role("combobox", name="Read").select_option("none")
    hers.get_by_role("button", name="Save what friends see").click()
    expect(hers.locator("#message")).to_contain_text("Friends see it so from now on")
    his.reload()
    expect(his.get_by_text("Shares no streak.")).to_be_visible()
    # Taken back, a post is nowhere any more.
    hers.goto("/feed")
    hers.get_by_role("link", name="Delete the post of 7 days").click()
    expect(hers.get_by_role("heading", level=1)).to_have_text("Delete the post of 7 days in a row?")
    hers.get_by_role("link", name="Cancel").click()
    expect(hers.get_by_text("One week!")).to_be_visible()
    hers.get_by_role("link", name="Delete the post of 7 days").click()
    hers.get_by_role("button", name="Delete the post").click()
    expect(hers.get_by_role("heading", level=1)).to_have_text("Feed")
    expect(hers.get_by_text("One week!")).to_have_count(0)
    his.goto("/feed")
    expect(his.get_by_text("One week!")).to_have_count(0)


def test_a_page_that_comes_late_replaces_the_one_that_was_kept(server, browse, person):
    here = server()
    ada, bob = person(here, "Ada", 6), person(here, "Bob", 1)
    befriend(ada, bob)
    his = phone_of(bob, browse, here)
    expect(his.locator("html")).to_have_attribute("data-sw", "ready")
    eventually(his, lambda: his.evaluate("caches.match(location.href).then(Boolean)"), "it is kept")
    expect(his.get_by_text("Shares no streak.")).to_be_visible()
    ada.cli("friends", "share", "Read", "--with-title")
    # The server takes longer to answer than a person likes to look at nothing.
    here.process.send_signal(signal.SIGSTOP)
    try:
        his.reload()
        expect(his.get_by_text("Shares no streak.")).to_be_visible()
    finally:
        here.process.send_signal(signal.SIGCONT)
    expect(his.get_by_text("Read: 6 days")).to_be_visible()


@pytest.mark.requirement("K-8")
def test_three_people_a_phone_offline_a_friend_removed_and_a_crash(server, browse, person):
    here = server()
    ada, bob, cleo = (person(here, name, days) for name, days in [("Ada", 7), ("Bob", 7), ("Cleo", 1)])
    for other in (bob, cleo):
        befriend(ada, other)
    hers, his = phone_of(ada, browse, here), phone_of(bob, browse, here, "/feed")
    expect(his.locator("html")).to_have_attribute("data-sw", "ready")
    # Bob is on the way while Ada's computer shares, and the server falls over right after.
    his.context.set_offline(True)
    ada.cli("post", "Read", "--milestone", "7", "--text", "Rain or shine")
    here.crash()
    here.start()
    his.context.set_offline(False)
    eventually(his, lambda: his.goto("/feed") and his.get_by_text("Ada has shared").count() == 1)
    expect(post_card(his, "Rain or shine")).to_have_count(1)
    [seen] = cleo.cli("feed")["items"]
    # Cleo is unfriended in the middle: from then on she sees nothing, and can say nothing.
    hers.goto("/friends")
    friend = hers.locator("li", has=hers.get_by_text("Cleo"))
    friend.locator("summary").click()
    friend.get_by_role("link", name="Unfriend").click()
    hers.get_by_role("button", name="Unfriend").click()
    expect(hers.get_by_text("Cleo")).to_have_count(0)
    assert cleo.cli("feed")["items"] == []
    assert cleo.cli("friends")["items"] == []
    cleo.cli("react", seen["id"], "👏", fails=True)
    # Bob's reaction is given without a connection, and arrives once there is one.
    his.context.set_offline(True)
    his.get_by_role("button", name="Heart, 0").click()
    expect(his.locator("#offline")).to_be_visible()
    his.context.set_offline(False)
    expect(his.locator("#offline")).to_be_hidden()
    eventually(
        his,
        lambda: [one["name"] for one in ada.cli("feed")["items"][0]["reactors"]] == ["Bob"],
    )
    # Blocked, he is told nothing, and no code brings him back.
    hers.goto("/friends")
    friend = hers.locator("li", has=hers.get_by_text("Bob"))
    friend.locator("summary").click()
    friend.get_by_role("link", name="Block").click()
    expect(hers.get_by_role("heading", level=1)).to_have_text("Block Bob?")
    hers.get_by_role("button", name="Block").click()
    expect(hers.get_by_role("heading", name="Blocked")).to_be_visible()
    his.goto("/feed")
    expect(post_card(his, "Rain or shine")).to_have_count(0)
    code = ada.cli("friends", "invite")["code"]
    his.goto("/friends")
    his.get_by_label("Code").fill(code)
    his.get_by_role("button", name="Become friends").click()
    expect(his.locator("main .refused")).to_contain_text("This invitation cannot be used")


@pytest.mark.requirement("K-8")
def test_a_public_page_is_for_whoever_has_its_address_until_it_is_taken_down(server, browse, person):
    here = server()
    hers = phone_of(person(here, "Ada", 7), browse, here, "/feed/share")
    form = hers.locator("form", has=hers.get_by_role("button", name="Make the page"))
    form.get_by_label("Your name on it").fill("Ada L.")
    form.get_by_role("button").click()
    path = hers.locator("a[href^='/m/']").get_attribute("href")
    stranger = browse(here, path, script=False)
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Ada L.")
    expect(stranger.get_by_text("has reached 7 days in a row")).to_be_visible()
    assert "Read" not in stranger.content(), "the habit is not named unless it was asked for"
    hers.get_by_role("link", name="Take down the page of 7 days").click()
    hers.get_by_role("button", name="Take it down").click()
    expect(hers.locator("#message")).to_contain_text("taken down")
    stranger.reload()
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Nothing here")


# Paragraphs that end less than six pixels above a button in the same card.
TOUCHING = """[...document.querySelectorAll('main p')].filter(p => {
  const next = p.nextElementSibling, button = next && (next.matches('button, .button') ? next :
    next.querySelector('button, .button'))
  return button && button.getClientRects().length && p.getClientRects().length &&
    button.getBoundingClientRect().left < p.getBoundingClientRect().right &&
    button.getBoundingClientRect().top - p.getBoundingClientRect().bottom < 6 &&
    button.getBoundingClientRect().top >= p.getBoundingClientRect().bottom - 1
}).map(p => p.innerText)"""

PAGES = ["/feed", "/friends", "/feed/share", "/share", "/account", "/account/notices", "/operator"]


def test_the_pages_of_friends_are_accessible_and_whole(server, browse, person, screenshots):
    here = server(settings={"TRELLIS_SERVER_LIMITS_CALLS_PER_MINUTE": "10000"})
    ada = person(here, "Ada 🌸👩‍👩‍👧‍👦", 7)
    problems = []

    def look(state, paths):
        for phone, dark in LOOKS:
            page = browse(here, phone=phone, dark=dark)
            sign_in(page, ada.email, PASSWORD)
            page.wait_for_url(lambda url: "/sign-in" not in url)
            kind = named_look(phone, dark)
            for path in paths:
                page.goto(path)
                expect(page.get_by_role("heading", level=1)).to_have_count(1)
                page.evaluate("document.querySelectorAll('main details').forEach(e => e.open = true)")
                problems.extend((path, kind, *fault) for fault in faults(page))
                for words in page.evaluate(TOUCHING):
                    problems.append((path, kind, "a button touches the text above it", words))
                if path in PAGES[:3]:
                    here_is = page.locator(".nav a[aria-current]").all_inner_texts()
                    if "Friends" not in here_is[0]:
                        problems.append((path, kind, "its tab is not marked", here_is))
                name = "m" if path.startswith("/m/") else path.strip("/").replace("/", "-")
                screenshots.take_look(page, f"server/{state}-{name}", phone, dark)
            page.context.close()

    look("empty", PAGES[:3])
    others = [person(here, ARABIC, 7, "قراءة كتاب جميل"), person(here, LONG, 7, 12 * "Kapitaen")]
    for other in others:
        befriend(ada, other)
        habit = other.cli("list")["items"][0]["title"]
        other.cli("friends", "share", habit, "--with-title")
        other.cli("post", habit, "--with-title", "--text", 280 * "x")
    ada.cli("friends", "invite")
    post = ada.cli("post", "Read", "--text", "أسبوع كامل")["id"]
    for other in others:
        other.cli("react", post, "🔥")
    here.run("make-administrator", ada.email)
    page = phone_of(ada, browse, here, "/feed/share")
    form = page.locator("form", has=page.get_by_role("button", name="Make the page"))
    form.get_by_label("Your name on it").fill(LONG)
    form.get_by_label("Name the habit").check()
    form.get_by_role("button").click()
    made = page.locator("a[href^='/m/']").get_attribute("href")
    look("full", PAGES)
    asking = "a:is([href$='/delete'], [href$='/take-down'], [href$='/remove'], [href$='/block'])"
    questions = set()

    def finds_all():
        for path in PAGES[:3]:
            page.goto(path)
            links = page.locator(asking)
            questions.update(links.evaluate_all("all => all.map(e => e.getAttribute('href'))"))
        return len(questions) >= 6

    # A kept page may be shown first. A post, a page, and two ways to part with each of two friends.
    eventually(page, finds_all, "all is asked about")
    assert len(questions) == 6, questions
    for path in sorted(questions):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_contain_text("?")
        problems.extend((path, *fault) for fault in faults(page))
    for phone, dark in LOOKS:
        page = browse(here, made, phone=phone, dark=dark)
        problems.extend((made, *fault) for fault in faults(page))
        screenshots.take_look(page, "server/full-m", phone, dark)
    assert problems == []
