"""What pages ask of games that are over, and what they are told, as structs: a part of the messages of the server."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from coven.engine.story import Revealed
from coven.server.messages import Line, Sight, Speech


class Chapter(Struct):
    """A part of a finished game."""

    text: str
    """"Round 3"."""
    acts: int
    """How many acts were played before it."""


class Position(Struct):
    """A finished game after some of its acts, as one reader sees it."""

    acts: int
    """How many acts were played. Of two positions with as many, the first shows what was seen in between."""
    sight: Sight
    log: list[Line]
    """What has happened; the `entry` of a line is `acts`."""
    said: list[Speech]
    owes: list[int]
    """Seats that owe a decision."""
    hands: list[Revealed]
    """Every card that somebody holds unseen, in an open replay."""


class Replay(Struct):
    """A piece of a finished game (POST /api/replay, GET /api/tables/ID/replay)."""

    game: str
    names: list[str]
    faces: list[Any]
    """The cards: `Board.faces`."""
    reader: int
    """The seat whose knowledge is shown; -1: what everybody saw."""
    acts: int
    """How many there are in the whole game."""
    first: int
    """The number of acts before the first position here."""
    chapters: list[Chapter]
    """Of the whole game."""
    positions: list[Position]
    told: str
    """Who won."""
    decided: str
    """How it was decided."""


class AskReplay(Struct, forbid_unknown_fields=True):
    """Ask for a piece of the game in a record file (POST /api/replay). The file is not kept."""

    record: str
    """The file's text."""
    reader: int
    """The seat whose knowledge is shown; -1: what everybody saw."""
    is_open: bool
    """Are all hands shown as well?"""
    first: int = 0


class PlayDeal(Struct, forbid_unknown_fields=True):
    """Play the deal of a finished game again, from the same seat (POST /api/tables/ID/deal)."""

    seat: int
    nonce: str
    name: str = ""
    """Of whoever plays it; "" at one's own seat: as there."""
    token: str = ""
    """Of the link that lets a friend play it; "" at one's own seat."""


class AskDeal(Struct, forbid_unknown_fields=True):
    """Ask what the link to a deal leads to (POST /api/tables/ID/deal/look)."""

    seat: int
    token: str


class DealInfo(Struct):
    """A deal that somebody has played."""

    game: str
    name: str
    """Who has played it."""
    players: int


class DealLink(Struct):
    """Token for the link that lets a friend play a deal: /table/ID?deal=SEAT#deal=TOKEN."""

    table: str
    """The table at which the deal was first played."""
    token: str


class DealResult(Struct):
    """How somebody has played a deal."""

    name: str
    is_you: bool
    place: int
    """1 for winners."""
    text: str
    """What counts in this game: "17 points"."""
    detail: str
