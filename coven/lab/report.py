"""A report on a game with a deck: who wins, how games go, and what every card is worth, with intervals.

Intervals hold in 95 of 100 runs and count deals, not games (`moments`). Where many figures are compared with nothing,
as the gains of all cards are, the chance of being misled by any of them is held at 5 % by Holm's method.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from math import isfinite
from pathlib import Path
from typing import Any

from coven.engine.decks import AnyDeck
from coven.engine.game import AnyGame
from coven.engine.sentences import shown, whole
from coven.lab.blocks import Plan, play_blocks
from coven.lab.metrics import GAIN, MEAN, SHARE, Metric, distinct
from coven.lab.moments import Estimate, Moments, Slope, estimate, gain, holm, p_of, ratio
from coven.players import known_player

LIMIT = 0.05
"""How often a family of figures may mislead by chance."""
GAMES, SLOW_GAMES = 20000, 24
"""The default number of games: of players that a compiled loop plays, and of others."""
SHOWN_SEATS = 4


@dataclass(frozen=True)
class Row:
    """One figure."""

    key: str
    title: str
    kind: str
    """"share", "mean" or "gain" (a difference of win shares)."""
    value: float
    low: float | None
    high: float | None
    """The ends of the interval; None where nothing is known, as of a mean after a single deal."""
    p: float | None = None
    """Of a gain or a difference: its p after Holm's method among all of its family."""
    is_clear: bool = False
    """Is that at most LIMIT?"""


@dataclass(frozen=True)
class ThingRow:
    """The figures of a card, a role, a recipe. None where there were none."""

    key: str
    title: str
    group: str
    held: Row | None
    playable: Row | None
    chosen: Row | None
    played: Row | None
    wins_first: Row | None
    gain_first: Row | None
    wins_played: Row | None
    gain_played: Row | None


