"""Whirling Witchcraft: speed of random play, how long games take, how they end, and how the rules of thumb play."""

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
from coven.games.whirling_witchcraft.state import Ending
from coven.games.whirling_witchcraft.talk import REASONS

GAME = "whirling-witchcraft"
NORMAL = 1.96
"""Standard errors to each side of a mean that make a 95 % interval."""


@cache
def loops(players: int) -> Loops:
    """The loops of the game with its own deck."""
    game = load_game(GAME)
    return Loops(game, game.default_deck().tables, players)


def speed(repetitions: int, seconds: float) -> Section:
    """Decisions a second by number of players, with 3 Witches in turns."""
    counts = load_game(GAME).players
    rates: dict[int, list[float]] = {players: [] for players in counts}
    beside: list[float] = []
    for _ in range(repetitions):
        for players in counts:
            rates[players].append(rate(loops(players).random_games, 2000, seconds))
        beside.append(rate(three_witches_loops().random_games, 2000, seconds))
    figures = [Figure(f"{players} players", "decisions/s", rates[players]) for players in counts]
    figures.append(Figure("3 Witches", "decisions/s", beside))
    about = "Uniform random games on one core, compiled; every decision counts, times are of the process. All in turns."
    return Section("Speed of random play", about, figures)


def played(players: int, policies: list[int], games: int) -> tuple[Any, Any, Any]:
    """Decisions, shares of the victory and last states of so many games."""
    return loops(players).policy_games(SEED, 0, games, policies, 1)


def mean(values: Any) -> str:
    """A mean with its 95 % interval."""
    half = NORMAL * float(values.std()) / len(values) ** 0.5
    return f"{values.mean():.2f} ± {half:.2f}"


def whole_games(games: int) -> Section:
    """How long games take and by which clause they end, under random play and among rules of thumb."""
    names = ["seats", "decisions", "most", "rounds", "most", *REASONS.values()]
    rows = [f"| {' | '.join(names)} |", "|---|" + "--:|" * (len(names) - 1)]
    for name, policy in (("random", RANDOM), ("thumb", THUMB)):
        for players in load_game(GAME).players:
            decisions, _, ends = played(players, [policy] * players, games)
            shares = np.bincount(ends["ending"], minlength=Ending.LAST_ROUND + 1) / games
            cells = [f"{players} {name}", mean(decisions), f"{decisions.max()}", mean(ends["round"])]
            cells += [f"{ends['round'].max()}", *(f"{100 * shares[ending]:.2f} %" for ending in REASONS)]
            rows.append(f"| {' | '.join(cells)} |")
    about = f"{games:,} games each, seed {SEED}; means with 95 % intervals, shares of the clauses by which games end: \
empty workbench WW-31, flooded ones WW-32, WW-33 and WW-35, last recipe laid WW-52. No game can take more decisions \
than 798, 609, 516 and 420, or more rounds than 25, 17, 13 and 10, with 2, 3, 4 and 5 players."
    return Section("Whole games", about, [], ("\n".join(rows),))


def players(games: int) -> Section:
    """One thumb among random players, a seat further in every game."""
    shares = []
    for count in load_game(GAME).players:
        _, won, _ = played(count, [THUMB] + [RANDOM] * (count - 1), games)
        numbers = np.arange(games)
        victories = float(won[numbers, -numbers % count].sum())
        shares.append(share(f"one thumb among {count - 1} random (even: {1 / count:.2f})", victories, games))
    about = f"{games:,} games each, seed {SEED}. A shared victory counts in parts."
    notes = "\n".join(f"- {note}" for _, note in shares)
    return Section("Players", about, [figure for figure, _ in shares], (notes,))
