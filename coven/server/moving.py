"""Copies a whole server's tables from one database to another, SQLite or PostgreSQL, all or nothing."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import Connection, Table, func, insert, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from coven.server import schema
from coven.server.backup import DATABASE, LOCK, url_of
from coven.server.database import TakenDatabase, UnusableDatabase, database_url, engine_of
from coven.server.store import said_by

AT_ONCE = 1000
"""How many rows are copied at a time."""
IN_USE = "a server is running on it: stop that first"


class NotMoved(Exception):
    """Nothing was moved: says why and what to do."""


@dataclass(frozen=True)
class Moved:
    """What was copied."""

    tables: int
    entries: int


@dataclass(frozen=True)
class Place:
    """A database that can be moved."""

    name: str
    """As messages name it, without any password."""
    url: str
    folder: Path | None
    """Its data folder, if it is SQLite's."""


def place_of(text: str) -> Place:
    """A data folder, or the address of a PostgreSQL database. Raises NotMoved."""
    if "://" not in text:
        folder = Path(text)
        return Place(str(folder / DATABASE), url_of(folder / DATABASE), folder)
    try:
        url = database_url(text)
        if url.get_backend_name() == "sqlite":
            raise UnusableDatabase("name the data folder itself")
        engine_of(text, writes=False).dispose()
    except UnusableDatabase as error:
        raise NotMoved(f"{text.split('://')[0]}://...: {error}") from None
    return Place(url.set(drivername="postgresql").render_as_string(), text, None)


def move(source: Place, target: Place) -> Moved:
    """Copy everything from one to the other, which must hold no tables. The source stays as it is. Raises NotMoved."""
    if source.folder and not (source.folder / DATABASE).is_file():
        raise NotMoved(f"{source.name}: no database found")
    if target.folder:
        target.folder.mkdir(parents=True, exist_ok=True)
    with _held(source), _held(target), _reading(source) as before, _writing(target) as after:
        _check_empty(target, after)
        for part in schema.metadata.sorted_tables:
            if part is not schema.meta:
                _copy(part, before, after)
        return Moved(_count(schema.tables, after), _count(schema.log_entries, after))


@contextlib.contextmanager
def _held(place: Place) -> Iterator[None]:
    """No server may run on it meanwhile."""
    if not place.folder:
        yield
        return
    lock = FileLock(place.folder / LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise NotMoved(f"{place.name}: {IN_USE}") from None
    try:
        yield
    finally:
        lock.release()


@contextlib.contextmanager
def _reading(place: Place) -> Iterator[Connection]:
    """One moment of a database with today's schema. PostgreSQL's is held, so that no server writes to it."""
    with _connected(place, writes=place.folder is None) as connection:
        found = schema.found_schema(connection)
        if found is None:
            raise NotMoved(f"{place.name}: the database is empty")
        if found < schema.SCHEMA:
            raise NotMoved(f"{place.name}: has schema {found}: start the server on it once, which brings it up to date")
        yield connection
        connection.rollback()


@contextlib.contextmanager
def _writing(place: Place) -> Iterator[Connection]:
    """A database in one transaction, which ends well only if nothing is raised."""
    if place.folder and not (place.folder / DATABASE).exists():
        os.close(os.open(place.folder / DATABASE, os.O_CREAT | os.O_WRONLY, 0o600))  # seeds are in it
    with _connected(place, writes=True) as connection, connection.begin():
        schema.prepare(connection)
        yield connection


@contextlib.contextmanager
def _connected(place: Place, *, writes: bool) -> Iterator[Connection]:
    engine = engine_of(place.url, writes=writes)
    try:
        with engine.connect() as connection:
            yield connection
    except TakenDatabase:
        raise NotMoved(f"{place.name}: {IN_USE}") from None
    except (schema.UnknownSchema, SQLAlchemyError) as error:
        raise NotMoved(f"{place.name}: cannot be used: {said_by(error)}") from None
    finally:
        engine.dispose()


def _check_empty(target: Place, after: Connection) -> None:
    if _count(schema.tables, after) or _count(schema.keys, after):
        raise NotMoved(f"{target.name}: already has tables: name an empty database")


def _copy(part: Table, before: Connection, after: Connection) -> None:
    """Copy the rows of one of the database's tables, in the order of their keys."""
    rows = before.execution_options(yield_per=AT_ONCE).execute(select(part).order_by(*part.primary_key.columns))
    number = 0
    for some in rows.mappings().partitions():
        try:
            after.execute(insert(part), [dict(row) for row in some])
        except (DBAPIError, UnicodeError) as error:
            first, last = number + 1, number + len(some)
            raise NotMoved(f"{part.name}: a row of {first} to {last} is damaged: {said_by(error)}") from None
        number += len(some)


def _count(part: Table, connection: Connection) -> int:
    return connection.scalar(select(func.count()).select_from(part)) or 0
