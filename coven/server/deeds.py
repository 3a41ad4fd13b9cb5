"""What pages ask for over their sockets, as structs."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

MOST_THEN = 15
"""Choices that one message can add to its first."""


class Act(Struct, tag="act", forbid_unknown_fields=True):
    """Play one of the question's choices, and `then` more of the same seat at once: all of them, or none. Only the last
    of them may be one that cannot be taken back."""

    id: str
    question: str
    action: int
    then: Annotated[list[int], Meta(max_length=MOST_THEN)] = []


class Undo(Struct, tag="undo", forbid_unknown_fields=True):
    """Take back one's last decisions that nobody has seen: so many of them, or as many as there are."""

    id: str
    question: str
    steps: Annotated[int, Meta(ge=1, le=MOST_THEN)] = 1


class Say(Struct, tag="say", forbid_unknown_fields=True):
    """Say a phrase."""

    id: str
    phrase: str


class Agree(Struct, tag="agree", forbid_unknown_fields=True):
    """Agree on something before the start; what is not named stays."""

    id: str
    options: dict[str, int] = {}
    """Options of the game."""
    level: str = ""
    """How bots play that play for somebody."""
    devices: bool | None = None
    """May several people play in one browser?"""


class Start(Struct, tag="start", forbid_unknown_fields=True):
    """Begin: every seat is taken."""

    id: str


class PlaceBot(Struct, tag="bot", forbid_unknown_fields=True):
    """Put a bot into an empty seat, or into that of somebody who is not there."""

    id: str
    seat: int
    level: str = ""
    """For an empty seat before the start; whoever plays for somebody plays as the table has agreed."""


class TakeBack(Struct, tag="take", forbid_unknown_fields=True):
    """Play one's own seat again after a bot did."""

    id: str


class Leave(Struct, tag="leave", forbid_unknown_fields=True):
    """Give up one's seat."""

    id: str


class Rename(Struct, tag="name", forbid_unknown_fields=True):
    """Be called otherwise."""

    id: str
    name: str


class Free(Struct, tag="free", forbid_unknown_fields=True):
    """Free the seat of somebody who is away or has never come, before the start."""

    id: str
    seat: int


class SendAway(Struct, tag="away", forbid_unknown_fields=True):
    """As the host: send a person away for good."""

    id: str
    seat: int


class Invite(Struct, tag="invite", forbid_unknown_fields=True):
    """As the host: withdraw the invitation, or make a new one."""

    id: str
    is_open: bool


class CloseTable(Struct, tag="close", forbid_unknown_fields=True):
    """As the host: close the table for everybody."""

    id: str


class End(Struct, tag="end", forbid_unknown_fields=True):
    """Propose to end the game without a winner, agree to it, or take that back."""

    id: str
    wants: bool


class Concede(Struct, tag="concede", forbid_unknown_fields=True):
    """Give the game up."""

    id: str


class AskAdvice(Struct, tag="advise", forbid_unknown_fields=True):
    """Ask what a high witch would do; answered by `Advice`."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    question: str


class AskLog(Struct, tag="log", forbid_unknown_fields=True):
    """Ask for the beginning of the log, up to an entry; answered by `Earlier`."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    last: Annotated[int, Meta(ge=0)]


Deed = (
    Act | Undo | Say | Agree | Start | PlaceBot | TakeBack | Leave | Rename | Free | SendAway | Invite | CloseTable
    | End | Concede
)  # fmt: skip
"""What changes a table."""

ToServer = Deed | AskAdvice | AskLog
