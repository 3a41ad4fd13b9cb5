"""Strangers at the border: their requests are limited, cost others nothing, and fill no log."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
import socket
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from coven.server.app import STATIC
from coven.server.limits import UNLIMITED, Limits, Rate, household
from coven.server.logs import Text
from coven.server.refusals import Refusals, from_address
from coven.server.store import Store
from coven.server.tables import Tables
from tests.server.serving import Person, nonce, serving, settings, until
from tests.server.test_bad_input import GOOD, is_problem

FEW = Rate(0.001, 5)
SECRET = bytes(range(32))
has_page = (STATIC / "index.html").is_file()


@pytest.fixture
def lookups(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables that were looked up in the database."""
    found: list[str] = []
    load = Store.load

    async def noticed(store: Store, table: str) -> Any:
        found.append(table)
        return await load(store, table)

    monkeypatch.setattr(Store, "load", noticed)
    return found


def knock(address: str, number: int, **headers: str) -> int:
    """Sockets to invented tables; how many of them were let in."""
    granted = 0
    for each in range(number):
        stranger = Person(address, table=f"invented{each}")
        with contextlib.suppress(InvalidStatus):
            stranger.dial(additional_headers=headers)
            granted += 1
        stranger.go()
    return granted


@pytest.mark.parametrize("cookie", ["", "coven-seat-0=guess", "coven-seat-0=guess.AAAAAAAAAAAAAAAAAAAA"])
def test_strangers_without_a_key_do_not_reach_the_database(tmp_path: Path, lookups: list[str], cookie: str) -> None:
    with serving(settings(tmp_path, limits=replace(UNLIMITED, failures=FEW))) as address:
        assert knock(address, 30, **({"Cookie": cookie} if cookie else {})) == 5
        assert len(lookups) == 5
        assert httpx.get(f"{address}/api/tables/other").status_code == 429
        assert httpx.get(f"{address}/api/games").status_code == 200


@pytest.mark.slow
def test_a_key_opens_its_seat_from_a_blocked_address(tmp_path: Path) -> None:
    few = replace(UNLIMITED, failures=FEW, requests=Rate(0.001, 100))
    chosen = settings(tmp_path, limits=few, secret=SECRET)
    with serving(chosen) as address:
        anna = Person(address).open_table()
        jar, table = anna.http.cookies, anna.table
    with serving(chosen) as address:
        knock(address, 30)
        while httpx.get(f"{address}/api/games").status_code == 200:
            pass
        anna = Person(address, table=table)
        anna.http.cookies = jar
        assert anna.look().now["status"] == "playing"
        assert anna.http.get(f"/api/tables/{table}").status_code == 200


def test_a_seal_is_valid_only_for_its_own_table(tmp_path: Path, lookups: list[str]) -> None:
    with serving(settings(tmp_path, limits=replace(UNLIMITED, failures=Rate(0.001, 1)))) as address:
        anna = Person(address).open_table()
        lookups.clear()
        assert knock(address, 5, Cookie=anna.cookie) == 1
        assert len(lookups) == 1


def test_a_good_key_does_not_count_as_a_failure(tmp_path: Path) -> None:
    with serving(settings(tmp_path, limits=replace(UNLIMITED, failures=Rate(0.001, 2)))) as address:
        anna = Person(address).open_table(bots=())
        for _ in range(20):
            assert Person(address).post(f"/{anna.table}/enter", token=anna.invite).status_code == 200


@pytest.mark.slow
def test_forty_people_behind_one_address_all_get_in(tmp_path: Path) -> None:
    """A class of forty, each with two pages open, before and after a restart of the server."""
    chosen = settings(tmp_path, limits=Limits(), secret=SECRET)
    with serving(chosen, most_of_one=600) as address:
        people = [Person(address) for _ in range(40)]
        for person in people:
            load_page(person)
        for host in people[::2]:
            host.open_table(bots=("thumb",))
        for host, guest in zip(people[::2], people[1::2], strict=True):
            guest.join(host, 2, "Bea")
        assert all(is_here(person) for person in people for _ in range(2))
        kept = [(person.table, person.seat, person.http.cookies) for person in people]
    with serving(chosen, most_of_one=600) as address:
        for table, seat, cookies in kept:
            person = Person(address, table=table, seat=seat)
            person.http.cookies = cookies
            assert all(is_here(person) for _ in range(2))


