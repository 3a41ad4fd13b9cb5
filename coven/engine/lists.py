"""Whole lists of a record, for rules: fill, copy and shuffle them, whatever their length."""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import rule, rule_beside
from coven.engine.states import State


def _fill(cells: list[int], number: int) -> None:
    cells[:] = [number] * len(cells)


def _fill_rows(rows: list[list[int]], number: int) -> None:
    for row in rows:
        row[:] = [number] * len(row)


def _copy(cells: list[int], to: list[int]) -> None:
    to[:] = cells


def _copy_rows(rows: list[list[int]], to: list[list[int]]) -> None:
    for row, copied in zip(rows, to, strict=True):
        copied[:] = row


@rule_beside(_fill)
def fill(cells: list[int], number: int) -> None:
    """Set every cell to the number."""
    for i in range(len(cells)):
        cells[i] = number


@rule_beside(_fill_rows)
def fill_rows(rows: list[list[int]], number: int) -> None:
    """Set every cell of every row to the number."""
    for row in range(len(rows)):
        for i in range(len(rows[row])):
            rows[row][i] = number


@rule_beside(_copy)
def copy(cells: list[int], to: list[int]) -> None:
    """Copy `cells` to `to`, which has the same length."""
    for i in range(len(cells)):
        to[i] = cells[i]


@rule_beside(_copy_rows)
def copy_rows(rows: list[list[int]], to: list[list[int]]) -> None:
    """Copy `rows` to `to`, which has the same shape."""
    for row in range(len(rows)):
        for i in range(len(rows[row])):
            to[row][i] = rows[row][i]


@rule
def shuffle(s: State, cells: list[int], number: int) -> None:
    """Shuffle the first `number` cells with the dice of `s`, every order being equally likely."""
    for i in range(number - 1, 0, -1):
        other = roll(s, i + 1)
        cells[i], cells[other] = cells[other], cells[i]


@rule
def first_of_best(appeals: list[int], actions: list[int], n: int, lot: int) -> int:
    """The most appealing of n actions. Of equals, the first from place `lot` on, wrapping around."""
    best = lot
    for i in range(1, n):
        place = (lot + i) % n
        if appeals[place] > appeals[best]:
            best = place
    return actions[best]
