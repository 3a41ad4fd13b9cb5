"""What a seat knows: redeal draws every world behind a view alike and nothing else; fits tells them apart.

"Worlds" are those of the brute-force list in `worlds`.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from coven.engine.dice import open_stream, seed_words
from coven.engine.jit import compiled
from coven.engine.loops import Loops
from coven.engine.states import SPECTATOR
from coven.games.three_witches.deck import default_deck
from coven.games.three_witches.fits import fits
from coven.games.three_witches.game import GAME
from coven.games.three_witches.redeal import redeal
from coven.games.three_witches.state import SEATS, ThreeWitches
from tests.three_witches.worlds import (
    ELIXIR,
    KINDS,
    World,
    as_cards,
    hidden_cards,
    positions,
    random_game,
    swapped,
    view_of,
    whole_state,
)

DECK = default_deck()
TABLES: Any = DECK.tables
TWINS = {"Owl": [2, 2, 3, 3], "Dog": [2, 2, 2, 4], "Bat": [2, 3, 3, 3], "Newt": [3, 3, 5], "Frog": [3, 4]}
VIEWERS = (SPECTATOR, 0, 1, 2)
DRAWS = 40
"""Draws for each world: that one is never met by chance has probability e**-40."""
ONE_IN_A_MILLION = 4.753
"""Standard deviations above the mean."""
HANDS = (
    "owl-2 owl-3 owl-4 owl-5 dog-2 elixir",
    "dog-3 dog-4 dog-6 bat-2 bat-3 newt-2",
    "bat-5 bat-6 newt-3 newt-4 frog-3 frog-4",
)
"""Seat 0 has the Elixir and so bids last."""


def draw_all(deck: Any, view: Any, deals: Any, seen: Any) -> int:
    """Fill `deals` with redeals of the view and `seen` with their views; returns how many do not fit."""
    misfits = 0
    for i in range(len(deals)):
        s = deals[i]
        open_stream(s, 100, i)
        redeal(deck, view, s)
        hide(deck, s, view.viewer, seen[i])
        if not fits(deck, view, s):
            misfits += 1
    return misfits


@cache
def draw_natively() -> tuple[Loops, Any]:
    """The loop as native code, and what makes its arrays."""
    loops = Loops(GAME, DECK.tables, SEATS)
    return loops, compiled(draw_all, loops.deck, loops.states(1)[0], loops.states(1), loops.states(1))


def redeals(view: ThreeWitches, count: int) -> Any:
    """An array of redeals, each of which shows the view and fits it."""
    loops, draw = draw_natively()
    deals, seen, record = loops.states(count), loops.states(count), view.to_record()
    deals["seed"] = seed_words(20)
    assert draw(loops.deck, record, deals, seen) == 0
    assert set(seen.view(f"V{seen.itemsize}").tolist()) == {view.to_bytes()}
    return deals


def drawn_worlds(view: ThreeWitches, count: int) -> Counter[World]:
    """How often each world was drawn."""
    deals = redeals(view, count)
    fields = ("hands", "discards", "down", "first", "second", "back")
    rows, counts = np.unique(np.hstack([deals[field] for field in fields]), axis=0, return_counts=True)
    found: Counter[World] = Counter()
    for row, times in zip(rows.tolist(), counts.tolist(), strict=True):
        hands = tuple(as_cards(hand) for hand in row[:3])
        tricks = [tuple(row[at : at + 5]) for at in (6, 11, 16, 21)]
        found[World(hands, tuple(row[3:6]), *tricks)] = times
    return found


def surprise(chi_square: float, freedom: int) -> float:
    """Chi-square in standard deviations of the normal law (Wilson and Hilferty 1931)."""
    spread = 2 / (9 * freedom)
    return float(((chi_square / freedom) ** (1 / 3) - 1 + spread) / spread**0.5)


@pytest.mark.clause("TW-5", "TW-15", "TW-16", "TW-20", "TW-32", "TW-34", "TW-36", "TW-43", "TW-44", "TW-46")
@pytest.mark.parametrize("kind", KINDS)
def test_redeal_draws_every_world_alike_and_nothing_else(kind: str) -> None:
    total, total_freedom = 0.0, 0
    assert len(positions()[kind]) > 2
    for view, worlds in ((position.view, position.worlds) for position in positions()[kind]):
        drawn = drawn_worlds(view, DRAWS * len(worlds))
        assert set(drawn) == set(worlds)
        chi_square = sum((times - DRAWS) ** 2 / DRAWS for times in drawn.values())
        assert surprise(chi_square, len(worlds) - 1) < ONE_IN_A_MILLION, view
        total, total_freedom = total + chi_square, total_freedom + len(worlds) - 1
    assert surprise(total, total_freedom) < ONE_IN_A_MILLION


@pytest.mark.clause("TW-4", "TW-5", "TW-15", "TW-16")
@pytest.mark.parametrize("passings", range(4))
def test_spectator_of_a_bidding_knows_only_the_elixir(passings: int) -> None:
    """Where two cards are: every pair is dealt as by hand, 5 places at the Elixir's seat and 6 at the others."""
    game = random_game(DECK, 1)
    view = view_of(DECK, next(s for s in game if s.passings == passings), SPECTATOR)
    hands, count = redeals(view, 20_000)["hands"], 20_000
    size = [5 if seat == view.elixir else 6 for seat in range(SEATS)]
    assert (hands[:, view.elixir] >> ELIXIR & 1).all()
    for a, b in ((0, 1), (3, 16), (7, 12)):
        at_a, at_b = ((hands >> card & 1).argmax(axis=1) for card in (a, b))
        chi_square = 0.0
        for x in range(SEATS):
            for y in range(SEATS):
                expected = count * size[x] * (size[y] - (x == y)) / (17 * 16)
                chi_square += float((((at_a == x) & (at_b == y)).sum() - expected) ** 2 / expected)
        assert surprise(chi_square, SEATS * SEATS - 1) < ONE_IN_A_MILLION


@pytest.mark.clause("TW-16", "TW-20", "TW-32", "TW-36", "TW-44")
@pytest.mark.parametrize("kind", KINDS)
def test_fits_is_true_of_the_worlds_and_of_no_other_placement(kind: str) -> None:
    rng, counts = random.Random(kind), Counter[bool]()
    for view, worlds in ((position.view, position.worlds) for position in positions()[kind]):
        for world in rng.sample(list(worlds), min(len(worlds), 20)):
            assert is_fitting(view, whole_state(view, world, worlds[world]))
            pairs = list(combinations(hidden_cards(view, world), 2))
            for a, b in rng.sample(pairs, min(len(pairs), 5)):
                other = swapped(view, world, a, b)
                counts[other in worlds] += 1
                if other not in worlds:
                    assert not is_fitting(view, whole_state(view, other, worlds[world]))
    assert counts[True] > 0
    assert counts[False] > 0


def is_fitting(view: ThreeWitches, s: ThreeWitches) -> bool:
    """Does the state, which shows the view, fit it?"""
    assert view_of(DECK, s, view.viewer) == view
    return fits(TABLES, view, s)
