"""What a table consists of on disk, and what one step does to it; neither of them knows a database."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from coven.server.entries import Entry

MOST_ANSWERED = 64
"""Messages of a table that are known to be answered: its newest ones."""


@dataclass(frozen=True)
class Head:
    """What a table is made with."""

    id: str
    game: str
    rules_version: int
    players: int
    deck: str
    seed: str
    """The server's share of the deal; secret, as is `salt`."""
    salt: str


@dataclass(frozen=True)
class Draft:
    """A seat's decisions that can still be taken back."""

    seat: int
    acts: tuple[str, ...]
    steps: int
    """How often the seat has decided or taken back since its options last changed from outside."""


@dataclass(frozen=True)
class Key:
    """A token by its hash: an invitation (no seat), a seat's cookie, or a link to a seat that is good once."""

    hash: str
    seat: int | None
    kind: str
    """"invite", "guest" (a browser that was let in), "seat" (a seat's cookie) or "link"."""


@dataclass
class Change:
    """What one step does to a table; all of it is on disk, or nothing."""

    table: str
    head: Head | None = None
    first: int = 0
    """Number of the first entry."""
    entries: list[Entry] = field(default_factory=list)
    drafts: dict[int, Draft | None] = field(default_factory=dict)
    """By seat; None: it has none any more."""
    answered: tuple[int, str] | None = None
    """(seat, message) that this answers."""
    length: int = 0
    """How many entries the log has with this."""
    keys: list[Key] = field(default_factory=list)
    spent: list[str] = field(default_factory=list)
    """Hashes of keys that are good no more."""
    ends: bool = False
    """Is the table over with this?"""
    is_visit: bool = False
    """Has somebody come, and it is a day or more since the last one?"""


@dataclass(frozen=True)
class Stored:
    """All that the store has about a table."""

    head: Head
    entries: list[Entry]
    drafts: list[Draft]
    answered: list[tuple[int, str]]
    """(seat, message) of its newest messages, the newest last."""
    keys: list[Key]
    unread: list[Any] = field(default_factory=list)
    """Seats whose draft cannot be read."""
