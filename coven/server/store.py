"""The store: tables, logs, drafts and keys in a database, written in groups so that many acts share one commit."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    and_,
    bindparam,
    delete,
    func,
    literal,
    null,
    or_,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from coven.server import owning, schema, writing
from coven.server.changes import Change, Head, Stored
from coven.server.database import DatabaseThread, TakenDatabase
from coven.server.errors import Elsewhere, Refused
from coven.server.folding import stored_of
from coven.server.logs import broke, tell
from coven.server.owning import Worker
from coven.server.schema import answered, drafts, keys, log_entries, meta, tables

MOST_IN_GROUP = 200
MOST_GROUPS = 16
"""How many groups are written before other work of the writer's thread has its turn."""
MOMENT = 0.002
"""Seconds between two checks, at the end, whether everything is written."""
NOT_WRITTEN = "The server cannot write to its disk; nothing has changed. Try again later"
NOT_READ = "The server cannot read its disk. Try again later"
HELD = "Another program holds the server's database; nothing has changed. Try again later"
TAKEN = "another server uses this database: stop that first"
RESTORE = "stop the server and restore a backup: coven restore FILE"
DAMAGED = ("malformed", "not a database", "disk image")
"""What SQLite says if the whole file is damaged."""
T = TypeVar("T")
Brought = tuple[Change, asyncio.Future[None]]

log = logging.getLogger(__name__)


class Conflict(Exception):
    """Another writer took this number of the log first: fold again and retry."""


async def check_database(url: str, me: Worker | None = None) -> None:
    """Open and close it once. Raises UnknownSchema, TakenDatabase, or SQLAlchemyError if it cannot be used."""
    store = Store(url, me)
    try:
        await store.open()
    finally:
        await store.close()


