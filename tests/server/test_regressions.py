"""Regressions: faults that reviews have found in the server, each with all of its kind."""

from __future__ import annotations

import asyncio
import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Connection

from coven.engine.match import Match
from coven.engine.record import GameRecord
from coven.games import load_game
from coven.server.database import DatabaseThread
from coven.server.live import GRACE, Live
from coven.server.messages import NewTable
from coven.server.store import Store
from coven.server.tables import Tables
from tests.server.conftest import Wait
from tests.server.serving import Person, nonce, serving, settings
from tests.server.test_play import bid_four, company, due, play_bots, play_out

GAME = load_game("three-witches")


def test_a_left_seat_can_do_nothing_more(shared_address: str) -> None:
    _, bea, _ = company(shared_address)
    for kind, content in (("leave", {}), ("act", {"question": "x", "action": 0}), ("name", {"name": "Eve"})):
        bea.send(kind, id=kind, **content)
    with pytest.raises(Exception, match="4401"):
        bea.hear(lambda: False)
    answers = {one.get("id"): one["type"] for one in bea.others}
    assert answers["leave"] == "answer"
    assert answers.get("act", "error") == answers.get("name", "error") == "error"


def test_a_link_works_once_even_for_three_at_once(shared_address: str) -> None:
    anna = Person(shared_address).open_table()
    token = anna.post(f"/{anna.table}/seats/0/link").json()["token"]
    guests = [Person(shared_address) for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        codes = list(pool.map(lambda guest: guest.post(f"/{anna.table}/enter", token=token).status_code, guests))
    assert sorted(codes) == [200, 403, 403]


@pytest.mark.slow
def test_simultaneous_rematch_requests_make_one_table(shared_address: str) -> None:
    people = company(shared_address, ("Grizel", "Morwen", "Hesper"))
    play_out(people, random.Random(5))
    with ThreadPoolExecutor(3) as pool:
        answers = list(
            pool.map(lambda one: one.post(f"/{one.table}/again", seat=one.seat, nonce=nonce()).json(), people)
        )
    assert len({answer["table"] for answer in answers}) == 1
    assert sum(answer["invite"] is not None for answer in answers) == 1


def test_a_player_named_like_a_bot_can_play_again(shared_address: str) -> None:
    anna = Person(shared_address).open_table(name="Grizel").look()
    play_bots(anna, random.Random(3))
    again = anna.post(f"/{anna.table}/again", seat=0, nonce=nonce())
    assert again.status_code == 201, again.text


def test_a_revocable_first_card_sends_nothing_to_others(shared_address: str) -> None:
    people = company(shared_address)
    lead = bid_four(people)
    for person in people:
        if person is not lead:
            person.act(person.now["choices"][0]["action"])
    due(people)
    before = [len(person.frames) for person in people if person is not lead]
    lead.act(lead.now["choices"][0]["action"])
    lead.ask("undo", question=lead.now["question"]["id"])
    due(people)
    assert [len(person.frames) for person in people if person is not lead] == before


def test_a_seat_played_by_a_bot_must_be_taken_back_first(address: str, wait: Wait) -> None:
    anna, bea, _ = company(address)
    bea.close()
    anna.hear(lambda: not anna.now["seats"][1]["present"])
    wait(GRACE)
    assert anna.ask("bot", seat=1)["type"] == "answer"
    bea.look()
    assert bea.ask("undo", question=bea.now["question"]["id"])["code"] == "forbidden"


def test_nobody_takes_a_second_hand_of_a_running_game(shared_address: str) -> None:
    anna = Person(shared_address).open_table()
    anna.post(f"/{anna.table}/enter", token=anna.invite)
    answer = anna.post(f"/{anna.table}/seats/1", name="Eve", nonce=nonce())
    assert answer.json()["code"] == "forbidden"


def test_an_unreadable_disk_costs_nothing_once_it_is_back(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch, serving(settings(tmp_path)) as address:
        people = company(address)
        bidder = due(people)[0]

        def broken(*_: object) -> None:
            raise OSError("the disk is away")

        for part, name in ((Connection, "begin"), (DatabaseThread, "write")):
            patch.setattr(part, name, broken)
        assert bidder.ask("act", question=bidder.now["question"]["id"], action=2)["code"] == "storage"
        assert bidder.ask("act", question=bidder.now["question"]["id"], action=2)["code"] == "storage"
        patch.undo()
        assert bidder.act("bid 4")["type"] == "answer"
        for person in people:
            person.hear(lambda person=person: person.now["view"]["phase"] == "discard")


def test_a_deeply_nested_message_gets_an_answer(shared_address: str) -> None:
    anna = Person(shared_address).open_table().look()
    assert anna.page
    anna.page.send('{"type": "act", "id": "1", "x": ' + "[" * 20_000 + "]" * 20_000 + "}")
    anna.hear(lambda: anna.others)
    assert anna.others[-1]["code"] == "bad_message"


@pytest.mark.parametrize("headers", [{"Host": "["}, {"Host": "127.0.0.1:x"}, {"Origin": "http://["}])
def test_invalid_addresses_are_refused(shared_address: str, headers: dict[str, str]) -> None:
    answer = httpx.post(f"{shared_address}/api/tables", json={}, headers=headers)
    assert answer.status_code in (403, 421, 400)
    assert set(answer.json()) >= {"code", "text"}


@pytest.mark.parametrize("path", ["/%00", "/" + "a" * 300, "/assets/" + "a" * 300])
def test_impossible_paths_lead_nowhere(shared_address: str, path: str) -> None:
    assert httpx.get(shared_address + path).status_code == 404


def test_hosts_are_known_in_any_spelling(tmp_path: Path) -> None:
    with serving(settings(tmp_path, hosts=["MyPC"])) as address:
        assert httpx.get(f"{address}/api/games", headers={"Host": "mypc:80"}).status_code == 200


def test_a_phrase_during_a_draft_keeps_its_place_in_the_log() -> None:
    match = Match(GAME, 3, seed=5)
    match.act(match.pending[0], "bid 4")
    for seat in match.pending:
        match.act(seat, match.numbers(seat)[0])
    (lead,) = match.pending
    match.act(lead, match.numbers(lead)[0])
    match.say((lead + 1) % 3, "win")
    assert match.spoken[0][0] == len(match.acts) - 1
    assert json.loads(GameRecord.of(match).text())["phrases"] == [[3, (lead + 1) % 3, "win"]]


def test_unwatched_tables_leave_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coven.server.tables.MOST_KEPT", 20)

    async def open_many() -> int:
        kept = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        await kept.open()
        tables = Tables(kept, Live())
        bells = []
        for number in range(60):
            table, *_ = await tables.create(NewTable("three-witches", 3, "Anna", nonce(), []))
            if number < 10:
                bells.append(tables.live.join(table.head.id, 0))
        await kept.close()
        return len(tables._kept)

    assert asyncio.run(open_many()) <= 21
