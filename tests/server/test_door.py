"""What a table's door and its owner's home page are told, and that they are told no more."""

from __future__ import annotations

from typing import Any

import httpx

from coven.games import all_games
from tests.server.serving import Person
from tests.server.test_play import company


def glance(person: Person, table: str, seat: int, **others: Any) -> httpx.Response:
    return person.http.get(f"/api/tables/{table}/glance", params={"seat": seat}, **others)


def test_a_guest_is_told_who_invites(shared_address: str) -> None:
    anna = Person(shared_address).open_table(bots=("thumb",))
    bea = Person(shared_address).enter(anna)
    info = bea.http.get(f"/api/tables/{anna.table}").json()
    assert info["seats"][info["host"]]["name"] == "Anna"


def test_a_guest_can_read_the_goal_and_the_rules_in_one_minute(shared_address: str) -> None:
    games = httpx.get(f"{shared_address}/api/games").json()
    assert len(games) == len(all_games())
    for game in games:
        assert game["goal"].endswith(".")
        minute = httpx.get(f"{shared_address}/api/games/{game['key']}/rules").json()["in_one_minute"]
        assert minute.startswith("<ul>")
        assert minute.count("<li>") >= 4


def test_the_owner_of_a_seat_is_told_whose_turn_it_is(shared_address: str) -> None:
    anna, bea, _ = company(shared_address)
    told = glance(bea, anna.table, bea.seat).json()
    assert set(told) == {"status", "seats", "reason"}
    assert told["status"] == "playing"
    assert [seat["name"] for seat in told["seats"]] == ["Anna", "Bea", "Cora"]
    assert [seat["owes"] for seat in told["seats"]] == [seat["owes"] for seat in anna.now["seats"]]


def test_nobody_else_is_told_anything(shared_address: str) -> None:
    anna = Person(shared_address).open_table(bots=("thumb",))
    guest = Person(shared_address).enter(anna)
    cora = Person(shared_address).join(anna, 2, "Cora")
    for person, seat in ((Person(shared_address), 0), (guest, 0), (guest, 2), (cora, 0), (anna, 2)):
        answer = glance(person, anna.table, seat)
        assert answer.status_code == 403
        assert "Anna" not in answer.text
    assert glance(anna, anna.table, 9).json()["code"] == "not_found"
    assert glance(anna, "x" * 12, 0).json()["code"] == "not_found"


def test_whoever_has_left_is_told_nothing_more(shared_address: str) -> None:
    anna, bea, _ = company(shared_address)
    assert glance(bea, anna.table, bea.seat).is_success
    bea.ask("leave")
    assert glance(bea, anna.table, bea.seat).status_code == 403


def test_a_new_name_is_told_to_everybody_at_any_time(shared_address: str) -> None:
    anna, bea, cora = company(shared_address)
    assert bea.ask("name", name="Beatrice")["type"] == "answer"
    for person in (anna, cora):
        person.hear(lambda person=person: person.now["seats"][bea.seat]["name"] == "Beatrice")
        assert "Bea is called Beatrice now" in person.log
    assert bea.ask("name", name="Ann\u0430")["code"] == "taken"
