"""Measurements for every game: speed of random play, and one thumb among random players."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from bench.figures import Figure, Section
from bench.play import share
from bench.speed import SEED, rate
from bench.speed import loops as three_witches_loops
from coven.engine.loops import RANDOM, THUMB, Loops
from coven.games import load_game

NORMAL = 1.96
"""Standard errors to each side of a mean that make a 95 % interval."""


@cache
def loops(key: str, players: int) -> Loops[Any, Any]:
    """The loops of a game with its own deck."""
    game = load_game(key)
    return Loops(game, game.decks.default().tables, players)


def speed(key: str, about: str, repetitions: int, seconds: float) -> Section:
    """Decisions a second by number of players, with 3 Witches in turns; `about`: how random players choose."""
    counts = load_game(key).players
    rates: dict[int, list[float]] = {players: [] for players in counts}
    beside: list[float] = []
    for _ in range(repetitions):
        for players in counts:
            rates[players].append(rate(loops(key, players).random_games, 2000, seconds))
        beside.append(rate(three_witches_loops().random_games, 2000, seconds))
    figures = [Figure(f"{players} players", "decisions/s", rates[players]) for players in counts]
    figures.append(Figure("3 Witches", "decisions/s", beside))
    about = f"{about} On one core, compiled; every decision counts, times are of the process. All in turns."
    return Section("Speed of random play", about, figures)


def played(key: str, players: int, policies: list[int], games: int) -> tuple[Any, Any, Any]:
    """Decisions, shares of the victory and last states of this many games."""
    return loops(key, players).policy_games(SEED, 0, games, policies, 1)


def mean(values: Any) -> str:
    """A mean with its 95 % interval."""
    half = NORMAL * float(values.std()) / len(values) ** 0.5
    return f"{values.mean():.2f} ± {half:.2f}"


def players(key: str, games: int) -> Section:
    """One thumb among random players, a seat further in every game."""
    shares = []
    for count in load_game(key).players:
        _, won, _ = played(key, count, [THUMB] + [RANDOM] * (count - 1), games)
        numbers = np.arange(games)
        victories = float(won[numbers, -numbers % count].sum())
        shares.append(share(f"one thumb among {count - 1} random (even: {1 / count:.3f})", victories, games))
    about = f"{games:,} games each, seed {SEED}. A shared victory counts in parts."
    notes = "\n".join(f"- {note}" for _, note in shares)
    return Section("Players", about, [figure for figure, _ in shares], (notes,))
