"""What tokens are worth: the table, and how well it foretells fresh games."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from bench.stages import Stages, log_loss, played
from bench.token_values import chances, counted, shares_by_tokens
from coven.engine.jit import compiled
from coven.games.three_witches.deck import default_deck
from coven.games.three_witches.game import GAME
from coven.games.three_witches.rules.state import GOAL, SEATS, ThreeWitches
from tests.games.three_witches.position import tables

CLOSE, EXACT = 1e-9, 1e-12
ALL_TOKENS = list(product(range(GOAL), repeat=SEATS))
GAMES = 5000
BETTER = 0.1
"""Nats by which the table is better than equal shares; 0.16 where it was made."""
OFF = 0.03
"""Several standard errors of a share in a state of which at least so many are seen."""
SEEN = 1000


def state(tokens: tuple[int, ...]) -> ThreeWitches:
    s = ThreeWitches()
    s.players, s.tokens, s.round = SEATS, list(tokens), 2
    return s


def value(tokens: tuple[int, ...]) -> list[float]:
    out = [0.0] * SEATS
    GAME.rules.value(tables(default_deck()), state(tokens), out)
    return out


def test_chances_sum_to_one_and_are_never_sure() -> None:
    for tokens in ALL_TOKENS:
        assert abs(sum(value(tokens)) - 1) < EXACT
        assert all(0 < chance < 1 for chance in value(tokens))


def test_seats_that_change_places_change_chances() -> None:
    for tokens in ALL_TOKENS:
        for order in permutations(range(SEATS)):
            moved = value(tuple(tokens[seat] for seat in order))
            assert moved == pytest.approx([value(tokens)[seat] for seat in order], abs=EXACT)


def test_a_token_more_never_hurts() -> None:
    for tokens in ALL_TOKENS:
        for seat in range(SEATS):
            if tokens[seat] < GOAL - 1:
                more = tuple(number + (other == seat) for other, number in enumerate(tokens))
                assert value(more)[seat] > value(tokens)[seat]


def test_equal_tokens_are_equal_chances() -> None:
    for number in range(GOAL):
        assert value((number,) * SEATS) == pytest.approx([1 / SEATS] * SEATS, abs=EXACT)


def test_two_with_four_tokens_leave_little_to_the_third() -> None:
    both, other, none = value((4, 4, 0))
    assert both == pytest.approx(other, abs=EXACT)
    assert 0 < none < 0.02


def test_one_with_four_tokens_has_nearly_won_against_none() -> None:
    assert value((4, 0, 0))[0] > 0.9


def test_four_tokens_to_three_are_worth_what_the_next_rounds_say() -> None:
    """Whoever leads, from 4, 4, 4: who makes the bid wins alone, else the two others share."""
    for share in (0.3, 0.6):
        lost, made = (1 - share) / SEATS, share / SEATS
        table = chances(lambda tokens: ((lost, made),) * SEATS)  # noqa: B023 - used at once
        assert table[4, 4, 4] == pytest.approx((1 / 3,) * SEATS)
        # 4, 0, 0: the leader makes it or, as a Lesser Witch, sees somebody miss; else another leads and makes it.
        ahead = made + 2 * lost + lost * table[4, 1, 1][0] + 2 * made * table[4, 2, 0][0]
        assert table[4, 0, 0][0] == pytest.approx(ahead)


def test_the_stage_is_the_round() -> None:
    assert GAME.rules.stage(state((0, 0, 0))) == 2


@pytest.mark.slow
def test_compiled_chances_are_the_plain_ones() -> None:
    deck, out = tables(default_deck()).to_record(), np.zeros(SEATS)
    native = compiled(GAME.rules.value, deck, state((0, 0, 0)).to_record(), out)
    for tokens in ALL_TOKENS:
        native(deck, state(tokens).to_record(), out)
        assert out.tolist() == pytest.approx(value(tokens), abs=EXACT)


def guesses(stages: Stages) -> np.ndarray:
    table = {tokens: value(tokens) for tokens in ALL_TOKENS}
    return np.array([table[tuple(row)] for row in stages.views["tokens"].tolist()])


@pytest.mark.slow
def test_fresh_games_go_as_foretold() -> None:
    stages = played(GAME.key, SEATS, "thumb", GAMES, seed=77)
    guess, won = guesses(stages), stages.won
    assert log_loss(guess, won).mean() < np.log(SEATS) - BETTER
    held = np.sort(stages.views["tokens"], axis=1)
    for tokens in np.unique(held, axis=0):
        here = (held == tokens).all(axis=1)
        if here.sum() >= SEEN:
            favourite = guess[here].argmax(axis=1)
            rows = np.arange(len(favourite))
            assert abs(guess[here][rows, favourite].mean() - won[here][rows, favourite].mean()) < OFF


@pytest.mark.slow
def test_the_table_is_what_fresh_games_make() -> None:
    made = chances(shares_by_tokens(counted(played(GAME.key, SEATS, "thumb", GAMES, seed=78))))
    for tokens in ALL_TOKENS:
        assert value(tokens) == pytest.approx(made[tokens], abs=0.015)
