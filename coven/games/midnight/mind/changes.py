"""Changes to a course whose chains are laid (see `course`)."""

from __future__ import annotations

from coven.engine.jit import rule
from coven.games.midnight.mind.course import (
    ARRIVALS,
    CARRIED,
    CROSSING_AT,
    CROSSING_COUNT,
    CROSSINGS,
    KIND,
    put,
    take_off,
)


@rule
def exchange(w: list[int], a: int, b: int) -> None:
    """Exchange the kinds of two comings, also wherever their cards went on."""
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
    """Give a node this kind."""
    take_off(w, node)
    put(w, node, kind)


@rule
def turn_crossing(w: list[int], crossing: int, kind: int) -> None:
    """Give a crossing this kind."""
    turn(w, w[CROSSINGS + crossing], kind)
    turn(w, w[ARRIVALS + crossing], kind)


@rule
def carry(w: list[int], crossing: int, node: int) -> int:
    """Let the card that came by this node cross instead. Returns the node of the one that crossed before."""
    before = w[CARRIED + crossing]
    w[CARRIED + crossing] = node
    if w[KIND + node] != w[KIND + before]:
        turn_crossing(w, crossing, w[KIND + node])
    return before


@rule
def origin(w: list[int], node: int) -> int:
    """The coming of a card that came into a hand by this node, or the node at which the viewer gave it."""
    crossing = w[CROSSING_AT + node] - 1
    return node if crossing < 0 else w[CARRIED + crossing]
