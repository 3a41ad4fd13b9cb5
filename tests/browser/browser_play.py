"""Headless Chromium, and a person playing in it: by clicks, or by keyboard only."""

from __future__ import annotations

import os
import random
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--font-render-hinting=none",
]  # fmt: skip
"""Without hinting, letters are as wide in the headless shell as on a screen."""
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
A_SCROLL, A_ROW = 32, 96
"""Pixels by which a crowded board may be higher than a phone, and the last row of many cards lower; the page scrolls.
test_layout judges what is reached."""
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell, which has no windows, takes a third less processor time."""
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), None)
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LONGEST_GAME = 240.0
"""Seconds; machines can be slow."""
PAUSE = 0.015
BEAT = 900
"""Milliseconds by which a page's clock is turned forward: what it shows so that people can read it need not be waited
for here."""
HELD = """() => {
  const set = window.setTimeout;
  window.setTimeout = (act, time, ...rest) => (time > 1200 ? 0 : set(act, time, ...rest));
}"""
LETTERED = "document.fonts.ready.then(() => null)"
"""Before letters have come, others stand there, which are wider."""
OPEN = "button.open, button.pick, button.choice"
"""What a person may click to answer the question."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Witness:
    """Watches a browser: nothing is asked of another machine, no policy is violated, nothing breaks."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.complaints: list[str] = []
        self._address = address
        context.on("request", self._request)
        context.on("console", lambda message: self._console(message.type, message.text))
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self._address, "data:", "blob:")):
            self.complaints.append(f"asked {request.url}")

    def _console(self, kind: str, text: str) -> None:
        if (
            kind in ("error", "warning")
            and "ERR_INTERNET_DISCONNECTED" not in text
            and "WebSocket connection" not in text
        ):
            self.complaints.append(text)


FIRST_GAME = "3 Witches"


def open_home(context: BrowserContext, address: str, game: str = FIRST_GAME) -> Page:
    """A new page at home, where the game can be chosen."""
    page = context.new_page()
    page.goto(address)
    card(page, game).get_by_role("button", name="Play now against bots").wait_for()
    return page


def card(page: Page, game: str = FIRST_GAME, players: int | None = None) -> Locator:
    """The game's part of the home page, with the number of players chosen."""
    found = page.get_by_role("article", name=game)
    if players is not None:
        found.get_by_role("radio", name=str(players), exact=True).check()
    return found


def play_now(
    page: Page, name: str = "Anna", game: str = FIRST_GAME, players: int | None = None, level: str = "thumb"
) -> None:
    """Against bots of that level."""
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Bots play as").select_option(level)
    card(page, game, players).get_by_role("button", name="Play now against bots").click()
    page.locator(".board").wait_for()
    page.evaluate(LETTERED)


def seat_bots(page: Page, button: str, level: str) -> None:
    """In the lobby: choose a level beside the first button with that name, and press it."""
    found = page.locator(".bot").filter(has=page.get_by_role("button", name=button)).first
    found.get_by_role("combobox").select_option(level)
    found.get_by_role("button").click()


def is_over(page: Page) -> bool:
    """Has the end been announced?"""
    return page.locator("dialog[open] .end, .banner >> text=See the end").count() > 0


def take_turn(page: Page, rng: random.Random) -> bool:
    """Click something that is lit, if a decision is owed."""
    go_on = page.get_by_role("button", name="Continue")
    if go_on.count():
        return press(go_on.first)
    if page.locator(".prompt.due").count() == 0:
        return False
    things = page.locator(OPEN)
    count = things.count()
    if count == 0:
        return False
    return press(things.nth(rng.randrange(count)))


def press(thing: Locator) -> bool:
    """Click it, and again if that only lifts it, unless the game has moved on."""
    try:
        thing.click(timeout=1000)
        for lifted in thing.page.locator(".hand .lifted").all():
            lifted.click(timeout=1000)
    except PlaywrightTimeout:
        return False
    return True


def play_to_the_end(pages: list[Page], rng: random.Random) -> int:
    """Everybody clicks until the game is over; how many clicks it took."""
    end, clicks = time.monotonic() + LONGEST_GAME, 0
    while not all(is_over(page) for page in pages):
        assert time.monotonic() < end, "the game does not end"
        clicks += sum(take_turn(page, rng) for page in pages)
        beat(*pages)
    return clicks


def turn_clocks(*contexts: BrowserContext) -> None:
    """Let the clocks of these browsers be turned forward by `beat`."""
    for context in contexts:
        context.clock.install()


def beat(*pages: Page) -> None:
    """Wait a little, and turn the pages' clocks on."""
    for page in pages:
        page.clock.run_for(BEAT)
    pages[0].wait_for_timeout(1000 * PAUSE)


def hold(page: Page) -> None:
    """What the page shows for a while, it shows from now on until somebody ends it, however slow the machine is."""
    page.evaluate(HELD)


@contextmanager
def in_slow_motion(page: Page) -> Iterator[None]:
    """Animations take fifty times as long."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0.02})
    yield
    session.detach()


def axe(page: Page) -> list[str]:
    """The problems axe-core finds on the current page."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [f"{one['id']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"]]


def is_required() -> bool:
    """Must the browser be there?"""
    return "browser" in os.environ.get("COVEN_REQUIRE", "")
