"""Deals played and counted block by block, by several processes, kept in a file: what reports and comparisons rest on.

Deal d is game d of `simulate` with the same seed. Every deck is played on the same deals, in every seating of the
players: with equal players there is one, otherwise each of them sits in every seat. Only sums are kept (`Moments`), and
they are added in the order of the blocks, so the figures do not depend on the number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from coven.engine.decks import AnyDeck
from coven.engine.game import AnyGame
from coven.engine.loops import POLICIES
from coven.engine.match import Match
from coven.engine.measures import Notes
from coven.engine.survey import Noter, Survey
from coven.lab.behaviour import behaviour
from coven.lab.lines import BEHAVIOUR, KeptError, Lines
from coven.lab.metrics import Family, Metric, Played, families, gains_of, metrics_of, values_of
from coven.lab.moments import PAIR, Moments
from coven.lab.tournament import deal_seed, player_seed
from coven.lab.workers import Work, spread
from coven.players import is_own, make_player

FORMAT = "coven-counts"
VERSION = 1
"""Raised with every change in what is counted, or in how the games are played."""
QUICK, SLOW = 500, 1
"""Deals in a block, if a compiled loop plays them, and if the players are asked one by one."""


@dataclass(frozen=True)
class Plan:
    """What decides every game and every figure."""

    game: AnyGame
    decks: tuple[AnyDeck, ...]
    players: tuple[str, ...]
    """A name for each seat."""
    seed: int

    def __reduce__(self) -> tuple[Any, ...]:
        return Plan, (self.game, self.decks, self.players, self.seed)

    @property
    def names(self) -> list[str]:
        """The players' names, each once."""
        return list(dict.fromkeys(self.players))

    @cached_property
    def seatings(self) -> list[list[int]]:
        """By seating and seat, the number of the player's name."""
        numbers = [self.names.index(name) for name in self.players]
        turned = [tuple(numbers[-turn:] + numbers[:-turn]) for turn in range(len(numbers))]
        return [list(seating) for seating in dict.fromkeys(turned)]

    @property
    def is_quick(self) -> bool:
        """Can compiled loops play all players?"""
        return set(self.players) <= set(POLICIES)

    @property
    def block(self) -> int:
        """Deals in a block."""
        return QUICK if self.is_quick else SLOW

    @property
    def games_a_deal(self) -> int:
        """Games of one deal with one deck."""
        return len(self.seatings)

    @cached_property
    def families(self) -> list[list[Family]]:
        """The families of metrics, by deck."""
        return [families(self.game, deck, len(self.players), self.names) for deck in self.decks]

    @cached_property
    def metrics(self) -> list[Metric]:
        """What is counted: the metrics of the first deck that all decks have."""
        common = set.intersection(*({one.key for one in metrics_of(found)} for found in self.families))
        return [one for one in metrics_of(self.families[0]) if one.key in common]

    @cached_property
    def every_metric(self) -> list[tuple[int, Metric]]:
        """Every metric that can be asked for, with its place among `metrics`: the gains as well."""
        return [*enumerate(self.metrics), *gains_of(self.metrics)]

    @property
    def settings(self) -> dict[str, Any]:
        """Plain data: only blocks with the same settings belong together. Raises KeptError for bots of one's own."""
        if any(map(is_own, self.players)):
            raise KeptError("counts of bots of your own cannot be saved and continued")
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game.key,
            "rules_version": self.game.rules_version,
            "deck_hash": [deck.hash for deck in self.decks],
            "players": list(self.players),
            "seed": self.seed,
            BEHAVIOUR: behaviour(self.game, self.decks[0], self.players, measured=True),
            **{f"thinking: {what}": how for what, how in asdict(self.game.thinking).items()},
        }


