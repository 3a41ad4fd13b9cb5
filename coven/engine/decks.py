"""Decks: cards as data, read from TOML files that say where each number comes from."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Collection, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Generic, Self, TypeAlias, TypeVar

from coven.engine.states import Record
from coven.engine.texts import Unreadable, parse_toml, read_text

D = TypeVar("D", bound=Record)
"""The tables of a game's decks."""

CUSTOM = "custom"
PROVENANCES = {
    "printed": "every number is in the rulebook",
    "reported": "a public source gives the numbers",
    "reconstructed": "chosen to meet every printed and reported fact; the cards in your box may differ",
    CUSTOM: "a deck of your own",
}


class DeckError(ValueError):
    """A deck file that cannot be used. Names the file, the key and the reason."""

    def __init__(self, source: str, key: str, reason: str) -> None:
        super().__init__(f"{source}: {key}: {reason}" if key else f"{source}: {reason}")
        self.source, self.key, self.reason = source, key, reason


class CopiedWhole:
    """Base class for values that hold data: a copy shares nothing with the original."""

    def __copy__(self) -> Self:
        return deepcopy(self)


@dataclass(frozen=True)
class Deck(CopiedWhole, Generic[D]):
    """A checked deck."""

    data: dict[str, Any]
    """The file's content, as game records keep it. Tables whose order numbers the cards are lists of pairs."""
    tables: D
    """What the rules look up."""
    cards: tuple[str, ...]
    """Each card's text in actions, by card number. Identical cards share one."""
    titles: tuple[str, ...]
    """Each card's name for people, by card number."""

    @property
    def provenance(self) -> str:
        """Where its numbers come from, a key of PROVENANCES."""
        return str(self.data.get("provenance", CUSTOM))

    @property
    def hash(self) -> str:
        """SHA-256 of the data, in hexadecimal.

        Decks with the same hash deal the same cards: wherever order matters it is kept in lists, and the order of keys
        does not count.
        """
        return hashlib.sha256(canonical(self.data).encode()).hexdigest()


AnyDeck: TypeAlias = Deck[Any]
"""A deck of any game."""


@dataclass(frozen=True)
class Shipped(Generic[D]):
    """A deck whose file is in a game's package. Loaded on the first call; can be sent to another process."""

    load: Callable[[dict[str, Any], str], Deck[D]]
    package: str
    name: str = "deck.toml"

    def __call__(self) -> Deck[D]:
        """The deck, the same one on every call."""
        deck: Deck[D] = _loaded(self)
        return deck


@cache
def _loaded(shipped: Shipped[Any]) -> Any:
    text = (files(shipped.package) / shipped.name).read_text(encoding="utf-8")
    return shipped.load(tomllib.loads(text), shipped.name)


def check_keys(data: dict[str, Any], keys: Collection[str], source: str) -> None:
    """Raise DeckError for a key that deck files do not have."""
    unknown = sorted(set(data) - set(keys))
    if unknown:
        raise DeckError(source, unknown[0], f"is unknown; a deck file has {', '.join(sorted(keys))}")


def as_pairs(table: dict[str, Any]) -> list[list[Any]]:
    """A table whose order matters, as `Deck.data` keeps it: programs that rewrite files may sort keys, not lists."""
    return [[key, value] for key, value in table.items()]


def as_table(value: Any, source: str, key: str) -> Any:
    """The inverse of `as_pairs`. Returns all but lists of pairs unchanged. Raises DeckError for a repeated key."""
    if not isinstance(value, list) or not all(
        isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) for pair in value
    ):
        return value
    table = dict(value)
    if len(table) < len(value):
        raise DeckError(source, key, "a name appears twice")
    return table


def canonical(data: Any) -> str:
    """The same text for equal data, whatever the order of its keys."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a TOML file. Raises DeckError if it cannot be read."""
    try:
        return parse_toml(read_text(path))
    except Unreadable as error:
        raise DeckError(str(path), "", str(error)) from None


def origin_of(data: dict[str, Any], source: str) -> dict[str, Any]:
    """Where a deck file says its numbers come from, and its notes on them.

    Raises DeckError for an unknown provenance, or for notes that are not a table of sentences.
    """
    provenance, notes = data.get("provenance", CUSTOM), data.get("notes", {})
    if not isinstance(provenance, str) or provenance not in PROVENANCES:
        raise DeckError(source, "provenance", f"must be one of {', '.join(PROVENANCES)}, not {provenance!r}")
    if not isinstance(notes, dict) or not all(isinstance(note, str) for note in notes.values()):
        raise DeckError(source, "notes", "needs a table of sentences")
    return {"provenance": provenance, "notes": notes}


def rulings_of(data: dict[str, Any], source: str, known: Mapping[str, str]) -> dict[str, Any]:
    """The rulings that a deck file switches, as `Deck.data` keeps them: {} if all are as usual, so that such decks are
    the same deck. `known`: the switches of the game, each with its clause. Raises DeckError."""
    rulings = data.get("rulings", {})
    if not isinstance(rulings, dict):
        raise DeckError(source, "rulings", "needs a table of switches that are true or false")
    for key, value in rulings.items():
        if key not in known:
            told = ", ".join(f"{name} ({clause})" for name, clause in known.items())
            raise DeckError(source, f"rulings.{key}", f"is unknown; this game has {told}")
        if not isinstance(value, bool):
            raise DeckError(source, f"rulings.{key}", f"must be true or false, not {value!r}")
    switched = {key: True for key, value in rulings.items() if value}
    return {"rulings": switched} if switched else {}


def valid(
    load: Callable[[dict[str, Any], str], Deck[D]], changed: Collection[tuple[str, dict[str, Any]]]
) -> list[tuple[str, dict[str, Any]]]:
    """Those of some changed deck files that make a deck. They say that they are somebody's own."""
    found = []
    for title, data in changed:
        own = {**data, "provenance": CUSTOM, "notes": {}}
        try:
            load(own, title)
        except DeckError:
            continue
        found.append((title, own))
    return found
