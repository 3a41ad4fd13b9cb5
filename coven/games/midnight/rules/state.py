"""The record of a game of Midnight, field by field. Seats are 0, 1, ... clockwise.

A set of kinds of cards is a number (see `cards`). What counts on the discard pile is stored separately from its top
card, because it may have been declared.
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
"""How many cards one seat can follow in other hands. The oldest is dropped."""
VOIDS = 6
"""How many sets of kinds one hand is known to have lacked. The oldest is dropped."""
ACCOUNT = 2048
"""Size of a game's account (see `account`): more numbers than all but the longest games need."""
LOST = 54
"""Cards that a seat can lose in a single event: one for each Betrayed, of which no deck has more (MN-10)."""

BY_LOT = -1
"""The value of `first_seat` if the host has named nobody."""
HIDDEN = -2
"""In a view: a card has been chosen, but is not seen."""


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
    """The set of kinds in a hand; in a view only in the viewer's own."""
    void_kinds: list[list[int]] = int64(MOST_PLAYERS, VOIDS)
    """Sets of kinds of which a hand once held none, oldest first (see `knowledge`)."""
    turns: int = int16()
    """Turns that are over (MN-65)."""
    fact_hands: list[list[int]] = int16(MOST_PLAYERS, FACTS)
    """[knower]: bits of the hands, one of which holds the card of `fact_kind`; in a view only the viewer's own."""
    counts: list[list[int]] = int8(MOST_PLAYERS, KINDS)
    """How many cards of each kind are in a hand; in a view only in the viewer's own."""
    hand_size: list[int] = int8(MOST_PLAYERS)
    """Cards in a hand."""
    pile: list[int] = int8(CARDS)
    """The draw pile from place `pile_top` on; NONE elsewhere, and everywhere in a view."""
    pile_top: int = int8()
    """Place of the next card to draw."""
    pile_left: int = int8()
    """Cards in the draw pile."""
    discard: list[int] = int8(KINDS)
    """How many cards of each kind are in the discard pile, including its top card and the bound ones."""
    bound: list[int] = int8(KINDS)
    """How many of those have an effect that is still being carried out: no reshuffle takes them (MN-13)."""
    events: int = int16()
    """How many things have happened that everybody has seen."""
    last_action: int = int16()
    """The action that caused the last of them; PASS for a Coven Circle, without the card."""
    shuffles: int = int16()
    """How often a new draw pile has been shuffled (MN-13)."""
    takings: int = int16()
    """How many cards have been taken by Betrayed cards."""
    sidesteps: int = int8()
    """Sidestep cards above the pile (MN-50)."""
    top: int = int8()
    """Kind of the card on top."""
    top_bound: int = int8()
    """1 if that card is one of the bound ones."""
    suit: int = int8()
    """The suit that counts, or NONE."""
    colour: int = int8()
    """The colour that counts, or NONE: there is none if a suit was declared or flipped (MN-6)."""
    shape: int = int8()
    """The shape that counts, or NONE."""
    red_only: int = int8()
    """1 after a Betrayed until a card is played on it (MN-22)."""
    any_suit: int = int8()
    """1 if a Wicked Cackle found no suit: any card with a suit may follow (MN-63)."""
    follow: int = int8()
    """The Follow Suit while Follow the Recipe is on (MN-40), else NONE."""
    curses: int = int8()
    """Curses in the stack that the seat at turn faces."""
    turn: int = int8()
    """The seat at turn."""
    direction: int = int8()
    """1 clockwise, -1 after an odd number of Counter Stirs."""
    phase: int = int8()
    """A Phase."""
    owing: int = int16()
    """Bits of the seats that owe a decision."""
    offences: int = int16()
    """Bits of the seats that forgot to call "Midnight!" and can be caught (MN-14)."""
    fact_kind: list[list[int]] = int8(MOST_PLAYERS, FACTS)
    """[knower]: kinds of cards that it can follow in other hands, NONE at the end; in a view only the viewer's own."""
    void_fresh: list[list[int]] = int8(MOST_PLAYERS, VOIDS)
    """How many cards of these kinds the hand may hold now."""
    void_count: list[int] = int8(MOST_PLAYERS)
    """How many voids a hand has."""
    least: list[int] = int8(KINDS)
    """How many cards of a kind all hands together must hold."""
    passed: list[int] = int8(MOST_PLAYERS)
    """The kind that a seat has chosen to pass in a Coven Circle; NONE before that, HIDDEN to others (MN-55)."""
    still: int = int8()
    """Turns in a row in which no card moved (MN-64)."""
    has_moved: int = int8()
    """1 if a card has moved in this turn."""
    first_seat: int = int8()
    """Table option: the seat that the host has named to begin, or BY_LOT (MN-11)."""
    starter: int = int8()
    """Who began."""
    calls_made: int = int8()
    """Table option: 1 if calls are made for everybody."""
    forced_betrayed: list[int] = int8(MOST_PLAYERS)
    """How many Betrayed cards each hand had to lay down if the last event was a Wicked Cackle (MN-60), else 0."""
    forced_spells: list[int] = int8(MOST_PLAYERS)
    """Likewise, how many Failed Spells."""
    last_seat: int = int8()
    """The seat that made `last_action`; for a Coven Circle, the seat that played it."""
    winners: int = int16()
    """Bits of the seats that have won; 0 while the game runs."""
    ending: int = int8()
    """An Ending."""
    account: list[int] = int16(ACCOUNT)
    """What has happened to cards (see `account`); in a view, as far as the viewer has seen it."""
    noted: int = int16()
    """How many of its numbers are in use; the others are 0."""
    pools: int = int16()
    """How many draw piles it covers."""
    forgotten: int = int16()
    """How many notes have been forgotten."""
    lost: list[list[int]] = int8(MOST_PLAYERS, LOST)
    """Kinds of the cards that went from a hand to another in the last event; in a view only the viewer's own."""


@rule
def seat_after(s: Midnight, seat: int, steps: int) -> int:
    """The seat this many steps on in the current direction. Needs 0 <= steps <= players."""
    return (seat + s.direction * steps + s.players) % s.players
