"""The messages that pages send over their sockets, as structs."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

MOST_THEN = 15
"""How many choices a message can add to its first."""


class Act(Struct, tag="act", forbid_unknown_fields=True):
    """Play one of the question's choices, and those in `then` for the same seat: all or none. Only the last may be
    irrevocable."""

    id: str
    question: str
    action: int
    then: Annotated[list[int], Meta(max_length=MOST_THEN)] = []


class Undo(Struct, tag="undo", forbid_unknown_fields=True):
    """Take back your last decisions that nobody has seen: this many, or as many as there are."""

    id: str
    question: str
    steps: Annotated[int, Meta(ge=1, le=MOST_THEN)] = 1


class Say(Struct, tag="say", forbid_unknown_fields=True):
    """Say a phrase."""

    id: str
    phrase: str


class Agree(Struct, tag="agree", forbid_unknown_fields=True):
    """Agree on something before the start. Fields left out stay as they are."""

    id: str
    options: dict[str, int] = {}
    """Options of the game."""
    level: str = ""
    """The level of bots that stand in for people."""
    devices: bool | None = None
    """May several people play in one browser?"""


class Start(Struct, tag="start", forbid_unknown_fields=True):
    """Begin: every seat is taken."""

    id: str


class PlaceBot(Struct, tag="bot", forbid_unknown_fields=True):
    """Put a bot in an empty seat, or in the seat of somebody who is away."""

    id: str
    seat: int
    level: str = ""
    """For an empty seat before the start; a bot that stands in for somebody plays at the agreed level."""


class TakeBack(Struct, tag="take", forbid_unknown_fields=True):
    """Take your seat back from a bot."""

    id: str


class Leave(Struct, tag="leave", forbid_unknown_fields=True):
    """Leave your seat."""

    id: str


class Rename(Struct, tag="name", forbid_unknown_fields=True):
    """Change a name."""

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


Watching = Literal["off", "public", "after"]
"""Who may watch by the link for spectators: nobody; anybody, seeing what everybody sees; the same, but only once the
game is over."""


class LetWatch(Struct, tag="watch", forbid_unknown_fields=True):
    """As the host: decide who may watch."""

    id: str
    how: Watching


class CloseTable(Struct, tag="close", forbid_unknown_fields=True):
    """As the host: close the table for everybody."""

    id: str


class End(Struct, tag="end", forbid_unknown_fields=True):
    """Propose to end the game without a winner, agree to it, or take that back."""

    id: str
    wants: bool


class Concede(Struct, tag="concede", forbid_unknown_fields=True):
    """Concede the game."""

    id: str


class LeaveLesson(Struct, tag="lesson", forbid_unknown_fields=True):
    """Leave the first lesson and play on."""

    id: str


class AskAdvice(Struct, tag="advise", forbid_unknown_fields=True):
    """Ask what a high witch would do; answered by `Advice`."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    question: str


class AskLog(Struct, tag="log", forbid_unknown_fields=True):
    """Ask for the beginning of the log, up to an entry; answered by `Earlier`."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    last: Annotated[int, Meta(ge=0)]


PaceName = Literal["calm", "quick", "at-once"]
"""How fast bots act, from slow to fast."""


class Pace(Struct, tag="pace", forbid_unknown_fields=True):
    """Wish for a pace, until the next wish or until the seat's last page closes. Nothing of it is stored."""

    id: Annotated[str, Meta(max_length=64)]
    pace: PaceName


EmoteName = Literal["laugh", "bravo", "wow", "think", "sly", "cry", "angry", "sleep"]
"""The faces that people can show."""


class Emote(Struct, tag="emote", forbid_unknown_fields=True):
    """Show a face for some seconds to everybody at the table, if talk is free there. Nothing of it is stored."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    emote: EmoteName


Deed = (
    Act | Undo | Say | Agree | Start | PlaceBot | TakeBack | Leave | Rename | Free | SendAway | Invite | LetWatch
    | CloseTable | End | Concede | LeaveLesson
)  # fmt: skip
"""What changes a table."""

ToServer = Deed | AskAdvice | AskLog | Pace | Emote
