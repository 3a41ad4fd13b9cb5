"""No game dies late: every game is played to the last round that its rules allow, with looks at all there is."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from coven.engine.game import AnyGame
from coven.engine.match import Match
from coven.engine.record import GameRecord
from coven.games import all_games
from coven.server.changes import Head, Stored
from coven.server.ending import record_of
from coven.server.folding import fold
from coven.server.frames import encode, frame_of
from coven.server.table import Table
from tests.laws.games import COMPILED_TABLES, GAMES, IS_CHECKED, table
from tests.laws.late import longest, moments_to_look, prolong
from tests.laws.look import Looker, replay_compiled

only_once = pytest.mark.skipif(IS_CHECKED, reason="plain Python checks every index anyway")
if_checked = pytest.mark.skipif(not IS_CHECKED, reason="it is for indices: NUMBA_BOUNDSCHECK=1")
SHARE = "0" * 32
"""What everybody gives to the deal of a table."""
each_smallest = pytest.mark.parametrize("game", all_games(), ids=[game.key for game in all_games()])
all_tables = pytest.mark.parametrize(("game", "players"), [table(one, n) for one in GAMES for n in one.players])


@pytest.mark.slow
@only_once
@all_tables
def test_the_longest_game_can_be_looked_at_till_its_end(game: AnyGame, players: int, tmp_path: Path) -> None:
    played = longest(game.key, players)
    match, looks = Match(game, players, played.seed), moments_to_look(game, players, played)
    looker = Looker(match)
    for number in range(len(played.acts) + 1):
        if number in looks:
            looker.look()
        if number > looks[-3]:
            looker.undo()
        if number < len(played.acts):
            match.act(*played.acts[number])
    looker.look_at_end()
    match.record().save(tmp_path / "game.json")
    again = GameRecord.load(tmp_path / "game.json").verify(game)
    assert again.state == match.state


@if_checked
@pytest.mark.parametrize(("game", "players"), COMPILED_TABLES)
def test_the_longest_game_can_be_looked_at_with_indices_checked(game: AnyGame, players: int) -> None:
    played = longest(game.key, players)
    match = Match(game, players, played.seed)
    for seat, action in played.acts:
        game.rules.apply(match.deck.tables, match.state, seat, action)
    law, act, end = replay_compiled(game, players, played, moments_to_look(game, players, played))
    assert (law, act) == ("kept", len(played.acts))
    assert end == match.state.to_bytes()


def begun(game: AnyGame, players: int) -> Table:
    """A table in memory, with people on every seat, whose deal is always the same."""
    found = Table(
        game, Head("late", game.key, game.rules_version, players, json.dumps(game.decks.default().data), SHARE, SHARE)
    )
    for seat in range(players):
        found.sit(seat, f"Anna {seat}", SHARE)
    found.start()
    return found


@pytest.mark.slow
@only_once
@each_smallest
def test_the_longest_game_can_be_played_at_a_table(game: AnyGame) -> None:
    players = game.players[0]
    played, rng, moment = begun(game, players), random.Random(players), ""
    while played.status == "playing":
        match = played.running
        if game.talk.moment(match.state) != moment:
            moment = game.talk.moment(match.state)
            draw_pages(played)
        seat = rng.choice(match.pending)
        played.act(seat, played.question_id(seat), prolong(game, match.numbers(seat), rng))
    draw_pages(played)
    again = fold(game, Stored(played.head, list(played.log), [], [], []))
    for seat in range(players):
        assert again.chronicle(seat).lines == played.chronicle(seat).lines
    assert record_of(again).verify(game).state == played.running.state


def draw_pages(played: Table) -> None:
    """Make every seat's frame."""
    everybody = set(range(len(played.places)))
    for seat in everybody:
        assert encode(frame_of(played, seat, everybody, 0))
