"""Cards that are confirmed before they are played: small ones under a finger, or every card, or none."""

from __future__ import annotations

import random
import re
import time

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser import test_midnight, test_witchs_brew
from tests.browser.browser_play import LONGEST_GAME, PHONE, axe, beat, open_home, play_now, press, turn_clocks

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
OPEN = ".own button.open"


def with_fingers(browser: Browser) -> BrowserContext:
    """A phone's browser."""
    return browser.new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True, is_mobile=True)


def until_a_card_is_open(page: Page) -> Page:
    """Draw, declare and so on until a card of the hand can be played."""
    end = time.monotonic() + LONGEST_GAME
    while not page.locator(OPEN).count():
        assert time.monotonic() < end, "no card can be played"
        if page.locator(".prompt.due").count():
            others = page.locator("button.open, button.choice")
            press(others.nth(random.Random(1).randrange(others.count())))
        beat(page)
    return page


def tap_open(page: Page) -> None:
    """Touch the first card that can be played at its edge: the next one lies upon the rest of it."""
    page.locator(OPEN).first.tap(position={"x": 14, "y": 40})


def confirm_every_card(page: Page) -> None:
    page.get_by_role("button", name="Table and settings").click()
    page.get_by_role("radio", name="Every card").check()
    page.keyboard.press("Escape")


def plays(page: Page) -> Locator:
    """What is read aloud of one's own cards in Midnight; a hand may grow again at once. A Pox is announced (MN-13)."""
    return page.locator(".unseen[role=log] p").filter(has_text=re.compile("^\\s*You (play|announce) "))


def test_a_finger_lifts_a_small_card_and_plays_it_with_the_second_touch(browser: Browser, address: str) -> None:
    context = with_fingers(browser)
    turn_clocks(context)
    page = open_home(context, address, test_midnight.TITLE)
    play_now(page, game=test_midnight.TITLE, players=3)
    until_a_card_is_open(page)
    before, lifted = plays(page).count(), page.locator(".hand .lifted")
    tap_open(page)
    expect(lifted).to_have_count(1)
    expect(lifted.locator(".again")).to_be_in_viewport(ratio=1)
    expect(lifted.locator(".face")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("log").last).to_contain_text("Touch again")
    expect(page.get_by_role("button", name="Touch again")).to_have_count(1)
    expect(plays(page)).to_have_count(before)
    assert axe(page) == []
    page.locator(".board .happened").tap()
    expect(lifted).to_have_count(0)
    tap_open(page)
    lifted.locator(".again").tap()
    expect(plays(page)).to_have_count(before + 1)
    context.close()


def test_keys_and_a_mouse_play_at_once_unless_every_card_is_confirmed(context: BrowserContext, address: str) -> None:
    turn_clocks(context)
    page = open_home(context, address, test_midnight.TITLE)
    play_now(page, game=test_midnight.TITLE, players=3)
    until_a_card_is_open(page)
    before = plays(page).count()
    page.locator(OPEN).first.click()
    expect(plays(page)).to_have_count(before + 1)
    confirm_every_card(page)
    until_a_card_is_open(page).locator(OPEN).first.click()
    expect(page.locator(".hand .lifted")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".hand .lifted")).to_have_count(0)
    before = plays(page).count()
    page.locator(OPEN).first.focus()
    page.keyboard.press("Enter")
    expect(plays(page)).to_have_count(before + 1)


def test_every_card_of_any_game_can_be_confirmed(context: BrowserContext, address: str) -> None:
    page = test_witchs_brew.start(context, address, 3)
    confirm_every_card(page)
    test_witchs_brew.play_on([page], test_witchs_brew.BREWING, until="call")
    held = page.locator(".hand > li").count()
    page.locator(".hand button.open").first.click()
    expect(page.locator(".hand .lifted .again")).to_be_in_viewport(ratio=1)
    expect(page.locator(".hand > li")).to_have_count(held)
    page.locator(".hand .lifted").click()
    expect(page.locator(".hand > li")).to_have_count(held - 1)
