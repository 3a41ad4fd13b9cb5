"""Copies share nothing with what they are copies of, however they are made, or are refused with a sentence."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import coven
from coven.engine.game import AnyGame
from coven.engine.match import Match
from coven.engine.record import GameRecord
from coven.games import all_games, load_game
from coven.players import PLAYERS, make_player
from coven.server.opening import new_table

WAYS: dict[str, Callable[[Any], Any]] = {"copy": copy.copy, "deepcopy": copy.deepcopy, "own": lambda one: one.copy()}
SYSTEM = {name: way for name, way in WAYS.items() if name != "own"}


def play_on(match: Match, steps: int) -> None:
    for _ in range(steps):
        seat = match.pending[-1] if match.pending else 0
        if match.pending:
            match.act(seat, match.numbers(seat)[-1])


def facts(match: Match) -> tuple[Any, ...]:
    return (match.state.to_bytes(), list(match.acts), match.settled, list(match.spoken), dict(match.options))


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_playing_in_a_copy_leaves_the_match_alone(game: AnyGame, way: Callable[[Any], Any]) -> None:
    match = Match(game, seed=3)
    play_on(match, 5)
    twin, before = way(match), facts(match)
    assert (facts(twin), twin.deck, twin.seat_names) == (before, match.deck, match.seat_names)
    play_on(twin, 7)
    twin.spoken.append((0, 0, "", ""))
    assert facts(match) == before
    again = facts(twin)
    play_on(match, 12)
    for seat in range(match.players):
        while match.can_undo(seat):
            match.undo(seat)
    assert facts(twin) == again
    assert GameRecord.of(Match(game, seed=3)).data["deck"] == GameRecord.of(match).data["deck"]


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_copy_of_a_state_shares_no_list(way: Callable[[Any], Any]) -> None:
    state = coven.new("midnight", seed=3).state
    twin, before = way(state), state.to_bytes()
    assert twin == state
    twin.counts[0][0] += 1
    twin.seed[0] += 1
    assert state.to_bytes() == before


@pytest.mark.parametrize("way", SYSTEM.values(), ids=SYSTEM)
def test_copies_of_decks_and_records_share_no_data(way: Callable[[Any], Any]) -> None:
    game = load_game("three-witches")
    deck, record = game.decks.default(), GameRecord.of(Match(game, seed=3))
    tables = deck.tables.to_bytes()
    twins, before = (way(deck), way(record)), json.dumps([deck.data, record.data])
    assert twins == (deck, record)
    twins[0].data["suits"].pop()
    vars(twins[0].tables)["suit"][0] += 1
    twins[1].data["deck"]["suits"].pop()
    assert json.dumps([deck.data, record.data]) == before
    assert deck.tables.to_bytes() == tables


@pytest.mark.parametrize("way", SYSTEM.values(), ids=SYSTEM)
@pytest.mark.parametrize("name", [name for name in PLAYERS if "witch" not in name])
def test_a_copy_of_a_player_draws_random_words_of_its_own(name: str, way: Callable[[Any], Any]) -> None:
    match, mind = coven.new("midnight", seed=5), make_player(name, 9)
    see = (match.game, match.deck, match.view_record(match.pending[0]), match.pending[0])
    legal = match.numbers(match.pending[0])
    mind(*see, legal)
    twin = way(mind)
    assert twin is not mind
    after = [[one(*see, legal) for _ in range(20)] for one in (twin, mind)]
    assert after[0] == after[1]


@pytest.mark.parametrize("way", [*SYSTEM.values(), pickle.dumps])
def test_a_table_is_not_copied(way: Callable[[Any], Any]) -> None:
    game = load_game("three-witches")
    with pytest.raises(TypeError, match="a table is the fold of its log"):
        way(new_table(game, 3, game.decks.default()))
