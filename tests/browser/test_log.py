"""The log on the page: a page that comes back shows its end, and fetches the rest when it is asked for."""

from __future__ import annotations

import random
import time

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.browser_play import LONGEST_GAME, PHONE, axe, beat, open_home, play_now, take_turn, turn_clocks
from tests.browser.test_table import wait_for_my_turn

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
LONG = 70
"""More lines than a new page is sent."""


def lines(log: Locator) -> list[str]:
    """The lines of a log, in order."""
    return log.locator("li:not(.earlier)").all_inner_texts()


def play_long(page: Page) -> list[str]:
    """Play until the log is long; all its lines."""
    log, rng, end = page.locator("aside.log"), random.Random(2), time.monotonic() + LONGEST_GAME
    while len(lines(log)) < LONG:
        assert time.monotonic() < end
        take_turn(page, rng)
        beat(page)
    wait_for_my_turn(page)
    return lines(log)


def from_the_end(log: Locator, text: str) -> float:
    """How far from the log's end the first line with this text stands on the screen."""
    shown = log.locator("li", has_text=text).last.bounding_box()
    around = log.bounding_box()
    assert shown
    assert around
    return around["y"] + around["height"] - shown["y"]


def test_a_long_log_comes_back_with_its_end_and_then_as_a_whole(context: BrowserContext, address: str) -> None:
    turn_clocks(context)
    page = open_home(context, address)
    play_now(page)
    whole = play_long(page)
    page.reload()
    wait_for_my_turn(page)
    log = page.locator("aside.log ol")
    end = lines(log)
    assert 10 < len(end) < len(whole)
    assert end == whole[-len(end) :]
    log.evaluate("list => list.scrollTo({ top: 0 })")
    before = from_the_end(log, end[0])
    log.get_by_role("button", name="Earlier").click()
    expect(log.get_by_role("button")).to_have_count(0)
    assert lines(log) == whole
    assert abs(from_the_end(log, end[0]) - before) < 3
    expect(log).to_be_focused()
    take_turn(page, random.Random(3))
    wait_for_my_turn(page)
    assert lines(log)[: len(whole)] == whole
    assert axe(page) == []
    page.set_viewport_size(PHONE)
    page.reload()
    wait_for_my_turn(page)
    page.get_by_role("button", name="Log").click()
    dialog = page.get_by_role("dialog", name="What has happened")
    expect(dialog.get_by_role("button", name="Earlier")).to_be_attached()
    assert axe(page) == []
    dialog.get_by_role("button", name="Earlier").click()
    expect(dialog.get_by_role("button", name="Earlier")).to_have_count(0)
    assert lines(dialog)[: len(whole)] == whole
