"""What the terminal shows of the table and when, and what `look` shows."""

from __future__ import annotations

import io
import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import coven
from coven.engine.match import Match
from coven.engine.plain import to_builtins
from coven.engine.sentences import Names
from coven.engine.states import SPECTATOR
from coven.terminal.play import Options, Play
from coven.terminal.replay import Replay, make_teller
from coven.terminal.screen import Screen, short
from coven.terminal.seats import make_seats, names_of
from coven.terminal.teller import Teller
from coven.terminal.turn import show_look
from tests.toy.game import GAME as TOY

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
        self.rng = random.Random(5)
        super().__init__(Console(file=io.StringIO(), width=100, color_system=None), self._choose)

    def table(self, lines: Sequence[str]) -> None:
        self._shown += lines

    def _choose(self) -> str:
        match = self.match
        if len(self.looks) == self.stop:
            raise EOFError
        there = match.game.texts.table(match.deck, match.view_record(YOU), self.names)[1:]
        others = sum(seat != YOU for seat, _ in match.acts)
        self.looks.append(Look(others, self._shown, there))
        self._shown = []
        if match.can_undo(YOU) and self.rng.random() < 0.1:
            return "undo"
        return match.text(self.rng.choice(match.numbers(YOU)))


def watched(game: str, stop: int = 120) -> list[Look]:
    match = coven.new(game, seed=11)
    seats = make_seats(["me", *["random"] * (match.players - 1)])
    screen = Watched(match, names_of(seats, YOU), stop)
    Play(match, seats, screen, Options()).run()
    return screen.looks


@pytest.mark.parametrize("game", GAMES)
def test_consecutive_own_steps_show_what_they_changed(game: str) -> None:
    looks = watched(game)
    after_others = after_own = 0
    for before, now in itertools.pairwise(looks):
        if now.others > before.others:
            after_others += 1
            assert now.shown == now.there
        else:
            after_own += 1
            assert now.shown == [line for line in now.there if line not in before.there]
    assert looks[0].shown == looks[0].there
    assert after_others > 5
    assert after_own > 5 or game in ONE_STEP


OTHERWISE = {"witchs-brew": ("tops",)}
"""Shown by what they cost and are worth, as is all that lies below them (tests/games/witchs_brew/test_describe.py)."""


def cards_in(data: Any, cards: tuple[str, ...]) -> Iterator[str]:
    """Every card that plain data names."""
    if isinstance(data, str):
        yield from [data] if data in cards else []
    elif isinstance(data, (list, dict)):
        for part in data.values() if isinstance(data, dict) else data:
            yield from cards_in(part, cards)


def missing(match: Match, viewer: int) -> set[str]:
    """Cards that the viewer's plain data name and the terminal does not."""
    game, deck, view, names = match.game, match.deck, match.view_record(viewer), match.names(viewer)
    lines = [*game.texts.table(deck, view, names)[1:], *game.texts.look(deck, view, names)]
    assert all(": " in line for line in lines)
    text = "\n".join(lines)
    data = {
        key: part
        for key, part in to_builtins(game.texts.describe(deck, view)).items()
        if key not in OTHERWISE.get(game.key, ())
    }
    return {card for card in cards_in(data, deck.cards) if short(deck.titles[deck.cards.index(card)]) not in text}


@pytest.mark.parametrize("game", GAMES)
def test_the_terminal_shows_all_that_a_view_knows(game: str) -> None:
    match, rng = coven.new(game, seed=4), random.Random(4)
    while match.pending and len(match.acts) < 150:
        for viewer in (*range(match.players), SPECTATOR):
            assert not missing(match, viewer)
        assert isinstance(match.game.texts.look(match.deck, match.state, match.names()), list)
        seat = rng.choice(match.pending)
        match.act(seat, rng.choice(match.numbers(seat)))


def test_look_works_at_the_prompt_and_in_a_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COVEN_DATA", str(tmp_path))
    match, out = coven.new("witchs-brew", seed=2), io.StringIO()
    words = iter(["look", "q", "l", "q"])
    screen = Screen(Console(file=out, width=100, color_system=None), lambda: next(words))
    seats = make_seats(["me", "thumb", "thumb"])
    assert Play(match, seats, screen, Options()).run() == 0
    line = "Copper cauldron, from the top: w for 2, wr for 3"
    assert out.getvalue().count(line) == 1
    match.act(0, match.numbers(0)[0])
    record = coven.GameRecord.of(match, tuple(seat.full_name for seat in seats))
    again = coven.new("witchs-brew", seed=2)
    Replay(record, again, screen, make_teller(record, again, SPECTATOR, is_open=False)).run(step=True)
    assert out.getvalue().count(line) == 2


def test_a_game_with_nothing_to_look_at_says_so() -> None:
    out = io.StringIO()
    match = Match(TOY, 2, 1)
    show_look(Screen(Console(file=out), input), Teller(match, match.names()))
    assert "There is nothing more to look at than the table shows." in out.getvalue()
