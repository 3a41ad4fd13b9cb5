"""Loops over many games at once: a step of each of them, and what a learner needs of it. See `loops`.

Arrays have an axis of games and one of *slots*: one slot for the seat to move, or one for each seat, which then all
decide at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coven.engine.dice import draw, next_rng, start_game
from coven.engine.jit import lowest, popcount, rule
from coven.engine.lists import fill
from coven.engine.observation import Observation
from coven.engine.rules import AnyRules
from coven.engine.seats import over, owes, pending

BEGIN, STEP, LOOK = range(3)
"""What `stepper` does: begin every game, play a step in each, or only look at them."""
NO_ACTION = -1
"""An action that leaves a game as it is."""
NOBODY = -1
"""The seat of a slot that owes no decision."""
ANY_ACTION = 1 << 30
"""Above every action."""


def actor(rules: AnyRules) -> Callable[..., Any]:
    """act(deck, s, actions, seats, rewards) -> int: play the slots' actions. Returns 1 if the game ends with them.

    Slots without a seat or with NO_ACTION play nothing.
    """
    apply, payoff = rules.apply, rules.payoff

    @rule
    def act(deck: Any, s: Any, actions: Any, seats: Any, rewards: Any) -> int:
        if over(s):
            return 0
        for slot in range(len(seats)):
            if seats[slot] >= 0 and actions[slot] >= 0:
                apply(deck, s, seats[slot], actions[slot])
        if not over(s):
            return 0
        payoff(s, rewards)
        return 1

    return act


@rule
def seat_of_slot(s: Any, slot: int, slots: int) -> int:
    """The seat of a slot: its own, or with a single slot the first that owes a decision; NOBODY if none does."""
    if slots > 1:
        return slot
    owing = pending(s)
    return lowest(owing) if owing else NOBODY


@rule
def highest_offered(s: Any, slots: int, out_of_turn: int) -> int:
    """When several seats decide at once, actions from this number on are not offered.

    The others could not know yet whether one of them is still possible after what a seat before them did.
    """
    return out_of_turn if slots > 1 and popcount(pending(s)) > 1 else ANY_ACTION


@rule
def offer(out: Any, n: int, limit: int, mask: Any, listed: Any) -> int:
    """Put those of n legal actions that are below `limit` into the mask and the list. Returns how many there are."""
    count = 0
    for k in range(n):
        if out[k] < limit:
            listed[count] = out[k]
            mask[out[k]] = 1
            count += 1
    return count


@rule
def withdraw(mask: Any, listed: Any, count: int) -> None:
    """Clear the mask of the actions that it offers."""
    for k in range(count):
        mask[listed[k]] = 0


@rule
def to_floats(row: Any, scale: Any, out: Any) -> None:
    """The row in floats, each number times its scale; nothing if `out` is empty."""
    for k in range(len(out)):
        out[k] = row[k] * scale[k]


def beginner(rules: AnyRules) -> Callable[..., Any]:
    """begin(deck, s, master, number, light): begin game `number` of a run in a used record."""
    setup, lighten = rules.setup, rules.lighten

    @rule
    def begin(deck: Any, s: Any, master: Any, number: int, light: int) -> None:
        start_game(master, number, s)
        setup(deck, s)
        if light:
            lighten(s)

    return begin


def asker(rules: AnyRules) -> Callable[..., Any]:
    """ask(deck, s, seat, out, limit, mask, listed, counts, slot): offer the seat's legal actions instead of others."""
    legal = rules.legal

    @rule
    def ask(
        deck: Any, s: Any, seat: int, out: Any, limit: int, mask: Any, listed: Any, counts: Any, slot: int
    ) -> None:  # fmt: skip
        withdraw(mask, listed, counts[slot])
        n = legal(deck, s, seat, out) if seat >= 0 and owes(s, seat) else 0
        counts[slot] = offer(out, n, limit, mask, listed)

    return ask


