"""A backup of a running server is complete: it restores everything answered before it."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from coven.cli import main
from coven.engine.record import GameRecord
from tests.server.serving import Person, serving, settings
from tests.server.test_damage import cut, damage, foreign, newer, overwrite
from tests.server.test_housekeeping import come_back, old_database, over
from tests.server.test_outdated import query


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(one) for one in arguments])


def taken_back(folder: Path) -> int:
    return len(query(folder, "SELECT message FROM log WHERE message IS NOT NULL"))


@pytest.fixture
def anna(tmp_path: Path) -> Any:
    """Somebody at a running table, and where."""
    folder = tmp_path / "data"
    folder.mkdir()
    with serving(settings(folder)) as address:
        yield Person(address).open_table(bots=("thumb",)).look(), folder


def test_a_backup_during_play_has_all_answered_acts(anna: Any, tmp_path: Path) -> None:
    person, folder = anna
    answered: list[str] = []
    is_done = threading.Event()

    def rename() -> None:
        while not is_done.is_set():
            number = len(answered)
            assert person.ask("name", name=f"Anna {number}", id=f"message-{number}")["type"] == "answer"
            answered.append(f"message-{number}")

    thread = threading.Thread(target=rename)
    thread.start()
    try:
        for number in range(5):
            before, file = len(answered), tmp_path / f"copy-{number}.sqlite"
            done = run("backup", file, "--data", folder)
            assert done.exit_code == 0, done.output
            new = tmp_path / f"new-{number}"
            assert run("restore", file, "--data", new).exit_code == 0
            assert before <= taken_back(new)
            kept = {message for (message,) in query(new, "SELECT message FROM log WHERE message IS NOT NULL")}
            assert set(answered[:before]) <= kept
            log = [json.loads(text) for (text,) in query(new, "SELECT entry FROM log ORDER BY number")]
            names = [entry["name"] for entry in log if entry["type"] == "name"]
            assert names == [f"Anna {one}" for one in range(len(kept))], "log and answers are of one moment"
    finally:
        is_done.set()
        thread.join()
    assert len(answered) > 5
    assert [path.name for path in tmp_path.iterdir() if ".part" in path.name] == []


def test_a_restored_table_plays_on(anna: Any, tmp_path: Path) -> None:
    person, folder = anna
    file = tmp_path / "copy.sqlite"
    assert run("backup", file, "--data", folder).output.endswith("copy.sqlite: 1 tables.\n")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    new = tmp_path / "new"
    assert "1 tables restored." in run("restore", file, "--data", new).output
    with serving(settings(new)) as address:
        again = come_back(address, person).look()
        assert again.now["seats"][0]["name"] == "Anna"
        assert again.ask("name", name="Bea")["type"] == "answer"


def test_a_backup_overwrites_nothing_without_force(anna: Any, tmp_path: Path) -> None:
    _, folder = anna
    file = tmp_path / "copy.sqlite"
    file.write_text("mine", encoding="utf-8")
    refused = run("backup", file, "--data", folder)
    assert (refused.exit_code, file.read_text(encoding="utf-8")) == (1, "mine")
    assert "--force" in refused.output
    assert run("backup", file, "--data", folder, "--force").exit_code == 0
    assert file.read_bytes().startswith(b"SQLite")
    nothing = run("backup", tmp_path / "other", "--data", tmp_path / "none")
    assert (nothing.exit_code, "no database found" in nothing.output) == (1, True)


@pytest.mark.parametrize("harm", [cut, overwrite, foreign, newer, lambda path: path.write_text("Dear diary")])
def test_a_damaged_backup_changes_nothing(anna: Any, tmp_path: Path, harm: Any) -> None:
    _, folder = anna
    file, new = tmp_path / "copy.sqlite", tmp_path / "new"
    assert run("backup", file, "--data", folder).exit_code == 0
    assert run("restore", file, "--data", new).exit_code == 0
    before = (new / "tables.sqlite").read_bytes()
    harm(file)
    refused = run("restore", file, "--data", new)
    assert refused.exit_code == 1
    assert len(refused.output.strip().splitlines()) == 1, refused.output
    assert (new / "tables.sqlite").read_bytes() == before
    assert {path.name for path in new.iterdir()} == {"tables.sqlite", "server.lock"}


def test_the_replaced_database_is_kept_under_the_printed_name(anna: Any, tmp_path: Path) -> None:
    person, folder = anna
    file, new = tmp_path / "copy.sqlite", tmp_path / "new"
    run("backup", file, "--data", folder)
    run("restore", file, "--data", new)
    person.ask("name", name="Clara")
    run("backup", file, "--data", folder, "--force")
    for _ in range(2):  # within one second, too
        told = run("restore", file, "--data", new).output
        assert "The old ones are in " in told
        assert Path(told.strip().split("are in ")[1]).is_file()
    first = sorted(path for path in new.iterdir() if ".before-" in path.name)[0]
    shutil.copy(first, tmp_path / "tables.sqlite")
    assert "Clara" not in str(query(tmp_path, "SELECT entry FROM log"))
    assert "Clara" in str(query(new, "SELECT entry FROM log"))


def test_damaged_tables_are_reported_and_copied(anna: Any, tmp_path: Path) -> None:
    person, folder = anna
    other = Person(person.address).open_table(bots=("thumb",))
    file, new = tmp_path / "copy.sqlite", tmp_path / "new"
    run("backup", file, "--data", folder)
    run("restore", file, "--data", new)
    damage(new, "UPDATE log SET entry = '{' WHERE number = 2 AND table_id = :id", id=other.table)
    for command in ("backup", "restore"):
        done = run(command, tmp_path / "again.sqlite", "--data", new)
        assert done.exit_code == 0
        assert f"Table {other.table} is damaged: entry 2 cannot be read" in done.output
        assert "1 table is damaged" in done.output
    assert len(query(new, "SELECT id FROM tables")) == 2


@pytest.mark.parametrize("schema", [1, 2])
def test_backups_of_older_programs_are_accepted(schema: int, tmp_path: Path) -> None:
    done = run("restore", old_database(schema, tmp_path / "old"), "--data", tmp_path / "new")
    assert (done.exit_code, "2 tables restored" in done.output) == (0, True)
    with serving(settings(tmp_path / "new")):
        pass
    assert run("backup", tmp_path / "copy.sqlite", "--data", tmp_path / "new").exit_code == 0


@pytest.mark.slow
def test_nothing_is_restored_under_a_running_server(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "coven", "serve", "--no-open", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            for line in iter(server.stdout.readline, ""):
                if "Ctrl-C" in line:
                    break
            assert run("backup", tmp_path / "copy.sqlite", "--data", tmp_path).exit_code == 0
            refused = run("restore", tmp_path / "copy.sqlite", "--data", tmp_path)
            assert (refused.exit_code, "a server is running on" in refused.output) == (1, True)
        finally:
            server.terminate()
    assert run("restore", tmp_path / "copy.sqlite", "--data", tmp_path).exit_code == 0


def test_operators_can_export_records_of_ended_tables(tmp_path: Path) -> None:
    with serving(settings(tmp_path)) as address:
        anna = over(Person(address).open_table(bots=("random",), game="midnight", players=2).look())
        bea = Person(address).open_table(bots=("thumb",)).look()
        file = tmp_path / "game.json"
        done = run("export", anna.table, file, "--data", tmp_path)
        assert done.exit_code == 0, done.output
        assert GameRecord.load(file).data["names"][0] == "Anna"
        assert run("verify", file).exit_code == 0
        for table, words in ((bea.table, "not over"), ("-none", "there is no table -none")):
            refused = run("export", table, tmp_path / "other.json", "--data", tmp_path)
            assert refused.exit_code == 1
            assert "hidden card" in refused.output or words in refused.output
        assert run("export", anna.table, file, "--data", tmp_path).exit_code == 1


@pytest.mark.slow
def test_a_foreign_writer_blocks_writes_but_not_reads(anna: Any) -> None:
    person, folder = anna
    with closing(sqlite3.connect(folder / "tables.sqlite", isolation_level=None)) as other, other:
        other.execute("BEGIN EXCLUSIVE")
        began = time.monotonic()
        told: list[dict[str, Any]] = []
        writing = threading.Thread(target=lambda: told.append(person.ask("name", name="Zoe")))
        writing.start()
        for _ in range(10):
            assert person.http.get(f"/api/tables/{'x' * 12}").json()["code"] == "not_found"
        assert time.monotonic() - began < 3, "reads wait for nobody"
        writing.join()
        assert 4 < time.monotonic() - began < 15
        assert (told[0]["code"], "Another program holds" in told[0]["text"]) == ("storage", True)
        other.execute("ROLLBACK")
    assert person.ask("name", name="Zoe")["type"] == "answer"
    names = [row for row in query(folder, "SELECT entry FROM log") if "Zoe" in row[0]]
    assert len(names) == 1
