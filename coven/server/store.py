"""The store: tables, logs, drafts and keys in a database, written in groups so that many acts share one commit."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import ColumnElement, Table, and_, delete, event, func, insert, or_, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from coven.server import entries, schema
from coven.server.changes import Change, Head, Stored
from coven.server.errors import Refused
from coven.server.folding import stored_of
from coven.server.logs import broke, tell
from coven.server.schema import answered, drafts, keys, log_entries, meta, tables

MOST_IN_GROUP = 200
NOT_WRITTEN = "The server cannot write to its disk; nothing was changed. Try again later"
NOT_READ = "The server cannot read its disk. Try again later"
HELD = "Another program holds the server's database; nothing was changed. Try again later"
PATIENCE = 5000
"""Milliseconds that we wait while another program writes."""
RESTORE = "end the server, and restore a backup: coven restore FILE"
DAMAGED = ("malformed", "not a database", "disk image")
"""What SQLite says where the whole file is damaged."""

log = logging.getLogger(__name__)


class Conflict(Exception):
    """Another writer had this number of the log first: fold again and retry."""


async def check_database(url: str) -> None:
    """Open and close it once; raises UnknownSchema, or SQLAlchemyError if it cannot be used."""
    store = Store(url)
    try:
        await store.open()
    finally:
        await store.close()


class Store:
    """Two connections to a database: one task writes what all bring, in groups, and reading waits for no writer."""

    def __init__(self, url: str) -> None:
        self._writing, self._reading = _engine(url, _prepare_writing), _engine(url, _prepare_reading)
        if self._writing.dialect.name == "sqlite":
            event.listen(self._writing.sync_engine, "begin", lambda one: one.exec_driver_sql("BEGIN IMMEDIATE"))
            event.listen(self._reading.sync_engine, "begin", lambda one: one.exec_driver_sql("BEGIN"))
        self._turn, self._reading_turn = asyncio.Lock(), asyncio.Lock()
        self._queue: asyncio.Queue[tuple[Change, asyncio.Future[None]]] = asyncio.Queue()
        self._connection: AsyncConnection | None = None
        self._reader: AsyncConnection | None = None
        self._driver: Any = None
        """The reader's own connection to SQLite."""
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, make the schema or bring it up to date, and begin to write; raises UnknownSchema."""
        self._connection = await self._writing.connect()
        async with self._transaction() as connection:
            await connection.run_sync(schema.prepare)
        await self.open_to_read()
        self._writer = asyncio.create_task(self._write_groups())

    async def open_to_read(self) -> None:
        """Connect, and nothing is written; the database may have an older schema. Raises UnknownSchema."""
        self._reader = await self._reading.connect()
        if self._reading.dialect.name == "sqlite":
            self._driver = (await self._reader.get_raw_connection()).driver_connection
        async with self._reader.begin():
            if await self._reader.run_sync(schema.found_schema) is None:
                raise schema.UnknownSchema("the database is empty")

    async def close(self) -> None:
        """Write what was brought, and disconnect; the last one to leave a database puts it all into one file."""
        if self._writer:
            await self._queue.join()
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
        for connection, engine in ((self._reader, self._reading), (self._connection, self._writing)):
            if connection:
                await connection.close()
            await engine.dispose()

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        """The connection that writes, for one transaction at a time; needs `open`."""
        connection = self._connection
        if connection is None:
            raise RuntimeError("the store is not open")
        async with self._turn, connection.begin():
            yield connection

    @asynccontextmanager
    async def _tidying(self) -> AsyncIterator[AsyncConnection]:
        """The same, for those who wait for it; raises Refused."""
        try:
            async with self._transaction() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as reason:
            raise _refused("not_written", NOT_WRITTEN, reason) from None

    @asynccontextmanager
    async def _look(self) -> AsyncIterator[AsyncConnection]:
        """The connection that reads, as everything stands at one moment; raises Refused where that fails."""
        if self._reader is None:
            raise RuntimeError("the store is not open")
        try:
            async with self._reading_turn, self._reader.begin():
                yield self._reader
        except (SQLAlchemyError, OSError) as reason:
            raise _refused("not_read", NOT_READ, reason) from None

    async def write(self, change: Change) -> None:
        """Returns when the change is on disk; raises Conflict, or Refused if the disk does not take it."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((change, done))
        await done

    async def load(self, table: str) -> Stored | None:
        """A table, or None if there is none of that id; raises Damaged where a row of it is not what was written."""
        if not await self._may_have(table):
            return None
        async with self._look() as connection:
            head = (await connection.execute(select(*_HEAD).where(tables.c.id == table))).first()
            if head is None:
                return None
            rows = {
                part.name: (await connection.execute(select(*columns).where(part.c.table_id == table))).all()
                for part, columns in _PARTS
            }
        return stored_of(dict(zip(Head.__dataclass_fields__, head, strict=True)), rows)

    async def _may_have(self, table: str) -> bool:
        """False: there is no such table. Strangers may ask for any number, so SQLite is asked without a transaction and
        whatever SQLAlchemy does about it, which costs ten times as much."""
        if self._driver is None:
            return True
        try:
            async with self._reading_turn:
                return bool(await self._driver.execute_fetchall("SELECT 1 FROM tables WHERE id = ?", (table,)))
        except sqlite3.Error as reason:
            raise _refused("not_read", NOT_READ, reason) from None

    async def all_ids(self) -> list[str]:
        """Ids of all tables."""
        async with self._look() as connection:
            return list((await connection.execute(select(tables.c.id).order_by(tables.c.id))).scalars())

    async def visited(self, table: str) -> int:
        """When somebody came to a table last, in seconds since 1970; 0 where that cannot be read."""
        async with self._look() as connection:
            found = (await connection.execute(select(tables.c.visited).where(tables.c.id == table))).scalar()
        return found if isinstance(found, int) else 0

    async def counts(self) -> dict[bool, int]:
        """How many tables there are, by whether they are open."""
        async with self._look() as connection:
            rows = await connection.execute(select(tables.c.is_open, func.count()).group_by(tables.c.is_open))
            found = {bool(is_open): count for is_open, count in rows}
        return {is_open: found.get(is_open, 0) for is_open in (True, False)}

    async def check(self) -> None:
        """Write and read; raises Refused where one of them fails."""
        async with self._tidying() as connection:
            await connection.execute(update(meta).values(schema=schema.SCHEMA))
        async with self._look() as connection:
            await connection.execute(select(meta.c.schema))

    async def unvisited(self, before: int, after: str, most: int) -> list[str]:
        """Tables that nobody has come to since `before`, and that are open or can be entered: ids beyond `after`."""
        has_keys = select(keys.c.hash).where(keys.c.table_id == tables.c.id).exists()
        wanted = and_(tables.c.visited < before, or_(tables.c.is_open == 1, has_keys))
        return await self._ids(wanted, after, most)

    async def outdated(self, versions: dict[str, int], after: str, most: int) -> list[str]:
        """Open tables of games whose rules have another version now: ids beyond `after`."""
        other = or_(*(and_(tables.c.game == key, tables.c.rules_version != now) for key, now in versions.items()))
        return await self._ids(and_(tables.c.is_open == 1, other), after, most)

    async def ended(self, before: int, after: str, most: int) -> list[str]:
        """Tables that have been over or closed, without a visit, since `before`: ids beyond `after`."""
        return await self._ids(and_(tables.c.is_open == 0, tables.c.visited < before), after, most)

    async def _ids(self, wanted: ColumnElement[bool], after: str, most: int) -> list[str]:
        chosen = select(tables.c.id).where(wanted, tables.c.id > after).order_by(tables.c.id).limit(most)
        async with self._look() as connection:
            return list((await connection.execute(chosen)).scalars())

    async def remove(self, table: str) -> None:
        """All that there is of a table, for ever."""
        async with self._tidying() as connection:
            for part in (log_entries, drafts, answered, keys):
                await connection.execute(delete(part).where(part.c.table_id == table))
            await connection.execute(delete(tables).where(tables.c.id == table))

    async def prune_guests(self, before: int, most: int) -> int:
        """Remove keys of guests that were made before; returns how many."""
        old = select(keys.c.hash).where(keys.c.made < before, keys.c.kind == "guest").limit(most)
        async with self._tidying() as connection:
            return (await connection.execute(delete(keys).where(keys.c.hash.in_(old)))).rowcount

    async def _write_groups(self) -> None:
        while True:
            group = [await self._queue.get()]
            while not self._queue.empty() and len(group) < MOST_IN_GROUP:
                group.append(self._queue.get_nowait())
            if not await self._commit(group):
                for one in group:  # one of them is bad: each for itself
                    await self._commit([one])
            for _ in group:
                self._queue.task_done()

    async def _commit(self, group: list[tuple[Change, asyncio.Future[None]]]) -> bool:
        """Write a group in one transaction; False if it was not written and has to be tried one by one."""
        error: Exception | None = None
        try:
            async with self._transaction() as connection:
                await _execute(connection, [change for change, _ in group])
        except IntegrityError:
            error = Conflict()
        except (SQLAlchemyError, OSError) as reason:
            error = _refused("not_written", NOT_WRITTEN, reason)
        except Exception as reason:  # the writer must live on, whatever happened
            broke(log, "not_written", reason)
            error = Refused("storage", NOT_WRITTEN)
        if isinstance(error, Conflict) and len(group) > 1:
            return False
        for _, done in group:
            if done.cancelled():
                continue
            if error:
                done.set_exception(error)
            else:
                done.set_result(None)
        return True


