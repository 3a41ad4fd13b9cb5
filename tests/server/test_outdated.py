"""Running tables written by another version: they play on, or are closed with a reason if the rules differ."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from coven.cli import main
from coven.engine.record import GameRecord, RecordError
from coven.games import all_games, load_game
from coven.server import entries
from coven.server.changes import Draft, Head, Stored
from coven.server.ending import record_of
from coven.server.folding import fold
from coven.server.table import Table
from tests.server.serving import Person, serving, settings, until

KEPT = sorted((Path(__file__).parent / "tables").glob("*.json"))
"""Tables in the middle of a game, with drafts, as programs of their time kept them."""
NEEDED = 9


def folded(kept: dict[str, Any], **head: Any) -> Table:
    drafts = [(seat, entries.decode_draft(text)) for seat, text in kept["drafts"]]
    stored = Stored(
        Head(**{**kept["head"], **head}), [entries.decode(text) for text in kept["log"]],
        [Draft(seat, acts, steps) for seat, (acts, steps) in drafts], [], [],
    )  # fmt: skip
    return fold(load_game(stored.head.game), stored)


def query(folder: Path, text: str, *values: Any) -> list[Any]:
    with closing(sqlite3.connect(folder / "tables.sqlite", timeout=30)) as database, database:
        return database.execute(text, values).fetchall()


def insert_table(folder: Path, kept: dict[str, Any]) -> str:
    """A table into a database, row by row; returns its id."""
    head = kept["head"]
    names = ("id", "game", "rules_version", "players", "deck", "seed", "salt")
    columns = f"{', '.join(names)}, is_open, visited"
    values = [*(head[name] for name in names), 1, int(time.time())]
    query(folder, f"INSERT INTO tables ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", *values)  # noqa: S608
    for number, text in enumerate(kept["log"], 1):
        query(folder, "INSERT INTO log (table_id, number, entry) VALUES (?, ?, ?)", head["id"], number, text)
    for seat, text in kept["drafts"]:
        query(folder, "INSERT INTO drafts (table_id, seat, draft) VALUES (?, ?, ?)", head["id"], seat, text)
    return str(head["id"])


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def test_every_game_has_a_saved_running_table() -> None:
    assert {read(path)["head"]["game"] for path in KEPT} == {game.key for game in all_games()}


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_saved_tables_play_on_or_name_their_version(path: Path) -> None:
    kept = read(path)
    table = folded(kept)
    version = kept["head"]["rules_version"]
    if version != table.game.rules_version:
        assert table.status == "closed"
        assert f"version {version} of the rules of {table.game.title}" in str(table.reason)
        return
    match = table.running
    assert {str(seat): [match.text(number) for number in match.numbers(seat)] for seat in match.pending} == kept[
        "legal"
    ]
    assert [[after, seat, phrase] for after, seat, phrase, _ in match.spoken] == kept["spoken"]
    assert {draft.seat for draft in table.drafts.values()} == {seat for seat, _ in kept["drafts"]}
    assert GameRecord.of(match).verify(table.game).state == match.state
    seat = match.pending[0]
    table.act(seat, table.question_id(seat), match.numbers(seat)[0])


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
@pytest.mark.parametrize("change", [-1, 1])
def test_a_closed_tables_record_is_complete(path: Path, change: int, tmp_path: Path) -> None:
    kept = read(path)
    game = load_game(kept["head"]["game"])
    version = game.rules_version + change
    table = folded(kept, rules_version=version)
    record = record_of(table)
    record.save(tmp_path / "game.json")
    data = GameRecord.load(tmp_path / "game.json").data
    assert data["phrases"] == kept["spoken"]
    assert [list(act) for entry in table.log if isinstance(entry, entries.Played) for act in entry.acts] == data["acts"]
    with pytest.raises(RecordError, match=f"was played by version {version} of the rules"):
        record.verify(game)
    if kept["head"]["rules_version"] == game.rules_version:
        then = GameRecord({**data, "rules_version": game.rules_version}).verify(game)
        running = folded(kept).running
        assert (then.seed, then.options, then.deck.tables) == (running.seed, running.options, running.deck.tables)
        assert [(seat, then.text(number)) for seat, number in then.acts] == [
            (seat, running.text(number)) for seat, number in running.acts[: running.settled]
        ]


@pytest.fixture
def closed(tmp_path: Path) -> Any:
    """Anna and Bea at a table with a bot, whose server has come back with other rules; and where it keeps things."""
    with serving(settings(tmp_path)) as address:
        anna = Person(address).open_table(bots=(), game="three-witches", players=3)
        bea = Person(address).join(anna, 1, "Bea")
        anna.look()
        anna.ask("bot", seat=2, level="thumb")
        anna.ask("start")
        anna.hear(lambda: anna.now["status"] == "playing")
        cookies = [anna.http.cookies, bea.http.cookies]
    query(tmp_path, "UPDATE tables SET rules_version = ?", NEEDED)
    with serving(settings(tmp_path)) as address:
        people = []
        for seat, jar in enumerate(cookies):
            person = Person(address)
            person.http.cookies, person.table, person.seat = jar, anna.table, seat
            people.append(person)
        until(lambda: query(tmp_path, "SELECT is_open FROM tables") == [(0,)])
        yield people, tmp_path


def test_a_table_of_other_rules_is_closed_with_a_reason(closed: Any) -> None:
    (anna, bea), folder = closed
    why = f"opened under version {NEEDED} of the rules of 3 Witches, and this server plays version 1: it is closed"
    for person in (anna, bea):
        assert why in person.http.get(f"/api/tables/{person.table}").json()["reason"]
        person.look()
        assert (person.now["status"], person.now["view"], person.now["choices"]) == ("closed", None, [])
        assert why in person.now["reason"]
        for kind, content in (("act", {"question": "1.0", "action": 0}), ("say", {"phrase": "win"}),
                              ("undo", {"question": "1.0"}), ("bot", {"seat": 2, "level": "thumb"})):  # fmt: skip
            answer = person.ask(kind, **content)
            assert (answer["code"], why in answer["text"]) == ("closed", True)
    refused = anna.post(f"/{anna.table}/seats/2", name="Eve", nonce="0" * 32)
    assert (refused.status_code, why in refused.text) == (409, True)
    rows = [json.loads(text) for (text,) in query(folder, "SELECT entry FROM log ORDER BY number")]
    assert [row["type"] for row in rows].count("close") == 1
    assert rows[-1]["type"] == "close"
    assert not [row for row in rows if row["type"] == "play"][1:], "no bot has played since"


def test_a_closed_tables_record_names_the_version_it_needs(closed: Any) -> None:
    (anna, bea), folder = closed
    for person in (anna, bea):
        answer = person.http.get(f"/api/tables/{person.table}/record?seat={person.seat}")
        assert answer.status_code == 200
        path = folder / "record.json"
        path.write_bytes(answer.content)
        told = CliRunner().invoke(main, ["verify", str(path)])
        assert told.exit_code == 1
        assert f"This game was played by version {NEEDED} of the rules of 3 Witches" in told.stderr
        assert "Use a newer Coven" in told.stderr
    stranger = Person(anna.address)
    assert stranger.http.get(f"/api/tables/{anna.table}/record?seat=0").status_code == 403


def test_a_closed_table_stays_closed_after_the_next_start(closed: Any) -> None:
    (anna, _), folder = closed
    before = query(folder, "SELECT * FROM log")
    keys = query(folder, "SELECT hash FROM keys")
    with serving(settings(folder)) as address:
        again = Person(address)
        again.http.cookies, again.table = anna.http.cookies, anna.table
        again.look()
        assert again.now["status"] == "closed"
    assert query(folder, "SELECT * FROM log") == before
    assert query(folder, "SELECT hash FROM keys") == keys


def test_a_server_starts_with_saved_tables_of_every_game(tmp_path: Path) -> None:
    with serving(settings(tmp_path)):
        pass
    tables = [insert_table(tmp_path, read(path)) for path in KEPT]
    with serving(settings(tmp_path)):
        open_ones = {
            table for table, path in zip(tables, KEPT, strict=True)
            if read(path)["head"]["rules_version"] == load_game(read(path)["head"]["game"]).rules_version
        }  # fmt: skip
        until(lambda: {row[0] for row in query(tmp_path, "SELECT id FROM tables WHERE is_open = 1")} == open_ones)
