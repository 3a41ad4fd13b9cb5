"""Screenshots of home, each phase and the end, at both sizes: python -m tests.browser.shots [FOLDER].

With `--readme` the picture of the README is made as well.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.driving import DESK, PHONE, card, chromium, is_over, open_home, play_now, press, take_turn
from tests.server.serving import serving, settings

ROOT = Path(__file__).parents[2]
SIZES = {"desk": DESK, "phone": PHONE}
LONGEST = 600.0
PAUSE = (0.05, 0.1)
README = "desk-first-follow"
PHASES = {
    "hint",
    "bid",
    "raise",
    "give",
    "give-second",
    "discard",
    "lead",
    "conceal",
    "first-follow",
    "first-free",
    "second-free",
    "late",
    "eye",
    "return",
    "propose",
    "round-end",
}
"""Every phase that a game can be made to show; the forced bid after nine declined ones is too rare."""


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "shots")
    parser.add_argument("--readme", action="store_true")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        chosen = settings(Path(data), bot_pause=PAUSE)
        with serving(chosen) as address, chromium() as browser:
            for name, size in SIZES.items():
                take_all(browser, address, size, options.folder / name)
    if options.readme:
        (ROOT / "docs" / "table.png").write_bytes((options.folder / f"{README}.png").read_bytes())
    print(f"{len(list(options.folder.glob('*.png')))} screenshots in {options.folder}")


def take_all(browser: Browser, address: str, size: ViewportSize, stem: Path) -> None:
    """Home and lobby, then games until every phase has been seen, and the end of the first of them."""
    context = browser.new_context(viewport=size, reduced_motion="reduce", has_touch=size is PHONE)
    page = open_home(context, address)
    shoot(page, stem, "home")
    card(page).get_by_role("button", name="Play with friends").click()
    page.get_by_label("Link for your friends").wait_for()
    page.wait_for_timeout(300)
    shoot(page, stem, "lobby")
    seen: set[str] = set()
    end = time.monotonic() + LONGEST
    while not seen >= PHASES and time.monotonic() < end:
        is_first = not seen
        page.goto(address)
        page.get_by_label("Bots play").select_option("random")
        play_now(page)
        take_phases(page, stem, seen, end)
        if is_first:
            take_end(page, stem)
    context.close()
    if not seen >= PHASES:
        raise RuntimeError(f"{stem}: not seen: {', '.join(sorted(PHASES - seen))}")


def take_phases(page: Page, stem: Path, seen: set[str], end: float) -> None:
    """One game, with a picture of every phase that was not seen before."""
    rng = random.Random(len(seen))
    while not is_over(page) and time.monotonic() < end:
        name = phase_of(page)
        if name and name not in seen:
            seen.add(name)
            page.wait_for_timeout(300)
            shoot(page, stem, name)
            if name == "hint":
                page.get_by_role("button", name="No more hints").click()
        decline = page.get_by_role("button", name="Decline to bid")
        if "give-second" not in seen and decline.count():
            press(decline)
        take_turn(page, rng)
        page.wait_for_timeout(60)


def take_end(page: Page, stem: Path) -> None:
    """The end, the table behind it, and what opens over it."""
    page.locator("dialog[open] .end").wait_for()
    page.wait_for_timeout(800)
    shoot(page, stem, "end")
    page.keyboard.press("Escape")
    shoot(page, stem, "after-end")
    for button in ("Rules", "Table and settings"):
        page.get_by_role("button", name=button).click()
        page.wait_for_timeout(400)
        shoot(page, stem, button.split()[0].lower())
        page.keyboard.press("Escape")


def phase_of(page: Page) -> str:
    """What is asked, for a file's name; "" where nothing is."""
    if page.get_by_role("button", name="Continue").count():
        return "round-end"
    if page.locator(".prompt.due").count() == 0:
        return ""
    if page.locator(".hint").count():
        return "hint"
    text = page.locator(".question").first.inner_text()
    has_dim = page.locator("button.shut").count() > 0
    marks = {
        "Your bid": "bid", "Nobody has bid": "must-bid", "raise it": "raise", "Your 3 stands": "raise-own",
        "Two cards go": "give", "the first of two cards": "give", "second card": "give-second",
        "discard one": "discard",
        "Lay two": "lead", "Now the card": "conceal", "Under the Eye": "eye", "so follow": "first-follow",
        "or pass": "first-free", "play any": "second-free", "You passed": "late", "You won the trick": "return",
        "You two won": "propose",
    }  # fmt: skip
    found = next((name for mark, name in marks.items() if mark in text), "other")
    return found if found != "first-follow" or has_dim else "follow-all"


def shoot(page: Page, stem: Path, name: str) -> None:
    """One picture."""
    page.screenshot(path=f"{stem}-{name}.png")


if __name__ == "__main__":
    main()
