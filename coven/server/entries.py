"""The log of a table: everything that ever happened there, in order. A table is the fold of its log.

`told` of an entry: its line in the log that people read, where that says the same of each.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

import msgspec
from msgspec import Struct

from coven.engine.fair import ServerShare, game_seed
from coven.server.deeds import Watching


class SatDown(Struct, tag="sit", frozen=True):
    """A person took a seat."""

    seat: int
    name: str
    nonce: str
    """Her browser's share of the deal; counts only before the start."""
    person: str = ""
    """Her browser (see `keys.Browser`); "" in older logs."""


class Opened(Struct, tag="open", frozen=True):
    """Another browser opened the seat by its person's link."""

    seat: int
    person: str


class BotPlaced(Struct, tag="bot", frozen=True):
    """A bot plays this seat from now on."""

    seat: int
    name: str
    level: str


class OwnBotFailed(Struct, tag="failed", frozen=True):
    """The operator's own bot in this seat has failed: rules of thumb play for it until the end of the game."""

    seat: int


class TakenBack(Struct, tag="take", frozen=True):
    """The seat's person plays it again."""

    seat: int


class Left(Struct, tag="leave", frozen=True):
    """The seat's person has left it."""

    seat: int


class Freed(Struct, tag="free", frozen=True):
    """The seat of somebody who was away was freed, before the start."""

    seat: int
    by: int


class SentAway(Struct, tag="away", frozen=True):
    """The host sent the seat's person away; during a game a bot plays on."""

    seat: int
    by: int
    bot: str = ""
    level: str = ""


class Renamed(Struct, tag="name", frozen=True):
    """The seat's person has a new name."""

    seat: int
    name: str


class Agreed(Struct, tag="agree", frozen=True):
    """The table has agreed on options of its game, before the start."""

    options: dict[str, int]


class LevelAgreed(Struct, tag="level", frozen=True):
    """The table has agreed on the level of bots that stand in for people."""

    level: str


class DevicesAgreed(Struct, tag="devices", frozen=True):
    """The table has agreed whether several people may play in one browser."""

    are_shared: bool


class Invited(Struct, tag="invite", frozen=True):
    """The host has withdrawn the invitation, or made a new one."""

    by: int
    is_open: bool


class WatchAgreed(Struct, tag="watch", frozen=True):
    """The host has decided who may watch: see `deeds.Watching`."""

    how: Watching


class AdviceAllowed(Struct, tag="advice", frozen=True):
    """The player to decide may ask what a high witch would do. Agreed when the table was opened."""


class Taught(Struct, tag="lesson", frozen=True):
    """The game will be its first lesson, with a prepared deal."""

    seed: str
    """32 hexadecimal digits."""
    told: ClassVar[str] = "A first lesson: the cards are prepared"


class LessonLeft(Struct, tag="left_lesson", frozen=True):
    """The newcomer has left the lesson and plays on."""

    told: ClassVar[str] = "The lesson is over; play goes on"


class Started(Struct, tag="start", frozen=True):
    """The game began."""


class Played(Struct, tag="play", frozen=True):
    """Decisions that can no longer be taken back, in the order they were made."""

    acts: tuple[tuple[int, str], ...]


class Said(Struct, tag="say", frozen=True):
    """A phrase of table talk."""

    seat: int
    phrase: str


class GoesOn(Struct, tag="next", frozen=True):
    """The same people play again at another table."""

    table: str


class Redealt(Struct, tag="redeal", frozen=True):
    """This table plays the deal of another table again, so it claims no fair deal. The first entry, if there is one."""

    of: str
    """The table at which the deal was first played."""
    seed: str
    """The game's seed: 32 hexadecimal digits."""
    told: ClassVar[str] = "This deal was played before and is repeated, so nobody claims that it is fair"


class Repeated(Struct, tag="repeat", frozen=True):
    """Somebody plays this table's deal again, from the same seat, at another table."""

    table: str
    seat: int
    told: ClassVar[str] = "This deal is played again at another table"


class EndWanted(Struct, tag="end", frozen=True):
    """The seat's person wants to end the game without a winner, or no longer does."""

    seat: int
    wants: bool


class Conceded(Struct, tag="concede", frozen=True):
    """The seat's person has conceded; if the game goes on, a bot of this level plays the seat."""

    seat: int
    level: str


class Closed(Struct, tag="close", frozen=True):
    """The table was ended by the server, or by its host."""

    reason: str
    by: int | None = None
    """The host's seat."""


AboutPersons = (
    SatDown | Opened | BotPlaced | OwnBotFailed | TakenBack | Left | Freed | SentAway | Renamed | LevelAgreed
    | DevicesAgreed | Invited | WatchAgreed | EndWanted | Conceded
)  # fmt: skip
"""Who sits here and how they deal with each other: `company.Company` folds these."""
Entry = (
    AboutPersons | Agreed | AdviceAllowed | Redealt | Taught | LessonLeft | Started | Played | Said | GoesOn | Repeated
    | Closed
)  # fmt: skip


@lru_cache(maxsize=1 << 14)
def _one(entry: Played) -> Played:
    return entry


def shared(entry: Entry) -> Entry:
    """The same entry; entries that say that the same was played are kept once for all tables."""
    return _one(entry) if isinstance(entry, Played) else entry


def redealt(log: list[Entry]) -> Redealt | None:
    """Whose deal a table plays again; None if it has a deal of its own."""
    return log[0] if log and isinstance(log[0], Redealt) else None


def known_deal(log: list[Entry]) -> Redealt | Taught | None:
    """Why a table's deal was known before it began, so that nobody claims it is fair; None if it was not."""
    return next((entry for entry in log if isinstance(entry, Redealt | Taught)), None)


def nonces_of(log: list[Entry]) -> dict[int, str]:
    """The browsers' shares of the deal that count, by seat: those of the seats' owners at the start."""
    nonces: dict[int, str] = {}
    for entry in log:
        if isinstance(entry, SatDown):
            nonces[entry.seat] = entry.nonce
        elif isinstance(entry, Left | Freed | SentAway):
            nonces.pop(entry.seat, None)
        elif isinstance(entry, Started):
            break
    return nonces


def seed_of(share: ServerShare, log: list[Entry]) -> int:
    """The seed of a table's game: known before, or made from the shares of its deal."""
    known = known_deal(log)
    return int(known.seed, 16) if known else game_seed(share, nonces_of(log))


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Entry).decode
decode_draft = msgspec.json.Decoder(tuple[tuple[str, ...], int]).decode
