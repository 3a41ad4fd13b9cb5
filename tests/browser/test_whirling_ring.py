"""The ring of Whirling Witchcraft: where mixtures go, how full workbenches are, mixtures going round, and the flood."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from coven.games import load_game
from coven.server.frames import encode
from tests.browser.browser_play import DESK, PHONE, Witness, hold, open_home, play_now
from tests.browser.layout import SETTLED, Stage
from tests.browser.moments import SEAT, Moment, about, begun, frames, moments
from tests.server.serving import serving, settings

KEY, TITLE = "whirling-witchcraft", "Whirling Witchcraft"
LONGEST = 1500
"""Milliseconds that a moment of the table may take."""
WAIT = 10
"""Seconds until streams lead where they should."""
NEAR = 12
"""Pixels between the end of a stream and the place that it leads to."""
pytestmark = pytest.mark.slow

ENDS = """() => {
  const board = document.querySelector(".board").getBoundingClientRect();
  const box = (name) => {
    const { left, right, top, bottom } = document.querySelector(`[data-stop="${name}"]`).getBoundingClientRect();
    return [left - board.left, right - board.left, top - board.top, bottom - board.top];
  };
  const away = ([left, right, top, bottom], { x, y }) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  return [...document.querySelectorAll("[data-flow]")].map((flow) => {
    const path = flow.querySelector("path"), [from, to] = flow.dataset.flow.split(" ");
    return [from, to, away(box(from), path.getPointAtLength(0)), away(box(to), path.getPointAtLength(1e6))];
  });
}"""
JARS = """() => [...document.querySelectorAll(".board .jar")].map((jar) => ({
  row: jar.dataset.row,
  laid: jar.querySelectorAll(".cube:not(.ghost, .label)").length,
  ghosts: jar.querySelectorAll(".ghost").length,
  said: jar.querySelector("b").firstChild.textContent.trim(),
}))"""
TIMES = """() => document.getAnimations().filter((one) => !one.effect.target.closest("button.open, .hand"))
  .map((one) => one.effect.getComputedTiming().endTime)"""
ARRIVED = """() => {
  const middle = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const places = [...document.querySelectorAll("[data-place], [data-row]")].map(middle);
  return [...document.querySelectorAll("[data-flying]")].map((cube) => {
    cube.getAnimations().forEach((one) => one.finish());
    const [x, y] = middle(cube);
    return Math.min(...places.map((place) => Math.hypot(place[0] - x, place[1] - y)));
  });
}"""


@pytest.fixture(scope="module")
def stage(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with serving(settings(tmp_path_factory.mktemp("ring"))) as address:
        stage = Stage(browser, address)
        yield stage
        stage.close()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_streams_lead_from_each_place_to_the_right_neighbours(stage: Stage, players: int, size: Any) -> None:
    stage.show(moments(load_game(KEY), players)[0])
    stage.page.set_viewport_size(size)
    stage.page.evaluate(SETTLED)
    found = stage.page.evaluate(ENDS)
    deadline = time.monotonic() + WAIT
    while [one for one in found if max(one[2:]) > NEAR] and time.monotonic() < deadline:
        stage.page.wait_for_timeout(50)  # on a busy machine they are drawn some frames after a new size
        found = stage.page.evaluate(ENDS)
    ways = {(start, end) for start, end, *_ in found}
    seats = range(players)
    names = [("out" if seat == SEAT else str(seat), "in" if right == SEAT else str(right))
             for seat in seats for right in [(seat - 1) % players]]  # fmt: skip
    assert ways == {("in", "out"), *names}
    assert [one for one in found if max(one[2:]) > NEAR] == []


@pytest.mark.parametrize("players", [2, 5])
def test_jars_hold_as_many_cubes_as_they_say(stage: Stage, players: int) -> None:
    for moment in moments(load_game(KEY), players)[2::3]:
        stage.show(moment)
        jars = stage.page.evaluate(JARS)
        assert len(jars) == 6 * players
        assert [jar for jar in jars if str(jar["laid"]) != jar["said"]] == [], moment.name


def feed_and_finish(page: Page) -> None:
    """Lay a recipe, feed one, and be done: the bots are quick."""
    page.get_by_role("button", name="No more hints").click()
    page.locator(".hand button.open").first.click()
    page.locator(".lab button.open").first.click()
    expect(page.get_by_role("button", name="Fed:")).to_have_count(1)
    page.get_by_role("button", name="Done:").click()
    expect(page.locator("p.travelling")).to_be_visible()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """At a table of three, by somebody who likes movement."""
    context = browser.new_context(viewport=DESK)
    witness = Witness(context, address)
    page = open_home(context, address, TITLE)
    play_now(page, game=TITLE, players=3)
    yield page
    context.close()
    assert witness.complaints == []


def test_mixtures_go_round_and_land_in_the_jars(page: Page) -> None:
    feed_and_finish(page)
    page.locator("[data-flying]").first.wait_for()
    assert 0 < max(page.evaluate(TIMES)) <= LONGEST
    away = page.evaluate(ARRIVED)
    assert away
    assert max(away) < 2
    expect(page.locator(".board")).to_contain_text("Round 2")
    assert page.locator("[data-flying]").count() == 0


@pytest.mark.parametrize("by", ["touch", "key"])
def test_mixtures_arrive_at_once_by_a_touch_or_a_key(page: Page, by: str) -> None:
    hold(page)
    feed_and_finish(page)
    page.locator("[data-flying]").first.wait_for()
    if by == "key":
        page.keyboard.press("Shift")
    else:
        page.mouse.click(500, 300)
    expect(page.locator("[data-flying]")).to_have_count(0)
    expect(page.locator("p.travelling")).to_have_count(0)


def test_mixtures_stay_until_they_are_sent_without_motion(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("() => new MutationObserver(() => document.querySelector('[data-flying]') && (window.flew = true))"
                  ".observe(document.body, { childList: true, subtree: true })")  # fmt: skip
    feed_and_finish(page)
    expect(page.locator("[data-goes]").first).to_be_visible()
    expect(page.locator("p.travelling")).to_have_count(0)
    assert not page.evaluate("() => Boolean(window.flew)")


def flooded_end() -> tuple[Moment, bytes]:
    """The last position of a seeded game in which a workbench runs over, and its end."""
    game = load_game(KEY)
    for players in game.players:
        table = begun(game, players)
        *_, last, end = frames(table)
        if end.status == "over" and any(end.view.over):
            return Moment(KEY, players, "flood", encode(last), about(table)), encode(end)
    raise AssertionError("no seeded game ends with a flood")


def show_flood(stage: Stage, motion: Any) -> Page:
    """The page sees the game end."""
    before, end = flooded_end()
    stage.page.set_viewport_size(DESK)
    stage.page.emulate_media(reduced_motion=motion)
    stage.show(before)
    hold(stage.page)
    expect(stage.page.locator("[data-water]")).to_have_count(0)
    stage.send(end)
    expect(stage.page.locator("[data-water]").first).to_be_attached()
    return stage.page


def test_the_flood_spills_what_does_not_fit_and_ends_by_a_touch(stage: Stage) -> None:
    page = show_flood(stage, "no-preference")
    flying = page.locator("[data-flying]")
    assert flying.count() == page.locator("[data-spilt]").count() > 0
    assert 0 < max(page.evaluate(TIMES)) <= LONGEST
    page.mouse.click(500, 420)
    expect(flying).to_have_count(0)
    page.wait_for_function(f"() => ({JARS})().every(({{ laid, said }}) => String(laid) === said)")


def test_the_flood_is_still_without_motion(stage: Stage) -> None:
    page = show_flood(stage, "reduce")
    assert page.locator("[data-flying]").count() == 0
    assert page.evaluate(TIMES) == []
    assert page.locator("[data-spilt]").first.is_visible()
