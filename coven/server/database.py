"""A database connection in its own thread, so that the event loop never waits for a disk."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event

BEGIN = "BEGIN IMMEDIATE"
"""How a transaction that writes begins: nobody else can begin one before it ends."""
PATIENCE = 5000
"""Milliseconds to wait while another program writes."""
T = TypeVar("T")


class DatabaseThread:
    """One connection; it does its jobs one after the other, each in its own transaction."""

    def __init__(self, url: str, *, writes: bool) -> None:
        self._engine = engine_of(url, writes=writes)
        self._thread = ThreadPoolExecutor(1, "writer" if writes else "reader")
        self._connection: Connection | None = None

    async def open(self) -> None:
        """Connect. Raises SQLAlchemyError."""
        self._connection = await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.connect)

    async def do(self, job: Callable[[Connection], T]) -> T:
        """Do a job in a transaction. Raises whatever the job and the database raise."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self.transact, job)

    def soon(self, job: Callable[[], None]) -> None:
        """Do a job in this thread, without a transaction; nobody waits for it."""
        self._thread.submit(job)

    def transact(self, job: Callable[[Connection], T]) -> T:
        """Like `do`, for callers already in the thread."""
        connection = self._connection
        if connection is None:
            raise RuntimeError("the store is not open")
        with connection.begin():
            return job(connection)

    def write(self, job: Callable[[sqlite3.Connection], None]) -> None:
        """In the thread: do a job in a transaction, without SQLAlchemy's overhead (half of a short transaction, during
        which the event loop's thread may have to wait). Raises whatever the job and SQLite raise."""
        driver = self._driver()
        driver.execute(BEGIN)
        try:
            job(driver)
            driver.execute("COMMIT")
        except BaseException:
            if driver.in_transaction:
                driver.execute("ROLLBACK")
            raise

    def _driver(self) -> sqlite3.Connection:
        driver = self._connection.connection.driver_connection if self._connection else None
        if not isinstance(driver, sqlite3.Connection):
            raise TypeError("the store is not open, or no SQLite database")
        return driver

    async def ask(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        """The rows of a query, without SQLAlchemy's overhead (ten times the cost). Raises sqlite3.Error."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, statement, values)

    def _ask(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        return self._driver().execute(statement, values).fetchall()

    async def close(self) -> None:
        """Finish the jobs, and disconnect."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._connection:
            self._connection.close()
        self._engine.dispose()


def engine_of(url: str, *, writes: bool) -> Engine:
    """Every commit reaches the disk; we begin transactions ourselves, not the driver."""
    engine = create_engine(url, hide_parameters=True)
    if engine.dialect.name == "sqlite":
        begin = BEGIN if writes else "BEGIN"
        event.listen(engine, "connect", _prepare_writing if writes else _prepare_reading)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def _prepare_writing(connection: sqlite3.Connection, _: object) -> None:
    _prepare(connection, "journal_mode = WAL", "synchronous = FULL")


def _prepare_reading(connection: sqlite3.Connection, _: object) -> None:
    """Values that are not text stay as they are; the reader judges them."""
    _prepare(connection, "query_only = 1")
    connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")


def _prepare(connection: sqlite3.Connection, *settings: str) -> None:
    connection.isolation_level = None
    for setting in (f"busy_timeout = {PATIENCE}", *settings):
        connection.execute(f"PRAGMA {setting}")
