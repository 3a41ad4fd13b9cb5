"""Options and actions out of turn, both on Midnight."""

from __future__ import annotations

import asyncio
import contextlib
import random
from pathlib import Path

import pytest

from coven.engine.record import GameRecord
from coven.games import load_game
from coven.players import attention
from coven.server import entries
from coven.server.bots import Bots
from coven.server.changes import Stored
from coven.server.errors import Refused
from coven.server.folding import fold
from coven.server.frames import frame_of
from coven.server.live import Live
from coven.server.messages import NewTable
from coven.server.opening import new_table
from coven.server.store import Store
from coven.server.table import Table
from coven.server.tables import Tables
from coven.server.thinker import Thinker
from tests.random_play import casual
from tests.server.serving import QUICK_MIND, Person, nonce
from tests.server.test_play import company, due

GAME = load_game("midnight")
FORGOTTEN = "forgotten"
CATCHES = range(GAME.actions.out_of_turn + 1, GAME.actions.count)


def seated(players: int, options: dict[str, int] | None = None) -> Table:
    """A table in memory with people on every seat, before the start."""
    table = new_table(GAME, players, GAME.decks.default())
    for seat in range(players):
        table.sit(seat, f"Anna {seat}", nonce())
    table.agree(options or {})
    return table


def forgets(table: Table, seat: int) -> str | None:
    """How the seat can play its second-to-last card without the call."""
    texts = {table.running.text(number) for number in table.running.numbers(seat)}
    silent = [text.removesuffix(" midnight") for text in sorted(texts) if text.endswith(" midnight")]
    return silent[0] if silent else None


def with_an_offence(players: int) -> tuple[Table, int]:
    """A game in which a seat has just forgotten to call and waits for its next turn."""
    for seed in range(100):
        table, rng = seated(players), random.Random(seed)
        table.start()
        while table.status == "playing":
            (seat, *_) = table.running.pending
            silent = forgets(table, seat)
            act = table.running.parse(silent) if silent else casual(table.running, seat, rng)
            table.act(seat, table.question_id(seat), act)
            if silent and table.status == "playing" and caught_by(table, (seat + 1) % players):
                return table, seat
    raise AssertionError("nobody forgets to call")


def caught_by(table: Table, seat: int) -> list[int]:
    return [number for number in table.running.numbers(seat) if number in CATCHES]


@pytest.mark.clause("MN-14")
def test_a_catch_needs_no_question() -> None:
    table, offender = with_an_offence(5)
    asked = table.running.pending
    catcher = next(seat for seat in range(5) if seat != offender and seat not in asked)
    frame = frame_of(table, catcher, set(), 0)
    assert frame.question
    assert not frame.question.is_due
    assert [choice.touches for choice in frame.choices] == [[f"seat:{offender}"]]
    assert f"Anna {offender}" in frame.choices[0].label
    before = {seat: table.question_id(seat) for seat in range(5)}
    size = table.running.view()["hand_sizes"][offender]
    change = table.act(catcher, "of long ago", frame.choices[0].action)
    assert change.entries == [entries.Played(((catcher, f"catch {offender}"),))]
    assert table.running.view()["hand_sizes"][offender] == size + 2
    assert all(table.question_id(seat) == before[seat] for seat in asked), "what others do out of turn asks nothing new"
    with pytest.raises(Refused, match="nothing to catch"):
        table.act(catcher, "", frame.choices[0].action)
    again = fold(GAME, Stored(table.head, list(table.log), [], [], []))
    assert again.running.state == table.running.state


def test_other_actions_still_need_their_question() -> None:
    table = seated(3)
    table.start()
    (seat,) = table.running.pending
    with pytest.raises(Refused, match="has changed in the meantime"):
        table.act(seat, "of long ago", table.running.numbers(seat)[0])


@pytest.mark.clause("MN-11")
def test_the_named_seat_begins_and_calls_are_made() -> None:
    table = seated(4, {"first_seat": 2, "calls_made": 1})
    table.start()
    assert table.running.pending == (2,)
    assert frame_of(table, 0, set(), 0).options == {"calls_made": 1, "first_seat": 2}
    assert table.running.view(0)["calls_made"]
    again = fold(GAME, Stored(table.head, list(table.log), [], [], []))
    assert (again.options, again.running.state) == (table.options, table.running.state)


@pytest.mark.parametrize("options", [{"calls_made": 2}, {"first_seat": 3}, {"first_seat": -2}, {"dealer": 1}])
def test_impossible_options_are_refused(options: dict[str, int]) -> None:
    table = seated(3)
    with pytest.raises(Refused, match="option"):
        table.agree(options)
    assert table.options == {"calls_made": 0, "first_seat": -1}


