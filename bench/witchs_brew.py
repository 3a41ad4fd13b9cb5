"""Witch's Brew: how long games take, how they end, and which roles are chosen."""

from __future__ import annotations

from typing import Any

import numpy as np

from bench.figures import Section
from bench.games import loops, mean, played
from bench.speed import SEED
from coven.engine.dice import next_rng, start_game
from coven.engine.jit import compiled, lowest
from coven.engine.loops import RANDOM, THUMB
from coven.engine.seats import over, pending
from coven.games import load_game
from coven.games.witchs_brew.rules.actions import CALL, CLAIM, ROLE_TEXTS
from coven.games.witchs_brew.rules.roles import ROLES
from coven.games.witchs_brew.words.log import REASONS
from coven.lab.statistics import wilson

GAME = "witchs-brew"


def whole_games(games: int) -> Section:
    """How long games take and by which clause they end, under random play and among rules of thumb; roles chosen."""
    names = ["seats", "decisions", "most", "sets", "most", *REASONS.values()]
    rows = [f"| {' | '.join(names)} |", "|---|" + "--:|" * (len(names) - 1)]
    for name, policy in (("random", RANDOM), ("thumb", THUMB)):
        for players in load_game(GAME).players:
            decisions, _, ends = played(GAME, players, [policy] * players, games)
            cells = [f"{players} {name}", mean(decisions), f"{decisions.max()}", mean(ends["set"])]
            cells += [f"{ends['set'].max()}", *(f"{100 * np.mean(ends['ending'] == one):.2f} %" for one in REASONS)]
            rows.append(f"| {' | '.join(cells)} |")
    about = f"{games:,} games each, seed {SEED}; means with 95 % intervals, shares of the clauses by which games end: \
ravens WB-60, 60 sets WB-64. Below, the share of sets in which a role is chosen by somebody, among thumbs."
    return Section("Whole games", about, [], ("\n".join(rows), roles_chosen(games)))


def roles_chosen(games: int) -> str:
    """A table: by role and number of seats, the share of sets in which somebody has chosen it."""
    counts = load_game(GAME).players
    shares = {players: chosen_by_thumbs(players, games) for players in counts}
    rows = [f"| role | {' | '.join(f'{players} thumbs' for players in counts)} |", "|---|" + "--:|" * len(counts)]
    for role, name in enumerate(ROLE_TEXTS):
        rows.append(f"| {name} | {' | '.join(shares[players][role] for players in counts)} |")
    return "\n".join(rows)


def chosen_by_thumbs(players: int, games: int) -> list[str]:
    """By role: the share of sets in which it is chosen, with its 95 % interval."""
    made = loops(GAME, players)
    states, calls = made.states(2), made.buffer("q", ROLES)
    arguments = (made.deck, states[0], states[1], made.out, made.master(SEED), games, calls)
    sets = compiled(call_counts(), *arguments[:5], 1, made.buffer("q", ROLES))(*arguments)
    bounds = [wilson(int(number), sets) for number in calls]
    return [f"{number / sets:.3f} ({low:.3f} to {high:.3f})" for number, (low, high) in zip(calls, bounds, strict=True)]


def call_counts() -> Any:
    """count(deck, s, view, out, master, games, calls): games of thumbs; calls[role] becomes how often it is called,
    once in a set at the most; returns the number of sets."""
    rules = load_game(GAME).rules
    setup, legal, apply = rules.setup, rules.legal, rules.apply
    hide, thumb = rules.hide, rules.thumb

    def count(deck: Any, s: Any, view: Any, out: Any, master: Any, games: int, calls: Any) -> int:
        sets = 0
        for number in range(games):
            rng = start_game(master, number, s)
            setup(deck, s)
            while not over(s):
                seat = lowest(pending(s))
                n = legal(deck, s, seat, out)
                rng = next_rng(rng)
                hide(deck, s, seat, view)
                action = thumb(deck, view, seat, out, n, rng)
                if CALL <= action < CLAIM:
                    calls[action - CALL] += 1
                apply(deck, s, seat, action)
            sets += s.set
        return sets

    return count
