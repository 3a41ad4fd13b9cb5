"""The engine beside the naive rules, decision by decision: pending seats, legal actions, hands, tokens, result."""

from __future__ import annotations

import random

import pytest

from coven.engine.decks import AnyDeck
from coven.engine.dice import seed_words
from coven.engine.seats import over, pending
from coven.engine.sets import members
from coven.games.three_witches.deck import default_deck, load_deck
from coven.games.three_witches.rules import actions, bidding, contract
from coven.games.three_witches.rules.state import MOST_PASSINGS, SEATS, Phase, ThreeWitches
from tests.games.three_witches.naive import Naive

TWINS = {"Owl": [2, 2, 3, 3], "Dog": [2, 2, 2, 4], "Bat": [2, 3, 3, 3], "Newt": [3, 3, 5], "Frog": [3, 4]}
"""A deck full of alike cards."""


def card_texts(deck: AnyDeck, cards: int) -> list[str]:
    return sorted(deck.cards[card] for card in range(len(deck.cards)) if cards >> card & 1)


def start(deck: AnyDeck, seed: int) -> ThreeWitches:
    s = ThreeWitches()
    s.players, s.seed = SEATS, seed_words(seed)
    contract.setup(deck.tables, s)
    return s


def legal(deck: AnyDeck, s: ThreeWitches, seat: int) -> list[int]:
    out = [0] * actions.MOST_LEGAL
    return out[: contract.legal(deck.tables, s, seat, out)]


def compare(deck: AnyDeck, seed: int, reluctance: float) -> set[str]:
    """Play one random game on both; returns the rare things that happened in it."""
    s, rng, seen = start(deck, seed), random.Random(seed), set()
    naive = Naive(dict(deck.data["suits"]), lambda round_: [card_texts(deck, s.hands[seat]) for seat in range(SEATS)])
    while not over(s):
        asked = members(pending(s))
        assert set(asked) == naive.pending()
        for seat in range(SEATS):
            texts = [actions.action_text(deck, action) for action in legal(deck, s, seat)]
            assert sorted(texts) == naive.legal(seat)
        seen |= rarities(s)
        seat = rng.choice(asked)
        action = rng.choice(legal(deck, s, seat))
        if s.phase <= Phase.RAISE and rng.random() < reluctance:
            action = legal(deck, s, seat)[0]
        contract.apply(deck.tables, s, seat, action)
        naive.act(seat, actions.action_text(deck, action))
        assert s.tokens == naive.tokens
        assert s.round == naive.round
        assert [card_texts(deck, s.hands[seat]) for seat in range(SEATS)] == naive.hands
    shares = [0.0] * SEATS
    contract.payoff(s, shares)
    assert naive.over()
    assert naive.pending() == set()
    assert shares == [float(share) for share in naive.payoff()]
    assert sheet(s) == naive.rounds
    return seen | ({"shared victory"} if max(shares) < 1 else set())


def sheet(s: ThreeWitches) -> list[tuple[int, int, int]]:
    return list(zip(s.sheet_lead, s.sheet_bid, s.sheet_won, strict=True))[: s.round]


def rarities(s: ThreeWitches) -> set[str]:
    found = set()
    if s.phase == Phase.BID and bidding.must_bid(s):
        found.add("forced bid")
    if s.phase == Phase.LATE and s.first[s.trick] < 0:
        found.add("pass")
    if s.passings == MOST_PASSINGS:
        found.add("three passings")
    if s.phase == Phase.RAISE and s.passings:
        found.add("raise after a passing")
    if s.tokens == [4, 4, 4]:
        found.add("4-4-4")
    return found


@pytest.mark.slow
@pytest.mark.clause("TW-2", "TW-3", "TW-10", "TW-18", "TW-33", "TW-35", "TW-46", "TW-51")
def test_thousand_games_agree() -> None:
    seen: set[str] = set()
    for seed in range(1000):
        seen |= compare(default_deck(), seed, reluctance=0.9 if seed % 3 == 0 else 0.3)
    assert seen >= {"forced bid", "pass", "three passings", "raise after a passing", "shared victory"}


@pytest.mark.slow
@pytest.mark.clause("TW-2")
def test_games_with_alike_cards_agree() -> None:
    deck = load_deck({"suits": TWINS}, "twins")
    for seed in range(300):
        compare(deck, seed, reluctance=0.5)
