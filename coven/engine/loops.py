"""Loops over any game, written once: compiled, they run on records; as plain Python, on mirrors.

A loop is a closure over a game's rules. `Loops(game)` compiles each one on first use.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np

from coven.engine.decks import D
from coven.engine.dice import draw, next_rng, seed_words, start_game
from coven.engine.game import Game
from coven.engine.jit import compiled, lazily, lowest, rule
from coven.engine.rules import Rules, S, any_of_them
from coven.engine.seats import over, pending

R = TypeVar("R")

RANDOM = 0
THUMB = 1
POLICIES = {"random": RANDOM, "thumb": THUMB}
"""The players that a compiled loop can play on its own."""


def chooser(rules: Rules[S, D]) -> Callable[..., Any]:
    """choose(deck, s, seat, out, rng) -> int: what a random player does."""
    legal, casual = rules.legal, rules.casual

    @rule
    def among_all(deck: D, s: S, seat: int, out: list[int], rng: int) -> int:
        listed = lazily(out)
        n = legal(deck, s, seat, listed)
        return listed[draw(rng, n)]

    @rule
    def among_some(deck: D, s: S, seat: int, out: list[int], rng: int) -> int:
        return out[draw(rng, casual(deck, s, seat, out, legal(deck, s, seat, out)))]

    return among_all if casual is any_of_them else among_some


def random_games(rules: Rules[S, D]) -> Callable[..., Any]:
    """play(deck, s, out, master, first, games): games of random players. Returns how many decisions they took."""
    setup, apply, lighten, choose = rules.setup, rules.apply, rules.lighten, chooser(rules)

    def play(deck: D, s: S, out: list[int], master: list[int], first: int, games: int) -> int:
        decisions = 0
        for number in range(first, first + games):
            rng = start_game(master, number, s)
            setup(deck, s)
            lighten(s)
            while not over(s):
                seat = lowest(pending(s))
                rng = next_rng(rng)
                apply(deck, s, seat, choose(deck, s, seat, out, rng))
                decisions += 1
        return decisions

    return play


def policy_games(rules: Rules[S, D]) -> Callable[..., Any]:
    """play(deck, ends, view, out, master, first, policies, rotate, counts, shares): games between players.

    Player i has seat i, or moves on by one seat per game if `rotate` is 1. Afterwards counts[g] is the number of
    decisions in game first + g, shares[g][seat] the seat's payoff, and ends[g] the last state.
    """
    setup, legal, apply, lighten = rules.setup, rules.legal, rules.apply, rules.lighten
    hide, thumb, payoff, choose = rules.hide, rules.thumb, rules.payoff, chooser(rules)

    def play(
        deck: D, ends: list[S], view: S, out: list[int], master: list[int], first: int,
        policies: list[int], rotate: int, counts: list[int], shares: list[list[float]],
    ) -> None:  # fmt: skip
        players = len(policies)
        for g in range(len(counts)):
            s = ends[g]
            rng = start_game(master, first + g, s)
            setup(deck, s)
            lighten(s)
            decisions = 0
            while not over(s):
                seat = lowest(pending(s))
                rng = next_rng(rng)
                if policies[(seat + rotate * (first + g)) % players] == THUMB:
                    hide(deck, s, seat, view)
                    action = thumb(deck, view, seat, out, legal(deck, s, seat, out), rng)
                else:
                    action = choose(deck, s, seat, out, rng)
                apply(deck, s, seat, action)
                decisions += 1
            counts[g] = decisions
            payoff(s, shares[g])

    return play


_compiled: dict[tuple[object, object], Callable[..., Any]] = {}


def compiled_once(
    make: Callable[[Rules[S, D]], Callable[..., R]], rules: Rules[S, D], *arguments: object
) -> Callable[..., R]:
    """make(rules) as native code for arguments like these, loaded or compiled once per process."""
    if (make, rules) not in _compiled:
        _compiled[make, rules] = compiled(make(rules), *arguments)
    return _compiled[make, rules]


class Loops(Generic[S, D]):
    """A game's loops with their buffers: compiled, or with `plain` the same text in Python."""

    def __init__(self, game: Game[S, D], deck: D, players: int, *, plain: bool = False) -> None:
        self.game, self.players, self.plain = game, players, plain
        self.deck: Any = deck if plain else deck.to_record()
        self.out = self.buffer("i", game.actions.most_legal)

    def states(self, count: int) -> Any:
        """`count` empty states: an array of records, or a list of mirrors."""
        fresh = self.game.new_state(self.players)
        if self.plain:
            return [fresh.copy() for _ in range(count)]
        return np.frombuffer(bytearray(fresh.to_bytes() * count), dtype=self.game.state.dtype)

    def buffer(self, code: str, *shape: int) -> Any:
        """Zeros with this struct code and shape: an array, or lists."""
        array = np.zeros(shape, dtype=code)
        return array.tolist() if self.plain else array

    def master(self, seed: int) -> Any:
        """A run's master key."""
        words = seed_words(seed)
        return words if self.plain else np.array(words, dtype=np.uint32)

    def ready(self, make: Callable[[Rules[S, D]], Callable[..., R]], *arguments: object) -> Callable[..., R]:
        """The loop, ready to be called with arguments like these."""
        rules = self.game.rules
        return make(rules) if self.plain else compiled_once(make, rules, *arguments)

    @cached_property
    def random_games(self) -> Callable[[int, int, int], int]:
        """random_games(seed, first, games): play them, and return how many decisions they took."""
        state = self.states(1)[0]
        play = self.ready(random_games, self.deck, state, self.out, self.master(0), 0, 0)
        return lambda seed, first, games: int(play(self.deck, state, self.out, self.master(seed), first, games))

    @cached_property
    def policy_games(self) -> Callable[..., tuple[Any, Any, Any]]:
        """policy_games(seed, first, games, policies, rotate): decisions, payoffs and last states by game."""
        view = self.states(1)[0]

        def arguments(seed: int, first: int, games: int, policies: list[int], rotate: int) -> tuple[Any, ...]:
            who = policies if self.plain else np.array(policies, dtype=np.int64)
            return (
                self.deck, self.states(games), view, self.out, self.master(seed), first,
                who, rotate, self.buffer("q", games), self.buffer("d", games, self.players),
            )  # fmt: skip

        play = self.ready(policy_games, *arguments(0, 0, 1, [RANDOM] * self.players, 0))

        def run(seed: int, first: int, games: int, policies: list[int], rotate: int) -> tuple[Any, Any, Any]:
            given = arguments(seed, first, games, policies, rotate)
            play(*given)
            return given[8], given[9], given[1]

        return run
