"""Midnight: how long games take, and how they end."""

from __future__ import annotations

import numpy as np

from bench.figures import Section
from bench.games import mean, played
from bench.speed import SEED
from coven.engine.loops import RANDOM, THUMB
from coven.games import load_game
from coven.games.midnight.rules.state import MOST_TURNS, Ending
from coven.games.midnight.words.log import REASONS

GAME = "midnight"


def whole_games(games: int) -> Section:
    """How long games take and by which clause they end, under random play and among rules of thumb."""
    names = ["seats", "decisions", "most", "turns", "most", *REASONS.values()]
    rows = [f"| {' | '.join(names)} |", "|---|" + "--:|" * (len(names) - 1)]
    for name, policy in (("random", RANDOM), ("thumb", THUMB)):
        for players in load_game(GAME).players:
            decisions, _, ends = played(GAME, players, [policy] * players, games)
            shares = np.bincount(ends["ending"], minlength=max(Ending.names()) + 1) / games
            cells = [f"{players} {name}", mean(decisions), f"{decisions.max()}", mean(ends["turns"])]
            cells += [f"{ends['turns'].max()}", *(f"{100 * shares[ending]:.2f} %" for ending in REASONS)]
            rows.append(f"| {' | '.join(cells)} |")
    about = f"{games:,} games each, seed {SEED}; means with 95 % intervals, shares of the clauses by which games end: \
empty hand MN-15, standstill MN-64, {MOST_TURNS:,} turns MN-65. Who plays at random draws only when it cannot play, \
and makes the calls that are due. No game can take more than {MOST_TURNS:,} turns, or more decisions than \
{MOST_TURNS:,} times the number of players and three."
    return Section("Whole games", about, [], ("\n".join(rows),))
