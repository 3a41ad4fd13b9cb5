"""A server on PostgreSQL: connections that are cut, a database that is away, a second server, moving."""

from __future__ import annotations

import json
import random
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner

from coven.cli import main
from coven.server import schema
from coven.server.app import STATIC
from tests.conftest import REQUIRED
from tests.server.postgres import Cluster
from tests.server.serving import WAIT, Person, serving, settings

pytestmark = pytest.mark.slow
needs_page = pytest.mark.skipif(not (STATIC / "index.html").is_file() and not REQUIRED, reason="the page is not built")
Acts = list[tuple[int, str]]


def company(address: str) -> list[Person]:
    """Three people whose game has begun."""
    host = Person(address).open_table(bots=())
    people = [host, *(Person(address).join(host, seat, name) for seat, name in ((1, "Bea"), (2, "Cora")))]
    for person in people:
        person.look()
    host.ask("start")
    return people


def play(people: list[Person], rng: random.Random, most: int) -> Iterator[tuple[Person, dict[str, Any]]]:
    """Who decides what, so often; the caller sends it."""
    for _ in range(most):
        for person in people:
            person.hear(lambda: person.now["status"] != "lobby")  # noqa: B023
            person.ask("undo", question="none")  # by its answer, all frames have come
        asked = [one for one in people if one.now["status"] == "playing" and one.now["question"]["is_due"]]
        if not asked:
            return
        person = rng.choice(asked)
        yield person, rng.choice(person.now["choices"])


def on_disk(cluster: Cluster, url: str, table: str) -> Acts:
    """All acts of a table, drafts at the end."""
    found = list[tuple[int, str]]()
    for (entry,) in cluster.do("SELECT entry FROM log WHERE table_id = %s ORDER BY number", url, table):
        found += [(seat, text) for seat, text in json.loads(entry).get("acts", ())]
    for seat, draft in cluster.do("SELECT seat, draft FROM drafts WHERE table_id = %s ORDER BY seat", url, table):
        found += [(seat, text) for text in json.loads(draft)[0]]
    return found


def test_a_game_goes_on_although_connections_are_cut(cluster: Cluster, tmp_path: Path) -> None:
    url, rng, done, cuts = cluster.new_database(), random.Random(3), list[tuple[int, str]](), 0
    with serving(settings(tmp_path, database=url)) as address:
        people = company(address)
        for number, (person, choice) in enumerate(play(people, rng, 60)):
            if number % 3 == 0:
                cuts += cluster.cut()
            answer = person.act(choice["action"])
            assert answer["type"] == "answer", (choice, answer)
            done.append((person.seat, choice["text"]))
        table = people[0].table
    assert cuts > 10
    assert sorted(on_disk(cluster, url, table)) == sorted(done)


def test_while_the_database_is_away_acts_are_refused_and_none_is_lost(cluster: Cluster, tmp_path: Path) -> None:
    url, rng, done = cluster.new_database(), random.Random(4), list[tuple[int, str]]()
    with serving(settings(tmp_path, database=url)) as address:
        people = company(address)
        for number, (person, choice) in enumerate(play(people, rng, 9)):
            message = {"question": person.now["question"]["id"], "action": choice["action"], "id": f"act-{number}"}
            if number % 3 == 1:
                cluster.stop()
                try:
                    refused = person.ask("act", **message)
                finally:
                    cluster.start()
                assert (refused["code"], refused["type"]) == ("storage", "error")
            assert person.ask("act", **message)["type"] == "answer"
            assert person.ask("act", **message)["type"] == "answer", "a repeated message is answered"
            done.append((person.seat, choice["text"]))
        table = people[0].table
    assert sorted(on_disk(cluster, url, table)) == sorted(done)


