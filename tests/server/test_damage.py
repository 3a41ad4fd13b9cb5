"""Whatever happens to one table's rows, the server starts, the others play, and the table says so."""

from __future__ import annotations

import json
import logging
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from coven.games import load_game
from coven.server.schema import metadata
from tests.server.serving import Person, serving, settings, until
from tests.server.test_outdated import query

WRONG: dict[str, object] = {
    "null": None, "text": "x", "number": -7, "large": 10**12, "bytes": b"\xff\x00", "list": "[" * 5000, "empty": "",
}  # fmt: skip
COLUMNS = [
    (table.name, column.name) for table in metadata.tables.values() if table.name != "meta" for column in table.columns
]
OTHER = load_game("three-witches")
OTHER_GAME = f"UPDATE tables SET game = '{OTHER.key}', rules_version = {OTHER.rules_version} WHERE id = :id"  # noqa: S608
OF_TABLE = {"tables": "id"}
PLAYED = "(SELECT max(number) FROM log WHERE entry LIKE '%play%' AND table_id = :table)"


@pytest.fixture
def kept(made: Any, tmp_path: Path) -> Any:
    """A copy of what was made."""
    folder, jars = made
    shutil.copy(folder / "tables.sqlite", tmp_path)
    return tmp_path, jars


@pytest.fixture(scope="module")
def made(tmp_path_factory: Any) -> Any:
    """Folder, an innocent, two whose table is to be damaged, one victim for each kind of value; all have drafts."""
    tmp_path = tmp_path_factory.mktemp("made")
    with serving(settings(tmp_path)) as address:
        anna = Person(address).open_table().look()
        eve = Person(address).open_table(bots=(), game="whirling-witchcraft", players=2)
        fay = Person(address).join(eve, 1, "Fay")
        eve.look()
        fay.look()
        eve.ask("start")
        for person in (eve, fay):
            person.hear(lambda person=person: person.now["status"] == "playing")
        for _ in range(200):
            mover = next(person for person in (eve, fay) if due(person))
            mover.act(mover.now["choices"][0]["action"])
            for person in (eve, fay):
                person.ask("undo", question="none")
            if drafts(tmp_path, eve.table) and entries(tmp_path, eve.table) > 5:
                break
        assert drafts(tmp_path, eve.table)
        victims = [Person(address).open_table(bots=("thumb",), game="whirling-witchcraft", players=2) for _ in WRONG]
        for one in victims:
            one.look().ask("name", name="Vera")
        until(lambda: all(drafts(tmp_path, one.table) for one in victims))
        for one in victims:
            query(tmp_path, "INSERT INTO answered VALUES (?, 0, 'say-1', 4)", one.table)
        jars = [(one.http.cookies, one.table, one.seat) for one in (anna, eve, fay, *victims)]
    return tmp_path, jars


def due(person: Person) -> bool:
    return bool(person.now["question"]) and bool(person.now["choices"]) and person.now["question"]["is_due"]


def drafts(folder: Path, table: str) -> list[Any]:
    return query(folder, "SELECT seat, draft FROM drafts WHERE draft NOT LIKE '[[],%' AND table_id = ?", table)


def entries(folder: Path, table: str) -> int:
    return int(query(folder, "SELECT count(*) FROM log WHERE table_id = ?", table)[0][0])


def again(address: str, jar: Any) -> Person:
    person = Person(address)
    person.http.cookies, person.table, person.seat = jar
    return person


def everything(folder: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(folder / "tables.sqlite")) as database:
        database.text_factory = bytes
        return {name: database.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in metadata.tables}  # noqa: S608


def rows_of(folder: Path, table: str) -> dict[str, list[Any]]:
    """What there is of one table."""
    return {name: [row for row in rows if table.encode() in row] for name, rows in everything(folder).items()}


def door(address: str, jar: Any) -> str:
    """What a seat's page and its socket say of a table: "open", or the code of a refusal; never a broken one."""
    person = again(address, jar)
    answer = person.http.get(f"/api/tables/{person.table}")
    code = "open" if answer.status_code == 200 else answer.json()["code"]
    assert code != "broken"
    person.page = person.dial()
    told = person.read()
    if code == "open" and told["type"] == "error":
        assert told["code"] == "forbidden", "a key that is damaged opens nothing"
    elif code != "open":
        assert (told["type"], told["code"]) == ("error", code)
        assert code == "forbidden" or told["text"] == answer.json()["text"]
        with pytest.raises(ConnectionClosed):
            person.read()
    return str(code)


