"""What rules and their callers ask about seats in every game: who owes a decision, who sits where, who has won.

A set of seats is a number with one bit per seat.
"""

from __future__ import annotations

from typing import Any

from coven.engine.jit import popcount, rule
from coven.engine.states import State


@rule
def pending(s: State) -> int:
    """The seats that owe a decision: several if play is simultaneous, none if the game is over."""
    return s.owing


@rule
def owes(s: State, seat: int) -> bool:
    """Does the seat owe a decision?"""
    return s.owing >> seat & 1 == 1


@rule
def over(s: State) -> bool:
    """Is the game finished? Then, and only then, nobody owes a decision."""
    return s.owing == 0


@rule
def everybody(s: State) -> int:
    """All seats."""
    return (1 << s.players) - 1


@rule
def left_of(s: State, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat < s.players - 1 else 0


@rule
def right_of(s: State, seat: int) -> int:
    """The next seat counter-clockwise."""
    return seat - 1 if seat > 0 else s.players - 1


@rule
def share_victory(s: Any, out: list[float]) -> None:
    """1 for the winner, shared equally if there are several. For states with a field `winners`, a set of seats."""
    for seat in range(s.players):
        out[seat] = 1.0 / popcount(s.winners) if s.winners >> seat & 1 else 0.0
