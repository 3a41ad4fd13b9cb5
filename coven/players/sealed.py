"""Sets chosen in secret by all seats at once: a mixed strategy over whole sets, found by playing them.

Whoever always chooses the same set can be foreseen, and whoever takes one action after the other judges each by sets
that nobody would choose. So every seat has a number of whole sets (arms) by rules of thumb, draws one of them in each
simulation, and learns from what comes of it; all seats at once. An arm is as likely as the rules of thumb made it, and
exponentially less so with its regret: how much less its mean return is than that of the best one, in standard errors
(after Hedge, Freund and Schapire 1997). Where that leads in a game of many seats is not known; a small game of two
tends to its equilibrium (tests). Sets that were tried often are played, as often as they were tried.

The order within a set means nothing: a simulation counts for one of the actions of its set, each in turn. What others
have chosen already is hidden, so it makes no difference: they choose anew in every simulation.
"""

# The parts of records are untyped:
# mypy: no-warn-return-any

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, sqrt
from typing import Any, NamedTuple

import numpy as np

from coven.engine.dice import draw, next_rng
from coven.engine.jit import lowest, rule
from coven.engine.rules import AnyRules
from coven.engine.seats import over, pending
from coven.players.beliefs import seed_dice
from coven.players.tree import copied, trace

ARMS = 40
"""One more than the sets that rules of thumb make for a seat: the last place is for a set that may be known already."""
OWN_HEAT, OTHERS_HEAT = 2.0, 0.25
"""The exponent by which a regret of one standard error lowers the chance of a set: for the searching seat, and for
the others, who are to remain much like rules of thumb."""
FORCED = 0.1
"""How many sets by rules of thumb a set counts for that begins with an action that was not theirs."""
RARE = 0.5
"""Sets that were tried less than this many times as often as the first one were tried to learn of them, not to play
them."""
TRIALS, SUM, WEIGHT = 0, 1, 2
"""Of an arm: its simulations, the sum of their returns, its chance up to a factor. Of a seat, in the row after the
arms: its simulations, the sum of the returns and of their squares."""
SQUARES = 2
COLUMNS = 3
FINE = 1 << 30
SHARES = 1 << 10
"""Parts of a simulation, of which each action of its set gets its share."""
SMALLEST = 1e-6
"""The least variance."""


class Sealed(NamedTuple):
    """The memory of a search over sets."""

    sets: Any
    """By seat, arm and place: an action."""
    keys: Any
    """By seat and arm: a hash of the set, whatever its order."""
    priors: Any
    """By seat and arm: how often the rules of thumb have made this set."""
    arms: Any
    """By seat: how many arms it has."""
    sizes: Any
    """By seat: how many actions are left to choose."""
    drawn: Any
    """By seat: its arm in this simulation."""
    tallies: Any
    """By seat, arm and column."""
    found: Any
    """By action: simulations of the searching seat that count for it, and the sum of their returns."""


def new_sealed(players: int, largest: int, actions: int) -> Sealed:
    """Room for sets of up to `largest` actions, out of so many."""
    return Sealed(
        sets=np.zeros((players, ARMS, largest), np.int32),
        keys=np.zeros((players, ARMS), np.int64),
        priors=np.zeros((players, ARMS)),
        arms=np.zeros(players, np.int64),
        sizes=np.zeros(players, np.int64),
        drawn=np.zeros(players, np.int64),
        tallies=np.zeros((players, ARMS + 1, COLUMNS)),
        found=np.zeros((actions, SUM + 1)),
    )


@rule
def spread(tallies: Any, seat: int) -> float:
    """The standard deviation of a seat's returns."""
    of = tallies[seat][ARMS]
    if of[TRIALS] < 2.0:
        return 1.0
    return sqrt(max(of[SQUARES] / of[TRIALS] - (of[SUM] / of[TRIALS]) ** 2, SMALLEST))


