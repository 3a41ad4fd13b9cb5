"""Standings: who sits where, what win shares and intervals say, and ratings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import pytest

from coven.games import load_game
from coven.lab.seatings import make_seatings, seats_for
from coven.lab.standings import Winners, compare, rate, shares_of
from coven.lab.statistics import mean_interval, t_95, wilson

LISTS = [("a", "b"), ("a", "b", "b"), ("a", "b", "c"), ("a", "a", "b"), ("a", "b", "c", "d"), ("a", "a", "b", "c", "c")]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("players", LISTS)
def test_every_name_sits_equally_often_in_every_seat(players: tuple[str, ...], seats: int) -> None:
    seatings = make_seatings(players, seats)
    assert len(set(seatings)) == len(seatings)
    assert all(len(seating) == seats and len(set(seating)) > 1 for seating in seatings)
    assert {name for seating in seatings for name in seating} == set(players)
    for name in players:
        by_seat = Counter(seat for seating in seatings for seat in range(seats) if seating[seat] == name)
        assert len({by_seat[seat] for seat in range(seats)}) == 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_different_names_hold_equally_many_seats(seats: int) -> None:
    for players in ("ab", "abc", "abcd"):
        held = Counter(name for seating in make_seatings(players, seats) for name in seating)
        assert len(set(held.values())) == 1


def test_seatings_of_full_tables_small_lists_and_long_lists() -> None:
    assert make_seatings("abc", 3) == [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")]
    assert len(make_seatings("ab", 3)) == 6
    assert make_seatings("abb", 3) == [("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a")]
    assert make_seatings("abc", 2) == [tuple(pair) for pair in ("ab", "ba", "ac", "ca", "bc", "cb")]
    assert make_seatings("aab", 2) == [("a", "b"), ("b", "a")]


def test_the_number_of_seats_fits_the_players() -> None:
    brew = load_game("witchs-brew")
    assert [seats_for(brew, players) for players in (2, 3, 5, 9)] == [3, 3, 5, 5]


def test_the_quantiles_of_student() -> None:
    table = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 1000: 1.962}
    for freedom, value in table.items():
        assert t_95(freedom) == pytest.approx(value, rel=0.004)


def test_a_share_lies_within_its_interval_to_the_last_bit() -> None:
    for trials in range(1, 300):
        for successes in (0, 1, trials // 2, trials - 1, trials):
            low, high = wilson(successes, trials)
            assert 0 <= low <= successes / trials <= high <= 1


def test_the_interval_of_a_mean() -> None:
    values = [Fraction(1, 3), Fraction(2, 3), Fraction(1, 3), Fraction(2, 3)]
    mean, low, high = mean_interval(values, 0, 1)
    assert mean == 0.5
    assert high - mean == pytest.approx(3.182 * 0.19245 / 2, rel=0.004)
    assert mean - low == pytest.approx(high - mean)


def test_little_evidence_gives_wide_intervals() -> None:
    assert mean_interval([Fraction(1)], 0, 1) == (1, 0, 1)
    assert mean_interval([Fraction(1)], -1, 1) == (1, -1, 1)
    _, low, high = mean_interval([Fraction(1), Fraction(1)], 0, 1)
    assert low < 0.5
    assert high == 1
    assert mean_interval([Fraction(0), Fraction(1)], 0, 1) == (0.5, 0, 1)


def test_intervals_contain_the_truth_in_95_per_cent() -> None:
    rng, held = random.Random(1), 0
    for _ in range(1000):
        values = [Fraction(sum(rng.random() < 0.5 for _ in range(12)), 12) for _ in range(6)]
        _, low, high = mean_interval(values, 0, 1)
        held += low <= 0.5 <= high
    assert 930 <= held <= 970


def test_figures_by_hand() -> None:
    seatings = make_seatings("ab", 2)
    deals: list[Winners] = [[[0], [1]], [[0], [0]], [[0, 1], [1]]]
    assert shares_of(seatings, deals[2]) == {"a": Fraction(3, 4), "b": Fraction(1, 4)}
    standings, pairs = compare(seatings, deals)
    assert [(one.player, one.win_share, one.games) for one in standings] == [("a", 0.75, 6), ("b", 0.25, 6)]
    assert [(pair.a, pair.b, pair.difference) for pair in pairs] == [("a", "b", 0.5)]
    assert pairs[0].low < 0.5 < pairs[0].high


def drawn(seatings: Sequence[tuple[str, ...]], strength: dict[str, float], deals: int) -> list[Winners]:
    """Deals won by chance, by players of that strength."""
    rng = random.Random(3)
    return [
        [rng.choices(range(len(seating)), [strength[name] for name in seating]) for seating in seatings]
        for _ in range(deals)
    ]


def test_equals_rate_the_same_with_any_number_of_seats() -> None:
    seatings = make_seatings("abb", 3)
    ratings = rate(seatings, drawn(seatings, {"a": 1, "b": 1}, 400))
    (a, deviation), (b, _) = ratings["a"], ratings["b"]
    assert abs(a - b) < 4 * deviation
    assert abs((a + b) / 2 - 25) < 3


def test_stronger_players_rate_higher_and_uncertainty_shrinks() -> None:
    seatings = make_seatings("abc", 3)
    few = rate(seatings, drawn(seatings, {"a": 4, "b": 2, "c": 1}, 20))
    many = rate(seatings, drawn(seatings, {"a": 4, "b": 2, "c": 1}, 400))
    assert many["a"][0] > many["b"][0] > many["c"][0]
    assert all(many[name][1] < few[name][1] < 25 / 3 for name in "abc")
