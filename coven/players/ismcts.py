"""Information-set Monte Carlo tree search over any game: how one decision is thought about, in compiled code.

A simulation draws a whole state that fits the view, goes down one tree shared by all of them, adds one choice to it,
plays on by rules of thumb and at random, and credits the choices on its way (Cowling, Powley and Whitehouse 2012).
Decisions made at the same time are hidden from each other because a place of the tree is named by what its seat sees:
by its own view for the seat that searches; for the others, whose hands are dealt anew every time, by what everybody
sees and what they have chosen in this simulation themselves (their multiple trees, in one table). Choices are tried by
PUCT (Silver et al. 2017), with the rules of thumb as the prior and the availability counts of the first paper.
"""

# The parts of records have no types of their own:
# mypy: no-warn-return-any

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from coven.engine.decks import AnyDeck
from coven.engine.dice import LOT_MULTIPLIER, MASK, RUN, draw, next_lots, open_stream
from coven.engine.game import AnyGame, Thinking
from coven.engine.jit import lowest, rule
from coven.engine.loops import compiled_once
from coven.engine.rules import AnyRules
from coven.engine.seats import over, owes, pending
from coven.engine.states import SPECTATOR, State
from coven.players.tree import (
    DEEPEST,
    LANES,
    MANNER,
    NOTHING,
    ROOT,
    USED,
    add_choice,
    begin,
    best_choice,
    credit,
    go_down,
    hashed,
    hope,
    likely,
    mark_legal,
    mixed,
    new_tree,
    nth_untried,
    place_at,
)

PERCENT = 100
PART = 50
"""Simulations between two looks at the clock."""
EVENLY = 4
"""One in so many simulations is for every choice alike, where all are to be tried."""
LARGEST_SEED = LOT_MULTIPLIER << 30
WORD_BYTES = 8


@rule
def seed_dice(s: Any, lots: int) -> int:
    """Dice of its own for a simulation's state; returns the next lots."""
    for i in range(4):
        lots = next_lots(lots)
        s.seed[i] = (lots ^ lots >> 32) & MASK
    open_stream(s, RUN, 0)
    return next_lots(lots)


@rule
def copied(actions: Any, out: Any) -> int:
    """Write the actions; how many there are."""
    for i in range(len(actions)):
        out[i] = actions[i]
    return len(actions)


def simulations(rules: AnyRules) -> Callable[..., int]:
    """search(deck, root, seat, first, ...): `count` simulations, each begun by one of `first`; returns the lots."""
    legal, apply, new_world = rules.legal, rules.apply, worlds(rules)
    payoff, stage, value = rules.payoff, rules.stage, rules.value
    choose_inside, choose_outside = inside(rules), outside(rules)

    def search(
        deck: Any, root: Any, seat: int, first: Any, s: Any, view: Any, words: Any, out: Any, share: Any,
        tree: Any, used: Any, manner: Any, lots: int, count: int,
    ) -> int:  # fmt: skip
        end = stage(root) + manner.stages
        for _ in range(count):
            lots = seed_dice(s, lots)
            new_world(deck, root, s)
            begin(tree, used)
            is_inside = True
            while not over(s) and stage(s) < end:
                owing = pending(s)
                mover = seat if owing >> seat & 1 else lowest(owing)
                n = copied(first, out) if is_inside and used.depth == 0 else legal(deck, s, mover, out)
                lots = next_lots(lots)
                action = NOTHING
                if is_inside:
                    choices = used.choices
                    action = choose_inside(deck, s, seat, mover, view, words, out, n, tree, used, manner, lots)
                    is_inside = action != NOTHING and used.choices == choices and used.depth < DEEPEST
                    lots = next_lots(lots)
                if action == NOTHING:
                    action = choose_outside(deck, s, mover, view, out, n, manner, lots)
                    lots = next_lots(lots)
                apply(deck, s, mover, action)
                used.decisions += 1
            if over(s):
                payoff(s, share)
            else:
                value(deck, s, share)
            credit(tree, used, share)
        return lots

    return search


