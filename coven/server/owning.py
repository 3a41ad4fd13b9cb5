"""A worker's part in owning tables (see `slots`), agreed on in PostgreSQL by the database's clock.

Once a second a worker renews its lease, looks who else is there, and takes or gives up slots, all in one transaction.
A worker without a lease has nothing: it forgets its tables and closes their pages, which find the new owner.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from sqlalchemy import BigInteger, Column, Connection, DateTime, Integer, MetaData, String, Table, func, select, text
from sqlalchemy.dialects.postgresql import insert

from coven.server import slots as rules
from coven.server.database import TakenDatabase
from coven.server.errors import Elsewhere, Refused
from coven.server.logs import broke, tell
from coven.server.schema import SETTING_UP
from coven.server.slots import SLOTS, Seen, Slot, slot_of
from coven.server.tokens import Minter

BEAT = 1.0
"""Seconds between two beats."""
LEASE = 4.0
"""Seconds for which a beat renews the lease."""
LIFE_BYTES = 8
OTHER_SECRET = "the other workers have another server.secret: copy theirs into the data folder"  # noqa: S105

log = logging.getLogger(__name__)

metadata = MetaData()
workers = Table(
    "workers", metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("life", String, nullable=False),
    Column("until", DateTime(timezone=True), nullable=False),
    Column("mark", String, nullable=False),
)  # fmt: skip
"""`until`: when the lease ends; `mark`: tells whether two workers have the same secret."""
slots = Table(
    "slots", metadata,
    Column("slot", Integer, primary_key=True, autoincrement=False),
    Column("epoch", BigInteger, nullable=False),
    Column("owner", String),
)  # fmt: skip

RENEW = text(
    "INSERT INTO workers VALUES (:number, :life, clock_timestamp() + :lease * interval '1 second', :mark) "
    "ON CONFLICT (number) DO UPDATE SET life = excluded.life, until = excluded.until, mark = excluded.mark"
)
# A lease that ends too late was given before the database's clock was put back.
SEE = text(
    "SELECT life, number, until > clock_timestamp() AND until <= clock_timestamp() + :lease * interval '1 second' "
    "FROM workers"
)
TAKE = text("UPDATE slots SET epoch = epoch + 1, owner = :owner WHERE slot = :slot AND epoch = :epoch")
LEAVE = text("DELETE FROM workers WHERE life = :life")
OTHERS = text("SELECT count(*) FROM workers WHERE number <> :number AND mark <> :mark AND until > clock_timestamp()")

T = TypeVar("T")


class Keeper(Protocol):
    """Something that has a connection to the database."""

    async def tidy(self, job: Callable[[Connection], T]) -> T:
        """Do a job in a transaction of its own. Raises Refused."""


@dataclass(frozen=True)
class Worker:
    """One run of a worker's process."""

    number: int
    mark: str
    life: str


def new_life(number: int, secret: bytes) -> Worker:
    """This process as a worker. `secret`: see `tokens`."""
    return Worker(number, Minter(secret)("workers"), secrets.token_hex(LIFE_BYTES))


def prepare(connection: Connection) -> None:
    """Make what is missing; several workers may start at once."""
    connection.execute(select(func.pg_advisory_xact_lock(SETTING_UP)))
    metadata.create_all(connection)
    connection.execute(insert(slots).on_conflict_do_nothing(), [{"slot": slot, "epoch": 0} for slot in range(SLOTS)])


def check_mark(connection: Connection, me: Worker) -> None:
    """Raises TakenDatabase if the others could not read what this one seals."""
    if connection.scalar(OTHERS, {"number": me.number, "mark": me.mark}):
        raise TakenDatabase(OTHER_SECRET)


def beat(connection: Connection, me: Worker, *, is_settled: bool) -> Seen:
    """Renew the lease, take and give up slots. Returns what holds afterwards."""
    connection.execute(RENEW, {"number": me.number, "life": me.life, "mark": me.mark, "lease": LEASE})
    seen = see(connection)
    wishes: list[tuple[int, str | None]] = [
        (slot, me.life) for slot in rules.claims(me.life, seen, is_settled=is_settled)
    ]
    wishes += [(slot, None) for slot in rules.releases(me.life, seen)]
    found = dict(seen.slots)
    for slot, owner in sorted(wishes, key=lambda wish: wish[0]):
        before = found[slot]
        if connection.execute(TAKE, {"owner": owner, "slot": slot, "epoch": before.epoch}).rowcount:
            found[slot] = Slot(before.epoch + 1, owner)
    return Seen(seen.live, seen.late, found)