def load_page(person: Person) -> None:
    """The page with all its files, and the games; twice."""
    files = [path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()] if has_page else []
    for path in ["api/games", *files[:25], "api/games"]:
        assert person.http.get(f"/{path}").status_code == 200


def is_here(person: Person) -> bool:
    """Does another page of hers get a frame?"""
    page = person.dial()
    return any(json.loads(page.recv(timeout=60))["type"] == "frame" for _ in range(2))


def test_several_people_at_one_device_have_their_own_seats(tmp_path: Path) -> None:
    with serving(settings(tmp_path, limits=replace(Limits(), failures=FEW))) as address:
        device = Person(address).open_table(bots=(), name="Anna").look()
        assert device.ask("agree", devices=True)["type"] == "answer"
        for seat, name in ((1, "Bea"), (2, "Cora")):
            answer = device.post(f"/{device.table}/seats/{seat}", name=name, nonce=nonce())
            assert answer.status_code == 200, answer.text
        for seat in range(3):
            for _ in range(5):
                device.seat = seat
                assert is_here(device)


def test_all_pages_of_a_seat_share_one_pace(tmp_path: Path) -> None:
    with serving(settings(tmp_path, limits=replace(UNLIMITED, messages=Rate(0.001, 20)))) as address:
        anna = Person(address).open_table().look()
        answers = [anna.ask("undo", question="x")["code"] for _ in range(12)]
        anna.close()
        anna.look()
        answers += [anna.ask("undo", question="x")["code"] for _ in range(12)]
        assert answers.count("slow_down") == 4


def test_one_key_opens_a_limited_number_of_pages(tmp_path: Path) -> None:
    with serving(settings(tmp_path, limits=replace(UNLIMITED, pages_of_key=3))) as address:
        anna, other = Person(address).open_table(), Person(address).open_table()
        for _ in range(3):
            anna.dial()
        with pytest.raises(InvalidStatus):
            anna.dial()
        assert other.look().now["status"] == "playing"
        anna.close()
        until(lambda: opens(anna))


def test_one_address_opens_a_limited_number_of_pages(tmp_path: Path) -> None:
    with serving(settings(tmp_path, limits=replace(UNLIMITED, sockets_of_address=3))) as address:
        people = [Person(address).open_table() for _ in range(4)]
        for person in people[:3]:
            person.dial()
        with pytest.raises(InvalidStatus):
            people[3].dial()
        people[0].close()
        until(lambda: opens(people[3]))


def opens(person: Person) -> bool:
    """Is another page let in?"""
    with contextlib.suppress(InvalidStatus):
        person.dial()
        return True
    return False


def test_static_files_and_long_paths_count_too(tmp_path: Path) -> None:
    with serving(settings(tmp_path, limits=replace(UNLIMITED, requests=FEW))) as address:
        codes = [httpx.get(f"{address}/assets/{each}.js").status_code for each in range(4)]
        assert codes == [404] * 4
        is_problem(httpx.get(f"{address}/api/nothing"), 404, "not_found")
        is_problem(httpx.get(f"{address}/assets/x.js"), 429, "slow_down")


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/" + "a/" * 3000, "/assets/" + "a/" * 2200 + "x", "/" + "a" * 5000])
def test_the_log_of_refusals_stays_short(tmp_path: Path, caplog: pytest.LogCaptureFixture, path: str) -> None:
    caplog.set_level(logging.INFO, "coven")
    with serving(settings(tmp_path)) as address:
        for _ in range(50):
            assert httpx.get(address + path).status_code == 404
    lines = [Text().format(record) for record in caplog.records if record.name.startswith("coven")]
    ours = [line for line in lines if " refused" in line]
    assert len(ours) == 2, ours
    assert all(len(line) < 150 for line in ours)
    assert "info refused address=127.0.0.1 code=not_found route=" in ours[0]
    assert ours[1].endswith("info refused_again address=127.0.0.1 times=49 codes=not_found:49")


def test_many_refusals_take_few_log_lines(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "coven")
    refusals = Refusals(every=1000)
    for each in range(50_000):
        refusals.note(from_address(f"10.{each >> 16}.{each >> 8 & 255}.{each & 255}"), "forbidden")
    refusals.sum_up()
    assert len(caplog.records) <= 1002


