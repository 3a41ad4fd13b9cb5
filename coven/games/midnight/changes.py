"""Changes of a course whose chains are laid (see `course`)."""

from __future__ import annotations

from coven.engine.jit import rule
from coven.games.midnight.cards import NONE
from coven.games.midnight.course import (
    ARRIVALS,
    CARRIED,
    CROSSING_COUNT,
    CROSSINGS,
    KIND,
    SOURCE,
    put,
    take_off,
)


@rule
def exchange(w: list[int], a: int, b: int) -> None:
    """Two comings change their kinds, also where their cards went on."""
    kind, other = w[KIND + a], w[KIND + b]
    turn(w, a, other)
    turn(w, b, kind)
    for crossing in range(w[CROSSING_COUNT]):
        if w[CARRIED + crossing] == a:
            turn_crossing(w, crossing, other)
        elif w[CARRIED + crossing] == b:
            turn_crossing(w, crossing, kind)


@rule
def turn(w: list[int], node: int, kind: int) -> None:
    """A node is of this kind now."""
    take_off(w, node)
    put(w, node, kind)


@rule
def turn_crossing(w: list[int], crossing: int, kind: int) -> None:
    """A crossing is of this kind now."""
    turn(w, w[CROSSINGS + crossing], kind)
    turn(w, w[ARRIVALS + crossing], kind)


@rule
def carry(w: list[int], crossing: int, node: int) -> int:
    """The card that came by this node has crossed; returns the one that crossed before."""
    before = w[CARRIED + crossing]
    w[CARRIED + crossing] = node
    if w[KIND + node] != w[KIND + before]:
        turn_crossing(w, crossing, w[KIND + node])
    return before


@rule
def origin(w: list[int], node: int) -> int:
    """The coming of a card that came into a hand by this node, or the node of the viewer's gift."""
    crossing = NONE if w[SOURCE + node] != NONE else crossing_at(w, node)
    return node if crossing == NONE else w[CARRIED + crossing]


@rule
def crossing_at(w: list[int], node: int) -> int:
    """The crossing to which a node belongs, or NONE."""
    for crossing in range(w[CROSSING_COUNT]):
        if w[CROSSINGS + crossing] == node or w[ARRIVALS + crossing] == node:
            return crossing
    return NONE
