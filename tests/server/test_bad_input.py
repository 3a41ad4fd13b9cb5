"""Bad input gets a clear answer in one shape, and the table stays as it was."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from coven.server import writing
from coven.server.app import STATIC
from coven.server.changes import Change
from coven.server.errors import Refused
from coven.server.limits import UNLIMITED, Rate
from coven.server.names import LONGEST, clean_name, isolated
from tests.conftest import REQUIRED
from tests.server.serving import Person, nonce, serving, settings
from tests.server.test_play import company, due

GOOD = {"game": "three-witches", "players": 3, "name": "Anna", "nonce": "0" * 32, "bots": []}


@pytest.fixture
def anna(shared_address: str) -> Person:
    """Somebody whose table has begun, with her page open."""
    return Person(shared_address).open_table().look()


def is_problem(answer: httpx.Response, status: int, code: str) -> str:
    content = answer.json()
    assert (answer.status_code, content["code"]) == (status, code), content
    assert set(content) <= {"type", "code", "text", "clause", "id"}
    assert content["text"]
    return str(content["text"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"game": "chess"}, 404, "not_found"),
        ({"players": 4}, 400, "bad_message"),
        ({"players": None}, 400, "bad_message"),
        ({"bots": ["thumb"] * 3}, 400, "bad_message"),
        ({"bots": ["oracle"]}, 400, "bad_message"),
        ({"nonce": "short"}, 400, "bad_message"),
        ({"nonce": "G" * 32}, 400, "bad_message"),
        ({"name": ""}, 422, "bad_name"),
        ({"name": "x" * 10_000}, 422, "bad_name"),
        ({"name": "A\u202eb"}, 422, "bad_name"),
        ({"name": "A\u200bb"}, 422, "bad_name"),
        ({"name": "A\x00b"}, 422, "bad_name"),
        ({"name": "   "}, 422, "bad_name"),
        ({"name": "***"}, 422, "bad_name"),
        ({"name": "YOU"}, 409, "taken"),
        ({"more": 1}, 400, "bad_message"),
    ],
)
def test_a_table_that_cannot_be_opened(shared_address: str, change: dict[str, Any], status: int, code: str) -> None:
    is_problem(Person(shared_address).post("", **{**GOOD, **change}), status, code)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff", b'{"game": "\\ud800"}', b"[" * 5000])
def test_malformed_requests_are_refused(shared_address: str, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    is_problem(Person(shared_address).http.post("/api/tables", content=body, headers=headers), 400, "bad_message")


def test_a_request_that_is_too_big(shared_address: str) -> None:
    is_problem(Person(shared_address).post("", **{**GOOD, "name": "x" * 70_000}), 413, "too_big")


def test_addresses_that_lead_nowhere(shared_address: str) -> None:
    guest = Person(shared_address)
    is_problem(guest.http.get("/api/nothing"), 404, "not_found")
    is_problem(guest.http.get("/api/games/chess/rules"), 404, "not_found")
    is_problem(guest.http.get("/api/tables/none"), 404, "not_found")
    is_problem(guest.post("/none/enter", token="x"), 404, "not_found")
    is_problem(guest.http.delete("/api/tables"), 405, "bad_message")


def test_every_door_needs_a_key(shared_address: str) -> None:
    anna, guest = Person(shared_address).open_table(bots=()), Person(shared_address)
    is_problem(guest.post(f"/{anna.table}/enter", token="wrong"), 403, "forbidden")
    is_problem(guest.http.get(f"/api/tables/{anna.table}"), 403, "forbidden")
    is_problem(guest.post(f"/{anna.table}/seats/1", name="Eve", nonce=nonce()), 403, "forbidden")
    is_problem(guest.post(f"/{anna.table}/seats/0/link"), 403, "forbidden")
    is_problem(guest.post(f"/{anna.table}/again", seat=0, nonce=nonce()), 403, "forbidden")
    is_problem(guest.http.get(f"/api/tables/{anna.table}/record?seat=0"), 403, "forbidden")
    guest.table = anna.table
    guest.page = guest.dial()
    assert guest.read()["code"] == "forbidden"
    with pytest.raises(ConnectionClosed) as closed:
        guest.read()
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 4401


def test_a_socket_to_no_table_says_so(shared_address: str) -> None:
    guest = Person(shared_address, table="none")
    guest.page = guest.dial()
    assert guest.read()["code"] == "not_found"


def test_seats_that_cannot_be_taken(shared_address: str) -> None:
    anna = Person(shared_address).open_table(bots=("thumb",))
    bea = Person(shared_address).join(anna, 2, "Bea")
    eve = Person(shared_address)
    eve.post(f"/{anna.table}/enter", token=anna.invite)
    is_problem(eve.post(f"/{anna.table}/seats/0", name="Eve", nonce=nonce()), 409, "taken")
    is_problem(eve.post(f"/{anna.table}/seats/7", name="Eve", nonce=nonce()), 404, "not_found")
    is_problem(eve.post(f"/{anna.table}/seats/1", name=" aNNa ", nonce=nonce()), 409, "taken")
    eve.join(anna, 1, "Eve")
    dan = Person(shared_address)
    dan.post(f"/{anna.table}/enter", token=anna.invite)
    is_problem(dan.post(f"/{anna.table}/seats/1", name="Dan", nonce=nonce()), 409, "full")
    assert bea.post(f"/{bea.table}/seats/2", name="Bea", nonce=nonce()).status_code == 200


def test_a_running_game_gives_no_record(anna: Person) -> None:
    text = is_problem(anna.http.get(f"/api/tables/{anna.table}/record?seat=0"), 409, "not_yet")
    assert "hidden card" in text
    is_problem(anna.post(f"/{anna.table}/again", seat=0, nonce=nonce()), 409, "not_yet")


def read_to_the_end(person: Person) -> int:
    """Read until the socket is closed; the code it was closed with."""
    with pytest.raises(ConnectionClosed) as closed:
        person.hear(lambda: False)
    assert closed.value.rcvd
    return closed.value.rcvd.code


MALFORMED = [
    "", "{", "[]", "null", "17", '"x"', '{"type": "act"}', '{"type": "fly", "id": "1"}',
    '{"type": "act", "id": "1", "question": "0.0", "action": "0"}',
    '{"type": "act", "id": "1", "question": "0.0", "action": 1e400}',
    '{"type": "act", "id": 1, "question": "0.0", "action": 0}',
    '{"type": "act", "id": "1", "question": "0.0", "action": 0, "seat": 1}',
    '{"type": "undo", "id": "", "question": "0.0"}', '{"type": "start", "id": "' + "x" * 65 + '"}', "[" * 20_000,
]  # fmt: skip


@pytest.mark.parametrize("text", MALFORMED)
def test_malformed_messages_are_refused(shared_address: str, text: str) -> None:
    anna, *_ = people = company(shared_address)
    due(people)
    assert anna.page
    before, count = anna.now, len(anna.others)
    anna.page.send(text)
    anna.hear(lambda: len(anna.others) > count)
    assert anna.others[-1]["code"] == "bad_message"
    anna.close()
    anna.look()
    assert {**anna.now, "log": [], "log_from": 0} == {**before, "log": [], "log_from": 0}


def test_bytes_instead_of_text(anna: Person) -> None:
    assert anna.page
    anna.page.send(b'{"type": "undo", "id": "b", "question": "x"}')
    anna.hear(lambda: anna.others)
    assert anna.others[-1]["code"] in ("stale", "bad_message")


@pytest.mark.parametrize("size", [65 * 1024, 900 * 1024])
def test_a_message_that_is_too_big(anna: Person, size: int) -> None:
    assert anna.page
    anna.page.send("x" * size)
    anna.hear(lambda: anna.others)
    assert anna.others[-1]["code"] == "too_big"
    with pytest.raises(ConnectionClosed) as closed:
        anna.read()
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1009


def test_a_huge_message_is_cut_off(anna: Person) -> None:
    assert anna.page
    anna.page.send("x" * 3_000_000)
    read_to_the_end(anna)


@pytest.mark.slow
def test_a_thousand_messages_at_once(tmp_path: Path) -> None:
    with serving(settings(tmp_path, limits=replace(UNLIMITED, messages=Rate(15, 40)))) as address:
        anna = Person(address).open_table().look()
        assert anna.page
        with contextlib.suppress(ConnectionClosed):
            for number in range(1000):
                anna.page.send(json.dumps({"type": "undo", "id": str(number), "question": "x"}))
        assert read_to_the_end(anna) == 4429
        assert any(one["code"] == "slow_down" for one in anna.others)
        anna.close()
        assert anna.look().now["status"] == "playing"


def test_a_thousand_requests_at_once(tmp_path: Path) -> None:
    with serving(settings(tmp_path, limits=replace(UNLIMITED, requests=Rate(1, 50)))) as address:
        guest = Person(address)
        for _ in range(60):
            last = guest.http.get("/api/games")
        assert is_problem(last, 429, "slow_down")


def test_pages_of_other_sites_are_refused(shared_address: str) -> None:
    anna = Person(shared_address).open_table()
    evil = {"Origin": "http://evil.example"}
    is_problem(httpx.post(f"{shared_address}/api/tables", json=GOOD, headers=evil), 403, "forbidden")
    is_problem(httpx.get(f"{shared_address}/api/games", headers={"Host": "evil.example"}), 421, "wrong_host")
    for origin in ("http://evil.example", None, shared_address + "0", "null"):
        with pytest.raises(InvalidStatus) as refused:
            anna.dial(origin=origin)
        assert refused.value.response.status_code == 403


def test_every_answer_has_strict_headers(shared_address: str) -> None:
    for path in ("/api/games", "/api/nothing", "/nothing"):
        headers = httpx.get(shared_address + path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_cookies_are_for_this_table_and_no_script(shared_address: str) -> None:
    answer = Person(shared_address).post("", **{**GOOD, "nonce": nonce()})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert f"Path=/api/tables/{answer.json()['table']}" in cookie


def test_a_full_disk_refuses_and_loses_nothing(tmp_path: Path) -> None:
    """SQLite reports a full disk when it may use no more pages; afterwards the game goes on."""
    original = writing.write_all
    is_full = False

    def write(connection: sqlite3.Connection, changes: Sequence[Change], kind: str) -> None:
        original(connection, changes, kind)
        if is_full:
            connection.execute("PRAGMA max_page_count = 1")
            connection.execute("CREATE TABLE fill AS SELECT zeroblob(9000000) AS z")

    with pytest.MonkeyPatch.context() as patch, serving(settings(tmp_path)) as address:
        anna = Person(address).open_table(bots=())
        people = [anna, Person(address).join(anna, 1, "Bea"), Person(address).join(anna, 2, "Cora")]
        for person in people:
            person.look()
        anna.ask("start")
        for person in people:
            person.hear(lambda person=person: person.now["status"] == "playing")
        bidder = next(person for person in people if person.now["question"]["is_due"])
        patch.setattr(writing, "write_all", write)
        is_full = True
        before = bidder.now
        assert bidder.act("bid 4")["code"] == "storage"
        is_full = False
        assert bidder.now == before
        assert bidder.act("bid 4")["type"] == "answer"
        bidder.hear(lambda: bidder.now["view"]["phase"] == "discard")


@pytest.mark.slow
@pytest.mark.parametrize("spoil", ["newer schema", "no database"])
def test_an_unusable_database_is_left_alone(tmp_path: Path, spoil: str) -> None:
    if not (STATIC / "index.html").is_file():
        assert not REQUIRED
        pytest.skip("the page is not built")
    path = tmp_path / "tables.sqlite"
    if spoil == "no database":
        path.write_text("not a database at all, but a text that is long enough to be taken for one")
    else:
        with serving(settings(tmp_path)):
            pass
        with contextlib.closing(sqlite3.connect(path)) as database, database:
            database.execute("UPDATE meta SET schema = 99")
    before = path.read_bytes()
    command = [sys.executable, "-m", "coven", "serve", "--no-open", "--port", "0", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert "tables.sqlite: cannot be used: " in done.stderr
    assert ("schema 99" in done.stderr) == (spoil == "newer schema")
    assert "Traceback" not in done.stderr
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["Anna", "Zoë", "שרה", "<b>Eve</b>", "O'Neill", "李", "x" * LONGEST])
def test_names_of_all_scripts_are_kept(name: str) -> None:
    assert clean_name(name, ["Bea"]) == name


def test_lookalike_names_count_as_one() -> None:
    with pytest.raises(Refused):
        clean_name("\uff21\uff2e\uff2e\uff21", ["anna"])
    assert isolated("שרה") != "שרה"
    assert isolated("Anna") == "Anna"
