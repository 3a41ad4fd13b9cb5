"""Witch's Brew in the browser: five roles picked and played at once, claimed, turned down, used or declined."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.browser.browser_play import (
    DESK,
    LONGEST_GAME,
    axe,
    beat,
    card,
    is_over,
    open_home,
    play_now,
    press,
    seat_bots,
    turn_clocks,
)

TITLE = "Witch's Brew"
LONGEST_CHOICE = 30.0
"""Seconds."""
SEED, BOT_SEED = 7, 5
DARING = ("begging-monk", "cutpurse", "warlock", "assistant", "witch")
BREWING = ("wolf-keeper", "herb-collector", "snake-hunter", "witch", "druid")
LIT = ".own-panel button.open, .tray button.open, .hand button.open, .stacks button.open, button.choice"
"""What answers a question, the stronger choice first; declining comes last."""
PARTS_OF_A_GAME = ("the gold shelf", "the ingredients shelf", "turns the card down", "You cast", "You collect for")
"""What the log must have told; test_access plays whole games."""
PARTS = ".seat, .board > :is(.line, .stage, .middle, .book, .ask, .place, .own)"
"""What must not lie over each other."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


def start(context: BrowserContext, address: str, players: int = 4) -> Page:
    """A game against bots, on a page whose clock can be turned forward."""
    turn_clocks(context)
    page = open_home(context, address, TITLE)
    play_now(page, game=TITLE, players=players)
    return page


def deal_alike(patch: pytest.MonkeyPatch) -> None:
    """Let a server in this process deal one game, against bots that always play alike."""
    patch.setattr("coven.server.entries.game_seed", lambda share, nonces: SEED)
    patch.setattr("coven.players.secrets.randbits", lambda bits: BOT_SEED)


def phase(page: Page) -> str:
    """What is asked of the page's seat, "" for nothing; read at once, since the page may be about to change."""
    found: str = page.evaluate("document.querySelector('.board:has(.prompt.due)')?.dataset.phase ?? ''")
    return found


def pick_five(page: Page, roles: Sequence[str]) -> None:
    """Pick these roles, or what else can be had, without playing them yet."""
    for role in roles:
        thing = page.locator(f'.choose button.open[data-thing="role:{role}"]')
        if thing.count():
            press(thing)
    end = time.monotonic() + LONGEST_CHOICE
    while page.locator(".choose button.open").count():
        assert time.monotonic() < end, page.locator(".board").inner_text()
        press(page.locator(".choose button.open").first)
        beat(page)  # what was shown before may still be on its way out


def answer(page: Page, roles: Sequence[str], but: str = "") -> bool:
    """Pick and play five roles; claim, use and pay whatever can be. `but`: a question to leave unanswered."""
    asked = phase(page)
    if asked == but:
        return False
    if asked == "choose":
        pick_five(page, roles)
        return press(page.get_by_role("button", name="Take these five"))
    return bool(asked) and page.locator(LIT).count() > 0 and press(page.locator(LIT).first)


def play_on(pages: list[Page], roles: Sequence[str], until: str = "") -> None:
    """Everybody plays to the end, or until the first page is asked that."""
    end = time.monotonic() + LONGEST_GAME
    while not all(is_over(page) for page in pages):
        if until and phase(pages[0]) == until:
            return
        assert time.monotonic() < end, "the game does not end"
        for page in pages:
            answer(page, roles, until if page is pages[0] else "")
        beat(*pages)


def log_of(page: Page) -> str:
    return page.get_by_role("complementary", name="Log").inner_text()


