"""Positions between two frames go, once, to pages that saw the first one."""

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


def last_told(table: Table) -> int:
    return table.chronicle(0).lines[-1].entry


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_it_goes_once_to_every_present_page(game: AnyGame) -> None:
    table, rng, found = begun(game), random.Random(5), 0
    seats = range(game.players[0])
    told = last_told(table)
    for _ in range(MOST):
        if table.status != "playing":
            break
        seat = rng.choice(table.running.pending)
        table.act(seat, table.question_id(seat), rng.choice(table.running.numbers(seat)))
        sent = [frame_of(table, viewer, set(), told) for viewer in seats]
        assert len({frame.between is None for frame in sent}) == 1
        found += sent[0].between is not None
        told = last_told(table)
        for viewer in seats:
            assert frame_of(table, viewer, set(), told).between is None
            assert frame_of(table, viewer, set(), 0).between is None
    assert found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_it_asks_nobody_and_is_not_a_new_position(game: AnyGame) -> None:
    table, rng = begun(game), random.Random(5)
    while table.status == "playing":
        before = to_builtins(frame_of(table, 0, set(), 0).view)
        told = last_told(table)
        seat = rng.choice(table.running.pending)
        table.act(seat, table.question_id(seat), rng.choice(table.running.numbers(seat)))
        frame = frame_of(table, 0, set(), told)
        if frame.between is not None:
            seen = to_builtins(frame.between.view)
            assert seen["pending"] == []
            assert seen not in (before, to_builtins(frame.view))
            return
    raise AssertionError("nothing was seen between")
