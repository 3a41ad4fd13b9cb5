"""Whirling Witchcraft in the browser: plans made by clicks, taken back, and hidden from each other."""

from __future__ import annotations

import random
import time

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.browser_play import (
    A_ROW,
    A_SCROLL,
    LONGEST_GAME,
    PHONE,
    Witness,
    axe,
    beat,
    card,
    is_over,
    open_home,
    play_now,
    play_to_the_end,
    press,
    take_turn,
    turn_clocks,
)

TITLE = "Whirling Witchcraft"
CARDS = (".own > .lab", ".hand")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


def start(context: BrowserContext, address: str, players: int = 3) -> Page:
    """A game against bots."""
    turn_clocks(context)
    page = open_home(context, address, TITLE)
    play_now(page, game=TITLE, players=players)
    return page


def can_feed(page: Page) -> int:
    return page.locator(".lab button.open").count()


def reach_production(page: Page) -> None:
    """Lay a recipe: the starting one can always be fed in the first round."""
    page.locator(".hand button.open").first.click()
    expect(page.locator(".lab button.open").first).to_be_visible()


def cubes_on_bench(page: Page) -> str:
    return page.get_by_role("list", name="Workbench of you").inner_text()


def test_a_whole_game_against_two_bots_by_clicks(context: BrowserContext, address: str) -> None:
    page = start(context, address)
    assert play_to_the_end([page], random.Random(1)) > 2, "a card and a done at the least"
    end = page.get_by_role("dialog", name="The end")
    expect(end).to_contain_text("The deal was fair")
    page.keyboard.press("Escape")
    log = page.get_by_role("complementary", name="Log")
    expect(log).to_contain_text("Laid: you")
    expect(log).to_contain_text("The mixtures go to the right")


def test_feedings_can_be_taken_back_one_by_one(context: BrowserContext, address: str) -> None:
    page = start(context, address)
    reach_production(page)
    before, back = cubes_on_bench(page), page.get_by_role("button", name="Take back", exact=True)
    assert back.count() == 0
    fed = 0
    while can_feed(page):
        page.locator(".lab button.open").first.click()
        fed += 1
        expect(page.get_by_role("button", name="Fed:")).to_have_count(fed)
    assert fed
    assert cubes_on_bench(page) != before
    for left in reversed(range(fed)):
        back.click()
        expect(page.get_by_role("button", name="Fed:")).to_have_count(left)
    expect(back).to_have_count(0)
    assert cubes_on_bench(page) == before


def offers(others: Locator) -> bool:
    """Are other cubes offered, and still when the last click has been answered?"""
    if others.count():
        others.page.wait_for_timeout(300)
    return others.count() > 0


def test_other_cubes_can_be_chosen(context: BrowserContext, address: str) -> None:
    page, rng, end = start(context, address), random.Random(3), time.monotonic() + LONGEST_GAME
    others = page.get_by_role("button", name="Other cubes for")
    while not offers(others):
        assert time.monotonic() < end
        if is_over(page):
            page = start(context, address)
            others = page.get_by_role("button", name="Other cubes for")
        if not (can_feed(page) and press(page.locator(".lab button.open").first)):
            take_turn(page, rng)
        beat(page)
    before = cubes_on_bench(page)
    fed = page.get_by_role("button", name="Fed:").count()
    others.first.click()
    ways = page.get_by_role("dialog").locator("button.pick")
    assert ways.count() >= 2
    ways.filter(has_text="from the mixture").last.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Take back", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Fed:")).to_have_count(fed + 1)
    page.get_by_role("button", name="Take back", exact=True).click()
    expect(page.get_by_role("button", name="Fed:")).to_have_count(fed)
    assert cubes_on_bench(page) == before


def two_at_a_table(browser: Browser, context: BrowserContext, address: str) -> tuple[Page, Page, Witness]:
    """Anna at a desk and Bea with a phone, and what Bea's page is sent."""
    other = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    turn_clocks(context, other)
    anna = open_home(context, address, TITLE)
    anna.get_by_label("Your name").fill("Anna")
    card(anna, TITLE, 2).get_by_role("button", name="Play with friends").click()
    link = anna.get_by_label("Link for your friends").input_value()
    witness = Witness(other, address)
    bea = other.new_page()
    bea.goto(link)
    bea.get_by_label("Your name").fill("Bea")
    bea.get_by_role("button", name="Sit here").first.click()
    anna.get_by_role("button", name="Begin").click()
    for page in (anna, bea):
        page.locator(".board").wait_for()
    return anna, bea, witness


def hand(page: Page) -> list[str]:
    """The things in the own hand."""
    cards = page.get_by_role("list", name="Your hand").locator("button").all()
    return [str(one.get_attribute("data-thing")) for one in cards]


