"""The first lesson in the page: offered at home, played by clicks, answered when something else is done, and left."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from coven.engine.lesson import lesson_of
from coven.games import all_games, load_game
from tests.browser.beside import lesson
from tests.browser.browser_play import axe, card, open_home
from tests.browser.layout import Stage
from tests.browser.moments import Moment

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]
GAME = load_game("three-witches")


def begin(page: Page) -> None:
    card(page).get_by_role("button", name="First lesson, 4 minutes").click()
    page.locator(".board").wait_for()


def told(page: Page, number: int) -> None:
    taught = lesson_of(GAME)
    assert taught
    expect(page.locator(".lesson .hint")).to_contain_text(f"First lesson, {number} of {len(taught.steps)}")
    expect(page.locator(".lesson .hint")).to_contain_text(taught.steps[number - 1].note.text[:60])


def outline(thing: Locator) -> str:
    """What the note speaks of is marked, also while a mistake is answered."""
    return str(thing.evaluate("thing => getComputedStyle(thing).outlineStyle"))


def test_a_lesson_is_offered_played_and_left(context: BrowserContext, address: str) -> None:
    page = open_home(context, address)
    expect(card(page).get_by_text("New to it?")).to_be_visible()
    begin(page)
    told(page, 1)
    assert axe(page) == []
    page.get_by_role("button", name="Raise to 4").click()
    expect(page.locator(".reason")).to_contain_text("Let the bid stand this time")
    marked = page.get_by_role("button", name="Let the bid of 3 stand")
    assert outline(marked) == "dashed"
    assert outline(page.get_by_role("button", name="Raise to 4")) == "none"
    marked.click()
    told(page, 2)
    assert outline(page.locator('[data-thing="card:newt-2"]')) == "dashed"
    assert outline(page.locator('[data-thing="card:dog-4"]')) == "none"
    page.locator('[data-thing="card:dog-4"]').click()
    expect(page.locator(".reason")).to_contain_text("Your 4s are your highest cards")
    page.locator('[data-thing="card:newt-2"]').click()
    told(page, 3)
    page.reload()
    told(page, 3)
    page.get_by_role("button", name="Leave the lesson").click()
    expect(page.locator(".lesson")).to_have_count(0)
    page.locator('[data-thing="card:owl-4"]').click()
    expect(page.locator(".trick")).to_contain_text("Trick 1")


DASHED = """() => [...document.querySelectorAll("[data-thing], .choice")].filter(
  (thing) => getComputedStyle(thing).outlineStyle === "dashed" && thing.checkVisibility()
).length"""


def of_each_kind() -> Iterator[tuple[Moment, int]]:
    """Moments of lessons that ask for things of different kinds, and how many acts those are."""
    kinds = set()
    for game in all_games():
        for moment in lesson(game)[:-1]:
            frame = json.loads(moment.frame)
            asked = [one["touches"] for one in frame["choices"] if one["action"] in frame["lesson"]["acts"]]
            things = {thing for touches in asked for thing in touches or ["a button"]}
            kind = (game.key, *sorted({thing.split(":")[0] for thing in things}))
            if kind not in kinds:
                kinds.add(kind)
                yield moment, len(asked)


def test_what_a_note_asks_for_is_marked_whatever_it_is(browser: Browser, address: str) -> None:
    stage, found, asked = Stage(browser, address), {}, {}
    for moment, count in of_each_kind():
        stage.show(moment)
        found[moment.name], asked[moment.name] = stage.page.evaluate(DASHED), count
    stage.close()
    assert {name: count for name, count in asked.items() if found[name] < count} == {}
    assert len(asked) > 12


def test_the_menu_has_the_lesson_and_home_asks_nobody_twice(context: BrowserContext, address: str) -> None:
    page = open_home(context, address)
    begin(page)
    before = page.url
    page.get_by_role("button", name="Table and settings").click()
    page.get_by_role("button", name="First lesson", exact=True).click()
    page.wait_for_url(lambda url: url != before)
    told(page, 1)
    page.goto(address)
    expect(card(page).get_by_role("button", name="First lesson, 4 minutes")).to_be_visible()
    expect(card(page).get_by_text("New to it?")).to_have_count(0)
