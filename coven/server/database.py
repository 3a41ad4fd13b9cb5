"""A database connection in its own thread, so that the event loop never waits for a disk.

Two databases will do: SQLite, a file for one server, and PostgreSQL.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from types import ModuleType
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.sql import ClauseElement

BEGIN = "BEGIN IMMEDIATE"
"""How a transaction of SQLite that writes begins: nobody else can begin one before it ends."""
PATIENCE = 5000
"""Milliseconds to wait while another program writes."""
ALONE = 0x436F76656E
"""PostgreSQL's lock that only one server of a database holds."""
REACH = 10
"""Seconds to wait for PostgreSQL's answer when connecting, and of silence after which a connection is tested."""
NUMBERED = 0x436F77
"""The class of its locks that only one worker of each number holds."""
PATIENT = 20
"""How often a lock is asked for: a connection that has just been cut may still hold it for a moment."""
SHORTLY = 0.05
"""Seconds in between."""
NO_DRIVER = "PostgreSQL needs the package psycopg: install Coven with its extra [postgres]"
T = TypeVar("T")


class UnusableDatabase(ValueError):
    """The address of a database is not one, or what it needs is not installed: says which."""


class TakenDatabase(Exception):
    """Another server uses the database; says how, if not alone."""


class Driver(Protocol):
    """A connection of SQLite's or PostgreSQL's driver, as PEP 249 has it."""

    def cursor(self) -> Any:
        """Something that executes statements."""

    def commit(self) -> None:
        """End the transaction; what it wrote stays."""

    def rollback(self) -> None:
        """End the transaction; nothing was written."""


class DatabaseThread:
    """One connection; it does its jobs one after the other, each in its own transaction."""

    def __init__(self, url: str, *, writes: bool, worker: int | None = None) -> None:
        """`worker`: its number, if several share the database. Raises UnusableDatabase."""
        self._engine = engine_of(url, writes=writes, worker=worker)
        self.kind = self._engine.dialect.name
        """"sqlite" or "postgresql"."""
        self._begin = BEGIN if self.kind == "sqlite" and writes else None
        self._thread = ThreadPoolExecutor(1, "writer" if writes else "reader")
        self._connection: Connection | None = None
        self.driver: ModuleType = self._engine.dialect.dbapi  # type: ignore[assignment]
        """The driver's module, which has its exceptions."""

    async def open(self) -> None:
        """Connect. Raises SQLAlchemyError, or TakenDatabase."""
        self._connection = await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.connect)

    async def do(self, job: Callable[[Connection], T]) -> T:
        """Do a job in a transaction. Raises whatever the job and the database raise."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self.transact, job)

    def soon(self, job: Callable[[], None]) -> None:
        """Do a job in this thread, without a transaction; nobody waits for it."""
        self._thread.submit(job)

    def transact(self, job: Callable[[Connection], T]) -> T:
        """Like `do`, for callers already in the thread. If the connection was lost, it is done once more."""
        try:
            with self._open.begin():
                return job(self._open)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        with self._open.begin():
            return job(self._open)

    def write(self, job: Callable[[Driver], None]) -> None:
        """In the thread: do a job in a transaction, without SQLAlchemy's overhead (half of a short transaction, during
        which the event loop's thread may have to wait). Raises whatever the job and the driver raise.

        If the connection was lost, it is done once more. If what was lost was only the news that it is done, it now
        meets its own rows, which is the driver's IntegrityError.
        """

        def write(driver: Driver) -> None:
            job(driver)
            driver.commit()

        self._work(write, self._begin)

    async def ask(self, statement: ClauseElement, values: Mapping[str, object]) -> list[Any]:
        """The rows of a query, without SQLAlchemy's overhead (ten times the cost). Raises the driver's errors."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, statement, values)

    def _ask(self, statement: ClauseElement, values: Mapping[str, object]) -> list[Any]:
        text, names = text_of(statement, self.kind)

        def ask(driver: Driver) -> list[Any]:
            cursor = driver.cursor()
            cursor.execute(text, [values[name] for name in names])
            found = list(cursor.fetchall())
            driver.rollback()
            return found

        return self._work(ask)

    def _work(self, job: Callable[[Driver], T], begin: str | None = None) -> T:
        """Let a job work with the driver; once more if the connection was lost."""
        while True:
            is_new, driver = self._driver()
            try:
                if begin:
                    driver.cursor().execute(begin)
                return job(driver)
            except BaseException:
                with contextlib.suppress(self.driver.Error):
                    driver.rollback()
                if not getattr(driver, "closed", False):
                    raise
                self._open.invalidate()  # the next one is connected when it is needed
                if is_new:
                    raise

    @property
    def _open(self) -> Connection:
        if self._connection is None:
            raise RuntimeError("the store is not open")
        return self._connection

    def _driver(self) -> tuple[bool, Driver]:
        """The driver's connection, and whether it has only just been made."""
        is_new = self._open.invalidated
        found: Any = self._open.connection.driver_connection
        return is_new, found

    async def close(self) -> None:
        """Finish the jobs, and disconnect."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._connection:
            self._connection.close()
        self._engine.dispose()


def database_url(text: str) -> URL:
    """The address of a database: sqlite:///FILE or postgresql://USER@HOST/NAME. Raises UnusableDatabase."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise UnusableDatabase("not the address of a database: write postgresql://USER@HOST/NAME") from None
    kind = url.get_backend_name()
    if kind == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if kind != "sqlite":
        raise UnusableDatabase(f"{kind} is not supported: use postgresql, or SQLite in a data folder")
    return url


