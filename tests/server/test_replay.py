"""Replays of finished games: every position for every reader, from the record of a table and from a file."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest

from coven.engine.record import GameRecord
from coven.engine.states import SPECTATOR
from coven.games import all_games, load_game
from coven.server import replay
from coven.server.errors import Refused
from coven.server.replay import MOST_OF_ONE, Replays, Wish, read_record, replay_of
from coven.server.retold import Replay
from tests.server.serving import Person, serving, settings

RECORDS = Path(__file__).parents[1] / "records"
FORMAT_2 = RECORDS / "format_2" / "three-witches-default.json"
KEYS = [game.key for game in all_games()]
by_game = pytest.mark.parametrize("key", KEYS)


def record_of(key: str) -> GameRecord:
    """The shortest record of a game."""
    paths = (RECORDS / key.replace("-", "_")).glob("*.json")
    return min(map(GameRecord.load, paths), key=lambda record: len(record.data["acts"]))


def whole(record: GameRecord, reader: int, *, is_open: bool = False) -> Replay:
    """All its pieces as one."""
    shown = replay_of(record, Wish(reader, is_open, 0))
    for first in range(replay.PIECE, shown.acts + 1, replay.PIECE):
        shown.positions += replay_of(record, Wish(reader, is_open, first)).positions
    return shown


def sights(shown: Replay) -> list[tuple[int, bytes]]:
    return [(one.acts, msgspec.json.encode(one.sight)) for one in shown.positions]


@by_game
def test_every_reader_sees_in_every_position_what_her_view_holds(key: str) -> None:
    record, game = record_of(key), load_game(key)
    for reader in (SPECTATOR, 0, record.data["players"] - 1):
        shown = whole(record, reader)
        match = record.start(game)
        views = [game.texts.describe(match.deck, match.view_record(reader))]
        for _ in record.steps(match):
            if len(match.acts) == len(views):
                views.append(game.texts.describe(match.deck, match.view_record(reader)))
        last = {one.acts: one.sight.view for one in shown.positions}
        assert [last[number] for number in range(len(match.acts) + 1)] == views
        assert shown.acts == len(match.acts)
        assert shown.told.endswith((" wins the game", " win the game")), shown.told
        assert all(one.hands == [] for one in shown.positions)


@by_game
def test_an_open_replay_shows_every_hand_and_a_closed_one_none(key: str) -> None:
    shown = whole(record_of(key), SPECTATOR, is_open=True)
    cards = {face.id for face in shown.faces}
    held = [hand for one in shown.positions for hand in one.hands]
    assert held
    assert all(set(hand.cards) <= cards for hand in held)
    middle = shown.positions[len(shown.positions) // 2]
    assert len({hand.text for hand in middle.hands}) == len(middle.hands) >= 2


@by_game
def test_hands_talk_and_who_is_asked_belong_to_their_position(key: str) -> None:
    record, game = record_of(key), load_game(key)
    last = {one.acts: one for one in whole(record, 1, is_open=True).positions}
    match = record.start(game)
    match.seat_names = replay.names_of(record, match.players)
    for number in [0, *range(1, len(record.data["acts"]) + 1)]:
        if number:
            seat, action = record.data["acts"][number - 1]
            match.act(seat, action)
        assert last[number].owes == list(match.pending)
        assert last[number].hands == game.board.hands(match.deck, match.state, match.names())
        for after, seat, phrase in record.data["phrases"]:
            if after == number:
                match.say(seat, phrase)
        moment = game.talk.moment(match.view_record(1))
        assert [one.seat for one in last[number].said] == [seat for seat, _ in match.heard(moment)]


@by_game
def test_chapters_have_names_of_their_own_and_go_forward(key: str) -> None:
    chapters = whole(record_of(key), 0).chapters
    assert chapters[0].acts == 0
    assert len({one.text for one in chapters}) == len(chapters)
    assert [one.acts for one in chapters] == sorted({one.acts for one in chapters})


@by_game
def test_a_chapter_is_the_same_from_every_view(key: str) -> None:
    record, game = record_of(key), load_game(key)
    match = record.start(game)
    for _ in record.steps(match):
        views = [match.state, *(match.view_record(reader) for reader in (SPECTATOR, 0, match.players - 1))]
        assert len({game.texts.chapter(match.deck, view) for view in views}) == 1


def test_a_long_game_comes_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    record = record_of("witchs-brew")
    before = whole(record, 1)
    everything, lines = sights(before), [line for one in before.positions for line in one.log]
    monkeypatch.setattr(replay, "PIECE", 100)
    pieces = [replay_of(record, Wish(1, False, first)) for first in range(0, len(record.data["acts"]) + 1, 100)]
    assert len(pieces) > 2
    assert all(100 <= len(one.positions) <= 120 for one in pieces[:-1])
    assert [sight for one in pieces for sight in sights(one)] == everything
    assert [line for one in pieces for each in one.positions for line in each.log] == lines


def test_names_of_a_record_are_names_or_numbers() -> None:
    record = record_of("three-witches")
    record.data["names"] = ["\u202eAnna", "x" * 4000, "you"]
    assert whole(record, 0).names == ["seat 1", "seat 2", "seat 3"]
    record.data["names"] = ["Anna", "Bea"]
    assert whole(record, 0).names == ["Anna", "Bea", "seat 3"]


@pytest.mark.parametrize("path", sorted((RECORDS / "older").rglob("*.json"))[:2], ids=lambda path: path.stem)
def test_a_record_of_older_rules_says_which_version_shows_it(path: Path) -> None:
    with pytest.raises(Refused) as refused:
        whole(GameRecord.load(path), 0)
    assert refused.value.code == "bad_record"
    assert "version" in refused.value.text


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: {**data, "players": 7}, "changed after it was written"),
        (lambda data: {"format": "coven-record"}, "format version"),
        (lambda data: [data], "not a game record"),
    ],
)
def test_what_is_no_record_is_refused_with_the_reason(change: Any, reason: str) -> None:
    text = json.dumps(change(record_of("midnight").data))
    with pytest.raises(Refused, match=reason):
        read_record(text)
    for broken in ("", "{", "[" * 50_000, "\0", '{"a": 1, "a": 2}'):
        with pytest.raises(Refused):
            read_record(broken)


def test_a_record_whose_acts_do_not_fit_is_refused_at_that_act() -> None:
    data = {key: value for key, value in GameRecord.load(FORMAT_2).data.items() if key != "digest"}
    data["acts"] = [data["acts"][0], data["acts"][0], *data["acts"][1:]]
    facts = {key: data[key] for key in data if key not in ("format", "format_version", "game", "edition")}
    forged = GameRecord._signed(load_game("three-witches"), facts)
    with pytest.raises(Refused, match="act 2"):
        whole(forged, 0)


@pytest.mark.parametrize("change", [{"result": ["1", "0", "0"]}, {"state_hash": "0" * 64}], ids=str)
def test_a_record_that_does_not_lead_to_its_end_is_refused(change: dict[str, Any]) -> None:
    data = GameRecord.load(FORMAT_2).data
    facts = {key: data[key] for key in data if key not in ("format", "format_version", "game", "edition", "digest")}
    assert facts["result"] != ["1", "0", "0"]
    with pytest.raises(Refused, match="is not what the acts lead to"):
        whole(GameRecord._signed(load_game("three-witches"), {**facts, **change}), 0)


def test_a_finished_table_is_shown_to_its_seats_alone_and_not_before(shared_address: str) -> None:
    anna = Person(shared_address).open_table().look()
    path = f"/api/tables/{anna.table}/replay"
    wanted: dict[str, Any] = {"seat": 0, "reader": -1, "is_open": True}
    early = anna.http.get(path, params=wanted)
    assert (early.status_code, early.json()["code"]) == (409, "not_yet")
    until_over(anna)
    found = anna.http.get(path, params=wanted)
    assert found.status_code == 200, found.text
    assert found.headers["content-encoding"] == "gzip"
    assert found.headers["cache-control"] == "no-store"
    shown = found.json()
    assert shown["positions"][-1]["acts"] == shown["acts"] > 20
    assert any(one["hands"] for one in shown["positions"])
    moments = anna.now["result"]["moments"]
    assert all(0 < one["acts"] <= shown["acts"] for one in moments)
    assert anna.http.get(path, params={**wanted, "reader": 9}).status_code == 404
    assert Person(shared_address).http.get(path, params=wanted).status_code == 403
    text = anna.http.get(f"/api/tables/{anna.table}/record", params={"seat": 0}).text
    stranger = Person(shared_address).http.post("/api/replay", json={"record": text, "reader": -1, "is_open": True})
    assert stranger.json() == shown


def until_over(person: Person) -> None:
    """Play any act until the game is over."""
    while person.now["status"] == "playing":
        choices = person.now["choices"]
        if person.now["question"]["is_due"] and choices:
            person.act(choices[0]["action"])
        else:
            person.read()


def test_a_reader_who_asks_too_often_or_for_too_much_is_refused(tmp_path: Path) -> None:
    with serving(settings(tmp_path)) as address:
        eve = Person(address)
        big = eve.http.post("/api/replay", json={"record": "x" * 600_000, "reader": 0, "is_open": False})
        assert big.status_code == 413
        bad = eve.http.post("/api/replay", json={"record": "x", "reader": 0, "is_open": False, "first": -(1 << 62)})
        assert (bad.status_code, bad.json()["code"]) == (422, "bad_record")


def test_a_replay_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    record = record_of("witchs-brew")
    monkeypatch.setattr(replay, "LONGEST", -1.0)
    with pytest.raises(Refused, match="too long"):
        whole(record, 0)


def test_one_address_does_not_keep_all_others_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slowly(record: GameRecord | str, wish: Wish, is_packed: bool) -> bytes:
        begun.set()
        assert go_on.wait(30)
        return b"shown"

    monkeypatch.setattr(replay, "_made", slowly)

    async def ask() -> None:
        replays, wish = Replays(), Wish(0, False, 0)
        asked = [asyncio.create_task(replays.make("eve", "", wish, is_packed=False)) for _ in range(MOST_OF_ONE)]
        await asyncio.to_thread(begun.wait, 30)
        with pytest.raises(Refused, match="Many replays"):
            await replays.make("eve", "", wish, is_packed=False)
        other = asyncio.create_task(replays.make("anna", "", wish, is_packed=False))
        go_on.set()
        assert await asyncio.gather(*asked, other) == [b"shown"] * (MOST_OF_ONE + 1)
        assert await replays.make("eve", "", wish, is_packed=False) == b"shown"

    asyncio.run(ask())
