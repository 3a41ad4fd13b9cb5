"""A table as it is stored, and the effect of one step; neither knows a database."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from coven.server.entries import Entry

MOST_ANSWERED = 64
"""How many answered messages of a table are remembered: the newest ones."""


@dataclass(frozen=True)
class Head:
    """What a table is made with."""

    id: str
    game: str
    rules_version: int
    players: int
    deck: str
    seed: str
    """The server's share of the deal; secret, like `salt`."""
    salt: str


@dataclass(frozen=True)
class Draft:
    """A seat's decisions that can still be taken back."""

    seat: int
    acts: tuple[str, ...]
    steps: int
    """How many decisions and undos the seat has made since its options last changed from outside."""


@dataclass(frozen=True)
class Key:
    """A token by its hash: an invitation (no seat), a seat's cookie, or a single-use link to a seat."""

    hash: str
    seat: int | None
    kind: str
    """"invite", "guest" (a browser that was let in), "seat" (a seat's cookie) or "link"."""


@dataclass
class Change:
    """What one step does to a table; it is written as a whole or not at all."""

    table: str
    head: Head | None = None
    first: int = 0
    """Number of the first entry."""
    entries: list[Entry] = field(default_factory=list)
    drafts: dict[int, Draft | None] = field(default_factory=dict)
    """By seat; None: it no longer has one."""
    answered: tuple[int, str] | None = None
    """(seat, message) that this answers."""
    length: int = 0
    """The length of the log after this."""
    keys: list[Key] = field(default_factory=list)
    spent: list[str] = field(default_factory=list)
    """Hashes of keys that are no longer valid."""
    ends: bool = False
    """Does this end the table?"""
    is_visit: bool = False
    """Is this the first visit for a day or more?"""
    epoch: int | None = None
    """Under which the table was read, if several workers share the database (see `slots`)."""


@dataclass(frozen=True)
class Stored:
    """Everything the store has about a table."""

    head: Head
    entries: list[Entry]
    drafts: list[Draft]
    answered: list[tuple[int, str]]
    """(seat, message) of its newest messages, newest last."""
    keys: list[Key]
    unread: list[Any] = field(default_factory=list)
    """Seats whose draft cannot be read."""