def test_a_binary_frame_only_closes_its_socket(address: str, caplog: pytest.LogCaptureFixture) -> None:
    anna = Person(address).open_table().look()
    assert anna.page
    with anna.page.send_context():
        anna.page.protocol.send_text(b"\xff\xfe")
    with pytest.raises(ConnectionClosed) as closed:
        anna.hear(lambda: False)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1007
    assert not any(record.exc_info for record in caplog.records)
    anna.close()
    assert anna.look().now["status"] == "playing"


def test_a_request_cut_in_the_middle_breaks_nothing(address: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as line:
        head = f"POST /api/tables HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
        line.sendall(f"{head}Content-Length: 1000\r\n\r\n{{".encode())
        time.sleep(0.3)
    assert Person(address).post("", **GOOD).status_code == 201
    time.sleep(0.2)
    ours = [record.getMessage() for record in caplog.records if record.name.startswith(("coven", "uvicorn"))]
    assert not any(re.search(r"\b500\b|broke|Traceback|ASGI", line) for line in ours), ours


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"type": "start", "id": "x" * 60_000}),
        json.dumps({"type": "act", "id": "x" * 60_000, "question": "0.0", "action": 0}),
        json.dumps({"type": "say", "id": "1", "phrase": "x" * 60_000}),
        json.dumps({"type": "bot", "id": "1", "seat": 0, "level": "x" * 60_000}),
        json.dumps({"type": "x" * 60_000, "id": "1"}),
        json.dumps({"type": "start", "id": "1", "x" * 60_000: 1}),
    ],
)
def test_refusals_cut_long_input(shared_address: str, text: str) -> None:
    anna = Person(shared_address).open_table().look()
    assert anna.page
    anna.page.send(text)
    anna.hear(lambda: anna.others)
    assert len(json.dumps(anna.others[-1])) < 1000


@pytest.mark.parametrize("change", [{"game": "x" * 60_000}, {"bots": ["x" * 60_000]}, {"deck": "x" * 60_000}])
def test_refusals_cut_long_requests(shared_address: str, change: dict[str, Any]) -> None:
    assert len(Person(shared_address).post("", **{**GOOD, **change}).content) < 1000


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_only_json_is_accepted(shared_address: str, kind: str) -> None:
    headers = {"content-type": kind} if kind else {}
    is_problem(httpx.post(f"{shared_address}/api/tables", content=json.dumps(GOOD), headers=headers), 415, "not_json")


@pytest.mark.skipif(not has_page, reason="the page is not built")
@pytest.mark.parametrize("path", ["/nonsense", "/table", "/table/x/y", "/a/b/c"])
def test_an_unknown_address_shows_people_a_page(shared_address: str, path: str) -> None:
    answer = httpx.get(shared_address + path)
    assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (404, "text/html")
    assert 'src="/assets/' in answer.text
    is_problem(httpx.get(f"{shared_address}/api{path}"), 404, "not_found")


@pytest.mark.parametrize("number", [0, 3])
def test_leaving_is_answered_before_the_socket_closes(
    address: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy server, where something else happens between what was done and its answer."""
    obey = Tables.obey

    async def obey_and_wait(tables: Tables, *what: Any) -> None:
        await obey(tables, *what)
        await asyncio.sleep(0.1)

    monkeypatch.setattr(Tables, "obey", obey_and_wait)
    anna = Person(address).open_table(bots=("thumb",)).look()
    others = [anna.dial() for _ in range(number)]
    assert anna.ask("leave")["type"] == "answer"
    for page in [anna.page, *others]:
        assert page
        with contextlib.suppress(ConnectionClosed):
            for _ in range(10):
                page.recv(timeout=60)
        assert page.close_code == 4401


def test_a_socket_first_names_the_servers_page(tmp_path: Path) -> None:
    with serving(settings(tmp_path, pulse=0.05)) as address:
        page = Person(address).open_table().dial()
        heard = [json.loads(page.recv(timeout=60)) for _ in range(6)]
    assert heard[0]["type"] == "pulse"
    assert (len(heard[0]["build"]) == 16) == has_page
    assert sum(one["type"] == "pulse" for one in heard) > 1


@pytest.mark.parametrize(
    ("one", "other", "are_one"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("2001:db8::1", "2001:db8:0:0:ffff::2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("testclient", "", False),
    ],
)
def test_one_household_shares_its_limits(one: str, other: str, are_one: bool) -> None:
    assert (household(one) == household(other)) == are_one
    assert len(household("x" * 1000)) <= 64
