"""The story of a game that is over: how everybody stands, its three moments, what was hidden.

Games say what counts and what was remarkable; here that is put in order.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

MOMENTS = 3
"""How many moments tell a game."""


class Count(Struct, frozen=True):
    """What counts for one seat when a game ends."""

    rank: tuple[int, ...]
    """Seats are compared by it: the higher, the better; equal ones share a place."""
    text: str
    """In words: "17 points"."""
    detail: str = ""
    """What that comes from: "12 from cards, 5 from vials"."""


class Standing(Struct, frozen=True):
    """How one seat stands at the end."""

    seat: int
    place: int
    """1 for winners; seats that are equal share a place. 0 if the game ended without a winner."""
    is_winner: bool
    text: str
    """What counts in this game: "17 points"."""
    detail: str
    """What that comes from; "" if there is nothing to say."""


class Highlight(Struct, frozen=True):
    """Something remarkable that happened between two views."""

    kind: str
    """A story has as many different kinds as possible."""
    weight: int
    """How remarkable it was, from 1 to 100, compared with anything else in this game."""
    text: str
    """One sentence that can stand alone, without a full stop."""


class Revealed(Struct, frozen=True):
    """Hidden cards, once they no longer matter."""

    text: str
    """Whose cards they were, and when."""
    cards: list[str]
    """Their ids, as in `Board.faces`."""


def standings(counts: Sequence[Count], winners: Sequence[int]) -> list[Standing]:
    """Every seat, the winners first, then by rank; seats that are equal stay in the order of the table."""
    keys = [(seat in winners, count.rank) for seat, count in enumerate(counts)]
    order = sorted(range(len(counts)), key=lambda seat: keys[seat], reverse=True)
    return [
        Standing(seat, _place(seat, keys, winners), seat in winners, counts[seat].text, counts[seat].detail)
        for seat in order
    ]


def _place(seat: int, keys: Sequence[tuple[bool, tuple[int, ...]]], winners: Sequence[int]) -> int:
    if not winners:
        return 0
    return 1 if seat in winners else 1 + sum(key > keys[seat] for key in keys)


def weightiest(found: Sequence[tuple[int, Highlight]]) -> list[tuple[int, Highlight]]:
    """The moments of a game, in their order, from all highlights with the entries that tell them.

    The heaviest come first, of equal ones the latest; a second one of the same kind or entry only if there is no other.
    """
    by_weight = sorted(found, key=lambda one: (one[1].weight, one[0]), reverse=True)
    best: list[tuple[int, Highlight]] = []
    for one in by_weight:
        if all(one[0] != other[0] and one[1].kind != other[1].kind for other in best):
            best.append(one)
    rest = [one for one in by_weight if one not in best]
    return sorted([*best, *rest][:MOMENTS], key=lambda one: one[0])