def test_an_act_whose_commit_was_not_heard_of_is_done_once(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, rng, done, lost = cluster.new_database(), random.Random(5), list[tuple[int, str]](), 0
    commit, loses = psycopg.Connection.commit, False

    def commit_unheard(connection: psycopg.Connection[Any]) -> None:
        nonlocal loses, lost
        commit(connection)
        if loses:
            loses, lost = False, lost + 1
            connection.close()
            raise psycopg.OperationalError("the connection was lost")

    monkeypatch.setattr(psycopg.Connection, "commit", commit_unheard)
    with serving(settings(tmp_path, database=url)) as address:
        people = company(address)
        for person, choice in play(people, rng, 20):
            loses = True
            answer = person.act(choice["action"])
            assert answer["type"] == "answer", (choice, answer)
            done.append((person.seat, choice["text"]))
        table = people[0].table
    assert lost > 10
    assert sorted(on_disk(cluster, url, table)) == sorted(done)


@contextmanager
def command(folder: Path, url: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`coven serve` as an operator starts it, and its address."""
    words = [
        sys.executable,
        "-m",
        "coven",
        "serve",
        "--no-open",
        "--port",
        "0",
        "--data",
        str(folder),
        "--database",
        url,
    ]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            assert server.stderr
            found = next((hit for line in server.stdout if (hit := re.search(r"open at (\S+)", line))), None)
            yield server, found[1] if found else server.stderr.read()
        finally:
            server.kill()


@needs_page
def test_two_servers_do_not_share_tables_and_the_next_one_has_them(cluster: Cluster, tmp_path: Path) -> None:
    url = cluster.new_database()
    with command(tmp_path / "a", url) as (first, address):
        anna = Person(address).open_table()
        with command(tmp_path / "b", url) as (second, said):
            assert "cannot be used: another server uses this database: stop that first" in said
            assert second.wait(WAIT) == 1
        first.send_signal(signal.SIGKILL)
        first.wait(WAIT)
    (tmp_path / "b").mkdir(exist_ok=True)
    (tmp_path / "b" / "server.secret").write_bytes((tmp_path / "a" / "server.secret").read_bytes())
    with command(tmp_path / "b", url) as (_, again):
        anna.address = again
        anna.origin = again
        assert anna.look().now["status"] == "playing"
        anna.go()


@pytest.mark.parametrize(("url", "why"), [
    ("sqlite:///x", "use postgresql here"),
    ("mysql://localhost/coven", "mysql is not supported: use postgresql"),
    ("coven", "not the address of a database: write postgresql://USER@HOST/NAME"),
    ("postgresql://coven:hidden@/coven?host=/nowhere", "is PostgreSQL running, and may this user write there?"),
])  # fmt: skip
@needs_page
def test_an_unusable_database_is_named_without_its_password(tmp_path: Path, url: str, why: str) -> None:
    done = CliRunner().invoke(main, ["serve", "--no-open", "--port", "0", "--data", str(tmp_path), "--database", url])
    assert done.exit_code == 1
    assert why in done.output
    assert "hidden" not in done.output
    assert len(done.output.splitlines()) <= 4


def moved(*names: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["move", *map(str, names)])
    return done.exit_code, done.output


def contents(folder: Path) -> dict[str, list[Any]]:
    """All rows of a SQLite database."""
    with closing(sqlite3.connect(folder / "tables.sqlite")) as database:
        names = [part.name for part in schema.metadata.sorted_tables]
        return {name: sorted(database.execute(f"SELECT * FROM {name}"), key=repr) for name in names}  # noqa: S608


def test_a_whole_server_moves_to_postgresql_and_back(cluster: Cluster, tmp_path: Path) -> None:
    first, back, url = tmp_path / "first", tmp_path / "back", cluster.new_database()
    first.mkdir()
    rng = random.Random(6)
    with ExitStack() as running:
        address = running.enter_context(serving(settings(first)))
        people = company(address)
        for person, choice in play(people, rng, 12):
            person.act(choice["action"])
        table = people[0].table
        for _ in range(3):
            Person(address).open_table()
    assert moved(first, url)[0] == 0
    again = moved(first, url)
    assert again[0] == 1
    assert "already has tables" in again[1]
    with serving(settings(first, database=url)) as address:
        host = people[0]
        host.address = host.origin = address
        assert host.look().now["status"] == "playing"
        in_use = moved(url, tmp_path / "other")
        assert in_use[0] == 1
        assert "a server is running on it" in in_use[1]
    code, said = moved(url, back)
    assert code == 0, said
    assert re.fullmatch(r"4 tables moved, with \d+ entries\.\n", said)
    before, after = contents(first), contents(back)
    assert after == before
    assert any(row[0] == table for row in after["log"])


@pytest.mark.parametrize(("harm", "why"), [
    ("UPDATE meta SET schema = 3", "has schema 3: start the server on it once"),
    ("UPDATE meta SET schema = 99", "schema 99"),
    ("UPDATE log SET number = 'x' WHERE number = 1", "log: a row of 1 to "),
    ("UPDATE log SET entry = CAST(x'ff' AS TEXT) WHERE number = 1", "log: a row of 1 to "),
    ("DROP TABLE tables", "not a Coven database"),
])  # fmt: skip
def test_what_cannot_be_moved_is_named_and_nothing_is_moved(
    cluster: Cluster, tmp_path: Path, harm: str, why: str
) -> None:
    url = cluster.new_database()
    with serving(settings(tmp_path)) as address:
        Person(address).open_table()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as database, database:
        database.execute(harm)
    code, said = moved(tmp_path, url)
    assert code == 1
    assert why in said
    assert len(said.splitlines()) == 1
    assert cluster.do("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'", url) == []


def test_a_folder_without_tables_is_not_moved(tmp_path: Path) -> None:
    code, said = moved(tmp_path / "nothing", tmp_path / "target")
    assert code == 1
    assert "no database found" in said
    assert not (tmp_path / "target").exists()
