"""Midnight in the browser: matching, calling, forgetting, catching, passing; up to eight at a table."""

from __future__ import annotations

import random
import time

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from coven.players import attention
from tests.browser.browser_play import (
    A_ROW,
    A_SCROLL,
    DESK,
    LONGEST_GAME,
    PHONE,
    beat,
    card,
    is_over,
    open_home,
    play_now,
    press,
    turn_clocks,
)

TITLE = "Witching Hour: Midnight"
LONG_HAND, LARGE_HAND = 11, 20
PARTS = ".seat, .board > :is(.middle, .news, .ask, .calls, .bar, .own)"
"""What must not lie over each other."""
SEED, BOT_SEED = 33, 5
"""Seeds of deal and bots with which a person who plays as `first_of_all` does is caught and passes a card on."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


def start(context: BrowserContext, address: str, players: int = 5) -> Page:
    """A game against bots."""
    turn_clocks(context)
    page = open_home(context, address, TITLE)
    play_now(page, game=TITLE, players=players)
    return page


def answer(page: Page, rng: random.Random) -> bool:
    """Play a card if one goes, without any call; otherwise whatever is lit."""
    if page.locator(".prompt.due").count() == 0:
        return False
    for things in (page.locator(".own button.open"), page.locator("button.open, button.choice")):
        count = things.count()
        if count:
            return press(things.nth(rng.randrange(count)))
    return False


def play_on(pages: list[Page], rng: random.Random, until: str = "") -> None:
    """Everybody plays to the end, or until something of that selector is to be seen by the first page."""
    end = time.monotonic() + LONGEST_GAME
    while not all(is_over(page) for page in pages):
        assert time.monotonic() < end, "the game does not end"
        for page in pages:
            if not page.locator(".prompt.due").count():
                continue
            if until and pages[0].locator(until).count():
                return
            answer(page, rng)
        beat(*pages)


def log_of(page: Page) -> str:
    return page.get_by_role("complementary", name="Log").inner_text()


def first_of_all(page: Page) -> bool:
    """Play the open card whose name comes first, without any call; or else declare so, draw or take."""
    if page.locator(".prompt.due").count() == 0:
        return False
    for things in (".own button.open", ".declare button.open", ".middle button.open"):
        texts = page.locator(things).evaluate_all("all => all.map((one) => one.textContent.trim())")
        if texts:
            return press(page.locator(things).nth(texts.index(min(texts))))
    return False


def test_a_game_of_five_by_clicks_with_a_catch_and_a_circle(
    context: BrowserContext, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seeded. Bots notice everything, and the person never calls."""
    monkeypatch.setattr(attention, "NOTICES", {"random": 1.0, "thumb": 1.0})
    monkeypatch.setattr("coven.server.entries.game_seed", lambda share, nonces: SEED)
    monkeypatch.setattr("coven.players.secrets.randbits", lambda bits: BOT_SEED)
    page, end = start(context, address), time.monotonic() + LONGEST_GAME
    while not is_over(page):
        assert time.monotonic() < end, "the game does not end"
        first_of_all(page)
        beat(page)
    page.get_by_role("dialog", name="The end").wait_for()
    page.keyboard.press("Escape")
    log = log_of(page)
    assert 'catches you: no "Midnight!" was called, and you draw 2 cards' in log
    assert "Everybody passes a card on. You pass" in log


def three(browser: Browser, address: str) -> list[Page]:
    """Anna, Bea and Cora at a table of their own, each in a browser of her own."""
    contexts = [browser.new_context(viewport=DESK, reduced_motion="reduce") for _ in range(3)]
    turn_clocks(*contexts)
    anna = open_home(contexts[0], address, TITLE)
    anna.get_by_label("Your name").fill("Anna")
    card(anna, TITLE, 3).get_by_role("button", name="Play with friends").click()
    link = anna.get_by_label("Link for your friends").input_value()
    pages = [anna]
    for context, name in zip(contexts[1:], ("Bea", "Cora"), strict=True):
        page = context.new_page()
        page.goto(link)
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Sit here").first.click()
        pages.append(page)
    return pages


def begin(pages: list[Page]) -> None:
    pages[0].get_by_role("button", name="Begin").click()
    for page in pages:
        page.locator(".board").wait_for()


def test_a_seat_that_is_not_asked_catches_with_one_click(browser: Browser, address: str) -> None:
    pages = three(browser, address)
    begin(pages)
    rng, end = random.Random(2), time.monotonic() + LONGEST_GAME
    while True:
        assert time.monotonic() < end, "nobody forgets"
        idle = [page for page in pages if page.locator(".catch").count() and not page.locator(".prompt.due").count()]
        if idle:
            break
        assert not any(is_over(page) for page in pages), "the deal ended early"
        for page in pages:
            answer(page, rng)
        beat(*pages)
    (catcher, *_) = idle
    catch = catcher.locator(".catch")
    expect(catch).to_contain_text("Midnight!")
    name = catcher.locator(".seat", has=catch).get_attribute("aria-label")
    seat = catcher.get_by_role("region", name=name)
    before = int(seat.locator(".cards b").inner_text())
    catch.click()
    expect(seat.locator(".cards b")).to_have_text(str(before + 2))
    expect(catcher.locator(".catch")).to_have_count(0)
    expect(catcher.get_by_role("complementary", name="Log")).to_contain_text("You catch")
    for page in pages:
        page.context.close()


