"""Many starts side by side (see `start`), for accounts so long that a single one hardly ever holds to the end.

All of them follow the account stretch by stretch. Those that fail continue from a copy of another one.
"""

from __future__ import annotations

from coven.engine.jit import rule
from coven.games.midnight.mind.course import (
    ARRIVED,
    AT,
    BARRED,
    CARRIED,
    CARRIED_SINCE,
    COMING_COUNT,
    COMINGS,
    KIND,
    LEFT,
    NEXT_CROSSING,
    PILES,
    SETTLED,
    SETTLED_COUNT,
    SETTLED_NODE,
    SETTLED_SEAT,
    SETTLED_SINCE,
    SLOT_COUNT,
    SLOTS,
)
from coven.games.midnight.rules.cards import CARDS, KINDS
from coven.games.midnight.rules.state import MOST_PLAYERS

PARTICLES = 16
PARTICLE = 8192
"""The most numbers that one particle takes."""
CLOUD = PARTICLES * PARTICLE
COUNTERS = 5


@rule
def size_of(w: list[int]) -> int:
    """How many numbers a start takes at its end."""
    notes = 2 * w[COMING_COUNT] + 4 * w[SETTLED_COUNT] + 2 * w[NEXT_CROSSING]
    return notes + COUNTERS + w[PILES] * KINDS + MOST_PLAYERS + 2 * CARDS


@rule
def store(w: list[int], cloud: list[int], particle: int) -> None:
    """Copy what a start has decided into a particle."""
    n = particle * PARTICLE
    for i in range(COUNTERS):
        cloud[n + i] = w[AT + i]
    n += COUNTERS
    for i in range(w[COMING_COUNT]):
        cloud[n] = w[KIND + w[COMINGS + i]]
        cloud[n + 1] = w[BARRED + w[COMINGS + i]]
        n += 2
    for i in range(w[PILES] * KINDS):
        cloud[n + i] = w[LEFT + i]
    n += w[PILES] * KINDS
    for seat in range(MOST_PLAYERS):
        cloud[n] = w[SLOT_COUNT + seat]
        n += 1
        for slot in range(w[SLOT_COUNT + seat]):
            cloud[n] = w[SLOTS + seat * CARDS + slot]
            cloud[n + 1] = w[ARRIVED + seat * CARDS + slot]
            n += 2
    for i in range(w[SETTLED_COUNT]):
        cloud[n] = w[SETTLED + i]
        cloud[n + 1] = w[SETTLED_SEAT + i]
        cloud[n + 2] = w[SETTLED_NODE + i]
        cloud[n + 3] = w[SETTLED_SINCE + i]
        n += 4
    for i in range(w[NEXT_CROSSING]):
        cloud[n] = w[CARRIED + i]
        cloud[n + 1] = w[CARRIED_SINCE + i]
        n += 2


@rule
def load(w: list[int], cloud: list[int], particle: int) -> None:
    """Copy a particle back."""
    n = particle * PARTICLE
    for i in range(COUNTERS):
        w[AT + i] = cloud[n + i]
    n += COUNTERS
    for i in range(w[COMING_COUNT]):
        w[KIND + w[COMINGS + i]] = cloud[n]
        w[BARRED + w[COMINGS + i]] = cloud[n + 1]
        n += 2
    for i in range(w[PILES] * KINDS):
        w[LEFT + i] = cloud[n + i]
    n += w[PILES] * KINDS
    for seat in range(MOST_PLAYERS):
        w[SLOT_COUNT + seat] = cloud[n]
        n += 1
        for slot in range(w[SLOT_COUNT + seat]):
            w[SLOTS + seat * CARDS + slot] = cloud[n]
            w[ARRIVED + seat * CARDS + slot] = cloud[n + 1]
            n += 2
    for i in range(w[SETTLED_COUNT]):
        w[SETTLED + i] = cloud[n]
        w[SETTLED_SEAT + i] = cloud[n + 1]
        w[SETTLED_NODE + i] = cloud[n + 2]
        w[SETTLED_SINCE + i] = cloud[n + 3]
        n += 4
    for i in range(w[NEXT_CROSSING]):
        w[CARRIED + i] = cloud[n]
        w[CARRIED_SINCE + i] = cloud[n + 1]
        n += 2