class Counting:
    """Plays and counts one block after another."""

    def __init__(self, plan: Plan, deals: int) -> None:
        self._plan, self._deals = plan, deals
        kept = {one.key: place for place, one in enumerate(plan.metrics)}
        self._places = [
            [
                place
                for _, place in sorted((kept[one.key], i) for i, one in enumerate(metrics_of(found)) if one.key in kept)
            ]
            for found in plan.families
        ]
        self._surveys = [Survey(plan.game, deck.tables, len(plan.players)) for deck in plan.decks if plan.is_quick]

    def __call__(self, block: int) -> dict[str, Any]:
        """The block's sums, as plain data."""
        return as_line(block, Moments.of(self.values(block)))

    def values(self, block: int) -> Any:
        """float64[deals, metrics, 2 * decks]: N and D of every deal of the block."""
        plan, first = self._plan, block * self._plan.block
        count = min(plan.block, self._deals - first)
        values = np.zeros((count, len(plan.metrics), PAIR * len(plan.decks)))
        for deck in range(len(plan.decks)):
            for number in range(len(plan.seatings)):
                played = self._quick(deck, number, first, count) if plan.is_quick else self._slow(deck, number, first)
                found = values_of(plan.families[deck], played)
                values[:, :, PAIR * deck : PAIR * (deck + 1)] += found[:, self._places[deck]]
        return values

    def _quick(self, deck: int, number: int, first: int, count: int) -> Played:
        who = self._plan.seatings[number]
        policies = [POLICIES[self._plan.names[name]] for name in who]
        shares, notes = self._surveys[deck].games(self._plan.seed, first, count, policies)
        return Played(shares, notes, who)

    def _slow(self, deck: int, number: int, deal: int) -> Played:
        plan, who = self._plan, self._plan.seatings[number]
        match = Match(plan.game, len(who), deal_seed(plan.seed, deal), plan.decks[deck])
        minds = [
            make_player(plan.names[name], player_seed(plan.seed, deal, number, seat)) for seat, name in enumerate(who)
        ]
        noter = Noter(plan.game, match.deck.tables, match.state)
        while not match.over:
            seat = match.pending[0]
            legal = match.numbers(seat)
            action = minds[seat](plan.game, match.deck, match.view_record(seat), seat, list(legal))
            noter.before(match.state, seat, list(legal), action)
            match.act(seat, action)
            noter.after(match.state)
        outcome = match.outcome
        shares = np.array([[float(share) for share in outcome.payoff]]) if outcome else np.zeros((1, len(who)))
        return Played(shares, np.frombuffer(noter.notes.to_bytes(), Notes.dtype), who)


def as_line(block: int, moments: Moments) -> dict[str, Any]:
    """A block as plain data."""
    return {
        "block": block,
        "deals": moments.deals,
        "sums": moments.sums.ravel().tolist(),
        "products": moments.products.ravel().tolist(),
    }


def from_line(line: Any, metrics: int, decks: int) -> tuple[int, Moments]:
    """The number and sums of a block. Raises ValueError."""
    size = PAIR * decks
    try:
        block, deals = int(line["block"]), int(line["deals"])
        sums = np.array(line["sums"], float).reshape(metrics, size)
        products = np.array(line["products"], float).reshape(metrics, size, size)
    except (KeyError, TypeError, ValueError):
        raise ValueError("it is not a block of counts of this game") from None
    if block < 0 or deals < 1 or not (np.isfinite(sums).all() and np.isfinite(products).all()):
        raise ValueError("it holds impossible numbers")
    return block, Moments(deals, sums, products)


def play_blocks(
    plan: Plan, deals: int, *, jobs: int = 1, save: Path | None = None, progress: Callable[[int], None] | None = None,
    enough: Callable[[Moments], bool] | None = None,
) -> Moments:  # fmt: skip
    """The sums of deals 0 to deals - 1. `save` names a file that keeps each finished block; blocks already in it are
    not played again. `progress` is called with the number of games done. If `enough`, called with the sums so far
    after each block in turn, says so, no more are played. Raises KeptError, WorkerDied, and OSError.
    """
    count = -(-deals // plan.block)
    wanted = {block: min(plan.block, deals - block * plan.block) for block in range(count)}
    done: dict[int, Moments] = {}

    def take(line: Any) -> None:
        block, moments = from_line(line, len(plan.metrics), len(plan.decks))
        done[block] = moments

    games = plan.games_a_deal * len(plan.decks)
    total, told = Moments.none(len(plan.metrics), len(plan.decks)), 0
    keeping = Lines(save, "counts", plan.settings, take) if save else nullcontext()
    with keeping as lines:
        ready = {block: done[block] for block in wanted if block in done and done[block].deals == wanted[block]}
        missing = [block for block in range(count) if block not in ready]
        if progress:
            progress(0)
        for moments in _in_order(count, ready, _played(plan, deals, missing, jobs, lines, ready)):
            total.add(moments)
            told += moments.deals * games
            if progress:
                progress(told)
            if enough and enough(total):
                break
    return total


def _played(
    plan: Plan, deals: int, missing: list[int], jobs: int, lines: Lines | None, ready: dict[int, Moments]
) -> Generator[None, None, None]:
    """Play the missing blocks and put each among those that are ready."""
    if not missing:
        return
    made = spread(_make, (plan, deals), missing, min(jobs, len(missing)))
    try:
        for block, line in made:
            if lines:
                lines.add(line)
            ready[block] = from_line(line, len(plan.metrics), len(plan.decks))[1]
            yield
    finally:
        made.close()


def _in_order(count: int, ready: dict[int, Moments], played: Generator[None, None, None]) -> Iterator[Moments]:
    """The blocks in order, each as soon as it and all before it are ready."""
    try:
        for block in range(count):
            while block not in ready:
                next(played)
            yield ready.pop(block)
    finally:
        played.close()


def _make(plan: Plan, deals: int) -> Work:
    return Counting(plan, deals)
