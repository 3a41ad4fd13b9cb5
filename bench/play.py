"""How the rules of thumb of 3 Witches play."""

from __future__ import annotations

import numpy as np

from bench.figures import Figure, Section
from bench.speed import SEED, loops
from coven.engine.loops import RANDOM, THUMB
from coven.games.three_witches.rules.state import NONE
from coven.lab.statistics import wilson


def share(name: str, successes: float, trials: int) -> tuple[Figure, str]:
    """A share as a figure and as a note with its interval."""
    low, high = wilson(successes, trials)
    note = f"{name}: {successes / trials:.4f} of {trials:,}, 95 % interval {low:.4f} to {high:.4f} (Wilson)."
    return Figure(name, "share", [successes / trials]), note


def against_random(games: int) -> tuple[Figure, str]:
    """One thumb among two random players, a seat further in every game."""
    _, shares, _ = loops().policy_games(SEED, 0, games, [THUMB, RANDOM, RANDOM], 1)
    numbers = np.arange(games)
    return share("win share of one thumb among two random", float(shares[numbers, -numbers % 3].sum()), games)


def three_thumbs(games: int) -> list[tuple[Figure, str]]:
    """What three thumbs bid, and how often the Lead makes it."""
    _, _, ends = loops().policy_games(SEED, 0, games, [THUMB] * 3, 0)
    played = ends["sheet_lead"] != NONE
    bids, won = ends["sheet_bid"][played], ends["sheet_won"][played]
    return [
        share("three thumbs: rounds in which the Lead makes its bid", int((bids == won).sum()), len(bids)),
        share("three thumbs: bids of 3", int((bids == 3).sum()), len(bids)),
        share("three thumbs: bids of 4", int((bids == 4).sum()), len(bids)),
        share("three thumbs: bids of 3 that are made", int((won[bids == 3] == 3).sum()), int((bids == 3).sum())),
        share("three thumbs: bids of 4 that are made", int((won[bids == 4] == 4).sum()), int((bids == 4).sum())),
    ]


def play(games: int) -> Section:
    """Both of these."""
    shares = [against_random(games), *three_thumbs(games)]
    about = f"{games:,} games of 3 Witches each, seed {SEED}. A shared victory counts as a half."
    notes = "\n".join(f"- {note}" for _, note in shares)
    return Section("Players", about, [figure for figure, _ in shares], (notes,))
