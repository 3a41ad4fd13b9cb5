"""A first lesson at a table: the game's lesson, which deal it has, and whether it still goes on.

A lesson is a table like any other: what its bots do and what its newcomer is told follow from what has been played.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct

from coven.engine.game import AnyGame
from coven.engine.lesson import NEWCOMER, Lesson, lesson_of
from coven.engine.match import IllegalAction, Match
from coven.server.entries import LessonLeft, Taught


class Note(Struct):
    """What is said to the newcomer of a lesson."""

    text: str
    """"" while nothing is to be said."""
    clause: str
    """The clause of the rules that it is about, or ""."""
    number: int
    """Of the step, from 1."""
    steps: int
    """All steps of the lesson."""
    is_on: bool
    """Does the lesson still go on? If not, this is an ordinary game with a prepared deal."""
    acts: list[int]
    """The actions that it asks for, in any order."""


@dataclass
class Course:
    """The lesson of one table; for most tables there is none."""

    seed: int | None = None
    """The seed of the prepared deal."""
    lesson: Lesson | None = None
    """None too where the program has another lesson than the one that this table began with."""
    is_left: bool = False

    def take(self, game: AnyGame, entry: Taught | LessonLeft) -> None:
        """Take in the next entry about the lesson."""
        if isinstance(entry, Taught):
            self.seed, found = int(entry.seed, 16), lesson_of(game)
            self.lesson = found if found and found.seed == self.seed else None
        else:
            self.is_left = True

    def of(self, match: Match | None) -> Lesson | None:
        """The lesson, as long as it goes on."""
        if self.lesson is None or self.is_left or match is None or not self.lesson.is_followed(match.acts):
            return None
        return self.lesson

    def check(self, match: Match, seat: int, actions: list[int]) -> None:
        """Raises IllegalAction if the newcomer does something else than the lesson is about."""
        lesson = self.of(match)
        refusal = lesson.refusal(match.acts, actions) if lesson and seat == NEWCOMER else None
        if refusal:
            raise IllegalAction(refusal)

    def scripted(self, match: Match) -> dict[int, int] | None:
        """What bots do next, by seat: those that do nothing now are left out. None if they act as they like."""
        lesson = self.of(match)
        if lesson is None or lesson.is_done(match.acts):
            return None
        nexts = {seat: lesson.next_of(match.acts, seat) for seat in range(match.players) if seat != NEWCOMER}
        return {seat: action for seat, action in nexts.items() if action is not None and action in match.numbers(seat)}

    def note(self, match: Match, seat: int) -> Note | None:
        """What is said to a seat now; None at tables without a lesson."""
        if self.seed is None or seat != NEWCOMER:
            return None
        if self.lesson and not self.is_left and self.lesson.is_done(match.acts):
            steps = len(self.lesson.steps)
            return Note(self.lesson.end, "", steps, steps, False, [])
        lesson = self.of(match)
        if lesson is None:
            return Note("", "", 0, 0, False, [])
        number, wanted = lesson.step(match.acts)
        steps = len(lesson.steps)
        if number == steps or NEWCOMER not in match.pending:
            return Note("", "", min(number + 1, steps), steps, True, [])
        note = lesson.steps[number].note
        return Note(note.text, note.clause, number + 1, steps, True, wanted)
