"""The database's tables, and the migrations of older databases."""

from __future__ import annotations

import time

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    func,
    insert,
    inspect,
    select,
    update,
)

SCHEMA = 4
"""2: logs may hold what a table has agreed on; the tables are the same as in 1. 3: `tables.visited`, `keys.made`; logs
may hold how people deal with each other (`entries.AboutPersons`). 4: `log` has the messages that it answers, and no
rowid; `answered.length`."""

WITH_MESSAGES = 4
"""From this schema on, the log has the messages that it answers."""

SETTING_UP = 0x436F76
"""PostgreSQL's lock of whoever makes tables: two servers may start at once."""

metadata = MetaData()
Seconds = Integer().with_variant(BigInteger, "postgresql")
"""Since 1970. SQLite's integers have 64 bits anyway."""

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
    Column("visited", Seconds, nullable=False, index=True),
)  # fmt: skip
"""`visited`: seconds since 1970, to a day, of the last visit, or of the end if that was later."""
log_entries = Table(
    "log", metadata,
    Column("table_id", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("entry", Text, nullable=False),
    Column("asker", Integer),
    Column("message", String),
    sqlite_with_rowid=False,
)  # fmt: skip
"""`asker`, `message`: the seat and the message that this entry answers."""
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
    Column("length", Integer, nullable=False),
)  # fmt: skip
"""Messages that have left no entry; `length`: how many entries the log had then."""
keys = Table(
    "keys", metadata,
    Column("hash", String, primary_key=True),
    Column("table_id", String, nullable=False, index=True),
    Column("seat", Integer),
    Column("kind", String, nullable=False),
    Column("made", Seconds, nullable=False, index=True),
)  # fmt: skip
"""`made`: seconds since 1970."""


class UnknownSchema(Exception):
    """The database is not Coven's, or was made by a newer program: says which."""


def prepare(connection: Connection) -> None:
    """Make missing tables, or bring them up to date. Raises UnknownSchema."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(SETTING_UP)))
    found = found_schema(connection)
    metadata.create_all(connection)
    if found is None:
        connection.execute(insert(meta).values(schema=SCHEMA))
    elif found < SCHEMA:
        for step in STEPS[found:]:
            step(connection)
        connection.execute(update(meta).values(schema=SCHEMA))


def found_schema(connection: Connection) -> int | None:
    """The schema of a database, or None for an empty one. Raises UnknownSchema if it is not known."""
    names = set(inspect(connection).get_table_names())
    if not names:
        return None
    if not {meta.name, tables.name, log_entries.name} <= names:
        raise UnknownSchema("this is not a Coven database")
    found = connection.execute(select(meta.c.schema)).scalar()
    if not isinstance(found, int) or found < 1:
        raise UnknownSchema("the database does not name its schema")
    if found > SCHEMA:
        raise UnknownSchema(
            f"the database has schema {found}, but this program knows schemas only up to {SCHEMA}: "
            "use a newer Coven, or another data folder"
        )
    return found


def _keep(connection: Connection) -> None:
    """The next schema has the same tables."""


def _add_times(connection: Connection) -> None:
    """Existing rows count as from now."""
    for column in (tables.c.visited, keys.c.made):
        _add_column(connection, column, int(time.time()))


def _add_messages(connection: Connection) -> None:
    """Rebuild the log, since SQLite cannot remove a rowid. Earlier messages count as old."""
    _add_column(connection, answered.c.length, 0)
    connection.exec_driver_sql("ALTER TABLE log RENAME TO log_3")
    log_entries.create(connection)
    connection.exec_driver_sql("INSERT INTO log SELECT table_id, number, entry, NULL, NULL FROM log_3")
    connection.exec_driver_sql("DROP TABLE log_3")


# PostgreSQL's databases began with schema 4: the steps before that know SQLite only.
STEPS = (_keep, _keep, _add_times, _add_messages)
"""By schema: the migration to the next one."""


def _add_column(connection: Connection, column: Column[int], value: int) -> None:
    table = column.table.name
    connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {column.name} INTEGER NOT NULL DEFAULT {value}")
    for index in column.table.indexes:
        if isinstance(index, Index) and list(index.columns) == [column]:
            index.create(connection)