def test_four_play_by_clicks_with_red_roles_and_a_spell(
    context: BrowserContext, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seeded; the person takes both red roles and the warlock along in every set."""
    deal_alike(monkeypatch)
    page = start(context, address)
    missing, end = set(PARTS_OF_A_GAME), time.monotonic() + LONGEST_GAME
    while missing:
        assert time.monotonic() < end, missing
        assert not is_over(page), missing
        answer(page, DARING)
        beat(page)
        log = log_of(page)
        missing = {part for part in missing if part not in log}


def test_two_browsers_choose_at_once_and_see_nothing(browser: Browser, address: str) -> None:
    contexts = [browser.new_context(viewport=DESK, reduced_motion="reduce") for _ in range(2)]
    turn_clocks(*contexts)
    anna = open_home(contexts[0], address, TITLE)
    anna.get_by_label("Your name").fill("Anna")
    card(anna, TITLE, 3).get_by_role("button", name="Play with friends").click()
    link = anna.get_by_label("Link for your friends").input_value()
    bea = contexts[1].new_page()
    bea.goto(link)
    bea.get_by_label("Your name").fill("Bea")
    bea.get_by_role("button", name="Sit here").first.click()
    expect(anna.get_by_role("listitem").filter(has_text="Bea")).to_be_visible()
    seat_bots(anna, "Let a bot play", "thumb")
    anna.get_by_role("button", name="Begin").click()
    for page in (anna, bea):
        page.locator(".board").wait_for()
    pick_five(anna, DARING)
    pick_five(bea, BREWING)
    anna.get_by_role("button", name="Take these five").click()
    expect(bea.locator('.seat[data-seat="0"]')).to_contain_text("ready")
    expect(anna.locator('.seat[data-seat="1"]')).to_contain_text("choosing")
    expect(bea.locator('.choose [aria-pressed="true"]')).to_have_count(5)
    anna.get_by_role("button", name="Take back", exact=True).click()
    expect(anna.locator(".choose")).to_be_visible()
    expect(bea.locator('.seat[data-seat="0"]')).to_contain_text("choosing")
    pick_five(anna, DARING)
    anna.get_by_role("button", name="Take these five").click()
    bea.get_by_role("button", name="Take these five").click()
    for page in (anna, bea):
        expect(page.get_by_role("complementary", name="Log")).to_contain_text("All have chosen five roles")
    assert "Begging Monk, " not in log_of(bea).split("Your roles:")[1].split("\n")[0]
    play_on([anna, bea], BREWING, until="use")
    decline = anna.get_by_role("button", name="Decline", exact=True)
    expect(decline).to_be_visible()
    decline.click()
    expect(anna.get_by_role("complementary", name="Log")).to_contain_text("You decline the")
    for one in contexts:
        one.close()


def test_roles_that_are_out_say_so_and_five_players_have_none(context: BrowserContext, address: str) -> None:
    turn_clocks(context)
    page = open_home(context, address, TITLE)
    option = card(page, TITLE, 4).get_by_label("Some roles are out")
    card(page, TITLE).get_by_text("Options", exact=True).click()
    option.check()
    card(page, TITLE, 5)
    expect(option).to_have_count(0)
    play_now(page, game=TITLE, players=4)
    shut = page.locator(".choose button.shut")
    expect(shut).to_have_count(1)
    shut.click()
    expect(page.locator(".reason")).to_contain_text("is out in this set")
    expect(page.locator(".reason")).to_contain_text("WB-70")


def test_nothing_overlaps_and_axe_finds_nothing(
    browser: Browser, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the desk, with five; test_layout looks at phones. Seeded; what did not come up in one game is waited for in
    another game."""
    deal_alike(monkeypatch)
    size, players = DESK, 5
    context = browser.new_context(viewport=size, reduced_motion="reduce")
    page = start(context, address, players)
    seen, end = set[str](), time.monotonic() + LONGEST_GAME
    while not seen >= {"choose", "call", "answer", "use", "vial"}:
        assert time.monotonic() < end, seen
        if is_over(page):
            page.close()
            page = start(context, address, players)
        asked = phase(page)
        if asked and asked not in seen:
            seen.add(asked)
            check_layout(page, size)
            assert axe(page) == [], asked
        answer(page, BREWING if len(seen) % 2 else DARING)
        beat(page)
    dialog = page.locator("dialog[open]")
    while not dialog.count():  # a touch may end what is shown, or play
        assert time.monotonic() < end
        press(page.locator(".middle button").first)
        page.wait_for_timeout(100)
        if not dialog.count():  # which would keep the answer away
            answer(page, DARING)
    assert axe(page) == []
    context.close()


def check_layout(page: Page, size: ViewportSize) -> None:
    """Nothing sticks out of the screen, and no parts of the board overlap."""
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]
    boxes = page.evaluate(
        """(parts) => [...document.querySelectorAll(parts)].map((part) => {
            const box = part.getBoundingClientRect();
            return box.height && box.width ? [part.className, box.top, box.bottom, box.left, box.right] : null;
        }).filter(Boolean)""",
        PARTS,
    )
    for one in boxes:
        for other in boxes:
            apart = one[2] <= other[1] + 2 or other[2] <= one[1] + 2 or one[4] <= other[3] + 2 or other[4] <= one[3] + 2
            assert one is other or apart, f"{one} lies over {other}"
