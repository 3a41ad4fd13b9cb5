"""The record of a game of Midnight, field by field. Seats are 0, 1, ... clockwise.

A set of kinds of cards is a number (see `cards`). What counts on the discard pile is kept apart from the card on top of
it: it may have been declared.
"""

from __future__ import annotations

from coven.engine.jit import rule
from coven.engine.states import Codes, State, int8, int16, int64
from coven.games.midnight.cards import CARDS, KINDS

MOST_PLAYERS = 8
FULL_HAND = 7
MOST_TURNS = 1000

FACTS = 16
"""Cards that one seat can follow in other hands; the oldest gives way."""
VOIDS = 6
"""Sets of kinds that one hand is known to have lacked; the oldest gives way."""
SURE = 16
"""Sure cards that one seat remembers (see `memory`)."""
DEPARTURES = 127
"""Cards that have left hands since the last shuffle, of which it is not sure that they were there then."""
LOST = 24
"""Cards that a seat has lost in the last thing that happened: more are told all in all only."""
ROWS = MOST_PLAYERS + 1
"""Who remembers: every seat, and the spectator in the row after that of the last seat."""

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
    unhashed = frozenset(
        {
            *("lack_kinds", "lack_fresh", "lack_count", "lack_based", "sure_kind", "sure_hands", "forgotten", "lost"),
            *("came", "is_based", "base_held", "base_size", "gone_count", "gone_seat", "gone_kind", "gone_to"),
            *("gone_new", "gone_came", "gone_there"),
        }
    )

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
    lack_kinds: list[list[int]] = int64(MOST_PLAYERS, VOIDS)
    """Sets of kinds that a hand once held none of, in the order of time (see `memory`)."""
    sure_hands: list[list[int]] = int16(MOST_PLAYERS, SURE)
    """[knower]: bits of the hands of which one holds the card of `sure_kind`; in a view the viewer's own."""
    came: list[int] = int16(MOST_PLAYERS)
    """Cards that have come into a hand since the base."""
    gone_came: list[int] = int16(DEPARTURES)
    """How many cards had come into the hand before this one left it."""
    gone_there: list[int] = int16(DEPARTURES)
    """How many had come into the hand that it went to."""
    forgotten: list[int] = int16(ROWS)
    """What did not fit into a memory; in a view the viewer's own and the spectator's."""
    lack_fresh: list[list[list[int]]] = int8(ROWS, MOST_PLAYERS, VOIDS)
    """[row][hand]: how many cards of these kinds it may hold now; in a view the viewer's own and the spectator's."""
    lack_count: list[int] = int8(MOST_PLAYERS)
    """How many lacks of a hand there are."""
    lost: list[list[int]] = int8(MOST_PLAYERS, LOST)
    """Kinds of cards that Betrayed cards took from a hand in the last thing; in a view the viewer's own."""
    lack_based: list[list[int]] = int8(MOST_PLAYERS, VOIDS)
    """For what was lacked since the base, how many cards had come into the hand by then and one; else 0."""
    sure_kind: list[list[int]] = int8(MOST_PLAYERS, SURE)
    """[knower]: kinds of cards that it has given away, NONE at the end; in a view the viewer's own."""
    is_based: int = int8()
    """1 if the last shuffle is remembered: the base."""
    base_held: list[list[int]] = int8(ROWS, KINDS)
    """[row]: what the others' hands held at the base, less what certainly has left them; in a view as `lack_fresh`."""
    base_size: list[int] = int8(MOST_PLAYERS)
    """How many cards a hand held at the base, less what certainly has left it."""
    gone_count: int = int8()
    """How many departures there are."""
    gone_seat: list[int] = int8(DEPARTURES)
    """The hand that a card has left; NONE at the end."""
    gone_kind: list[int] = int8(DEPARTURES)
    """Its kind; in a view NONE where the viewer has not seen it."""
    gone_to: list[int] = int8(DEPARTURES)
    """The hand into which it went, or NONE if it was laid down."""
    gone_new: list[int] = int8(DEPARTURES)
    """If the hand lacked its kind since the base, the same number; in a view 0 where the viewer has not seen it."""


@rule
def everybody(s: Midnight) -> int:
    """Bits of all seats."""
    return (1 << s.players) - 1


@rule
def seat_after(s: Midnight, seat: int, steps: int) -> int:
    """The seat so many steps on in the current direction; 0 <= steps <= players."""
    return (seat + s.direction * steps + s.players) % s.players
