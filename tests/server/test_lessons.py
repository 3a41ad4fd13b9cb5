"""A first lesson is a table like any other: its bots play their parts, and what is not its subject is answered."""

from __future__ import annotations

import pytest

from coven.engine.game import AnyGame
from coven.engine.lesson import NEWCOMER, Lesson, lesson_of
from coven.games import all_games, load_game
from coven.server import entries
from coven.server.bots import busy_bots
from coven.server.changes import Stored
from coven.server.deeds import LeaveLesson
from coven.server.ending import record_of
from coven.server.errors import Refused
from coven.server.folding import fold
from coven.server.frames import frame_of
from coven.server.lessons import Note
from coven.server.levels import Levels
from coven.server.live import Live
from coven.server.messages import NewTable
from coven.server.obeying import obeyed
from coven.server.opening import check_wanted, opening
from coven.server.table import Table
from tests.server.serving import Person

EACH_GAME = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
NONCE = "a" * 32


def taught(game: AnyGame) -> Lesson:
    lesson = lesson_of(game)
    assert lesson
    return lesson


def wanted(game: AnyGame, **others: object) -> NewTable:
    players = taught(game).players
    asked = {"players": players, "bots": ["thumb"] * (players - 1), "lesson": True, **others}
    return NewTable(game=game.key, name="Anna", nonce=NONCE, **asked)  # type: ignore[arg-type]


def begun(game: AnyGame) -> Table:
    return opening("t" * 12, wanted(game), "", Levels())[0]


def note(table: Table) -> Note:
    found = frame_of(table, NEWCOMER, {NEWCOMER}, 0).lesson
    assert found
    return found


def let_bots_play(table: Table) -> None:
    while busy := busy_bots(table):
        scripted = table.course.scripted(table.running)
        assert scripted is not None
        assert set(busy) == set(scripted)
        table.act(busy[0], table.question_id(busy[0]), scripted[busy[0]])


def follow(table: Table, steps: int) -> None:
    for step in taught(table.game).steps[:steps]:
        let_bots_play(table)
        for action in step.actions:
            table.act(NEWCOMER, table.question_id(NEWCOMER), action)


@EACH_GAME
def test_a_lesson_is_told_step_by_step_and_then_bots_play_as_they_like(game: AnyGame) -> None:
    table, lesson = begun(game), taught(game)
    for number, step in enumerate(lesson.steps, 1):
        let_bots_play(table)
        assert note(table) == Note(
            step.note.text, step.note.clause, number, len(lesson.steps), True, list(step.actions)
        )
        table.act(NEWCOMER, table.question_id(NEWCOMER), step.actions[0], *step.actions[1:])
    busy_bots(table)
    assert table.course.scripted(table.running) is None
    end = Note(lesson.end, "", len(lesson.steps), len(lesson.steps), False, [])
    assert note(table) == end
    while bots := [seat for seat in table.running.pending if seat != NEWCOMER]:
        table.act(bots[0], table.question_id(bots[0]), table.numbers(bots[0])[0])
        assert note(table) == end, "she has not had the time to read it"
    table.act(NEWCOMER, table.question_id(NEWCOMER), table.numbers(NEWCOMER)[0])
    assert (note(table).text, note(table).is_on) == ("", False)


@EACH_GAME
def test_another_act_is_answered_and_changes_nothing(game: AnyGame) -> None:
    table = begun(game)
    number = next(number for number, step in enumerate(taught(game).steps) if step.mistakes)
    follow(table, number)
    let_bots_play(table)
    step, before = taught(game).steps[number], (list(table.running.acts), len(table.log), note(table))
    for action in table.numbers(NEWCOMER):
        if action in step.actions:
            continue
        with pytest.raises(Refused) as refused:
            table.act(NEWCOMER, table.question_id(NEWCOMER), action)
        said = step.mistakes.get(action, step.other)
        assert (refused.value.text, refused.value.clause) == (said.text, said.clause)
    assert (table.running.acts, len(table.log), note(table)) == before


