"""What is looked at on every page: what axe finds, whether it fits its window, and a picture of it."""

import re
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe

# As pairs of `phone` and `dark`.
LOOKS = [(phone, dark) for phone in (True, False) for dark in (False, True)]

# What can be tapped and reaches beyond a box around it that hides what it has no room for.
CUT = """() => [...document.querySelectorAll("main :is(a, button, input, select, summary)")].filter(part => {
  const { left, right, width } = part.getBoundingClientRect();
  for (let around = part.parentElement; width && around; around = around.parentElement) {
    const { overflowX } = getComputedStyle(around);
    if (/auto|scroll/.test(overflowX) || around.matches(".visually-hidden")) return false;
    const box = around.getBoundingClientRect();
    if (overflowX !== "visible" && (left < box.left - 1 || right > box.right + 1)) return true;
  }
  return false;
}).map(part => part.textContent.trim())"""


def faults(page):
    """Returns what axe finds, what a box cuts, and that the page is wider than its window if it is."""
    found = Axe().run(page).response["violations"]
    width, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    wide = [("wider than the window", f"{width} of {window} px")] if width > window else []
    cut = [("cut at a side", words) for words in page.evaluate(CUT)]
    return [(entry["id"], entry["nodes"][0]["html"][:200]) for entry in found] + cut + wide


def named_look(phone, dark):
    """Returns the name of a look, such as `phone-dark`."""
    return f"{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}"


def named(path):
    """Returns the name for pictures of the page at `path`."""
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"[0-9a-f]{32}", "habit", path)).strip("-") or "home"


class Pictures:
    """Keeps screenshots for people to look at, or none where nobody does: a whole page takes a second."""

    def __init__(self, folder):
        """`folder`: the path, or None to take none."""
        self.folder = folder and Path(folder)

    def take(self, page, name, **options):
        """Takes a picture, whose file is `name` in the folder, without its extension."""
        if self.folder is not None:
            page.screenshot(path=self.folder / f"{name}.png", **{"full_page": True, **options})

    def take_look(self, page, name, phone, dark):
        """Likewise of one of the looks of a page."""
        self.take(page, f"{name}-{named_look(phone, dark)}")
