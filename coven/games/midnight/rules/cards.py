"""Cards: kinds, their features, and what may follow what.

A kind is a number from 0 to 61: the standard cards in the deck file's order, then the special ones. The two decks (and
even a single custom deck) hold several cards of a kind, which nobody can tell apart. So a hand is a set of kinds, and a
count of each.
"""

from __future__ import annotations

from typing import TypeAlias

from coven.engine import decks
from coven.engine.codes import Codes
from coven.engine.jit import rule
from coven.engine.states import Record, int8, int64

DECKS = 2
DECK_CARDS = 62
CARDS = DECKS * DECK_CARDS
KINDS = DECK_CARDS
SUITS = 5
SUIT_TEXTS = ("witchs-hat", "cauldron", "broomstick", "black-cat", "crystal-ball")
SHAPES = 10
COLOURS = 10
NONE = -1
"""No suit, shape, colour, kind or seat."""


class Type(Codes):
    """What sort of card a kind is."""

    STANDARD = 0
    POLYMORPH = 1
    COUNTER_STIR = 2
    CURSE_YOU = 3
    BETRAYED = 4
    FOLLOW_THE_RECIPE = 5
    A_POX_ON_ALL_OF_YOU = 6
    COVEN_CIRCLE = 7
    FAILED_SPELL = 8
    WICKED_CACKLE = 9
    WITCH_GONE_WILD = 10


TYPES = 11


class CardTables(Record):
    """What the rules look up about kinds. Sets of kinds are numbers whose bits are kinds."""

    of_suit: list[int] = int64(SUITS)
    """Kinds that bear a suit: standard ones, Polymorph, Counter Stir, Curse You! (MN-4)."""
    of_colour: list[int] = int64(COLOURS)
    """Standard kinds of a colour."""
    of_shape: list[int] = int64(SHAPES)
    """Standard kinds of a shape."""
    of_type: list[int] = int64(TYPES)
    """Kinds of a Type."""
    suited: int = int64()
    """Kinds that bear any suit."""
    wild: int = int64()
    """MN-5: playable on anything."""
    penalty: int = int64()
    """MN-60: what a Wicked Cackle forces players to lay down."""
    not_last: int = int64()
    """MN-16: never playable as the last card."""
    declares: int = int64()
    """MN-25, MN-55, MN-58, MN-66: its player declares a suit."""
    type: list[int] = int8(KINDS)
    """A Type."""
    suit: list[int] = int8(KINDS)
    """0 to 4, or NONE."""
    shape: list[int] = int8(KINDS)
    """0 to 9; NONE for special cards."""
    colour: list[int] = int8(KINDS)
    """0 to 9; NONE for special cards."""
    copies: list[int] = int8(KINDS)
    """How many cards of the kind are in the game."""
    kinds: int = int8()
    """How many kinds there are."""
    red: int = int8()
    """The number of the colour red."""
    yellow: int = int8()
    """The number of the colour yellow."""
    flip_in_full: int = int8()
    """1 if a card that a Wicked Cackle turns up counts in full (MN-63: not as we read it)."""


Deck: TypeAlias = decks.Deck[CardTables]
"""A deck of Midnight."""


@rule
def matching(deck: CardTables, suit: int, colour: int, shape: int) -> int:
    """MN-3: the kinds that match a suit, a colour or a shape, each of which may be NONE."""
    kinds = 0
    if suit != NONE:
        kinds |= deck.of_suit[suit]
    if colour != NONE:
        kinds |= deck.of_colour[colour]
    if shape != NONE:
        kinds |= deck.of_shape[shape]
    return kinds
