"""Goods: drops of three kinds, gold and vials, counted in one number.

A bag of goods is a number with 12 bits for each kind, red drops in the lowest. The highest bit of each stays free
(counts go up to 2047, more than the longest game hands out), so that a single subtraction compares all kinds.
"""

from __future__ import annotations

from functools import lru_cache

from coven.engine.jit import rule

DROPS = 3
GOODS = 5
RED, GREEN, WHITE, GOLD, VIAL = range(GOODS)
"""Wolf blood, herb juice, snake venom; gold nuggets; potion vials."""
LETTERS = "rgw"
NAMES = ("red", "green", "white", "gold", "vials")

BITS = 12
MOST = (1 << BITS - 1) - 1
GUARDS = sum(1 << BITS * kind + BITS - 1 for kind in range(GOODS))
ALL_DROPS = (1 << BITS * DROPS) - 1
NOTHING = 0


def bag(*counts: int) -> int:
    """A bag from the counts of red, green and white drops, gold and vials; missing counts are 0."""
    return sum(number << BITS * kind for kind, number in enumerate(counts))


AT_FIRST = bag(1, 1, 1, 2)
"""WB-2: what every player starts with."""


@rule
def some(kind: int, number: int) -> int:
    """A bag with this many of one kind."""
    return number << BITS * kind


@rule
def count(goods: int, kind: int) -> int:
    """How many of a kind are in the bag."""
    return goods >> BITS * kind & MOST


@rule
def covers(goods: int, price: int) -> bool:
    """Does `goods` have at least as much of each kind as `price`?"""
    return ((goods | GUARDS) - price) & GUARDS == GUARDS


@rule
def drops_of(goods: int) -> int:
    """The drops of a bag, as a bag."""
    return goods & ALL_DROPS


@rule
def drop_count(goods: int) -> int:
    """How many drops are in the bag."""
    return (goods & MOST) + (goods >> BITS & MOST) + (goods >> 2 * BITS & MOST)


@rule
def only_drop(goods: int) -> int:
    """The kind of drop in a bag that holds only one kind; DROPS if it holds none or several."""
    only = DROPS
    for kind in range(DROPS):
        if count(goods, kind):
            if only != DROPS:
                return DROPS
            only = kind
    return only


@lru_cache(4096)
def counts(goods: int) -> tuple[int, ...]:
    """The five counts of a bag."""
    return tuple(count(goods, kind) for kind in range(GOODS))
