"""The same deal again: by whoever has played it and by a friend, said to be repeated, and compared at the end."""

from __future__ import annotations

import json
from typing import Any

from coven.engine.record import GameRecord
from coven.games import load_game
from tests.server.serving import Person, nonce
from tests.server.test_replay import until_over

GAME = load_game("three-witches")


def finished(address: str, name: str = "Anna") -> Person:
    """Somebody who has played a game against bots to its end."""
    anna = Person(address).open_table(("thumb", "witch"), name).look()
    until_over(anna)
    return anna


def link_of(person: Person) -> dict[str, Any]:
    answer = person.post(f"/{person.table}/deal/link?seat={person.seat}")
    assert answer.is_success, answer.text
    found: dict[str, Any] = answer.json()
    return found


def replay(person: Person, table: str, **wanted: Any) -> Person:
    """Play a deal again."""
    again = Person(person.address)
    seated = person.post(f"/{table}/deal", **{"seat": 0, "nonce": nonce(), **wanted})
    again.http.cookies = person.http.cookies
    return again._seated(seated).look()


def record(person: Person) -> GameRecord:
    text = person.http.get(f"/api/tables/{person.table}/record", params={"seat": person.seat}).text
    return GameRecord.parse(text, "record")


def test_the_same_deal_again_has_the_same_cards_and_bots_and_says_so(address: str) -> None:
    anna = finished(address)
    again = replay(anna, anna.table)
    assert again.table != anna.table
    assert (again.now["is_repeat"], anna.now["is_repeat"]) == (True, False)
    assert any("was played before" in line for line in again.log)
    assert [seat["level"] for seat in again.now["seats"]] == [None, "thumb", "witch"]
    assert [seat["name"] for seat in again.now["seats"]] == [seat["name"] for seat in anna.now["seats"]]
    assert again.http.get(f"/api/tables/{again.table}").json()["commitment"] == ""
    assert again.ask("invite", is_open=True)["code"] == "forbidden"
    until_over(again)
    old, new = record(anna), record(again)
    assert old.data["seed"] == new.data["seed"]
    assert "fair" in old.data["options"]
    assert "fair" not in new.data["options"]
    assert new.verify(GAME).over


def test_a_friend_plays_the_deal_by_a_link_that_holds_no_seed(address: str) -> None:
    anna = finished(address)
    link, seed = link_of(anna), record(anna).data["seed"]
    bea = Person(address)
    looked = bea.post(f"/{link['table']}/deal/look", seat=0, token=link["token"])
    assert looked.json() == {"game": "three-witches", "name": "Anna", "players": 3}
    assert seed not in json.dumps(link) + looked.text
    assert bea.post(f"/{link['table']}/deal/look", seat=1, token=link["token"]).status_code == 403
    played = replay(bea, link["table"], name="Bea", token=link["token"])
    assert played.now["seats"][0]["name"] == "Bea"
    early = played.http.get(f"/api/tables/{played.table}/deal/results", params={"seat": 0})
    assert (early.status_code, early.json()["code"]) == (409, "not_yet")
    assert bea.http.get(f"/api/tables/{anna.table}/record", params={"seat": 0}).status_code == 403
    until_over(played)
    assert record(played).data["seed"] == seed
    for person, you in ((played, "Bea"), (anna, "Anna")):
        found = person.http.get(f"/api/tables/{person.table}/deal/results", params={"seat": 0}).json()
        assert {one["name"]: one["is_you"] for one in found} == {"Anna": you == "Anna", "Bea": you == "Bea"}
        assert [one["place"] for one in found] == sorted(one["place"] for one in found)
        assert all(one["text"] for one in found)
    assert link_of(played) == link


def test_a_deal_is_repeated_only_once_it_is_over_and_by_whom_it_may(address: str) -> None:
    anna = Person(address).open_table().look()
    wanted = {"seat": 0, "nonce": nonce()}
    assert anna.post(f"/{anna.table}/deal", **wanted).json()["code"] == "not_yet"
    assert anna.post(f"/{anna.table}/deal/link?seat=0").json()["code"] == "not_yet"
    until_over(anna)
    eve = Person(address)
    assert eve.post(f"/{anna.table}/deal", **wanted).status_code == 403
    assert eve.post(f"/{anna.table}/deal", **wanted, token="x" * 32).status_code == 403
    assert eve.post(f"/{anna.table}/deal/link?seat=0").status_code == 403
    assert anna.post(f"/{anna.table}/deal", seat=0, nonce="x").json()["code"] == "bad_message"
    assert anna.post(f"/{anna.table}/deal", seat=9, nonce=nonce()).status_code == 404


def test_a_repeated_request_opens_one_table(address: str) -> None:
    anna = finished(address)
    wanted = {"seat": 0, "nonce": nonce()}
    first, second = (anna.post(f"/{anna.table}/deal", **wanted) for _ in range(2))
    assert first.json() == second.json()
    third = anna.post(f"/{anna.table}/deal", seat=0, nonce=nonce())
    assert third.json()["table"] != first.json()["table"]
