"""The store: tables, logs, drafts and keys in a database, written in groups so that many acts share one commit."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Column, Integer, MetaData, String, Table, Text, and_, event, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from coven.server import entries
from coven.server.changes import Change, Draft, Head, Key, Stored
from coven.server.errors import Refused

SCHEMA = 3
"""2: logs may hold what a table has agreed on; 3: and how its people deal with each other. The tables are the same as
in 1."""
MOST_IN_GROUP = 200
FULL = "The server cannot write to its disk; nothing was changed. Try again later"

log = logging.getLogger(__name__)
metadata = MetaData()

meta = Table("meta", metadata, Column("schema", Integer, nullable=False))
tables = Table(
    "tables", metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("deck", Text, nullable=False),
    Column("seed", String, nullable=False),
    Column("salt", String, nullable=False),
    Column("is_open", Integer, nullable=False, index=True),
)  # fmt: skip
log_entries = Table(
    "log", metadata,
    Column("table_id", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("entry", Text, nullable=False),
)  # fmt: skip
drafts = Table(
    "drafts", metadata,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("draft", Text, nullable=False),
)  # fmt: skip
answered = Table(
    "answered", metadata,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("message", String, primary_key=True),
)  # fmt: skip
keys = Table(
    "keys", metadata,
    Column("hash", String, primary_key=True),
    Column("table_id", String, nullable=False, index=True),
    Column("seat", Integer),
    Column("kind", String, nullable=False),
)  # fmt: skip


class NewerSchema(Exception):
    """The database was made by a newer program."""


class Conflict(Exception):
    """Another writer had this number of the log first: fold again and retry."""


async def check_database(url: str) -> None:
    """Open and close it once; raises NewerSchema, or SQLAlchemyError if it cannot be used."""
    store = Store(url)
    try:
        await store.open()
    finally:
        await store.close()


class Store:
    """One database connection: everybody reads through it, and one task writes what everybody brings, in groups."""

    def __init__(self, url: str) -> None:
        self._engine: AsyncEngine = create_async_engine(url, hide_parameters=True)
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine.sync_engine, "connect", _prepare_sqlite)
            event.listen(self._engine.sync_engine, "begin", _begin_immediate)
        self._turn = asyncio.Lock()
        self._queue: asyncio.Queue[tuple[Change, asyncio.Future[None]]] = asyncio.Queue()
        self._connection: AsyncConnection | None = None
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, make the schema where there is none, and begin to write; raises NewerSchema."""
        self._connection = await self._engine.connect()
        async with self._transaction() as connection:
            await connection.run_sync(metadata.create_all)
            found = (await connection.execute(select(meta.c.schema))).scalar()
            if found is None:
                await connection.execute(insert(meta).values(schema=SCHEMA))
            elif found < SCHEMA:
                await connection.execute(update(meta).values(schema=SCHEMA))
            elif found > SCHEMA:
                raise NewerSchema(
                    f"the database has schema {found}, and this program knows schemas up to {SCHEMA}: "
                    "use a newer Coven, or another data folder"
                )
        self._writer = asyncio.create_task(self._write_groups())

    async def close(self) -> None:
        """Write what was brought, and disconnect."""
        if self._writer:
            await self._queue.join()
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
        if self._connection:
            await self._connection.close()
        await self._engine.dispose()

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        """The connection, for one transaction at a time; needs `open`."""
        connection = self._connection
        if connection is None:
            raise RuntimeError("the store is not open")
        async with self._turn, connection.begin():
            yield connection

    async def write(self, change: Change) -> None:
        """Returns when the change is on disk; raises Conflict, or Refused if the disk does not take it."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((change, done))
        await done

    async def load(self, table: str) -> Stored | None:
        """A table, or None if there is none of that id."""
        try:
            return await self._load(table)
        except (SQLAlchemyError, OSError) as reason:
            log.error("nothing was read: %s", getattr(reason, "orig", reason))
            raise Refused("storage", "The server cannot read its disk. Try again later") from None

    async def _load(self, table: str) -> Stored | None:
        async with self._transaction() as connection:
            head = (await connection.execute(select(tables).where(tables.c.id == table))).mappings().first()
            if head is None:
                return None
            rows = [
                (await connection.execute(select(part).where(part.c.table_id == table))).mappings().all()
                for part in (drafts, answered, keys)
            ]
            log_rows = await connection.execute(
                select(log_entries.c.entry).where(log_entries.c.table_id == table).order_by(log_entries.c.number)
            )
            return Stored(
                head=Head(**{key: value for key, value in head.items() if key != "is_open"}),
                entries=[entries.decode(text) for (text,) in log_rows],
                drafts=[_draft(row) for row in rows[0]],
                answered={(row["seat"], row["message"]) for row in rows[1]},
                keys=[Key(row["hash"], row["seat"], row["kind"]) for row in rows[2]],
            )

    async def open_tables(self) -> list[str]:
        """Ids of the tables that are not over."""
        async with self._transaction() as connection:
            return list((await connection.execute(select(tables.c.id).where(tables.c.is_open == 1))).scalars())

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
            log.error("nothing was written: %s", getattr(reason, "orig", reason))
            error = Refused("storage", FULL)
        except Exception:  # the writer must live on, whatever happened
            log.exception("nothing was written")
            error = Refused("storage", FULL)
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
    heads = [{**vars(change.head), "is_open": 1} for change in changes if change.head]
    rows: list[tuple[Table, list[dict[str, Any]]]] = [
        (tables, heads),
        (log_entries, [row for change in changes for row in _entry_rows(change)]),
        (answered, [row for change in changes for row in _answer_rows(change)]),
        (keys, [{**vars(key), "table_id": change.table} for change in changes for key in change.keys]),
    ]
    for part, values in rows:
        if values:
            await connection.execute(insert(part), values)
    await _write_drafts(connection, changes)
    for change in changes:
        if change.spent:
            await connection.execute(keys.delete().where(keys.c.hash.in_(change.spent)))
        if change.ends:
            await connection.execute(update(tables).where(tables.c.id == change.table).values(is_open=0))


async def _write_drafts(connection: AsyncConnection, changes: list[Change]) -> None:
    last = {(change.table, seat): draft for change in changes for seat, draft in change.drafts.items()}
    for (table, seat), draft in last.items():
        here = and_(drafts.c.table_id == table, drafts.c.seat == seat)
        await connection.execute(drafts.delete().where(here))
        if draft:
            text = entries.encode([draft.acts, draft.steps]).decode()
            await connection.execute(insert(drafts).values(table_id=table, seat=seat, draft=text))


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """Every commit reaches the disk; transactions are begun by `_begin_immediate` and not by the driver."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for setting in ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 5000"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin_immediate(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


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


def _draft(row: Any) -> Draft:
    acts, steps = entries.decode_draft(row["draft"])
    return Draft(row["seat"], acts, steps)
