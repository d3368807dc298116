"""The home as a whole: going back to a copy, its end, and its beginning."""

import pytest
from playwright.sync_api import expect

from looks import faults


def choose(page, file):
    with page.expect_file_chooser() as chooser:
        page.get_by_label("Backup file").click()
    chooser.value.set_files(file)
    page.get_by_role("button", name="Preview").click()


def titles(home):
    return [item["title"] for item in home.cli("list")["items"]]


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_a_backup_is_looked_into_restored_and_taken_back(household, visit, tmp_path, script):
    home = household("hobbyist")
    home.cli("add", "Read")
    backup = tmp_path / "backup.db"
    home.cli("backup", str(backup))
    home.cli("add", "Watercolours")
    page = visit(home, "/data", script=script)
    page.get_by_role("link", name="Restore a copy").click()
    choose(page, backup)
    expect(page.get_by_role("main")).to_contain_text("Habits that would go: Watercolours")
    assert titles(home) == ["Read", "Watercolours"], "nothing happens before it is confirmed"
    assert faults(page) == [] if script else True
    page.get_by_role("button", name="Restore it").click()
    expect(page.locator("#message")).to_contain_text("Restored")
    assert titles(home) == ["Read"]
    page.get_by_role("link", name="Preview: Before a restore").first.click()
    expect(page.get_by_role("main")).to_contain_text("Habits that would return: Watercolours")
    page.get_by_role("button", name="Restore it").click()
    expect(page.locator("#message")).to_contain_text("Restored")
    assert titles(home) == ["Read", "Watercolours"]
    # The app serves what is there now.
    page.goto("/today")
    expect(page.get_by_role("main")).to_contain_text("Watercolours")


def test_what_is_no_backup_of_this_home_is_refused_in_words(household, visit, tmp_path):
    home, other = household("hobbyist"), household("sober")
    home.cli("add", "Read")
    page = visit(home, "/data/restore")
    foreign, export, damaged, sober = (tmp_path / name for name in ["a", "b", "c", "d"])
    foreign.write_bytes(b"hello" * 1000)
    home.cli("export", "--out", str(export))
    home.cli("backup", str(damaged))
    content = damaged.read_bytes()
    damaged.write_bytes(content[: len(content) // 2])
    other.cli("backup", str(sober))
    for file, words in [
        (foreign, "is not a backup of this app"),
        (export, "choose Import for it"),
        (damaged, "damaged or not complete"),
        (sober, "was made with Sober, and here is Hobbyist"),
    ]:
        page.goto("/data/restore")
        choose(page, file)
        expect(page.get_by_role("main").get_by_role("status")).to_contain_text(words)
        expect(page.get_by_role("button", name="Restore it")).to_have_count(0)
    assert titles(home) == ["Read"]


def test_everything_is_deleted_once_the_word_is_typed(household, visit):
    home = household("hobbyist")
    home.cli("add", "Quixotic")
    page = visit(home, "/data")
    page.get_by_role("link", name="Delete everything").click()
    expect(page.get_by_role("link", name="Download a backup")).to_be_visible()
    page.get_by_label("Type “delete” to go on").fill("yes")
    page.get_by_role("button", name="Delete everything").click()
    expect(page.locator("main .refused")).to_contain_text("Nothing was deleted")
    assert titles(home) == ["Quixotic"]
    page.get_by_label("Type “delete” to go on").fill("Delete")
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What would you like to keep?")
    left = [file.name for file in home.path.rglob("*") if file.is_file() and b"Quixotic" in file.read_bytes()]
    assert left == [], "no copy and no log keeps it"
    assert titles(home) == []


def test_the_terminal_deletes_everything_while_the_app_is_open(household, visit, tmp_path):
    home = household("hobbyist")
    home.cli("add", "Read")
    page = visit(home, "/today")
    home.cli("erase", fails=True)
    assert titles(home) == ["Read"]
    backup = tmp_path / "all.db"
    home.cli("erase", "--yes", "--backup", str(backup))
    assert titles(home) == []
    home.cli("restore", str(backup))
    assert titles(home) == ["Read"]
    # An end that was cut off is finished by whoever comes next.
    (home.path / "erasing").touch()
    assert titles(home) == []
    assert not (home.path / "erasing").exists()


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_one_of_the_products_is_chosen_and_the_first_habit_begun(household, visit, script):
    home = household(None)
    page = visit(home, "/", script=script)
    expect(page.get_by_role("heading", level=2)).to_have_text(
        ["Hobbyist", "BeeBloom", "Sober", "Streaks"]
    )
    if script:
        assert faults(page) == []
    page.get_by_role("button", name="Begin with Streaks").press("Enter")
    page.get_by_role("button", name="Continue").click()
    # The welcome has a field too, and without a full load it is still there for a moment.
    page.get_by_label("What would you like to do?").fill("Guitar")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("Guitar")
    assert (home.path / "product").read_text().strip() == "streaks"
    assert titles(home) == ["Guitar"]
    # Not in the way from now on, and not to be changed by a form that was left open.
    page.goto("/welcome")
    expect(page.get_by_role("link", name="Choose another product")).to_have_count(0)
    page.goto("/welcome/product")
    page.get_by_role("button", name="Begin with Sober").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was changed")
    assert (home.path / "product").read_text().strip() == "streaks"
