"""What is true of every state of Midnight, by which states set up by hand are judged."""

from __future__ import annotations

from coven.engine.laws import ENDED, Ended, Law, Within
from coven.games.midnight.mind.fits import are_cards_whole
from coven.games.midnight.rules.cards import CARDS, COLOURS, KINDS, NONE, SHAPES, SUITS, CardTables
from coven.games.midnight.rules.state import (
    ACCOUNT,
    HIDDEN,
    MOST_PLAYERS,
    MOST_TURNS,
    VOIDS,
    Ending,
    Midnight,
    Phase,
)

ALL_KINDS = (1 << KINDS) - 1
SEATS = (1 << MOST_PLAYERS) - 1
SEAT = (NONE, MOST_PLAYERS - 1)
RANGES = {
    "held": (0, ALL_KINDS), "void_kinds": (0, ALL_KINDS), "turns": (0, MOST_TURNS), "fact_hands": (0, SEATS),
    "counts": (0, CARDS), "hand_size": (0, CARDS), "pile": (NONE, KINDS - 1), "pile_top": (0, CARDS),
    "pile_left": (0, CARDS), "discard": (0, CARDS), "bound": (0, CARDS), "top": (0, KINDS - 1), "top_bound": (0, 1),
    "suit": (NONE, SUITS - 1), "colour": (NONE, COLOURS - 1), "shape": (NONE, SHAPES - 1), "red_only": (0, 1),
    "any_suit": (0, 1), "follow": (NONE, SUITS - 1), "curses": (0, CARDS), "turn": SEAT, "direction": (-1, 1),
    "phase": (0, Phase.OVER), "offences": (0, SEATS), "fact_kind": (NONE, KINDS - 1), "void_count": (0, VOIDS),
    "passed": (HIDDEN + 1, KINDS - 1), "has_moved": (0, 1), "calls_made": (0, 1), "winners": (0, SEATS),
    "ending": (0, Ending.MOST_TURNS), "noted": (NONE, ACCOUNT), "lost": (NONE, KINDS - 1), "starter": (0, SEAT[1]),
    "sidesteps": (0, CARDS), "least": (0, CARDS), "void_fresh": (-1, CARDS), "first_seat": SEAT,
}  # fmt: skip


def is_pile_inside(deck: CardTables, s: Midnight) -> bool:
    """MN-13: does the draw pile end within its places?"""
    return s.pile_top + s.pile_left <= CARDS


def is_turn_asked(deck: CardTables, s: Midnight) -> bool:
    """MN-12: is a seat of the table at turn, and does it alone owe a decision, except in a Coven Circle?"""
    is_alone = s.phase not in (Phase.TURN, Phase.DECLARE) or s.owing == 1 << s.turn
    return 0 <= s.turn < s.players and s.direction != 0 and is_alone


LAWS = (
    Law("", "phases, kinds, counts and seats are within their ranges", Within(RANGES)),
    Law("MN-13", "the draw pile lies within its places", is_pile_inside),
    Law("MN-1", "hands, draw pile and discard pile make up both decks, and hands have their sizes", are_cards_whole),
    Law("MN-12", "the seat at turn owes the decision, except in a Coven Circle", is_turn_asked),
    Law("", ENDED, Ended(Phase.OVER, Ending.OPEN)),
)
"""The laws, in the order in which they are asked."""
