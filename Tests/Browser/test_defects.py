"""What somebody who looked closely found wrong once: each was so before it was mended."""

import json
import re

import pytest
from playwright.sync_api import expect

from waiting import eventually

LEAST = 44
LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenpflege"


def width(page):
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


def least_side(page, selector):
    """The shortest side of what is touched."""
    return page.evaluate(
        """selector => Math.min(...[...document.querySelectorAll(selector)]
            .map(found => found.getBoundingClientRect()).filter(box => box.width)
            .flatMap(box => [box.width, box.height]))""",
        selector,
    )


@pytest.mark.parametrize("product", ["sober", "streaks"])
def test_a_background_is_painted(household, visit, product):
    page = visit(household(product), "/settings")
    assert "gradient" in page.evaluate("getComputedStyle(document.body).backgroundImage")


def beside(page, first, second):
    """How far the first line of the second begins to the right of the first's end."""
    line = "found => { const box = found.getClientRects()[0]; return [box.left, box.right, box.top]; }"
    left, right = page.locator(first).first.evaluate(line), page.locator(second).first.evaluate(line)
    assert abs(left[2] - right[2]) < 24, (left, right)
    return right[0] - left[1]


def test_a_title_stands_beside_its_dot(household, visit):
    home = household("streaks")
    home.cli("add", LONG)
    page = visit(home, "/streaks", phone=True)
    assert 0 <= beside(page, ".streak-title .dot", ".streak-title a") < 12


def test_a_long_title_has_the_row_of_a_phone(household, visit):
    home = household("streaks")
    for title in ["Drink a glass of water before the first coffee", "Run", LONG]:
        home.cli("add", title, "--every", "mon,wed,fri")
    page = visit(home, "/habits", phone=True)
    assert width(page) <= 0
    rows = page.locator(".sortable > li > .spread").all()
    titles = [row.locator(".habit-line > div").bounding_box() for row in rows]
    tools = [row.locator(".toolbar").bounding_box() for row in rows]
    assert titles[0]["width"] > 200 and titles[2]["width"] > 200
    # Where the title is short all stands on one line.
    assert tools[1]["y"] < titles[1]["y"] + titles[1]["height"]
    assert len({round(one["x"] + one["width"]) for one in tools}) == 1


def test_nothing_of_a_heatmap_shows_beside_its_weekdays(household, visit):
    home = household("hobbyist")
    home.cli("add", "Run", ago=40)
    home.cli("check", "Run", ago=30)
    page = visit(home, "/history", phone=True)
    weekdays = page.locator(".heat tbody th").first
    # What is scrolled past would be seen in the padding at their left.
    assert weekdays.evaluate("head => getComputedStyle(head).boxShadow") != "none"
    # Names of months reach into the gap between the rows.
    corner = page.locator(".heat thead td").first
    assert "0px 3px" in corner.evaluate("cell => getComputedStyle(cell).boxShadow")


def test_a_switch_has_no_empty_room_around_it(household, visit):
    page = visit(household("hobbyist"), "/settings")
    card = page.locator(".card").filter(has=page.get_by_role("heading", name="More"))
    above, below = card.evaluate(
        """card => {
          const box = card.getBoundingClientRect();
          const tick = card.querySelector(".tick").getBoundingClientRect();
          return [tick.top - card.querySelector("h2").getBoundingClientRect().bottom, box.bottom - tick.bottom];
        }"""
    )
    assert above <= 28 and below <= 32, (above, below)


def test_a_button_below_a_sentence_does_not_touch_it(household, visit):
    home = household("hobbyist")
    page = visit(home, "/settings/calendar")
    words = page.get_by_text("Nothing can read your calendar").bounding_box()
    button = page.get_by_role("button", name="Make an address").bounding_box()
    assert button["y"] - words["y"] - words["height"] >= 8


def test_a_long_name_of_a_substance_fits_a_phone(household, visit):
    home = household("sober")
    home.cli("sober", "begin", "--last", home.day(20))
    home.cli("sober", "begin", LONG + "bau", "--last", home.day(9))
    page = visit(home, "/", phone=True)
    for side in (320, 390):
        page.set_viewport_size({"width": side, "height": 844})
        for path in ("/", "/sober/settings", "/reminders"):
            page.goto(path)
            page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
            assert width(page) <= 0, (side, path)
        page.goto("/")
        page.get_by_role("link", name=LONG).click()
        page.get_by_role("link", name="Savings and substances").click()
        expect(page.get_by_text(f"Rename “{LONG}bau”")).to_be_visible()
        beyond = "all => all.filter(part => part.scrollWidth > part.clientWidth + 1).length"
        assert page.locator("summary").evaluate_all(beyond) == 0, side


