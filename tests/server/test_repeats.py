"""HTTP requests can be repeated if their answer was lost; only a touch uses up a link."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from coven.server.keys import BROWSER
from coven.server.tokens import kept_secret
from tests.server.serving import Person, nonce, serving, settings
from tests.server.test_play import company, play_out

SEAT = "coven-seat-"


def lost(person: Person, path: str, **content: Any) -> httpx.Response:
    """Ask, and lose the answer: its cookies never reach the browser."""
    before = httpx.Cookies(person.http.cookies)
    answer = person.post(path, **content)
    person.http.cookies = before
    return answer


def seat_cookies(answer: httpx.Response) -> dict[str, str]:
    return {key: value for key, value in answer.cookies.items() if key.startswith(SEAT)}


def count_keys(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "tables.sqlite")) as database:
        return int(database.execute("SELECT count(*) FROM keys").fetchone()[0])


def sits(address: str) -> tuple[Person, str, dict[str, Any]]:
    host = Person(address).open_table(bots=())
    return Person(address).enter(host), f"/{host.table}/seats/1", {"name": "Bea", "nonce": nonce()}


def opens(address: str) -> tuple[Person, str, dict[str, Any]]:
    wanted = {"game": "three-witches", "players": 3, "name": "Anna", "nonce": nonce(), "bots": ["thumb", "thumb"]}
    return Person(address), "", wanted


def plays_again(address: str) -> tuple[Person, str, dict[str, Any]]:
    people = company(address)
    for person in people:
        person.ask("end", wants=True)
    return people[0], f"/{people[0].table}/again", {"seat": 0, "nonce": nonce()}


def uses_a_link(address: str) -> tuple[Person, str, dict[str, Any]]:
    anna = Person(address).open_table()
    token = anna.post(f"/{anna.table}/seats/0/link").json()["token"]
    return Person(address), f"/{anna.table}/enter", {"token": token, "nonce": nonce()}


REQUESTS: list[Callable[[str], tuple[Person, str, dict[str, Any]]]] = [sits, opens, plays_again, uses_a_link]


@pytest.mark.parametrize("request_of", REQUESTS, ids=lambda one: one.__name__)
def test_the_same_request_gets_the_same_answer(tmp_path: Path, request_of: Callable[..., Any]) -> None:
    with serving(settings(tmp_path)) as address:
        person, path, content = request_of(address)
        first, before = lost(person, path, **content), count_keys(tmp_path)
        second = person.post(path, **content)
        assert first.is_success
        assert (second.status_code, second.json()) == (first.status_code, first.json())
        assert seat_cookies(first) == seat_cookies(second) != {}
        assert first.cookies[BROWSER] == second.cookies[BROWSER]
        assert count_keys(tmp_path) == before
        person.table = first.json()["table"]
        person.seat = first.json().get("seat", 0)
        assert person.look().now["you"] == person.seat


@pytest.mark.parametrize("request_of", [sits, opens, uses_a_link], ids=lambda one: one.__name__)
def test_repeats_work_after_a_restart(tmp_path: Path, request_of: Callable[..., Any]) -> None:
    with serving(settings(tmp_path)) as address:
        person, path, content = request_of(address)
        first, cookies = lost(person, path, **content), dict(person.http.cookies)
    with serving(settings(tmp_path)) as address:
        again = Person(address)
        if BROWSER in cookies:
            again.http.cookies.set(BROWSER, cookies[BROWSER], path="/api")
        assert seat_cookies(again.post(path, **content)) == seat_cookies(first) != {}


def test_somebody_else_with_another_nonce_gets_nothing(shared_address: str) -> None:
    person, path, content = sits(shared_address)
    lost(person, path, **content)
    assert person.post(path, **{**content, "nonce": nonce()}).json()["code"] == "taken"
    person, path, content = uses_a_link(shared_address)
    lost(person, path, **content)
    assert Person(shared_address).post(path, **{**content, "nonce": nonce()}).json()["code"] == "forbidden"
    assert Person(shared_address).post(path, token=content["token"]).json()["code"] == "forbidden"


def test_a_published_nonce_opens_nothing(shared_address: str) -> None:
    share = nonce()
    anna = Person(shared_address).open_table(share=share).look()
    assert anna.ask("end", wants=True)["type"] == "answer"
    record = anna.http.get(f"/api/tables/{anna.table}/record?seat=0").json()
    assert record["options"]["fair"]["nonces"]["0"] == share
    eve = Person(shared_address)
    wanted = {"game": "three-witches", "players": 3, "name": "Eve", "nonce": share, "bots": ["thumb", "thumb"]}
    for answer in (eve.post("", **wanted), eve.enter(anna).post(f"/{anna.table}/seats/0", name="Eve", nonce=share)):
        assert answer.status_code == 409, answer.text
        assert not seat_cookies(answer)


def test_a_nonce_that_opened_another_table_is_refused(shared_address: str) -> None:
    share = nonce()
    Person(shared_address).open_table(share=share)
    other = {"game": "midnight", "players": 2, "name": "Anna", "nonce": share, "bots": []}
    assert Person(shared_address).post("", **other).json()["code"] == "taken"


@pytest.mark.slow
def test_everybody_can_lose_the_answer_to_a_rematch(shared_address: str) -> None:
    people = company(shared_address)
    play_out(people, random.Random(5))
    for person in people:
        content = {"seat": person.seat, "nonce": nonce()}
        first = lost(person, f"/{person.table}/again", **content)
        second = person.post(f"/{person.table}/again", **content)
        assert first.json() == second.json()
        person.table = second.json()["table"]
        person.close()
        person.look()
    assert len({person.table for person in people}) == 1
    assert people[0].now["status"] == "lobby" or people[0].now["view"]


def test_the_invitation_leaves_one_key_per_browser(tmp_path: Path) -> None:
    with serving(settings(tmp_path)) as address:
        anna, bea = Person(address).open_table(bots=()), Person(address)
        bea.enter(anna)
        before = count_keys(tmp_path)
        for _ in range(5):
            bea.enter_again(anna.invite)
        assert count_keys(tmp_path) == before


def test_looking_at_a_link_does_not_use_it_up(shared_address: str) -> None:
    anna = Person(shared_address).open_table()
    token = anna.post(f"/{anna.table}/seats/0/link").json()["token"]
    phone = Person(shared_address)
    for _ in range(3):
        told = phone.post(f"/{anna.table}/look", token=token)
        assert told.json() == {"seat": 0, "name": "Anna", "game": "three-witches"}
        assert not told.cookies
        for method in ("GET", "HEAD"):
            assert phone.http.request(method, f"/table/{anna.table}").status_code in (200, 404)  # 404: not built
            assert phone.http.request(method, f"/api/tables/{anna.table}").status_code == 403
    assert phone.post(f"/{anna.table}/enter", token=token).json()["mine"] == [0]
    assert phone.post(f"/{anna.table}/look", token=token).json()["code"] == "forbidden"


@pytest.mark.parametrize("path", ["/api/games", "/api/games/midnight/rules", "/api/share", "/api/nothing", "/nothing"])
def test_head_is_get_without_a_body(shared_address: str, path: str) -> None:
    got, head = httpx.get(shared_address + path), httpx.head(shared_address + path)
    assert (head.status_code, head.content) == (got.status_code, b"")
    assert head.headers["content-type"] == got.headers["content-type"]
    assert head.headers["content-length"] == got.headers["content-length"]


def test_cookies_last_from_the_last_visit(shared_address: str) -> None:
    anna = Person(shared_address).open_table()
    answer = anna.http.get(f"/api/tables/{anna.table}")
    renewed = answer.headers.get_list("set-cookie")
    assert {one.split("=")[0] for one in renewed} == {BROWSER, "coven-seat-0"}
    assert all("Max-Age=5184000" in one and "HttpOnly" in one and "SameSite=strict" in one for one in renewed)
    assert answer.cookies["coven-seat-0"] == anna.http.cookies["coven-seat-0"]


def test_the_secret_is_made_once_and_only_its_user_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "server.secret"
    drawn = kept_secret(path)
    assert kept_secret(path) == drawn
    assert path.stat().st_mode & 0o77 == 0
    path.chmod(0o644)
    assert kept_secret(path) == drawn
    assert path.stat().st_mode & 0o77 == 0
    path.write_bytes(b"cut")
    assert len(kept_secret(path)) == len(drawn)
    assert path.stat().st_mode & 0o77 == 0


def test_a_disk_without_links_keeps_a_secret_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("os.link", refused)
    path = tmp_path / "server.secret"
    assert kept_secret(path) == kept_secret(path) == path.read_bytes()
    assert list(tmp_path.iterdir()) == [path]
    assert path.stat().st_mode & 0o777 == 0o600
