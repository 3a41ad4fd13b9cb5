"""Two decks on the same deals: what differs, by how much, and whether targets are met.

Deals are played until everything asked for is decided. What is asked may be looked at after every block, so decisions
rest on confidence sequences (`moments.sequence_half`) with ALPHA shared out among all of them (Bonferroni): the chance
that any decision of a run is wrong is at most about ALPHA, whenever it stops. `tests/lab/test_balance.py` simulates it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from coven.lab.blocks import Plan, play_blocks
from coven.lab.metrics import MEAN, Metric
from coven.lab.moments import PAIR, Moments, estimate, sequence_half
from coven.lab.report import bounds_of, slope_of
from coven.lab.targets import Target

ALPHA = 0.05
"""The chance that any decision of a run is wrong."""
MARGIN = 0.01
"""A difference that is surely less than this counts as none: of a share, or of a mean in parts of it."""
ROUNDING = 1e-12
"""A variance below this part of the square of its mean is an error of rounding."""
TUNED_QUICK, TUNED_SLOW = 2000, 150
"""Deals at which decisions are surest."""
MET, MISSED, UNDECIDED = "met", "missed", "undecided"
DIFFERENT, ALIKE = "different", "alike"


@dataclass(frozen=True)
class Difference:
    """One metric of both decks."""

    key: str
    title: str
    kind: str
    first: float
    second: float
    difference: float
    """Of the second deck, less the first."""
    low: float
    high: float
    """The paired 95 % interval, for a number of deals that was fixed beforehand."""
    unpaired: float
    """Half of the interval that other deals for the second deck would have given."""
    correlation: float
    """Of the two decks over deals: what pairing brought."""
    sure_low: float
    sure_high: float
    """The confidence sequence: it holds whenever one looks."""
    verdict: str
    """"different", "alike" (less than MARGIN apart) or "undecided"; "" for what was not asked."""


@dataclass(frozen=True)
class Judged:
    """A target and a deck."""

    metric: str
    deck: int
    """0 or 1."""
    value: float | None
    low: float
    high: float
    """The confidence sequence."""
    wanted_low: float
    wanted_high: float
    verdict: str
    """"met", "missed" or "undecided"."""


@dataclass(frozen=True)
class Comparison:
    """The figures of one run."""

    game: str
    title: str
    decks: list[str]
    """Their hashes."""
    names: list[str]
    players: list[str]
    deals: int
    games: int
    seed: int
    seconds: float
    is_decided: bool
    """Is everything asked for decided?"""
    alpha: float
    differences: list[Difference]
    targets: list[Judged]

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as `coven balance --json` prints it; None for an end that is not known yet."""
        data = asdict(self)
        for one in (*data["differences"], *data["targets"]):
            one.update({key: None for key, value in one.items() if value in (float("inf"), -float("inf"))})
        return data


def headlines(plan: Plan) -> list[tuple[int, Metric]]:
    """What two decks are compared by if there are no targets: the figures of the whole game."""
    out = ("wins.seat-", "decisions.", "player.")
    return [(i, one) for i, one in enumerate(plan.metrics) if not one.thing and not one.key.startswith(out)]


def side(plan: Plan, moments: Moments, place: int, metric: Metric, deck: int) -> tuple[float, Any] | None:
    """A deck's value, and its gradient in all numbers of the metric; None where there is none."""
    first = PAIR * deck
    n, d = moments.sums[place][first : first + PAIR] / moments.deals
    slope = slope_of(plan, metric, float(n), float(d))
    if slope is None:
        return None
    gradient = np.zeros(moments.sums.shape[1])
    gradient[first : first + PAIR] = slope.by_n, slope.by_d
    return slope.value, gradient


def floor(metric: Metric, value: float, deals: int) -> float:
    """The least variance that is believed: as if one deal had gone another way."""
    return (value if metric.kind == MEAN else 1.0) ** 2 / deals


