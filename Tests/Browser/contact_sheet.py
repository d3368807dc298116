"""Every page of a product on one sheet: light and dark, three widths, empty, full and crowded.

Started by Tools/test-browser --contact-sheet, which says what it takes."""

import argparse
import html
import os
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from conftest import CHROMIUM, sign_in
from household import PATIENCE, Household
from looks import named
from test_every_page import PRODUCTS, lived_in, pages

WIDTHS = {390: 844, 768: 1024, 1280: 800}
LOOKS = ["light", "dark"]

# What people write and what a page is rarely tried with.
TITLES = [
    "Read", "Donaudampfschifffahrtsgesellschaftskapitänsmützenpflege", "🎹 Play the piano",
    "קריאה לפני השינה", "اشرب الماء كل صباح", "Drink a glass of water before the first coffee of the day",
    "🏃‍♀️🏃‍♂️🏃", "早起きして散歩する", "Ünïcödé", "a", "Stretch", "Floss",
    "https://example.org/a/very/long/address/that/never/breaks/anywhere", "Δουλειά στον κήπο", "Йога",
    "Write <three> pages & \"quote\" one", "Call Mum", "Sit still", "No phone in bed", "Tidy the desk",
    "Practise", "Row", "Swim", "Sketch", "Cook", "Learn ten words", "Journal", "Plan tomorrow", "Breathe",
    "Walk the dog",
]  # fmt: skip
GROUPS = ["Mind", "Body", "Zuhauseundunterwegsgewohnheiten", "בית", ""]
COLORS = ["blue", "purple", "red", "green", "teal", "orange", "pink", "yellow"]
RHYTHMS = ["daily", "daily", "mon,wed,fri", "3/week", "weekly", "2/month", "every:3"]


def crowded(home):
    """Thirty habits of somebody who takes a lot on, with a past."""
    if home.product == "sober":
        for substance in ["Zigarettenundpfeifentabakersatzstoffe", "🎰 Wetten", "סוכר"]:
            home.cli("sober", "begin", substance, "--last", home.day(31), "--new")
        return lived_in(home)
    for index, title in enumerate(TITLES):
        more = ["--target", "20", "--unit", "pages"] if index % 9 == 8 else []
        home.cli(
            "add", title, "--color", COLORS[index % len(COLORS)], "--group", GROUPS[index % len(GROUPS)],
            "--every", RHYTHMS[index % len(RHYTHMS)], *more, ago=9,
        )  # fmt: skip
    for ago in range(8, -1, -1):
        for index, title in enumerate(TITLES[:12]):
            if index % 9 != 8 and (ago + index) % 4:
                home.cli("check", title, ago=ago)


STATES = {"empty": lambda home: None, "full": lived_in, "crowded": crowded}


def arguments():
    parser = argparse.ArgumentParser(
        prog="Tools/test-browser --contact-sheet",
        description="Takes a picture of every page of the products in Chromium and lays them out on one "
        "sheet for each product and state.",
    )
    parser.add_argument("products", nargs="*", metavar="PRODUCT", help=f"of {', '.join(PRODUCTS)}; all")
    parser.add_argument("--state", action="append", choices=STATES, help="of a home; all")
    parser.add_argument("--width", action="append", type=int, choices=WIDTHS, help="of the window; all")
    parser.add_argument("--look", action="append", choices=LOOKS, help="both")
    parser.add_argument("--page", action="append", metavar="PATH", help="such as /week; all")
    parser.add_argument(
        "--home", metavar="FOLDER", help="shows a copy of this home instead of those states"
    )
    parser.add_argument("--output", type=Path, metavar="FOLDER", help="(.build/contact-sheet)")
    told = parser.parse_args()
    for product in told.products:
        if product not in PRODUCTS:
            parser.error(f"there is no product “{product}”, only {', '.join(PRODUCTS)}")
    if told.home and len(told.products) != 1:
        parser.error("--home needs the one product that the home is opened with")
    root = Path(__file__).resolve().parents[2]
    told.output = told.output or root / ".build" / "contact-sheet"
    told.products = told.products or PRODUCTS
    told.looks = told.look or LOOKS
    told.widths = sorted(told.width or WIDTHS)
    told.states = ["home"] if told.home else told.state or list(STATES)
    return told


class CopiedHome(Household):
    """A home that somebody has already."""

    def __init__(self, path, product, original):
        shutil.copytree(original, path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("daemon*"))
        super().__init__(path, product)

    def cli(self, *arguments, **options):
        return None if arguments[0] == "init" else super().cli(*arguments, **options)


