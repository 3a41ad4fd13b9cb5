"""The file of a tournament: its settings in the first line, then one line for each deal that is finished."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any

import msgspec

from coven.engine.game import shown
from coven.lab.standings import Winners

FORMAT = "coven-tournament"
VERSION = 1
"""Raised with every change of what the lines mean."""


class KeptError(ValueError):
    """A file that a tournament cannot go on with: names the file and the reason."""


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """One finished deal."""

    deal: Annotated[int, msgspec.Meta(ge=0)]
    winners: Winners


class Kept:
    """A tournament's file, open for more; use it in a `with` block."""

    def __init__(self, path: Path, settings: Mapping[str, Any], seatings: int, seats: int) -> None:
        """Open the file, or begin it. `settings` are plain data that decide every game.

        A last line that is broken (the program was killed while it wrote) is dropped. Raises KeptError for a file of
        other settings, one that is none of a tournament, and one with another broken line; OSError.
        """
        self._path, self._seatings, self._seats = path, seatings, seats
        self._settings = {"format": FORMAT, "version": VERSION, **settings}
        self.deals: dict[int, Winners] = {}
        """What is finished, by number."""
        found = path.read_bytes() if path.exists() else b""
        good = self._read(found)
        if good < len(found):
            with path.open("r+b") as file:
                file.truncate(good)
        self._file = path.open("ab", buffering=0)
        if not good:
            self._file.write(self._head)

    def add(self, deal: int, winners: Winners) -> None:
        """Keep a finished deal."""
        self.deals[deal] = winners
        self._file.write(_line({"deal": deal, "winners": winners}))

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    @property
    def _head(self) -> bytes:
        return _line(self._settings)

    def _read(self, found: bytes) -> int:
        """Take the deals from the file's content; returns how much of it is good."""
        *lines, rest = found.split(b"\n")
        if not lines and self._head.startswith(rest):
            return 0
        self._check_head(lines[0] if lines else rest)
        if not lines:
            raise KeptError(f"{self._path}: is cut off in its first line")
        good = len(lines[0]) + 1
        for number, line in enumerate(lines[1:], 2):
            try:
                self._take(line)
            except (ValueError, RecursionError) as error:
                if number == len(lines) and not rest:
                    break
                raise KeptError(f"{self._path}: line {number} is broken: {error}") from None
            good += len(line) + 1
        return good

    def _check_head(self, line: bytes) -> None:
        try:
            head = json.loads(line)
        except (ValueError, RecursionError):
            head = None
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise KeptError(f"{self._path}: is no file of a tournament")
        others = [
            f"{key} {_told(head.get(key))}, not {_told(wanted)}"
            for key, wanted in self._settings.items()
            if head.get(key) != wanted
        ]
        if others:
            raise KeptError(f"{self._path}: holds another tournament: {'; '.join(others)}")

    def _take(self, line: bytes) -> None:
        """One deal; raises ValueError."""
        read = msgspec.json.decode(line, type=Line)
        if len(read.winners) != self._seatings:
            raise ValueError(f"{self._seatings} games are in a deal, not {len(read.winners)}")
        for seats in read.winners:
            if not seats or seats != sorted(set(seats)) or not 0 <= seats[0] <= seats[-1] < self._seats:
                raise ValueError(f"{seats} are no seats of winners")
        if self.deals.setdefault(read.deal, read.winners) != read.winners:
            raise ValueError(f"deal {read.deal} has ended in another way before")


def _line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _told(value: object) -> str:
    """A setting in a sentence."""
    return ",".join(map(str, value)) if isinstance(value, list) else shown(value)