@rule
def draw_arm(memory: Any, seat: int, heat: float, rng: int) -> int:
    """An arm by the seat's strategy: the first one without a trial, else by lot."""
    best, total, n, of = 0.0, 0.0, memory.arms[seat], memory.tallies[seat]
    wide = spread(memory.tallies, seat)
    for arm in range(n):
        if of[arm][TRIALS] == 0.0:
            return arm
        best = max(best, of[arm][SUM] / of[arm][TRIALS])
    for arm in range(n):
        regret = (best - of[arm][SUM] / of[arm][TRIALS]) * sqrt(of[arm][TRIALS]) / wide
        of[arm][WEIGHT] = memory.priors[seat][arm] * exp(-heat * regret)
        total += of[arm][WEIGHT]
    ticket = total * draw(rng, FINE) / FINE
    for arm in range(n - 1):
        ticket -= of[arm][WEIGHT]
        if ticket < 0.0:
            return arm
    return n - 1


@rule
def learn(memory: Any, returns: Any) -> None:
    """Count the arms of a simulation with its returns."""
    for seat in range(len(returns)):
        gained, arm = returns[seat], memory.tallies[seat][memory.drawn[seat]]
        arm[TRIALS] += 1.0
        arm[SUM] += gained
        of = memory.tallies[seat][ARMS]
        of[TRIALS] += 1.0
        of[SUM] += gained
        of[SQUARES] += gained * gained


@rule
def keep_new(memory: Any, seat: int, prior: float) -> None:
    """Keep the set that was written behind a seat's last arm, with this prior; or add it if the seat has it already."""
    arm, key = memory.arms[seat], 0
    for i in range(memory.sizes[seat]):
        key += trace(memory.sets[seat][arm][i])
    for other in range(arm):
        if memory.keys[seat][other] == key:
            memory.priors[seat][other] += prior
            return
    memory.keys[seat][arm] = key
    memory.priors[seat][arm] = prior
    memory.arms[seat] = arm + 1


@rule
def arm_with(memory: Any, seat: int, action: int) -> int:
    """The first arm of a seat that contains an action. Needs one."""
    for arm in range(memory.arms[seat]):
        for i in range(memory.sizes[seat]):
            if memory.sets[seat][arm][i] == action:
                return arm
    return 0


@rule
def one_of(memory: Any, seat: int, first: Any, number: int) -> int:
    """One of the actions of a seat's set that it may take first, each in turn."""
    size, arm = memory.sizes[seat], memory.sets[seat][memory.drawn[seat]]
    for i in range(size):
        for action in first:
            if arm[(number + i) % size] == action:
                return action
    return first[0]


def dealer(rules: AnyRules) -> Callable[..., int]:
    """deal(deck, root, seat, s, rng): a state that fits the view, in which all others have yet to choose."""
    redeal, lighten, reopen = rules.redeal, rules.lighten, rules.reopen

    @rule
    def deal(deck: Any, root: Any, seat: int, s: Any, rng: int) -> int:
        rng = seed_dice(s, rng)
        redeal(deck, root, s)
        lighten(s)
        reopen(s, seat)
        return rng

    return deal


def arm_maker(rules: AnyRules) -> Callable[..., int]:
    """make_arms(...): a set for each seat by rules of thumb; the searching seat's contains the `number`-th of `first`,
    as long as there are so many. Returns the next random word."""
    legal, apply, hide, thumb, sealed = rules.legal, rules.apply, rules.hide, rules.thumb, rules.sealed
    deal = dealer(rules)

    @rule
    def make_arms(
        deck: Any, root: Any, seat: int, first: Any, s: Any, view: Any, out: Any, memory: Any, number: int, rng: int
    ) -> int:
        rng = deal(deck, root, seat, s, rng)
        for other in range(len(memory.sizes)):
            memory.sizes[other] = 0
        while not over(s) and sealed(s):
            owing = pending(s)
            mover = seat if owing >> seat & 1 else lowest(owing)
            place = memory.sizes[mover]
            n = copied(first, out) if mover == seat and place == 0 else legal(deck, s, mover, out)
            if mover == seat and place == 0 and number < n:
                action = first[number]
            else:
                hide(deck, s, mover, view)
                action = thumb(deck, view, mover, out, n, rng)
            rng = next_rng(rng)
            memory.sets[mover][memory.arms[mover]][place] = action
            memory.sizes[mover] = place + 1
            apply(deck, s, mover, action)
        for mover in range(len(memory.sizes)):
            is_forced = mover == seat and number < len(first)
            keep_new(memory, mover, FORCED if is_forced else 1.0)
        return rng

    return make_arms


