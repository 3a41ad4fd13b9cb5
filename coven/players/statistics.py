"""Intervals for shares."""

from __future__ import annotations

from math import sqrt

Z_95 = 1.959964


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927), both ends from 0 to 1; needs trials >= 1.

    Shared victories may count as fractions of a success: then the interval is a little too wide.
    """
    share, z2 = successes / trials, Z_95**2
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z_95 / (1 + z2 / trials) * sqrt(share * (1 - share) / trials + z2 / (4 * trials**2))
    return max(0.0, middle - half), min(1.0, middle + half)