def test_both_answers_of_a_sober_day_are_whole_on_a_narrow_phone(household, visit):
    home = household("sober")
    home.cli("sober", "mark", ago=1)
    page = visit(home, "/", phone=True)
    for side in (320, 360):
        page.set_viewport_size({"width": side, "height": 844})
        # The card cuts what does not fit, so that the page is no wider for it.
        card = page.locator(".sober-standing").bounding_box()
        for words in ("Sober today", "Not today"):
            answer = page.locator(".sober-answers").get_by_role("button", name=words).bounding_box()
            assert answer["x"] + answer["width"] <= card["x"] + card["width"], (side, words)


def test_a_button_leaves_the_words_beside_it_their_room(household, visit):
    page = visit(household("streaks"), "/data", phone=True)
    page.set_viewport_size({"width": 320, "height": 640})
    rows = page.locator(".list > .spread")
    assert rows.count() > 1
    for row in rows.all():
        assert lines(row.locator(".small")) <= 2


def test_a_box_to_tick_stands_beside_its_words_and_not_beside_their_hint(household, visit):
    page = visit(household("streaks"), "/reminders", phone=True)
    ticks = page.locator(".tick", has=page.locator("small"))
    assert ticks.count() > 1
    for tick in ticks.all():
        box, hint = (tick.locator(part).bounding_box() for part in ("input", "small"))
        assert box["y"] + box["height"] <= hint["y"]


def test_a_long_title_and_unit_fit_a_narrow_phone(household, visit):
    home = household("streaks")
    home.cli("add", LONG, "--target", "20", "--unit", LONG[:40], "--group", LONG)
    page = visit(home, "/", phone=True)
    page.set_viewport_size({"width": 320, "height": 844})
    for path in ("/vacations", "/widgets", "/reminders"):
        page.goto(path)
        page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
        assert width(page) <= 0, path


def test_names_of_weekdays_stand_on_one_height(household, visit):
    home = household("streaks")
    home.cli("add", "Read")
    page = visit(home, "/week")
    tops = page.locator(".week thead th:not(:first-child)").evaluate_all(
        """heads => heads.map(head => {
          const range = document.createRange();
          range.selectNodeContents(head.querySelector("[aria-hidden]"));
          return Math.round(range.getClientRects()[0].top);
        })"""
    )
    assert len(tops) == 7 and len(set(tops)) == 1, tops


def test_a_long_word_does_not_break_the_week(household, visit):
    home = household("streaks")
    home.cli("add", LONG)
    page = visit(home, "/week", phone=True)
    assert width(page) <= 0
    assert least_side(page, ".week tbody td > *, .week tbody td button") >= LEAST


def test_days_are_large_enough_for_a_thumb(household, visit):
    home = household("streaks")
    habit = home.cli("add", "Read")["id"]
    page = visit(home, f"/habits/{habit}", phone=True)
    assert least_side(page, ".days tbody td > a") >= LEAST


def test_a_year_beside_its_month_is_not_broken(household, visit):
    home = household("sober")
    page = visit(home, "/", phone=True)
    # Whether a year is shown depends on the season.
    year = page.locator(".days .month").first.evaluate_handle(
        "cell => { cell.innerHTML = 'Jan <small>2027</small>'; return cell.lastChild; }"
    )
    assert lines(year.as_element()) == 1


def test_the_ring_around_a_focused_link_is_whole_on_a_phone(household, visit):
    home = household("streaks")
    home.cli("add", "Read")
    page = visit(home, phone=True)
    link = page.get_by_role("link", name="All habits")
    page.keyboard.press("Tab")
    link.focus()
    left = """link => {
      const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(link);
      if (outlineStyle === "none") return -1;
      return Math.max(0, link.getBoundingClientRect().left) - parseFloat(outlineOffset) - parseFloat(outlineWidth);
    }"""
    assert link.evaluate(left) >= -0.5