def compare(
    plan: Plan, moments: Moments, place: int, metric: Metric, alpha: float | None, tuned: int
) -> Difference | None:
    """A metric of both decks; None where one of them has none. `alpha`: of its own decision, None if not asked."""
    sides = [side(plan, moments, place, metric, deck) for deck in (0, 1)]
    if moments.deals < 2 or sides[0] is None or sides[1] is None:
        return None
    (a, by_a), (b, by_b) = sides[0], sides[1]
    c = moments.covariance(place)
    var_a, var_b, both = (float(x @ c @ y) for x, y in ((by_a, by_a), (by_b, by_b), (by_a, by_b)))
    var_a, var_b = (0.0 if one < ROUNDING * max(1.0, value**2) else one for one, value in ((var_a, a), (var_b, b)))
    variance = max(var_a + var_b - 2 * both, 0.0)
    correlation = max(-1.0, min(1.0, both / sqrt(var_a * var_b))) if var_a * var_b > 0 else 0.0
    safe = max(variance, floor(metric, max(abs(a), abs(b)), moments.deals))
    paired = estimate(b - a, safe, moments.deals)
    half = sequence_half(safe, moments.deals, alpha or ALPHA, tuned)
    return Difference(
        metric.key, metric.title, metric.kind, a, b, b - a, paired.low, paired.high,
        1.96 * sqrt((var_a + var_b) / moments.deals), correlation,
        b - a - half, b - a + half, _apart(metric, a, b, half) if alpha else "",
    )  # fmt: skip


def _apart(metric: Metric, a: float, b: float, half: float) -> str:
    if abs(b - a) > half:
        return DIFFERENT
    margin = MARGIN * (max(abs(a), abs(b)) if metric.kind == MEAN else 1.0)
    return ALIKE if abs(b - a) + half < margin else UNDECIDED


def judge(
    plan: Plan, moments: Moments, place: int, metric: Metric, deck: int, target: Target, alpha: float, tuned: int
) -> Judged:  # fmt: skip
    """Does the deck meet the target?"""
    found = side(plan, moments, place, metric, deck) if moments.deals > 1 else None
    low, high = bounds_of(metric)
    if found is None:
        return Judged(metric.key, deck, None, low, high, target.low, target.high, UNDECIDED)
    value, gradient = found
    variance = max(float(gradient @ moments.covariance(place) @ gradient), floor(metric, value, moments.deals))
    half = sequence_half(variance, moments.deals, alpha, tuned)
    low, high = max(low, value - half), min(high, value + half)
    verdict = UNDECIDED
    if target.low <= low and high <= target.high:
        verdict = MET
    elif high < target.low or low > target.high:
        verdict = MISSED
    return Judged(metric.key, deck, value, low, high, target.low, target.high, verdict)


@dataclass(frozen=True)
class Question:
    """What a run is to decide, with the chance of an error for each decision."""

    plan: Plan
    targets: Sequence[Target]

    @property
    def tuned(self) -> int:
        """Deals at which decisions are surest."""
        return TUNED_QUICK if self.plan.is_quick else TUNED_SLOW

    def judged(self, moments: Moments) -> list[Judged]:
        """Every target, for each deck."""
        places = {metric.key: (place, metric) for place, metric in self.plan.every_metric}
        alpha = ALPHA / max(1, len(self.targets) * len(self.plan.decks))
        return [
            judge(self.plan, moments, *places[target.metric], deck, target, alpha, self.tuned)
            for target in self.targets
            for deck in range(len(self.plan.decks))
        ]

    def asked(self, moments: Moments) -> list[Difference]:
        """The differences that are to be decided: none if there are targets."""
        if self.targets or len(self.plan.decks) < 2:
            return []
        metrics = headlines(self.plan)
        found = [compare(self.plan, moments, *one, ALPHA / len(metrics), self.tuned) for one in metrics]
        return [one for one in found if one]

    def is_decided(self, moments: Moments) -> bool:
        """Is everything decided?"""
        judged = self.judged(moments)
        if judged:
            return all(one.verdict != UNDECIDED for one in judged)
        asked = self.asked(moments)
        return bool(asked) and all(one.verdict != UNDECIDED for one in asked)


def balance(
    plan: Plan, deals: int, targets: Sequence[Target], names: Sequence[str], *, jobs: int = 1,
    save: Path | None = None, progress: Callable[[int], None] | None = None,
) -> Comparison:  # fmt: skip
    """Compare two decks on at most so many deals. Raises KeptError, WorkerDied, OSError."""
    started, question = time.perf_counter(), Question(plan, targets)
    moments = play_blocks(plan, deals, jobs=jobs, save=save, progress=progress, enough=question.is_decided)
    asked = question.asked(moments)
    known = {one.key for one in asked}
    others = [
        compare(plan, moments, place, metric, None, question.tuned)
        for place, metric in (plan.every_metric if len(plan.decks) > 1 else [])
        if metric.key not in known and not metric.key.startswith("player.")
    ]
    return Comparison(
        plan.game.key, plan.game.title, [deck.hash for deck in plan.decks], list(names), list(plan.players),
        moments.deals, moments.deals * plan.games_a_deal * len(plan.decks), plan.seed, time.perf_counter() - started,
        question.is_decided(moments), ALPHA, [*asked, *(one for one in others if one)], question.judged(moments),
    )  # fmt: skip
