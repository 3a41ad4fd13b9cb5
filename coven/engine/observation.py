"""Observations: a view as numbers for a learner, and what each of them means.

A game's observation is a row of whole numbers from 0, made of *planes*: parts with a name, a shape and a meaning. It is
written from a view, so it cannot hold what the seat does not see. Seats are turned: 0 is the viewer, 1 the next seat
clockwise, and so on. A card is a bit of its own, a phase or a suit is one-hot (no bit set: there is none), and a count
is a number with the most that it can be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, Generic

import numpy as np

from coven.engine.decks import D, Deck
from coven.engine.jit import rule
from coven.engine.rules import S
from coven.engine.states import State

BYTE = 255
"""The most that a number in an observation can be; what is more is written as this."""


@dataclass(frozen=True)
class Plane:
    """A part of an observation: numbers that mean the same kind of thing."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    """What the numbers say, and what the axes of `shape` are."""
    most: int = 1
    """Each number is from 0 to this, at most BYTE."""
    unit: int = 0
    """In an observation of floats, numbers are divided by this; 0 means by `most`."""

    @property
    def size(self) -> int:
        """How many numbers."""
        return prod(self.shape)


def asked(players: int, phases: int, names: str) -> tuple[Plane, Plane]:
    """The first two planes of a game with phases, which are named in order: what is asked, and whom."""
    return (
        Plane("phase", (phases,), f"what is being decided: {names}"),
        Plane("owing", (players,), "seats that owe a decision"),
    )


@rule
def see_nothing(deck: Any, view: Any, out: list[int]) -> None:
    """The observation of a game that has none: no numbers."""


def no_planes(players: int) -> Sequence[Plane]:
    """The planes of a game that has no observation."""
    return ()


@dataclass(frozen=True)
class Observation(Generic[S, D]):
    """How a game's views become numbers. Without arguments: a game that has none, and 0 numbers."""

    planes: Callable[[int], Sequence[Plane]] = no_planes
    """planes(players): the parts of an observation, in order."""
    write: Callable[[D, S, list[int]], None] = see_nothing
    """write(deck, view, out): a `jit.rule_distinct` that writes a seat's view into `out`, which holds zeros."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Fields of the view that are not written, or not as they are, each with the reason."""

    def size(self, players: int) -> int:
        """How many numbers an observation has."""
        return sum(plane.size for plane in self.planes(players))

    def places(self, players: int) -> dict[str, slice]:
        """Where each plane is."""
        found, start = {}, 0
        for plane in self.planes(players):
            found[plane.name] = slice(start, start + plane.size)
            start += plane.size
        return found

    def most(self, players: int) -> Any:
        """uint8[size]: the most that each number can be."""
        return self._spread(players, lambda plane: plane.most, np.uint8)

    def scale(self, players: int) -> Any:
        """float32[size]: what each number is multiplied by in an observation of floats."""
        return self._spread(players, lambda plane: 1 / (plane.unit or plane.most), np.float32)

    def _spread(self, players: int, what: Callable[[Plane], float], kind: Any) -> Any:
        parts = [np.full(plane.size, what(plane), kind) for plane in self.planes(players)]
        return np.concatenate([np.zeros(0, kind), *parts])

    def of(self, deck: Deck[D], view: S) -> Any:
        """uint8[size]: the observation of the seat whose view this is."""
        out = [0] * self.size(view.players)
        self.write(deck.tables, view, out)
        return np.array(out, np.uint8)

    def named(self, row: Any, players: int) -> dict[str, Any]:
        """A row by plane, each in its shape, without a copy."""
        places = self.places(players)
        return {plane.name: row[places[plane.name]].reshape(plane.shape) for plane in self.planes(players)}


@rule
def put(out: list[int], k: int, number: int) -> int:
    """Write a number at place k. Returns the next place, as all of these do."""
    out[k] = min(number, BYTE)
    return k + 1


@rule
def put_one(out: list[int], k: int, number: int, size: int) -> int:
    """One-hot: a 1 at place `number` of `size`; only zeros if the number is negative."""
    out[k + max(number, 0)] = 1 if number >= 0 else 0
    return k + size


@rule
def put_set(out: list[int], k: int, bits: int, size: int) -> int:
    """A set: a 1 for each of its members, which are below `size`, and a 0 for each other number."""
    for i in range(size):
        out[k + i] = bits >> i & 1
    return k + size


@rule
def put_seats(out: list[int], k: int, s: State, bits: int) -> int:
    """A set of seats, turned so that the viewer is first."""
    return put_set(out, k, (bits >> s.viewer | bits << s.players - s.viewer) & (1 << s.players) - 1, s.players)


@rule
def put_seat(out: list[int], k: int, s: State, seat: int) -> int:
    """A seat, one-hot, turned so that the viewer is first; nothing if it is negative."""
    turned = seat - s.viewer if seat >= s.viewer else seat - s.viewer + s.players
    return put_one(out, k, turned if seat >= 0 else seat, s.players)


@rule
def put_asked(out: list[int], view: Any, phases: int) -> int:
    """What `asked` describes, for so many phases."""
    return put_seats(out, put_one(out, 0, view.phase, phases), view, view.owing)


@rule
def put_row(out: list[int], k: int, numbers: list[int]) -> int:
    """All numbers of a list, each from 0 to BYTE."""
    for i in range(len(numbers)):
        out[k + i] = numbers[i]
    return k + len(numbers)


@rule
def seat_at(s: State, turned: int) -> int:
    """The seat this many places clockwise of the viewer."""
    seat = s.viewer + turned
    return seat if seat < s.players else seat - s.players


NO_OBSERVATION: Observation[Any, Any] = Observation()
"""The default for a game without one."""
