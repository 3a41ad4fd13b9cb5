"""Self-play that keeps the first moment of every stage (`Rules.stage`), and who won in the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bench.figures import commit
from coven.engine.dice import next_rng, start_game
from coven.engine.game import AnyGame
from coven.engine.jit import compiled, lowest
from coven.engine.loops import Loops
from coven.engine.rules import AnyRules
from coven.engine.seats import over, pending
from coven.engine.states import SPECTATOR
from coven.games import load_game
from coven.players import make_player

SEED = 2026
CHUNK = 1000
"""Games between two allocations."""
MOST_STAGES = 60
"""No game has more stages: sets of Witch's Brew."""
COMPILED = "thumb"
"""The player that runs in a compiled loop."""


@dataclass(frozen=True)
class Stages:
    """The first moments of all stages of many games, as a spectator sees them, in order."""

    players: int
    views: Any
    """Records, one for each stage."""
    game: Any
    """By stage: the number of its game."""
    shares: Any
    """By game and seat: the share of the victory."""
    ends: Any
    """By game: its last state."""

    @property
    def won(self) -> Any:
        """By stage and seat: the share of the victory in the end."""
        return self.shares[self.game]

    def part(self, first: float, last: float) -> Stages:
        """The stages of a part of the games, as from 0 to 0.5; games keep their numbers."""
        games = len(self.shares)
        kept = (self.game >= first * games) & (self.game < last * games)
        return Stages(self.players, self.views[kept], self.game[kept], self.shares, self.ends)


def stage_games(rules: AnyRules, choose: Callable[..., int]) -> Callable[..., int]:
    """play(deck, ends, view, out, master, first, kept, of, shares): games in which all seats choose in the same way.

    kept[i] becomes a spectator's view of the i-th stage's first moment, of[i] its game, counted from 0; ends[g] the
    last state of game first + g and shares[g] its payoff. Returns the number of stages.
    """
    setup, legal, apply = rules.setup, rules.legal, rules.apply
    hide, payoff, stage = rules.hide, rules.payoff, rules.stage

    def play(
        deck: Any, ends: Any, view: Any, out: Any, master: Any, first: int, kept: Any, of: Any, shares: Any
    ) -> int:  # fmt: skip
        stages = 0
        for g in range(len(shares)):
            s = ends[g]
            rng = start_game(master, first + g, s)
            setup(deck, s)
            last = stage(s) - 1
            while not over(s):
                if stage(s) > last:
                    last = stage(s)
                    hide(deck, s, SPECTATOR, kept[stages])
                    of[stages] = g
                    stages += 1
                seat = lowest(pending(s))
                n = legal(deck, s, seat, out)
                rng = next_rng(rng)
                hide(deck, s, seat, view)
                apply(deck, s, seat, choose(deck, view, seat, out, n, rng))
            payoff(s, shares[g])
        return stages

    return play


def chooser(game: AnyGame, player: str, seed: int) -> Callable[..., int]:
    """How a player by name chooses, as a loop calls it: rules of thumb themselves, or a mind in plain Python."""
    if player == COMPILED:
        return game.rules.thumb
    mind, deck = make_player(player, seed), game.decks.default()

    def choose(_tables: Any, view: Any, seat: int, out: list[int], n: int, _rng: int) -> int:
        return mind(game, deck, view, seat, out[:n])

    return choose


def played(key: str, players: int, player: str, games: int, seed: int = SEED) -> Stages:
    """The stages of so many games among so many players of one kind."""
    game = load_game(key)
    loops = Loops(game, game.decks.default().tables, players, plain=player != COMPILED)
    master, view, parts = loops.master(seed), loops.states(1)[0], []

    def arguments(first: int, number: int) -> tuple[Any, ...]:
        most = number * MOST_STAGES
        return (
            loops.deck, loops.states(number), view, loops.out, master, first,
            loops.states(most), loops.buffer("q", most), loops.buffer("d", number, players),
        )  # fmt: skip

    play = compiled(stage_games(game.rules, chooser(game, player, seed)), *arguments(0, 1))
    for first in range(0, games, CHUNK):
        given = arguments(first, min(CHUNK, games - first))
        stages = play(*given)
        kept, of, shares = given[6:]
        parts.append((records(game, kept[:stages]), np.array(of[:stages]) + first, np.array(shares),
                      records(game, given[1])))  # fmt: skip
    return Stages(players, *(np.concatenate(column) for column in zip(*parts, strict=True)))


def records(game: AnyGame, states: Any) -> Any:
    """States of either kind as an array of records of its own."""
    if isinstance(states, list):
        return np.frombuffer(b"".join(state.to_bytes() for state in states), dtype=game.state.dtype)
    return states.copy()


def provenance(key: str, player: str, games: int, seed: int) -> str:
    """Where constants come from, as it stands beside them."""
    command = f"python -m bench.values {key} --player {player} --games {games} --seed {seed}"
    return f"Made at commit {commit()} by `{command}`."


def log_loss(chances: Any, won: Any) -> Any:
    """By stage: how little the chances said of who won (shared victories in parts), in nats."""
    return -(won * np.log(np.maximum(chances, 1e-12))).sum(axis=1)