def plays_on(address: str, jar: Any) -> None:
    person = again(address, jar).look()
    person.hear(lambda: due(person))
    assert person.act(person.now["choices"][0]["action"])["type"] == "answer"


def damage(folder: Path, statement: str, **values: Any) -> None:
    """Change a database in ways that its own constraints would not allow."""
    with closing(sqlite3.connect(folder / "tables.sqlite")) as database, database:
        database.execute("PRAGMA writable_schema = 1")
        database.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE type = 'table'")
        database.execute("PRAGMA writable_schema = 0")
    with closing(sqlite3.connect(folder / "tables.sqlite")) as database, database:
        assert database.execute(statement, values).rowcount, "nothing was damaged"


@pytest.mark.slow
@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_a_wrong_value_in_any_column_harms_only_its_table(kept: Any, table: str, column: str, caplog: Any) -> None:
    folder, (anna, _, _, *victims) = kept
    where = f"{OF_TABLE.get(table, 'table_id')} = :id"
    first = f"rowid = (SELECT rowid FROM {table} WHERE {where} ORDER BY rowid DESC LIMIT 1)"  # noqa: S608
    one = f"{where} AND message IS NOT NULL" if table == "log" else first
    harmed = {}
    for jar, (name, value) in zip(victims, WRONG.items(), strict=True):
        with suppress(sqlite3.IntegrityError):
            damage(folder, f"UPDATE {table} SET {column} = :value WHERE {one}", value=value, id=jar[1])  # noqa: S608
            harmed[name] = jar, rows_of(folder, jar[1])
    assert harmed
    with serving(settings(folder)) as address:
        plays_on(address, anna)
        codes = {name: door(address, jar) for name, (jar, _) in harmed.items()}
    possible = {"open", "damaged", "not_found", "forbidden"} | ({"closed"} if column == "visited" else set())
    assert set(codes.values()) <= possible, codes
    told = {record.facts["table"] for record in caplog.records if record.msg == "table_damaged"}
    assert told == {harmed[name][0][1] for name, code in codes.items() if code == "damaged"}
    for name, (jar, before) in harmed.items():
        assert codes[name] != "damaged" or rows_of(folder, jar[1]) == before, name


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "statement"),
    [
        ("JSON", "UPDATE log SET entry = substr(entry, 1, 9) WHERE number = 3 AND table_id = :id"),
        ("future kind", "UPDATE log SET entry = '{\"type\":\"dance\",\"seat\":0}' WHERE number = 3 AND table_id = :id"),
        ("bad UTF-8", "UPDATE log SET entry = CAST(x'7b22ff7d' AS TEXT) WHERE number = 3 AND table_id = :id"),
        ("missing entry", "DELETE FROM log WHERE number = 2 AND table_id = :id"),
        ("first entry", "DELETE FROM log WHERE number = 1 AND table_id = :id"),
        ("swapped", "UPDATE log SET number = 1000 WHERE number = 2 AND table_id = :id"),
        ("no such option", "UPDATE log SET entry = '{\"type\":\"agree\",\"options\":{\"x\":1}}' WHERE number = 3 AND "
         "table_id = :id"),
        ("no such seat", "UPDATE log SET entry = '{\"type\":\"leave\",\"seat\":9}' WHERE number = 3 "
         "AND table_id = :id"),
        ("seat below 0", "UPDATE log SET entry = '{\"type\":\"leave\",\"seat\":-1}' WHERE number = 3 "
         "AND table_id = :id"),
        ("no such host", "INSERT INTO log (table_id, number, entry) SELECT table_id, max(number) + 1, "
         "'{\"type\":\"invite\",\"by\":-1,\"is_open\":false}' FROM log WHERE table_id = :id"),
        ("illegal act", "UPDATE log SET entry = '{\"type\":\"play\",\"acts\":[[0,\"fly\"]]}' WHERE number = "
         "(SELECT max(number) FROM log WHERE table_id = :id) AND table_id = :id"),
        ("no deck", "UPDATE tables SET deck = '{}' WHERE id = :id"),
        ("deck of another", "UPDATE tables SET deck = (SELECT deck FROM tables WHERE id <> :id) WHERE id = :id"),
        ("no game", "UPDATE tables SET game = 'chess' WHERE id = :id"),
        ("another game", OTHER_GAME),
        ("players", "UPDATE tables SET players = 1 WHERE id = :id"),
        ("many players", "UPDATE tables SET players = 1000000000000 WHERE id = :id"),
        ("version", "UPDATE tables SET rules_version = -1 WHERE id = :id"),
        ("another seed", "UPDATE tables SET seed = salt WHERE id = :id"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_folded_is_set_aside(kept: Any, what: str, statement: str, caplog: Any) -> None:
    folder, (anna, eve, fay, *_) = kept
    damage(folder, statement, id=eve[1])
    before = rows_of(folder, eve[1])
    with caplog.at_level(logging.INFO), serving(settings(folder)) as address:
        plays_on(address, anna)
        assert {door(address, eve), door(address, fay)} == {"damaged"}
        plays_on(address, anna)
    told = [record.facts for record in caplog.records if record.msg == "table_damaged"]
    assert [one["table"] for one in told] == [eve[1]]
    assert told[0]["reason"]
    assert rows_of(folder, eve[1]) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["", "[", "null", '[["fly"],1]', "[[7],1]", '[["pass","pass","pass"],1]', None, b"\xff"]
)
def test_a_bad_draft_costs_only_the_draft_and_its_seat_is_told(kept: Any, text: Any) -> None:
    folder, (anna, eve, fay, *_) = kept
    ((seat,),) = query(folder, "SELECT seat FROM drafts WHERE table_id = ?", eve[1])
    owner, other = (eve, fay) if seat == eve[2] else (fay, eve)
    damage(
        folder, "UPDATE drafts SET draft = :text WHERE table_id = :id AND seat = :seat", text=text, id=eve[1], seat=seat
    )
    with serving(settings(folder)) as address:
        plays_on(address, anna)
        quiet = again(address, other).look()
        person = again(address, owner).look()
        person.hear(lambda: person.others)
        assert (person.others[0]["code"], "choose again" in person.others[0]["text"]) == ("damaged", True)
        assert not person.now["can_undo"]
        assert person.act(person.now["choices"][0]["action"])["type"] == "answer"
        quiet.ask("undo", question="none")
        assert [one["code"] for one in quiet.others] == ["stale"], "nobody else hears of it"


HEADER = b"SQLite format 3\0"


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])


