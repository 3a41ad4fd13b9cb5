"""Every world behind a view, by enumeration: where the unseen cards lie, and what others have chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import cache
from itertools import permutations, product
from typing import Any

from coven.engine.decks import AnyDeck
from coven.engine.dice import open_stream, seed_words
from coven.engine.states import TRUTH
from coven.games.whirling_witchcraft.deck import default_deck
from coven.games.whirling_witchcraft.mind.fits import fits
from coven.games.whirling_witchcraft.mind.redeal import redeal
from coven.games.whirling_witchcraft.rules.recipes import Deck
from coven.games.whirling_witchcraft.rules.state import CHANGING, HIDDEN, NONE, Phase, WhirlingWitchcraft
from tests.games.position import ONE_IN_A_MILLION, surprise
from tests.games.whirling_witchcraft.position import others, pile, position, seen, twins

DECKS: dict[str, Callable[[], Deck]] = {"default": default_deck, "twins": cache(twins)}
DRAWS = 40
"""Draws for each world: that one is never met by chance has probability e**-40."""

World = tuple[Any, ...]


def late(head: str, *hands: str, deck: AnyDeck) -> WhirlingWitchcraft:
    """A position towards the end of a game: all recipes that are in no hand and not in the deck are in labs."""
    cards = [*head.partition("deck")[2].split(), *" ".join(hands).split()]
    left = others(deck, cards)
    assert len(left) % len(hands) == 0
    labs = [" ".join([deck.cards[seat], *left[seat :: len(hands)]]) for seat in range(len(hands))]
    rows = [f"{seat} bench g | lab {labs[seat]} | hand {hand}" for seat, hand in enumerate(hands)]
    return position("\n".join([head, *rows]), deck)


def world_of(s: WhirlingWitchcraft) -> World:
    """Hands, deck, and the places laid from."""
    return (*(tuple(hand[: s.hand_size]) for hand in s.hands[: s.players]), tuple(pile(s)), tuple(s.laid))


Rows = Sequence[Sequence[Collection[str]]]


def worlds(view: WhirlingWitchcraft, deck: AnyDeck, is_not: Rows = ()) -> set[World]:
    """Every way to lay the unseen cards, each as likely, alike cards or not, and what can have been chosen in it.

    `is_not`: of each place of the hands, then of the deck, what its card is known not to be.
    """
    rows = [hand[: view.hand_size] for hand in view.hands[: view.players]] + [pile(view)]
    seen_cards = [deck.cards[card] for row in [*view.arrivals, *rows] for card in row if card >= 0]
    unseen = [deck.cards.index(card) for card in others(deck, seen_cards)]

    def is_ruled_out(row: tuple[int, ...], nots: Sequence[Collection[str]]) -> bool:
        return any(deck.cards[card] in never for card, never in zip(row, nots, strict=True))

    sealed = [choices(view, seat) if place == HIDDEN else [place] for seat, place in enumerate(view.laid)]
    found: set[World] = set()
    for order in set(permutations(unseen)):
        cards = iter(order)
        filled = [tuple(next(cards) if card == HIDDEN else card for card in row) for row in rows]
        if any(map(is_ruled_out, filled, is_not)):
            continue
        for laid in product(*sealed):
            if view.phase != Phase.LAY or all(map(is_first_of_its_kind, filled, laid)):
                found.add((*filled, laid))
    return found


def choices(view: WhirlingWitchcraft, seat: int) -> list[int]:
    """WW-11: any place of the hand; or the ball, if there is one and no ball has been used in this round."""
    return [*range(view.hand_size), *[CHANGING] * (view.balls >> seat & 1 and not view.changed)]


def is_first_of_its_kind(hand: tuple[int, ...], place: int) -> bool:
    """WW-12: of alike recipes the first is laid."""
    return place in (NONE, CHANGING) or hand[place] not in hand[:place]


def redeals(
    view: WhirlingWitchcraft, deck: AnyDeck, count: int, what: Callable[[WhirlingWitchcraft], Any]
) -> Counter[Any]:
    """How often redeal draws what; every draw shows the view and fits it."""
    s, found = WhirlingWitchcraft(), Counter[Any]()
    s.seed = seed_words(20)
    for i in range(count):
        open_stream(s, 100, i)
        redeal(deck.tables, view, s)
        assert s.viewer == TRUTH
        found[what(s)] += 1
        if i % 20 == 0:
            assert seen(s, view.viewer, deck) == view
            assert fits(deck.tables, view, s)
    return found


def check_even(view: WhirlingWitchcraft, deck: AnyDeck, possible: set[World], draws: int = DRAWS) -> None:
    """Redeal draws these worlds and nothing else: every way to lay the cards equally often, and in it every choice."""
    choices_of, count = Counter(world[:-1] for world in possible), draws * len(possible)
    drawn = redeals(view, deck, count, world_of)
    assert set(drawn) == possible
    expected = {world: count / len(choices_of) / choices_of[world[:-1]] for world in possible}
    chi_square = sum((drawn[world] - number) ** 2 / number for world, number in expected.items())
    assert surprise(chi_square, max(1, len(possible) - 1)) < ONE_IN_A_MILLION