def test_a_ball_is_unseen_and_goes_back_until_all_have_chosen(
    browser: Browser, context: BrowserContext, address: str
) -> None:
    anna, bea, witness = two_at_a_table(browser, context, address)
    before, ball = hand(anna), anna.locator("[data-thing=ball]")
    for _ in range(2):
        ball.click()
        expect(ball).to_contain_text("sure?")
        ball.click()
        expect(ball).to_contain_text("chosen")
        expect(anna.locator(".question")).to_contain_text(
            "your hand goes under the deck and you draw a new one. Waiting for Bea"
        )
        expect(bea.locator(".board")).to_contain_text("has chosen")
        assert hand(anna) == before
        anna.get_by_role("button", name="Take back", exact=True).click()
        expect(ball).not_to_contain_text("chosen")
        expect(bea.locator(".board")).not_to_contain_text("has chosen")
    ball.click()
    ball.click()
    expect(ball).to_contain_text("chosen")
    bea.locator(".hand button.open").first.click()
    expect(anna.locator(".question")).to_contain_text("You have a new hand")
    expect(bea.locator(".question")).to_contain_text("Your recipe lies face down. Waiting for Anna")
    assert not set(hand(anna)) & set(before)
    assert ball.count() == bea.get_by_role("button", name="Take back", exact=True).count() == 0
    anna.locator(".hand button.open").first.click()
    for page in (anna, bea):
        expect(page.locator(".lab button.open").first).to_be_visible()
    bea.context.close()
    assert witness.complaints == []


def test_two_browsers_plan_at_once_and_see_nothing(browser: Browser, context: BrowserContext, address: str) -> None:
    anna, bea, witness = two_at_a_table(browser, context, address)
    rng = random.Random(4)
    for page in (anna, bea):
        page.locator(".hand button.open").first.click()
    for page in (anna, bea):
        expect(page.locator(".lab button.open").first).to_be_visible()
    feed_all_unseen_by(bea, anna)
    feed_all_unseen_by(anna, bea)
    plan = bea.get_by_role("button", name="Fed:").count()
    anna.get_by_role("button", name="Done:").click()
    expect(anna.locator(".question")).to_contain_text("Waiting for Bea")
    assert bea.get_by_role("button", name="Fed:").count() == plan
    bea.get_by_role("button", name="Done:").click()
    expect(bea.locator(".board")).to_contain_text("Round 2")
    log = anna.get_by_role("complementary", name="Log")
    expect(log).to_contain_text("Bea feeds")
    expect(log).to_contain_text("You feed")
    end = time.monotonic() + LONGEST_GAME
    while not is_over(bea) and bea.locator(".board", has_text="Round 3").count() == 0:
        assert time.monotonic() < end
        for page in (anna, bea):
            take_turn(page, rng)
        beat(anna, bea)
    bea.context.close()
    assert witness.complaints == []


def feed_all_unseen_by(watcher: Page, planner: Page) -> None:
    """While one plans, not a sign of it reaches the other's page."""
    watcher.wait_for_timeout(300)
    before = watcher.locator(".board").inner_html()
    fed = 0
    while can_feed(planner):
        planner.locator(".lab button.open").first.click()
        fed += 1
        expect(planner.get_by_role("button", name="Fed:")).to_have_count(fed)
    assert fed
    watcher.wait_for_timeout(300)
    assert watcher.locator(".board").inner_html() == before


@pytest.mark.parametrize("players", [2, 5])
def test_the_phone_shows_everything_without_overlap(browser: Browser, address: str, players: int) -> None:
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True, is_mobile=True)
    page, rng = start(context, address, players), random.Random(6)
    page.get_by_role("button", name="No more hints").click()
    end, checked = time.monotonic() + LONGEST_GAME, 0
    while not is_over(page) and checked < 12:
        assert time.monotonic() < end
        if page.locator(".prompt.due").count():
            check_layout(page)
            checked += 1
        take_turn(page, rng)
        beat(page)
    context.close()
    assert checked > 3


def check_layout(page: Page) -> None:
    """Nothing sticks out of the screen, and no parts of the board overlap."""
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    boxes = page.evaluate(
        """() => [".left", ".right", ".ring", ".own > .lab", ".own > .mixture", ".prompt .row", ".hand"].map((part) => {
            const box = document.querySelector(`.board ${part}`)?.getBoundingClientRect();
            return box && box.height ? [part, box.top, box.bottom, box.left, box.right] : null;
        }).filter(Boolean)"""
    )
    for one in boxes:
        assert one[3] >= -1, one
        assert one[4] <= PHONE["width"] + 1, one
        assert one[2] <= PHONE["height"] + (A_ROW if one[0] in CARDS else A_SCROLL), one
        for other in boxes:
            apart = one[2] <= other[1] + 2 or other[2] <= one[1] + 2 or one[4] <= other[3] + 2 or other[4] <= one[3] + 2
            assert one is other or apart, f"{one} lies over {other}"


def test_the_log_shows_recipes_as_cubes_and_reads_them_in_words(context: BrowserContext, address: str) -> None:
    turn_clocks(context)
    page = open_home(context, address, TITLE)
    play_now(page, game=TITLE, players=3)
    dealt = page.locator("aside.log li").filter(has_text="Your hand")
    expect(dealt.locator(".mini")).to_have_count(4)
    expect(dealt).to_contain_text("become")
    assert "→" not in page.locator("aside.log").inner_text()
    spoken = page.locator(".unseen[role=log] p").filter(has_text="Your hand")
    expect(spoken).to_contain_text("become")
    assert axe(page) == []
