"""Information-set Monte Carlo tree search over any game: how a single decision is searched, in compiled code.

This is the ISMCTS of Cowling, Powley and Whitehouse 2012. A simulation is one iteration of theirs: determinization (a
whole state that fits the view), selection and expansion in the tree (`tree_policy`), a rollout (`rollout_policy`) to
the end of the game or of a stage, or to where the game can be solved, and backpropagation of each seat's return.

It is their multiple-observer search, MO-ISMCTS, with all trees in one table: a node is the information set of the seat
to move, so simultaneous decisions are hidden from each other. For the searching seat that is its own view. The others'
hands are dealt anew in every determinization, so their nodes hold what everybody sees and the actions that they have
taken in this simulation.

Unlike in the paper, where selection is by UCB1, edges compete by PUCT (Silver et al. 2017), with the rules of thumb as
the prior. The paper's availability counts, for legal moves that differ between determinizations, are kept (section
IV-B).
"""

# The parts of records are untyped:
# mypy: no-warn-return-any

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from coven.engine.decks import AnyDeck
from coven.engine.dice import RNG_MULTIPLIER, draw, next_rng
from coven.engine.game import AnyGame, Thinking
from coven.engine.jit import lowest, rule
from coven.engine.loops import compiled_once
from coven.engine.rules import AnyRules, never
from coven.engine.seats import over, owes, pending
from coven.engine.states import SPECTATOR, State
from coven.players.beliefs import determinizer
from coven.players.sealed import likely, new_sealed, sealed_loop
from coven.players.tree import (
    DEEPEST,
    LANES,
    NONE,
    ROOT,
    SETTINGS,
    USED,
    backpropagate,
    begin,
    copied,
    descend,
    expand,
    first_play_score,
    hashed,
    mark_legal,
    mixed,
    new_tree,
    node_at,
    nth_unexpanded,
    prior_probability,
    select_edge,
)

PERCENT = 100
PART = 50
"""Simulations between two looks at the clock."""
EVENLY = 4
"""If all edges of the root are to be visited, one in this many simulations is spread evenly over them."""
LARGEST_SEED = RNG_MULTIPLIER << 30
WORD_BYTES = 8


def search_loop(rules: AnyRules) -> Callable[..., int]:
    """search(deck, root, seat, first, ...): `count` simulations, each starting with one of `first`. Returns the rng."""
    legal, apply, determinize = rules.legal, rules.apply, determinizer(rules)
    stage, is_ended = rules.stage, ender(rules)
    choose_in_tree, choose_in_rollout = tree_policy(rules), rollout_policy(rules)

    def search(
        deck: Any, root: Any, seat: int, first: Any, s: Any, world: Any, kept: Any, view: Any, words: Any, out: Any,
        returns: Any, tree: Any, used: Any, settings: Any, rng: int, count: int,
    ) -> int:  # fmt: skip
        end = stage(root) + settings.stages
        for _ in range(count):
            rng = determinize(deck, root, s, world, kept, used, rng)
            begin(tree, used)
            is_in_tree = True
            while not is_ended(deck, s, end, is_in_tree, returns):
                owing = pending(s)  # the searching seat goes first, because every path begins at the root
                mover = seat if owing >> seat & 1 else lowest(owing)
                n = copied(first, out) if is_in_tree and used.depth == 0 else legal(deck, s, mover, out)
                rng = next_rng(rng)
                action = NONE
                if is_in_tree:
                    edges = used.edges
                    action = choose_in_tree(deck, s, seat, mover, view, words, out, n, tree, used, settings, rng)
                    # The rollout begins after the first new edge, or when there is no room for a node or step.
                    is_in_tree = action != NONE and used.edges == edges and used.depth < DEEPEST
                    rng = next_rng(rng)
                if action == NONE:
                    action = choose_in_rollout(deck, s, mover, view, out, n, settings, rng)
                    rng = next_rng(rng)
                apply(deck, s, mover, action)
                used.decisions += 1
            backpropagate(tree, used, returns)
        return rng

    return search


def ender(rules: AnyRules) -> Callable[..., bool]:
    """is_ended(deck, s, end, is_in_tree, returns): is the simulation at its end? Then it writes each seat's return."""
    payoff, stage, value, solve = rules.payoff, rules.stage, rules.value, rules.solve

    @rule
    def is_ended(deck: Any, s: Any, end: int, is_in_tree: bool, returns: Any) -> bool:
        if over(s):
            payoff(s, returns)
            return True
        if stage(s) >= end:
            value(deck, s, returns)
            return True
        return not is_in_tree and bool(solve(deck, s, returns))

    return is_ended


def node_finder(rules: AnyRules) -> Callable[..., int]:
    """node_of(...): the node of the mover's information set, or NONE if it is new and the tree is full."""
    hide = rules.hide

    @rule
    def node_of(deck: Any, s: Any, seat: int, mover: int, view: Any, words: Any, tree: Any, used: Any) -> int:
        """Found by its own view for the searching seat, else by the spectator's view and the mover's own actions."""
        if mover == seat:
            hide(deck, s, mover, view)
            return node_at(tree, used, hashed(words, mover))
        hide(deck, s, SPECTATOR, view)
        return node_at(tree, used, hashed(words, mixed(tree.own[mover], mover)))

    return node_of