@dataclass(frozen=True)
class Report:
    """All figures of one run."""

    game: str
    title: str
    deck_hash: str
    provenance: str
    rules_version: int
    players: list[str]
    seats: int
    deals: int
    games: int
    seed: int
    seconds: float
    """For this run only; blocks that were already in a file took no time."""
    figures: list[Row]
    """Of the whole game, in their order."""
    things: list[ThingRow]
    bots: list[Row] = field(default_factory=list)
    """With several players: what they win and do differently, the surest first."""

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as `coven report --json` prints it."""
        return asdict(self)

    def named(self, start: str) -> list[Row]:
        """The figures whose key starts like this."""
        return [row for row in self.figures if row.key.startswith(start)]


def make_plan(
    game: AnyGame, decks: Sequence[AnyDeck], players: Sequence[str] | None, seed: int, seats: int | None = None
) -> Plan:
    """What decides every game. Raises ValueError, UnknownPlayer, and TypeError for a text instead of a list."""
    if isinstance(players, str):
        raise TypeError(f'players must be a list of names, like ["thumb", "random"], not "{shown(players)}"')
    number = whole(seed)
    if number is None:
        raise ValueError(f"a seed is a whole number, not {shown(seed)}")
    if not players:
        count = seats or max((n for n in game.players if n <= SHOWN_SEATS), default=game.players[0])
        players = ["thumb"] * game.seats(count)
    game.seats(len(players))
    return Plan(game, tuple(decks), tuple(map(known_player, players)), number)


def deals_for(plan: Plan, games: int | None) -> int:
    """How many deals make at least so many games. Raises ValueError for fewer than one."""
    count = whole(games) if games is not None else (GAMES if plan.is_quick else SLOW_GAMES)
    if count is None or count < 1:
        raise ValueError(f"the number of games must be 1 or more, not {shown(games)}")
    return -(-count // plan.games_a_deal)


def make_report(
    plan: Plan, deals: int, *, jobs: int = 1, save: Path | None = None, progress: Callable[[int], None] | None = None
) -> Report:
    """Play the deals and make the report, the same for any number of `jobs`. Raises KeptError, WorkerDied, OSError."""
    started = time.perf_counter()
    moments = play_blocks(plan, deals, jobs=jobs, save=save, progress=progress)
    deck = plan.decks[0]
    rows = _rows(plan, moments)
    return Report(
        game=plan.game.key,
        title=plan.game.title,
        deck_hash=deck.hash,
        provenance=deck.provenance,
        rules_version=plan.game.rules_version,
        players=list(plan.players),
        seats=len(plan.players),
        deals=moments.deals,
        games=moments.deals * plan.games_a_deal,
        seed=plan.seed,
        seconds=time.perf_counter() - started,
        figures=[row for metric, row in rows if row and not metric.thing and not metric.key.startswith("player.")],
        things=_things(plan, rows),
        bots=_bots(plan, moments.deals, rows),
    )


def slope_of(plan: Plan, metric: Metric, n: float, d: float) -> Slope | None:
    """A metric from the means of its numbers; None where it has none."""
    if metric.kind == GAIN:
        return gain(n, d, plan.games_a_deal, len(plan.players))
    return ratio(n, d)


def bounds_of(metric: Metric) -> tuple[float, float]:
    """What is possible."""
    return {SHARE: (0.0, 1.0), MEAN: (0.0, float("inf")), GAIN: (-1.0, 1.0)}[metric.kind]


def estimate_of(plan: Plan, moments: Moments, place: int, metric: Metric) -> Estimate | None:
    """A metric of the first deck."""
    n, d = moments.sums[place][:2] / moments.deals
    slope = slope_of(plan, metric, float(n), float(d))
    if slope is None:
        return None
    low, high = bounds_of(metric)
    if moments.deals < 2:
        return estimate(slope.value, 0.0, moments.deals, low, high)
    c = moments.covariance(place)
    variance = slope.by_n**2 * c[0, 0] + 2 * slope.by_n * slope.by_d * c[0, 1] + slope.by_d**2 * c[1, 1]
    return estimate(slope.value, float(variance), moments.deals, low, high)


def _rows(plan: Plan, moments: Moments) -> list[tuple[Metric, Row | None]]:
    """Every metric; gains are adjusted among those of their kind."""
    found = [(metric, estimate_of(plan, moments, place, metric)) for place, metric in plan.every_metric]
    adjusted: dict[str, float] = {}
    for what in ("wins-first-gain", "wins-played-gain"):
        family = [(metric.key, one.p) for metric, one in found if one and metric.key.endswith(what)]
        adjusted |= dict(zip((key for key, _ in family), holm([p for _, p in family]), strict=True))
    return [(metric, _row(metric, one, adjusted.get(metric.key)) if one else None) for metric, one in found]


def _row(metric: Metric, one: Estimate, p: float | None = None) -> Row:
    is_clear = p is not None and p <= LIMIT
    low, high = (end if isfinite(one.high) else None for end in (one.low, one.high))
    return Row(metric.key, metric.title, metric.kind, one.value, low, high, p, is_clear)


def _things(plan: Plan, rows: Sequence[tuple[Metric, Row | None]]) -> list[ThingRow]:
    """One row for each thing that was ever held or played."""
    by_key = {metric.key: row for metric, row in rows}
    found = []
    things = plan.game.measures.things(plan.decks[0])
    for thing in (things[number] for number in distinct(things)):
        of = f"card.{thing.key}."
        one = ThingRow(
            thing.key, thing.title, thing.group,
            by_key.get(f"{of}held"), by_key.get(f"{of}playable"), by_key.get(f"{of}chosen"), by_key.get(f"{of}played"),
            by_key.get(f"{of}wins-first"), by_key.get(f"{of}wins-first-gain"),
            by_key.get(f"{of}wins-played"), by_key.get(f"{of}wins-played-gain"),
        )  # fmt: skip
        if one.wins_first or one.wins_played or (one.held and one.held.value):
            found.append(one)
    return found


def _bots(plan: Plan, deals: int, rows: Sequence[tuple[Metric, Row | None]]) -> list[Row]:
    """Differences between every two players. Their errors are added, as if they always went against each other: that
    is the widest that the interval can be."""
    by_key = {metric.key: row for metric, row in rows if row}
    found: list[tuple[Row, float]] = []
    for a, b in combinations(plan.names, 2):
        first = f"player.{a}."
        for key, one in by_key.items():
            other = by_key.get(f"player.{b}.{key.removeprefix(first)}") if key.startswith(first) else None
            if other:
                found.append(_difference(one, other, b, deals, key))
    adjusted = holm([p for _, p in found])
    told = [
        Row(r.key, r.title, r.kind, r.value, r.low, r.high, p, p <= LIMIT)
        for (r, _), p in zip(found, adjusted, strict=True)
    ]
    return sorted(told, key=lambda row: (not row.is_clear, -abs(row.value)))


def _difference(one: Row, other: Row, b: str, deals: int, key: str) -> tuple[Row, float]:
    value = one.value - other.value
    half = sum(max((row.high or 0.0) - row.value, row.value - (row.low or 0.0)) for row in (one, other))
    z = 1.96 * abs(value) / half if half > 0 else 0.0
    row = Row(f"{key}-{b}", f"{one.title}: more than {b}", GAIN, value, value - half, value + half)
    return row, p_of(z, deals)
