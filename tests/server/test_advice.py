"""What a high witch would do: told only to the seat that asks, if the table allows it."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from coven.server import thinker
from coven.server.live import GRACE
from coven.server.thinker import Mind
from tests.server import worker_jobs
from tests.server.conftest import Wait
from tests.server.serving import Person, serving, settings
from tests.server.test_play import due

SLOW = Mind(worker_jobs.first, worker_jobs.weighs_slowly, prepare=None)
BROKEN = Mind(worker_jobs.first, worker_jobs.loses_her_thread, prepare=None)
GAMES = {"three-witches": 3, "witchs-brew": 3, "midnight": 2, "whirling-witchcraft": 2}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(worker_jobs.FOLDER, str(tmp_path))
    return tmp_path


def advised(address: str, game: str = "three-witches", advice: bool | None = True) -> list[Person]:
    """People at a table that has begun; advice was agreed on or not."""
    host = Person(address).open_table(bots=(), game=game, players=GAMES[game], advice=advice)
    others = [Person(address).join(host, seat, f"Bea {seat}") for seat in range(1, GAMES[game])]
    people = [one.look() for one in (host, *others)]
    assert host.ask("start")["type"] == "answer"
    for one in people:
        one.hear(lambda one=one: one.now["status"] == "playing")
    return people


def ask(person: Person, **others: Any) -> dict[str, Any]:
    return person.ask("advise", **{"question": person.now["question"]["id"], **others})


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_each_choice_is_weighed_in_the_words_of_its_label(address: str, game: str) -> None:
    person = due(advised(address, game))[0]
    advice = ask(person)
    assert advice["type"] == "advice"
    assert advice["question"] == person.now["question"]["id"]
    choices = {choice["action"]: choice["label"] for choice in person.now["choices"]}
    assert {one["action"]: one["label"] for one in advice["estimates"]} == choices
    assert all(0 <= one["chance"] <= 1 for one in advice["estimates"])
    assert person.act(advice["estimates"][0]["action"])["type"] == "answer"


def test_the_same_question_gets_the_same_answer(address: str) -> None:
    person = due(advised(address))[0]
    assert ask(person)["estimates"] == ask(person)["estimates"]


def test_advice_reaches_nobody_else_and_is_not_stored(address: str, folder: Path) -> None:
    people = advised(address)
    person = due(people)[0]
    seen = [len(one.frames) for one in people]
    kept = rows(folder)
    assert ask(person)["type"] == "advice"
    due(people)
    assert [len(one.frames) for one in people] == seen
    assert all(message["type"] != "advice" for one in people if one is not person for message in one.others)
    assert rows(folder) == kept


def rows(folder: Path) -> list[Any]:
    with closing(sqlite3.connect(folder / "tables.sqlite")) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return [list(database.execute(f"SELECT * FROM {name}")) for name in sorted(tables) if name != "answered"]  # noqa: S608


def test_a_seat_that_is_asked_nothing_gets_no_advice(address: str) -> None:
    people = advised(address, "midnight")
    person = next(one for one in people if one not in due(people))
    assert ask(person)["code"] == "not_yet"


def test_without_agreement_there_is_no_advice(address: str) -> None:
    person = due(advised(address, advice=False))[0]
    assert not person.now["has_advice"]
    answer = ask(person)
    assert answer["code"] == "forbidden"
    assert "opened without advice" in answer["text"]


@pytest.mark.parametrize(
    ("bots", "wanted", "has"),
    [(2, None, True), (1, None, False), (0, None, False), (2, False, False), (1, True, True)],
)
def test_advice_is_the_default_among_bots(address: str, bots: int, wanted: bool | None, has: bool) -> None:
    anna = Person(address).open_table(bots=("thumb",) * bots, advice=wanted).look()
    assert anna.now["has_advice"] == has
    assert anna.http.get(f"/api/tables/{anna.table}").json()["has_advice"] == has


def test_a_rematch_keeps_the_advice_setting(address: str) -> None:
    anna = Person(address).open_table(game="whirling-witchcraft", bots=("random",), players=2)
    anna.look()
    while anna.now["status"] == "playing":
        if anna.now["question"]["is_due"]:
            anna.act(anna.now["choices"][0]["action"])
        else:
            anna.read()
    again = anna.post(f"/{anna.table}/again", seat=0, nonce="0" * 32).json()
    assert anna.http.get(f"/api/tables/{again['table']}").json()["has_advice"]


@pytest.mark.parametrize(
    ("content", "code"), [({"question": "none"}, "stale"), ({"id": ""}, "bad_message"), ({"more": 1}, "bad_message")]
)
def test_advice_that_cannot_be_given_is_refused(address: str, content: dict[str, Any], code: str) -> None:
    person = due(advised(address))[0]
    assert person.page
    message = {"type": "advise", "id": "one", "question": person.now["question"]["id"], **content}
    seen = len(person.others)
    person.page.send(json.dumps(message))
    person.hear(lambda: len(person.others) > seen)
    assert person.others[-1]["code"] == code


def test_a_bot_in_ones_seat_is_not_advised(address: str, wait: Wait) -> None:
    people = advised(address, "whirling-witchcraft")
    people[1].close()
    people[0].hear(lambda: not people[0].now["seats"][1]["present"])
    wait(GRACE)
    assert people[0].ask("bot", seat=1)["type"] == "answer"
    assert ask(people[1].look())["code"] == "forbidden"


def test_the_page_goes_on_during_a_search_and_drops_late_ones(folder: Path) -> None:
    with serving(settings(folder, mind=SLOW)) as address:
        person = due(advised(address))[0]
        name = person.send("advise", question=person.now["question"]["id"])
        assert person.act(person.now["choices"][0]["action"])["type"] == "answer"
        assert not any(one.get("id") == name for one in person.others)
        person.hear(lambda: any(one.get("id") == name for one in person.others))
        late = next(one for one in person.others if one.get("id") == name)
        assert late["code"] == "stale"


@pytest.mark.slow
def test_one_page_asks_once_at_a_time_and_two_pages_share_a_thought(folder: Path) -> None:
    with serving(settings(folder, mind=SLOW)) as address:
        person = due(advised(address))[0]
        other = Person(address, table=person.table, seat=person.seat)
        other.http.cookies = person.http.cookies
        other.look()
        question = person.now["question"]["id"]
        names = [(one, one.send("advise", question=question)) for one in (person, other)]
        assert ask(person)["code"] == "slow_down"
        for one, name in names:
            one.hear(lambda one=one, name=name: any(message.get("id") == name for message in one.others))
            assert next(message for message in one.others if message.get("id") == name)["type"] == "advice"
        assert worker_jobs.mark("asked").read_text() == "."


@pytest.mark.slow
def test_others_are_served_while_a_witch_thinks(folder: Path) -> None:
    with serving(settings(folder, mind=SLOW)) as address:
        person = due(advised(address))[0]
        ask(person)  # the worker has started
        name = person.send("advise", question=person.now["question"]["id"])
        began = time.monotonic()
        for _ in range(3):
            assert person.http.get(f"/api/tables/{person.table}").is_success
        took = time.monotonic() - began
        person.hear(lambda: any(one.get("id") == name for one in person.others))
        assert time.monotonic() - began > worker_jobs.SLOW / 2
        assert took < worker_jobs.SLOW / 2


@pytest.mark.slow
def test_a_page_that_closes_while_a_witch_thinks_does_no_harm(folder: Path) -> None:
    with serving(settings(folder, mind=SLOW)) as address:
        people = advised(address)
        person = due(people)[0]
        person.send("advise", question=person.now["question"]["id"])
        person.close()
        time.sleep(2 * worker_jobs.SLOW)
        assert ask(person.look())["type"] == "advice"


def test_among_too_many_the_asker_is_told_to_ask_again(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    person = due(advised(address))[0]
    with monkeypatch.context() as patch:
        patch.setattr(thinker, "DEADLINE", 0.0)
        answer = ask(person)
    assert answer["code"] == "not_yet"
    assert "ask again" in answer["text"]
    assert ask(person)["type"] == "advice"


def test_a_failed_search_is_told_without_details(folder: Path) -> None:
    with serving(settings(folder, mind=BROKEN)) as address:
        answer = ask(due(advised(address))[0])
        assert answer["code"] == "broken"
        assert "count" not in answer["text"]