def likely(memory: Sealed, seat: int, first: Sequence[int]) -> dict[int, int]:
    """How likely each action is to be taken, up to a factor: a set as likely as it was tried often, unless that was
    rarely, and each of its actions alike."""
    tallies = memory.tallies[seat][: memory.arms[seat]]
    often = RARE * tallies[:, TRIALS].max()
    found = dict.fromkeys(first, 0)
    for arm, (trials, _, _) in enumerate(tallies):
        counted = [int(one) for one in memory.sets[seat][arm][: memory.sizes[seat]] if one in found]
        for action in counted if trials >= often else ():
            found[action] += SHARES * int(trials) // len(counted)
    return found


def sealed_loop(
    rules: AnyRules, is_ended: Callable[..., bool], choose_in_rollout: Callable[..., int]
) -> Callable[..., int]:
    """search(deck, root, seat, first, ...): simulations `start` to `end`; at 0 the arms are made. Returns the rng.

    The first `even` simulations are spread evenly over `first`.
    """
    apply, stage = rules.apply, rules.stage
    deal, make_arms, play_on = dealer(rules), arm_maker(rules), finisher(rules, is_ended, choose_in_rollout)

    def search(
        deck: Any, root: Any, seat: int, first: Any, s: Any, view: Any, out: Any, returns: Any, memory: Any,
        used: Any, settings: Any, rng: int, start: int, end: int, even: int,
    ) -> int:  # fmt: skip
        if start == 0:
            for number in range(ARMS - 1):
                rng = make_arms(deck, root, seat, first, s, view, out, memory, number, rng)
        for number in range(start, end):
            rng = deal(deck, root, seat, s, rng)
            for mover in range(len(memory.sizes)):
                rng = next_rng(rng)
                memory.drawn[mover] = draw_arm(memory, mover, OWN_HEAT if mover == seat else OTHERS_HEAT, rng)
            action = first[number % len(first)]
            if number < even:
                memory.drawn[seat] = arm_with(memory, seat, action)
            else:
                action = one_of(memory, seat, first, number)
            for mover in range(len(memory.sizes)):
                used.decisions += memory.sizes[mover]
                for i in range(memory.sizes[mover]):
                    apply(deck, s, mover, memory.sets[mover][memory.drawn[mover]][i])
            end_at = stage(root) + settings.stages
            rng = play_on(deck, s, end_at, view, out, returns, used, settings, next_rng(rng))
            learn(memory, returns)
            memory.found[action][TRIALS] += 1.0
            memory.found[action][SUM] += returns[seat]
        return rng

    return search


def finisher(
    rules: AnyRules, is_ended: Callable[..., bool], choose_in_rollout: Callable[..., int]
) -> Callable[..., int]:
    """play_on(deck, s, end, view, out, returns, used, settings, rng): a rollout until it is ended. Returns the rng."""
    legal, apply = rules.legal, rules.apply

    @rule
    def play_on(
        deck: Any, s: Any, end: int, view: Any, out: Any, returns: Any, used: Any, settings: Any, rng: int
    ) -> int:
        while not is_ended(deck, s, end, False, returns):
            mover = lowest(pending(s))
            n = legal(deck, s, mover, out)
            action = choose_in_rollout(deck, s, mover, view, out, n, settings, rng)
            rng = next_rng(next_rng(rng))
            apply(deck, s, mover, action)
            used.decisions += 1
        return rng

    return play_on
