"""Alike cards of a custom deck: what was given stays a card of its own in a redeal."""

from __future__ import annotations

import pytest

from coven.engine.dice import open_stream, seed_words
from coven.engine.match import Match
from coven.engine.sentences import Names
from coven.games.three_witches.deck import default_deck, load_deck
from coven.games.three_witches.game import GAME
from coven.games.three_witches.mind.redeal import redeal
from coven.games.three_witches.rules.state import SEATS, ThreeWitches
from coven.games.three_witches.rules.view import hide
from tests.games.three_witches.position import cards, play, position, tables
from tests.games.three_witches.test_against_naive import TWINS

HANDS = (
    "owl-3 owl-3 dog-2 dog-2 dog-2 elixir",
    "owl-2 frog-4 bat-2 bat-3 bat-3 bat-3",
    "owl-2 dog-4 newt-3 newt-3 newt-5 frog-3",
)
"""Of the giver, its left neighbour and the third seat; Owl 2 and Frog 4 were given to the left."""
DRAWS = 4000


@pytest.mark.slow
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


@pytest.mark.clause("TW-2")
def test_every_number_of_a_kind_means_the_same_action() -> None:
    deck = load_deck({"suits": TWINS}, "twins")
    match = Match(GAME, seed=4, deck=deck)
    for text in ("pass", "pass", "pass"):
        match.act(match.pending[0], text)
    seat = next(seat for seat in match.pending if match.legal(seat)[0].text != "give elixir")
    kind = match.numbers(seat)[0]
    for number in range(GAME.actions.count):
        if match.text(number) == match.text(kind):
            assert match.parse(number) == kind
            assert match.why_not(seat, number) is None


@pytest.mark.clause("TW-30", "TW-43", "TW-46")
def test_refusals_about_the_two_cards_name_their_clause() -> None:
    deck, names = default_deck(), Names(("a", "b", "c"), 1)
    s = position("bid 3\n0 second owl-2 bat-3\n1 lead frog-4 dog-2 owl-5\n2 first newt-2 elixir")
    play(s, "1 lead frog-4")
    number = GAME.actions.parse(deck, "conceal frog-4")
    refusal = GAME.why_not(deck, s, 1, number, names)
    assert refusal
    assert (refusal.clause, refusal.text[:24]) == ("TW-30", "Frog 4 lies face up alre")
    play(s, "1 conceal owl-5", "2 play newt-2", "0 play bat-3")
    refusal = GAME.why_not(deck, s, 1, GAME.actions.parse(deck, "return dog-2"), names)
    assert refusal
    assert (refusal.clause, refusal.text) == ("TW-43", "Dog 2 is not one of the two cards you laid")