def overwrite(path: Path) -> None:
    path.write_bytes(b"\x00" * 100 + path.read_bytes()[100:])


def foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE recipes (name TEXT)")


def no_schema(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE meta SET schema = 'x'")


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE meta SET schema = 99")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (cut, "malformed: stop the server and restore a backup: coven restore FILE"),
        (overwrite, "not a database: stop the server and restore a backup: coven restore FILE"),
        (lambda path: path.write_text("Dear diary, " * 100), "restore a backup"),
        (foreign, "not a Coven database"),
        (no_schema, "does not name its schema"),
        (newer, "has schema 99"),
    ],
    ids=["cut", "header", "text", "foreign", "no schema", "newer"],
)
def test_heavy_damage_ends_in_one_sentence_and_exit_code(kept: Any, harm: Any, words: str) -> None:
    folder, _ = kept
    harm(folder / "tables.sqlite")
    command = [sys.executable, "-m", "coven", "serve", "--no-open", "--port", "0", "--data", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr


@pytest.mark.slow
def test_damage_at_runtime_is_told_to_everybody(tmp_path: Path, caplog: Any) -> None:
    with serving(settings(tmp_path)) as address:
        anna = Person(address).open_table(bots=())
        for _ in range(100):
            anna.open_table(bots=())
        for path in (tmp_path / "tables.sqlite", tmp_path / "tables.sqlite-wal"):
            with path.open("r+b") as file:
                file.write(b"\x55" * path.stat().st_size)
        caplog.clear()
        answers = [httpx.get(f"{address}/api/tables/{number:012}") for number in range(3)]
        told = anna.post("", game="three-witches", players=3, name="Bea", nonce="0" * 32, bots=[])
    assert {answer.json()["code"] for answer in answers} == {"storage"}
    assert told.status_code in (201, 503)
    until(lambda: any(record.msg == "database_damaged" for record in caplog.records))
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.slow
def test_any_log_entry_may_be_lost(kept: Any) -> None:
    folder, (anna, eve, fay, *_) = kept
    whole = (folder / "tables.sqlite").read_bytes()
    last = entries(folder, eve[1])
    for number in range(1, last):
        (folder / "tables.sqlite").write_bytes(whole)
        damage(folder, "DELETE FROM log WHERE number = :number AND table_id = :id", number=number, id=eve[1])
        with serving(settings(folder)) as address:
            assert {door(address, eve), door(address, fay)} == {"damaged"}
            if number == 1:
                plays_on(address, anna)
    assert json.loads(query(folder, "SELECT entry FROM log WHERE table_id = ? LIMIT 1", eve[1])[0][0])
