"""Which items of a redeal were in a hand at the base, and which have come since (see `placing`)."""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import rule
from coven.games.midnight.cards import KINDS, NONE
from coven.games.midnight.items import (
    ALIVE,
    ALL,
    AT,
    CARRIED,
    CARRIES,
    ENDLESS,
    FORCED,
    GROUP,
    KIND,
    LEFT,
    LIMIT,
    MOST_COME,
    NEED,
    OLD,
    OWN,
    POOL,
    RAW,
    ROOM,
    TURNABLE,
    give_kind,
)
from coven.games.midnight.state import MOST_PLAYERS, Midnight

MOST_TURNED = 600
"""Attempts to mend which cards were old, before another start."""
RECARRIED = 4
"""One in so many changes is of what card has come from a third hand."""
UPHILL = 16
"""One in so many changes for the worse by one is made, to come out of dead ends."""
MOSTLY = 4
"""Of so many cards that may have been old all but one are tried as old first."""


@rule
def is_carried(view: Midnight, j: int) -> bool:
    """Was the j-th departure not laid down, and not to the viewer: is the card among the items?"""
    return view.gone_to[j] != NONE and view.gone_to[j] != view.viewer


@rule
def choose_carriers(view: Midnight, s: Midnight, w: list[int], is_strict: int) -> bool:
    """For every card that went from hand to hand, the latest first, an item that may be it.

    What the viewer has given away is of a known kind and has come since the base. Not strict: it does not matter how
    many cards had come before one left.
    """
    for back in range(view.gone_count):
        j = view.gone_count - 1 - back
        if not is_carried(view, j):
            continue
        w[CARRIED] += 1
        found = find_carrier(view, s, w, j)
        if found == NONE:
            return False
        w[GROUP + found] = view.gone_seat[j]
        w[LIMIT + found] = view.gone_came[j]
        w[CARRIES + found] = j
        if view.gone_seat[j] == view.viewer:
            w[LIMIT + found] = ENDLESS
            w[FORCED + found] = 1
            if w[KIND + found] == NONE:
                give_kind(w, found, view.gone_kind[j])
    for i in range(w[ALL]):
        is_carrier = w[CARRIES + i] != NONE
        w[OWN + i] -= unseen_comings(view, w, w[AT + i], w[OWN + i])
        w[LIMIT + i] = w[LIMIT + i] - unseen_comings(view, w, w[GROUP + i], w[LIMIT + i]) if is_carrier else w[OWN + i]
        if not is_strict and w[OWN + i] > 0:
            w[OWN + i] = ENDLESS
        if not is_strict and w[LIMIT + i] > 0:
            w[LIMIT + i] = ENDLESS
    return True


@rule
def find_carrier(view: Midnight, s: Midnight, w: list[int], j: int) -> int:
    """An item that may be the card of the j-th departure, or NONE."""
    if w[ALL] == 0:
        return NONE
    start = roll(s, w[ALL])
    for step in range(w[ALL]):
        i = (start + step) % w[ALL]
        if w[GROUP + i] != view.gone_to[j] or w[LIMIT + i] <= view.gone_there[j]:
            continue
        if w[AT + i] == view.gone_to[j] and w[FORCED + i] > view.gone_there[j] + 1:
            continue
        if view.gone_seat[j] != view.viewer:
            return i
        kind = view.gone_kind[j]
        if w[KIND + i] == kind or (w[KIND + i] == NONE and w[POOL + kind] > 0):
            return i
    return NONE


@rule
def unseen_comings(view: Midnight, w: list[int], seat: int, came: int) -> int:
    """How many of the first cards that came into a hand came from a third hand: they are counted there."""
    number = 0
    if w[CARRIED] > 0 and came < ENDLESS:
        for j in range(view.gone_count):
            number += is_carried(view, j) and view.gone_to[j] == seat and view.gone_there[j] < came
    return number


@rule
def turn(w: list[int], i: int) -> None:
    """An old card that has left a hand becomes a new one, or a new one old."""
    change = 1 - 2 * w[OLD + i]
    w[OLD + i] += change
    w[ROOM + w[GROUP + i]] -= change
    w[NEED + w[KIND + i]] -= change


@rule
def list_turnable(w: list[int]) -> int:
    """List the cards that have left hands and may have been old; returns how many."""
    number = 0
    for i in range(w[ALIVE], w[ALL]):
        if w[NEED + w[KIND + i]] > 0 and w[FORCED + i] == 0:
            w[TURNABLE + number] = i
            number += 1
    return number


@rule
def choose_gone(view: Midnight, s: Midnight, w: list[int]) -> bool:
    """Which of the cards that have left the hands were old: by chance, then mended as long as it is no worse."""
    number, wrong = list_turnable(w), 0
    for i in range(w[ALIVE], w[ALL]):
        may_be_old = w[NEED + w[KIND + i]] > 0 and w[ROOM + w[GROUP + i]] > 0
        if may_be_old and w[FORCED + i] == 0 and (w[LIMIT + i] == 0 or roll(s, MOSTLY) > 0):
            turn(w, i)
    for seat in range(view.players):
        wrong += wrong_group(view, w, seat)
    for kind in range(KINDS):
        wrong += wrong_kind(w, kind)
    for _ in range(MOST_TURNED):
        if wrong == 0:
            return True
        if w[CARRIED] > 0 and (number == 0 or roll(s, RECARRIED) == 0):
            wrong = carry_other(view, s, w, wrong)
        elif number > 0:
            wrong = turn_some(view, s, w, number, wrong)
    return wrong == 0


