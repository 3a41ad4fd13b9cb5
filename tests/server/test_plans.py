"""Simultaneous planning in Whirling Witchcraft: sealed plans, undo, the crystal ball."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from coven.cli import main
from coven.engine.game import AnyGame
from coven.games import all_games, load_game
from coven.server import entries
from coven.server.changes import Stored
from coven.server.errors import Refused
from coven.server.folding import fold
from coven.server.frames import encode, frame_of
from coven.server.opening import new_table
from coven.server.table import Table
from tests.random_play import casual
from tests.server.serving import Person, nonce, serving, settings
from tests.server.test_play import company, due, play_out

GAME = load_game("whirling-witchcraft")
TABLES = [(game, players) for game in all_games() for players in sorted({game.players[0], game.players[-1]})]
IDS = [f"{game.key}-{players}" for game, players in TABLES]
GAMES, MANY_GAMES = 2, 40
"""Deals are drawn anew each time; where few choices can be taken back, more games are played until one came up."""


def begun(game: AnyGame, players: int) -> Table:
    """A table in memory, with people on every seat."""
    table = new_table(game, players, game.decks.default())
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
def test_plans_change_no_frame_of_the_others(game: AnyGame, players: int) -> None:
    compared = 0
    for seed in range(MANY_GAMES):
        if compared and seed >= GAMES:
            break
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


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), TABLES, ids=IDS)
def test_a_table_that_is_folded_again_shows_what_it_showed(game: AnyGame, players: int) -> None:
    rng, compared = random.Random(8), 0
    for _ in range(MANY_GAMES):
        if compared >= 3:
            break
        table = begun(game, players)
        while table.status == "playing":
            if (table.drafts and rng.random() < 0.2) or rng.random() < 0.02:
                again = fold(game, Stored(table.head, list(table.log), list(table.drafts.values()), [], []))
                compared += bool(table.drafts)
                assert frames(again, list(range(players))) == frames(table, list(range(players)))
            seat = rng.choice(table.running.pending)
            table.act(seat, table.question_id(seat), casual(table.running, seat, rng))
    assert compared


def test_a_ball_is_a_draft_until_all_have_chosen() -> None:
    table = begun(GAME, 3)
    ball, first = table.running.parse("ball"), table.running.numbers(0)[0]
    others = frames(table, [0, 2])
    asked = [table.question_id(seat) for seat in range(3)]
    change = table.act(1, asked[1], ball)
    assert (change.entries, table.running.can_undo(1)) == ([], True)
    assert [table.question_id(seat) == asked[seat] for seat in range(3)] == [True, False, True]
    table.undo(1, table.question_id(1))
    assert frames(table, [0, 2]) == others
    table.act(1, table.question_id(1), ball)
    table.act(0, asked[0], first)
    change = table.act(2, asked[2], ball)
    assert [[act[1] for act in entry.acts] for entry in change.entries if hasattr(entry, "acts")] == [
        ["ball", table.running.text(first), "ball"]
    ]
    assert not any(table.running.can_undo(seat) for seat in range(3))
    again = fold(GAME, Stored(table.head, list(table.log), list(table.drafts.values()), [], []))
    assert again.running.state == table.running.state
    assert [again.question_id(seat) for seat in range(3)] == [table.question_id(seat) for seat in range(3)]
    assert [again.chronicle(seat).lines for seat in range(3)] == [table.chronicle(seat).lines for seat in range(3)]
    assert set(table.running.pending) == {1, 2}
    assert [line.text for line in table.chronicle(1).lines[-3:-1]] == [
        "You use your crystal ball",
        f"{table.names[2]} uses the crystal ball",
    ]


def test_a_plan_reaches_only_its_own_page(address: str) -> None:
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


BREW = load_game("witchs-brew")


def choices(table: Table, *texts: str) -> list[int]:
    return [table.running.parse(text) for text in texts]


def test_a_message_makes_all_its_choices_or_none() -> None:
    table = begun(BREW, 3)
    five = choices(table, *(f"choose {role}" for role in ("witch", "druid", "wizard", "warlock", "cutpurse")))
    before = table.running.state.to_bytes(), table.question_id(0), frames(table, [0, 1, 2])
    bad = [choices(table, "choose witch", "choose druid", "choose witch"), choices(table, "choose witch", "claim")]
    bad += [[*five, five[0]], [*choices(table, "choose witch"), 10_000]]
    for actions in bad:
        with pytest.raises(Refused):
            table.act(0, table.question_id(0), *actions)
        assert (table.running.state.to_bytes(), table.question_id(0), frames(table, [0, 1, 2])) == before
    change = table.act(0, table.question_id(0), *five)
    assert not change.entries
    assert set(table.running.pending) == {1, 2}
    table.undo(0, table.question_id(0))
    assert table.running.view(0)["hand"] == ["wizard", "witch", "druid", "warlock"]
    table.undo(0, table.question_id(0), 9)
    assert table.running.view(0)["hand"] == []
    with pytest.raises(Refused, match="nothing to take back"):
        table.undo(0, table.question_id(0), 2)
    table.act(0, table.question_id(0), *five)
    for seat in (1, 2):
        change = table.act(seat, table.question_id(seat), *five)
    assert [len(entry.acts) for entry in change.entries if isinstance(entry, entries.Played)] == [15]
    assert change.drafts == {0: None, 1: None}


def test_refusing_several_choices_reveals_nothing_of_the_first() -> None:
    """Whoever calls could else try out whether anybody answers, and take it back."""
    answered = set()
    for seed in range(20):
        table, rng = begun(BREW, 3), random.Random(seed)
        while table.running.view()["phase"] != "call":
            seat = rng.choice(table.running.pending)
            table.act(seat, table.question_id(seat), casual(table.running, seat, rng))
        (seat,) = table.running.pending
        call = table.running.numbers(seat)[0]
        with pytest.raises(Refused) as refused:
            table.act(seat, table.question_id(seat), call, *choices(table, "use"))
        answered.add(str(refused.value))
    assert len(answered) == 1


def test_a_page_chooses_five_roles_at_once(address: str) -> None:
    anna, bea, cora = people = company(address, game=BREW.key)
    five = [choice["action"] for choice in anna.now["choices"][:5]]
    question = anna.now["question"]["id"]
    assert anna.ask("act", question=question, action=five[0], then=five)["code"] == "illegal"
    assert anna.ask("act", question=question, action=five[0], then=[1] * 16)["code"] == "bad_message"
    for person in people:
        person.ask("act", question=person.now["question"]["id"], action=five[0], then=five[1:])
    due(people)
    assert {person.now["view"]["phase"] for person in people} == {"call"}
    assert all(len(person.now["view"]["hand"]) == 5 for person in (anna, bea, cora))
