"""A game over the wire: whole games, drafts, undo, seats that change hands, coming back."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from coven.cli import main
from coven.server.live import GRACE
from tests.server.conftest import Wait
from tests.server.serving import Person, serving, settings


def company(
    address: str,
    names: tuple[str, ...] = ("Anna", "Bea", "Cora"),
    game: str = "three-witches",
    before: Callable[[Person], object] = lambda host: None,
) -> list[Person]:
    """People at a table that has begun; `before` the start its host may do something."""
    host = Person(address).open_table(bots=(), name=names[0], game=game, players=len(names))
    people = [host, *(Person(address).join(host, seat, name) for seat, name in enumerate(names[1:], start=1))]
    for person in people:
        person.look()
    before(host)
    assert host.ask("start")["type"] == "answer"
    for one in people:
        one.hear(lambda one=one: one.now["status"] == "playing")
    return people


def due(people: list[Person]) -> list[Person]:
    """Those who owe a decision; everybody has read what there is."""
    for person in people:
        person.ask("undo", question="none")
    return [person for person in people if person.now["question"] and person.now["question"]["is_due"]]


def play_out(people: list[Person], rng: random.Random) -> None:
    """Random choices to the end."""
    while people[0].now["status"] == "playing":
        for person in due(people):
            if person.now["question"]["is_due"]:
                person.act(rng.choice(person.now["choices"])["action"])
        due(people)


def play_bots(person: Person, rng: random.Random) -> None:
    """Random choices against bots, to the end."""
    answered = ""
    while person.now["status"] == "playing":
        question = person.now["question"]
        if question["is_due"] and question["id"] != answered:
            answered = question["id"]
            person.act(rng.choice(person.now["choices"])["action"])
        else:
            person.read()


def test_a_game_against_bots_ends_with_a_record(address: str, tmp_path: Path) -> None:
    anna = Person(address).open_table().look()
    play_bots(anna, random.Random(4))
    result = anna.now["result"]
    assert result["winners"]
    assert result["hidden"]
    assert result["clause"] == "TW-51"
    record = anna.http.get(f"/api/tables/{anna.table}/record?seat=0")
    assert "attachment" in record.headers["content-disposition"]
    path = tmp_path / "record.json"
    path.write_text(record.text)
    assert CliRunner().invoke(main, ["verify", str(path)]).exit_code == 0


@pytest.mark.slow
def test_three_people_play_to_the_end_and_again(shared_address: str) -> None:
    people = company(shared_address)
    play_out(people, random.Random(5))
    shares = [person.now["result"]["shares"] for person in people]
    assert shares[0] == shares[1] == shares[2]
    following = [person.post(f"/{person.table}/again", seat=person.seat, nonce="0" * 32).json() for person in people]
    assert len({one["table"] for one in following}) == 1
    assert [one["seat"] for one in following] == [0, 1, 2]
    people[0].table = following[0]["table"]
    people[0].close()
    assert people[0].look().now["status"] == "playing"


def test_a_draft_is_invisible_and_can_be_taken_back(shared_address: str) -> None:
    people = company(shared_address)
    lead = bid_four(people)
    lesser = [person for person in people if person is not lead]
    before = [person.now["view"]["pending"] for person in people]
    first = lesser[0].now["choices"][0]
    lesser[0].act(first["action"])
    due(people)
    assert lesser[0].now["can_undo"]
    assert lesser[0].now["view"]["discards"][lesser[0].seat] == first["text"].split()[1]
    assert lesser[1].now["view"]["discards"][lesser[0].seat] == "hidden"
    assert lesser[1].now["log"] == []
    assert lesser[0].ask("undo", question=lesser[0].now["question"]["id"])["type"] == "answer"
    due(people)
    assert [person.now["view"]["pending"] for person in people] == before
    assert not lesser[0].now["can_undo"]


def bid_four(people: list[Person]) -> Person:
    """Whoever may bid first bids 4."""
    lead = due(people)[0]
    lead.act("bid 4")
    due(people)
    return lead


def test_a_neighbours_sealed_choice_makes_no_question_stale(shared_address: str) -> None:
    people = company(shared_address)
    lead = bid_four(people)
    one, other = [person for person in people if person is not lead]
    asked = other.now["question"]["id"]
    one.act(one.now["choices"][0]["action"])
    assert other.ask("act", question=asked, action=other.now["choices"][0]["action"])["type"] == "answer"


def test_a_repeated_message_is_not_played_twice(shared_address: str) -> None:
    people = company(shared_address)
    lead = bid_four(people)
    one, other = [person for person in people if person is not lead]
    message = {"question": one.now["question"]["id"], "action": one.now["choices"][0]["action"], "id": "same"}
    assert one.ask("act", **message) == {"type": "answer", "id": "same"}
    assert one.ask("act", **message) == {"type": "answer", "id": "same"}
    other.act(other.now["choices"][0]["action"])
    due(people)
    assert one.ask("act", **message) == {"type": "answer", "id": "same"}
    assert lead.now["view"]["phase"] == "lead"


def test_an_answer_to_an_old_question_is_refused_and_changes_nothing(shared_address: str) -> None:
    people = company(shared_address)
    bidder = due(people)[0]
    old = {"question": bidder.now["question"]["id"], "action": bidder.now["choices"][0]["action"]}
    bidder.act("pass")
    before = [person.now for person in people if due(people)]
    assert bidder.ask("act", **old)["code"] == "stale"
    due(people)
    assert [person.now for person in people] == before


def test_an_illegal_answer_gets_its_clause(shared_address: str) -> None:
    people = company(shared_address)
    lead = bid_four(people)
    problem = lead.ask("act", question=lead.now["question"]["id"], action=0)
    assert problem["code"] == "illegal"
    assert problem["clause"] == "TW-20"
    one = next(person for person in people if person is not lead)
    assert one.ask("act", question=one.now["question"]["id"], action=10**9)["code"] == "illegal"


def test_everything_comes_back_after_a_restart(tmp_path: Path) -> None:
    with serving(settings(tmp_path)) as address:
        people = company(address)
        lead = bid_four(people)
        one = next(person for person in people if person is not lead)
        one.act(one.now["choices"][2]["action"])
        due(people)
        cookies = [dict(person.http.cookies) for person in people]
        before = [(person.now["view"], person.now["question"], person.now["can_undo"], person.log) for person in people]
    with serving(settings(tmp_path)) as address:
        for person, old, jar in zip(people, before, cookies, strict=True):
            again = Person(address, table=person.table, seat=person.seat)
            for key, value in jar.items():
                again.http.cookies.set(key, value, path=f"/api/tables/{person.table}")
            again.look()
            assert (again.now["view"], again.now["question"], again.now["can_undo"], again.log) == old
            again.close()


def test_a_second_page_shows_the_same(shared_address: str) -> None:
    people = company(shared_address)
    lead = bid_four(people)
    again = Person(shared_address, table=lead.table, seat=lead.seat)
    again.http.cookies = lead.http.cookies
    again.look()
    assert again.now["view"] == lead.now["view"]
    assert again.log == lead.log


def test_a_bot_takes_a_leavers_seat_and_a_person_takes_it_back(address: str, wait: Wait) -> None:
    people = company(address)
    anna, bea, cora = people
    assert anna.ask("bot", seat=1, level="thumb")["code"] == "taken"
    bea.close()
    anna.hear(lambda: not anna.now["seats"][1]["present"])
    wait(GRACE)
    assert anna.ask("bot", seat=1)["type"] == "answer"
    anna.hear(lambda: anna.now["seats"][1]["kind"] == "bot")
    bea.look()
    assert bea.now["seats"][1]["kind"] == "bot"
    assert bea.now["seats"][1]["is_owned"]
    assert bea.ask("take")["type"] == "answer"
    bea.hear(lambda: bea.now["seats"][1]["kind"] == "person")
    assert bea.ask("leave")["type"] == "answer"
    anna.hear(lambda: anna.now["seats"][1]["kind"] == "empty")
    assert anna.ask("bot", seat=1, level="thumb")["type"] == "answer"
    dora = Person(address).join(anna, 1, "Dora").look()
    assert dora.now["seats"][1]["name"] == "Dora"
    assert dora.now["view"]["you"] == 1
    assert any("Dora takes the seat of Grizel" in line for line in dora.log)
    assert cora.ask("name", name="Bea Two")["type"] == "answer"


def test_a_leavers_cookie_no_longer_opens_anything(shared_address: str) -> None:
    _, bea, _ = company(shared_address)
    bea.ask("leave")
    again = Person(shared_address, table=bea.table, seat=1)
    again.http.cookies = bea.http.cookies
    again.page = again.dial()
    assert again.read()["code"] == "forbidden"


def test_a_seat_link_works_once(shared_address: str) -> None:
    anna = Person(shared_address).open_table()
    token = anna.post(f"/{anna.table}/seats/0/link").json()["token"]
    phone = Person(shared_address, table=anna.table, seat=0)
    assert phone.post(f"/{anna.table}/enter", token=token).json()["mine"] == [0]
    assert phone.look().now["you"] == 0
    assert Person(shared_address).post(f"/{anna.table}/enter", token=token).json()["code"] == "forbidden"
    assert anna.look().now["you"] == 0


def test_phrases_are_heard_by_all_and_kept(shared_address: str) -> None:
    people = company(shared_address)
    lead = bid_four(people)
    lesser = [person for person in people if person is not lead]
    assert lead.ask("say", phrase="win")["code"] == "illegal"
    for person in lesser:
        person.act(person.now["choices"][0]["action"])
    due(people)
    assert lesser[0].ask("say", phrase="win")["type"] == "answer"
    assert lesser[0].ask("say", phrase="lose")["code"] == "illegal"
    due(people)
    assert lead.now["said"] == [{"seat": lesser[0].seat, "text": "Let us win this one"}]
    assert lead.log[-1].endswith('says: "Let us win this one"')
    assert lesser[0].log[-1] == 'You say: "Let us win this one"'


def test_every_choice_says_what_it_touches_and_dim_cards_say_why(shared_address: str) -> None:
    anna, rng = Person(shared_address).open_table(), random.Random(2)
    anna.look()
    seen: set[str] = set()
    while anna.now["status"] == "playing":
        frame = anna.now
        if not (frame["question"] and frame["question"]["is_due"]):
            anna.read()
            continue
        touched = {touch for choice in frame["choices"] for touch in choice["touches"]}
        closed = {one["touch"] for one in frame["closed"]}
        assert not touched & closed
        hand = {f"card:{card}" for card in frame["view"]["hand"]}
        if frame["view"]["phase"] in ("lead", "first", "second", "late", "discard"):
            assert touched | closed == hand
            assert all(one["text"] and one["clause"] for one in frame["closed"])
        seen.add(frame["view"]["phase"])
        number = len(anna.frames)
        anna.act(rng.choice(frame["choices"])["action"])
        anna.hear(lambda number=number: len(anna.frames) > number)
    assert len(seen) >= 3


@pytest.mark.parametrize("kind", ["view", "log", "choices"])
def test_no_hidden_card_has_an_id(shared_address: str, kind: str) -> None:
    """A card that a seat has not seen is "hidden" and nothing else."""
    people = company(shared_address)
    lead = bid_four(people)
    for person in people:
        if person is not lead:
            person.act(person.now["choices"][0]["action"])
    due(people)
    text = lead.now["choices"][0]["text"].split()[1]
    lead.act(lead.now["choices"][0]["action"])
    due(people)
    down: Any = lead.now["choices"][0]["text"].split()[1]
    lead.act(lead.now["choices"][0]["action"])
    due(people)
    for person in people:
        if person is not lead and down not in person.now["view"]["hand"]:
            assert f'"{down}"' not in json.dumps(person.now[kind])
            assert person.now["view"]["tricks"][0]["down"] == "hidden"
            assert person.now["view"]["tricks"][0]["up"] == text
