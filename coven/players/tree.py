"""The search tree of ISMCTS, in arrays of fixed size: selection, expansion and backpropagation.

A node is an information set, which is what a seat knows when it has to decide, by its hash. Its edges, one for each
action tried there, form a linked list, newest first. A simulation adds at most one node and one edge. When the arrays
are full, the tree stops growing.
"""

# The parts of records are untyped:
# mypy: no-warn-return-any

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from coven.engine.jit import rule

NONE = -1
"""No node, no edge, no action."""
DEEPEST = 256
"""The most edges on the path of one simulation. From there on it is a rollout."""
MIXER = 0x9E3779B97F4A7C15 - (1 << 64)
"""An odd number whose bits are well spread (the golden ratio)."""
SHIFT = 29
LANES = 4
"""How many words are hashed side by side."""

NODE = np.dtype(
    [("key", "i8"), ("return_sum", "f8"), ("first", "i4"), ("visits", "i4"), ("advice", "i4"), ("pad", "i4")]
)
"""A node: the hash of what is known there, the sum of its seat's returns, its visits, its newest edge, and the action
that the game's rules of thumb advise (for the searching seat; NONE until asked for)."""
EDGE = np.dtype([("return_sum", "f8"), ("action", "i4"), ("next", "i4"), ("visits", "i4"), ("availability", "i4")])
"""An edge of a node: the sum of its seat's returns, its action, the node's next edge, its visits, and its availability
count: how often it has been legal at the node since it was added."""
STEP = np.dtype([("node", "i4"), ("edge", "i4"), ("seat", "i4")])
"""A step on the path of a simulation within the tree."""
USED = np.dtype(
    [
        ("decisions", "i8"), ("worlds", "i8"), ("likelihood", "f8"),
        ("nodes", "i4"), ("edges", "i4"), ("stamp", "i4"), ("depth", "i4"),
    ]
)  # fmt: skip
"""Decisions simulated in all, worlds that `beliefs` has given and the likelihood of the last, nodes and edges in use,
the newest mark, and the length of this simulation's path."""
SETTINGS = np.dtype(
    [
        ("c_puct", "f8"), ("prior_weight", "f8"), ("fpu_reduction", "f8"),
        ("thumb", "i4"), ("stages", "i4"), ("least_visits", "i8"),
    ]
)  # fmt: skip
"""Fields of `coven.engine.game.Thinking`, and how often every edge of the root must be visited, whatever its score."""
ROOT = 0
"""The first node of a tree: the decision being searched."""
CERTAIN = 1e9
"""Higher than any score."""


class Tree(NamedTuple):
    """The arrays of a tree."""

    slots: Any
    """A hash table of nodes. Its length is a power of two, and more than twice their number."""
    nodes: Any
    edges: Any
    path: Any
    """The steps of this simulation."""
    marks: Any
    """By action: is it legal at this node, and does it have an edge there?"""
    own: Any
    """By seat: a hash of the actions that it has taken within the tree in this simulation, in any order."""


def new_tree(most: int, actions: int, seats: int) -> Tree:
    """A tree with room for `most` simulations."""
    return Tree(
        slots=np.full(1 << (2 * most).bit_length(), NONE, dtype=np.int32),
        nodes=np.zeros(most, dtype=NODE),
        edges=np.zeros(most, dtype=EDGE),
        path=np.zeros(DEEPEST, dtype=STEP),
        marks=np.zeros(actions, dtype=np.int32),
        own=np.zeros(seats, dtype=np.int64),
    )


@rule
def mixed(key: int, word: int) -> int:
    """A hash of a hash and another word."""
    key = (key ^ word) * MIXER
    return key ^ key >> SHIFT


@rule
def hashed(words: Any, key: int) -> int:
    """The hash of a multiple of LANES words, starting from `key`; in lanes, so that a word waits for few others."""
    a, b, c, d = key, key, key, key
    for i in range(0, len(words), LANES):
        a = mixed(a, words[i])
        b = mixed(b, words[i + 1])
        c = mixed(c, words[i + 2])
        d = mixed(d, words[i + 3])
    return mixed(mixed(mixed(a, b * MIXER), c * MIXER), d * MIXER)


@rule
def copied(actions: Any, out: Any) -> int:
    """Copy the actions. Returns how many there are."""
    for i in range(len(actions)):
        out[i] = actions[i]
    return len(actions)


@rule
def begin(tree: Any, used: Any) -> None:
    """Begin a simulation at the root: its path is empty, and nobody has acted."""
    used.depth = 0
    for seat in range(len(tree.own)):
        tree.own[seat] = 0