def main():
    told = arguments()
    began = time.monotonic()
    sheets = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for product in told.products:
            for state in told.states:
                sheets += sheet(browser, product, state, told)
        browser.close()
    for one in sheets:
        print(one)
    print(f"{len(sheets)} sheets in {time.monotonic() - began:.0f} s; index.html in the folder of each leads to its pictures.")


def sheet(browser, product, state, told):
    """Takes all pictures of one product in one state, and returns the files of their sheet."""
    folder = told.output / product / state
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    path = tempfile.mkdtemp(prefix="home-")
    try:
        if told.home:
            home = CopiedHome(path, product, told.home)
        else:
            home = Household(path, product, name=None if state == "empty" else "Mira")
            STATES[state](home)
        try:
            shots = taken(browser, home, folder, told)
        finally:
            home.stop()
    finally:
        shutil.rmtree(path, ignore_errors=True)
    return laid_out(browser, shots, folder, f"{product}, {state}", told)


def taken(browser, home, folder, told):
    wanted = told.page or pages(home)
    names = {}
    for look in told.looks:
        for width in told.widths:
            context = browser.new_context(
                base_url=home.start(), viewport={"width": width, "height": WIDTHS[width]},
                locale="en-GB", timezone_id=home.zone, color_scheme=look, reduced_motion="reduce",
                has_touch=width == 390, service_workers="block",
            )  # fmt: skip
            context.set_default_timeout(1000 * PATIENCE)
            page = context.new_page()
            sign_in(page, home, "/offline")
            for path in wanted:
                answer = page.goto(path)
                if answer and answer.status == 404:
                    print(f"{home.product} has no {path} in this home", file=sys.stderr)
                    continue
                page.wait_for_timeout(120)
                name = f"{named(path)}-{width}-{look}.png"
                page.screenshot(path=folder / name, full_page=True)
                names.setdefault(path, {})[look, width] = name
                across = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                if across > 0:
                    print(f"{home.product} {path} is {across} px wider than {width} px", file=sys.stderr)
            context.close()
    return names


def laid_out(browser, shots, folder, title, told):
    """Writes a page with all pictures, and pictures of that page."""
    columns = [(look, width) for look in told.looks for width in told.widths]
    drawn = {390: 220, 768: 300, 1280: 400}
    rows = "".join(
        f"<tr><th>{html.escape(re.sub(r'[0-9a-f]{32}', '…', path))}</th>"
        + "".join(
            f'<td><a href="{names[column]}"><img src="{names[column]}" width="{drawn[column[1]]}"></a></td>'
            for column in columns
        )
        + "</tr>"
        for path, names in shots.items()
    )
    heads = "".join(f"<th>{width} px, {look}</th>" for look, width in columns)
    index = folder / "index.html"
    index.write_text(
        f"""<!doctype html><meta charset="utf-8"><title>{title}</title><style>
        body{{font:14px system-ui;margin:16px;background:#808080;color:#fff;width:max-content}}
        th{{text-align:left;vertical-align:top;padding:4px 8px}}td{{vertical-align:top;padding:4px}}
        td a{{display:block;max-height:560px;overflow:hidden;border-radius:4px}}img{{display:block}}
        </style><h1>{title}</h1><table><tr><th></th>{heads}</tr>{rows}</table>""",
        encoding="utf-8",
    )
    page = browser.new_page(viewport={"width": 1000, "height": 800})
    page.goto(index.resolve().as_uri())
    width = page.evaluate("document.body.scrollWidth + 32")
    page.set_viewport_size({"width": width, "height": 800})
    edges = page.evaluate("[...document.querySelectorAll('tr')].map(row => row.getBoundingClientRect())")
    pictures = []
    for top, bottom in cut([(edge["top"], edge["bottom"]) for edge in edges]):
        picture = folder.parent / f"{folder.name}-{len(pictures) + 1}.png"
        clip = {"x": 0, "y": top, "width": width, "height": bottom - top}
        page.screenshot(path=picture, full_page=True, clip=clip)
        pictures.append(os.path.relpath(picture))
    page.close()
    return pictures


def cut(rows, most=2400):
    """Cuts a long sheet between its rows: one that is much higher than wide cannot be looked at."""
    start = rows[0][0]
    for (_, end), after in zip(rows, rows[1:] + [None]):
        if after is None or after[1] - start > most:
            yield start, end
            start = end


if __name__ == "__main__":
    main()
