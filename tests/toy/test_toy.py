"""Moonlight is solved twice: by the engine's contract over all deals, and by counting on paper."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations, product

from coven.engine.match import Match
from tests.toy.game import CARDS, GAME, KEEP, SEATS, TRADE, Moonlight

Strategy = tuple[int, ...]
"""What to do with each card."""
STRATEGIES: list[Strategy] = list(product((KEEP, TRADE), repeat=CARDS))
BEST: Strategy = (TRADE, TRADE, KEEP, KEEP)


def played_by_engine(cards: tuple[int, ...], mine: Strategy, other: Strategy) -> Fraction:
    match = Match(GAME, seed=0)
    assert isinstance(match.state, Moonlight)
    match.state.cards = list(cards)
    for seat, strategy in enumerate((mine, other)):
        view = match.view_record(seat)
        assert isinstance(view, Moonlight)
        match.act(seat, strategy[view.cards[seat]])
    assert match.outcome is not None
    return match.outcome.payoff[0]


def counted(cards: tuple[int, ...], mine: Strategy, other: Strategy) -> Fraction:
    first = cards[2] if mine[cards[0]] == TRADE else cards[0]
    second = cards[3] if other[cards[1]] == TRADE else cards[1]
    return Fraction(first > second)


@cache
def value(mine: Strategy, other: Strategy) -> Fraction:
    deals = list(permutations(range(CARDS)))
    return sum((counted(deal, mine, other) for deal in deals), Fraction(0)) / len(deals)


def test_engine_agrees_with_paper_on_every_deal_and_pair_of_strategies() -> None:
    for mine, other in product(STRATEGIES[::3], STRATEGIES[::5]):
        for deal in permutations(range(CARDS)):
            assert played_by_engine(deal, mine, other) == counted(deal, mine, other)


def test_trading_the_lower_half_is_the_solution() -> None:
    assert value(BEST, BEST) == Fraction(1, 2)
    assert all(value(mine, BEST) <= Fraction(1, 2) for mine in STRATEGIES)
    # against one who keeps: 4 always wins, 3 two times in three, a traded card every other time
    assert value(BEST, (KEEP,) * CARDS) == (1 + Fraction(2, 3) + Fraction(1, 2) + Fraction(1, 2)) / 4


def test_thumb_plays_the_solution() -> None:
    for card in range(CARDS):
        view = Moonlight()
        view.cards[0] = card
        assert GAME.rules.thumb(GAME.decks.default().tables, view, 0, [KEEP, TRADE], SEATS, 1) == BEST[card]
