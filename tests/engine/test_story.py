"""How the ends of games are put in order: standings and moments."""

from __future__ import annotations

import pytest

from coven.engine.story import Count, Highlight, standings, weightiest


@pytest.mark.parametrize(
    ("ranks", "winners", "order", "places"),
    [
        ([3, 5, 4], [1], [1, 2, 0], [1, 2, 3]),
        ([3, 5, 3], [1], [1, 0, 2], [1, 2, 2]),
        ([5, 3, 5, 3, 1], [0, 2], [0, 2, 1, 3, 4], [1, 1, 3, 3, 5]),
        ([5, 5, 4], [1], [1, 0, 2], [1, 2, 3]),
        ([4, 4], [0, 1], [0, 1], [1, 1]),
        ([1, 9, 5], [0], [0, 1, 2], [1, 2, 3]),
    ],
)
def test_winners_stand_first_and_equals_share_a_place(
    ranks: list[int], winners: list[int], order: list[int], places: list[int]
) -> None:
    found = standings([Count((rank,), str(rank), "so") for rank in ranks], winners)
    assert [one.seat for one in found] == order
    assert [one.place for one in found] == places
    assert [one.seat for one in found if one.is_winner] == winners
    assert [one.text for one in found] == [str(ranks[seat]) for seat in order]


def test_without_a_winner_nobody_has_a_place() -> None:
    found = standings([Count((1,), ""), Count((2,), "")], [])
    assert [(one.seat, one.place, one.is_winner) for one in found] == [(1, 0, False), (0, 0, False)]


def moments(*found: tuple[int, str, int]) -> list[tuple[int, str, int]]:
    chosen = weightiest([(entry, Highlight(kind, weight, "")) for entry, kind, weight in found])
    return [(entry, one.kind, one.weight) for entry, one in chosen]


def test_the_heaviest_three_are_told_in_their_order() -> None:
    assert moments((9, "a", 90), (3, "b", 10), (5, "c", 50), (7, "d", 70)) == [
        (5, "c", 50), (7, "d", 70), (9, "a", 90),
    ]  # fmt: skip


def test_kinds_and_entries_come_once_while_there_are_others() -> None:
    assert moments((1, "a", 90), (2, "a", 80), (1, "b", 70), (3, "c", 5), (4, "d", 4)) == [
        (1, "a", 90), (3, "c", 5), (4, "d", 4),
    ]  # fmt: skip
    assert moments((1, "a", 90), (2, "a", 80), (3, "a", 70)) == [(1, "a", 90), (2, "a", 80), (3, "a", 70)]
    assert moments((1, "a", 9)) == [(1, "a", 9)]
    assert moments() == []


def test_of_equal_moments_the_latest_is_told() -> None:
    assert moments((1, "a", 9), (2, "a", 9), (3, "b", 9), (4, "c", 9), (5, "c", 9)) == [
        (2, "a", 9), (3, "b", 9), (5, "c", 9),
    ]  # fmt: skip