def adviser(rules: AnyRules) -> Callable[..., int]:
    """advised(...): what the rules of thumb advise, asked once per node for the searching seat, per hand for others."""
    hide, thumb = rules.hide, rules.thumb

    @rule
    def advised(
        deck: Any, s: Any, seat: int, mover: int, view: Any, out: Any, n: int, tree: Any, node: int, rng: int
    ) -> int:
        """One of the n legal actions. `view` is already the mover's own if that is the searching seat."""
        here = tree.nodes[node]
        if mover != seat:
            hide(deck, s, mover, view)
        elif here.advice != NONE:
            return here.advice
        here.advice = thumb(deck, view, mover, out, n, rng)
        return here.advice

    return advised


def tree_policy(rules: AnyRules) -> Callable[..., int]:
    """choose_in_tree(...): selection and expansion: an action, or NONE if the tree is full."""
    node_of, advised = node_finder(rules), adviser(rules)

    @rule
    def choose_in_tree(
        deck: Any, s: Any, seat: int, mover: int, view: Any, words: Any, out: Any, n: int,
        tree: Any, used: Any, settings: Any, rng: int,
    ) -> int:  # fmt: skip
        """The action of the edge with the highest score, or of a new edge."""
        node = node_of(deck, s, seat, mover, view, words, tree, used)
        if node == NONE:
            return NONE
        advice = NONE
        if settings.prior_weight > 0.0:
            advice = advised(deck, s, seat, mover, view, out, n, tree, node, rng)
        mark_legal(tree, used, out, n)
        edge, best, expanded = select_edge(tree, used, settings, node, advice, n)
        if expanded < n and used.edges < len(tree.edges):
            # One candidate for expansion, preferably the advised action, competes with the best edge.
            fresh = nth_unexpanded(tree, used, out, draw(rng, n - expanded))
            if advice != NONE and tree.marks[advice] == used.stamp - 1:
                fresh = advice
            score = first_play_score(tree, settings, node, prior_probability(fresh, advice, n, settings.prior_weight))
            if edge == NONE or score > best:
                edge = expand(tree, used, node, fresh)
        if edge == NONE:
            return NONE
        descend(tree, used, node, edge, mover)
        return int(tree.edges[edge].action)

    return choose_in_tree


def rollout_policy(rules: AnyRules) -> Callable[..., int]:
    """choose_in_rollout(...): the default policy below the tree, by rules of thumb or at random."""
    hide, thumb, casual = rules.hide, rules.thumb, rules.casual

    @rule
    def choose_in_rollout(deck: Any, s: Any, mover: int, view: Any, out: Any, n: int, settings: Any, rng: int) -> int:
        """An action of the mover's."""
        if draw(rng, PERCENT) < settings.thumb:
            hide(deck, s, mover, view)
            return int(thumb(deck, view, mover, out, n, next_rng(rng)))
        return int(out[draw(next_rng(rng), casual(deck, s, mover, out, n))])

    return choose_in_rollout


@dataclass(frozen=True)
class ActionStatistics:
    """What a search has found out about one legal action, from its edge at the root."""

    action: int
    return_sum: float
    """The sum of its returns, which are shares of the victory, 0 to 1 per simulation."""
    visits: int
    """The number of simulations in which it was taken."""
    likely: int = 0
    """Where a set is chosen in secret (`sealed`): how likely it is to be taken, up to a factor."""

    @property
    def chance(self) -> float:
        """The estimated chance to win with it: its mean return."""
        return self.return_sum / self.visits


def most_visited(one: ActionStatistics) -> tuple[int, float, int]:
    """Sorts the action with the most visits first."""
    return -one.visits, -one.return_sum, one.action


def sets_loop(rules: AnyRules) -> Callable[..., int]:
    """The loop of a search over sets."""
    return sealed_loop(rules, ender(rules), rollout_policy(rules))


