"""How a view's account is read into the work of a course (see `course`)."""

from __future__ import annotations

from coven.engine.jit import rule
from coven.games.midnight.mind.course import (
    ARRIVALS,
    COMING_COUNT,
    COMINGS,
    CROSSING_AT,
    CROSSING_COUNT,
    CROSSINGS,
    END,
    FIRST,
    IN_PILE,
    KIND,
    LACK_COUNT,
    LACK_KINDS,
    LACK_POOL,
    LACK_SEAT,
    LACK_WHO,
    LACKS,
    MOST_CROSSINGS,
    NODES,
    PILES,
    PLACE,
    POOL,
    SOURCE,
)
from coven.games.midnight.rules.account import DRAWN, LACKED, LAID, MOVED, PASSED, POOLED, SHUFFLED, TURNED, WORDS
from coven.games.midnight.rules.account import lacked_kinds as kinds_at
from coven.games.midnight.rules.cards import CARDS, KINDS, NONE
from coven.games.midnight.rules.state import Midnight


@rule
def read_account(view: Midnight, w: list[int]) -> None:
    """Read all nodes, with the kinds that the viewer has seen; comings, crossings, lacks, and what each pile has
    unseen."""
    i, batch = 0, 0
    while i < view.noted:
        number = view.account[i]
        what, seat, other, kind = number >> 12, number >> 9 & 7, number >> 6 & 7, number & 63
        batch = (batch + 1) % view.players if what == PASSED else 0
        if what == SHUFFLED:
            w[PILES] += 1
            w[FIRST + w[PILES] - 1] = w[COMING_COUNT]
        elif what == POOLED:
            w[POOL + (w[PILES] - 1) * KINDS + kind] += seat * 8 + other
        elif what == LACKED:
            read_lack(view, w, i, seat, other)
            i += WORDS
        elif what == DRAWN and seat != view.viewer:
            add_coming(w, 2 * i + 1, seat)
        elif what in (DRAWN, TURNED):
            w[POOL + (w[PILES] - 1) * KINDS + kind] -= 1
        elif what == LAID and seat != view.viewer:
            add_node(w, 2 * i, seat, 0, kind)
        elif what == MOVED:
            add_crossing(view, w, 2 * i, 2 * i + 1, number)
        elif what == PASSED:
            first = i - (batch + view.players - 1) % view.players
            place = i - first
            add_crossing(view, w, 2 * first + place, 2 * first + view.players + place, number)
        i += 1
    w[END] = 2 * i
    for place in range(view.pile_left):
        add_coming(w, NODES - CARDS + place, IN_PILE)
    w[FIRST + w[PILES]] = w[COMING_COUNT]


@rule
def add_node(w: list[int], node: int, hand: int, comes: int, kind: int) -> None:
    """A card comes into a hand, or leaves it."""
    w[PLACE + node] = 1 + 2 * hand + comes
    w[KIND + node] = kind
    w[SOURCE + node] = NONE


@rule
def add_coming(w: list[int], node: int, hand: int) -> None:
    """Add an unseen card of the current pile."""
    add_node(w, node, hand, 1, NONE)
    w[SOURCE + node] = w[PILES] - 1
    w[COMINGS + w[COMING_COUNT]] = node
    w[COMING_COUNT] += 1


@rule
def add_crossing(view: Midnight, w: list[int], leaves: int, comes: int, number: int) -> None:
    """A card goes from hand to hand. Either one of them is the viewer's, or it is a crossing."""
    giver, taker, kind = number >> 9 & 7, number >> 6 & 7, number & 63
    is_seen = giver == view.viewer or taker == view.viewer
    if giver != view.viewer:
        add_node(w, leaves, giver, 0, kind if is_seen else NONE)
    if taker != view.viewer:
        add_node(w, comes, taker, 1, kind if is_seen else NONE)
    if not is_seen and w[CROSSING_COUNT] < MOST_CROSSINGS:
        w[CROSSINGS + w[CROSSING_COUNT]] = leaves
        w[ARRIVALS + w[CROSSING_COUNT]] = comes
        w[CROSSING_COUNT] += 1
        w[CROSSING_AT + leaves] = w[CROSSING_COUNT]
        w[CROSSING_AT + comes] = w[CROSSING_COUNT]


@rule
def read_lack(view: Midnight, w: list[int], i: int, seat: int, who: int) -> None:
    """Read the lack noted at place i."""
    lack = w[LACK_COUNT]
    w[LACKS + lack] = 2 * i
    w[LACK_SEAT + lack] = seat
    w[LACK_WHO + lack] = who
    w[LACK_KINDS + lack] = kinds_at(view, i)
    w[LACK_POOL + lack] = w[PILES] - 1
    w[LACK_COUNT] += 1
