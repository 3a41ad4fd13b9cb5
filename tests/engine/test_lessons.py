"""First lessons: what is in them can be done, what they cite exists, and what else is done is answered."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from coven.engine.game import AnyGame
from coven.engine.lesson import FILE, NEWCOMER, Lesson, LessonError, lesson_of, read_lesson
from coven.engine.match import Match
from coven.games import all_games, load_game

EACH_GAME = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
KINDS = {
    "three-witches": {"pass", "bid", "discard", "play", "propose", "lead", "conceal", "return"},
    "witchs-brew": {"choose", "call", "claim", "favour", "use", "take", "pay"},
    "midnight": {"play", "play midnight", "play pox", "draw", "take", "declare", "pass"},
    "whirling-witchcraft": {"lay", "feed", "ball", "done"},
}
"""What a newcomer does: the first word, and what is called with a card."""
LONGEST = 260
"""Letters of a note: more would hide the table of a phone."""


def taught(game: AnyGame) -> Lesson:
    lesson = lesson_of(game)
    assert lesson
    return lesson


def source(game: AnyGame) -> dict[str, Any]:
    return tomllib.loads((files(game.package) / "words" / FILE).read_text(encoding="utf-8"))


@EACH_GAME
def test_every_kind_of_decision_is_made_and_a_mistake_shown(game: AnyGame) -> None:
    lesson, deck = taught(game), game.decks.default()
    texts = [game.actions.text(deck, action) for step in lesson.steps for action in step.actions]
    assert KINDS[game.key] <= {" ".join([text.split()[0], *text.split()[2:]][:2]) for text in texts} | {
        text.split()[0] for text in texts
    }
    assert any(step.mistakes for step in lesson.steps)
    assert 2 <= lesson.minutes <= 4


@EACH_GAME
def test_the_first_note_says_how_the_game_is_won_and_all_are_short(game: AnyGame) -> None:
    lesson = taught(game)
    notes = [note for step in lesson.steps for note in (step.note, step.other, *step.mistakes.values())]
    assert "win" in lesson.steps[0].note.text
    assert max(len(note.text) for note in notes) <= LONGEST
    assert all(note.clause for note in notes)


@EACH_GAME
def test_whatever_else_she_does_is_answered_and_the_lesson_stays(game: AnyGame) -> None:
    lesson = taught(game)
    match = Match(game, lesson.players, lesson.seed, options=lesson.options)
    answered = 0
    for number, step in enumerate(lesson.steps):
        play_others(lesson, match)
        assert lesson.step(match.acts) == (number, list(step.actions))
        for action in match.numbers(NEWCOMER):
            refusal = lesson.refusal(match.acts, [action])
            assert (refusal is None) == (action in step.actions)
            assert refusal in (None, step.other, step.mistakes.get(action))
            answered += refusal is not None
        for action in step.actions:
            assert not lesson.is_done(match.acts)
            assert lesson.is_followed(match.acts)
            match.act(NEWCOMER, action)
    play_others(lesson, match)
    assert answered > len(lesson.steps)
    assert lesson.is_done(match.acts)
    assert lesson.is_followed(match.acts)
    assert not match.over
    assert lesson.refusal(match.acts, match.numbers(NEWCOMER)[:1]) is None


def play_others(lesson: Lesson, match: Match) -> None:
    """Everybody but the newcomer does what comes next, as long as that is possible."""
    waiting = True
    while waiting:
        waiting = False
        for seat in range(1, match.players):
            action = lesson.next_of(match.acts, seat)
            if action is not None and action in match.numbers(seat):
                match.act(seat, action)
                waiting = True


def test_actions_of_one_step_may_be_done_in_any_order() -> None:
    game = load_game("witchs-brew")
    lesson = taught(game)
    match = Match(game, lesson.players, lesson.seed)
    for action in reversed(lesson.steps[0].actions):
        assert lesson.refusal(match.acts, [action]) is None
        match.act(NEWCOMER, action)
        assert lesson.is_followed(match.acts)
    assert lesson.step(match.acts)[0] == 1
    assert lesson.refusal([], lesson.steps[0].actions[::-1]) is None


def test_who_does_something_else_does_not_follow_it() -> None:
    lesson = taught(load_game("three-witches"))
    seat, others = 2, [action for action in range(3) if action != lesson.script[2][0]]
    assert lesson.is_followed([(seat, lesson.script[seat][0])])
    assert not any(lesson.is_followed([(seat, action)]) for action in others)
    assert not lesson.is_followed([(NEWCOMER, others[0]), (NEWCOMER, others[0])])


FAULTS: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "an act that is not legal": (lambda data: data["steps"][2].update(act="play dog-4"), "step 3: seat 0 cannot do"),
    "another's act": (lambda data: data["steps"][0].update(before=[[1, "bid 3"]]), "step 1: seat 1 cannot do"),
    "an unknown clause": (
        lambda data: data["steps"][1].update(note=["TW-99", "x"]),
        "step 2: there is no clause TW-99",
    ),
    "an impossible mistake": (
        lambda data: data["steps"][2].update(mistakes=[{"act": "play dog-4", "why": ["TW-34", "x"]}]),
        "step 3: the mistake 'play dog-4' is not possible",
    ),
    "nothing asked": (lambda data: data["steps"][1].update(before=[]), "step 2: the newcomer is not asked"),
    "no note": (lambda data: data["steps"][0].pop("note"), "the lesson lacks 'note'"),
    "no end": (lambda data: data.pop("end"), "the lesson lacks 'end'"),
    "another deal": (lambda data: data.update(seed="5"), "cannot do"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_lesson_is_refused_with_its_step(fault: str) -> None:
    game = load_game("three-witches")
    data, (spoil, text) = copy.deepcopy(source(game)), FAULTS[fault]
    spoil(data)
    with pytest.raises(LessonError, match="three-witches") as refused:
        read_lesson(game, data)
    assert text in str(refused.value)
