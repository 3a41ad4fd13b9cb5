"""What the engine has for rules and sentences of every game: sets, lists, seats, who reads."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from coven.engine.dice import open_stream, seed_words
from coven.engine.game import Talk
from coven.engine.lists import copy_rows, fill_rows, first_of_best, shuffle
from coven.engine.seats import everybody, left_of, over, owes, pending, right_of, share_victory
from coven.engine.sentences import Names
from coven.engine.sets import any_member, list_members, members
from tests.candles.rules import Candles


def at_table(players: int) -> Candles:
    s = Candles()
    s.players, s.seed = players, seed_words(4)
    open_stream(s, 1, 0)
    return s


def test_sets_are_listed_ascending_after_what_is_there() -> None:
    out = [7, 0, 0, 0]
    assert list_members(0b1011, 10, out, 1) == 4
    assert out == [7, 10, 11, 13]
    assert members(0b1011) == [0, 1, 3]


def test_any_member_and_every_order_are_equally_likely() -> None:
    s, drawn, orders = at_table(3), Counter[int](), Counter[tuple[int, ...]]()
    for _ in range(3000):
        drawn[any_member(s, 0b10110)] += 1
        cells = [1, 2, 3, 9]
        shuffle(s, cells, 3)
        orders[tuple(cells)] += 1
    assert sorted(drawn) == [1, 2, 4]
    assert set(orders) == {(*order, 9) for order in permutations((1, 2, 3))}
    assert max(drawn.values()) < 1.1 * 1000
    assert max(orders.values()) < 1.2 * 500


def test_of_equal_appeals_the_first_from_the_lot_on_is_taken() -> None:
    actions = [10, 11, 12, 13]
    assert [first_of_best([5, 9, 9, 1], actions, 4, lot) for lot in range(4)] == [11, 11, 12, 11]
    assert first_of_best([5, 0, 0, 0], actions, 1, 0) == 10


def test_rows_are_filled_and_copied_whole() -> None:
    rows, to = [[1, 2], [3, 4]], [[0, 0], [0, 0]]
    copy_rows(rows, to)
    fill_rows(rows, -1)
    assert (rows, to) == ([[-1, -1], [-1, -1]], [[1, 2], [3, 4]])


def test_seats_go_round_and_winners_share() -> None:
    s = at_table(3)
    assert [left_of(s, seat) for seat in range(3)] == [1, 2, 0]
    assert [right_of(s, seat) for seat in range(3)] == [2, 0, 1]
    assert (everybody(s), over(s)) == (0b111, True)
    s.owing, s.winners, shares = 0b100, 0b101, [9.0] * 3
    share_victory(s, shares)
    assert (pending(s), owes(s, 2), owes(s, 0), over(s), shares) == (0b100, True, False, False, [0.5, 0.0, 0.5])


def test_names_know_who_reads() -> None:
    names = Names(("Anna", "Bea", "Cleo"), 1)
    assert names.row(0b111) == "Anna, you and Cleo"
    assert [names.verb(seat, "draw") for seat in (0, 1)] == ["draws", "draw"]
    assert [names.verb(seat, "have", "has") for seat in (0, 1)] == ["has", "have"]


def test_a_phrase_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match='"boo" is not a phrase: this game has none'):
        Talk().text("boo")
    with pytest.raises(ValueError, match='"boo" is not a phrase: win, lose'):
        Talk({"win": "We win", "lose": "We lose"}).text("boo")
