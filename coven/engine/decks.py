"""Decks: cards as data, read from TOML files, with where each number comes from."""

from __future__ import annotations

import hashlib
import json
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from coven.engine.states import Record
from coven.engine.texts import Unreadable, parse_toml, read_text

PROVENANCES = {
    "printed": "every number is in the rulebook",
    "reported": "a public source gives the numbers",
    "reconstructed": "chosen to meet every printed and reported fact; the cards in your box may differ",
    "custom": "a deck of your own",
}


class DeckError(ValueError):
    """A deck file that cannot be used: names the file, the key and the reason."""

    def __init__(self, source: str, key: str, reason: str) -> None:
        super().__init__(f"{source}: {key}: {reason}" if key else f"{source}: {reason}")
        self.source, self.key, self.reason = source, key, reason


class CopiedWhole:
    """Base of values with data in them: a copy of one shares nothing with it."""

    def __copy__(self) -> Self:
        return deepcopy(self)


@dataclass(frozen=True)
class Deck(CopiedWhole):
    """A checked deck."""

    data: dict[str, Any]
    """The file's content, as it is kept in game records: tables whose order numbers the cards are lists of pairs."""
    tables: Record
    """What the rules look up."""
    cards: tuple[str, ...]
    """Each card's text in actions, by card number: alike cards share it."""
    titles: tuple[str, ...]
    """Each card's name for people, by card number."""
    provenance: str
    """A key of PROVENANCES."""

    @property
    def hash(self) -> str:
        """SHA-256 of the data, in hexadecimal. Decks of one hash deal the same cards: whatever order matters stands in
        lists, and the order of keys does not matter."""
        return hashlib.sha256(canonical(self.data).encode()).hexdigest()


def as_pairs(table: dict[str, Any]) -> list[list[Any]]:
    """A table whose order matters, as `Deck.data` keeps it: who writes a file again may sort keys, but not lists."""
    return [[key, value] for key, value in table.items()]


def as_table(value: Any, source: str, key: str) -> Any:
    """The table behind `as_pairs`; what is no list of pairs is returned as it is. Raises DeckError for a key that comes
    twice."""
    if not isinstance(value, list) or not all(
        isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) for pair in value
    ):
        return value
    table = dict(value)
    if len(table) < len(value):
        raise DeckError(source, key, "a name appears twice")
    return table


def canonical(data: Any) -> str:
    """One text for equal data, whatever the order of keys."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file; raises DeckError if it cannot be read."""
    try:
        return parse_toml(read_text(path))
    except Unreadable as error:
        raise DeckError(str(path), "", str(error)) from None


def provenance_of(data: dict[str, Any], source: str) -> str:
    """Where a deck file says that its numbers come from; raises DeckError for an unknown one."""
    provenance = data.get("provenance", "custom")
    if not isinstance(provenance, str) or provenance not in PROVENANCES:
        raise DeckError(source, "provenance", f"must be one of {', '.join(PROVENANCES)}, not {provenance!r}")
    return provenance


def notes_of(data: dict[str, Any], source: str) -> dict[str, str]:
    """A deck file's notes on its numbers; raises DeckError if they are no table of sentences."""
    notes = data.get("notes", {})
    if not isinstance(notes, dict) or not all(isinstance(note, str) for note in notes.values()):
        raise DeckError(source, "notes", "needs a table of sentences")
    return notes
