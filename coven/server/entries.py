"""The log of a table: everything that ever happened at it, in order. A table is nothing but the fold of its log."""

from __future__ import annotations

import msgspec
from msgspec import Struct


class SatDown(Struct, tag="sit", frozen=True):
    """A person took a seat."""

    seat: int
    name: str
    nonce: str
    """Her browser's share of the deal; counts only before the start."""


class BotPlaced(Struct, tag="bot", frozen=True):
    """A bot plays this seat from now on."""

    seat: int
    name: str
    level: str


class TakenBack(Struct, tag="take", frozen=True):
    """The seat's person plays it again."""

    seat: int


class Left(Struct, tag="leave", frozen=True):
    """The seat's person has given it up."""

    seat: int


class Renamed(Struct, tag="name", frozen=True):
    """The seat's person is called otherwise."""

    seat: int
    name: str


class Agreed(Struct, tag="agree", frozen=True):
    """The table has agreed on options of its game, before the start."""

    options: dict[str, int]


class AdviceAllowed(Struct, tag="advice", frozen=True):
    """At this table whoever is asked something may ask what a high witch would do; agreed when it was made."""


class Started(Struct, tag="start", frozen=True):
    """The game began."""


class Played(Struct, tag="play", frozen=True):
    """Decisions that cannot be taken back any more, in the order in which they were made."""

    acts: list[tuple[int, str]]


class Said(Struct, tag="say", frozen=True):
    """A phrase of table talk."""

    seat: int
    phrase: str


class GoesOn(Struct, tag="next", frozen=True):
    """The company plays again at another table."""

    table: str


class Closed(Struct, tag="close", frozen=True):
    """The server ended the table."""

    reason: str


Entry = (
    SatDown | BotPlaced | TakenBack | Left | Renamed | Agreed | AdviceAllowed | Started | Played | Said | GoesOn
    | Closed
)  # fmt: skip


def nonces_of(log: list[Entry]) -> dict[int, str]:
    """The browsers' shares of the deal that count, by seat: of those whose seats these were at the start."""
    nonces: dict[int, str] = {}
    for entry in log:
        if isinstance(entry, SatDown):
            nonces[entry.seat] = entry.nonce
        elif isinstance(entry, Left):
            nonces.pop(entry.seat, None)
        elif isinstance(entry, Started):
            break
    return nonces


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Entry).decode
decode_draft = msgspec.json.Decoder(tuple[tuple[str, ...], int]).decode
