"""Lists of a record, for rules: filled, copied and shuffled whole, whatever their length."""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import rule
from coven.engine.states import State


@rule
def fill(cells: list[int], number: int) -> None:
    """Every cell becomes the number."""
    for i in range(len(cells)):
        cells[i] = number


@rule
def fill_rows(rows: list[list[int]], number: int) -> None:
    """Every cell of every row becomes the number."""
    for row in range(len(rows)):
        for i in range(len(rows[row])):
            rows[row][i] = number


@rule
def copy(cells: list[int], to: list[int]) -> None:
    """`to` becomes the same; both are of one length."""
    for i in range(len(cells)):
        to[i] = cells[i]


@rule
def copy_rows(rows: list[list[int]], to: list[list[int]]) -> None:
    """`to` becomes the same; both are of one shape."""
    for row in range(len(rows)):
        for i in range(len(rows[row])):
            to[row][i] = rows[row][i]


@rule
def shuffle(s: State, cells: list[int], number: int) -> None:
    """Every order of the first `number` cells becomes equally likely, by the dice of `s`."""
    for i in range(number - 1, 0, -1):
        other = roll(s, i + 1)
        cells[i], cells[other] = cells[other], cells[i]


@rule
def first_of_best(appeals: list[int], actions: list[int], n: int, lot: int) -> int:
    """Of n actions the one with the greatest appeal; of equal ones the first from place `lot` on, round and round."""
    best = lot
    for i in range(1, n):
        place = (lot + i) % n
        if appeals[place] > appeals[best]:
            best = place
    return actions[best]