def worlds(rules: AnyRules) -> Callable[..., None]:
    """new_world(deck, root, s): a world that fits the root, to be played on."""
    redeal, lighten = rules.redeal, rules.lighten

    @rule
    def new_world(deck: Any, root: Any, s: Any) -> None:
        redeal(deck, root, s)
        lighten(s)

    return new_world


def place_finder(rules: AnyRules) -> Callable[..., int]:
    """place_of(...): the place in the tree of what the mover knows, or NOTHING if it is new and the tree is full."""
    hide = rules.hide

    @rule
    def place_of(deck: Any, s: Any, seat: int, mover: int, view: Any, words: Any, tree: Any, used: Any) -> int:
        """The mover's own view for the seat that searches, else the spectator's with the mover's own choices."""
        if mover == seat:
            hide(deck, s, mover, view)
            return place_at(tree, used, hashed(words, mover))
        hide(deck, s, SPECTATOR, view)
        return place_at(tree, used, hashed(words, mixed(tree.own[mover], mover)))

    return place_of


def adviser(rules: AnyRules) -> Callable[..., int]:
    """advised(...): what the rules of thumb advise: the searching seat once a place, the others for every hand."""
    hide, thumb = rules.hide, rules.thumb

    @rule
    def advised(
        deck: Any, s: Any, seat: int, mover: int, view: Any, out: Any, n: int, tree: Any, place: int, lots: int
    ) -> int:
        """One of the n legal actions; `view` is the mover's own already where it is the searching seat's."""
        here = tree.places[place]
        if mover != seat:
            hide(deck, s, mover, view)
        elif here.advice != NOTHING:
            return here.advice
        here.advice = thumb(deck, view, mover, out, n, lots)
        return here.advice

    return advised


def inside(rules: AnyRules) -> Callable[..., int]:
    """choose_inside(...): what a seat does where the tree is known: an action, or NOTHING if the tree is full."""
    place_of, advised = place_finder(rules), adviser(rules)

    @rule
    def choose_inside(
        deck: Any, s: Any, seat: int, mover: int, view: Any, words: Any, out: Any, n: int,
        tree: Any, used: Any, manner: Any, lots: int,
    ) -> int:  # fmt: skip
        """Take the most promising choice, or add one to the tree."""
        place = place_of(deck, s, seat, mover, view, words, tree, used)
        if place == NOTHING:
            return NOTHING
        advice = NOTHING
        if manner.trust > 0.0:
            advice = advised(deck, s, seat, mover, view, out, n, tree, place, lots)
        mark_legal(tree, used, out, n)
        found, best, tried = best_choice(tree, used, manner, place, advice, n)
        if tried < n and used.choices < len(tree.choices):
            fresh = nth_untried(tree, used, out, draw(lots, n - tried))
            if advice != NOTHING and tree.marks[advice] == used.stamp - 1:
                fresh = advice
            promise = hope(tree, manner, place, likely(fresh, advice, n, manner.trust))
            if found == NOTHING or promise > best:
                found = add_choice(tree, used, place, fresh)
        if found == NOTHING:
            return NOTHING
        go_down(tree, used, place, found, mover)
        return int(tree.choices[found].action)

    return choose_inside


def outside(rules: AnyRules) -> Callable[..., int]:
    """choose_outside(...): what a seat does in the rest of a simulation: by rules of thumb, or at random."""
    hide, thumb, casual = rules.hide, rules.thumb, rules.casual

    @rule
    def choose_outside(deck: Any, s: Any, mover: int, view: Any, out: Any, n: int, manner: Any, lots: int) -> int:
        """An action of the mover."""
        if draw(lots, PERCENT) < manner.thumb:
            hide(deck, s, mover, view)
            return int(thumb(deck, view, mover, out, n, next_lots(lots)))
        return int(out[draw(next_lots(lots), casual(deck, s, mover, out, n))])

    return choose_outside


@dataclass(frozen=True)
class Thought:
    """What a search found out about one legal action."""

    action: int
    gain: float
    """The sum of what it brought: shares of the victory."""
    tried: int
    """In how many simulations it was tried."""

    @property
    def chance(self) -> float:
        """The estimated chance to win with it."""
        return self.gain / self.tried


