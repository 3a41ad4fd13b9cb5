"""A server with the built page, and a browser."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from coven.server.app import STATIC
from tests.browser.browser_play import CHROMIUM, DESK, Witness, chromium, is_required
from tests.server.serving import serving, settings

expect.set_options(timeout=30_000)
BOT_PAUSE = (0.01, 0.03)
DRAW_ALIKE = """crypto.getRandomValues = (numbers) => {
  let state = Number(window.name || SEED);
  for (let i = 0; i < numbers.length; i++) numbers[i] = (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24;
  window.name = state;
  return numbers;
}"""
"""Run in a page before its own scripts. A window keeps its name, so numbers go on where they were after a reload."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for these tests; its event loop must have ended before others run loops of their own."""
    missing = "Chromium" if not CHROMIUM else "the built page" if not (STATIC / "index.html").is_file() else ""
    if missing:
        assert not is_required(), f"{missing} is missing, and required here"
        pytest.skip(f"{missing} is missing")
    with chromium() as found:
        yield found


@pytest.fixture(autouse=True)
def _pages_draw_alike(numbers: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """What browsers add to a deal is the same each time, too."""
    new_page = BrowserContext.new_page

    def seeded(context: BrowserContext) -> Page:
        page = new_page(context)
        page.add_init_script(DRAW_ALIKE.replace("SEED", str(numbers.getrandbits(32))))
        return page

    monkeypatch.setattr(BrowserContext, "new_page", seeded)


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A running server, whose bots answer almost at once."""
    with serving(settings(tmp_path, bot_pause=BOT_PAUSE)) as found:
        yield found


@pytest.fixture
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A browser that has never been here, and is watched."""
    found = browser.new_context(viewport=DESK, reduced_motion="reduce")
    witness = Witness(found, address)
    yield found
    found.close()
    assert witness.complaints == []
