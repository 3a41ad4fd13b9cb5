"""The record of a game of Midnight, field by field. Seats are 0, 1, ... clockwise.

A set of kinds of cards is a number (see `cards`). What counts on the discard pile is kept apart from the card on top of
it: it may have been declared.
"""

from __future__ import annotations

from coven.engine.codes import Codes
from coven.engine.jit import rule
from coven.engine.states import State, int8, int16, int64
from coven.games.midnight.rules.cards import CARDS, KINDS

MOST_PLAYERS = 8
FULL_HAND = 7
MOST_TURNS = 1000

FACTS = 16
"""Cards that one seat can follow in other hands; the oldest gives way."""
VOIDS = 6
"""Sets of kinds that one hand is known to have lacked; the oldest gives way."""
ACCOUNT = 2048
"""Numbers in the account of a game (see `account`): more than all but the longest games need."""
LOST = 54
"""Cards that a seat can lose in one thing that happens: one for each Betrayed, of which no deck has more (MN-10)."""

BY_LOT = -1
"""`first_seat` where the host has named nobody."""
HIDDEN = -2
"""In a view: a card has been chosen, unseen."""


class Phase(Codes):
    """What is being decided."""

    TURN = 0
    DECLARE = 1
    PASS = 2
    OVER = 3


class Ending(Codes):
    """How a game ended."""

    OPEN = 0
    EMPTY_HAND = 1
    STANDSTILL = 2
    MOST_TURNS = 3


class Midnight(State):
    """The whole truth of a game, or a seat's view of it."""

    knowledge = ("void_kinds", "fact_hands", "fact_kind", "void_fresh", "void_count", "least")
    unhashed = frozenset({"account", "noted", "pools", "forgotten", "lost"})

    held: list[int] = int64(MOST_PLAYERS)
    """Kinds in a hand: a set; in a view only the viewer's own."""
    void_kinds: list[list[int]] = int64(MOST_PLAYERS, VOIDS)
    """Sets of kinds that a hand once held none of, in the order of time (see `knowledge`)."""
    turns: int = int16()
    """Turns that are over (MN-65)."""
    fact_hands: list[list[int]] = int16(MOST_PLAYERS, FACTS)
    """[knower]: bits of the hands of which one holds the card of `fact_kind`; in a view the viewer's own."""
    counts: list[list[int]] = int8(MOST_PLAYERS, KINDS)
    """How many cards of each kind are in a hand; in a view only the viewer's own."""
    hand_size: list[int] = int8(MOST_PLAYERS)
    """Cards in a hand."""
    pile: list[int] = int8(CARDS)
    """The draw pile from place `pile_top` on; NONE elsewhere, and everywhere in a view."""
    pile_top: int = int8()
    """Place of the next card to be drawn."""
    pile_left: int = int8()
    """Cards in the draw pile."""
    discard: list[int] = int8(KINDS)
    """How many cards of each kind lie in the discard pile, its top card and the bound ones among them."""
    bound: list[int] = int8(KINDS)
    """Of those, cards whose effect is being carried out: no reshuffle takes them (MN-13)."""
    events: int = int16()
    """How many things have happened that all have seen."""
    last_action: int = int16()
    """The action by which the last of them happened; of a Coven Circle PASS, without the card."""
    shuffles: int = int16()
    """How often a new draw pile has been shuffled (MN-13)."""
    takings: int = int16()
    """How many cards have been taken by Betrayed cards."""
    sidesteps: int = int8()
    """Sidestep cards above the pile (MN-50)."""
    top: int = int8()
    """Kind of the card on top."""
    top_bound: int = int8()
    """1 if that card is among the bound ones."""
    suit: int = int8()
    """The suit that counts, or NONE."""
    colour: int = int8()
    """The colour that counts, or NONE: none where a suit was declared or flipped (MN-6)."""
    shape: int = int8()
    """The shape that counts, or NONE."""
    red_only: int = int8()
    """1 after a Betrayed until a card is played on it (MN-22)."""
    any_suit: int = int8()
    """1 where a Wicked Cackle found no suit: any card with a suit may follow (MN-63)."""
    follow: int = int8()
    """The Follow Suit while Follow the Recipe is on (MN-40), else NONE."""
    curses: int = int8()
    """Curses in the stack that the seat at turn faces (MN-35)."""
    turn: int = int8()
    """The seat at turn."""
    direction: int = int8()
    """1 clockwise, -1 after an odd number of Counter Stirs."""
    phase: int = int8()
    """A Phase."""
    owing: int = int16()
    """Bits of the seats that owe a decision."""
    offences: int = int16()
    """Bits of the seats that have forgotten to call "Midnight!" and can be caught (MN-14)."""
    fact_kind: list[list[int]] = int8(MOST_PLAYERS, FACTS)
    """[knower]: kinds of cards that it can follow in other hands, NONE at the end; in a view the viewer's own."""
    void_fresh: list[list[int]] = int8(MOST_PLAYERS, VOIDS)
    """How many cards of these kinds the hand may hold now."""
    void_count: list[int] = int8(MOST_PLAYERS)
    """How many voids a hand has."""
    least: list[int] = int8(KINDS)
    """How many cards of a kind all hands together must hold."""
    passed: list[int] = int8(MOST_PLAYERS)
    """The kind that a seat has chosen to pass on in a Coven Circle; NONE before, HIDDEN for others (MN-55)."""
    still: int = int8()
    """Turns in a row in which no card moved (MN-64)."""
    has_moved: int = int8()
    """1 if a card has moved in this turn."""
    first_seat: int = int8()
    """Table option: whom the host has named to begin, or BY_LOT (MN-11)."""
    starter: int = int8()
    """Who began."""
    calls_made: int = int8()
    """Table option: 1 where calls are made for everybody."""
    forced_betrayed: list[int] = int8(MOST_PLAYERS)
    """How many Betrayed cards each hand had to lay down if the last thing was a Wicked Cackle (MN-60), else 0."""
    forced_spells: list[int] = int8(MOST_PLAYERS)
    """How many Failed Spells."""
    last_seat: int = int8()
    """The seat that made `last_action`; of a Coven Circle the one who played it."""
    winners: int = int16()
    """Bits of the seats that have won; 0 while the game runs."""
    ending: int = int8()
    """An Ending."""
    account: list[int] = int16(ACCOUNT)
    """What has happened to cards (see `account`); in a view as far as the viewer has seen it."""
    noted: int = int16()
    """How many numbers of it are in use; the others are 0."""
    pools: int = int16()
    """How many draw piles it tells of."""
    forgotten: int = int16()
    """How many notes had to go."""
    lost: list[list[int]] = int8(MOST_PLAYERS, LOST)
    """Kinds of cards that went from a hand into another in the last thing; in a view the viewer's own."""


@rule
def seat_after(s: Midnight, seat: int, steps: int) -> int:
    """The seat so many steps on in the current direction; 0 <= steps <= players."""
    return (seat + s.direction * steps + s.players) % s.players
