"""What the page costs on a slow phone: python -m tests.browser.budget [GAME ...].

How much the first page sends over the line, how long a tap takes to a table, and how long the page's tasks are while a
whole game against bots is played, on a processor made four times slower.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from coven.games import all_games
from coven.server.app import Settings
from tests.browser.browser_play import LONGEST_GAME, OPEN, PHONE, card, chromium, open_home
from tests.server.serving import serving, settings

SLOWER = 4
LONG = 50
"""Milliseconds: longer tasks are felt."""
BOT_PAUSE = (0.7, 1.3)
"""Seconds, as usual."""
MOST_TOLD = 5
COUNTED = ("document", "script", "stylesheet", "fetch")

WATCH = """() => {
  window.long = [];
  new PerformanceObserver(list => window.long.push(...list.getEntries().map(task => task.duration)))
    .observe({type: 'longtask'});
  window.frames_ = [];
  if (PerformanceObserver.supportedEntryTypes.includes('long-animation-frame'))
    new PerformanceObserver(list => window.frames_.push(...list.getEntries().map(one => ({
      duration: one.duration, render: one.startTime + one.duration - one.renderStart,
      style: one.startTime + one.duration - one.styleAndLayoutStart,
      scripts: one.scripts.map(by => `${by.invoker} ${by.sourceFunctionName} ${Math.round(by.duration)} ms`
        + ` (layout ${Math.round(by.forcedStyleAndLayoutDuration)} ms)`),
    })))).observe({type: 'long-animation-frame'});
}"""
PLAY = """open => {
  let seed = 1;
  window.choices = 0;
  setInterval(() => {
    const go = [...document.querySelectorAll('button')].find(button => button.textContent.trim() === 'Continue');
    const lit = go ? [go] : document.querySelector('.prompt.due') ? [...document.querySelectorAll(open)] : [];
    if (!lit.length) return;
    seed = (seed * 48271) % 2147483647;
    window.choices += 1;
    lit[seed % lit.length].click();
  }, 150);
}"""
"""A person who clicks by herself: nothing of ours disturbs the page."""


@dataclass(frozen=True)
class Played:
    """A whole game on a slow processor."""

    choices: int
    long: list[float]
    """Milliseconds of each long task."""
    frames: list[dict[str, Any]]
    """Frames that took long, and by what."""


def first_page(browser: Browser, address: str) -> Counter[str]:
    """Bytes that home sends over the line to whoever comes for the first time, by kind; without fonts."""
    context = browser.new_context(viewport=PHONE)
    found: Counter[str] = Counter()
    page = context.new_page()
    page.add_init_script("window.requestIdleCallback = () => 0")  # what is fetched in case of need comes later
    sent = []
    page.on("requestfinished", lambda request: sent.append(request))
    page.goto(address)
    card(page).locator(".picture svg").first.wait_for()
    page.wait_for_load_state("networkidle")
    for request in sent:
        if request.resource_type in COUNTED:
            found[request.resource_type] += request.sizes()["responseBodySize"]
    context.close()
    return found


@contextmanager
def slow_phone(browser: Browser, address: str, game: str) -> Iterator[Page]:
    """Home on a phone with a slow processor."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = open_home(context, address, game)
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield page
    context.close()


def tap(page: Page, game: str, level: str = "thumb") -> float:
    """Seconds from the tap at home to the board."""
    page.get_by_label("Bots play as").select_option(level)
    page.wait_for_load_state("networkidle")
    button = card(page, game).get_by_role("button", name="Play now against bots")
    button.scroll_into_view_if_needed()
    start: float = button.evaluate(
        """button => new Promise(done => {
          const start = performance.now();
          const look = () => document.querySelector('.board .prompt')
            ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look);
          button.click();
          look();
        })"""
    )
    return start / 1000


def play_slowly(page: Page) -> Played:
    """From the board to the end."""
    page.evaluate(WATCH)
    page.evaluate(PLAY, OPEN)
    end = time.monotonic() + 2 * LONGEST_GAME
    while not page.evaluate("document.querySelector('dialog[open] .end') !== null"):
        assert time.monotonic() < end, "the game does not end"
        page.wait_for_timeout(1000)
    return Played(page.evaluate("choices"), page.evaluate("long"), page.evaluate("frames_"))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="keys of games; all of them")
    wanted = parser.parse_args().games
    with tempfile.TemporaryDirectory() as data, chromium() as browser, serving(usual(Path(data))) as address:
        sizes = first_page(browser, address)
        print(f"the first page: {sizes.total() / 1000:.1f} KB over the line: {dict(sizes)}", flush=True)
        for game in [game for game in all_games() if not wanted or game.key in wanted]:
            with slow_phone(browser, address, game.title) as page:
                print(f"{game.key}: {tap(page, game.title):.2f} s from tap to table")
                played = play_slowly(page)
            longest = sorted((round(one) for one in played.long), reverse=True)
            print(f"   {played.choices} choices, {len(longest)} tasks over {LONG} ms: {longest[:8]}", flush=True)
            for frame in sorted(played.frames, key=lambda one: -one["duration"])[:MOST_TOLD]:
                print(f"   {frame['duration']:.0f} ms, style and layout {frame['style']:.0f}: {frame['scripts']}")


def usual(folder: Path) -> Settings:
    """A server whose bots take as long as they do at people's tables."""
    return settings(folder, bot_pause=BOT_PAUSE)


if __name__ == "__main__":
    main()
