"""Abandoned tables are closed; old databases are upgraded; a start waits for no table."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from coven.server import housekeeping
from coven.server.housekeeping import House
from coven.server.schema import SCHEMA
from tests.server.serving import Person, nonce, serving, settings, until
from tests.server.test_outdated import query

DAY = 86_400
OLD = Path(__file__).parent / "databases"
"""Databases of every older schema, as text, made by the programs of their time, and the cookies to their tables."""
SCHEMA_WITH_VISITS = 3


def old_database(schema: int, path: Path) -> Path:
    """Its tables were last visited two days ago, if the schema knows of visits, whenever the file was made."""
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript((OLD / f"schema-{schema}.sql").read_text(encoding="utf-8"))
        if schema >= SCHEMA_WITH_VISITS:
            database.execute("UPDATE tables SET visited = ?", (int(time.time() - 2 * DAY),))
    return path


def age(folder: Path, days: float, *tables: str) -> None:
    for table in tables:
        query(folder, "UPDATE tables SET visited = ? WHERE id = ?", int(time.time() - days * DAY), table)


def age_until(holds: Callable[[], bool], folder: Path, days: float, table: str) -> None:
    """Age a table until something holds: while its page is being closed, the server may still count it as a visit."""

    def come_true() -> bool:
        age(folder, days, table)
        return holds()

    until(come_true)


def kept(folder: Path, *tables: str) -> list[Any]:
    """Log and head of some tables."""
    return [
        (query(folder, "SELECT * FROM tables WHERE id = ?", table),
         query(folder, "SELECT * FROM log WHERE table_id = ? ORDER BY number", table))
        for table in tables
    ]  # fmt: skip


def visited(folder: Path, table: str) -> float:
    """Days since the last visit."""
    return (time.time() - float(query(folder, "SELECT visited FROM tables WHERE id = ?", table)[0][0])) / DAY


def come_back(address: str, person: Person) -> Person:
    again = Person(address)
    again.http.cookies, again.table, again.seat = person.http.cookies, person.table, person.seat
    return again


@pytest.fixture
def rounds(monkeypatch: Any) -> None:
    """Rounds follow at once."""
    monkeypatch.setattr(housekeeping, "ROUND", 0.05)
    monkeypatch.setattr(housekeeping, "REST", 0.0)
    monkeypatch.setattr(housekeeping, "BATCH", 2)


@pytest.mark.parametrize("schema", range(1, SCHEMA))
def test_an_older_database_is_upgraded(schema: int, tmp_path: Path) -> None:
    old_database(schema, tmp_path / "tables.sqlite")
    entries = "SELECT table_id, number, entry FROM log ORDER BY table_id, number"
    before = query(tmp_path, entries)
    people = json.loads((OLD / f"schema-{schema}.json").read_text(encoding="utf-8"))
    with serving(settings(tmp_path)) as address:
        for one in people:
            anna = Person(address, table=one["table"])
            for name, value in one["cookies"].items():
                anna.http.cookies.set(name, value, path=f"/api/tables/{anna.table}", domain="127.0.0.1")
            assert anna.look().now["status"] in ("playing", "closed")
            guest = Person(address)
            assert guest.post(f"/{anna.table}/enter", token=one["invite"]).status_code == 200
    assert query(tmp_path, "SELECT schema FROM meta") == [(SCHEMA,)]
    after = query(tmp_path, entries)
    assert [row for row in after if row in before] == before
    assert all(abs(visited(tmp_path, one["table"])) < 0.1 for one in people), "it counts as visited now"
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    with serving(settings(fresh)):
        pass
    for name in ("tables", "keys", "log", "drafts", "answered"):
        assert shape(tmp_path, name) == shape(fresh, name)


def shape(folder: Path, table: str) -> list[list[Any]]:
    """Columns and indexes of a table of the database."""
    return [
        query(folder, "SELECT name, type, pk FROM pragma_table_info(?)", table),
        query(folder, "SELECT name FROM pragma_index_list(?) ORDER BY name", table),
    ]


def test_an_abandoned_table_is_closed(tmp_path: Path, rounds: None) -> None:
    with serving(settings(tmp_path)) as address:
        annas = [Person(address).open_table(bots=("thumb",)) for _ in range(5)]
        new = Person(address).open_table(bots=("thumb",))
    tables = [anna.table for anna in annas]
    age(tmp_path, 59, new.table)
    age(tmp_path, 61, *tables)
    query(tmp_path, "UPDATE log SET entry = '{' WHERE table_id = ? AND number = 2", min(tables))  # damaged: left alone
    before, damaged = kept(tmp_path, *tables), min(tables)
    with serving(settings(tmp_path)) as address:
        until(lambda: query(tmp_path, "SELECT count(*) FROM tables WHERE is_open = 0") == [(4,)])
        time.sleep(0.3)
        for anna in annas:
            person = come_back(address, anna)
            code = "damaged" if anna.table == damaged else "closed"
            refused = [
                person.http.get(f"/api/tables/{anna.table}"),
                person.post(f"/{anna.table}/enter", token=anna.invite),
                person.post(f"/{anna.table}/seats/2", name="Bea", nonce=nonce()),
                person.http.get(f"/api/tables/{anna.table}/record?seat=0"),
            ]
            assert {answer.json()["code"] for answer in refused} == {code}
            person.page = person.dial()
            assert person.read()["text"] == refused[0].json()["text"]
            with pytest.raises(ConnectionClosed):
                person.read()
            assert code == "damaged" or "Nobody came for 60 days, so this table is closed" in refused[0].text
        assert come_back(address, new).look().now["status"] == "lobby"
    for table, (head, log), (head_then, log_then) in zip(tables, kept(tmp_path, *tables), before, strict=True):
        keys = query(tmp_path, "SELECT * FROM keys WHERE table_id = ?", table)
        if table == damaged:
            assert (head, log, len(keys)) == (head_then, log_then, 2)
            continue
        assert (head[0][:-2], log[:-1], keys) == (head_then[0][:-2], log_then, [])
        assert json.loads(log[-1][2])["type"] == "close"
        assert visited(tmp_path, table) < 0.1, "from now on it is closed"


def test_a_table_with_an_open_page_stays_open(tmp_path: Path, rounds: None) -> None:
    with serving(settings(tmp_path)) as address:
        anna = Person(address).open_table(bots=("thumb",)).look()
        age(tmp_path, 61, anna.table)
        until(lambda: visited(tmp_path, anna.table) < 1)
        assert come_back(address, anna).look().now["status"] == "lobby"
        assert query(tmp_path, "SELECT is_open FROM tables") == [(1,)]


def test_a_finished_game_is_hidden_after_its_time(tmp_path: Path, rounds: None) -> None:
    with serving(settings(tmp_path)) as address:
        anna = over(Person(address).open_table(bots=("random",), game="midnight", players=2).look())
        assert anna.http.get(f"/api/tables/{anna.table}/record?seat=0").status_code == 200
        anna.close()
        before = kept(tmp_path, anna.table)
        age_until(lambda: not query(tmp_path, "SELECT * FROM keys"), tmp_path, 61, anna.table)
        answer = anna.http.get(f"/api/tables/{anna.table}/record?seat=0")
        assert (answer.status_code, answer.json()["code"]) == (409, "closed")
        assert kept(tmp_path, anna.table)[0][1] == before[0][1], "the log stays"


def over(anna: Person) -> Person:
    """Play to the end."""
    while anna.now["status"] != "over":
        if anna.now["question"] and anna.now["choices"]:
            anna.act(anna.now["choices"][0]["action"])
        else:
            anna.read()
    return anna


@pytest.mark.slow
def test_records_are_removed_only_on_request(tmp_path: Path, rounds: None) -> None:
    with serving(settings(tmp_path)) as address:
        old, new, running = (Person(address).open_table(bots=("thumb",)) for _ in range(3))
    query(tmp_path, "UPDATE tables SET is_open = 0 WHERE id IN (?, ?)", old.table, new.table)
    query(tmp_path, "DELETE FROM keys WHERE table_id = ?", old.table)
    age(tmp_path, 500, old.table)
    age(tmp_path, 50, running.table)
    with serving(settings(tmp_path)):
        time.sleep(0.5)
    assert len(query(tmp_path, "SELECT id FROM tables")) == 3
    with serving(settings(tmp_path, house=House(remove_after=40))):
        until(lambda: len(query(tmp_path, "SELECT id FROM tables")) == 2)
        time.sleep(0.3)
    assert {table for (table,) in query(tmp_path, "SELECT id FROM tables")} == {new.table, running.table}
    for part in ("log", "keys", "answered", "drafts"):
        assert not query(tmp_path, f"SELECT * FROM {part} WHERE table_id = ?", old.table)  # noqa: S608


def test_guests_keys_go_when_their_cookies_expire(tmp_path: Path, rounds: None) -> None:
    with serving(settings(tmp_path)) as address:
        anna = Person(address).open_table(bots=("thumb",))
        for _ in range(3):
            Person(address).post(f"/{anna.table}/enter", token=anna.invite)
        query(tmp_path, "UPDATE keys SET made = ? WHERE kind != 'guest'", int(time.time() - 61 * DAY))
        query(
            tmp_path, "UPDATE keys SET made = ? WHERE hash IN (SELECT hash FROM keys WHERE kind = 'guest' LIMIT 2)",
            int(time.time() - 61 * DAY),
        )  # fmt: skip
        until(lambda: len(query(tmp_path, "SELECT * FROM keys WHERE kind = 'guest'")) == 1)
        assert {kind for (kind,) in query(tmp_path, "SELECT kind FROM keys")} == {"seat", "invite", "guest"}


def test_visits_count_once_a_day_and_strangers_do_not(tmp_path: Path) -> None:
    with serving(settings(tmp_path)) as address:
        anna = Person(address).open_table(bots=("thumb",))
        for days, counts in ((5, True), (0.5, False)):
            for visit in (
                lambda: anna.http.get(f"/api/tables/{anna.table}"),
                lambda: come_back(address, anna).look().ask("undo", question="none"),
            ):
                age(tmp_path, days, anna.table)
                visit()
                if counts:
                    until(lambda: visited(tmp_path, anna.table) < 0.1)
                assert (visited(tmp_path, anna.table) < 0.1) == counts
        age(tmp_path, 5, anna.table)
        eve = Person(address, table=anna.table)
        eve.http.get(f"/api/tables/{anna.table}")
        eve.post(f"/{anna.table}/enter", token="guess")
        eve.page = eve.dial()
        assert eve.read()["code"] == "forbidden"
        assert visited(tmp_path, anna.table) > 4.9


COPY = """
WITH RECURSIVE count(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM count WHERE i < :count)
INSERT INTO {table} SELECT printf('copy-%07d', i), {columns} FROM count, {table} WHERE {key} = :id
"""


def copy_table(folder: Path, table: str, count: int) -> None:
    """So many tables like this one, abandoned today."""
    with closing(sqlite3.connect(folder / "tables.sqlite")) as database, database:
        for name, key in (("tables", "id"), ("log", "table_id"), ("drafts", "table_id")):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})") if row[1] != key]
            text = COPY.format(table=name, key=key, columns=", ".join(columns))
            database.execute(text, {"count": count, "id": table})


def played_table(folder: Path, decisions: int) -> str:
    """A table in which so much has been decided, and bots are waited for."""
    with serving(settings(folder)) as address:
        anna = Person(address).open_table(game="witchs-brew", bots=("random", "random"), players=3).look()
        while acts(folder) < decisions:
            due = anna.now["question"] and anna.now["question"]["is_due"] and anna.now["choices"]
            anna.act(anna.now["choices"][0]["action"]) if due else anna.read()
    return anna.table


def acts(folder: Path) -> int:
    return sum(len(json.loads(text).get("acts", ())) for (text,) in query(folder, "SELECT entry FROM log"))


def seconds_to_start(folder: Path) -> float:
    began = time.monotonic()
    with serving(settings(folder)) as address:
        assert httpx.get(f"{address}/api/games").status_code == 200
        return time.monotonic() - began


@pytest.mark.slow
def test_a_start_waits_for_no_abandoned_table(tmp_path: Path) -> None:
    empty, full = tmp_path / "empty", tmp_path / "full"
    empty.mkdir()
    full.mkdir()
    copy_table(full, played_table(full, 80), 3000)
    seconds_to_start(empty)
    assert seconds_to_start(full) < seconds_to_start(empty) + 1
