"""Screenshots of home, each phase of each game and its end, at both sizes: python -m tests.browser.shots [FOLDER].

With `--readme` the pictures of the README are made, and no others.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
import time
from base64 import b64encode
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize

from coven.games import load_game
from tests.browser.browser_play import DESK, PHONE, card, chromium, is_over, open_home, play_now, press, take_turn
from tests.browser.layout import Stage
from tests.browser.moments import Moment, moments
from tests.server.serving import serving, settings

ROOT = Path(__file__).parents[2]
SIZES = {"desk": DESK, "phone": PHONE}
LONGEST = 600.0
PAUSE = (0.05, 0.1)
DOCS = ROOT / "docs"
ON_PHONES = {
    "three-witches": (3, "propose TW-46 due"), "witchs-brew": (5, "answer WB-13 due"),
    "midnight": (5, "turn MN-12 due 3"), "whirling-witchcraft": (4, "produce WW-21 due 5"),
}  # fmt: skip
"""For the README: players, and the moment that tells most of the game."""
ROW = """pictures => {
  document.body.style.cssText = "display: flex; gap: 10px; margin: 0; zoom: 0.8; background: #160f20";
  return Promise.all(pictures.map((one) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${one}`;
    document.body.append(picture);
    return picture.decode();
  }));
}"""
REPLAYED = ROOT / "tests" / "records" / "three_witches" / "lesser-alone.json"
WITCHES, BREW = "3 Witches", "Witch's Brew"
MIDNIGHT, WHIRLING = "Witching Hour: Midnight", "Whirling Witchcraft"
PHASES = {
    WITCHES: {
        "hint", "bid", "raise", "give", "give-second", "discard", "lead", "conceal", "first-follow", "first-free",
        "second-free", "late", "eye", "return", "propose", "round-end",
    },
    BREW: {"hint", "choose", "picked", "call", "answer", "use", "drops", "vial", "give", "add"},
    MIDNIGHT: {"hint", "turn", "nothing", "call", "cursed", "declare", "pass"},
    WHIRLING: {"hint", "lay", "feed", "fed", "other-cubes", "nothing-to-feed", "reveal"},
}  # fmt: skip
"""Every phase that a game can be made to show; the forced bid after nine declined ones is too rare."""
SEATS = {WITCHES: None, BREW: 5, MIDNIGHT: 8, WHIRLING: 4}


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "shots")
    parser.add_argument("--readme", action="store_true")
    parser.add_argument("--only", choices=PHASES, help="this game alone")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        chosen = settings(Path(data), bot_pause=PAUSE)
        with serving(chosen) as address, chromium() as browser:
            if options.readme:
                take_readme(browser, address)
                return
            for name, size in SIZES.items():
                take_replay(browser, address, size, options.folder / f"{name}-replay.png")
                take_all(browser, address, size, options.folder / name, options.only)
    print(f"{len(list(options.folder.glob('*.png')))} screenshots in {options.folder}")


def take_all(browser: Browser, address: str, size: ViewportSize, stem: Path, only: str | None) -> None:
    """Home and lobby, then games until every phase has been seen, and the end of the first of each."""
    context = browser.new_context(viewport=size, reduced_motion="reduce", has_touch=size is PHONE)
    page = open_home(context, address)
    shoot(page, stem, "home")
    page.get_by_label("Your name").fill("Anna")
    card(page).get_by_role("button", name="Play with friends").click()
    page.get_by_label("Link for your friends").wait_for()
    page.wait_for_timeout(300)
    shoot(page, stem, "lobby")
    for game in [only] if only else PHASES:
        name = re.sub(r"[^a-z0-9]+", "-", game.lower().replace("'", ""))
        take_game(page, address, game, stem.with_name(f"{stem.name}-{name}"))
    context.close()


def take_readme(browser: Browser, address: str) -> None:
    """A trick of 3 Witches and a replay on a desk, and a moment of each game on a phone."""
    take_replay(browser, address, DESK, DOCS / "replay.png")
    stage = Stage(browser, address)
    stage.page.set_viewport_size(DESK)
    stage.show(told("three-witches", 3, "second TW-34 due 4"))
    stage.page.screenshot(path=DOCS / "table.png")
    stage.page.set_viewport_size(PHONE)
    taken = []
    for key, (players, name) in ON_PHONES.items():
        stage.show(told(key, players, name))
        taken.append(b64encode(stage.page.screenshot()).decode())
    stage.close()
    row = browser.new_page(viewport={"width": 1272, "height": 675})
    row.evaluate(ROW, taken)
    row.screenshot(path=DOCS / "phones.png")
    row.close()


def told(key: str, players: int, name: str) -> Moment:
    """That moment of a game, for somebody who wants no more hints."""
    found = [one for one in moments(load_game(key), players) if name in one.name]
    return replace(found[len(found) // 2], kept={f"coven.hints.{key}": '["*"]'})


def take_replay(browser: Browser, address: str, size: ViewportSize, target: Path) -> None:
    """A recorded game in the middle of a trick, with all hands open."""
    context = browser.new_context(viewport=size, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{address}/replay?at=68&as=0&open=1")
    page.locator("input[type=file]").set_input_files(REPLAYED)
    page.locator(".board").wait_for()
    page.wait_for_timeout(500)
    page.screenshot(path=target)
    context.close()


def take_game(page: Page, address: str, game: str, stem: Path) -> None:
    """One game, again and again until all its phases have been seen."""
    seen: set[str] = set()
    end = time.monotonic() + LONGEST
    while not seen >= PHASES[game] and time.monotonic() < end:
        is_first = not seen
        page.goto(address)
        play_now(page, game=game, players=SEATS[game], level="random")
        take_phases(page, game, stem, seen, end)
        if is_first:
            take_end(page, stem)
    if not seen >= PHASES[game]:
        raise RuntimeError(f"{stem}: not seen: {', '.join(sorted(PHASES[game] - seen))}")


def take_phases(page: Page, game: str, stem: Path, seen: set[str], end: float) -> None:
    """One game, with a picture of every phase that was not seen before."""
    rng = random.Random(len(seen))
    while not is_over(page) and time.monotonic() < end:
        name = PHASE_OF[game](page)
        if name and name not in seen:
            seen.add(name)
            page.wait_for_timeout(300)
            shoot(page, stem, name)
            if game == MIDNIGHT and name == "turn":
                shoot_by_other_eyes(page, stem, name)
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


def whirling_phase(page: Page) -> str:
    """The step of Whirling Witchcraft, for a file's name; "" where nothing is to be seen."""
    if page.locator(".travelling").count():
        return "reveal"
    if page.locator(".prompt.due").count() == 0:
        return ""
    if page.locator(".hint").count():
        return "hint"
    if page.locator(".hand button.open").count():
        return "lay"
    if page.get_by_role("button", name="Other cubes for").count():
        return "other-cubes"
    if page.get_by_role("button", name="Fed:").count():
        return "fed"
    return "feed" if page.locator(".lab button.open").count() else "nothing-to-feed"


def brew_phase(page: Page) -> str:
    """The step of Witch's Brew, for a file's name; "" where nothing is asked."""
    if page.locator(".prompt.due").count() == 0:
        return ""
    if page.locator(".hint").count():
        return "hint"
    if page.get_by_role("button", name="Take these five").count():
        return "picked"
    name = page.locator(".board").get_attribute("data-phase") or ""
    return "drops" if name == "use" and page.locator(".own-panel button.open, .tray button.open").count() else name


def question(page: Page) -> str:
    """What is asked; "" where that has just changed."""
    return next(iter(page.locator(".question").all_inner_texts()), "")


def midnight_phase(page: Page) -> str:
    """What is asked in Midnight, for a file's name; "" where nothing is."""
    if page.locator(".prompt.due").count() == 0:
        return ""
    if page.locator(".hint").count():
        return "hint"
    if page.locator(".toggles").count():
        return "call"
    text = question(page)
    if not text:
        return ""
    marks = {"Nothing in your hand": "nothing", "cursed": "cursed", "ollow the recipe": "follow", "Declare": "declare",
             "Coven Circle": "pass"}  # fmt: skip
    return next((name for mark, name in marks.items() if mark in text), "turn")


def witches_phase(page: Page) -> str:
    """What is asked in 3 Witches, for a file's name; "" where nothing is."""
    if page.get_by_role("button", name="Continue").count():
        return "round-end"
    if page.locator(".prompt.due").count() == 0:
        return ""
    if page.locator(".hint").count():
        return "hint"
    text = question(page)
    if not text:
        return ""
    has_dim = page.locator("button.shut").count() > 0
    marks = {
        "Your bid": "bid", "Nobody has bid": "must-bid", "raise it": "raise", "Your 3 stands": "raise-own",
        "Two cards go": "give", "the first of two cards": "give", "second card": "give-second",
        "iscard one": "discard",
        "Lay two": "lead", "Now the card": "conceal", "Under the Eye": "eye", "so follow": "first-follow",
        "or pass": "first-free", "play any": "second-free", "You passed": "late", "You won the trick": "return",
        "You two won": "propose",
    }  # fmt: skip
    found = next((name for mark, name in marks.items() if mark in text), "other")
    return found if found != "first-follow" or has_dim else "follow-all"


PHASE_OF = {WITCHES: witches_phase, BREW: brew_phase, MIDNIGHT: midnight_phase, WHIRLING: whirling_phase}


def shoot(page: Page, stem: Path, name: str) -> None:
    """One picture."""
    page.screenshot(path=f"{stem}-{name}.png")


def shoot_by_other_eyes(page: Page, stem: Path, name: str) -> None:
    """The same without one of the three sorts of cones: ten colours must be told apart by pattern and letter, too."""
    session = page.context.new_cdp_session(page)
    for kind in ("protanopia", "deuteranopia", "tritanopia"):
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
        shoot(page, stem, f"{name}-{kind}")
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
    session.detach()


if __name__ == "__main__":
    main()
