"""Whirling Witchcraft: how long games take, and how they end."""

from __future__ import annotations

import numpy as np

from bench.figures import Section
from bench.games import mean, played
from bench.speed import SEED
from coven.engine.loops import RANDOM, THUMB
from coven.games import load_game
from coven.games.whirling_witchcraft.rules.state import Ending
from coven.games.whirling_witchcraft.words.log import REASONS

GAME = "whirling-witchcraft"


def whole_games(games: int) -> Section:
    """How long games take and by which clause they end, under random play and among rules of thumb."""
    names = ["seats", "decisions", "most", "rounds", "most", *REASONS.values()]
    rows = [f"| {' | '.join(names)} |", "|---|" + "--:|" * (len(names) - 1)]
    for name, policy in (("random", RANDOM), ("thumb", THUMB)):
        for players in load_game(GAME).players:
            decisions, _, ends = played(GAME, players, [policy] * players, games)
            shares = np.bincount(ends["ending"], minlength=Ending.LAST_ROUND + 1) / games
            cells = [f"{players} {name}", mean(decisions), f"{decisions.max()}", mean(ends["round"])]
            cells += [f"{ends['round'].max()}", *(f"{100 * shares[ending]:.2f} %" for ending in REASONS)]
            rows.append(f"| {' | '.join(cells)} |")
    about = f"{games:,} games each, seed {SEED}; means with 95 % intervals, shares of the clauses by which games end: \
empty workbench WW-31, flooded ones WW-32, WW-33 and WW-35, last recipe laid WW-52. No game can take more decisions \
than 798, 609, 516 and 420, or more rounds than 25, 17, 13 and 10, with 2, 3, 4 and 5 players."
    return Section("Whole games", about, [], ("\n".join(rows),))
