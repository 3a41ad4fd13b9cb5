"""The end of a game as people see it: again, standings, moments, hidden cards, and the picture to share."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from coven.games import load_game
from coven.server.frames import encode, frame_of
from coven.server.table import Table
from tests.browser.browser_play import DESK, PHONE, axe
from tests.browser.layout import Stage
from tests.browser.moments import NAMES, SEAT, THE_END, Moment, about, begun, beside_bots
from tests.server.test_ending import play

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]

GAMES = {"three-witches": 3, "witchs-brew": 5, "midnight": 8, "whirling-witchcraft": 5}
SIZES: tuple[ViewportSize, ...] = (PHONE, DESK, {"width": 320, "height": 568}, {"width": 844, "height": 390})
BROKEN = """() => [...document.querySelectorAll("dialog[open] *")].filter((e) => {
  const box = e.getBoundingClientRect(), style = getComputedStyle(e);
  if (!box.width || e.closest(".unseen, svg, .card, canvas, .clause")) return false;
  const isSmall = e.matches("button, a, summary") && box.height < 44;
  const isOut = box.left < -1 || box.right > innerWidth + 1;
  const isFine = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && parseFloat(style.fontSize) < 12;
  return isSmall || isOut || isFine;
}).map((e) => e.outerHTML.slice(0, 120))"""
WRITES = """
  window.written = [];
  const write = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    window.written.push(text);
    return write.call(this, text, ...rest);
  };
"""
SHARES = """
  navigator.canShare = ({ files }) => files.length === 1;
  navigator.share = async (what) => { window.shared = [what.files[0].type, what.files[0].size, what.title, what.url]; };
"""


def over(game: str, players: int) -> Table:
    table = begun(load_game(game), players)
    play(table, seed=players)
    assert table.status == "over"
    return table


def moment_of(table: Table) -> Moment:
    everybody = set(range(table.head.players))
    frame = beside_bots(frame_of(table, SEAT, everybody, 0))
    return Moment(table.game.key, table.head.players, THE_END, encode(frame), about(table))


@pytest.fixture
def stage(browser: Browser, address: str) -> Iterator[Stage]:
    """A page at tables of our own."""
    found = Stage(browser, address)
    yield found
    found.close()


def shown(stage: Stage, table: Table) -> Page:
    """Its page, once the end is there."""
    stage.show(moment_of(table))
    stage.page.locator("dialog[open] .end").wait_for()
    return stage.page


@pytest.mark.parametrize("game", GAMES)
def test_the_end_begins_with_again_and_has_all_that_people_ask(stage: Stage, game: str) -> None:
    table = over(game, GAMES[game])
    page, result = shown(stage, table), frame_of(table, SEAT, set(), 0).result
    assert result
    end = page.locator("dialog[open] .end")
    again = end.get_by_role("button", name="Play again")
    expect(again).to_be_focused()
    expect(end.get_by_role("region", name="Standings").get_by_role("listitem")).to_have_count(GAMES[game])
    assert [one.strip() for one in end.locator("section .name bdi").all_inner_texts()] == [
        NAMES[one.seat] for one in result.standings
    ]
    cards = sum(len(one.cards) for one in result.hidden)
    expect(end.locator("figure li > .card")).to_have_count(cards)
    expect(end.locator("figure li > .card").filter(has=page.locator("svg"))).to_have_count(cards)
    for size in SIZES:
        page.set_viewport_size(size)
        assert page.evaluate(BROKEN) == [], size
        box = again.bounding_box()
        assert box
        assert box["y"] + box["height"] <= size["height"]
    assert axe(page) == []


def test_a_moment_leads_to_its_place_in_the_log_and_back(stage: Stage) -> None:
    table = over("witchs-brew", 4)
    page, result = shown(stage, table), frame_of(table, SEAT, set(), 0).result
    assert result
    page.get_by_role("button", name=result.moments[-1].text).click()
    log = page.get_by_role("dialog", name="What has happened")
    lines = [line.text for line in table.earlier(SEAT, len(table.log)) if line.entry == result.moments[-1].entry]
    expect(log.locator("li.at")).to_have_count(len(lines))
    expect(log.locator("li.at").first).to_be_in_viewport()
    log.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog", name="The end")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_picture_has_the_story_and_no_address(stage: Stage, tmp_path: Path) -> None:
    table = over("three-witches", 3)
    stage.page.add_init_script(WRITES)
    page, result = shown(stage, table), frame_of(table, SEAT, set(), 0).result
    assert result
    page.get_by_role("button", name="Picture to share").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the picture").click()
    download.value.save_as(tmp_path / "picture.png")
    data = (tmp_path / "picture.png").read_bytes()
    assert struct.unpack(">II", data[16:24]) == (1200, 630)
    written = " ".join(page.evaluate("window.written"))
    words = page.locator(".picture").get_attribute("aria-label") or ""
    for text in (table.game.title, result.told, *NAMES[:3], *(one.text for one in result.moments)):
        assert text in written
        assert text in words
    for secret in (page.url, "http", "127.0.0.1", "localhost", table.head.id):
        assert secret not in written + words + download.value.suggested_filename
        assert secret.encode() not in data
    assert axe(page) == []


def test_a_picture_is_shared_where_a_browser_can(stage: Stage) -> None:
    stage.page.add_init_script(SHARES)
    page = shown(stage, over("midnight", 4))
    page.get_by_role("button", name="Picture to share").click()
    page.get_by_role("button", name="Share the picture").click()
    page.wait_for_function("window.shared")
    kind, size, title, url = page.evaluate("window.shared")
    assert (kind, title, url) == ("image/png", "Witching Hour: Midnight", None)
    assert size > 10_000


def test_a_table_closed_by_its_host_shows_how_all_stood(stage: Stage) -> None:
    table = begun(load_game("whirling-witchcraft"), 3)
    play(table, 12)
    table.step(table.company.close(table.status, 0))
    page = shown(stage, table)
    expect(page.locator(".who")).to_have_text(table.reason or "")
    expect(page.get_by_role("region", name="Standings").get_by_role("listitem")).to_have_count(3)
    expect(page.locator(".winner")).to_have_count(0)
