"""The database's tables, and how an older database becomes one of today."""

from __future__ import annotations

import time

from sqlalchemy import (
    Column,
    Connection,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    insert,
    inspect,
    select,
    update,
)

SCHEMA = 3
"""2: logs may hold what a table has agreed on; the tables are the same as in 1. 3: `tables.visited`, `keys.made`; logs
may hold how people deal with each other (`entries.AboutPersons`)."""

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
    Column("visited", Integer, nullable=False, index=True),
)  # fmt: skip
"""`visited`: seconds since 1970, to a day, of the last visit, or of the end if that was later."""
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
    Column("made", Integer, nullable=False, index=True),
)  # fmt: skip
"""`made`: seconds since 1970."""
ADDED = {2: (tables.c.visited, keys.c.made)}
"""By schema: columns that the next one has beyond it."""


class UnknownSchema(Exception):
    """The database is not Coven's, or a newer program has made it: says which."""


def prepare(connection: Connection) -> None:
    """Make the tables where there are none, or bring them up to date; raises UnknownSchema."""
    found = found_schema(connection)
    metadata.create_all(connection)
    if found is None:
        connection.execute(insert(meta).values(schema=SCHEMA))
    elif found < SCHEMA:
        for schema in range(found, SCHEMA):
            for column in ADDED.get(schema, ()):
                _add_column(connection, column)
        connection.execute(update(meta).values(schema=SCHEMA))


def found_schema(connection: Connection) -> int | None:
    """The schema of a database, None for an empty one; raises UnknownSchema where it is not known."""
    names = set(inspect(connection).get_table_names())
    if not names:
        return None
    if not {meta.name, tables.name, log_entries.name} <= names:
        raise UnknownSchema("this is no database of Coven")
    found = connection.execute(select(meta.c.schema)).scalar()
    if not isinstance(found, int) or found < 1:
        raise UnknownSchema("the database does not say its schema")
    if found > SCHEMA:
        raise UnknownSchema(
            f"the database has schema {found}, and this program knows schemas up to {SCHEMA}: "
            "use a newer Coven, or another data folder"
        )
    return found


def _add_column(connection: Connection, column: Column[int]) -> None:
    """A column of times: what was there before counts as of now."""
    table, now = column.table.name, int(time.time())
    connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {column.name} INTEGER NOT NULL DEFAULT {now}")
    for index in column.table.indexes:
        if isinstance(index, Index) and list(index.columns) == [column]:
            index.create(connection)
