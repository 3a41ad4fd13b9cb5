"""Bots of every level, and what a high witch would do: asked for, marked on the table, and played."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from coven.server.thinker import Mind
from tests.browser.browser_play import (
    DESK,
    LONGEST_GAME,
    PHONE,
    axe,
    card,
    open_home,
    play_now,
    press,
    seat_bots,
    take_turn,
)
from tests.browser.conftest import BOT_PAUSE
from tests.server import worker_jobs
from tests.server.serving import serving, settings

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

GAMES = {"3 Witches": 3, "Witch's Brew": 4, "Witching Hour: Midnight": 5, "Whirling Witchcraft": 3}


def wait_for_a_choice(page: Page, rng: random.Random, after: int = 0) -> None:
    """Play so many turns, and on until there is something to ask a high witch."""
    end = time.monotonic() + LONGEST_GAME
    while after > 0 or page.locator(".witch").count() == 0:
        assert time.monotonic() < end
        after -= take_turn(page, rng)
        page.wait_for_timeout(60)


def test_each_seat_can_have_a_bot_of_its_own_level(context: BrowserContext, address: str) -> None:
    page = open_home(context, address)
    levels = page.get_by_label("Bots play as").locator("option").all_inner_texts()
    assert levels == ["Apprentice", "Witch", "High witch", "Rules of thumb", "Random"]
    expect(page.get_by_label("Bots play as")).to_have_value("witch")
    card(page).get_by_role("button", name="Play with friends").click()
    seat_bots(page, "Let a bot play", "high-witch")
    seats = page.get_by_role("listitem")
    expect(seats.filter(has_text="bot: high witch")).to_have_count(1)
    seat_bots(page, "Let a bot play", "apprentice")
    expect(seats.filter(has_text="bot: apprentice")).to_have_count(1)
    expect(page.get_by_text("There is no advice at this table")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Begin").click()
    page.locator(".board").wait_for()
    page.get_by_role("button", name="Table and settings").click()
    expect(page.get_by_role("dialog")).to_contain_text("bot: apprentice")
    expect(page.get_by_role("dialog")).to_contain_text("bot: high witch")


@pytest.mark.parametrize(("game", "size"), list(zip(GAMES, (DESK, PHONE, DESK, PHONE), strict=True)))
def test_advice_is_asked_for_marked_and_played(browser: Browser, address: str, game: str, size: ViewportSize) -> None:
    context = browser.new_context(viewport=size, reduced_motion="reduce")
    page = open_home(context, address, game)
    play_now(page, game=game, players=None if game == "3 Witches" else GAMES[game], level="witch")
    wait_for_a_choice(page, random.Random(1), after=6)
    page.locator(".witch").click()
    advice = page.get_by_role("complementary", name="What a high witch would do")
    expect(advice).to_contain_text("to win")
    best = advice.locator("b").inner_text()
    nothing_overlaps(page)
    assert axe(page) == []
    marked = page.locator(".choice.marked, .board [data-thing]").evaluate_all(
        "(all) => all.filter((one) => getComputedStyle(one).outlineStyle === 'dashed').length"
    )
    assert marked >= 1
    advice.get_by_role("button", name="All choices").click()
    rows = page.get_by_role("dialog").get_by_role("listitem")
    expect(rows.first).to_contain_text(best)
    assert rows.count() >= 2
    assert axe(page) == []
    page.keyboard.press("Escape")
    play_what_is_marked(page)
    expect(advice).to_have_count(0)
    context.close()


def play_what_is_marked(page: Page) -> None:
    """Follow the advice; a card of Witch's Brew that is only picked, and the ball, want a second touch."""
    things = page.locator(".choice.marked, .board [data-thing]")
    for _ in range(6):
        marks = "(all) => all.findIndex((one) => getComputedStyle(one).outlineStyle === 'dashed')"
        at = things.evaluate_all(marks)
        if at < 0:
            return
        press(things.nth(at))
        page.wait_for_timeout(150)
        take_all = page.get_by_role("button", name="Take these five")
        if take_all.count():
            press(take_all)
        elif page.locator(".choose button.open").count():
            press(page.locator(".choose button.open").first)
        page.mouse.move(2, 2)
        page.evaluate("document.activeElement?.blur?.()") if page.locator(".sure").count() == 0 else None


def nothing_overlaps(page: Page) -> None:
    """The advice is on the screen, below the question, which it does not move, and the hand can be reached."""
    boxes: dict[str, Any] = page.evaluate(
        """() => Object.fromEntries([".advice", ".prompt .row", ".hand"].map((part) => {
            const box = document.querySelector(`.board ${part}`)?.getBoundingClientRect();
            return [part, box && [box.left, box.top, box.right, box.bottom]];
        }))"""
    )
    size = page.viewport_size or DESK
    left, top, right, bottom = boxes[".advice"]
    assert left >= 0
    assert right <= size["width"]
    assert bottom <= size["height"]
    assert boxes[".prompt .row"][3] <= top + 1
    if boxes[".hand"]:
        assert bottom <= boxes[".hand"][1] + 8 or boxes[".hand"][3] <= top
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_the_keyboard_alone_asks_reads_and_closes(context: BrowserContext, address: str) -> None:
    page = open_home(context, address)
    play_now(page, level="random")
    wait_for_a_choice(page, random.Random(2))
    page.locator(".witch").focus()
    page.keyboard.press("Enter")
    advice = page.get_by_role("complementary", name="What a high witch would do")
    expect(advice).to_be_visible()
    assert page.locator("[role=status]", has=advice).count() == 1
    advice.get_by_role("button", name="All choices").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("%")
    page.keyboard.press("Escape")
    advice.get_by_role("button", name="Close the advice").focus()
    page.keyboard.press("Enter")
    expect(advice).to_have_count(0)
    expect(page.locator(".witch")).to_be_visible()


def test_without_advice_nobody_can_ask(context: BrowserContext, address: str) -> None:
    page = open_home(context, address)
    card(page).get_by_text("Options").click()
    card(page).get_by_label("A high witch gives advice").select_option("never")
    play_now(page, level="random")
    page.locator(".prompt.due").wait_for()
    assert page.locator(".witch").count() == 0


def test_the_game_goes_on_during_a_search_and_hides_late_advice(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, worker_jobs.FOLDER, str(tmp_path))
    mind = Mind(worker_jobs.first, worker_jobs.weighs_slowly, prepare=None)
    with serving(settings(tmp_path, bot_pause=BOT_PAUSE, mind=mind)) as address:
        context = browser.new_context(reduced_motion="reduce")
        page = open_home(context, address)
        play_now(page, level="random")
        rng = random.Random(3)
        wait_for_a_choice(page, rng)
        page.locator(".witch").click()
        expect(page.locator(".witch.pondering")).to_contain_text("thinking")
        assert axe(page) == []
        questions = page.locator(".question")
        asked = questions.all_inner_texts()
        while questions.all_inner_texts() in ([], asked):
            take_turn(page, rng)
            page.wait_for_timeout(60)
        expect(page.locator(".witch.pondering")).to_have_count(0)
        page.wait_for_timeout(int(3000 * worker_jobs.SLOW))
        assert page.locator(".advice").count() == 0
        assert page.locator(".reason").count() == 0
        context.close()
