"""What was to be seen between two positions goes to pages that saw the first one, and once."""

from __future__ import annotations

import random

import pytest

from coven.engine.game import AnyGame
from coven.engine.plain import to_builtins
from coven.games import all_games
from coven.server.frames import frame_of
from coven.server.opening import new_table
from coven.server.table import Table
from tests.server.serving import nonce

GAMES = [game for game in all_games() if game.key != "midnight"]
MOST = 150


def begun(game: AnyGame) -> Table:
    """A table in memory, with people on every seat."""
    table = new_table(game, game.players[0], game.decks.default())
    for seat in range(game.players[0]):
        table.sit(seat, f"Anna {seat}", nonce())
    table.start()
    return table


def lines(table: Table, seat: int) -> int:
    return len(table.chronicle(seat).lines)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_it_goes_once_to_every_page_that_was_there(game: AnyGame) -> None:
    table, lots, found = begun(game), random.Random(5), 0
    seats = range(game.players[0])
    told = [lines(table, seat) for seat in seats]
    for _ in range(MOST):
        if table.status != "playing":
            break
        seat = lots.choice(table.running.pending)
        table.act(seat, table.question_id(seat), lots.choice(table.running.numbers(seat)))
        sent = [frame_of(table, viewer, set(), told[viewer]) for viewer in seats]
        assert len({frame.between is None for frame in sent}) == 1
        found += sent[0].between is not None
        told = [lines(table, viewer) for viewer in seats]
        for viewer in seats:
            assert frame_of(table, viewer, set(), told[viewer]).between is None
            assert frame_of(table, viewer, set(), 0).between is None
    assert found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_it_asks_nobody_and_is_no_position_of_its_own(game: AnyGame) -> None:
    table, lots = begun(game), random.Random(5)
    while table.status == "playing":
        before = to_builtins(frame_of(table, 0, set(), 0).view)
        told = lines(table, 0)
        seat = lots.choice(table.running.pending)
        table.act(seat, table.question_id(seat), lots.choice(table.running.numbers(seat)))
        frame = frame_of(table, 0, set(), told)
        if frame.between is not None:
            seen = to_builtins(frame.between.view)
            assert seen["pending"] == []
            assert seen not in (before, to_builtins(frame.view))
            return
    raise AssertionError("nothing was seen between")
