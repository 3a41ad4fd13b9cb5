"""Which number of a deck matters: every deck near by on the same deals, and what it moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import numpy as np

from coven.engine.decks import AnyDeck
from coven.lab.balance import compare, headlines
from coven.lab.blocks import Counting, Plan, as_line, from_line
from coven.lab.lines import Lines
from coven.lab.metrics import Metric
from coven.lab.moments import PAIR, Moments, holm, p_of
from coven.lab.report import LIMIT
from coven.lab.workers import Work, spread

MOST_OF_A_METRIC = 5


@dataclass(frozen=True)
class Step:
    """What one changed number does to one metric."""

    key: str
    title: str
    kind: str
    change: str
    base: float
    difference: float
    low: float
    high: float
    """The paired 95 % interval."""
    correlation: float
    p: float
    """After Holm's method among all changes and metrics."""
    is_clear: bool


@dataclass(frozen=True)
class Sensitivity:
    """The figures of one run."""

    game: str
    deck_hash: str
    deals: int
    changes: int
    """How many decks near by were played."""
    steps: list[Step]
    """For each metric, what moves it most."""

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


def chosen(plan: Plan, patterns: Sequence[str]) -> list[tuple[int, Metric]]:
    """The metrics that match any of the patterns, or the headlines without one. Raises ValueError for a pattern that
    matches none."""
    if not patterns:
        return headlines(plan)
    for pattern in patterns:
        if not any(fnmatchcase(metric.key, pattern) for _, metric in plan.every_metric):
            raise ValueError(f'there is no metric "{pattern}": coven report --json names them all')
    return [one for one in plan.every_metric if any(fnmatchcase(one[1].key, pattern) for pattern in patterns)]


def sensitivity(
    plan: Plan, deals: int, patterns: Sequence[str], *, jobs: int = 1, save: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Sensitivity:  # fmt: skip
    """Play every deck near the plan's deck. Raises ValueError if there is none, KeptError, WorkerDied, OSError."""
    near = plan.game.measures.nearby(plan.decks[0])
    if not near:
        raise ValueError(f"{plan.game.title} does not say which decks are near by")
    metrics, done = chosen(plan, patterns), dict[int, Moments]()
    places = sorted({place for place, _ in metrics})

    def take(line: Any) -> None:
        number, moments = from_line(line, len(places), 2)
        if moments.deals == deals and number < len(near):
            done[number] = moments

    settings = plan.settings | {"format": "coven-sensitivity", "metrics": places, "deals": deals} if save else {}
    with Lines(save, "sensitivity", settings, take) if save else nullcontext() as lines:
        missing = [number for number in range(len(near)) if number not in done]
        if progress:
            progress(len(done))
        for number, line in spread(_make, (plan, deals, places), missing, min(jobs, len(missing)) or 1):
            done[number] = from_line(line, len(places), 2)[1]
            if lines:
                lines.add(line)
            if progress:
                progress(len(done))
    ordered = [(near[number][0], done[number]) for number in range(len(near))]
    return Sensitivity(plan.game.key, plan.decks[0].hash, deals, len(near), _ranked(plan, metrics, places, ordered))


def _make(plan: Plan, deals: int, places: list[int]) -> Work:
    near = plan.game.measures.nearby(plan.decks[0])
    base = _values(plan, deals, plan.decks[0], places)

    def work(number: int) -> dict[str, Any]:
        title, data = near[number]
        other = _values(plan, deals, plan.game.decks.load(data, title), places)
        return as_line(number, Moments.of(np.concatenate([base, other], axis=2)))

    return work


def _values(plan: Plan, deals: int, deck: AnyDeck, places: list[int]) -> Any:
    """float64[deals, places, 2]: some metrics of all deals with one deck; zeros for those that it does not have."""
    other = Plan(plan.game, (deck,), plan.players, plan.seed)
    counting, parts = Counting(other, deals), []
    there = {metric.key: place for place, metric in enumerate(other.metrics)}
    own = [there.get(plan.metrics[place].key, -1) for place in places]
    for block in range(-(-deals // other.block)):
        values = counting.values(block)
        values = np.concatenate([values, np.zeros((len(values), 1, PAIR))], axis=1)
        parts.append(values[:, own])
    return np.concatenate(parts)


def _ranked(
    plan: Plan, metrics: Sequence[tuple[int, Metric]], places: list[int], ordered: Sequence[tuple[str, Moments]]
) -> list[Step]:
    found = []
    for place, metric in metrics:
        for title, moments in ordered:
            one = compare(plan, moments, places.index(place), metric, None, moments.deals)
            if one and np.isfinite(one.high):
                error = (one.high - one.low) / 2 / 1.96
                found.append((one, title, p_of(one.difference / error, moments.deals) if error else 1.0))
    steps = [
        Step(one.key, one.title, one.kind, title, one.first, one.difference, one.low, one.high, one.correlation, p,
             p <= LIMIT)
        for (one, title, _), p in zip(found, holm([p for *_, p in found]), strict=True)
    ]  # fmt: skip
    kept = []
    for _, metric in metrics:
        own = [step for step in steps if step.key == metric.key]
        kept += sorted(own, key=lambda step: (not step.is_clear, -abs(step.difference)))[:MOST_OF_A_METRIC]
    return kept
