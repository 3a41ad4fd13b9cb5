"""The tree of a search, in arrays of a fixed size, and how a choice is found in it.

A place is what a seat knows when it has to decide, by a hash; its choices are a list, the newest first. A simulation
adds at most one place and one choice; when the arrays are full, the tree grows no more.
"""

# The parts of records have no types of their own:
# mypy: no-warn-return-any

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from coven.engine.jit import rule

NOTHING = -1
"""No place, no choice, no action."""
DEEPEST = 256
"""Choices that one simulation takes within the tree at most: from there it is played on outside."""
MIXER = 0x9E3779B97F4A7C15 - (1 << 64)
"""An odd number whose bits are well spread (the golden ratio)."""
SHIFT = 29
LANES = 4
"""Words that are hashed side by side."""

PLACE = np.dtype([("key", "i8"), ("gain", "f8"), ("first", "i4"), ("tried", "i4"), ("advice", "i4"), ("pad", "i4")])
"""A place: what is known there, what its choices brought its seat in all and how often they were tried, the newest of
them, and the action that the game's rules of thumb advise (of the searching seat; NOTHING before it was asked for)."""
CHOICE = np.dtype([("gain", "f8"), ("action", "i4"), ("next", "i4"), ("tried", "i4"), ("possible", "i4")])
"""A choice of a place: what it brought in all, its action, the next choice, how often it was tried and was legal."""
STEP = np.dtype([("place", "i4"), ("choice", "i4"), ("seat", "i4")])
"""A step of a simulation within the tree."""
USED = np.dtype([("decisions", "i8"), ("places", "i4"), ("choices", "i4"), ("stamp", "i4"), ("depth", "i4")])
"""Decisions simulated in all, places and choices in use, the newest mark, and steps of this simulation."""
MANNER = np.dtype(
    [("explore", "f8"), ("trust", "f8"), ("doubt", "f8"), ("thumb", "i4"), ("stages", "i4"), ("all", "i8")]
)
"""How a search goes about it: fields of `coven.engine.game.Thinking`, and how often every choice of the decision itself
is to be tried, whatever it promises."""
ROOT = 0
"""The first place of a tree: that of the decision which is thought about."""
CERTAIN = 1e9
"""More than anything can be worth."""


class Tree(NamedTuple):
    """The arrays of a tree."""

    slots: Any
    """A hash table of places: its length is a power of two and more than twice their number."""
    places: Any
    choices: Any
    way: Any
    """The steps of this simulation."""
    marks: Any
    """By action: is it legal at this place, and has it been tried there?"""
    own: Any
    """By seat: a hash of what it has chosen within the tree in this simulation, in whatever order."""


def new_tree(most: int, actions: int, seats: int) -> Tree:
    """A tree with room for `most` simulations."""
    return Tree(
        slots=np.full(1 << (2 * most).bit_length(), NOTHING, dtype=np.int32),
        places=np.zeros(most, dtype=PLACE),
        choices=np.zeros(most, dtype=CHOICE),
        way=np.zeros(DEEPEST, dtype=STEP),
        marks=np.zeros(actions, dtype=np.int32),
        own=np.zeros(seats, dtype=np.int64),
    )


@rule
def mixed(key: int, word: int) -> int:
    """A hash of a hash and one word more."""
    key = (key ^ word) * MIXER
    return key ^ key >> SHIFT


@rule
def hashed(words: Any, key: int) -> int:
    """The hash of a multiple of LANES words, begun with `key`; in lanes, so that a word waits for few others."""
    a, b, c, d = key, key, key, key
    for i in range(0, len(words), LANES):
        a = mixed(a, words[i])
        b = mixed(b, words[i + 1])
        c = mixed(c, words[i + 2])
        d = mixed(d, words[i + 3])
    return mixed(mixed(mixed(a, b * MIXER), c * MIXER), d * MIXER)


@rule
def begin(tree: Any, used: Any) -> None:
    """A simulation begins: no step is taken, nobody has chosen anything."""
    used.depth = 0
    for seat in range(len(tree.own)):
        tree.own[seat] = 0


