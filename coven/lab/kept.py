"""A tournament's file: its settings in the first line, then one line per finished deal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any

import msgspec

from coven.engine.sentences import shown
from coven.engine.texts import Unreadable, parse_json, read_text, replace_file
from coven.lab.standings import Winners

FORMAT = "coven-tournament"
VERSION = 2
"""Raised with every change in what the lines mean, or in how a tournament plays its games. 2: with BEHAVIOUR."""
BEHAVIOUR = "behaviour"
"""The setting that shows whether rules and players are still the same (see `behaviour`)."""
VERSIONS = "versions"
"""The setting that names the players' versions (`players.version_of`)."""


class KeptError(ValueError):
    """A file that a tournament cannot continue with: names the file and the reason."""


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """One finished deal."""

    deal: Annotated[int, msgspec.Meta(ge=0)]
    winners: Winners


class Kept:
    """A tournament's file, open for more; use it in a `with` block."""

    def __init__(self, path: Path, settings: Mapping[str, Any], seatings: int, seats: int) -> None:
        """Open the file, or begin it. `settings` are plain data that decide every game.

        A broken last line (from a program that was killed while writing) is dropped; a file rewritten by another
        program is repaired. Raises KeptError for a file with other settings, a file that is not a tournament's, or a
        file with any other broken line; and OSError.
        """
        self._path, self._seatings, self._seats = path, seatings, seats
        self._settings = {"format": FORMAT, "version": VERSION, **settings}
        self.deals: dict[int, Winners] = {}
        """The finished deals by number."""
        try:
            content = read_text(path) if path.exists() and path.stat().st_size else ""
        except Unreadable as error:
            raise KeptError(f"{path}: {error}") from None
        good = self._read(content).encode()
        if content and path.read_bytes() != good:
            replace_file(path, good)
        self._file = path.open("ab", buffering=0)
        if not good:
            self._file.write(self._head)

    def add(self, deal: int, winners: Winners) -> None:
        """Save a finished deal."""
        self.deals[deal] = winners
        self._file.write(_line({"deal": deal, "winners": winners}))

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    @property
    def _head(self) -> bytes:
        return _line(self._settings)

    def _read(self, content: str) -> str:
        """Read the deals from the file's content. Returns the intact part."""
        *lines, rest = content.split("\n")
        if not lines and self._head.decode().startswith(rest):
            return ""
        self._check_head(lines[0] if lines else rest)
        if not lines:
            raise KeptError(f"{self._path}: is cut off in its first line")
        good = lines[0] + "\n"
        for number, line in enumerate(lines[1:], 2):
            try:
                self._take(line)
            except ValueError as error:
                if number == len(lines) and not rest:
                    break
                raise KeptError(f"{self._path}: line {number} is broken: {error}") from None
            good += line + "\n"
        return good

    def _check_head(self, line: str) -> None:
        try:
            head = parse_json(line)
        except Unreadable:
            head = None
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise KeptError(f"{self._path}: is not a tournament file")
        if head.get("version") == 1:
            raise KeptError(
                f"{self._path}: was begun by an older Coven, which did not note how its players behave; "
                "continue with that version, or begin another file"
            )
        others = {key: wanted for key, wanted in self._settings.items() if head.get(key) != wanted}
        is_other = others.pop(BEHAVIOUR, None) is not None
        versions = others.pop(VERSIONS, None)
        if versions is not None and not others and head.get(VERSIONS):
            raise KeptError(
                f"{self._path}: was played by {_told(head[VERSIONS])}, and these are {_told(versions)}; "
                "continue with the Coven that began it, or begin another file"
            )
        if (is_other or versions is not None) and not others:
            raise KeptError(
                f"{self._path}: its rules or players have changed since it was begun; "
                "continue with the Coven that began it, or begin another file"
            )
        told = [f"{key} {_told(head.get(key))}, not {_told(wanted)}" for key, wanted in others.items()]
        if told:
            raise KeptError(f"{self._path}: holds another tournament: {'; '.join(told)}")

    def _take(self, line: str) -> None:
        """Read one deal. Raises ValueError."""
        read = msgspec.convert(parse_json(line), Line)
        if len(read.winners) != self._seatings:
            raise ValueError(f"{self._seatings} games are in a deal, not {len(read.winners)}")
        for seats in read.winners:
            if not seats or seats != sorted(set(seats)) or not 0 <= seats[0] <= seats[-1] < self._seats:
                raise ValueError(f"{seats} are not seats of winners")
        if self.deals.setdefault(read.deal, read.winners) != read.winners:
            raise ValueError(f"deal {read.deal} ended differently before")


def _line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _told(value: object) -> str:
    """A setting in a sentence."""
    return ",".join(map(str, value)) if isinstance(value, list) else shown(value)