@rule
def turn_some(view: Midnight, s: Midnight, w: list[int], number: int, wrong: int) -> int:
    """Turn one card that has left a hand, or two of which one was old; returns how much is wrong then."""
    i, j = w[TURNABLE + roll(s, number)], w[TURNABLE + roll(s, number)]
    if roll(s, 2) == 0 or w[OLD + i] == w[OLD + j]:
        j = i
    before = wrong_around(view, w, i, j)
    turn_both(w, i, j)
    after = wrong_around(view, w, i, j)
    if after > before + 1 or (after > before and roll(s, UPHILL) > 0):
        turn_both(w, i, j)
        return wrong
    return wrong + after - before


@rule
def turn_both(w: list[int], i: int, j: int) -> None:
    """Turn two cards, or one."""
    turn(w, i)
    if j != i:
        turn(w, j)


@rule
def carry_other(view: Midnight, s: Midnight, w: list[int], wrong: int) -> int:
    """Another card of the same hand is the one that came from a third hand; returns how much is wrong then."""
    i, j = roll(s, w[ALL]), roll(s, w[ALL])
    what = w[CARRIES + i]
    if (
        what == NONE
        or view.gone_seat[what] == view.viewer
        or w[CARRIES + j] != NONE
        or w[AT + i] != w[AT + j]
        or w[AT + i] != view.gone_to[what]
    ):
        return wrong
    if w[RAW + j] <= view.gone_there[what] or w[FORCED + i] > 0 or w[FORCED + j] > 0:
        return wrong
    here, there = w[GROUP + j], w[GROUP + i]
    before = wrong_group(view, w, here) + wrong_group(view, w, there)
    carry(w, i, j)
    after = wrong_group(view, w, here) + wrong_group(view, w, there)
    if after > before + 1 or (after > before and roll(s, UPHILL) > 0):
        carry(w, j, i)
        return wrong
    return wrong + after - before


@rule
def carry(w: list[int], i: int, j: int) -> None:
    """The second card is the one that came from a third hand, and not the first."""
    here, there = w[GROUP + j], w[GROUP + i]
    w[GROUP + j] = there
    w[GROUP + i] = here
    w[LIMIT + j] = w[LIMIT + i]
    w[LIMIT + i] = w[OWN + i]
    w[CARRIES + j] = w[CARRIES + i]
    w[CARRIES + i] = NONE
    w[ROOM + here] += w[OLD + j] - w[OLD + i]
    w[ROOM + there] += w[OLD + i] - w[OLD + j]


@rule
def wrong_around(view: Midnight, w: list[int], i: int, j: int) -> int:
    """How much is wrong with the kinds and groups of two cards."""
    wrong = wrong_kind(w, w[KIND + i]) + wrong_group(view, w, w[GROUP + i])
    if w[KIND + j] != w[KIND + i]:
        wrong += wrong_kind(w, w[KIND + j])
    if w[GROUP + j] != w[GROUP + i]:
        wrong += wrong_group(view, w, w[GROUP + j])
    return wrong


@rule
def wrong_kind(w: list[int], kind: int) -> int:
    """How many more cards of a kind were old than there were, or must still be than there are."""
    return max(0, -w[NEED + kind]) + max(0, w[NEED + kind] - max(0, w[POOL + kind]))


@rule
def wrong_group(view: Midnight, w: list[int], seat: int) -> int:
    """How many more cards of a group were old than there were, or must still be than it holds; or came too late."""
    held, wrong = 0, max(0, -w[ROOM + seat])
    if seat == view.viewer:
        return 0
    for i in range(w[ALIVE]):
        held += w[GROUP + i] == seat
    for i in range(w[ALIVE], w[ALL]):
        if w[GROUP + i] == seat and not w[OLD + i] and w[LIMIT + i] <= min(view.came[seat], MOST_COME):
            w[LEFT + w[LIMIT + i]] += 1
    new = 0
    for limit in range(min(view.came[seat], MOST_COME) + 1):
        if w[LEFT + limit]:
            new += w[LEFT + limit]
            w[LEFT + limit] = 0
            wrong += max(0, new - limit)
    return wrong + max(0, w[ROOM + seat] - held)


@rule
def set_old(w: list[int], i: int) -> None:
    """A card that is held was in the hand of its group at the base."""
    w[OLD + i] = 1
    w[ROOM + w[GROUP + i]] -= 1


@rule
def choose_held(s: Midnight, w: list[int]) -> bool:
    """Which of the cards that are held were old: as many in every group as are still missing."""
    for seat in range(MOST_PLAYERS):
        if w[ROOM + seat] == 0:
            continue
        free = 0
        for i in range(w[ALIVE]):
            if w[GROUP + i] == seat and w[LIMIT + i] == 0 and w[ROOM + seat] > 0:
                set_old(w, i)
            free += w[GROUP + i] == seat and not w[OLD + i]
        if free < w[ROOM + seat]:
            return False
        for i in range(w[ALIVE]):
            if w[GROUP + i] == seat and not w[OLD + i]:
                if roll(s, free) < w[ROOM + seat]:
                    set_old(w, i)
                free -= 1
    return True


@rule
def are_limits_kept(view: Midnight, w: list[int]) -> bool:
    """Had every card that came later come before it left?"""
    for i in range(w[ALL]):
        if w[LIMIT + i] < ENDLESS and not w[OLD + i] and not is_limit_kept(view, w, w[GROUP + i], w[LIMIT + i]):
            return False
    return True


@rule
def is_limit_kept(view: Midnight, w: list[int], group: int, limit: int) -> bool:
    """Of the cards of a group that left before so many had come no more are new than that."""
    number = 0
    for i in range(w[ALL]):
        number += w[GROUP + i] == group and w[LIMIT + i] <= limit and w[OLD + i] == 0
    return number <= limit
