"""What people without a pointer or without sight are told: where the focus is, and every line of the log."""

from __future__ import annotations

import random
import time

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from coven.games import all_games
from tests.browser.browser_play import LONGEST_GAME, beat, card, open_home, play_now, take_turn, turn_clocks

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
MANY = 25
"""Lines of a log."""


@pytest.mark.parametrize("title", [game.title for game in all_games()])
def test_whoever_starts_by_keyboard_has_the_focus_on_a_choice(
    context: BrowserContext, address: str, title: str
) -> None:
    turn_clocks(context)
    page = open_home(context, address, title)
    page.get_by_label("Bots play as").select_option("thumb")
    card(page, title).get_by_role("button", name="Play now against bots").focus()
    page.keyboard.press("Enter")
    until_due(page)
    expect(page.locator(":focus")).to_have_count(1)
    assert page.evaluate("() => document.activeElement.matches('.open, .pick, .choice')")


SEEN_AND_SPOKEN = """() => [
    [...document.querySelectorAll("aside.log li")].map((line) => line.innerText),
    [...document.querySelectorAll(".unseen[role=log] p")].map((line) => line.textContent.trim()),
]"""
"""Read at one moment: bots go on."""


def until_due(page: Page) -> None:
    end = time.monotonic() + LONGEST_GAME
    while not page.locator(".prompt.due").count():
        assert time.monotonic() < end
        beat(page)


def test_every_line_of_the_log_is_read_aloud_once(context: BrowserContext, address: str) -> None:
    """Bots answer at once here: several lines come together."""
    turn_clocks(context)
    page = open_home(context, address)
    play_now(page)
    rng, end = random.Random(3), time.monotonic() + LONGEST_GAME
    page.locator("aside.log li").first.wait_for()
    while page.locator("aside.log li").count() < MANY:
        assert time.monotonic() < end
        take_turn(page, rng)
        beat(page)
    until_due(page)
    told, spoken = page.evaluate(SEEN_AND_SPOKEN)
    assert 1 < len(spoken) <= len(told)
    assert spoken == told[-len(spoken) :]
    live = page.locator("[aria-live=polite], [role=log], [role=status]").filter(has_text=told[-1])
    expect(live).to_have_count(1)
