"""Alike cards of a custom deck: what was given stays a card of its own in a redeal."""

from __future__ import annotations

import pytest

from coven.engine.dice import open_stream, seed_words
from coven.games.three_witches.deck import load_deck
from coven.games.three_witches.redeal import redeal
from coven.games.three_witches.state import SEATS, ThreeWitches
from coven.games.three_witches.view import hide
from tests.three_witches.position import cards, position, tables
from tests.three_witches.test_against_naive import TWINS

HANDS = (
    "owl-3 owl-3 dog-2 dog-2 dog-2 elixir",
    "owl-2 frog-4 bat-2 bat-3 bat-3 bat-3",
    "owl-2 dog-4 newt-3 newt-3 newt-5 frog-3",
)
"""Of the giver, its left neighbour and the third seat; Owl 2 and Frog 4 were given to the left."""
DRAWS = 4000


@pytest.mark.clause("TW-2", "TW-15")
@pytest.mark.parametrize("giver", range(SEATS))
def test_the_twin_of_a_card_given_lies_anywhere(giver: int) -> None:
    deck = load_deck({"suits": TWINS}, "twins")
    rows = [f"{seat} {HANDS[(seat - giver) % SEATS]}" for seat in range(SEATS)]
    s = position("\n".join(["passings 1", *rows]), deck)
    s.given[0][giver] = cards(deck, ["owl-2", "frog-4"])
    s.given[0][(giver - 1) % SEATS] = cards(deck, ["elixir", "dog-2"])
    view, dealt, both = ThreeWitches(), ThreeWitches(), 0
    hide(tables(deck), s, giver, view)
    dealt.seed = seed_words(5)
    twins = cards(deck, ["owl-2", "owl-2"])
    for i in range(DRAWS):
        open_stream(dealt, 9, i)
        redeal(tables(deck), view, dealt)
        both += dealt.hands[(giver + 1) % SEATS] & twins == twins
    assert abs(both / DRAWS - 0.4) < 0.045, "the left neighbour has 4 of the 10 other unseen cards: 5 sigma"