def test_nothing_is_agreed_on_after_the_start() -> None:
    table = seated(3)
    table.start()
    with pytest.raises(Refused, match="already begun"):
        table.agree({"calls_made": 1})


@pytest.mark.slow
@pytest.mark.clause("MN-11")
def test_options_reach_the_record_and_the_rematch(address: str, tmp_path: Path) -> None:
    people = [
        Person(address).open_table(bots=(), game="midnight", players=2, options={"calls_made": 1}, deck="full-grid")
    ]
    people.append(Person(address).join(people[0], 1, "Bea"))
    for person in people:
        person.look()
    assert people[1].ask("agree", options={"first_seat": 1})["type"] == "answer"
    assert people[1].ask("agree", options={"first_seat": 7})["type"] == "error"
    assert people[0].ask("start")["type"] == "answer"
    rng = random.Random(1)
    while people[0].now["status"] == "playing":
        for person in due(people):
            plays = [one for one in person.now["choices"] if one["text"] != "draw"]
            person.act(rng.choice(plays or person.now["choices"])["action"])
        due(people)
    path = tmp_path / "record.json"
    path.write_text(people[0].http.get(f"/api/tables/{people[0].table}/record?seat=0").text)
    match = GameRecord.load(path).verify(GAME)
    assert match.options == {"calls_made": 1, "first_seat": 1}
    assert match.view()["starter"] == 1
    assert match.deck.hash == GAME.decks.others["full-grid"]().hash
    following = people[0].post(f"/{people[0].table}/again", seat=0, nonce=nonce()).json()["table"]
    people[0].table = following
    people[0].close()
    people[0].look()
    assert people[0].now["options"] == {"calls_made": 1, "first_seat": 0}
    faces = people[0].http.get(f"/api/tables/{following}").json()["faces"]
    assert [face["id"] for face in faces] == list(match.deck.cards)


def test_a_table_cannot_have_unknown_options(address: str) -> None:
    for given in (
        {"options": {"dealer": 1}},
        {"options": {"calls_made": 3}},
        {"deck": "tarot"},
        {"options": {"a": "b"}},
    ):
        body = {"game": "midnight", "players": 2, "name": "A", "nonce": nonce(), "bots": [], **given}
        answer = Person(address).http.post("/api/tables", json=body)
        assert answer.status_code == 400
        assert answer.json()["text"]


@pytest.mark.slow
@pytest.mark.parametrize("notices", [True, False])
def test_bots_catch_if_they_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, notices: bool) -> None:
    monkeypatch.setattr(attention, "NOTICES", {"random": float(notices), "thumb": float(notices)})
    acts = asyncio.run(acts_beside_a_forgetful_person(tmp_path, random.Random(3)))
    assert ("catch 0" in acts) == notices


async def acts_beside_a_forgetful_person(folder: Path, rng: random.Random) -> list[str]:
    """Somebody plays against four bots until she has forgotten three times to call; all that was done."""
    store = Store(f"sqlite:///{folder / 'tables.db'}")
    await store.open()
    tables = Tables(store, Live())
    bots = Bots(tables, (0.0, 0.0), Thinker(QUICK_MIND))
    tables.on_change = bots.wake
    acts: list[str] = []
    try:
        while sum(act == FORGOTTEN for act in acts) < 3:
            table, _, _ = await tables.create(NewTable("midnight", 5, "Anna", nonce(), ["thumb"] * 4))
            tables.live.join(table.head.id, 0)
            bots.wake(table)
            acts += await one_game(tables, table.head.id, rng)
    finally:
        await bots.close()
        await store.close()
    return acts


async def one_game(tables: Tables, name: str, rng: random.Random) -> list[str]:
    forgotten: list[str] = []
    while True:
        async with tables.at(name) as table:
            if table.status == "over":
                played = [entry.acts for entry in table.log if isinstance(entry, entries.Played)]
                return forgotten + [text for acts in played for _, text in acts]
            is_due = 0 in table.running.pending
            silent = forgets(table, 0) if is_due else None
            act = (table.running.parse(silent) if silent else casual(table.running, 0, rng)) if is_due else None
            question = table.question_id(0)
        if act is not None:
            await play(tables, name, question, act)
            forgotten += [FORGOTTEN] if silent else []
        await asyncio.sleep(0.002)


async def play(tables: Tables, name: str, question: str, act: int) -> None:
    with contextlib.suppress(Refused):  # a bot was faster
        await tables.change(name, lambda table: table.act(0, question, act))


def test_eight_play_together(address: str) -> None:
    people = company(address, tuple(f"Anna {i}" for i in range(8)), "midnight")
    assert [len(person.now["seats"]) for person in people] == [8] * 8
    assert sum(person.now["question"]["is_due"] for person in people) == 1
