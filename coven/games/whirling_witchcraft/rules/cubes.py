"""Ingredients: cubes of six colours, counted in one number.

A bag of cubes is a number with 10 bits for each colour, green in the lowest. The highest bit of each stays free (counts
go up to 511), so that a single subtraction compares all six colours.
"""

from __future__ import annotations

from functools import lru_cache

from coven.engine.jit import rule

COLOURS = 6
GREEN, BLUE, RED, WHITE, GREY, BLACK = range(COLOURS)
"""From common to rare."""
LETTERS = "GBRWSK"
NAMES = ("green", "blue", "red", "white", "grey", "black")

BITS = 10
MOST = (1 << BITS - 1) - 1
ONE_OF_EACH = sum(1 << BITS * colour for colour in range(COLOURS))
GUARDS = ONE_OF_EACH << BITS - 1
NO_CUBES = 0


def bag(*counts: int) -> int:
    """A bag from the counts of green, blue, red, white, grey and black."""
    return sum(number << BITS * colour for colour, number in enumerate(counts))


AT_FIRST = bag(3, 3, 3, 1)
"""WW-4: what is on each workbench when the game begins."""
LIMITS = bag(8, 8, 8, 4, 3, 2)
"""WW-32: the most of each colour that fit on a workbench."""


@rule
def count(cubes: int, colour: int) -> int:
    """How many cubes of a colour are in the bag."""
    return cubes >> BITS * colour & MOST


@rule
def covers(cubes: int, some: int) -> bool:
    """Does `cubes` have at least as many of each colour as `some`?"""
    return ((cubes | GUARDS) - some) & GUARDS == GUARDS


@rule
def size(cubes: int) -> int:
    """How many cubes are in the bag."""
    total = 0
    while cubes:
        total += cubes & MOST
        cubes >>= BITS
    return total


@rule
def is_flooded(bench: int) -> bool:
    """WW-32: does a workbench hold more of any colour than fits?"""
    return not covers(LIMITS, bench)


@lru_cache(4096)
def counts(cubes: int) -> tuple[int, ...]:
    """The six counts of a bag."""
    return tuple(count(cubes, colour) for colour in range(COLOURS))


def missing(cubes: int, needs: int) -> int:
    """What `cubes` lack of `needs`, as a bag."""
    return bag(*(max(0, count(needs, colour) - count(cubes, colour)) for colour in range(COLOURS)))