def advancer(rules: AnyRules, observation: Observation[Any, Any]) -> Callable[..., Any]:
    """advance(what, i, deck, out, games, asked, shown): step or begin game i, and show it. See `stepper`.

    A rule of its own, because rules do not count references to the rows that they read; loops do.
    """
    hide, observe = rules.hide, observation.write
    act, begin, ask = actor(rules), beginner(rules), asker(rules)

    @rule
    def advance(what: int, i: int, deck: Any, out: Any, games: Any, asked: Any, shown: Any) -> None:
        states, masters, episodes, rewards, done, restart, light, out_of_turn = games
        actions, views, seats, owing, masks, lists, counts = asked
        now, floats, scale, final = shown
        s, slots = states[i], len(seats[i])
        if what == STEP:
            if done[i]:
                fill(rewards[i], 0)
            done[i] = act(deck, s, actions[i], seats[i], rewards[i])
        for turn in range(0 if done[i] else 1, 2):  # first the last look at a game that has ended
            if turn and (what == BEGIN or (done[i] and restart)):
                begin(deck, s, masters[i], episodes[i], light)
                episodes[i] += 1
            owing[i] = pending(s)
            limit = highest_offered(s, slots, out_of_turn)
            for slot in range(slots if turn else s.players):
                seat = seat_of_slot(s, slot, slots) if turn else slot
                row = now[i][slot] if turn else final[i][slot]
                fill(row, 0)
                if turn:
                    ask(deck, s, seat, out, limit, masks[i][slot], lists[i][slot], counts[i], slot)
                    seats[i][slot] = seat if counts[i][slot] else NOBODY
                if seat >= 0:
                    view = views[i][slot if turn else 0]
                    hide(deck, s, seat, view)
                    observe(deck, view, row)
                if turn:
                    to_floats(row, scale, floats[i][slot])

    return advance


def stepper(rules: AnyRules, observation: Observation[Any, Any]) -> Callable[..., Any]:
    """step(what, low, high, deck, out, games, asked, shown): step or begin games low to high - 1, and show them.

    games: states, masters, episodes, rewards, done, and the settings restart, light, out_of_turn. asked: actions,
    views, seats, owing, masks, lists and counts of legal actions. shown: observations, the same in floats, their scale,
    and those of all seats at the end of a game. `done[i]` is 1 and there are rewards if game i ended with this step.
    """
    advance = advancer(rules, observation)

    def step(what: int, low: int, high: int, deck: Any, out: Any, games: Any, asked: Any, shown: Any) -> None:
        for i in range(low, high):
            advance(what, i, deck, out, games, asked, shown)

    return step


def looker(rules: AnyRules, observation: Observation[Any, Any]) -> Callable[..., Any]:
    """look(deck, s, seat, view, row): a seat's view and observation."""
    hide, observe = rules.hide, observation.write

    def look(deck: Any, s: Any, seat: int, view: Any, row: Any) -> None:
        hide(deck, s, seat, view)
        fill(row, 0)
        observe(deck, view, row)

    return look


def advised(choose: Callable[..., int]) -> Callable[..., Any]:
    """advise(deck, views, seats, lists, counts, rngs, actions, out): what `choose` does in each slot.

    choose(deck, view, seat, out, n, rng) returns one of the n legal actions in `out`.
    """

    def advise(
        deck: Any, views: Any, seats: Any, lists: Any, counts: Any, rngs: Any, actions: Any, out: Any
    ) -> None:  # fmt: skip
        for i in range(len(seats)):
            for slot in range(len(seats[i])):
                actions[i][slot] = NO_ACTION
                if seats[i][slot] >= 0:
                    rng = next_rng(rngs[i])
                    rngs[i] = rng
                    n = counts[i][slot]
                    for k in range(n):
                        out[k] = lists[i][slot][k]
                    actions[i][slot] = choose(deck, views[i][slot], seats[i][slot], out, n, rng)

    return advise


def thumbs(rules: AnyRules, observation: Observation[Any, Any]) -> Callable[..., Any]:
    """What rules of thumb do (`advised`)."""
    return advised(rules.thumb)


def lots(rules: AnyRules, observation: Observation[Any, Any]) -> Callable[..., Any]:
    """What a random player does (`advised`)."""
    casual = rules.casual

    @rule
    def any_casual(deck: Any, view: Any, seat: int, out: Any, n: int, rng: int) -> int:
        return int(out[draw(rng, casual(deck, view, seat, out, n))])

    return advised(any_casual)
