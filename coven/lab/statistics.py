"""Intervals for shares and means."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

Z_95 = 1.959964
T_EXACT = (12.7062, 4.3027, 3.1824)
"""The 97.5 % quantiles of Student's t for 1 to 3 degrees of freedom."""


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927), both ends from 0 to 1. Needs trials >= 1. The share lies within it.

    Shared victories may count as fractions of a success; the interval is then a little too wide.
    """
    share, z2 = successes / trials, Z_95**2
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z_95 / (1 + z2 / trials) * sqrt(share * (1 - share) / trials + z2 / (4 * trials**2))
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def t_95(freedom: int) -> float:
    """The 97.5 % quantile of Student's t. Needs freedom >= 1.

    From four degrees of freedom on by the expansion of Fisher and Cornish (1960), within 0.3 %.
    """
    if freedom <= len(T_EXACT):
        return T_EXACT[freedom - 1]
    z, v = Z_95, freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / v + second / v**2 + third / v**3


def mean_interval(values: Sequence[Fraction], lowest: int, highest: int) -> tuple[float, float, float]:
    """The mean of independent values between `lowest` and `highest`, and the ends of its 95 % interval.

    By Student's t. A single value says nothing about its error, so its interval is the whole range. If several values
    are all the same, their spread is 0 and says nothing either: then it is the interval of a share (`wilson`).
    """
    count, width = len(values), highest - lowest
    mean = float(sum(values, Fraction(0)) / count)
    if count == 1:
        return mean, float(lowest), float(highest)
    if min(values) == max(values):
        low, high = wilson((mean - lowest) / width * count, count)
        return mean, lowest + width * low, lowest + width * high
    spread = sqrt(sum((float(value) - mean) ** 2 for value in values) / (count - 1))
    half = t_95(count - 1) * spread / sqrt(count)
    return mean, max(float(lowest), mean - half), min(float(highest), mean + half)
