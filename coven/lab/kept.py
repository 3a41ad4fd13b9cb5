"""A tournament's file: its settings in the first line, then one line per finished deal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec

from coven.lab.lines import BEHAVIOUR, VERSIONS, KeptError, Lines
from coven.lab.standings import Winners

__all__ = ["BEHAVIOUR", "VERSIONS", "Kept", "KeptError"]

FORMAT = "coven-tournament"
VERSION = 2
"""Raised with every change in what the lines mean, or in how a tournament plays its games. 2: with BEHAVIOUR."""


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """One finished deal."""

    deal: Annotated[int, msgspec.Meta(ge=0)]
    winners: Winners


class Kept:
    """A tournament's file, open for more; use it in a `with` block."""

    def __init__(self, path: Path, settings: Mapping[str, Any], seatings: int, seats: int) -> None:
        """Open the file, or begin it, as `Lines` does. `settings` are plain data that decide every game."""
        self._seatings, self._seats = seatings, seats
        self.deals: dict[int, Winners] = {}
        """The finished deals by number."""
        self._lines = Lines(path, "tournament", {"format": FORMAT, "version": VERSION, **settings}, self._take)

    def add(self, deal: int, winners: Winners) -> None:
        """Save a finished deal."""
        self.deals[deal] = winners
        self._lines.add({"deal": deal, "winners": winners})

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *error: Any) -> None:
        self._lines.__exit__(*error)

    def _take(self, line: Any) -> None:
        """Read one deal. Raises ValueError."""
        read = msgspec.convert(line, Line)
        if len(read.winners) != self._seatings:
            raise ValueError(f"{self._seatings} games are in a deal, not {len(read.winners)}")
        for seats in read.winners:
            if not seats or seats != sorted(set(seats)) or not 0 <= seats[0] <= seats[-1] < self._seats:
                raise ValueError(f"{seats} are not seats of winners")
        if self.deals.setdefault(read.deal, read.winners) != read.winners:
            raise ValueError(f"deal {read.deal} ended differently before")
