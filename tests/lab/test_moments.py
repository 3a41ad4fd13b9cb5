"""Figures and intervals from sums over deals."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest

from coven.lab.moments import Estimate, Moments, Slope, estimate, gain, holm, p_of, ratio, sequence_half


def of_deals(n: np.ndarray, d: np.ndarray) -> Moments:
    return Moments.of(np.stack([n, d], axis=1)[:, None, :])


def judged(moments: Moments, slope: Slope | None) -> Estimate:
    assert slope
    c, g = moments.covariance(0), np.array([slope.by_n, slope.by_d])
    return estimate(slope.value, float(g @ c @ g), moments.deals)


def test_the_error_of_a_ratio_and_of_a_gain_is_that_of_the_jackknife() -> None:
    rng = np.random.default_rng(1)
    d = rng.integers(0, 4, 4000).astype(float)
    n = np.minimum(1.0, d * rng.random(4000) / 2)
    moments = of_deals(n, d)
    a, b = map(float, moments.sums[0] / 4000)
    cases: list[tuple[Slope | None, Callable[[float, float], float]]] = [
        (ratio(a, b), lambda a, b: a / b),
        (gain(a, b, 1, 4), lambda a, b: a / b - (1 - a) / (4 - b)),
    ]
    for slope, of in cases:
        without = [of((n.sum() - x) / 3999, (d.sum() - y) / 3999) for x, y in zip(n, d, strict=True)]
        spread = sqrt(3999 / 4000 * sum((x - np.mean(without)) ** 2 for x in without))
        assert judged(moments, slope).error == pytest.approx(spread, rel=0.01)


def test_intervals_hold_the_truth_when_games_of_a_deal_are_alike() -> None:
    """Ten games of a deal all end the same way: intervals that count games would hold the truth in 4 of 10 runs."""
    rng, hits, naive = np.random.default_rng(2), 0, 0
    for _ in range(400):
        won = (rng.random(100) < 0.3) * 10.0
        one = judged(of_deals(won, np.full(100, 10.0)), ratio(float(won.mean()), 10.0))
        hits += one.low <= 0.3 <= one.high
        share = won.mean() / 10
        naive += abs(share - 0.3) < 1.96 * sqrt(share * (1 - share) / 1000)
    assert 0.91 < hits / 400 < 0.98
    assert naive / 400 < 0.6


def test_sums_can_be_added_in_parts() -> None:
    values = np.random.default_rng(3).random((90, 5, 4))
    whole, parts = Moments.of(values), Moments.none(5, 2)
    for part in np.split(values, 3):
        parts.add(Moments.of(part))
    assert parts.deals == whole.deals
    assert np.allclose(parts.products, whole.products)
    assert np.allclose(whole.covariance(2), np.cov(values[:, 2].T))


def test_what_never_varied_has_an_interval_all_the_same() -> None:
    assert estimate(0.0, 0.0, 100, 0.0, 1.0).high == pytest.approx(0.037, abs=0.001)
    one = estimate(0.5, 0.0, 1, 0.0, 1.0)
    assert (one.low, one.high) == (0.0, 1.0)


def test_there_is_no_figure_without_a_case() -> None:
    assert ratio(0.0, 0.0) is None
    assert gain(0.0, 0.0, 1, 3) is None
    assert gain(1.0, 3.0, 1, 3) is None


def test_p_is_that_of_students_t() -> None:
    assert p_of(2.0639, 25) == pytest.approx(0.05, abs=0.0005)
    assert p_of(2.7764, 5) == pytest.approx(0.05, abs=0.002)
    assert p_of(0.0, 25) == pytest.approx(1.0)


def test_holms_example() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


@pytest.mark.slow
def test_a_confidence_sequence_misleads_no_more_often_than_it_says() -> None:
    """2,000 runs of up to 4,000 deals, looked at every 50: the sequence leaves out the truth in at most 5 of 100 runs,
    where intervals for a fixed number of deals do so in every third or more."""
    rng = np.random.default_rng(4)
    looks = np.arange(100, 4001, 50)
    values = (rng.random((2000, 4000)) < 0.25).astype(float)
    means = values.cumsum(axis=1)[:, looks - 1] / looks
    spread = means * (1 - means)
    halves = np.array([[sequence_half(1.0, int(n), 0.05, 1000) for n in looks]]) * np.sqrt(spread)
    ever = (np.abs(means - 0.25) > halves).any(axis=1).mean()
    peeking = (np.abs(means - 0.25) > 1.96 * np.sqrt(spread / looks)).any(axis=1).mean()
    assert ever <= 0.05
    assert peeking > 0.25
    assert sequence_half(1.0, 99, 0.05, 1000) == float("inf")