def test_the_table_agrees_on_the_first_seat_and_calls(browser: Browser, address: str) -> None:
    pages = three(browser, address)
    anna, bea, cora = pages
    anna.get_by_label("Who begins").select_option("Bea")
    expect(cora.get_by_label("Who begins")).to_have_value("1")
    cora.get_by_label("Calls are made for you").click()
    expect(anna.get_by_label("Calls are made for you")).to_be_checked()
    begin(pages)
    expect(bea.locator(".prompt.due")).to_have_count(1)
    rng = random.Random(3)
    while not all(is_over(page) for page in pages):
        for page in pages:
            assert page.locator(".toggles, .catch").count() == 0
            answer(page, rng)
        beat(*pages)
    anna.get_by_role("dialog", name="The end").wait_for()
    for page in pages:
        page.context.close()


def test_a_call_is_made_with_the_play(context: BrowserContext, address: str) -> None:
    rng, called = random.Random(4), ""
    while not called:
        page = start(context, address, 2)
        play_on(
            [page],
            rng,
            until=".board:has(.prompt.due) .call:has-text('Midnight!')",
        )
        call = page.locator(".call", has_text="Midnight!")
        if call.count() and page.locator(".own button.open").count():
            call.click()
            expect(call).to_have_attribute("aria-pressed", "true")
            page.locator(".own button.open").first.click()
            expect(page.get_by_role("complementary", name="Log")).to_contain_text('call "Midnight!"')
            called = log_of(page)
        page.close()
    assert "catches you" not in called


def test_the_hand_is_sorted_at_a_touch_and_dim_cards_say_why(context: BrowserContext, address: str) -> None:
    page = start(context, address, 3)
    page.locator(".prompt.due").wait_for()
    for order in ("shape", "colour", "suit"):
        button = page.get_by_role("button", name=order, exact=True)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.get_by_role("button", name="suit", exact=True)).to_have_attribute("aria-pressed", "true")
    rng = random.Random(5)
    shut, reason = page.locator(".own button.shut"), page.locator(".reason")
    while not (shut.count() and press(shut.first) and reason.count()):  # the game may just have moved on
        answer(page, rng)
        beat(page)
    expect(reason).to_contain_text("MN-")


@pytest.mark.parametrize("players", [2, 8])
def test_the_phone_shows_everything_without_overlap(browser: Browser, address: str, players: int) -> None:
    """Games are played until a hand has been long: with eight players one may end before."""
    rng, end, most = random.Random(7), time.monotonic() + LONGEST_GAME, 0
    while most < LONG_HAND:
        context = browser.new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True, is_mobile=True)
        page = start(context, address, players)
        page.get_by_role("button", name="No more hints").click()
        while not is_over(page) and most < LARGE_HAND:
            assert time.monotonic() < end, f"no hand had more than {most} cards"
            if page.locator(".prompt.due").count():
                check_layout(page)
                most = max(most, page.locator(".own button").count())
            draw_or_answer(page, rng)
            beat(page)
        context.close()


def draw_or_answer(page: Page, rng: random.Random) -> None:
    """Hands shall grow: draw if that is open."""
    pile: Locator = page.locator(".middle button.open")
    if page.locator(".prompt.due").count() and pile.count():
        press(pile.first)
    else:
        answer(page, rng)


def check_layout(page: Page) -> None:
    """Nothing sticks out of the screen, no part lies over another, and every open card is there to be touched."""
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    boxes = page.evaluate(
        """(parts) => [...document.querySelectorAll(parts)].map((part) => {
            const box = part.getBoundingClientRect();
            return box.height && box.width ? [part.className, box.top, box.bottom, box.left, box.right] : null;
        }).filter(Boolean)""",
        PARTS,
    )
    for one in boxes:
        assert one[3] >= -1, one
        assert one[4] <= PHONE["width"] + 1, one
        assert one[2] <= PHONE["height"] + (A_ROW if one[0].startswith("own ") else A_SCROLL), one
        for other in boxes:
            apart = one[2] <= other[1] + 2 or other[2] <= one[1] + 2 or one[4] <= other[3] + 2 or other[4] <= one[3] + 2
            assert one is other or apart, f"{one} lies over {other}"
    hidden = page.evaluate(
        """() => [...document.querySelectorAll(".own button.open")].filter((card) => {
            const box = card.getBoundingClientRect();
            const at = document.elementFromPoint(box.left + Math.min(box.width / 2, 12), box.top + box.height / 2);
            return !card.contains(at);
        }).map((card) => card.textContent)"""
    )
    assert hidden == []
