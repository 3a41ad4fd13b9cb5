"""Writes changes of tables to the rows of a database, one group at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Delete, Insert, Update, bindparam, delete, insert, text, update

from coven.server import entries
from coven.server.changes import Change
from coven.server.database import Driver, text_of
from coven.server.errors import Elsewhere
from coven.server.schema import answered, drafts, keys, log_entries, tables
from coven.server.slots import slot_of

Statement = Insert | Delete | Update
Row = dict[str, Any]

ADD_TABLE, ADD_ENTRY, ADD_ANSWER, ADD_KEY, ADD_DRAFT = (
    insert(part) for part in (tables, log_entries, answered, keys, drafts)
)
DROP_DRAFT = delete(drafts).where(drafts.c.table_id == bindparam("table"), drafts.c.seat == bindparam("of"))
FENCE = "SELECT slot, epoch FROM slots WHERE slot = ANY(%s) ORDER BY slot FOR SHARE"
DROP_KEY = delete(keys).where(keys.c.hash == bindparam("spent"))
VISIT = update(tables).where(tables.c.id == bindparam("table")).values(visited=bindparam("now"))
END = update(tables).where(tables.c.id == bindparam("table")).values(visited=bindparam("now"), is_open=text("0"))


def write_all(driver: Driver, changes: Sequence[Change], kind: str) -> None:
    """Write these changes to a database of that kind. Raises the driver's IntegrityError if an entry's number is
    taken, and Elsewhere if a table has another owner than when it was read."""
    cursor = driver.cursor()
    fence(cursor, changes)
    for statement, rows in steps(changes):
        written, names = text_of(statement, kind)
        cursor.executemany(written, [tuple(map(row.__getitem__, names)) for row in rows])


def fence(cursor: Any, changes: Sequence[Change]) -> None:
    """Let nobody take a slot of these tables until the transaction ends. Raises Elsewhere."""
    wanted = {(slot_of(change.table), change.epoch) for change in changes if change.epoch is not None}
    if wanted:
        cursor.execute(FENCE, ([slot for slot, _ in wanted],))
        if not wanted <= set(cursor.fetchall()):
            raise Elsewhere


def steps(changes: Sequence[Change]) -> Iterator[tuple[Statement, list[Row]]]:
    """The statements to execute in order, each with its rows."""
    now = int(time.time())
    last = {(change.table, seat): draft for change in changes for seat, draft in change.drafts.items()}
    drafted = [
        {"table_id": table, "seat": seat, "draft": entries.encode([draft.acts, draft.steps]).decode()}
        for (table, seat), draft in last.items()
        if draft
    ]
    statements: list[tuple[Statement, list[Row]]] = [
        (ADD_TABLE, [{**vars(change.head), "is_open": 1, "visited": now} for change in changes if change.head]),
        (ADD_ENTRY, [row for change in changes for row in _entries(change)]),
        (ADD_ANSWER, [_answer(change) for change in changes if change.answered and not change.entries]),
        (ADD_KEY, [{**vars(key), "table_id": change.table, "made": now} for change in changes for key in change.keys]),
        (DROP_DRAFT, [{"table": table, "of": seat} for table, seat in last]),
        (ADD_DRAFT, drafted),
        (DROP_KEY, [{"spent": key} for change in changes for key in change.spent]),
        (VISIT, [{"table": change.table, "now": now} for change in changes if change.is_visit]),
        (END, [{"table": change.table, "now": now} for change in changes if change.ends]),
    ]
    return ((statement, rows) for statement, rows in statements if rows)


def _entries(change: Change) -> Iterator[Row]:
    """The log's rows; the first one carries the message that the change answers."""
    asker, message = change.answered or (None, None)
    for i, entry in enumerate(change.entries):
        row = {"table_id": change.table, "number": change.first + i, "entry": entries.encode(entry).decode()}
        yield {**row, "asker": asker, "message": message}
        asker = message = None


def _answer(change: Change) -> Row:
    """A message whose answer left nothing in the log."""
    seat, message = change.answered or (0, "")
    return {"table_id": change.table, "seat": seat, "message": message, "length": change.length}
