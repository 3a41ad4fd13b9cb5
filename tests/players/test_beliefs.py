"""Worlds come as often as Bayes' rule says, on a small world that can be counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from coven.engine.jit import compiled, lowest, rule
from coven.engine.match import Match
from coven.engine.rules import AnyRules
from coven.players.beliefs import determinizer
from coven.players.tree import USED
from tests.candles.game import GAME
from tests.candles.rules import CARDS, SEATS, Candles

DRAWS = 600_000
PRECISION = 0.004


@rule
def likes_high_cards(deck: Any, view: Any, s: Any) -> float:
    """Seat 1 is likelier to keep a high card, and seat 2 one beside it; nothing is impossible."""
    one, two = lowest(s.hands[1]), lowest(s.hands[2])
    return (1.0 + 3.0 * one) / 34.0 * (1.0 if abs(one - two) == 1 else 0.3)


def counter(rules: AnyRules) -> Callable[..., int]:
    """count(...): how often a belief gives seats 1 and 2 which last cards."""
    determinize = determinizer(rules)

    def count(deck: Any, root: Any, s: Any, words: Any, kept: Any, used: Any, counts: Any, rng: int, draws: int) -> int:
        for _ in range(draws):
            rng = determinize(deck, root, s, words, kept, used, rng)
            counts[lowest(s.hands[1]) * CARDS + lowest(s.hands[2])] += 1
        return rng

    return count


def last_cards() -> Candles:
    """The view of seat 0 when everybody has one card left."""
    match = Match(GAME, seed=4)
    assert isinstance(match.state, Candles)
    while match.state.count < 2 * SEATS:
        match.act(match.pending[0], match.numbers(match.pending[0])[0])
    view = match.view_record(0)
    assert isinstance(view, Candles)
    return view


def believed(rules: AnyRules, view: Candles) -> Any:
    """How often each pair of cards comes, as shares."""
    fresh = GAME.new_state(SEATS).to_bytes()
    words, counts, used = np.zeros(-(-len(fresh) // 8), np.int64), np.zeros(CARDS * CARDS, np.int64), np.zeros(1, USED)
    s = words.view(np.uint8)[: len(fresh)].view(GAME.state.dtype)[0]
    arguments = (
        GAME.decks.default().tables.to_record(), view.to_record(), s, words, np.zeros_like(words), used[0], counts, 1
    )  # fmt: skip
    compiled(counter(rules), *arguments, 1)(*arguments, DRAWS)
    return counts / DRAWS


def posterior(rules: AnyRules, view: Candles) -> Any:
    """The same by Bayes' rule, one world after the other."""
    seen = {view.played[i] for i in range(view.count)} | {lowest(view.hands[0])}
    shares = np.zeros(CARDS * CARDS)
    for one, two in permutations(set(range(CARDS)) - seen, 2):
        s = view.copy()
        s.hands = [view.hands[0], 1 << one, 1 << two]
        shares[one * CARDS + two] = rules.likelihood(GAME.decks.default().tables, view, s)
    return shares / shares.sum()


@pytest.mark.parametrize("likelihood", [GAME.rules.likelihood, likes_high_cards], ids=["alike", "not alike"])
def test_worlds_come_as_often_as_bayes_rule_says(likelihood: Callable[..., float]) -> None:
    rules, view = replace(GAME.rules, likelihood=likelihood), last_cards()
    assert believed(rules, view) == pytest.approx(posterior(rules, view), abs=PRECISION)