class Searcher:
    """The search of a game with a deck and a number of seats, and the memory of its tree: for one thread at a time."""

    def __init__(self, game: AnyGame, deck: AnyDeck, players: int, most: int, thinking: Thinking | None = None) -> None:
        """`most`: room for so many simulations a decision. `thinking`: another manner than the game's."""
        fresh, size = game.new_state(players), game.state.dtype.itemsize
        self._game, self._cards, self._most, self._deck = game, deck, most, deck.tables.to_record()
        lead = -game.state.hashed_size() % (LANES * WORD_BYTES)
        memory = np.zeros(-(-(lead + size) // WORD_BYTES), dtype=np.int64)
        view = memory.view(np.uint8)[lead : lead + size].view(game.state.dtype)[0]
        words = memory[: (lead + game.state.hashed_size()) // WORD_BYTES]
        self._tree, self._used = new_tree(most, game.actions.count, players), np.zeros(1, dtype=USED)
        self._manner = np.zeros(1, dtype=MANNER)
        self._work = (
            fresh.to_record(), view, words, np.zeros(game.actions.most_legal, dtype=np.int32), np.zeros(players),
            self._tree, self._used[0], self._manner[0],
        )  # fmt: skip
        self.thinking = thinking or game.thinking
        self._search = compiled_once(
            simulations, game.rules, self._deck, fresh.to_record(), 0, self._work[3], *self._work, 1, 0
        )

    def think(
        self, view: State, seat: int, seed: int, count: int, seconds: float | None = None,
        *, legal: Sequence[int] = (), tries_all: bool = False,
    ) -> list[Thought]:  # fmt: skip
        """`count` simulations (no more than there is room for) of a decision that the seat owes, best action first.

        `legal`: the actions that it may take; by default all that the rules allow.

        The same view, seed and count give the same thoughts. With `seconds` it stops when they have passed, but makes
        a few simulations in any case. `tries_all`: every action is tried, where there are not more of them than
        simulations, and a part of the simulations is spread evenly over them. Raises ValueError for less than one
        simulation, and for a seat that owes nothing.
        """
        if count < 1:
            raise ValueError(f"the number of simulations must be 1 or more, not {count}")
        if not owes(view, seat):
            raise ValueError(f"seat {seat} owes no decision")
        root, first, lots = view.to_record(), self._first(view, seat, legal), seed % LARGEST_SEED + 1
        count = min(count, self._most)
        self._forget(max(1, count // (EVENLY * len(first))) if tries_all else 0)
        until = None if seconds is None else time.monotonic() + seconds
        while count > 0:
            part = count if until is None else min(count, PART)
            lots = self._search(self._deck, root, seat, first, *self._work, lots, part)
            count -= part
            if until is not None and time.monotonic() >= until:
                break
        return self._thoughts()

    @property
    def decisions(self) -> int:
        """Decisions in all simulations of the last thought."""
        return int(self._used["decisions"][0])

    def _first(self, view: State, seat: int, legal: Sequence[int]) -> Any:
        """The actions that the seat may take, as an array."""
        if not legal:
            legal = self._game.legal(self._cards, view, seat)
        return np.array(legal, dtype=np.int32)

    def _forget(self, least: int) -> None:
        """Begin anew; every choice of the decision is to be tried so often."""
        self._tree.slots.fill(NOTHING)
        self._tree.marks.fill(0)
        self._used.fill(0)
        how = self.thinking
        self._manner[0] = (how.explore, how.trust, how.doubt, how.thumb, how.stages, least)

    def _thoughts(self) -> list[Thought]:
        found = []
        at = self._tree.places["first"][ROOT]
        while at != NOTHING:
            choice = self._tree.choices[at]
            found.append(Thought(int(choice["action"]), float(choice["gain"]), int(choice["tried"])))
            at = choice["next"]
        return sorted(found, key=lambda one: (-one.tried, -one.gain, one.action))
