"""Games in which everybody plans at once, on Whirling Witchcraft: sealed plans, taking back, the crystal ball."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from coven.cli import main
from coven.engine.game import Game
from coven.games import all_games, load_game
from coven.server.changes import Stored
from coven.server.frames import encode, frame_of
from coven.server.table import Table
from coven.server.tables import new_table
from tests.server.serving import Person, nonce, serving, settings
from tests.server.test_play import company, due, play_out
from tests.wander import casual

GAME = load_game("whirling-witchcraft")
TABLES = [(game, players) for game in all_games() for players in sorted({game.players[0], game.players[-1]})]
IDS = [f"{game.key}-{players}" for game, players in TABLES]


def begun(game: Game, players: int) -> Table:
    """A table in memory, with people on every seat."""
    table = new_table(game, players, game.default_deck())
    for seat in range(players):
        table.sit(seat, f"Anna {seat}", nonce())
    table.start()
    return table


def frames(table: Table, viewers: list[int]) -> list[bytes]:
    """All that these seats would be sent, logs and errors too."""
    everybody = set(range(len(table.places)))
    return [encode(frame_of(table, viewer, everybody, 0)) for viewer in viewers]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_whatever_is_planned_the_others_get_the_same_frames(game: Game, players: int) -> None:
    compared = 0
    for seed in range(3):
        table, rng = begun(game, players), random.Random(seed)
        while table.status == "playing":
            seat = rng.choice(table.running.pending)
            compared += compare_plans(table, seat, rng)
            table.act(seat, table.question_id(seat), casual(table.running, seat, rng))
    assert compared


def compare_plans(table: Table, seat: int, rng: random.Random) -> int:
    """Try two choices that can be taken back; how many frames of others were compared."""
    match, deck = table.running, table.running.deck.tables
    sealed = [one for one in match.numbers(seat) if not match.game.rules.settles(deck, match.state, seat, one)]
    others = [viewer for viewer in range(match.players) if viewer != seat]
    before, seen = frames(table, others), dict[tuple[int, ...], list[bytes]]()
    for action in rng.sample(sealed, min(3, len(sealed))):
        table.act(seat, table.question_id(seat), action)
        found = frames(table, others)
        assert seen.setdefault(match.pending, found) == found
        table.undo(seat, table.question_id(seat))
        assert frames(table, others) == before
    return len(others) * len(sealed)


def test_a_ball_leaves_open_what_others_have_laid(tmp_path: Path) -> None:
    table = begun(GAME, 3)
    first = table.running.numbers(0)[0]
    table.act(0, table.question_id(0), first)
    asked = [table.question_id(seat) for seat in range(3)]
    change = table.act(1, table.question_id(1), table.running.parse("ball"))
    assert [entry.acts for entry in change.entries if hasattr(entry, "acts")] == [[(1, "ball")]]
    assert [table.question_id(seat) == asked[seat] for seat in range(3)] == [True, False, True]
    assert table.running.can_undo(0)
    assert not table.running.can_undo(1)
    again = Table.from_store(GAME, Stored(table.head, list(table.log), list(table.drafts.values()), set(), []))
    assert again.running.state == table.running.state
    assert [again.question_id(seat) for seat in range(3)] == [table.question_id(seat) for seat in range(3)]
    assert [again.chronicle(seat).lines for seat in range(3)] == [table.chronicle(seat).lines for seat in range(3)]
    for one in (table, again):
        one.undo(0, one.question_id(0))
        assert set(one.running.pending) == {0, 1, 2}
        assert first in one.running.numbers(0)


def test_a_plan_reaches_no_page_but_its_own(address: str) -> None:
    anna, bea, cora = people = company(address, game=GAME.key)
    for person in people:
        person.act(person.now["choices"][0]["action"])
    due(people)
    assert {person.now["view"]["phase"] for person in people} == {"produce"}
    before = [len(person.frames) for person in (bea, cora)]
    fed = 0
    while len(anna.now["choices"]) > 1:
        anna.act(anna.now["choices"][0]["action"])
        fed += 1
    due(people)
    assert fed
    assert len(anna.now["view"]["production"][0]["fed"]) == fed
    assert [len(person.frames) for person in (bea, cora)] == before
    for _ in range(fed):
        assert anna.ask("undo", question=anna.now["question"]["id"])["type"] == "answer"
    assert anna.now["view"]["production"][0]["fed"] == []
    assert not anna.now["can_undo"]


def test_plans_come_back_after_a_restart(tmp_path: Path) -> None:
    with serving(settings(tmp_path)) as address:
        people = company(address, game=GAME.key)
        for person in people:
            person.act(person.now["choices"][0]["action"])
        due(people)
        people[1].act(people[1].now["choices"][0]["action"])
        people[2].act("done")
        due(people)
        jars = [dict(person.http.cookies) for person in people]
        before = [(person.now["view"], person.now["question"], person.now["can_undo"]) for person in people]
    with serving(settings(tmp_path)) as address:
        for person, old, jar in zip(people, before, jars, strict=True):
            again = Person(address, table=person.table, seat=person.seat)
            for key, value in jar.items():
                again.http.cookies.set(key, value, path=f"/api/tables/{person.table}")
            again.look()
            assert (again.now["view"], again.now["question"], again.now["can_undo"]) == old
            again.close()


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5])
def test_whole_games_over_the_wire(address: str, tmp_path: Path, players: int) -> None:
    names = ("Anna", "Bea", "Cora", "Dora", "Edda")[:players]
    people = company(address, names, GAME.key)
    play_out(people, random.Random(players))
    shares = {tuple(person.now["result"]["shares"]) for person in people}
    assert len(shares) == 1
    record = people[0].http.get(f"/api/tables/{people[0].table}/record?seat=0")
    path = tmp_path / "record.json"
    path.write_text(record.text)
    assert CliRunner().invoke(main, ["verify", str(path)]).exit_code == 0