async def _execute(connection: AsyncConnection, changes: list[Change]) -> None:
    now = int(time.time())
    heads = [{**vars(change.head), "is_open": 1, "visited": now} for change in changes if change.head]
    rows: list[tuple[Table, list[dict[str, Any]]]] = [
        (tables, heads),
        (log_entries, [row for change in changes for row in _entry_rows(change)]),
        (answered, [row for change in changes for row in _answer_rows(change)]),
        (keys, [{**vars(key), "table_id": change.table, "made": now} for change in changes for key in change.keys]),
    ]
    for part, values in rows:
        if values:
            await connection.execute(insert(part), values)
    await _write_drafts(connection, changes)
    for change in changes:
        if change.spent:
            await connection.execute(keys.delete().where(keys.c.hash.in_(change.spent)))
        if change.ends or change.is_visit:
            told = {"visited": now, **({"is_open": 0} if change.ends else {})}
            await connection.execute(update(tables).where(tables.c.id == change.table).values(told))


async def _write_drafts(connection: AsyncConnection, changes: list[Change]) -> None:
    last = {(change.table, seat): draft for change in changes for seat, draft in change.drafts.items()}
    for (table, seat), draft in last.items():
        here = and_(drafts.c.table_id == table, drafts.c.seat == seat)
        await connection.execute(drafts.delete().where(here))
        if draft:
            text = entries.encode([draft.acts, draft.steps]).decode()
            await connection.execute(insert(drafts).values(table_id=table, seat=seat, draft=text))