class Searcher:
    """The search of a game, with a deck and a number of seats, and the memory of its tree. For one thread at a time."""

    def __init__(self, game: AnyGame, deck: AnyDeck, players: int, most: int, thinking: Thinking | None = None) -> None:
        """`most`: room for this many simulations per decision. `thinking`: settings that replace the game's."""
        fresh, size = game.new_state(players), game.state.dtype.itemsize
        self._game, self._cards, self._most, self._deck = game, deck, most, deck.tables.to_record()
        lead = -game.state.hashed_size() % (LANES * WORD_BYTES)
        memory = np.zeros(-(-(lead + size) // WORD_BYTES), dtype=np.int64)
        view = memory.view(np.uint8)[lead : lead + size].view(game.state.dtype)[0]
        words = memory[: (lead + game.state.hashed_size()) // WORD_BYTES]
        first = np.zeros(game.actions.most_legal, dtype=np.int32)
        self._tree, self._used = new_tree(most, game.actions.count, players), np.zeros(1, dtype=USED)
        self._settings = np.zeros(1, dtype=SETTINGS)
        world = np.zeros(-(-size // WORD_BYTES), dtype=np.int64)
        world.view(np.uint8)[:size] = np.frombuffer(fresh.to_bytes(), dtype=np.uint8)
        s = world.view(np.uint8)[:size].view(game.state.dtype)[0]
        self._work = (
            s, world, np.zeros_like(world), view, words, first.copy(), np.zeros(players),
            self._tree, self._used[0], self._settings[0],
        )  # fmt: skip
        self.thinking = thinking or game.thinking
        self._memory = new_sealed(players, game.actions.most_legal, game.actions.count)
        self._sealed: Callable[..., int] | None = None
        if game.rules.sealed is not never:
            self._sealed = compiled_once(
                sets_loop, game.rules, self._deck, fresh.to_record(), 0, first, *self._sealed_work(), 1, 0, 0, 0
            )
        self._search = compiled_once(
            search_loop, game.rules, self._deck, fresh.to_record(), 0, first, *self._work, 1, 0
        )

    def think(
        self, view: State, seat: int, seed: int, count: int, seconds: float | None = None,
        *, legal: Sequence[int] = (), tries_all: bool = False,
    ) -> list[ActionStatistics]:  # fmt: skip
        """Run `count` simulations, as far as there is room, of a decision that the seat owes; best action first.

        `legal`: the actions that it may take; by default all that the rules allow.

        The same view, seed and count give the same statistics. With `seconds` it stops after that time, but runs at
        least a few simulations. `tries_all`: every action is visited, unless there are more actions than simulations,
        and part of the simulations are spread evenly over them. Raises ValueError for less than one simulation, and for
        a seat that owes nothing.
        """
        if count < 1:
            raise ValueError(f"the number of simulations must be 1 or more, not {count}")
        if not owes(view, seat):
            raise ValueError(f"seat {seat} owes no decision")
        root, first, rng = view.to_record(), self._first(view, seat, legal), seed % LARGEST_SEED + 1
        self._forget(max(1, min(count, self._most) // (EVENLY * len(first))) if tries_all else 0)
        until = None if seconds is None else time.monotonic() + seconds
        if self._sealed and self._game.rules.sealed(view):
            even = max(len(first), count // EVENLY) if tries_all else 0
            return self._think_sealed(self._sealed, root, seat, first, rng, count, even, until)
        count = min(count, self._most)
        while count > 0:
            part = count if until is None else min(count, PART)
            rng = self._search(self._deck, root, seat, first, *self._work, rng, part)
            count -= part
            if until is not None and time.monotonic() >= until:
                break
        return self._statistics()

    def _sealed_work(self) -> tuple[Any, ...]:
        """What a search over sets works with."""
        s, _, _, view, _, out, returns, *_ = self._work
        return s, view, out, returns, self._memory, self._used[0], self._settings[0]

    def _think_sealed(
        self, search: Callable[..., int], root: Any, seat: int, first: Any, rng: int, count: int, even: int,
        until: float | None,
    ) -> list[ActionStatistics]:  # fmt: skip
        """The same for an action of a set that is chosen in secret."""
        self._memory.arms.fill(0)
        self._memory.tallies.fill(0.0)
        self._memory.found.fill(0.0)
        part = count if until is None else PART
        for start in range(0, count, part):
            end = min(start + part, count)
            rng = search(self._deck, root, seat, first, *self._sealed_work(), rng, start, end, even)
            if until is not None and time.monotonic() >= until:
                break
        statistics = []
        for action, weight in likely(self._memory, seat, first.tolist()).items():
            visits, return_sum = self._memory.found[action].tolist()
            if visits:
                statistics.append(ActionStatistics(action, return_sum, int(visits), weight))
        return sorted(statistics, key=most_visited)

    @property
    def decisions(self) -> int:
        """Decisions in all simulations of the last search."""
        return int(self._used["decisions"][0])

    def _first(self, view: State, seat: int, legal: Sequence[int]) -> Any:
        """The actions that the seat may take, as an array."""
        if not legal:
            legal = self._game.legal(self._cards, view, seat)
        return np.array(legal, dtype=np.int32)

    def _forget(self, least: int) -> None:
        """Begin a new tree, in which every edge of the root is to be visited at least `least` times."""
        self._tree.slots.fill(NONE)
        self._tree.marks.fill(0)
        self._used.fill(0)
        how = self.thinking
        self._settings[0] = (how.c_puct, how.prior_weight, how.fpu_reduction, how.thumb, how.stages, least)

    def _statistics(self) -> list[ActionStatistics]:
        statistics = []
        at = self._tree.nodes["first"][ROOT]
        while at != NONE:
            edge = self._tree.edges[at]
            statistics.append(ActionStatistics(int(edge["action"]), float(edge["return_sum"]), int(edge["visits"])))
            at = edge["next"]
        return sorted(statistics, key=most_visited)
