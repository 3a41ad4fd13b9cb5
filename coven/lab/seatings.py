"""The seatings of a tournament: every deal is played once in each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from coven.engine.game import AnyGame
from coven.engine.sentences import listed, shown

MOST_NAMES = 12
"""More names would give too many seatings to wait for."""

Seating = tuple[str, ...]
"""A player's name for each seat."""


def seats_for(game: AnyGame, players: int) -> int:
    """The default number of seats for this many players of `game`: the smallest that has room for all, or else the
    largest."""
    return next((seats for seats in game.players if seats >= players), game.players[-1])


def make_seatings(players: Sequence[str], seats: int) -> list[Seating]:
    """The seatings of `players` in this many seats, each once, always in the same order.

    A line-up is the list itself; with more seats, the list repeated, starting from each of its names in turn; with
    fewer, every choice of that many names. Each line-up rotates through all seats, so every name sits equally often
    in each. Seatings of a single name are left out: they say nothing about who is stronger.
    Raises ValueError for fewer than two different names or more than MOST_NAMES.
    """
    if len(set(players)) < 2:
        raise ValueError(f"a tournament needs at least two different players, not {shown(listed(list(players)))}")
    if len(players) > MOST_NAMES:
        raise ValueError(f"a tournament is for at most {MOST_NAMES} players, not {len(players)}")
    companies = [tuple(players)] if len(players) == seats else _companies(players, seats)
    turned = [company[-turn:] + company[:-turn] for company in companies for turn in range(seats)]
    return [seating for seating in dict.fromkeys(turned) if len(set(seating)) > 1]


def _companies(players: Sequence[str], seats: int) -> list[Seating]:
    count = len(players)
    if count > seats:
        return list(combinations(players, seats))
    return [tuple(players[(start + seat) % count] for seat in range(seats)) for start in range(count)]
