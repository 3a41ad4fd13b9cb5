"""The search itself: what it promises of its statistics, on the toy and on 3 Witches."""

from __future__ import annotations

from importlib import import_module
from itertools import combinations, permutations
from math import sqrt
from typing import Any

import numpy as np
import pytest

from coven.engine.game import AnyGame, Thinking
from coven.engine.jit import compiled
from coven.engine.match import Match
from coven.engine.states import State
from coven.games import all_games, load_game
from coven.players.ismcts import ActionStatistics, Searcher
from coven.players.tree import LANES, hashed, trace
from tests.toy.game import CARDS, KEEP, TRADE, Moonlight
from tests.toy.game import GAME as TOY

PLAIN = Thinking(thumb=0, prior_weight=0.0)
"""No rules of thumb."""
CURIOUS = Thinking(thumb=0, prior_weight=0.0, c_puct=5.0)
"""Both actions are tried often."""
SIGMAS = 5
LAST_BITS = 0xFFFFFF


def searcher(game: AnyGame, most: int, thinking: Thinking = PLAIN) -> Searcher:
    return Searcher(game, game.decks.default(), game.players[0], most, thinking)


def asked(game: AnyGame, seed: int = 0) -> tuple[State, int]:
    """The view of the seat that is asked first, and the seat."""
    match = Match(game, game.players[0], seed)
    seat = match.pending[0]
    return match.view_record(seat), seat


def moon(card: int) -> State:
    """What seat 0 sees with a card."""
    match = Match(TOY, seed=0)
    assert isinstance(match.state, Moonlight)
    others = [other for other in range(CARDS) if other != card]
    match.state.cards = [card, *others]
    return match.view_record(0)


def visits(statistics: list[ActionStatistics]) -> int:
    return sum(one.visits for one in statistics)


def by_action(statistics: list[ActionStatistics]) -> dict[int, ActionStatistics]:
    return {one.action: one for one in statistics}


BOTH = [pytest.param(TOY, id=TOY.key), pytest.param(load_game("three-witches"), id="3w", marks=pytest.mark.slow)]


@pytest.mark.parametrize("game", BOTH)
def test_the_same_view_seed_and_count_give_the_same_statistics(game: AnyGame) -> None:
    used, fresh = searcher(game, 500), searcher(game, 500)
    view, seat = asked(game)
    first = used.think(view, seat, 1, 400)
    used.think(*asked(game, 5), 2, 500)
    assert used.think(view, seat, 1, 400) == first == fresh.think(view, seat, 1, 400)
    assert used.think(view, seat, 2, 400) != first


@pytest.mark.parametrize("game", BOTH)
def test_every_simulation_tries_one_action_while_there_is_room(game: AnyGame) -> None:
    for count in (1, 2, 300):
        assert visits(searcher(game, 300).think(*asked(game), 1, count)) == count


@pytest.mark.parametrize("game", BOTH)
def test_no_more_simulations_than_there_is_room_for(game: AnyGame) -> None:
    assert visits(searcher(game, 50).think(*asked(game), 1, 1000)) == 50


@pytest.mark.parametrize("game", BOTH)
def test_statistics_are_of_legal_actions_best_first_with_chances(game: AnyGame) -> None:
    view, seat = asked(game)
    statistics = searcher(game, 300).think(view, seat, 1, 300)
    out = [0] * game.actions.most_legal
    n = game.rules.legal(game.decks.default().tables, view, seat, out)
    assert {one.action for one in statistics} <= set(out[:n])
    assert [one.visits for one in statistics] == sorted((one.visits for one in statistics), reverse=True)
    assert all(0.0 <= one.chance <= 1.0 for one in statistics)


def test_a_sure_win_is_found() -> None:
    best = searcher(TOY, 500).think(moon(CARDS - 1), 0, 1, 500)[0]
    assert (best.action, best.chance) == (KEEP, 1.0)


@pytest.mark.parametrize("card", range(CARDS))
def test_chances_are_those_of_an_opponent_who_is_not_seen(card: int) -> None:
    # The other's last card is any of the three others, as is one's own spare, whatever the other does unseen.
    found = by_action(searcher(TOY, 20_000, CURIOUS).think(moon(card), 0, 1, 20_000))
    for action, chance in ((KEEP, card / (CARDS - 1)), (TRADE, 0.5)):
        error = sqrt(chance * (1 - chance) / found[action].visits)
        assert found[action].visits > 500
        assert abs(found[action].chance - chance) <= SIGMAS * error


@pytest.mark.slow
def test_a_choice_made_at_the_same_time_is_not_seen_by_the_other() -> None:
    thinker = searcher(TOY, 500, CURIOUS)
    thinker.think(moon(1), 0, 1, 500)
    assert thinker._used["nodes"][0] == 2, "one node for each seat, not one for every choice of the first"