@rule
def place_at(tree: Any, used: Any, key: int) -> int:
    """The place of a key: a new one if it is not known and there is room, else NOTHING."""
    last = len(tree.slots) - 1
    slot = key & last
    while tree.slots[slot] != NOTHING:
        if tree.places[tree.slots[slot]].key == key:
            return tree.slots[slot]
        slot = (slot + 1) & last
    place = used.places
    if place == len(tree.places):
        return NOTHING
    used.places = place + 1
    tree.slots[slot] = place
    new = tree.places[place]
    new.key = key
    new.gain = 0.0
    new.first = NOTHING
    new.tried = 0
    new.advice = NOTHING
    return place


@rule
def mark_legal(tree: Any, used: Any, out: Any, n: int) -> None:
    """Mark the n legal actions with a new stamp less one: none of them has been met among the choices."""
    used.stamp += 2
    for i in range(n):
        tree.marks[out[i]] = used.stamp - 1


@rule
def likely(action: int, advice: int, n: int, trust: float) -> float:
    """How likely an action is the best of n before anything is known but what is advised."""
    if advice == NOTHING or n == 1:
        return 1.0 / n
    return trust if action == advice else (1.0 - trust) / (n - 1)


@rule
def best_choice(tree: Any, used: Any, manner: Any, place: int, advice: int, n: int) -> tuple[int, float, int]:
    """Of the legal choices that have been tried the one with the highest `bound`, or NOTHING; that bound; and how many
    there are. They are marked with the stamp itself, and counted as possible."""
    found, best, tried, stamp = NOTHING, -1.0, 0, used.stamp
    at = tree.places[place].first
    while at != NOTHING:
        choice = tree.choices[at]
        if tree.marks[choice.action] == stamp - 1:
            tree.marks[choice.action] = stamp
            choice.possible += 1
            tried += 1
            here = CERTAIN
            if place != ROOT or choice.tried >= manner.all:
                here = bound(tree, manner, at, likely(choice.action, advice, n, manner.trust))
            if here > best:
                found, best = at, here
        at = choice.next
    return found, best, tried


@rule
def bound(tree: Any, manner: Any, at: int, chance: float) -> float:
    """What a choice has brought on average, and the more for what it may bring the less it was tried (PUCT, with how
    often it was legal in the place of the visits)."""
    choice = tree.choices[at]
    return choice.gain / choice.tried + manner.explore * chance * sqrt(choice.possible) / (1 + choice.tried)


@rule
def hope(tree: Any, manner: Any, place: int, chance: float) -> float:
    """The same for a choice that has not been tried: a little less than what the place has brought."""
    here = tree.places[place]
    if here.tried == 0 or (place == ROOT and manner.all > 0):
        return CERTAIN
    return here.gain / here.tried - manner.doubt + manner.explore * chance * sqrt(here.tried)


@rule
def nth_untried(tree: Any, used: Any, out: Any, n: int) -> int:
    """The n-th of the legal actions that have not been tried, from 0."""
    i = 0
    while True:
        if tree.marks[out[i]] == used.stamp - 1:
            if n == 0:
                return out[i]
            n -= 1
        i += 1


@rule
def add_choice(tree: Any, used: Any, place: int, action: int) -> int:
    """A new choice at a place: its number."""
    found = used.choices
    used.choices = found + 1
    new = tree.choices[found]
    new.gain = 0.0
    new.action = action
    new.next = tree.places[place].first
    new.tried = 0
    new.possible = 1
    tree.places[place].first = found
    return found


@rule
def trace(action: int) -> int:
    """What a choice adds to the hash of what a seat has chosen: never 0, and another number for every action."""
    return mixed(MIXER, action + 1)


@rule
def go_down(tree: Any, used: Any, place: int, found: int, seat: int) -> None:
    """Note a step within the tree."""
    step = tree.way[used.depth]
    step.place = place
    step.choice = found
    step.seat = seat
    used.depth += 1
    tree.own[seat] += trace(tree.choices[found].action)


@rule
def credit(tree: Any, used: Any, share: Any) -> None:
    """Every step of the simulation is credited with what its seat got."""
    for i in range(used.depth):
        step = tree.way[i]
        gain = share[step.seat]
        choice, place = tree.choices[step.choice], tree.places[step.place]
        choice.tried += 1
        choice.gain += gain
        place.tried += 1
        place.gain += gain
