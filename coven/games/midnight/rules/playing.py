"""What may be played, and what counts afterwards: MN-3 to MN-6, MN-12 to MN-16, MN-20 to MN-50.

Clause ids: RULES.md.
"""

from __future__ import annotations

from coven.engine.jit import lowest, rule
from coven.engine.sets import list_members
from coven.games.midnight.rules import actions
from coven.games.midnight.rules.cards import NONE, SUITS, CardTables, Type, matching
from coven.games.midnight.rules.piles import all_spare
from coven.games.midnight.rules.state import Midnight

SECOND_LAST = 2
"""MN-14: a play from a hand of this many cards needs the call "Midnight!"."""


@rule
def can_draw(deck: CardTables, s: Midnight) -> bool:
    """MN-13, MN-64: is there a card to draw, from the pile or by making a new one?"""
    return s.pile_left > 0 or all_spare(deck, s) > 0


@rule
def matches(deck: CardTables, s: Midnight) -> int:
    """MN-3, MN-6, MN-20 to MN-30, MN-40, MN-63: the kinds that fit what counts, without wild cards and sidesteps."""
    on_top = deck.type[s.top]
    if s.red_only:
        return deck.of_colour[deck.red] | deck.of_type[Type.BETRAYED]
    kinds = matching(deck, s.suit, s.colour, s.shape)
    if s.any_suit:
        kinds |= deck.suited
    if on_top == Type.POLYMORPH or on_top == Type.COUNTER_STIR:
        kinds |= deck.of_type[on_top]
    if s.colour == deck.red:
        kinds |= deck.of_type[Type.BETRAYED]
    if s.colour == deck.yellow:
        kinds |= deck.of_type[Type.FOLLOW_THE_RECIPE]
    return kinds


@rule
def plays(deck: CardTables, s: Midnight, seat: int) -> int:
    """MN-12, MN-16: the kinds that the seat could play in a normal turn if it held them, without sidesteps."""
    kinds = matches(deck, s) | deck.wild
    if s.hand_size[seat] == 1:
        kinds &= ~deck.not_last
    return kinds


@rule
def playable(deck: CardTables, s: Midnight, seat: int) -> int:
    """The kinds that the seat at turn may play on what it faces: a curse, a Follow Suit, or the discard pile."""
    if s.curses:
        kinds = deck.of_type[Type.CURSE_YOU]
    elif s.follow != NONE:
        kinds = deck.of_suit[s.follow] | deck.of_type[Type.A_POX_ON_ALL_OF_YOU]
    else:
        kinds = matches(deck, s) | deck.wild | deck.of_type[Type.A_POX_ON_ALL_OF_YOU]
    if s.hand_size[seat] == 1:
        kinds &= ~deck.not_last
    return kinds & s.held[seat]


@rule
def may_draw(deck: CardTables, s: Midnight, kinds: int) -> bool:
    """MN-12; MN-41: not with a card of the Follow Suit; MN-64: nor from an empty pile with a card to play."""
    plays = kinds & ~deck.of_type[Type.A_POX_ON_ALL_OF_YOU]
    if plays == 0:
        return True
    return s.follow == NONE and can_draw(deck, s)


@rule
def list_turn(deck: CardTables, s: Midnight, seat: int, out: list[int]) -> int:
    """The plays of the seat at turn in all their forms, and what it may do instead."""
    kinds = playable(deck, s, seat)
    n = 0
    left = kinds
    while left:
        n = list_forms(deck, s, seat, lowest(left), out, n)
        left &= left - 1
    if s.curses:
        out[n] = actions.TAKE
        n += 1
    elif may_draw(deck, s, kinds):
        out[n] = actions.DRAW
        n += 1
    return n


@rule
def list_forms(deck: CardTables, s: Midnight, seat: int, kind: int, out: list[int], n: int) -> int:
    """MN-14, MN-51: a play with and without the calls that are due; only with them if calls are made for everybody."""
    due = 0
    if s.hand_size[seat] == SECOND_LAST:
        due |= actions.CALL_MIDNIGHT
    if deck.type[kind] == Type.A_POX_ON_ALL_OF_YOU:
        due |= actions.CALL_POX
    for calls in range(actions.CALLS):
        if calls & ~due == 0 and (calls == due or not s.calls_made):
            out[n] = actions.PLAY + kind * actions.CALLS + calls
            n += 1
    return n


@rule
def list_declarations(deck: CardTables, s: Midnight, out: list[int], n: int) -> int:
    """MN-25: a Polymorph declares a suit other than the printed one. MN-67: other cards declare any."""
    for suit in range(SUITS):
        if not (deck.type[s.top] == Type.POLYMORPH and deck.suit[s.top] == suit):
            out[n] = actions.DECLARE + suit
            n += 1
    return n


@rule
def list_passes(s: Midnight, seat: int, out: list[int], n: int) -> int:
    """MN-55: any card of the hand."""
    return list_members(s.held[seat], actions.PASS, out, n)


@rule
def list_catches(s: Midnight, seat: int, out: list[int], n: int) -> int:
    """MN-14: any opponent who forgot to call."""
    return list_members(s.offences & ~(1 << seat), actions.CATCH, out, n)


@rule
def count_in_full(deck: CardTables, s: Midnight, kind: int) -> None:
    """MN-6: everything on the card counts."""
    s.suit = deck.suit[kind]
    s.colour = deck.colour[kind]
    s.shape = deck.shape[kind]
    s.red_only = 0
    s.any_suit = 0


@rule
def count_suit(s: Midnight, suit: int) -> None:
    """MN-6: a suit that was declared or flipped is all that counts."""
    s.suit = suit
    s.colour = NONE
    s.shape = NONE
    s.red_only = 0
    s.any_suit = 0
