"""A person is a browser: nobody sees two hands of a game, by any route."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from coven.server.keys import BROWSER
from tests.server.serving import Person, nonce, serving, settings
from tests.server.test_play import company

SEEN = "nobody sees two hands"


def tries_to_sit(person: Person, seat: int, name: str = "Eve") -> httpx.Response:
    return person.post(f"/{person.table}/seats/{seat}", name=name, nonce=nonce())


def refused(answer: httpx.Response, text: str = SEEN) -> bool:
    return answer.status_code == 403 and text in answer.json()["text"]


def running(address: str) -> tuple[Person, Person]:
    """Anna and Bea play with a bot; both have used the invitation, as people do who pass it on."""
    anna = Person(address).open_table(bots=("thumb",))
    bea = Person(address).join(anna, 2, "Bea")
    for person in (anna, bea):
        person.enter_again(anna.invite)
        person.look()
    assert anna.ask("start")["type"] == "answer"
    return anna, bea


def test_one_browser_takes_one_seat_before_the_start(shared_address: str) -> None:
    anna = Person(shared_address).open_table(bots=())
    anna.enter_again(anna.invite)
    assert refused(tries_to_sit(anna, 1))
    bea = Person(shared_address).join(anna, 1, "Bea")
    assert refused(tries_to_sit(bea, 2))


def leave(person: Person) -> None:
    """Give the seat up; the socket may close before its answer comes."""
    with suppress(ConnectionClosed):
        person.ask("leave")


def leaves_for_the_bots_seat(anna: Person, bea: Person) -> httpx.Response:
    leave(anna)
    return tries_to_sit(anna, 1)


def leaves_for_a_seat_that_a_friend_left(anna: Person, bea: Person) -> httpx.Response:
    leave(bea)
    leave(anna)
    return tries_to_sit(anna, 2)


def takes_the_bots_seat_beside_her_own(anna: Person, bea: Person) -> httpx.Response:
    return tries_to_sit(anna, 1)


def opens_a_friends_link(anna: Person, bea: Person) -> httpx.Response:
    token = bea.post(f"/{bea.table}/seats/2/link").json()["token"]
    return anna.post(f"/{anna.table}/enter", token=token)


def opens_a_friends_link_after_leaving(anna: Person, bea: Person) -> httpx.Response:
    token = bea.post(f"/{bea.table}/seats/2/link").json()["token"]
    leave(anna)
    return anna.post(f"/{anna.table}/enter", token=token)


def renames_and_leaves_for_the_bots_seat(anna: Person, bea: Person) -> httpx.Response:
    anna.ask("name", name="Zora")
    return leaves_for_the_bots_seat(anna, bea)


def looks_through_a_link_and_sits_elsewhere(anna: Person, bea: Person) -> httpx.Response:
    """A browser that had only been invited opens Bea's link, and Bea leaves; then it sits down at the bot's seat."""
    cora = Person(anna.address).enter(anna)
    token = bea.post(f"/{bea.table}/seats/2/link").json()["token"]
    assert cora.post(f"/{anna.table}/enter", token=token).json()["mine"] == [2]
    leave(bea)
    return tries_to_sit(cora, 1)


def loses_her_own_cookie_and_gets_another(anna: Person, bea: Person) -> httpx.Response:
    anna.http.cookies.delete(BROWSER)
    anna.http.get(f"/api/tables/{anna.table}")
    anna.enter_again(anna.invite)
    return leaves_for_the_bots_seat(anna, bea)


WAYS: list[Callable[[Person, Person], httpx.Response]] = [
    leaves_for_the_bots_seat, leaves_for_a_seat_that_a_friend_left, takes_the_bots_seat_beside_her_own,
    opens_a_friends_link, opens_a_friends_link_after_leaving, renames_and_leaves_for_the_bots_seat,
    looks_through_a_link_and_sits_elsewhere, loses_her_own_cookie_and_gets_another,
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_no_way_leads_to_a_second_hand(shared_address: str, way: Callable[[Person, Person], httpx.Response]) -> None:
    assert refused(way(*running(shared_address)))


def test_a_refused_link_is_not_used_up(shared_address: str) -> None:
    anna, bea = running(shared_address)
    token = bea.post(f"/{bea.table}/seats/2/link").json()["token"]
    assert refused(anna.post(f"/{anna.table}/enter", token=token))
    assert Person(shared_address).post(f"/{anna.table}/enter", token=token).json()["mine"] == [2]


def test_a_leaver_may_sit_in_her_own_seat_again(shared_address: str) -> None:
    anna, _ = running(shared_address)
    leave(anna)
    assert tries_to_sit(anna, 0, "Anna").is_success


def test_it_holds_after_a_restart(tmp_path: Path) -> None:
    with serving(settings(tmp_path)) as address:
        anna, _ = running(address)
        leave(anna)
        table, jar = anna.table, dict(anna.http.cookies)
    with serving(settings(tmp_path)) as address:
        again = Person(address, table=table)
        again.http.cookies.set(BROWSER, jar[BROWSER], path="/api")
        assert refused(tries_to_sit(again, 1))
        assert tries_to_sit(again, 0, "Anna").is_success


def test_several_play_at_one_device_if_the_table_agrees(shared_address: str) -> None:
    anna = Person(shared_address).open_table(bots=("thumb",)).look()
    anna.enter_again(anna.invite)
    assert not anna.now["shares_devices"]
    assert anna.ask("agree", devices=True)["type"] == "answer"
    assert anna.now["shares_devices"]
    assert tries_to_sit(anna, 2, "Bea").is_success
    assert anna.ask("agree", devices=False)["code"] == "taken"
    assert anna.ask("start")["type"] == "answer"
    bea = Person(shared_address, table=anna.table, seat=2)
    bea.http.cookies = anna.http.cookies
    assert bea.look().now["you"] == 2
    assert anna.ask("agree", devices=False)["code"] == "not_yet"


def test_a_friends_link_opens_no_second_seat_after_the_end(shared_address: str) -> None:
    anna, bea = running(shared_address)
    for person in (anna, bea):
        person.ask("end", wants=True)
    token = bea.post(f"/{bea.table}/seats/2/link").json()["token"]
    assert anna.post(f"/{anna.table}/enter", token=token).json()["mine"] == [0, 2]
    first = anna.post(f"/{anna.table}/again", seat=0, nonce=nonce())
    assert first.is_success
    assert refused(anna.post(f"/{anna.table}/again", seat=2, nonce=nonce()))
    assert bea.post(f"/{anna.table}/again", seat=2, nonce=nonce()).json()["table"] == first.json()["table"]


def test_one_browser_is_one_person_at_the_old_table_and_the_new(shared_address: str) -> None:
    anna, bea = running(shared_address)
    for person in (anna, bea):
        person.ask("end", wants=True)
    following = anna.post(f"/{anna.table}/again", seat=0, nonce=nonce()).json()
    bea.post(f"/{following['table']}/enter", token=following["invite"])
    old, bea.table = bea.table, following["table"]
    assert tries_to_sit(bea, 1, "Eve").is_success
    assert refused(bea.post(f"/{old}/again", seat=2, nonce=nonce()))


def test_no_page_sees_a_browsers_identity(shared_address: str) -> None:
    people = company(shared_address)
    persons = [dict(person.http.cookies)[BROWSER] for person in people]
    assert len(set(persons)) == 3
    assert not any(person in str(one.frames) for person in persons for one in people)
