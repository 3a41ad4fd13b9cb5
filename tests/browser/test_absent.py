"""Seats whose person is away or has left: every game's table says so, and nobody is said to be thinking there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from coven.engine.game import AnyGame
from coven.games import all_games
from tests.browser.layout import SIZES, Stage
from tests.browser.moments import THE_END, Moment, moments
from tests.server.serving import serving, settings

pytestmark = pytest.mark.slow
AWAY, LEFT = {"kind": "person", "present": False, "level": None}, {"kind": "empty", "present": False, "name": ""}
BUSY = ("thinking", "to play", "to act", "chooses", "choosing", "calls")
"""What is said of seats that are waited for."""


@pytest.fixture(scope="module")
def stage(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with serving(settings(tmp_path_factory.mktemp("absent"))) as address:
        stage = Stage(browser, address)
        yield stage
        stage.close()


def without(moment: Moment, seat: int, how: dict[str, object]) -> Moment:
    """The moment with nobody in that seat."""
    frame = json.loads(moment.frame)
    frame["seats"][seat] |= how
    return replace(moment, frame=json.dumps(frame).encode())


@pytest.mark.parametrize("how", [AWAY, LEFT], ids=["away", "left"])
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_an_absent_seat_is_away_and_does_not_think(stage: Stage, game: AnyGame, how: dict[str, object]) -> None:
    found = [one for one in moments(game, min(game.players)) if THE_END not in one.name]
    moment = next(one for one in found if json.loads(one.frame)["seats"][1]["owes"])
    stage.show(without(moment, 1, how))
    board = stage.page.locator(".board")
    for size in ("390x844", "1280x800", "320x568"):
        complaints, _ = stage.judge(SIZES[size])
        assert complaints == [], size
        expect(board.get_by_text("away", exact=True).filter(visible=True)).to_have_count(1)
    panel = board.locator("section, button").filter(has=stage.page.get_by_text("away", exact=True)).last
    assert not [word for word in BUSY if word in panel.inner_text().split("\n")]
