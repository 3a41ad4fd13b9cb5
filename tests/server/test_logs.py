"""The server's log: one line per event, in two forms, without secrets."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from coven.server import housekeeping, logs
from tests.server.serving import Person, nonce, serving, settings, until
from tests.server.test_damage import damage
from tests.server.test_housekeeping import age_until, come_back
from tests.server.test_outdated import query

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (debug|info|warning|error|critical) [a-z_]+( [a-z_]+=\S.*)?")
CARD = re.compile(r"\b[a-z]+-\d+\b")


class Kept(logging.Handler):
    """Lines in both forms, as they would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.objects: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.text.append(logs.Text().format(record))
        self.objects.append(logs.Json().format(record))


@pytest.fixture
def lines(caplog: Any) -> Any:
    kept, root = Kept(), logging.getLogger()
    caplog.set_level(logging.DEBUG, "coven")
    root.addHandler(kept)
    yield kept
    root.removeHandler(kept)


def events(kept: Kept) -> list[str]:
    return [json.loads(line)["event"] for line in kept.objects]


def test_a_whole_life_of_a_table_logs_no_secret(tmp_path: Path, lines: Kept, monkeypatch: Any) -> None:
    monkeypatch.setattr(housekeeping, "ROUND", 0.05)
    secrets: set[str] = {"Annabella", "Beatrice", "Clothilde", str(tmp_path), "open-sesame", "guessed-token"}
    with serving(settings(tmp_path)) as address:
        anna, bea = play(address, secrets)
        offend(anna, bea)
    secrets |= stored_secrets(tmp_path)
    damage(tmp_path, "UPDATE drafts SET draft = '[[\"owl-3\"],1]' WHERE table_id = :id", id=bea.table)
    with serving(settings(tmp_path)) as address:
        come_back(address, bea).look()
        come_back(address, bea)
    damage(tmp_path, "UPDATE log SET entry = substr(entry, 1, 20) WHERE number = 2 AND table_id = :id", id=bea.table)
    with serving(settings(tmp_path)) as address:
        come_back(address, bea).http.get(f"/api/tables/{bea.table}")
        come_back(address, anna).look().close()
        age_until(lambda: "table_closed" in events(lines), tmp_path, 100, anna.table)
        with monkeypatch.context() as broken:
            broken.setattr("coven.server.api.all_games", lambda: int("open-sesame"))
            assert Person(address).http.get("/api/games").status_code == 500
    assert set(events(lines)) >= {
        "started", "ended", "table_opened", "table_closed", "table_damaged", "drafts_lost", "refused", "request_broke",
    }  # fmt: skip
    assert len(secrets) > 20
    text = "\n".join(lines.text + lines.objects)
    for secret in secrets:
        assert secret not in text, secret
    assert not CARD.search(" ".join(line.split(" ", 1)[1] for line in lines.text if " table=" not in line))


def play(address: str, secrets: set[str]) -> tuple[Person, Person]:
    """Two tables, played for a while; adds what nobody else may know."""
    shares = [nonce(), nonce(), nonce()]
    anna = Person(address).open_table(bots=("thumb",), name="Annabella", share=shares[0])
    bea = Person(address).join(anna, 2, "Beatrice", share=shares[1]).look()
    other = Person(address).open_table(bots=("thumb",), game="whirling-witchcraft", players=2, share=shares[2])
    link = anna.post(f"/{anna.table}/seats/0/link").json()["token"]
    Person(address).post(f"/{anna.table}/enter", token=link)
    anna.look()
    anna.ask("start")
    anna.ask("name", name="Clothilde")
    for _ in range(6):
        for person in (anna, bea):
            person.ask("undo", question="none")
            secrets |= {choice["text"] for choice in person.now["choices"] if CARD.search(choice["text"])}
            if person.now["question"] and person.now["question"]["is_due"]:
                person.act(person.now["choices"][0]["action"])
                person.act(999)
    other.look()
    until(lambda: other.now["question"])
    secrets |= {*shares, link, anna.invite or "", other.invite or ""}
    for person in (anna, bea, other):
        secrets |= set(person.http.cookies.values())
    return anna, other


def offend(anna: Person, bea: Person) -> None:
    """What strangers try."""
    eve = Person(anna.address, table=anna.table)
    eve.post(f"/{anna.table}/enter", token="guessed-token")
    eve.http.get(f"/api/open-sesame?token={anna.invite}")
    eve.http.get("/api/tables/open-sesame")
    eve.http.request("OPEN-SESAME", "/api/games")
    eve.post(f"/{anna.table}/seats/1", name="open-sesame", nonce="guessed-token")
    eve.http.post("/api/tables", content=b'{"open-sesame": "guessed-token"}')
    eve.page = eve.dial()
    eve.read()
    assert bea.page
    bea.page.send('{"type": "open-sesame", "id": "guessed-token"}')
    bea.hear(lambda: bea.others)
    anna.close()


def stored_secrets(folder: Path) -> set[str]:
    found = {text for row in query(folder, "SELECT seed, salt FROM tables") for text in row}
    return found | {text for (text,) in query(folder, "SELECT hash FROM keys")}


def test_every_event_is_one_line_in_both_forms(tmp_path: Path, lines: Kept) -> None:
    with serving(settings(tmp_path)) as address:
        Person(address).open_table()
    logging.getLogger("somebody.else").warning("two\nlines of %s", "it")
    try:
        raise ValueError("a secret\nin two lines")
    except ValueError as error:
        logs.broke(logging.getLogger("coven.x"), "it_broke", error, table="x y")
        logging.getLogger("somebody.else").exception("it broke")
    for line in lines.text:
        assert LINE.fullmatch(line), line
    for line in lines.objects:
        facts = json.loads(line)
        assert {"time", "level", "event"} <= set(facts)
        assert "\n" not in line
    assert "a secret" not in "".join(lines.text + lines.objects)
    assert 'it_broke table="x y" error=ValueError at=test_logs.py:' in lines.text[-2]
    assert json.loads(lines.objects[-1])["text"] == "it broke"


def test_database_errors_are_logged_without_values(tmp_path: Path, lines: Kept) -> None:
    with serving(settings(tmp_path)) as address:
        anna = Person(address).open_table(bots=("thumb",))
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as database, database:
            database.execute("CREATE TRIGGER no BEFORE INSERT ON log BEGIN SELECT raise(ABORT, 'it does not fit'); END")
        answer = anna.post("", game="three-witches", players=3, name="Anna", nonce="0" * 32, bots=[])
        assert answer.json()["code"] in ("storage", "broken")
    assert "0" * 32 not in "".join(lines.text)