class Store:
    """Two connections to a database, each in its own thread.

    One writes everybody's changes in groups, and reads never wait for it.
    """

    def __init__(self, url: str, me: Worker | None = None) -> None:
        """`me`: which worker uses it, if several share it."""
        self._me = me
        self._writer = DatabaseThread(url, writes=True, worker=me.number if me else None)
        self._reader = DatabaseThread(url, writes=False)
        self._lock = threading.Lock()
        """Held by whoever looks at the next two."""
        self._brought: list[Brought] = []
        self._is_writing = False
        self._parts = _PARTS

    async def open(self) -> None:
        """Connect, create or upgrade the schema, and begin to write. Raises UnknownSchema, TakenDatabase."""
        await self._writer.open()
        await self._writer.do(schema.prepare)
        if me := self._me:
            await self._writer.do(owning.prepare)
            await self._writer.do(lambda connection: owning.check_mark(connection, me))
        await self.open_to_read()

    async def open_to_read(self) -> None:
        """Connect for reading only; the database may have an older schema. Raises UnknownSchema."""
        await self._reader.open()
        found = await self._reader.do(schema.found_schema)
        if found is None:
            raise schema.UnknownSchema("the database is empty")
        self._parts = _PARTS if found >= schema.WITH_MESSAGES else _PARTS_3

    async def close(self) -> None:
        """Write what is queued, and disconnect; the last to leave a database puts it into one file."""
        while self._is_writing:
            await asyncio.sleep(MOMENT)
        await self._reader.close()
        await self._writer.close()

    def write(self, change: Change) -> asyncio.Future[None]:
        """Begin to write; done when the change is on disk. Raises Conflict, Elsewhere, or Refused if the disk refuses
        it."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        with self._lock:
            self._brought.append((change, done))
            is_writing, self._is_writing = self._is_writing, True
        if not is_writing:
            self._writer.soon(self._write_groups)
        return done

    def _write_groups(self) -> None:
        """In the writer's thread: write what is queued, and what comes meanwhile."""
        for _ in range(MOST_GROUPS):
            with self._lock:
                group, self._brought = self._brought[:MOST_IN_GROUP], self._brought[MOST_IN_GROUP:]
                self._is_writing = bool(group)
            if not group:
                return
            error = self._commit([change for change, _ in group])
            if isinstance(error, Conflict | Elsewhere) and len(group) > 1:  # one of them is bad: each for itself
                for change, done in group:
                    _tell([(change, done)], self._commit([change]))
            else:
                _tell(group, error)
        self._writer.soon(self._write_groups)

    def _commit(self, changes: list[Change]) -> Exception | None:
        """Write changes in one transaction, all or nothing. Returns what went wrong."""
        try:
            self._writer.write(lambda driver: writing.write_all(driver, changes, self._writer.kind))
        except self._writer.driver.IntegrityError:
            return Conflict()
        except Elsewhere as reason:
            return reason
        except (self._writer.driver.Error, SQLAlchemyError, TakenDatabase, OSError) as reason:
            return _refused("not_written", NOT_WRITTEN, reason)
        except Exception as reason:  # the writer must live on, whatever happened
            broke(log, "not_written", reason)
            return Refused("storage", NOT_WRITTEN)
        return None

    async def tidy(self, job: Callable[[Connection], T]) -> T:
        """Write something that no table waits for. Raises Refused."""
        try:
            return await self._writer.do(job)
        except (SQLAlchemyError, TakenDatabase, OSError) as reason:
            raise _refused("not_written", NOT_WRITTEN, reason) from None

    async def _look(self, job: Callable[[Connection], T]) -> T:
        """Read a consistent snapshot. Raises Refused if that fails."""
        try:
            return await self._reader.do(job)
        except (SQLAlchemyError, OSError) as reason:
            raise _refused("not_read", NOT_READ, reason) from None

    async def load(self, table: str) -> Stored | None:
        """A table, or None if that id does not exist. Raises Damaged if one of its rows is not what was written."""
        if not await self._may_have(table):
            return None
        found = await self._look(lambda connection: _rows(connection, table, self._parts))
        return found and stored_of(*found)

    async def _may_have(self, table: str) -> bool:
        """False: there is no such table. Strangers may ask for any number of tables, so this is the cheapest query."""
        try:
            return await self._reader.ask(_HAS, {"table": table}) != []
        except (self._reader.driver.Error, SQLAlchemyError) as reason:
            raise _refused("not_read", NOT_READ, reason) from None

    async def all_ids(self) -> list[str]:
        """Ids of all tables."""
        return await self._look(lambda one: list(one.scalars(select(tables.c.id).order_by(tables.c.id))))

    async def visited(self, table: str) -> int:
        """A table's last visit, in seconds since 1970; 0 if that cannot be read."""
        wanted = select(tables.c.visited).where(tables.c.id == table)
        found = await self._look(lambda connection: connection.scalar(wanted))
        return found if isinstance(found, int) else 0

    async def counts(self) -> dict[bool, int]:
        """How many tables there are, by whether they are open."""
        wanted = select(tables.c.is_open, func.count()).group_by(tables.c.is_open)
        found = {bool(is_open): count for is_open, count in await self._look(lambda one: one.execute(wanted).all())}
        return {is_open: found.get(is_open, 0) for is_open in (True, False)}

    async def check(self) -> None:
        """Write and read. Raises Refused if either fails."""
        await self.tidy(lambda connection: connection.execute(update(meta).values(schema=schema.SCHEMA)))
        await self._look(lambda connection: connection.scalar(select(meta.c.schema)))

    async def unvisited(self, before: int, after: str, most: int) -> list[str]:
        """Tables without a visit since `before` that are open or can be entered: ids beyond `after`."""
        has_keys = select(keys.c.hash).where(keys.c.table_id == tables.c.id).exists()
        wanted = and_(tables.c.visited < before, or_(tables.c.is_open == 1, has_keys))
        return await self._ids(wanted, after, most)

    async def outdated(self, versions: dict[str, int], after: str, most: int) -> list[str]:
        """Open tables of games whose rules now have another version: ids beyond `after`."""
        other = or_(*(and_(tables.c.game == key, tables.c.rules_version != now) for key, now in versions.items()))
        return await self._ids(and_(tables.c.is_open == 1, other), after, most)

    async def ended(self, before: int, after: str, most: int) -> list[str]:
        """Tables over or closed, and not visited, since `before`: ids beyond `after`."""
        return await self._ids(and_(tables.c.is_open == 0, tables.c.visited < before), after, most)

    async def _ids(self, wanted: ColumnElement[bool], after: str, most: int) -> list[str]:
        chosen = select(tables.c.id).where(wanted, tables.c.id > after).order_by(tables.c.id).limit(most)
        return await self._look(lambda connection: list(connection.scalars(chosen)))

    async def remove(self, table: str, epoch: int | None = None) -> None:
        """Delete a table for good. `epoch`: see `Change`. Raises Elsewhere, Refused."""

        def remove(connection: Connection) -> None:
            writing.fence(connection.connection.cursor(), [Change(table, epoch=epoch)])
            for part in (log_entries, drafts, answered, keys):
                connection.execute(delete(part).where(part.c.table_id == table))
            connection.execute(delete(tables).where(tables.c.id == table))

        await self.tidy(remove)

    async def prune_guests(self, before: int, most: int) -> int:
        """Remove guests' keys made before then. Returns how many."""
        old = select(keys.c.hash).where(keys.c.made < before, keys.c.kind == "guest").limit(most)
        return await self.tidy(lambda one: one.execute(delete(keys).where(keys.c.hash.in_(old))).rowcount)