def engine_of(text: str, *, writes: bool, worker: int | None = None) -> Engine:
    """Every commit reaches the disk; we begin SQLite's transactions ourselves, not the driver. Raises
    UnusableDatabase."""
    url = database_url(text)
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, hide_parameters=True)
        begin = BEGIN if writes else "BEGIN"
        event.listen(engine, "connect", _prepare_writing if writes else _prepare_reading)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
        return engine
    silence = {"keepalives_idle": REACH, "keepalives_interval": REACH, "keepalives_count": 2}
    settings = {"synchronous_commit": "on"} if writes else {"default_transaction_read_only": "on"}
    settings |= {f"tcp_{name}": str(value) for name, value in silence.items()}
    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    given: dict[str, Any] = {"options": options, "connect_timeout": REACH, "application_name": "coven", **silence}
    level = "READ COMMITTED" if writes else "REPEATABLE READ"
    try:
        engine = create_engine(
            url, hide_parameters=True, isolation_level=level, pool_size=1, max_overflow=0, connect_args=given
        )
    except ImportError:
        raise UnusableDatabase(NO_DRIVER) from None
    if writes:
        event.listen(engine, "connect", _be_alone if worker is None else partial(_be_one_of_many, worker))
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


def _be_alone(connection: Any, _: object) -> None:
    """PostgreSQL frees the lock when the connection ends. What a server remembers of its tables is true only while it
    alone writes, so a connection that was lost is replaced only if nobody else has come."""
    _lock(connection, TakenDatabase(), "SELECT pg_try_advisory_lock(%s)", ALONE)


def _be_one_of_many(worker: int, connection: Any, _: object) -> None:
    """A worker shares the database with other workers, but neither with a server that is alone nor with its double."""
    double = TakenDatabase(f"another server is worker {worker} of this database: give this one another number")
    _lock(connection, TakenDatabase(), "SELECT pg_try_advisory_lock_shared(%s)", ALONE)
    _lock(connection, double, "SELECT pg_try_advisory_lock(%s, %s)", NUMBERED, worker)


def _lock(connection: Any, taken: TakenDatabase, statement: str, *lock: int) -> None:
    """Hold a lock for as long as the connection lasts, or close it and raise."""
    for _ in range(PATIENT):
        with connection.cursor() as cursor:
            cursor.execute(statement, lock)
            (is_ours,) = cursor.fetchone()
        connection.commit()
        if is_ours:
            return
        time.sleep(SHORTLY)
    connection.close()
    raise taken


@cache
def text_of(statement: ClauseElement, kind: str) -> tuple[str, tuple[str, ...]]:
    """A statement in the form of a database's driver, and the names of its values in order."""
    dialects: Any = sqlite.dialect if kind == "sqlite" else postgresql.dialect
    compiled: Any = statement.compile(dialect=dialects(paramstyle="qmark" if kind == "sqlite" else "format"))
    return str(compiled), tuple(compiled.positiontup or ())
