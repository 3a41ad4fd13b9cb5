"""What the server says over the wire, and what it is asked over HTTP, as structs.

What pages send over their sockets is in `deeds`. `web/src/wire.ts` is made from both: `python -m coven.server.wire`.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from coven.server.deeds import EmoteName, Watching
from coven.server.lessons import Note
from coven.server.results import Result

Status = Literal["lobby", "playing", "over", "closed"]
"""lobby: seats are being taken; over: ended by the rules, by agreement or by concession; closed: ended by the server or
the host, with a reason."""

SeatKind = Literal["empty", "person", "bot"]


class Seat(Struct):
    """One seat as everybody at the table sees it."""

    seat: int
    name: str
    kind: SeatKind
    level: str | None
    """A bot's level."""
    level_title: str | None
    """The same in words."""
    present: bool
    """Is a page of its person open?"""
    is_owned: bool
    """Does it belong to a person, even while a bot plays for her?"""
    has_conceded: bool
    """Has its person conceded the game?"""
    rest: int
    """Seconds until a bot may play for a person who is not here; 0: it may now, or she is here."""
    is_ghost: bool
    """Has nobody opened a page of this person's seat for minutes? Then anybody may free it before the start."""
    owes: bool
    """Is the table waiting for a decision of this seat?"""
    excuse: str | None
    """How a bot plays that cannot play at its level: "by rules of thumb until ..."."""


class Question(Struct):
    """What the seat is asked, or who is waited for."""

    id: str
    """Sent back with the answer. It changes only when this seat's own options change."""
    text: str
    clause: str
    """The clause of the rules that it is about, or ""."""
    is_due: bool
    """Does this seat owe a decision?"""


class Choice(Struct):
    """One legal action."""

    action: int
    text: str
    """As in records: "play owl-3"."""
    label: str
    """In words."""
    touches: list[str]
    """Ids of the things on the table that stand for it ("card:owl-3"). If there are none, it is a button of its own."""


class Closed(Struct):
    """A thing of one's own that may not be used now, and why."""

    touch: str
    text: str
    clause: str


class Phrase(Struct):
    """A fixed phrase of table talk that may be said now."""

    key: str
    text: str


class Speech(Struct):
    """A phrase said in the present moment of the game."""

    seat: int
    text: str


class Line(Struct, frozen=True, gc=False):
    """One line of the log."""

    kind: Literal["game", "said", "table"]
    text: str
    entry: int
    """Number of the table's entry that it tells, counting from 1. Lines of one entry come together."""


class Hint(Struct):
    """Advice for a first game, shown until its key has been dismissed."""

    key: str
    text: str


class Sight(Struct):
    """A position of the game as one seat sees it."""

    view: Any
    """The game's own description of it (`Texts.describe`)."""
    captions: Any
    """The words and marks on the table (`Board.captions`)."""


class Frame(Struct, tag="frame"):
    """A whole table as one seat sees it."""

    status: Status
    you: int
    seats: list[Seat]
    view: Any
    """The game's own description of what this seat sees (`Texts.describe`); None in the lobby."""
    captions: Any
    """The words and marks on the table (`Board.captions`); None in the lobby."""
    question: Question | None
    choices: list[Choice]
    closed: list[Closed]
    can_undo: bool
    phrases: list[Phrase]
    said: list[Speech]
    has_emotes: bool
    """May people show faces now?"""
    hint: Hint | None
    lesson: Note | None
    """None at a table that is no lesson."""
    result: Result | None
    options: dict[str, int]
    """What the table has agreed on, by `GameOption.key`."""
    has_advice: bool
    """May the player to decide ask what a high witch would do?"""
    host: int | None
    """The seat of the host."""
    level: str
    """The level of bots that stand in for people."""
    shares_devices: bool
    """Has the table agreed that several people may play in one browser?"""
    watching: Watching
    """Who may watch."""
    watchers: int
    """How many spectators watch now."""
    is_repeat: bool
    """Was this deal played before? Then it claims not to be fair."""
    invitation: int
    """Number of the current invitation; 0 if there is none."""
    wants_end: list[int]
    """Seats whose people want to end the game without a winner."""
    next: str | None
    """The table where the same people play again."""
    reason: str | None
    """Why the table was closed."""
    between: Sight | None
    """What could be seen and is gone, such as a trick that ended a round; for pages that saw what went before."""
    log_from: int
    """Number of the entry after which `log` begins: the last one that the page was told of. It is later in a first
    frame, or if the page was told of that one too long ago; what lies before can be asked for (`AskLog`)."""
    log: list[Line]


class Answer(Struct, tag="answer"):
    """The message with this id was done, and is on disk."""

    id: str


class Problem(Struct, tag="error", omit_defaults=True):
    """The one shape of errors, on the socket and over HTTP."""

    code: str
    text: str
    clause: str | UnsetType = UNSET
    id: str | UnsetType = UNSET
    """The message that it answers."""


class Estimate(Struct):
    """What a high witch thinks of one choice."""

    action: int
    label: str
    chance: float
    """The chance to win the game, from 0 to 1, as the seat sees it."""


