"""What the terminal shows of the table, and when: all of it after others have acted, after own steps what they changed."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from rich.console import Console

import coven
from coven.engine.game import Names
from coven.engine.match import Match
from coven.terminal.play import Options, Play
from coven.terminal.screen import Screen
from coven.terminal.seats import make_seats, names_of

GAMES = [game.key for game in coven.all_games()]
ONE_STEP = ("midnight",)
"""Games in which a turn is hardly ever more than one act."""
YOU = 0


@dataclass
class Look:
    """What a prompt was given of the table, and what there was to see."""

    others: int
    """Acts of others up to then."""
    shown: list[str]
    there: list[str]


@dataclass
class Watched(Screen):
    """A screen with somebody at it who chooses by lot, and now and then takes back."""

    match: Match
    names: Names
    stop: int
    looks: list[Look] = field(default_factory=list)
    _shown: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lots = random.Random(5)
        super().__init__(Console(file=io.StringIO(), width=100, color_system=None), self._choose)

    def table(self, lines: Sequence[str]) -> None:
        self._shown += lines

    def _choose(self) -> str:
        match = self.match
        if len(self.looks) == self.stop:
            raise EOFError
        there = match.game.table(match.deck, match.view_record(YOU), self.names)[1:]
        others = sum(seat != YOU for seat, _ in match.acts)
        self.looks.append(Look(others, self._shown, there))
        self._shown = []
        if match.can_undo(YOU) and self.lots.random() < 0.1:
            return "undo"
        return match.text(self.lots.choice(match.numbers(YOU)))


def watched(game: str, stop: int = 120) -> list[Look]:
    match = coven.new(game, seed=11)
    seats = make_seats(["me", *["random"] * (match.players - 1)])
    screen = Watched(match, names_of(seats, YOU), stop)
    Play(match, seats, screen, Options()).run()
    return screen.looks


def labels(lines: list[str]) -> list[str]:
    return [line.partition(": ")[0] for line in lines]


@pytest.mark.parametrize("game", GAMES)
def test_own_steps_in_a_row_show_what_they_changed(game: str) -> None:
    looks = watched(game)
    after_others = after_own = 0
    for before, now in zip(looks, looks[1:], strict=False):
        if now.others > before.others:
            after_others += 1
            assert now.shown == now.there
        elif set(labels(before.there)) <= set(labels(now.there)):
            after_own += 1
            assert now.shown == [line for line in now.there if line not in before.there]
        else:
            assert now.shown == now.there, "a line has gone: the table is shown as it is now"
    assert looks[0].shown == looks[0].there
    assert after_others > 5
    assert after_own > 5 or game in ONE_STEP