@EACH_GAME
def test_it_goes_on_where_it_was(game: AnyGame) -> None:
    """Folded from its log, as after a restart."""
    table = begun(game)
    follow(table, 2)
    let_bots_play(table)
    again = fold(game, Stored(table.head, list(table.log), list(table.drafts.values()), [], []))
    assert note(again) == note(table)
    assert again.course.scripted(again.running) == table.course.scripted(table.running)
    assert again.running.settled_state().to_bytes() == table.running.settled_state().to_bytes()


def test_it_can_be_left_at_any_point_and_only_once() -> None:
    table = begun(load_game("three-witches"))
    let_bots_play(table)
    obeyed(table, NEWCOMER, LeaveLesson("1"), Live(), Levels())
    assert note(table) == Note("", "", 0, 0, False, [])
    table.act(NEWCOMER, table.question_id(NEWCOMER), table.numbers(NEWCOMER)[-1])
    assert len(busy_bots(table)) == 2
    with pytest.raises(Refused, match="No lesson"):
        obeyed(table, NEWCOMER, LeaveLesson("2"), Live(), Levels())
    assert fold(table.game, Stored(table.head, list(table.log), [], [], [])).course.is_left


def test_a_bot_in_the_newcomers_place_ends_it() -> None:
    table = begun(load_game("three-witches"))
    let_bots_play(table)
    assert busy_bots(table) == []
    table.place_bot(NEWCOMER, "thumb", is_away=True)
    assert busy_bots(table) == [NEWCOMER]
    table.act(NEWCOMER, table.question_id(NEWCOMER), table.numbers(NEWCOMER)[-1])
    assert busy_bots(table)


def test_its_deal_is_no_fair_one_and_its_record_replays() -> None:
    table = begun(load_game("three-witches"))
    follow(table, 2)
    table.close("closed")
    record = record_of(table)
    assert record.data["options"]["lesson"] is True
    assert "fair" not in record.data["options"]
    assert int(record.data["seed"], 16) == taught(table.game).seed
    replayed = record.replay(table.game)
    assert table.match
    assert replayed.acts == table.match.acts


def test_a_table_of_another_lesson_is_an_ordinary_game_of_its_deal() -> None:
    """As after an update of Coven with another lesson."""
    game = load_game("three-witches")
    table = begun(game)
    log = [entries.Taught(f"{5:032x}") if isinstance(one, entries.Taught) else one for one in table.log]
    again = fold(game, Stored(table.head, log, [], [], []))
    assert again.running.seed == 5
    assert note(again) == Note("", "", 0, 0, False, [])
    assert busy_bots(again) == [seat for seat in again.running.pending if seat != NEWCOMER]


def test_only_its_own_seats_and_cards_make_a_lesson() -> None:
    game = load_game("three-witches")
    check_wanted(wanted(game))
    for others in ({"bots": ["thumb"]}, {"deck": "full-grid"}, {"players": 3, "bots": []}):
        with pytest.raises(Refused, match="The lesson is for 3 players"):
            check_wanted(wanted(game, **others))


def test_a_lesson_over_the_wire(shared_address: str) -> None:
    anna = Person(shared_address).open_table(lesson=True).look()
    anna.hear(lambda: anna.now["question"]["is_due"])
    assert anna.now["lesson"]["number"] == 1
    assert any("First lesson" in line or "first lesson" in line for line in anna.log)
    refused = anna.act("bid 4")
    assert (refused["type"], refused["clause"]) == ("error", "TW-11")
    assert anna.act("pass")["type"] == "answer"
    anna.hear(lambda: anna.now["lesson"]["number"] == 2 and anna.now["question"]["is_due"])
    anna.close()
    anna.look()
    assert anna.now["lesson"]["number"] == 2
    assert anna.ask("lesson")["type"] == "answer"
    assert not anna.now["lesson"]["is_on"]
