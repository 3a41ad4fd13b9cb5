"""A game's first lesson: a prepared deal, what everybody does in it, and what a newcomer is told at her decisions.

It is data, the file `lesson.toml` among the game's words, and not code. Everything in it is checked when it is read.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from coven.engine.game import AnyGame
from coven.engine.match import IllegalAction, Match
from coven.engine.sentences import Cited

FILE = "lesson.toml"
NEWCOMER = 0
"""Her seat."""
Act = tuple[int, int]
"""Seat and action."""


class LessonError(ValueError):
    """A lesson that cannot be given. Says where it is wrong, and how."""


@dataclass(frozen=True)
class Step:
    """One decision of the newcomer, which may take several actions in any order."""

    actions: tuple[int, ...]
    note: Cited
    """What she is told before."""
    other: Cited
    """What she is told if she does something else."""
    mistakes: Mapping[int, Cited]
    """What she is told instead if she does one of these."""


@dataclass(frozen=True)
class Lesson:
    """A lesson, checked against its game."""

    players: int
    minutes: int
    seed: int
    options: Mapping[str, int]
    steps: tuple[Step, ...]
    script: tuple[tuple[int, ...], ...]
    """All actions of each seat, in order."""
    end: str
    """What she is told after the last one."""

    def next_of(self, acts: Sequence[Act], seat: int) -> int | None:
        """What the seat does next; None if it has nothing left to do."""
        done = sum(actor == seat for actor, _ in acts)
        return self.script[seat][done] if done < len(self.script[seat]) else None

    def is_followed(self, acts: Sequence[Act]) -> bool:
        """Has everybody done what the lesson says, as far as it has come? The order between seats does not matter."""
        return all(
            list(self.script[seat][: len(done)]) == done if seat != NEWCOMER else self._is_begun(done)
            for seat, done in enumerate(_by_seat(acts, self.players))
        )

    def is_done(self, acts: Sequence[Act]) -> bool:
        """Has all of it been done, and has the newcomer done nothing since? Others may have played on."""
        done = _by_seat(acts, self.players)
        hers = done[NEWCOMER]
        return (
            len(hers) == len(self.script[NEWCOMER])
            and self._is_begun(hers)
            and all(
                tuple(done[seat][: len(script)]) == script
                for seat, script in enumerate(self.script)
                if seat != NEWCOMER
            )
        )

    def step(self, acts: Sequence[Act]) -> tuple[int, list[int]]:
        """The number of the newcomer's step from 0, and the actions that it still needs; after the last one, none."""
        done = _by_seat(acts, self.players)[NEWCOMER]
        begun = 0
        for number, step in enumerate(self.steps):
            if len(done) < begun + len(step.actions):
                return number, list((Counter(step.actions) - Counter(done[begun:])).elements())
            begun += len(step.actions)
        return len(self.steps), []

    def refusal(self, acts: Sequence[Act], chosen: Sequence[int]) -> Cited | None:
        """What the newcomer is told instead of doing these actions; None if they are what the lesson is about."""
        number, wanted = self.step(acts)
        if number == len(self.steps) or not Counter(chosen) - Counter(wanted):
            return None
        step = self.steps[number]
        return next((step.mistakes[action] for action in chosen if action in step.mistakes), step.other)

    def _is_begun(self, done: list[int]) -> bool:
        begun = 0
        for step in self.steps:
            part = done[begun : begun + len(step.actions)]
            if Counter(part) - Counter(step.actions):
                return False
            begun += len(step.actions)
        return len(done) <= begun


def _by_seat(acts: Sequence[Act], players: int) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(players)]
    for seat, action in acts:
        found[seat].append(action)
    return found


_read: dict[str, Lesson | None] = {}


def lesson_of(game: AnyGame) -> Lesson | None:
    """The game's lesson, if it has one. Raises LessonError."""
    if game.package not in _read:
        path = files(game.package) / "words" / FILE
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        _read[game.package] = read_lesson(game, tomllib.loads(text)) if text else None
    return _read[game.package]


def read_lesson(game: AnyGame, data: Mapping[str, Any]) -> Lesson:
    """A lesson from what its file holds: played once, and every clause looked up. Raises LessonError.

    `players`, `minutes`, `seed` (hexadecimal), `options`, `end`, `after` and `steps`. A step has `act`, or `acts` that
    are done in any order; `before`, the [seat, act] pairs of others since the step before it; `note` and `other`, each
    a clause or "" and a sentence; and `mistakes`, with `act` and `why`. `after`: what others do after the last step.
    """
    try:
        return _Reading(game, data).lesson()
    except (KeyError, TypeError) as error:
        raise LessonError(f"{game.key}: the lesson lacks {error}") from None


class _Reading:
    """Reads a lesson by playing it."""

    def __init__(self, game: AnyGame, data: Mapping[str, Any]) -> None:
        self.game, self.data = game, data
        self.clauses = set(re.findall(r"^\*\*([A-Z]+-\d+)\*\*", game.rules_text, re.MULTILINE))
        self.match = Match(game, data["players"], int(data["seed"], 16), options=data.get("options"))

    def lesson(self) -> Lesson:
        data = self.data
        steps = tuple(self.step(number, step) for number, step in enumerate(data["steps"], 1))
        self.play(len(steps), data.get("after", []))
        if self.match.over:
            raise LessonError(f"{self.game.key}: the game is over when the lesson ends: nobody can play on")
        return Lesson(
            data["players"], data["minutes"], self.match.seed, dict(data.get("options", {})), steps,
            tuple(tuple(done) for done in _by_seat(self.played, data["players"])), data["end"],
        )  # fmt: skip

    @property
    def played(self) -> list[Act]:
        return self.match.acts

    def step(self, number: int, data: Mapping[str, Any]) -> Step:
        self.play(number, data.get("before", []))
        if NEWCOMER not in self.match.pending:
            raise self.error(number, "the newcomer is not asked anything")
        mistakes = {self.legal(number, one["act"]): self.cited(number, one["why"]) for one in data.get("mistakes", [])}
        acts = data["acts"] if "acts" in data else [data["act"]]
        found = Step(
            tuple(self.match.parse(act) for act in acts), self.cited(number, data["note"]),
            self.cited(number, data["other"]), mistakes,
        )  # fmt: skip
        self.play(number, [[NEWCOMER, act] for act in acts])
        return found

    def play(self, number: int, acts: Sequence[Sequence[Any]]) -> None:
        for seat, act in acts:
            try:
                self.match.act(seat, act)
            except IllegalAction as error:
                raise self.error(number, f"seat {seat} cannot do {act!r}: {error}") from None

    def legal(self, number: int, act: str) -> int:
        refusal = self.match.why_not(NEWCOMER, act)
        if refusal:
            raise self.error(number, f"the mistake {act!r} is not possible: {refusal}")
        return self.match.parse(act)

    def cited(self, number: int, note: Sequence[str]) -> Cited:
        clause, text = note
        if clause and clause not in self.clauses:
            raise self.error(number, f"there is no clause {clause}")
        return Cited(clause, text)

    def error(self, number: int, why: str) -> LessonError:
        return LessonError(f"{self.game.key}, step {number}: {why}")
