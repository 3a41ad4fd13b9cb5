"""The pace of a table in the browser: chosen in the menu and remembered, and a way to one's next decision."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from coven.server.pace import SHARES
from tests.browser.browser_play import LONGEST_GAME, axe, open_home, play_now
from tests.browser.test_witchs_brew import BREWING, TITLE, answer, log_of
from tests.server.serving import serving, settings

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
NEVER = 900.0
"""A pause in seconds that no test waits for."""
PATIENCE = 1000 * LONGEST_GAME


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A running server, whose bots act only for people who want it at once."""
    monkeypatch.setitem(SHARES, "at-once", 1e-5)
    with serving(settings(tmp_path, bot_pause=(NEVER, NEVER))) as found:
        yield found


def skip(page: Page) -> Locator:
    return page.get_by_role("button", name="To my next decision")


def choose_pace(page: Page, name: str) -> None:
    page.get_by_role("button", name="Table and settings").click()
    page.get_by_role("radio", name=name).check()
    page.keyboard.press("Escape")


def test_a_person_skips_to_her_next_decision_and_loses_nothing(context: BrowserContext, address: str) -> None:
    page = open_home(context, address, TITLE)
    play_now(page, game=TITLE, players=5)
    assert answer(page, BREWING)
    expect(page.locator(".prompt.due")).to_have_count(0)
    expect(skip(page)).to_have_attribute("aria-pressed", "false")
    assert axe(page) == []
    skip(page).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".prompt.due")).to_have_count(1, timeout=PATIENCE)
    expect(skip(page)).to_have_count(0)
    expect(page.locator(":focus")).not_to_have_count(0)
    log = log_of(page)
    assert "chosen" in log
    while page.locator(".prompt.due").count():
        answer(page, BREWING)
    expect(skip(page)).to_have_attribute("aria-pressed", "false")


def test_the_pace_is_a_setting_that_is_remembered(context: BrowserContext, address: str) -> None:
    page = open_home(context, address, TITLE)
    play_now(page, game=TITLE, players=3)
    assert answer(page, BREWING)
    expect(skip(page)).to_be_visible()
    choose_pace(page, "Quick")
    expect(skip(page)).to_be_visible()
    choose_pace(page, "At once")
    expect(page.locator(".prompt.due")).to_have_count(1, timeout=PATIENCE)
    page.reload()
    page.get_by_role("button", name="Table and settings").click()
    expect(page.get_by_role("radio", name="At once")).to_be_checked()
    assert axe(page) == []
