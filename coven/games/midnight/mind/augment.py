"""Removing the faults of a course that does not hold yet, each by a chain of changes (see `changes`).

A fault is a card that leaves a hand without its kind, or a card in a hand seen to lack its kind. A change that removes
a fault may cause another one. That one is removed in the same way, and so on, until a change causes none (as with
augmenting paths of matchings). No search visits a fault twice, so every search ends. A search that is stuck takes back
its last change and tries the next one.
"""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import rule, scratch
from coven.games.midnight.mind.changes import carry, exchange, origin
from coven.games.midnight.mind.course import (
    COMINGS,
    CROSSING_AT,
    CROSSINGS,
    FAULT,
    FAULT_HAND,
    FAULT_KIND,
    FAULTS,
    FIRST,
    KIND,
    MARKED,
    NODES,
    PLACE,
    SOURCE,
    count_faults,
    lay_chains,
)
from coven.games.midnight.rules.cards import KINDS, NONE
from coven.games.midnight.rules.state import Midnight

MANY = NODES
"""More faults than any chain has."""
DEEPEST = 64
"""The most changes in one search."""
TIME = 0
"""For each change: the fault that it should remove, by time, hand and kind; the node where its search began; how many
nodes and partners the search has tried; the node that was changed, and what takes the change back."""
HAND = TIME + 1
OF_KIND = HAND + 1
BEGUN = OF_KIND + 1
NODES_TRIED = BEGUN + 1
PARTNERS_TRIED = NODES_TRIED + 1
CHANGED = PARTNERS_TRIED + 1
BACK = CHANGED + 1
STEP = BACK + 1
STACK = DEEPEST * STEP
NOTHING, ANOTHER, FEWER = range(3)
"""The result of a change: none helps, there is another fault instead, or there are fewer faults."""


@rule
def remove_faults(s: Midnight, w: list[int], most: int) -> bool:
    """Lay the chains and change the course until it holds.

    False: there are more than `most` faults, or one that no search removes.
    """
    lay_chains(w)
    faults = 0
    for kind in range(KINDS):
        w[FAULTS + kind] = count_faults(w, kind, MANY)
        faults += w[FAULTS + kind]
    while faults <= most:
        kind = some_faulty(s, w)
        if kind == NONE:
            return True
        if not remove_fault(s, w, kind):
            return False
    return False


@rule
def some_faulty(s: Midnight, w: list[int]) -> int:
    """A kind with faults on its chain, or NONE."""
    first = roll(s, KINDS)
    for step in range(KINDS):
        kind = (first + step) % KINDS
        if w[FAULTS + kind]:
            return kind
    return NONE


@rule
def remove_fault(s: Midnight, w: list[int], kind: int) -> bool:
    """Search for changes that leave fewer faults, starting from a fault on this kind's chain. False: none found."""
    stack = scratch(STACK)
    for node in range(NODES):
        w[MARKED + node] = 0
    w[FAULT] = NONE
    count_faults(w, kind, MANY)
    begin(s, w, stack, 0)
    level = 0
    while level >= 0:
        found = find_change(w, stack, level)
        if found == FEWER:
            return True
        if found == ANOTHER and level + STEP < STACK:
            level += STEP
            begin(s, w, stack, level)
            continue
        if found == NOTHING:
            level -= STEP
        if level >= 0:
            take_back(w, stack, level)
    return False


@rule
def begin(s: Midnight, w: list[int], stack: list[int], level: int) -> None:
    """Begin with the reported fault."""
    w[MARKED + w[FAULT]] = 1
    stack[level + TIME] = w[FAULT]
    stack[level + HAND] = w[FAULT_HAND]
    stack[level + OF_KIND] = w[FAULT_KIND]
    stack[level + BEGUN] = roll(s, w[FAULT] + 1)
    stack[level + NODES_TRIED] = 0
    stack[level + PARTNERS_TRIED] = 0


@rule
def find_change(w: list[int], stack: list[int], level: int) -> int:
    """Make the next change that may remove the fault of a level without adding to the number of faults."""
    nodes = stack[level + TIME] + 1
    while stack[level + NODES_TRIED] < nodes:
        node = (stack[level + BEGUN] + stack[level + NODES_TRIED]) % nodes
        if may_help(w, stack, level, node):
            found = find_partner(w, stack, level, node)
            if found != NOTHING:
                return found
        stack[level + NODES_TRIED] += 1
        stack[level + PARTNERS_TRIED] = 0
    return NOTHING


@rule
def may_help(w: list[int], stack: list[int], level: int, node: int) -> bool:
    """If the hand wants a card: is it another one that comes, or one of the kind that leaves? Otherwise the reverse."""
    place = w[PLACE + node]
    if place == 0 or place - 1 >> 1 != stack[level + HAND]:
        return False
    wants = w[PLACE + stack[level + TIME]] & 1
    is_kind = w[KIND + node] == stack[level + OF_KIND]
    if (wants == place & 1) != is_kind:
        return False
    return w[SOURCE + node] != NONE or w[CROSSING_AT + node] > 0


@rule
def find_partner(w: list[int], stack: list[int], level: int, node: int) -> int:
    """Exchange a node with the next one that gives it the fault's kind, or another kind if it has that one."""
    pool, leaves = w[SOURCE + node], NONE
    first, end = 0, 0
    if pool == NONE:
        leaves = w[CROSSINGS + w[CROSSING_AT + node] - 1]
        end = leaves
    else:
        first, end = w[FIRST + pool], w[FIRST + pool + 1]
    kind = stack[level + OF_KIND]
    while first + stack[level + PARTNERS_TRIED] < end:
        other = first + stack[level + PARTNERS_TRIED]
        stack[level + PARTNERS_TRIED] += 1
        if pool != NONE:
            other = w[COMINGS + other]
        elif w[PLACE + other] == w[PLACE + leaves] + 1:
            other = origin(w, other)
        else:
            continue
        if (w[KIND + node] == kind) != (w[KIND + other] == kind):
            found = try_change(w, stack, level, node, other)
            if found != NOTHING:
                return found
    return NOTHING


@rule
def try_change(w: list[int], stack: list[int], level: int, node: int, other: int) -> int:
    """Change a node. If that makes more faults, or leads to none to go on with, take it back."""
    kind, was = w[KIND + other], w[KIND + node]
    before = w[FAULTS + kind] + w[FAULTS + was]
    back = change(w, node, other)
    w[FAULT] = NONE
    faults = count_faults(w, kind, before + 1)
    faults_was = count_faults(w, was, before + 1 - faults)
    if faults + faults_was > before or (faults + faults_was == before and w[FAULT] == NONE):
        change(w, node, back)
        return NOTHING
    w[FAULTS + kind] = faults
    w[FAULTS + was] = faults_was
    stack[level + CHANGED] = node
    stack[level + BACK] = back
    return FEWER if faults + faults_was < before else ANOTHER


@rule
def take_back(w: list[int], stack: list[int], level: int) -> None:
    """Take back the change of a level."""
    node = stack[level + CHANGED]
    was = w[KIND + node]
    change(w, node, stack[level + BACK])
    w[FAULTS + was] = count_faults(w, was, MANY)
    w[FAULTS + w[KIND + node]] = count_faults(w, w[KIND + node], MANY)


@rule
def change(w: list[int], node: int, other: int) -> int:
    """Exchange two comings, or let another card cross. Returns the node with which a change takes it back."""
    if w[SOURCE + node] == NONE:
        return carry(w, w[CROSSING_AT + node] - 1, other)
    exchange(w, node, other)
    return other
