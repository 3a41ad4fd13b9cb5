"""Backups of a database, made while a server runs, and their restoration; both are checked first."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy.exc import SQLAlchemyError

from coven.engine.record import GameRecord
from coven.server.ending import record_of
from coven.server.errors import Damaged, Refused
from coven.server.folding import load_table
from coven.server.schema import UnknownSchema
from coven.server.store import Store

DATABASE = "tables.sqlite"
"""The database's name in a data folder."""
LOCK = "server.lock"
"""Whoever holds it is the only server of a data folder."""
PART = ".part"
BESIDE = ("-wal", "-shm")
PATIENCE = 30.0
"""Seconds to wait for a locked database."""


class NoBackup(Exception):
    """The backup failed: says why and what to do. Nothing has changed."""


@dataclass
class Checked:
    """The contents of an intact database."""

    tables: int = 0
    damaged: dict[str, str] = field(default_factory=dict)
    """Tables that cannot be folded, with the reason; a server sets them aside."""


def url_of(database: Path) -> str:
    """A database's address for SQLAlchemy."""
    return f"sqlite:///{database}"


def back_up(folder: Path, file: Path, *, force: bool = False) -> Checked:
    """Copy the database of a data folder, as it stands at one moment, into a new file. Raises NoBackup, OSError.

    A server may keep running: it never waits.
    """
    database = folder / DATABASE
    if not database.is_file():
        raise NoBackup(f"{database}: no database found: name its folder with --data")
    if file.exists() and not force:
        raise NoBackup(f"{file}: already exists: name another file, or replace it with --force")
    with _copied(database, file) as (copy, found):
        os.replace(copy, file)
        _keep_name(file)
    return found


def restore(folder: Path, file: Path) -> tuple[Checked, Path | None]:
    """Make a backup the database of a data folder. Returns its contents and where the old database is now.
    Raises NoBackup, OSError."""
    if not file.is_file():
        raise NoBackup(f"{file}: no such file")
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise NoBackup(f"a server is running on {folder}: stop it first") from None
    try:
        database = folder / DATABASE
        with _copied(file, database) as (copy, found):
            aside = _set_aside(database)
            os.replace(copy, database)
            _keep_name(database)
        return found, aside
    finally:
        lock.release()


def export(folder: Path, table: str) -> GameRecord:
    """The record of a table that is over or closed. Raises NoBackup, Refused."""
    database = folder / DATABASE
    if not database.is_file():
        raise NoBackup(f"{database}: no database found: name its folder with --data")

    async def read() -> GameRecord:
        store = Store(url_of(database))
        try:
            await store.open_to_read()
            found = await load_table(store, table)
        except Damaged as error:
            raise NoBackup(f"table {table} is damaged: {error}") from None
        except (SQLAlchemyError, UnknownSchema) as error:
            raise NoBackup(f"{database}: cannot be read: {getattr(error, 'orig', error)}") from None
        finally:
            await store.close()
        if found is None:
            raise NoBackup(f"there is no table {table}")
        return record_of(found)

    return asyncio.run(read())


@contextlib.contextmanager
def _copied(source: Path, target: Path) -> Iterator[tuple[Path, Checked]]:
    """A checked copy in one file beside the target, to be renamed; removed if it was not."""
    copy = target.with_name(target.name + PART)
    try:
        _copy(source, copy)
        yield copy, asyncio.run(_check(copy))
    finally:
        for left in ("", *BESIDE, "-journal"):
            copy.with_name(copy.name + left).unlink(missing_ok=True)


def _copy(source: Path, copy: Path) -> None:
    copy.unlink(missing_ok=True)
    os.close(os.open(copy, os.O_CREAT | os.O_WRONLY, 0o600))  # seeds are in it
    try:
        with closing(sqlite3.connect(source, timeout=PATIENCE)) as before, closing(sqlite3.connect(copy)) as after:
            before.execute("PRAGMA query_only = 1")
            before.backup(after)
            after.execute("PRAGMA journal_mode = DELETE")
            wrong = [text for (text,) in after.execute("PRAGMA integrity_check")]
    except sqlite3.Error as error:
        raise NoBackup(f"{source}: cannot be read: {error}") from None
    if wrong != ["ok"]:
        raise NoBackup(f"{source}: is damaged: {wrong[0].splitlines()[-1]}")
    with copy.open("rb") as whole:
        os.fsync(whole.fileno())


async def _check(database: Path) -> Checked:
    """Fold every table. Raises NoBackup if this is not a Coven database."""
    store, found = Store(url_of(database)), Checked()
    try:
        await store.open_to_read()
        for table in await store.all_ids():
            found.tables += 1
            try:
                await load_table(store, table)
            except Damaged as error:
                found.damaged[table] = str(error)
    except (SQLAlchemyError, UnknownSchema, Refused) as error:
        raise NoBackup(f"{database.name.removesuffix(PART)}: cannot be used: {getattr(error, 'orig', error)}") from None
    finally:
        await store.close()
    return found


def _set_aside(database: Path) -> Path | None:
    """Keep the database and the files beside it under another name; returns that name."""
    if not database.exists():
        return None
    with (
        contextlib.suppress(sqlite3.Error),
        closing(sqlite3.connect(database)) as before,
    ):  # else it is set aside as it is
        before.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    stem, number = f"{database.name}.before-{time.strftime('%Y%m%d-%H%M%S')}", 1
    aside = database.with_name(stem)
    while aside.exists():
        number += 1
        aside = database.with_name(f"{stem}-{number}")
    for part in BESIDE:
        with contextlib.suppress(FileNotFoundError):
            os.replace(database.with_name(database.name + part), aside.with_name(aside.name + part))
    os.replace(database, aside)
    return aside


def _keep_name(file: Path) -> None:
    """Flush the file's name to disk too, if the system can."""
    with contextlib.suppress(OSError):
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
