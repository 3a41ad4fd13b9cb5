"""People at a table: the host, sending away, and ends by agreement and by concession."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from coven.cli import main
from coven.engine.record import GameRecord, RecordError
from coven.games import load_game
from coven.server.changes import Stored
from coven.server.ending import record_of
from coven.server.errors import Refused
from coven.server.folding import fold
from coven.server.frames import frame_of
from coven.server.live import GRACE
from coven.server.opening import new_table
from coven.server.table import Table
from tests.server.conftest import Wait
from tests.server.serving import Person, nonce
from tests.server.test_play import bid_four, company, play_out


def tell(person: Person, kind: str, **content: Any) -> None:
    """Send what is done and answered, though the socket may close before the answer."""
    with suppress(ConnectionClosed):
        assert person.ask(kind, **content)["type"] == "answer"


def gone(person: Person, other: Person) -> None:
    """A page is closed, and another one has heard it."""
    person.close()
    other.hear(lambda: not other.now["seats"][person.seat]["present"])


# The host


def test_the_host_opened_the_table_or_is_next_in_order(shared_address: str) -> None:
    anna, bea, cora = company(shared_address)
    assert [person.now["host"] for person in (anna, bea, cora)] == [0, 0, 0]
    tell(anna, "leave")
    bea.hear(lambda: bea.now["host"] == 1)
    assert "Bea is the host now" in bea.log
    assert cora.ask("close")["code"] == "forbidden"
    dora = Person(shared_address).enter(anna)
    assert dora.post(f"/{anna.table}/seats/0", name="Dora", nonce=nonce()).is_success
    bea.hear(lambda: bea.now["seats"][0]["name"] == "Dora")
    assert bea.now["host"] == 1


def test_a_host_replaced_by_a_bot_is_no_longer_host(address: str, wait: Wait) -> None:
    anna, bea, _ = company(address)
    gone(anna, bea)
    wait(GRACE)
    assert bea.ask("bot", seat=0)["type"] == "answer"
    assert bea.now["host"] == 1


ONLY_HOST: list[tuple[str, dict[str, Any]]] = [
    ("away", {"seat": 2}), ("invite", {"is_open": False}), ("close", {}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "content"), ONLY_HOST, ids=[kind for kind, _ in ONLY_HOST])
def test_some_deeds_are_the_hosts_alone(shared_address: str, kind: str, content: dict[str, Any]) -> None:
    anna, bea, _ = company(shared_address)
    assert "Only the host" in bea.ask(kind, **content)["text"]
    assert anna.ask(kind, **content)["type"] == "answer"


def closed_with(person: Person) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        person.hear(lambda: False)
    assert closed.value.rcvd
    return closed.value.rcvd.code


def test_a_guest_who_is_sent_away_is_gone_at_once_and_for_good(shared_address: str) -> None:
    anna, bea, cora = company(shared_address)
    assert anna.ask("away", seat=1, id="once")["type"] == "answer"
    assert closed_with(bea) == 4401
    assert anna.ask("away", seat=1, id="once")["type"] == "answer", "a message that comes again is answered again"
    cora.hear(lambda: cora.now["seats"][1]["kind"] == "bot")
    seat = cora.now["seats"][1]
    assert (seat["is_owned"], seat["level"]) == (False, "witch")
    assert f"Anna, the host, sent Bea away; {seat['name']}, a bot, plays on" in cora.log
    assert bea.http.get(f"/api/tables/{bea.table}").status_code == 403
    assert "sent you away" in bea.post(f"/{anna.table}/enter", token=anna.invite).json()["text"]
    assert bea.post(f"/{anna.table}/seats/1", name="Bea", nonce=nonce()).status_code == 403
    token = cora.post(f"/{cora.table}/seats/2/link").json()["token"]
    assert "sent you away" in bea.post(f"/{anna.table}/enter", token=token).json()["text"]


def test_sending_away_in_the_lobby_frees_the_seat(shared_address: str) -> None:
    anna = Person(shared_address).open_table(bots=()).look()
    bea = Person(shared_address).join(anna, 1, "Bea").look()
    phone = Person(shared_address, table=anna.table, seat=1)
    phone.post(f"/{anna.table}/enter", token=bea.post(f"/{anna.table}/seats/1/link").json()["token"])
    phone.look()
    assert anna.ask("away", seat=1)["type"] == "answer"
    assert closed_with(bea) == closed_with(phone) == 4401
    for person in (bea, phone):
        assert person.post(f"/{anna.table}/enter", token=anna.invite).status_code == 403
    assert anna.now["seats"][1]["kind"] == "empty"
    assert anna.ask("away", seat=0)["code"] == anna.ask("away", seat=1)["code"] == "taken"
    assert anna.ask("away", seat=9)["code"] == "not_found"


def test_the_invitation_can_be_withdrawn_and_renewed(shared_address: str) -> None:
    anna = Person(shared_address).open_table(bots=()).look()
    bea, cora = Person(shared_address).join(anna, 1, "Bea").look(), Person(shared_address).enter(anna)
    assert bea.post(f"/{anna.table}/invitation").json()["token"] == anna.invite
    assert cora.post(f"/{anna.table}/invitation").status_code == 403
    assert anna.ask("invite", is_open=False)["type"] == "answer"
    assert anna.now["invitation"] == 0
    assert Person(shared_address).post(f"/{anna.table}/enter", token=anna.invite).status_code == 403
    assert cora.post(f"/{anna.table}/seats/2", name="Cora", nonce=nonce()).status_code == 403
    assert bea.post(f"/{anna.table}/invitation").json()["code"] == "not_yet"
    assert anna.ask("invite", is_open=False)["code"] == "taken"
    assert anna.ask("invite", is_open=True)["type"] == "answer"
    new = anna.post(f"/{anna.table}/invitation").json()["token"]
    assert new != anna.invite
    assert cora.post(f"/{anna.table}/enter", token=anna.invite).status_code == 403
    assert cora.post(f"/{anna.table}/enter", token=new).is_success
    assert bea.now["seats"][1]["kind"] == "person"


def test_the_host_closes_the_table_for_everybody(address: str, tmp_path: Path) -> None:
    people = company(address)
    lead = bid_four(people)
    lesser = next(person for person in people if person is not lead)
    lesser.act(lesser.now["choices"][0]["action"])
    assert people[0].ask("close")["type"] == "answer"
    for person in people:
        person.hear(lambda person=person: person.now["status"] == "closed")
        assert person.now["reason"] == "Anna, the host, has closed this table"
    assert people[0].ask("close")["code"] == "closed"
    assert people[1].ask("concede")["code"] == "closed"
    text = people[1].http.get(f"/api/tables/{people[1].table}/record?seat=1").text
    assert json.loads(text)["acts"] == [[lead.seat, "bid 4"]], "what could be taken back was never played"
    assert "The host closed the table" in verified(tmp_path, text)


# Ends


def verified(folder: Path, text: str) -> str:
    path = folder / "record.json"
    path.write_text(text)
    done = CliRunner().invoke(main, ["verify", str(path)])
    assert done.exit_code == 0, done.output
    told = json.loads(CliRunner().invoke(main, ["verify", str(path), "--json"]).output)
    assert not told["finished"]
    assert "." in CliRunner().invoke(main, ["replay", str(path)]).output
    return " ".join(done.output.split())


def test_a_game_ends_when_everybody_agrees(address: str, tmp_path: Path) -> None:
    people = company(address)
    anna, bea, cora = people
    bid_four(people)
    assert anna.ask("end", wants=True)["type"] == "answer"
    bea.hear(lambda: bea.now["wants_end"] == [0])
    assert anna.ask("end", wants=True)["code"] == "taken"
    assert anna.ask("end", wants=False)["type"] == "answer"
    for person in (bea, cora):
        assert person.ask("end", wants=True)["type"] == "answer"
    assert cora.now["status"] == "playing"
    assert anna.ask("end", wants=True)["type"] == "answer"
    for person in people:
        person.hear(lambda person=person: person.now["status"] == "over")
        assert person.now["result"]["winners"] == []
        assert "by agreement" in person.now["result"]["text"]
        assert person.now["choices"] == []
    assert anna.ask("act", question="x", action=1)["code"] == "closed"
    record = anna.http.get(f"/api/tables/{anna.table}/record?seat=0").text
    assert json.loads(record)["options"]["ended"] == "by agreement"
    assert "verified so far. The game was ended by agreement" in verified(tmp_path, record)


def test_with_two_players_the_other_wins_by_concession(address: str, tmp_path: Path) -> None:
    anna, bea = company(address, ("Anna", "Bea"), "midnight")
    assert bea.ask("concede")["type"] == "answer"
    anna.hear(lambda: anna.now["status"] == "over")
    assert anna.now["result"]["winners"] == [0]
    assert anna.now["result"]["shares"] == ["1", "0"]
    assert anna.now["result"]["text"] == "You win the game: Bea conceded"
    assert bea.now["result"]["text"] == "Anna wins the game: you conceded"
    record = anna.http.get(f"/api/tables/{anna.table}/record?seat=0").text
    assert json.loads(record)["options"]["conceded"] == [1]
    assert "Anna wins the game: Bea conceded" in verified(tmp_path, record)


@pytest.mark.slow
def test_with_three_a_bot_plays_the_conceded_seat_to_the_end(address: str, tmp_path: Path) -> None:
    people = company(address, before=lambda anna: anna.ask("agree", level="thumb"))
    anna, bea, cora = people
    assert bea.ask("concede")["type"] == "answer"
    anna.hear(lambda: anna.now["seats"][1]["kind"] == "bot")
    assert "Bea concedes; a bot plays the seat to the end" in anna.log
    assert "conceded" in bea.ask("take")["text"]
    assert bea.ask("concede")["code"] == bea.ask("end", wants=True)["code"] == "closed"
    guest = Person(address).enter(anna)
    assert guest.post(f"/{anna.table}/seats/1", name="Eve", nonce=nonce()).status_code == 409
    tell(bea, "leave")
    assert guest.post(f"/{anna.table}/seats/1", name="Eve", nonce=nonce()).json()["code"] == "closed"
    play_out([anna, cora], random.Random(4))
    assert "Bea had conceded" in anna.now["result"]["why"]
    path = tmp_path / "record.json"
    path.write_text(anna.http.get(f"/api/tables/{anna.table}/record?seat=0").text)
    assert GameRecord.load(path).data["options"]["conceded"] == [1]
    assert "verified to the end" in " ".join(CliRunner().invoke(main, ["verify", str(path)]).output.split())


def test_when_the_last_person_concedes_nobody_plays_on(shared_address: str) -> None:
    anna = Person(shared_address).open_table().look()
    assert anna.ask("concede")["type"] == "answer"
    assert anna.now["status"] == "over"
    assert anna.now["result"]["winners"] == []
    assert anna.post(f"/{anna.table}/again", seat=0, nonce=nonce()).is_success


def seated(players: int = 3) -> Table:
    """A game in memory."""
    game = load_game("three-witches")
    table = new_table(game, players, game.decks.default())
    for seat in range(players):
        table.sit(seat, f"Seat {seat}", nonce(), f"browser {seat}")
    table.start()
    return table


def again(table: Table) -> Table:
    return fold(table.game, Stored(table.head, list(table.log), [], [], []))


def wish(table: Table, seat: int, wants: bool = True) -> None:
    table.step(table.company.want_end(table.status, seat, wants))


def test_a_leaver_has_no_say_in_the_end() -> None:
    table = seated()
    wish(table, 0)
    wish(table, 1)
    assert not table.company.ended
    assert table.leave(2).ends
    assert table.status == "over"
    with pytest.raises(Refused, match="ended by agreement"):
        _ = table.running


def test_a_player_replaced_by_a_bot_has_a_say_in_ending() -> None:
    table = seated()
    table.place_bot(2, "thumb", is_away=True)
    wish(table, 0)
    wish(table, 1)
    assert table.status == "playing"


ENDS: list[Callable[[Table], object]] = [
    lambda table: [table.step(table.company.want_end(table.status, seat, True)) for seat in range(3)],
    lambda table: [table.step(table.company.concede(table.status, seat)) for seat in (0, 1)],
    lambda table: table.step(table.company.close(table.status, 0)),
    lambda table: table.step(table.company.send_away(table.status, 2, 0)),
    lambda table: table.step(table.company.concede(table.status, 1)),
    lambda table: table.leave(0),
]  # fmt: skip


@pytest.mark.parametrize("end", ENDS)
def test_the_fold_of_the_log_is_the_table(end: Callable[[Table], object]) -> None:
    table = seated()
    table.act(table.running.pending[0], table.question_id(table.running.pending[0]), 2)
    for seat in table.running.pending:
        table.act(seat, table.question_id(seat), table.running.numbers(seat)[0])
    before = table.log.copy()
    end(table)
    folded = again(table)
    assert len(table.log) > len(before)
    assert vars(folded.company) == vars(table.company)
    assert folded.status == table.status
    for seat in range(3):
        assert frame_of(folded, seat, set(), 0) == frame_of(table, seat, set(), 0)
    if table.status != "playing":
        assert record_of(folded).text() == record_of(table).text()
        record_of(table).verify(table.game)


def test_a_draft_is_gone_with_the_game() -> None:
    table = seated()
    table.act(table.running.pending[0], table.question_id(table.running.pending[0]), 2)
    seat = next(seat for seat in table.running.pending if table.places[seat].kind == "person")
    table.act(seat, table.question_id(seat), table.running.numbers(seat)[0])
    assert table.drafts
    change = table.step(table.company.close(table.status, 0))
    assert change.drafts == {seat: None}
    assert len(record_of(table).data["acts"]) == 1


BAD = [
    {"ended": "by magic"}, {"ended": 1}, {"conceded": [3]}, {"conceded": [1, 0]}, {"conceded": [True]},
    {"conceded": 1}, {"ended": "by concession"},
]  # fmt: skip


@pytest.mark.parametrize("options", BAD)
def test_a_record_with_an_impossible_end_is_not_verified(options: dict[str, Any]) -> None:
    table = seated()
    with pytest.raises(RecordError, match="options"):
        GameRecord.of(table.running, (), options).verify(table.game)


def test_a_game_ended_by_its_rules_has_no_other_end() -> None:
    path = next((Path(__file__).parents[1] / "records" / "three_witches").glob("*.json"))
    record = GameRecord.load(path)
    match = record.replay(load_game("three-witches"))
    with pytest.raises(RecordError, match="the rules ended"):
        GameRecord.of(match, (), {"ended": "by agreement"}).verify(match.game)
