"""Sets chosen in secret: the mixed strategy of a game that can be solved by hand, and what the search promises."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from coven.engine.dice import draw, next_rng
from coven.engine.game import AnyGame
from coven.engine.jit import popcount, rule, rule_distinct
from coven.engine.match import Match
from coven.engine.rules import Rules
from coven.engine.seats import owes
from coven.engine.states import TRUTH, State, hide_dice, int8
from coven.games import load_game
from coven.players.ismcts import ActionStatistics, Searcher
from coven.players.sealed import SHARES, TRIALS, likely, new_sealed
from coven.players.witches import by_lot
from tests.toy.game import GAME as TOY

SEATS, CARDS, CHOSEN, ALL = 2, 3, 2, 7
WORTH = (0.75, 0.5, 0.6)
"""Seat 0 wins so much if both have left out this card, and seat 1 the rest."""
BALANCED = (4 / 15, 6 / 15, 5 / 15)
"""How often each card is left out if neither seat can gain: by both, as WORTH times its chance is the same for all."""


class Gloves(State):
    """Each seat takes two of its three cards in secret; who has left out which card decides."""

    hand: list[int] = int8(SEATS)
    owing: int = int8()


@rule
def setup(deck: Any, s: Gloves) -> None:
    for seat in range(SEATS):
        s.hand[seat] = 0
    s.owing = 3


@rule
def legal(deck: Any, s: Gloves, seat: int, out: list[int]) -> int:
    n = 0
    for card in range(CARDS):
        if owes(s, seat) and s.hand[seat] >> card & 1 == 0:
            out[n] = card
            n += 1
    return n


@rule
def apply(deck: Any, s: Gloves, seat: int, action: int) -> None:
    s.hand[seat] |= 1 << action
    if popcount(s.hand[seat]) == CHOSEN:
        s.owing &= ~(1 << seat)


@rule
def payoff(s: Gloves, out: list[float]) -> None:
    out[0] = 0.0
    for card in range(CARDS):
        if s.hand[0] == s.hand[1] == ALL & ~(1 << card):
            out[0] = WORTH[card]
    out[1] = 1.0 - out[0]


@rule_distinct
def hide(deck: Any, s: Gloves, viewer: int, view: Gloves) -> None:
    hide_dice(s, viewer, view)
    view.owing = s.owing
    for seat in range(SEATS):
        view.hand[seat] = s.hand[seat] if seat == viewer or s.owing == 0 else 0


@rule
def redeal(deck: Any, view: Gloves, s: Gloves) -> None:
    s.players = view.players
    s.viewer = TRUTH
    s.owing = view.owing
    for seat in range(SEATS):
        s.hand[seat] = view.hand[seat] if seat == view.viewer or view.owing >> seat & 1 else ALL & ~1


@rule
def fits(deck: Any, view: Gloves, s: Gloves) -> bool:
    return True


@rule
def thumb(deck: Any, view: Gloves, seat: int, legal: list[int], n: int, rng: int) -> int:
    return legal[draw(rng, n)]


@rule
def sealed(s: Gloves) -> bool:
    return s.owing != 0


@rule
def reopen(s: Gloves, seat: int) -> None:
    s.owing |= 1 << 1 - seat
    s.hand[1 - seat] = 0


TABLE: Any = TOY
GAME: AnyGame = replace(
    TABLE,
    key="gloves",
    state=Gloves,
    rules=Rules(setup, legal, apply, hide, redeal, fits, thumb, payoff=payoff, sealed=sealed, reopen=reopen),
    actions=replace(TABLE.actions, count=CARDS, most_legal=CARDS),
)
MOST = 40_000


@pytest.fixture(scope="module")
def thinker() -> Searcher:
    return Searcher(GAME, GAME.decks.default(), SEATS, MOST)


def seen(seat: int, *hands: int) -> State:
    """What a seat sees of a table where these hands have been chosen so far."""
    s, view = GAME.new_state(SEATS), GAME.new_state(SEATS)
    assert isinstance(s, Gloves)
    GAME.rules.setup(None, s)
    for other, hand in enumerate(hands):
        s.hand[other] = hand
        if popcount(hand) == CHOSEN:
            s.owing &= ~(1 << other)
    assert isinstance(view, Gloves)
    GAME.rules.hide(None, s, seat, view)
    return view


def left_out(found: list[ActionStatistics]) -> list[float]:
    """How often each card is left out. A set counts for each of its cards in half of its simulations."""
    total = sum(one.likely for one in found)
    shares = {one.action: one.likely / total for one in found}
    return [1.0 - CHOSEN * shares[card] for card in range(CARDS)]


@pytest.mark.slow
@pytest.mark.parametrize("seat", range(SEATS))
def test_sets_are_mixed_as_two_who_cannot_be_foreseen_mix_them(thinker: Searcher, seat: int) -> None:
    for seed in range(3):
        assert left_out(thinker.think(seen(seat, 0, 0), seat, seed, MOST)) == pytest.approx(BALANCED, abs=0.04)


def test_what_the_other_has_chosen_in_secret_makes_no_difference(thinker: Searcher) -> None:
    found = thinker.think(seen(0, 0, 0), 0, 1, 500)
    assert found == thinker.think(seen(0, 0, 0b011), 0, 1, 500) == thinker.think(seen(0, 0, 0b110), 0, 1, 500)
    assert found != thinker.think(seen(0, 0, 0), 0, 2, 500)


def test_every_simulation_counts_for_one_of_the_actions(thinker: Searcher) -> None:
    for count in (1, 2, 50, 333):
        found = thinker.think(seen(0, 0b001, 0), 0, 1, count)
        assert {one.action for one in found} <= {1, 2}
        assert sum(one.visits for one in found) == count
        assert all(0.0 <= one.chance <= 1.0 for one in found)


@pytest.mark.slow
def test_all_actions_are_tried_where_it_is_asked_for() -> None:
    game, most = load_game("witchs-brew"), 1200
    match = Match(game, seed=5)
    seat = match.pending[0]
    view, roles = match.view_record(seat), len(match.numbers(seat))
    searcher = Searcher(game, match.deck, match.players, most)
    assert len(searcher.think(view, seat, 1, roles, tries_all=True)) == roles
    assert min(one.visits for one in searcher.think(view, seat, 1, most, tries_all=True)) >= most // 4 // roles
    assert min(one.visits for one in searcher.think(view, seat, 1, most)) < most // 4 // roles


def test_thinking_stops_when_its_time_is_over(thinker: Searcher) -> None:
    found = thinker.think(seen(0, 0, 0), 0, 1, MOST, seconds=0.0)
    assert 0 < sum(one.visits for one in found) < MOST


def test_an_action_is_taken_as_often_as_it_is_likely() -> None:
    found = [ActionStatistics(4, 30.0, 70, 60), ActionStatistics(2, 20.0, 60, 40), ActionStatistics(7, 1.0, 9, 0)]
    taken = [by_lot(found, next_rng(rng)) for rng in range(20_000)]
    for one in found:
        assert taken.count(one.action) / len(taken) == pytest.approx(one.likely / 100, abs=0.02)


def test_sets_that_were_rarely_tried_are_not_played() -> None:
    memory = new_sealed(SEATS, CARDS, CARDS)
    memory.arms[0], memory.sizes[0] = 3, CHOSEN
    memory.sets[0][:3, :CHOSEN] = [[0, 1], [2, 1], [0, 2]]
    memory.tallies[0][:3, TRIALS] = [100, 60, 40]
    assert set(likely(memory, 0, range(CARDS)).items()) == {(0, SHARES * 50), (1, SHARES * 80), (2, SHARES * 30)}
    assert likely(memory, 0, [2]) == {2: SHARES * 60}, "a set counts wholly for the actions that may be taken first"


def test_only_given_actions_count(thinker: Searcher) -> None:
    for some in ([0], [1, 2]):
        found = thinker.think(seen(0, 0, 0), 0, 1, 300, legal=some)
        assert {one.action for one in found} == set(some)
        assert sum(one.visits for one in found) == 300
