"""The rules of Candles: the state, the actions, and what the contract asks for."""

from __future__ import annotations

from typing import TypeAlias

from coven.engine import decks
from coven.engine.dice import open_stream
from coven.engine.jit import rule, rule_distinct, scratch
from coven.engine.lists import copy, fill, shuffle
from coven.engine.seats import left_of, owes
from coven.engine.sentences import shown
from coven.engine.sets import list_members
from coven.engine.states import Record, State, hide_dice, int8, int16

SEATS, CARDS, HAND, ROUNDS = 3, 12, 3, 3
NONE = -1
DEAL = 1
"""Purpose of the dice stream that deals."""


class CardTables(Record):
    """What the rules look up: nothing but the ranks, which ascend."""

    rank: list[int] = int8(CARDS)


Deck: TypeAlias = decks.Deck[CardTables]


class Candles(State):
    """The whole truth of a game, or a seat's view of it."""

    hands: list[int] = int16(SEATS)
    """Cards in hand: sets; in a view only the viewer's own."""
    played: list[int] = int8(SEATS * ROUNDS)
    """The cards in the order in which they were played; NONE for those to come."""
    players_of: list[int] = int8(SEATS * ROUNDS)
    """Who has played them."""
    count: int = int8()
    """How many they are."""
    candles: list[int] = int8(SEATS)
    """Candles that each seat has lit."""
    owing: int = int8()
    """Bits of the seats that owe a decision."""
    winners: int = int8()
    """Bits of the seats that have won; 0 while the game runs."""


@rule
def setup(deck: CardTables, s: Candles) -> None:
    """CA-2, CA-3."""
    fill(s.played, NONE)
    fill(s.players_of, NONE)
    fill(s.candles, 0)
    fill(s.hands, 0)
    open_stream(s, DEAL, 0)
    deal(s, (1 << CARDS) - 1, NONE)
    s.count = 0
    s.owing = 1
    s.winners = 0


@rule
def deal(s: Candles, cards: int, viewer: int) -> None:
    """Give each seat but the viewer so many of these cards as it must hold; every way is equally likely."""
    order = scratch(CARDS)
    n = list_members(cards, 0, order, 0)
    shuffle(s, order, n)
    for seat in range(SEATS):
        if seat != viewer:
            s.hands[seat] = 0
            for _ in range(hand_size(s, seat)):
                n -= 1
                s.hands[seat] |= 1 << order[n]


@rule
def hand_size(s: Candles, seat: int) -> int:
    """CA-3: a card less for each that the seat has played; public."""
    size = HAND
    for i in range(SEATS * ROUNDS):
        if s.players_of[i] == seat:
            size -= 1
    return size


@rule
def legal(deck: CardTables, s: Candles, seat: int, out: list[int]) -> int:
    """CA-3: any card of the hand; an action is the number of its card."""
    return list_members(s.hands[seat], 0, out, 0) if owes(s, seat) else 0


@rule
def apply(deck: CardTables, s: Candles, seat: int, action: int) -> None:
    """CA-3, CA-4, CA-5."""
    s.hands[seat] &= ~(1 << action)
    s.played[s.count] = action
    s.players_of[s.count] = seat
    s.count += 1
    s.owing = 1 << left_of(s, seat)
    if s.count % SEATS == 0:
        seat = middle(s, s.count - SEATS)
        s.candles[seat] += 1
        s.owing = 1 << seat
    if s.count == SEATS * ROUNDS:
        end_game(s)


@rule
def middle(s: Candles, first: int) -> int:
    """CA-4: who has played the middle one of three cards, the first of them at this place."""
    for i in range(SEATS):
        card, lower = s.played[first + i], 0
        for j in range(SEATS):
            if s.played[first + j] < card:
                lower += 1
        if lower == 1:
            return s.players_of[first + i]
    return NONE


@rule
def end_game(s: Candles) -> None:
    """CA-5."""
    s.owing = 0
    most = max(s.candles[0], s.candles[1], s.candles[2])
    for seat in range(SEATS):
        if s.candles[seat] == most:
            s.winners |= 1 << seat


@rule_distinct
def hide(deck: CardTables, s: Candles, viewer: int, view: Candles) -> None:
    """The own hand, and what has been played."""
    hide_dice(s, viewer, view)
    copy_public(s, view)
    fill(view.hands, 0)
    if viewer >= 0:
        view.hands[viewer] = s.hands[viewer]


@rule
def copy_public(s: Candles, to: Candles) -> None:
    """Copy what everybody sees."""
    copy(s.played, to.played)
    copy(s.players_of, to.players_of)
    copy(s.candles, to.candles)
    to.count = s.count
    to.owing = s.owing
    to.winners = s.winners


def action_text(deck: Deck, action: int) -> str:
    """The action's text, as "play candle-7"."""
    return f"play {deck.cards[action]}"


def parse_action(deck: Deck, text: str) -> int:
    """The number of an action's text; raises ValueError that says what is not understood."""
    words = text.lower().split()
    if len(words) != 2 or words[0] != "play" or words[1] not in deck.cards:
        raise ValueError(f'"{shown(text)}" is not an action: play and a card, as in "play {deck.cards[0]}"')
    return deck.cards.index(words[1])
