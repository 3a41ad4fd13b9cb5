"""Sets as numbers: bit i is set if i is in the set."""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import listing, lowest, nth, popcount, rule
from coven.engine.states import State


def members(bits: int) -> list[int]:
    """The members of the set, ascending."""
    found = []
    while bits:
        rest = bits & (bits - 1)
        found.append((bits ^ rest).bit_length() - 1)
        bits = rest
    return found


@listing
def list_members(bits: int, first: int, out: list[int], n: int) -> int:
    """Write `first` + i to `out` for every i in the set, ascending from place n on. Returns the next place."""
    while bits:
        out[n] = first + lowest(bits)
        n += 1
        bits &= bits - 1
    return n


@rule
def any_member(s: State, bits: int) -> int:
    """A random member of the set, all equally likely, by the dice of `s`. Needs at least one."""
    return nth(bits, roll(s, popcount(bits)))