class Advice(Struct, tag="advice"):
    """What a high witch would do: the answer to `AskAdvice`, only for the page that asked."""

    id: str
    """The message that it answers."""
    question: str
    """The question that it is about."""
    estimates: list[Estimate]
    """Each choice, best first. The first is what she would do."""


class Earlier(Struct, tag="earlier"):
    """The beginning of the log: the answer to `AskLog`, only for the page that asked."""

    id: str
    """The message that it answers."""
    last: int
    log: list[Line]
    """All lines about entries up to the `last` one."""


class Pulse(Struct, tag="pulse"):
    """The connection is alive: the first message of a socket, and again every PULSE seconds."""

    build: str
    """The build of the page that this server gives out. A page from another build should reload."""


class Emoted(Struct, tag="emote"):
    """Somebody at the table shows a face."""

    seat: int
    emote: EmoteName


ToClient = Frame | Answer | Problem | Advice | Earlier | Pulse | Emoted


class Level(Struct):
    """A kind of bot."""

    key: str
    label: str
    note: str
    """How it plays."""
    is_usual: bool
    """Is it the one that sits down if nobody has said which?"""


class GameOption(Struct):
    """Something a table may agree on before its game: a switch (0 or 1), or a seat (-1: none is named)."""

    key: str
    title: str
    note: str
    is_seat: bool
    players: list[int]
    """The numbers of players with which it can be changed; if empty, any number."""


class GameInfo(Struct):
    """A game, for the home page and its board."""

    key: str
    title: str
    edition: str
    summary: str
    goal: str
    """How it is won, in one sentence."""
    players: list[int]
    """Possible numbers of seats, ascending."""
    minutes: str
    """How many minutes a game takes, as text: "20"."""
    levels: list[Level]
    options: list[GameOption]
    lesson: list[int]
    """Of its first lesson, the number of seats and of minutes; empty if it has none."""
    decks: list[str]
    """Names of the decks that can be chosen besides the default one."""
    provenance: str
    """Where the numbers on the cards come from."""


class Rules(Struct):
    """A game's rules as HTML; each clause is an element with its id."""

    title: str
    html: str
    in_one_minute: str
    """Their short version, as HTML."""


class NewTable(Struct, forbid_unknown_fields=True):
    """Ask for a table (POST /api/tables); the asker sits down in the first seat. The same request with the same nonce
    gets the same table, as long as it is not over."""

    game: str
    players: int
    name: str
    nonce: str
    """32 hexadecimal digits of the browser's own randomness, mixed into the deal."""
    bots: list[str]
    """Levels for the seats after the first one, in order. If there are fewer than seats, the rest stay empty."""
    options: dict[str, int] = {}
    """Options of the game that differ from the default."""
    deck: str = ""
    """One of `GameInfo.decks`; "" for the default one."""
    advice: bool | None = None
    """May the player to decide ask what a high witch would do? None: only if all others are bots."""
    lesson: bool = False
    """Is it the game's first lesson, against bots?"""


class Seated(Struct):
    """A seat is yours. Its cookie came with this."""

    table: str
    seat: int
    invite: str | None
    """Token for the link that friends get: /table/ID#invite=TOKEN."""


class Enter(Struct, forbid_unknown_fields=True):
    """Exchange a link's token for a cookie (POST /api/tables/ID/enter)."""

    token: str
    nonce: str = ""
    """32 hexadecimal digits made for this request. If its answer was lost, the same request gets the same one."""


class LinkInfo(Struct):
    """What a link leads to, before it is used (POST /api/tables/ID/look)."""

    seat: int | None
    """The seat that it opens; None for an invitation."""
    name: str
    """Who has that seat."""
    game: str


class Invitation(Struct):
    """The invitation of one's table (POST /api/tables/ID/invitation)."""

    token: str


class Sit(Struct, forbid_unknown_fields=True):
    """Take a free seat (POST /api/tables/ID/seats/N)."""

    name: str
    nonce: str


class PlayAgain(Struct, forbid_unknown_fields=True):
    """The same people play again (POST /api/tables/ID/again)."""

    seat: int
    nonce: str


class SeatLink(Struct):
    """A single-use link to one's own seat for another device: /table/ID#seat=TOKEN."""

    token: str


class TableInfo(Struct):
    """A table for somebody who holds its invitation or one of its seats (GET /api/tables/ID)."""

    table: str
    game: str
    status: Status
    seats: list[Seat]
    mine: list[int]
    """Seats for which this browser holds the cookie."""
    host: int | None
    """The seat of the host."""
    commitment: str
    """SHA-256 of the server's share of the deal, fixed before any browser gave its share; "" for a repeated deal."""
    has_advice: bool
    faces: list[Any]
    """The cards of this table: `Board.faces`."""
    reason: str | None
    """Why it was closed."""


class Glance(Struct):
    """How a table stands, for whoever holds one of its seats (GET /api/tables/ID/glance?seat=N)."""

    status: Status
    seats: list[Seat]
    reason: str | None
    """Why it was closed."""


class Share(Struct):
    """Addresses under which other devices reach this server; empty if only this machine does (GET /api/share)."""

    addresses: list[str]
