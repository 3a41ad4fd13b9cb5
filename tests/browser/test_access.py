"""Whole games without a mouse: by keyboard alone, and by what a screen reader says alone."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, CDPSession, Page
from playwright.sync_api import Error as PlaywrightError

from tests.browser.browser_play import LONGEST_GAME, OPEN, PHONE, beat, open_home, turn_clocks

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]


@dataclass(frozen=True)
class Short:
    """A game that is soon over, and how its buttons are called that answer a question."""

    title: str
    players: int
    seed: int
    verbs: str


GAMES = [
    Short(
        "3 Witches", 3, 5, r"Decline to bid|Bid|Raise to|Let the|Discard|Lead|Lay|Play|Take back \w|Propose to|Continue"
    ),
    Short("Witch's Brew", 5, 7, r"I am|No, I am|So be|Take|Turn|No vial|Collect|Add|Pay|Give|That is|Decline"),
    Short("Witching Hour: Midnight", 2, 1, r"Play|Draw|Take the|Declare|Pass on|Own up"),
    Short("Whirling Witchcraft", 2, 1, r"Lay|Feed|Done"),
]
by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
BOT_SEED = 5
MOST_STEPS = 90
"""Tabs from one end of the page to the other."""


@pytest.fixture(autouse=True)
def seeds(game: Short, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game every time."""
    monkeypatch.setattr("coven.server.entries.game_seed", lambda share, nonces: game.seed)
    monkeypatch.setattr("coven.players.secrets.randbits", lambda bits: BOT_SEED)


def play_out(page: Page, turn: Callable[[random.Random], None], is_over: Callable[[], bool]) -> None:
    """Take turns until the end is announced."""
    rng, end = random.Random(1), time.monotonic() + LONGEST_GAME
    while not is_over():
        assert time.monotonic() < end, "the game does not end"
        turn(rng)
        beat(page)


# By keyboard

IS_OPEN = f"document.activeElement.matches('{OPEN}') || document.activeElement.textContent.trim() === 'Continue'"
IS_ASKED = """document.querySelector('.prompt.due') !== null
  || [...document.querySelectorAll('.board button')].some(button => button.textContent.trim() === 'Continue')"""


def tab_to(page: Page, what: str, key: str = "Tab") -> bool:
    """Press a key until it holds of what has the focus; False if it holds nowhere."""
    for _ in range(MOST_STEPS):
        if page.evaluate(what):
            return True
        page.keyboard.press(key)
    return False


def choose_at_home(page: Page, game: Short) -> None:
    """Against bots by rules of thumb, and begin."""
    article = f"document.activeElement.closest('article')?.ariaLabel.startsWith({game.title!r})"
    assert tab_to(page, "document.activeElement.ariaLabel === 'Bots play as'")
    page.keyboard.type("Rules")
    if game.players != 3:
        assert tab_to(page, f"{article} && document.activeElement.type === 'radio'")
        assert tab_to(page, f"document.activeElement.value === '{game.players}'", "ArrowLeft")
    assert tab_to(page, f"{article} && document.activeElement.textContent.includes('Play now')")
    page.keyboard.press("Enter")
    page.locator(".board").wait_for()


def press_by_keys(page: Page, rng: random.Random) -> None:
    """Go on to something that answers the question, and press it."""
    if not page.evaluate(IS_ASKED):
        return
    passed = 0
    for _ in range(MOST_STEPS):
        is_open, is_card, is_asked = page.evaluate(
            f"[{IS_OPEN}, document.activeElement.matches('.hand button'), {IS_ASKED}]"
        )
        if not is_asked:
            return
        if is_open and passed >= rng.randrange(3):
            page.keyboard.press("Enter")
            return
        passed += is_open
        page.keyboard.press("ArrowRight" if is_card and rng.random() < 0.7 else "Tab")


@by_game
def test_a_whole_game_by_keyboard_alone(context: BrowserContext, address: str, game: Short) -> None:
    turn_clocks(context)
    page = open_home(context, address, game.title)
    choose_at_home(page, game)
    play_out(page, lambda rng: press_by_keys(page, rng), lambda: page.get_by_role("dialog", name="The end").count() > 0)
    assert page.evaluate("document.activeElement.closest('dialog') !== null")
    page.keyboard.press("Escape")
    assert page.get_by_role("dialog", name="The end").count() == 0


# By what a screen reader says


class Reader:
    """Knows a page by its accessibility tree alone: roles and names."""

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self._line: CDPSession = context.new_cdp_session(page)
        self._line.send("Accessibility.enable")
        self._heard: list[tuple[str, str, int]] = []

    def things(self) -> list[tuple[str, str, int]]:
        """What there is, as (role, name, number); what cannot be used now is left out, and what is pressed already."""
        nodes: list[dict[str, Any]] = self._line.send("Accessibility.getFullAXTree")["nodes"]
        found = []
        for node in nodes:
            states = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
            is_usable = not node["ignored"] and not states.get("disabled") and states.get("pressed") != "true"
            if is_usable and "name" in node and "backendDOMNodeId" in node:
                role = "toggle" if "pressed" in states else node["role"]["value"]
                found.append((role, node["name"]["value"], node["backendDOMNodeId"]))
        self._heard = found
        return found

    def has_heard(self, role: str, name: str) -> bool:
        """Was it there the last time?"""
        return any((what, called) == (role, name) for what, called, _ in self._heard)

    def press(self, number: int) -> None:
        """As a screen reader does; what has gone in the meantime is not pressed."""
        with suppress(PlaywrightError):
            found = self._line.send("DOM.resolveNode", {"backendNodeId": number})
            wanted = {"objectId": found["object"]["objectId"], "functionDeclaration": "function () { this.click() }"}
            self._line.send("Runtime.callFunctionOn", wanted)


def press_by_name(reader: Reader, game: Short, rng: random.Random) -> None:
    """Press one of the buttons whose names say that they answer; what has opened over the table is closed."""
    answers = re.compile(rf"(?:^|(?<!Full action)(?<!Favour)[:.] )(?:{game.verbs})\b")
    things = reader.things()
    first = [number for role, name, number in things if role == "button" and name in ("Take these five", "Close")]
    found = [
        number
        for role, name, number in things
        if "not now" not in name
        and ((role == "button" and answers.search(name)) or (role == "toggle" and "Full action" in name))
    ]
    if first or found:
        reader.press(rng.choice(first or found))


@by_game
def test_a_whole_game_by_names_alone(context: BrowserContext, address: str, game: Short) -> None:
    turn_clocks(context)
    page = open_home(context, address, game.title)
    page.get_by_label("Bots play as").select_option(label="Rules of thumb")
    article = page.get_by_role("article", name=game.title)
    if game.players != 3:
        article.get_by_role("radio", name=str(game.players), exact=True).check()
    article.get_by_role("button", name="Play now against bots").click()
    page.set_viewport_size(PHONE)  # without a log of its own beside the table
    reader = Reader(context, page)
    play_out(page, lambda rng: press_by_name(reader, game, rng), lambda: reader.has_heard("dialog", "The end"))