def see(connection: Connection) -> Seen:
    """Who is there, and who has what."""
    rows = connection.execute(SEE, {"lease": LEASE}).all()
    found = connection.execute(select(slots).order_by(slots.c.slot)).all()
    return Seen(
        {life: number for life, number, is_live in rows if is_live},
        [life for life, _, is_live in rows if not is_live],
        {slot: Slot(epoch, owner) for slot, epoch, owner in found},
    )


class Owning:
    """What a worker owns now, and who owns the rest, as of its last beat."""

    def __init__(self, me: Worker) -> None:
        self.me = me
        self.on_lost: Callable[[set[int]], None] = lambda lost: None
        """Called with the slots that are no longer this worker's, or were somebody else's in between."""
        self._epochs: dict[int, int] = {}
        self._owners: dict[int, int] = {}
        self._until = self._since = -LEASE
        """When the lease ends, and since when it has run without a gap, by this machine's clock; never later than by
        the database's."""

    @property
    def has_lapsed(self) -> bool:
        """Has the lease run out?"""
        return time.monotonic() >= self._until

    def epoch(self, table: str) -> int:
        """The epoch of a table's slot, which is ours. Raises Elsewhere."""
        found = self._epochs.get(slot_of(table))
        if found is None or self.has_lapsed:
            raise Elsewhere(self.owner(table))
        return found

    def owns(self, table: str) -> bool:
        """Is the table ours?"""
        return slot_of(table) in self._epochs and not self.has_lapsed

    def owner(self, table: str) -> int | None:
        """The number of the worker that has a table; None: nobody, for the moment."""
        return self._owners.get(slot_of(table))

    async def run(self, keeper: Keeper) -> None:
        """Beat until cancelled."""
        beating: asyncio.Task[None] | None = None
        try:
            while True:
                if beating is None or beating.done():
                    beating = asyncio.create_task(self._try_beat(keeper))
                await asyncio.wait([beating], timeout=BEAT)
                if self.has_lapsed:
                    self._lose(set(self._epochs))
                await asyncio.sleep(BEAT if beating.done() else 0)
        finally:
            if beating:
                beating.cancel()
                await asyncio.gather(beating, return_exceptions=True)

    async def _try_beat(self, keeper: Keeper) -> None:
        try:
            await self.beat(keeper)
        except Refused:  # the store has told
            pass
        except Exception as error:
            broke(log, "beat_broke", error)

    async def beat(self, keeper: Keeper) -> None:
        """One beat. Raises Refused if the database cannot be reached."""
        began = time.monotonic()
        if self.has_lapsed:
            self._since = began
        is_settled = began - self._since >= LEASE
        seen = await keeper.tidy(lambda connection: beat(connection, self.me, is_settled=is_settled))
        self._until = began + LEASE
        held = {slot: row.epoch for slot, row in seen.slots.items() if row.owner == self.me.life}
        lost = {slot for slot, epoch in self._epochs.items() if held.get(slot) != epoch}
        if len(held) != len(self._epochs) or lost:
            tell(log, "slots_owned", worker=self.me.number, slots=len(held), lost=len(lost))
        self._lose(lost)
        self._epochs = held
        self._owners = {
            slot: seen.live[row.owner] for slot, row in seen.slots.items() if row.owner and row.owner in seen.live
        }

    async def leave(self, keeper: Keeper) -> None:
        """Give everything up."""
        self._epochs.clear()
        with contextlib.suppress(Refused):
            await keeper.tidy(lambda connection: connection.execute(LEAVE, {"life": self.me.life}))

    def _lose(self, lost: set[int]) -> None:
        for slot in lost:
            self._epochs.pop(slot, None)
        if lost:
            self.on_lost(lost)
