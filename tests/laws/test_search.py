"""What the search keeps to in every game, compiled (also with NUMBA_BOUNDSCHECK=1)."""

from __future__ import annotations

import random

import pytest

from coven.engine.game import AnyGame
from coven.engine.match import Match
from coven.engine.states import State
from coven.players.ismcts import Searcher
from tests.laws.games import GAMES, IS_CHECKED, compiled_table
from tests.random_play import some_act

ROOM = 60
OVERFLOW = 20
"""So many times as many simulations as there is room for."""
POSITIONS = 6
STEPS = 12
"""Decisions between two positions."""
only_once = pytest.mark.skipif(IS_CHECKED, reason="indices do not matter here")
each_game = pytest.mark.parametrize(
    ("game", "players"), [compiled_table(game, game.players[len(game.players) // 2]) for game in GAMES]
)


def searcher(game: AnyGame, players: int) -> Searcher:
    """A search with the game's own settings, with little room."""
    return Searcher(game, game.decks.default(), players, ROOM)


def positions(game: AnyGame, players: int) -> list[tuple[Match, int]]:
    """Moments of random games, each with a seat that owes a decision."""
    rng, found = random.Random(7), []
    for seed in range(POSITIONS):
        match = Match(game, players, seed)
        for _ in range(seed * STEPS):
            if match.outcome is not None:
                match = Match(game, players, seed + POSITIONS)
            match.act(*some_act(match, rng))
        if match.outcome is None:
            found.append((match, rng.choice(match.pending)))
    return found


def dealt_again(match: Match, seat: int, seed: int) -> State:
    """A view of another truth that the seat could be in: what is hidden differs."""
    rules, deck = match.game.rules, match.deck.tables
    truth: State = match.game.new_state(match.players)
    view: State = match.game.state()
    truth.seed = [seed, 2, 3, 4]
    rules.redeal(deck, match.view_record(seat), truth)
    rules.hide(deck, truth, seat, view)
    return view


@only_once
@each_game
def test_hidden_cards_change_no_statistics(game: AnyGame, players: int) -> None:
    thinker = searcher(game, players)
    for match, seat in positions(game, players):
        statistics = thinker.think(match.view_record(seat), seat, 3, ROOM)
        for seed in range(3):
            assert thinker.think(dealt_again(match, seat, seed), seat, 3, ROOM) == statistics


@each_game
def test_statistics_are_of_legal_actions_and_make_up_all_simulations(game: AnyGame, players: int) -> None:
    thinker = searcher(game, players)
    for match, seat in positions(game, players):
        statistics = thinker.think(match.view_record(seat), seat, 5, ROOM)
        assert {one.action for one in statistics} <= set(match.numbers(seat))
        assert sum(one.visits for one in statistics) == ROOM


@each_game
def test_only_the_given_actions_are_searched(game: AnyGame, players: int) -> None:
    thinker = searcher(game, players)
    for match, seat in positions(game, players):
        legal = match.numbers(seat)
        for some in (legal[:1], legal[1::2] or legal):
            statistics = thinker.think(match.view_record(seat), seat, 5, ROOM, legal=some)
            assert {one.action for one in statistics} <= set(some)


@pytest.mark.slow
@each_game
def test_a_full_tree_still_answers_and_grows_no_more(game: AnyGame, players: int) -> None:
    full = searcher(game, players)
    for match, seat in positions(game, players):
        view = match.view_record(seat)
        if game.rules.sealed(view):
            continue  # a search over sets has no tree
        full.think(view, seat, 5, ROOM)
        full._search(full._deck, view.to_record(), seat, full._first(view, seat, ()), *full._work, 11, OVERFLOW * ROOM)
        used, statistics = full._used[0], full._statistics()
        assert used["nodes"] <= ROOM
        assert used["edges"] <= ROOM
        assert sum(one.visits for one in statistics) == (1 + OVERFLOW) * ROOM
        assert {one.action for one in statistics} <= set(match.numbers(seat))