def test_sober_days_are_shared_from_their_pages(household, visit):
    home = household("sober")
    for ago in range(9, 0, -1):
        home.cli("sober", "mark", ago=ago)
    page = visit(home, "/streaks")
    page.get_by_role("link", name="Make a picture").click()
    expect(page.locator(".share-preview img")).to_be_visible()
    # A run that has ended leaves its badge, whose picture is the one that is shown in every look.
    home.cli("sober", "slip")
    page.goto("/badges")
    page.get_by_role("link", name=re.compile("Share: ")).first.click()
    expect(page.get_by_label("Dark")).to_be_visible()
    subject = re.search(r"of=([^&]*)", page.url).group(1)
    page.get_by_label("Dark").check()
    page.wait_for_url(re.compile("look=dark"))
    assert f"of={subject}&" in page.url + "&"


def test_a_habit_that_is_moved_keeps_the_focus(household, visit):
    home = household("hobbyist")
    for title in ["One", "Two", "Three"]:
        home.cli("add", title)
    page = visit(home, "/habits")
    page.get_by_role("button", name="Move One down").focus()
    page.keyboard.press("Enter")
    eventually(page, lambda: page.locator(".sortable li a").all_inner_texts()[0] == "Two")
    expect(page.get_by_role("button", name="Move One down")).to_be_focused()
    page.keyboard.press("Enter")
    eventually(page, lambda: "One" in page.locator(".sortable li").last.inner_text())
    # Further down is nothing; back is beside it.
    expect(page.get_by_role("button", name="Move One up")).to_be_focused()


def test_a_blank_title_is_explained_at_its_field(household, visit):
    page = visit(household("hobbyist"), "/habits/new")
    page.get_by_label("Title").fill("   ")
    page.keyboard.press("Enter")
    title = page.get_by_label("Title")
    expect(title).to_be_focused()
    assert title.evaluate("field => field.validity.patternMismatch")
    expect(page.locator(".toast")).to_have_count(0)


def test_a_file_of_ones_own_shows_a_widget(household, visit, chromium, tmp_path):
    home = household("beebloom")
    home.cli("add", "Read")
    page = visit(home, "/widgets")
    address = re.search(r"https?://[^\s\"'<>]*/widget\?[^\s\"'<>]*key=[^\s\"'<>&]*", page.content())
    assert address, "the page of widgets tells an address to embed"
    file = tmp_path / "start.html"
    file.write_text(f'<iframe src="{address.group(0).replace("&amp;", "&")}" width="400" height="400"></iframe>')
    start = chromium.new_page()
    start.goto(file.as_uri())
    expect(start.frame_locator("iframe").get_by_text("Read")).to_be_visible()
    start.close()


