"""A server with the built page, and a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from coven.server.app import STATIC
from tests.browser.browser_play import CHROMIUM, DESK, Witness, chromium, is_required
from tests.server.serving import serving, settings

BOT_PAUSE = (0.01, 0.03)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for these tests; its event loop must have ended before others run loops of their own."""
    missing = "Chromium" if not CHROMIUM else "the built page" if not (STATIC / "index.html").is_file() else ""
    if missing:
        assert not is_required(), f"{missing} is missing, and required here"
        pytest.skip(f"{missing} is missing")
    with chromium() as found:
        yield found


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