def _rows(connection: Connection, table: str, parts: Parts) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """A table's own row, and its rows elsewhere by the names of the database's tables; None: there is none."""
    head = connection.execute(select(*_HEAD).where(tables.c.id == table)).first()
    if head is None:
        return None
    rows = {
        part.name: connection.execute(select(*columns).where(part.c.table_id == table)).all() for part, columns in parts
    }
    return dict(zip(Head.__dataclass_fields__, head, strict=True)), rows


def _tell(group: list[Brought], error: Exception | None) -> None:
    """Report the result to everybody waiting, each on its event loop."""

    def settle() -> None:
        for _, done in group:
            if done.cancelled():
                continue
            if error:
                done.set_exception(error)
            else:
                done.set_result(None)

    try:
        group[0][1].get_loop().call_soon_threadsafe(settle)
    except RuntimeError:  # the loop has ended: nobody waits any more
        return


def _refused(event: str, text: str, reason: Exception) -> Refused:
    """For people; the log has the database's message, without values."""
    said = said_by(reason)
    if any(word in said for word in DAMAGED):
        tell(log, "database_damaged", logging.CRITICAL, reason=said, help=RESTORE)
    else:
        tell(log, event, logging.ERROR, reason=said)
    return Refused("storage", HELD if "locked" in said else text)


def said_by(reason: Exception) -> str:
    """The database's message. PostgreSQL's details, which contain values, are left out."""
    if isinstance(reason, TakenDatabase):
        return TAKEN
    cause = getattr(reason, "orig", None) or reason
    brief = getattr(getattr(cause, "diag", None), "message_primary", None)
    return str(brief or cause).strip()


Parts = Sequence[tuple[Table, tuple[ColumnElement[Any], ...]]]

_HAS = select(tables.c.id).where(tables.c.id == bindparam("table"))
_HEAD = [tables.c[name] for name in Head.__dataclass_fields__]
_OTHERS: Parts = [
    (drafts, (drafts.c.seat, drafts.c.draft)),
    (keys, (keys.c.hash, keys.c.seat, keys.c.kind)),
]
_PARTS: Parts = [
    (log_entries, (log_entries.c.number, log_entries.c.entry, log_entries.c.asker, log_entries.c.message)),
    (answered, (answered.c.length, answered.c.seat, answered.c.message)),
    *_OTHERS,
]
_PARTS_3: Parts = [
    (log_entries, (log_entries.c.number, log_entries.c.entry, null(), null())),
    (answered, (literal(0), answered.c.seat, answered.c.message)),
    *_OTHERS,
]
"""The same in a database of an older schema."""