def enlarge(page, size):
    """Sets the size of text that a person chose in their browser; 16 is usual."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
    eventually(page, lambda: page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{size}px")


# What is cut off by a box around it, or broken into single letters.
UNREADABLE = """() => {
  const found = [];
  for (const part of document.querySelectorAll("main :is(a, button, input, select, p, b, h1, h2, h3, label)")) {
    const box = part.getBoundingClientRect();
    if (!box.width || part.closest(".visually-hidden, .scroll-x, .days")) continue;
    const name = `${part.localName} ${part.textContent.trim().slice(0, 30)}`;
    for (let at = part.parentElement; at.localName !== "main"; at = at.parentElement) {
      const around = at.getBoundingClientRect();
      const isCut = box.right > around.right + 1 || box.left < around.left - 1;
      if (isCut && getComputedStyle(at).overflowX === "hidden") found.push(`cut: ${name}`);
    }
    const { fontSize } = getComputedStyle(part);
    if (part.textContent.trim().length > 4 && box.width < 1.5 * parseFloat(fontSize)) found.push(`thin: ${name}`);
  }
  return found;
}"""


@pytest.mark.parametrize("size", [24, 32])
@pytest.mark.parametrize(
    "product, paths",
    [
        ("sober", ["/", "/reminders"]),
        ("streaks", ["/", "/streaks", "/reminders", "/habits", "/habits/new"]),
    ],
)
def test_large_text_is_readable_on_a_phone(household, visit, product, paths, size):
    home = household(product, name="Mira")
    if product == "sober":
        home.cli("sober", "mark", ago=1)
    else:
        home.cli("add", "Read", "--target", "20", "--unit", "pages", ago=50)
        home.cli("add", "Play the piano", "--every", "3/week", "--group", "Music", ago=50)
        for ago in range(50, 0, -1):
            home.cli("check", "Play the piano", ago=ago)
    page = visit(home, phone=True)
    enlarge(page, size)
    for path in paths:
        page.goto(path)
        assert width(page) <= 0, path
        assert page.evaluate(UNREADABLE) == [], path
    if product == "sober":
        page.goto("/")
        page.get_by_role("button", name="Not today").click()
        expect(page.locator("dialog, .toast").first).to_be_visible()


def lines(found):
    """How many lines the text of an element takes."""
    return found.evaluate(
        """part => {
          const range = document.createRange();
          range.selectNodeContents(part);
          const tops = [...range.getClientRects()].filter(box => box.width).map(box => Math.round(box.top));
          return new Set(tops).size;
        }"""
    )


def test_a_number_and_its_unit_stand_on_one_line(household, visit):
    home = household("streaks")
    habit = home.cli("add", "Read", ago=40)["id"]
    for ago in range(30, -1, -1):
        home.cli("check", "Read", ago=ago)
    page = visit(home, f"/habits/{habit}")
    # Beside the calendar the card of the streak is narrow.
    for side in (320, 390, 1280):
        page.set_viewport_size({"width": side, "height": 800})
        figures = page.locator(".figures .figure")
        assert figures.first.inner_text() == "31 days"
        assert [lines(figure) for figure in figures.all()] == [1] * figures.count(), side
    # A table of scores has less room still.
    page.goto("/scores")
    page.set_viewport_size({"width": 320, "height": 800})
    assert lines(page.get_by_role("cell", name="31 days")) == 1


def test_a_share_of_all_stands_on_one_line(household, visit):
    home = household("streaks")
    habit = home.cli("add", "Read", ago=40)["id"]
    for ago in range(40, -1, -1):
        home.cli("check", "Read", ago=ago)
    page = visit(home, f"/habits/{habit}", phone=True)
    for place in (".rate-bars dd > span", ".planned-share > span"):
        share = page.locator(place).filter(has_text="100%").first
        assert share.evaluate("part => part.getClientRects().length") == 1
        lines = "part => part.getBoundingClientRect().height / parseFloat(getComputedStyle(part).lineHeight)"
        assert share.evaluate(lines) < 1.5


def test_the_bars_of_a_chart_stand_apart_on_a_narrow_phone(household, visit):
    home = household("streaks")
    habit = home.cli("add", "Read", ago=16)["id"]
    for ago in range(16, -1, -1):
        home.cli("check", "Read", ago=ago)
    page = visit(home, f"/habits/{habit}", phone=True)
    page.set_viewport_size({"width": 320, "height": 640})
    for part in (".bars svg", ".bars li > span:first-child"):
        boxes = [found.bounding_box() for found in page.locator(part).all()]
        assert len(boxes) == 7
        gaps = [after["x"] - box["x"] - box["width"] for box, after in zip(boxes, boxes[1:])]
        assert min(gaps) >= 2, (part, gaps)


def test_back_after_an_import_says_that_it_was_imported(household, visit, tmp_path):
    home = household("hobbyist")
    table = tmp_path / "habits.json"
    records = [{"day": home.day(ago), "done": True} for ago in (1, 2)]
    habit = {"name": "Read", "records": records, "id": "0a1b2c", "tags": [], "star": False}
    table.write_text(json.dumps({"habits": [habit]}), encoding="utf-8")
    page = visit(home, "/data")
    page.get_by_label("File").set_input_files(table)
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("main").get_by_role("button", name="Import", exact=True).click()
    expect(page.locator("#message")).to_contain_text("Imported 1 habit")
    page.go_back()
    main = page.get_by_role("main")
    expect(main).to_contain_text("This file was imported already")
    expect(main).not_to_contain_text("Nothing was imported")


def test_no_name_of_a_month_is_cut_by_the_edge_of_a_year(household, visit):
    home = household("hobbyist")
    home.cli("add", "Read", ago=300)
    page = visit(home, "/widget?size=medium")
    cut = """() => {
      const left = document.querySelector(".graph-days").getBoundingClientRect().left;
      const names = [...document.querySelectorAll(".graph-days text")];
      const shown = names.map(name => name.getBoundingClientRect()).filter(box => box.width && box.right > left);
      return [shown.length, shown.filter(box => box.left < left - 1).length];
    }"""
    for wide in range(300, 1200, 30):
        page.set_viewport_size({"width": wide, "height": 600})
        names, beyond = page.evaluate(cut)
        assert names > 0 and beyond == 0, wide
