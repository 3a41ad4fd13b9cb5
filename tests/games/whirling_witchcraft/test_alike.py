"""What a seat knows where recipes are alike: of these the first is laid (WW-12)."""

from __future__ import annotations

from collections import Counter

import pytest

from coven.engine.decks import AnyDeck
from coven.games.whirling_witchcraft.mind.fits import fits
from coven.games.whirling_witchcraft.rules.state import WhirlingWitchcraft
from tests.games.whirling_witchcraft.all_worlds import DECKS, DRAWS, World, check_even, late, redeals, world_of, worlds
from tests.games.whirling_witchcraft.naive import Naive
from tests.games.whirling_witchcraft.position import play, seen


@pytest.mark.clause("WW-2", "WW-12")
def test_no_world_has_the_second_of_alike_recipes_face_down() -> None:
    deck = DECKS["twins"]()
    truth = late("lay, deck rr-bw", "bb-gw gg-rw gr-w", "(rr-bw) rr-bw bb-gw", deck=deck)
    view, wrong = seen(truth, 0, deck), truth.copy()
    possible = worlds(view, deck)
    assert fits(deck.tables, view, truth)
    wrong.laid[1] = 1
    drawn = redeals(view, deck, DRAWS * len(possible), world_of)
    assert (set(drawn) - possible, fits(deck.tables, view, wrong)) == (set(), False)


ROUNDS = [
    # what is played from the same position, with round 1 as the first
    "0 lay gs-k, 1 lay rr-bw, 2 lay bb-gw",
    "0 lay gs-k, 1 lay rr-bw, 2 lay bb-gw, all done",
    "0 lay gs-k, 1 lay rr-bw, 2 lay bb-gw, all done, 0 lay rr-bw, 1 lay gg-rw, 2 ball",
    "0 lay gs-k, 1 lay rr-bw, 2 lay bb-gw, all done, 0 ball, 1 lay gg-rw, 2 ball, 0 lay bs-k",
]


def with_alike_ones(steps: str) -> tuple[WhirlingWitchcraft, Naive]:
    """A position near the end, with recipes that are there several times, and the same as the naive rules have it."""
    deck, hands = DECKS["twins"](), ("gs-k gg-rw", "bb-gw rr-bw", "s-grw bb-gw")
    cards = "rr-bw rr-bw gr-w k-brs@012 rs-k@012 bs-k@012 ws-gk@012"
    s = late(f"lay, balls 0 1 2, deck {cards}", *hands, deck=deck)
    naive = Naive(list(deck.cards[:3]), [hand.split() for hand in hands], cards.replace("@012", "").split())
    naive.round = s.round
    for step in steps.split(", "):
        play(s, step, deck=deck)
        for seat in naive.seats if step == "all done" else [int(step[0])]:
            naive.act(seat, step.split(" ", 1)[1])
    return s, naive


@pytest.mark.clause("WW-12")
@pytest.mark.parametrize("viewer", [0, 1, 2])
@pytest.mark.parametrize("steps", ROUNDS)
def test_a_recipe_laid_from_behind_a_card_tells_what_that_is_not(steps: str, viewer: int) -> None:
    deck = DECKS["twins"]()
    truth, naive = with_alike_ones(steps)
    truth.bench[:3] = [0, 0, 0]
    view, cards = seen(truth, viewer, deck), [*naive.hand_cards, naive.pile_cards]
    possible = worlds(view, deck, [[card.is_not for card in row] for row in cards])
    assert world_of(truth) in possible
    check_even(view, deck, possible)
    check_fits(truth, view, deck, possible)


def check_fits(truth: WhirlingWitchcraft, view: WhirlingWitchcraft, deck: AnyDeck, possible: set[World]) -> None:
    """Of all ways to lay the unseen cards those fit that are possible."""
    judged = Counter[bool]()
    for world in worlds(view, deck):
        s = truth.copy()
        for seat, hand in enumerate(world[:3]):
            s.hands[seat][: s.hand_size] = hand
        for i, card in enumerate(world[3]):
            s.pile[(s.top + i) % len(s.pile)] = card
        s.laid = list(world[4])
        assert fits(deck.tables, view, s) == (world in possible)
        judged[world in possible] += 1
    assert judged[True] == len(possible)


NOTS = [
    # what the cards of seat 1's hand and of the deck are known not to be, in a hand of three and a deck of two
    (["rr-bw", "", ""], ["", ""]),
    (["rr-bw", "rr-bw", ""], ["", "rr-bw"]),
    (["rr-bw bb-gw", "rr-bw", ""], ["", ""]),
    (["rr-bw", "bb-gw", ""], ["", ""]),
    (["bb-gw", "gr-w rr-bw", "rr-bw"], ["", ""]),
    (["rr-bw gr-w", "", "bb-gw gr-w"], ["rr-bw", ""]),
    (["rr-bw gr-w", "rr-bw bb-gw", ""], ["bb-gw", "gr-w"]),
    (["rr-bw", "bb-gw", "gr-w"], ["rr-bw", "bb-gw"]),
]


def split(rows: list[str]) -> list[list[str]]:
    return [texts.split() for texts in rows]


@pytest.mark.slow
@pytest.mark.clause("WW-12")
@pytest.mark.parametrize(("hand", "under"), NOTS)
def test_redeal_is_even_whatever_cards_are_known_not_to_be(hand: list[str], under: list[str]) -> None:
    """Cards that two places can hold, one of them or both, or neither."""
    deck = DECKS["twins"]()
    truth = late("lay, deck rr-bw gr-w k-brs@0", "gg-rw s-grw gs-k", "bb-gw rr-bw bb-gw", deck=deck)
    alike = deck.tables.alike

    def bits(texts: str) -> int:
        return sum(alike[deck.cards.index(text)] for text in texts.split())

    truth.hand_not[1][:3] = [bits(texts) for texts in hand]
    truth.pile_not[:2] = [bits(texts) for texts in under]
    view = seen(truth, 0, deck)
    possible = worlds(view, deck, [[""] * 3, split(hand), split([*under, ""])])
    assert len(possible) > 1
    check_even(view, deck, possible, 10 * DRAWS)