@rule
def node_at(tree: Any, used: Any, key: int) -> int:
    """The node with this key: a new one if it is unknown and there is room, else NONE."""
    last = len(tree.slots) - 1
    slot = key & last
    while tree.slots[slot] != NONE:
        if tree.nodes[tree.slots[slot]].key == key:
            return tree.slots[slot]
        slot = (slot + 1) & last
    node = used.nodes
    if node == len(tree.nodes):
        return NONE
    used.nodes = node + 1
    tree.slots[slot] = node
    new = tree.nodes[node]
    new.key = key
    new.return_sum = 0.0
    new.first = NONE
    new.visits = 0
    new.advice = NONE
    return node


@rule
def mark_legal(tree: Any, used: Any, out: Any, n: int) -> None:
    """Mark the n legal actions with a new stamp minus one: none of them has been found among the edges yet."""
    used.stamp += 2
    for i in range(n):
        tree.marks[out[i]] = used.stamp - 1


@rule
def prior_probability(action: int, advice: int, n: int, prior_weight: float) -> float:
    """The prior probability of one of n legal actions.

    It is `prior_weight` for the advised one, and the others share the rest; uniform without advice.
    """
    if advice == NONE or n == 1:
        return 1.0 / n
    return prior_weight if action == advice else (1.0 - prior_weight) / (n - 1)


@rule
def select_edge(tree: Any, used: Any, settings: Any, node: int, advice: int, n: int) -> tuple[int, float, int]:
    """Selection: the currently legal edge with the highest `puct_score`, or NONE; its score; the number of legal edges.

    Legal edges are marked with the stamp itself, and their availability counts rise.
    """
    selected, best, expanded, stamp = NONE, -1.0, 0, used.stamp
    at = tree.nodes[node].first
    while at != NONE:
        edge = tree.edges[at]
        if tree.marks[edge.action] == stamp - 1:
            tree.marks[edge.action] = stamp
            edge.availability += 1
            expanded += 1
            score = CERTAIN
            if node != ROOT or edge.visits >= settings.least_visits:
                score = puct_score(tree, settings, at, prior_probability(edge.action, advice, n, settings.prior_weight))
            if score > best:
                selected, best = at, score
        at = edge.next
    return selected, best, expanded


@rule
def puct_score(tree: Any, settings: Any, at: int, prior: float) -> float:
    """PUCT (Rosin 2011; Silver et al. 2017): the mean return, plus a bonus that falls with the visits.

    The edge's availability count replaces the parent's visits, because an action may be illegal in other
    determinizations (subset-armed bandits, Cowling et al. 2012, section IV-B).
    """
    edge = tree.edges[at]
    return edge.return_sum / edge.visits + settings.c_puct * prior * sqrt(edge.availability) / (1 + edge.visits)


@rule
def first_play_score(tree: Any, settings: Any, node: int, prior: float) -> float:
    """First-play urgency (Gelly and Wang 2006): the score of an action without an edge.

    It is the node's mean return, less a reduction, plus the bonus.
    """
    here = tree.nodes[node]
    if here.visits == 0 or (node == ROOT and settings.least_visits > 0):
        return CERTAIN
    return here.return_sum / here.visits - settings.fpu_reduction + settings.c_puct * prior * sqrt(here.visits)


@rule
def nth_unexpanded(tree: Any, used: Any, out: Any, n: int) -> int:
    """The n-th legal action that has no edge, counting from 0."""
    i = 0
    while True:
        if tree.marks[out[i]] == used.stamp - 1:
            if n == 0:
                return out[i]
            n -= 1
        i += 1


@rule
def expand(tree: Any, used: Any, node: int, action: int) -> int:
    """Expansion: add an edge to a node. Returns its number."""
    added = used.edges
    used.edges = added + 1
    new = tree.edges[added]
    new.return_sum = 0.0
    new.action = action
    new.next = tree.nodes[node].first
    new.visits = 0
    new.availability = 1
    tree.nodes[node].first = added
    return added


@rule
def trace(action: int) -> int:
    """What an action adds to the hash of what a seat has done: never 0, and different for every action."""
    return mixed(MIXER, action + 1)


@rule
def descend(tree: Any, used: Any, node: int, edge: int, seat: int) -> None:
    """Extend the path along an edge of a node, at which this seat was to move."""
    step = tree.path[used.depth]
    step.node = node
    step.edge = edge
    step.seat = seat
    used.depth += 1
    tree.own[seat] += trace(tree.edges[edge].action)


@rule
def backpropagate(tree: Any, used: Any, returns: Any) -> None:
    """Backpropagation: every step of the path gets the return (share of the victory) of the seat that moved there."""
    for i in range(used.depth):
        step = tree.path[i]
        gained = returns[step.seat]
        edge, node = tree.edges[step.edge], tree.nodes[step.node]
        edge.visits += 1
        edge.return_sum += gained
        node.visits += 1
        node.return_sum += gained
