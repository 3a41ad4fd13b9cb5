"""Sums over deals from which every figure and its interval follow, however the deals were spread over processes.

Games of one deal are not independent of each other, and neither are the seats of a game. So a deal is the unit: each
metric has a numerator N and a denominator D for each deal, and is the ratio of their means. Its variance is that of the
linearised ratio over deals (the delta method; Cochran, Sampling Techniques, 1977, section 6.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, isfinite, log, sqrt
from typing import Any

import numpy as np

from coven.lab.statistics import t_95, wilson

PAIR = 2
"""Numbers of a metric and a deck: N and D."""
FEWEST = 100
"""Deals before a sequential test may decide: its error holds for means that are nearly normal."""


@dataclass
class Moments:
    """Sums over deals. With d decks, each metric has 2 * d numbers a deal: N and D of each deck."""

    deals: int
    sums: Any
    """float64[metrics, 2 * d]."""
    products: Any
    """float64[metrics, 2 * d, 2 * d]: sums of products of two of the numbers."""

    @classmethod
    def none(cls, metrics: int, decks: int) -> Moments:
        """Of no deals."""
        size = PAIR * decks
        return cls(0, np.zeros((metrics, size)), np.zeros((metrics, size, size)))

    @classmethod
    def of(cls, values: Any) -> Moments:
        """Of values: float64[deals, metrics, 2 * d]."""
        return cls(len(values), values.sum(axis=0), values.transpose(1, 2, 0) @ values.transpose(1, 0, 2))

    def add(self, other: Moments) -> None:
        """Add other deals."""
        self.deals += other.deals
        self.sums += other.sums
        self.products += other.products

    def covariance(self, metric: int) -> Any:
        """float64[2 * d, 2 * d]: the covariances of a metric's numbers over deals. Needs two deals."""
        total = self.sums[metric]
        return (self.products[metric] - np.outer(total, total) / self.deals) / (self.deals - 1)


@dataclass(frozen=True)
class Estimate:
    """A value, its standard error, and the interval that holds it in 95 of 100 runs."""

    value: float
    error: float
    """0 if it is not known: after a single deal."""
    low: float
    high: float
    deals: int
    p: float = 1.0
    """How often chance alone would bring a value as far from 0."""

    @property
    def is_clear(self) -> bool:
        """Does the interval leave out 0?"""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True)
class Slope:
    """A statistic of N and D at their means: its value, and how it changes with them."""

    value: float
    by_n: float
    by_d: float


def ratio(n: float, d: float) -> Slope | None:
    """N / D; None if D is 0."""
    return Slope(n / d, 1 / d, -n / d**2) if d else None


def gain(n: float, d: float, games: int, seats: int) -> Slope | None:
    """What the win share of seats with a thing is more than that of those without: N is the victory of the seats with
    it, D how many they are, in a deal of so many games. None if no seat or every seat has it."""
    others, rest = games * seats - d, games - n
    if d <= 0 or others <= 0:
        return None
    return Slope(n / d - rest / others, 1 / d + 1 / others, -n / d**2 - rest / others**2)


def estimate(value: float, variance: float, deals: int, low: float = -np.inf, high: float = np.inf) -> Estimate:
    """A mean over deals whose linearised values have this variance. `low` and `high`: what is possible."""
    if deals < 2:
        return Estimate(value, 0.0, low, high, deals)
    error = sqrt(max(variance, 0.0) / deals)
    if error * sqrt(deals) < 1e-9 * max(1.0, abs(value)):
        return Estimate(value, 0.0, *_unvaried(value, low, high, deals), deals)
    half = t_95(deals - 1) * error
    return Estimate(value, error, max(low, value - half), min(high, value + half), deals, p_of(value / error, deals))


def _unvaried(value: float, low: float, high: float, deals: int) -> tuple[float, float]:
    """The interval of a value that was the same in all deals: that of a share (`wilson`) between what is possible."""
    if not (isfinite(low) and isfinite(high)):
        return value, value
    ends = wilson(min(1.0, max(0.0, (value - low) / (high - low))) * deals, deals)
    return low + (high - low) * ends[0], low + (high - low) * ends[1]


def p_of(t: float, deals: int) -> float:
    """The two-sided p of Student's t, by Wallace's approximation to the normal (1959)."""
    v = max(deals - 1, 1)
    z = (8 * v + 1) / (8 * v + 3) * sqrt(v * log(1 + t * t / v))
    return erfc(z / sqrt(2))


def holm(ps: Sequence[float]) -> list[float]:
    """Each p, adjusted for looking at all of them (Holm 1979): the chance that any of those below a limit is there by
    chance alone is at most the limit, however they depend on each other."""
    adjusted, highest = [0.0] * len(ps), 0.0
    for rank, place in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        highest = max(highest, min(1.0, ps[place] * (len(ps) - rank)))
        adjusted[place] = highest
    return adjusted


def sequence_half(variance: float, deals: int, alpha: float, tuned: int) -> float:
    """Half the width of a confidence sequence: at any number of deals, as often as one looks, the value is outside with
    a chance of at most `alpha`.

    The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Time-uniform central limit
    theory and asymptotic confidence sequences, Annals of Statistics 2024, theorem 2.2), narrowest at about `tuned`
    deals. Infinite below FEWEST deals.
    """
    if deals < FEWEST:
        return float("inf")
    rho2 = (-2 * log(alpha) + log(-2 * log(alpha) + 1)) / tuned
    spread = deals * rho2 + 1
    return sqrt(variance) * sqrt(2 * spread / (deals**2 * rho2) * log(sqrt(spread) / alpha))
