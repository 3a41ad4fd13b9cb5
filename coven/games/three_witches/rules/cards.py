"""Cards and sets of cards.

A card is a number from 0 to 17: the suits in the deck's order, ranks ascending, then the Elixir. Cards with the same
suit and rank (a custom deck may have them, TW-2) are one kind, named by the lowest of their numbers. No player can tell
them apart, so no state does: a set with k cards of a kind holds the k lowest bits of that kind.
"""

from __future__ import annotations

from typing import TypeAlias

from coven.engine import decks
from coven.engine.jit import lowest, nth, popcount, rule
from coven.engine.states import Record, int8, int16, int32

CARDS = 18
ELIXIR = 17
SUITS = 5
EYE = 2
ALL = (1 << CARDS) - 1
ELIXIR_BIT = 1 << ELIXIR


class DeckTables(Record):
    """What the rules look up about cards."""

    alike: list[int] = int32(CARDS)
    """The set of cards of this card's kind."""
    suit_cards: list[int] = int32(SUITS + 1)
    """The set of cards of a suit; the last set is the Elixir's."""
    kinds: int = int32()
    """The set of cards that name a kind."""
    value: list[list[int]] = int16(CARDS, CARDS)
    """The value of two cards of a team (TW-40, TW-41)."""
    kind: list[int] = int8(CARDS)
    """The card that names this card's kind."""
    suit: list[int] = int8(CARDS)
    """0 to 4, or 5 for the Elixir."""
    rank: list[int] = int8(CARDS)
    """The rank; 0 for the Elixir, which has none (TW-1)."""
    first_decides: int = int8()
    """1 if First decides in every trick where the Lesser Witches differ (TW-46: not as we read it)."""


Deck: TypeAlias = decks.Deck[DeckTables]
"""A deck of 3 Witches."""


@rule
def with_card(deck: DeckTables, cards: int, card: int) -> int:
    """The set with one more card."""
    alike = deck.alike[card]
    return cards & ~alike | ((cards & alike) << 1 | 1 << deck.kind[card]) & alike


@rule
def without_card(deck: DeckTables, cards: int, card: int) -> int:
    """The set with one card less. Needs the card to be in it."""
    alike = deck.alike[card]
    return cards & ~alike | (cards & alike) >> 1 & alike


@rule
def has_card(deck: DeckTables, cards: int, card: int) -> bool:
    """Is a card of this kind in the set?"""
    return cards & deck.alike[card] != 0


@rule
def with_cards(deck: DeckTables, cards: int, more: int) -> int:
    """The union of two sets, counting identical cards."""
    while more:
        cards = with_card(deck, cards, lowest(more))
        more &= more - 1
    return cards


@rule
def without_cards(deck: DeckTables, cards: int, fewer: int) -> int:
    """The set without the cards in `fewer`; those that it does not hold are ignored."""
    while fewer:
        cards = without_card(deck, cards, lowest(fewer))
        fewer &= fewer - 1
    return cards


@rule
def has_cards(deck: DeckTables, cards: int, some: int) -> bool:
    """Does the set hold all of `some`, counting identical cards?"""
    return popcount(without_cards(deck, cards, some)) == popcount(cards) - popcount(some)


@rule
def pick_card(cards: int, n: int) -> int:
    """The n-th card of the set in ascending order, counting from 0. Needs n < size."""
    return nth(cards, n)