def test_thinking_stops_when_its_time_is_over() -> None:
    most = 400_000
    assert 0 < visits(searcher(TOY, most).think(moon(1), 0, 1, most, seconds=0.005)) < most


@pytest.mark.slow
def test_a_short_search_still_makes_a_few_simulations_of_this_decision() -> None:
    view, seat = asked(TOY)
    thinker = searcher(TOY, 100)
    for _ in range(2):
        assert 0 < visits(thinker.think(view, seat, 1, 100, seconds=0.0)) < 100


def test_no_simulations_and_nothing_to_decide_are_refused() -> None:
    view, seat = asked(TOY)
    with pytest.raises(ValueError, match="1 or more, not 0"):
        searcher(TOY, 10).think(view, seat, 1, 0)
    over = Match(TOY, TOY.players[0], 1)
    while over.outcome is None:
        over.act(over.pending[0], over.numbers(over.pending[0])[0])
    with pytest.raises(ValueError, match="seat 0 owes no decision"):
        searcher(TOY, 10).think(over.view_record(0), 0, 1, 10)


def test_all_actions_are_tried_where_it_is_asked_for() -> None:
    doubtful = searcher(TOY, 100, Thinking(thumb=0, prior_weight=0.0, c_puct=0.0, fpu_reduction=1.0))
    assert set(by_action(doubtful.think(moon(3), 0, 1, 100, tries_all=True))) == {KEEP, TRADE}
    assert set(by_action(doubtful.think(moon(3), 0, 1, 2, tries_all=True))) == {KEEP, TRADE}
    assert any(len(doubtful.think(moon(3), 0, seed, 100)) == 1 for seed in range(5))


@pytest.mark.slow
def test_all_of_many_actions_are_tried_where_it_is_asked_for() -> None:
    game = load_game("three-witches")
    match = Match(game, seed=3)
    while len(match.numbers(match.pending[0])) < 5:
        match.act(match.pending[0], match.numbers(match.pending[0])[0])
    seat = match.pending[0]
    thinker, view, legal = searcher(game, 400), match.view_record(seat), match.numbers(seat)
    assert sorted(by_action(thinker.think(view, seat, 1, 6, tries_all=True))) == legal
    assert min(one.visits for one in thinker.think(view, seat, 1, 400, tries_all=True)) >= 100 // len(legal)


def hashes(words: Any, found: Any) -> None:
    for i in range(len(found)):
        found[i] = hashed(words[i], 1)


def test_hashes_tell_words_and_their_places_apart() -> None:
    length = 3 * LANES
    single = np.uint64(1) << np.arange(64, dtype=np.uint64)
    rows = [np.zeros((1, length), dtype=np.int64)]
    for word in range(length):
        rows.append(np.zeros((64, length), dtype=np.int64))
        rows[-1][:, word] = single.view(np.int64)
    for one, other in permutations(range(length), 2):
        rows.append(np.zeros((1, length), dtype=np.int64))
        rows[-1][0, [one, other]] = 5, 6
    words = np.concatenate(rows)
    found = np.zeros(len(words), dtype=np.int64)
    compiled(hashes, words, found)(words, found)
    assert len(set(found.tolist())) == len(words)
    slots = {key & LAST_BITS for key in found.tolist()}
    assert len(slots) > 0.99 * len(words), "the last bits choose a place's slot"


def traces(found: Any) -> None:
    for action in range(len(found)):
        found[action] = trace(action)


def test_every_choice_leaves_a_trace_of_its_own() -> None:
    found = np.zeros(max(game.actions.count for game in all_games()), dtype=np.int64)
    compiled(traces, found)(found)
    assert len({0, *found.tolist()}) == len(found) + 1
    sums = {one + other for one, other in combinations(map(int, found[:200]), 2)}
    assert len(sums) == 200 * 199 / 2, "of two choices neither"


def allocations() -> tuple[int, int]:
    """Numba's counts since the start of the process: memory, and handles of it."""
    stats: Any = import_module("numba.core.runtime").rtsys.get_allocation_stats()
    return stats.alloc, stats.mi_alloc


def test_a_simulation_allocates_nothing() -> None:
    thinker = searcher(TOY, 5000)
    thinker.think(moon(1), 0, 1, 10)
    import_module("numba.core.runtime._nrt_python").memsys_enable_stats()
    taken = []
    for count in (10, 5000):
        memory, handles = allocations()
        thinker.think(moon(1), 0, 1, count)
        now = allocations()
        taken.append((now[0] - memory, now[1] - handles))
    assert taken[0] == taken[1], "a call takes handles of its arrays, a simulation nothing"