def _engine(url: str, prepare: Callable[[Any, Any], None]) -> AsyncEngine:
    engine = create_async_engine(url, hide_parameters=True)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", prepare)
    return engine


def _prepare_writing(connection: Any, _: Any) -> None:
    """Every commit reaches the disk; transactions are begun by ourselves and not by the driver."""
    _prepare(connection, f"busy_timeout = {PATIENCE}", "journal_mode = WAL", "synchronous = FULL")


def _prepare_reading(connection: Any, _: Any) -> None:
    """What is no text comes as it is, for who reads to judge."""
    _prepare(connection, f"busy_timeout = {PATIENCE}", "query_only = 1")
    connection.driver_connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")


def _prepare(connection: Any, *settings: str) -> None:
    connection.isolation_level = None
    cursor = connection.cursor()
    for setting in settings:
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _refused(event: str, text: str, reason: Exception) -> Refused:
    """For people; the log has what the database says, which never has values in it."""
    said = str(getattr(reason, "orig", reason))
    if isinstance(reason, DBAPIError | sqlite3.Error) and any(word in said for word in DAMAGED):
        tell(log, "database_damaged", logging.CRITICAL, reason=said, help=RESTORE)
    else:
        tell(log, event, logging.ERROR, reason=said)
    return Refused("storage", HELD if "locked" in said else text)


def _entry_rows(change: Change) -> list[dict[str, Any]]:
    return [
        {"table_id": change.table, "number": change.first + i, "entry": entries.encode(entry).decode()}
        for i, entry in enumerate(change.entries)
    ]


def _answer_rows(change: Change) -> list[dict[str, Any]]:
    if change.answered is None:
        return []
    seat, message = change.answered
    return [{"table_id": change.table, "seat": seat, "message": message}]


_HEAD = [tables.c[name] for name in Head.__dataclass_fields__]
_PARTS = [
    (log_entries, (log_entries.c.number, log_entries.c.entry)),
    (drafts, (drafts.c.seat, drafts.c.draft)),
    (answered, (answered.c.seat, answered.c.message)),
    (keys, (keys.c.hash, keys.c.seat, keys.c.kind)),
]
