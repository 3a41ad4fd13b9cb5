"""Second thoughts in a start (see `start`): a card that has left a hand was not the one it seemed to be.

If a hand must give a card of a kind and none of its open cards can be that, an earlier *settlement* is changed: the
card that left was another one, still open in the same hand, and the card of the settlement is open again. Or a crossing
is changed: another card of the giver's has crossed, and the one that seemed to have crossed is still there.
"""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import rule
from coven.games.midnight.mind.course import (
    ARRIVALS,
    ARRIVED,
    BARRED,
    CARRIED,
    CARRIED_SINCE,
    CROSSINGS,
    KIND,
    LACK_COUNT,
    LACK_KINDS,
    LACK_SEAT,
    LACK_WHO,
    LACKS,
    LEFT,
    NEXT_CROSSING,
    PLACE,
    SETTLED,
    SETTLED_COUNT,
    SETTLED_NODE,
    SETTLED_SEAT,
    SETTLED_SINCE,
    SLOT_COUNT,
    SLOTS,
    SOURCE,
)
from coven.games.midnight.rules.account import ALL, ONE
from coven.games.midnight.rules.cards import CARDS, KINDS, NONE
from coven.games.midnight.rules.state import Midnight


@rule
def mend(s: Midnight, w: list[int], seat: int, kind: int, now: int, is_deep: int) -> bool:
    """Change one settlement so that an open card of the hand can be of this kind now. False: no change does it.

    Deep: the other card for that settlement may first have to be freed, or brought into the hand, by another change.
    """
    number = w[SETTLED_COUNT]
    if number == 0:
        return False
    first = roll(s, number)
    for step in range(number):
        i = (first + step) % number
        node = w[SETTLED_NODE + i]
        if w[SOURCE + node] == NONE:
            continue
        frees_card = w[SETTLED_SEAT + i] == seat and can_be_again(w, i, kind, now)
        frees_kind = w[KIND + node] == kind and has_open(w, seat, w[SOURCE + node], kind)
        if frees_card or frees_kind:
            slot = find_other(w, i)
            if slot == NONE and is_deep:
                is_freed = free_other(s, w, i, now)
                is_freed = is_freed or cross_back(s, w, w[SETTLED_SEAT + i], w[KIND + node], w[SETTLED + i], now)
                slot = find_other(w, i) if is_freed else NONE
            if slot != NONE:
                resettle(w, i, slot, now)
                return True
    return False


@rule
def free_other(s: Midnight, w: list[int], i: int, now: int) -> bool:
    """Change another settlement of the same hand so that its card may be used for this one."""
    number, seat, kind = w[SETTLED_COUNT], w[SETTLED_SEAT + i], w[KIND + w[SETTLED_NODE + i]]
    first = roll(s, number)
    for step in range(number):
        j = (first + step) % number
        if j == i or w[SETTLED_SEAT + j] != seat or w[SETTLED_SINCE + j] > w[SETTLED + i]:
            continue
        if w[SOURCE + w[SETTLED_NODE + j]] != NONE and can_be_again(w, j, kind, now):
            slot = find_other(w, j)
            if slot != NONE:
                resettle(w, j, slot, now)
                return True
    return False


@rule
def can_be_again(w: list[int], i: int, kind: int, now: int) -> bool:
    """Could the card of a settlement be of this kind if it were still in its hand?"""
    node = w[SETTLED_NODE + i]
    barred = w[BARRED + node] | lacked_since(w, w[SETTLED_SEAT + i], w[SETTLED + i], now)
    return w[LEFT + w[SOURCE + node] * KINDS + kind] > 0 and barred >> kind & 1 == 0


@rule
def has_open(w: list[int], seat: int, pool: int, kind: int) -> bool:
    """Is there an open card of this draw pile in the hand that can be of this kind?"""
    for slot in range(w[SLOT_COUNT + seat]):
        node = w[SLOTS + seat * CARDS + slot]
        if w[KIND + node] == NONE and w[SOURCE + node] == pool and w[BARRED + node] >> kind & 1 == 0:
            return True
    return False


@rule
def find_other(w: list[int], i: int) -> int:
    """The slot of an open card that was in the hand at a settlement and may be its card, or NONE."""
    seat, kind = w[SETTLED_SEAT + i], w[KIND + w[SETTLED_NODE + i]]
    for slot in range(w[SLOT_COUNT + seat]):
        node = w[SLOTS + seat * CARDS + slot]
        if w[ARRIVED + seat * CARDS + slot] > w[SETTLED + i]:
            continue
        if w[KIND + node] != NONE:
            if w[KIND + node] == kind:
                return slot
            continue
        if w[LEFT + w[SOURCE + node] * KINDS + kind] > 0 and w[BARRED + node] >> kind & 1 == 0:
            return slot
    return NONE


@rule
def resettle(w: list[int], i: int, slot: int, now: int) -> None:
    """Give a settlement the card of a slot; its former card takes the slot and is open again."""
    seat, before = w[SETTLED_SEAT + i], w[SETTLED_NODE + i]
    place = seat * CARDS + slot
    node, kind = w[SLOTS + place], w[KIND + before]
    since = w[ARRIVED + place]
    w[LEFT + w[SOURCE + before] * KINDS + kind] += 1
    w[KIND + before] = NONE
    if w[SOURCE + node] != NONE:
        w[LEFT + w[SOURCE + node] * KINDS + kind] -= 1
    w[KIND + node] = kind
    w[BARRED + before] |= lacked_since(w, seat, w[SETTLED + i], now)
    w[SLOTS + place] = before
    w[ARRIVED + place] = w[SETTLED_SINCE + i]
    w[SETTLED_NODE + i] = node
    w[SETTLED_SINCE + i] = since


@rule
def lacked_since(w: list[int], seat: int, time: int, now: int) -> int:
    """The kinds that a hand lacked between two times."""
    kinds = 0
    for lack in range(w[LACK_COUNT]):
        is_here = w[LACK_WHO + lack] == ALL or (w[LACK_WHO + lack] == ONE and w[LACK_SEAT + lack] == seat)
        if is_here and time < w[LACKS + lack] < now:
            kinds |= w[LACK_KINDS + lack]
    return kinds


@rule
def cross_back(s: Midnight, w: list[int], seat: int, kind: int, by: int, now: int) -> bool:
    """Change one crossing so that a card that is or can be of this kind was in the hand by some time, and still is."""
    number = w[NEXT_CROSSING]
    if number == 0:
        return False
    first = roll(s, number)
    for step in range(number):
        i = (first + step) % number
        giver, taker = hand_at(w, w[CROSSINGS + i]), hand_at(w, w[ARRIVALS + i])
        if not (giver == seat and w[CARRIED_SINCE + i] < by) and not (taker == seat and w[ARRIVALS + i] < by):
            continue
        slot = slot_of(w, taker, w[CARRIED + i], w[ARRIVALS + i])
        if slot == NONE or (giver == seat and not can_be(w, w[CARRIED + i], giver, w[CROSSINGS + i], kind, now)):
            continue
        for other in range(w[SLOT_COUNT + giver]):
            place = giver * CARDS + other
            if w[ARRIVED + place] > w[CROSSINGS + i]:
                continue
            is_good = giver == seat or can_be(w, w[SLOTS + place], taker, w[ARRIVALS + i], kind, now)
            if is_good and change_places(w, i, giver, other, taker, slot, now):
                return True
    return False


@rule
def hand_at(w: list[int], node: int) -> int:
    """The hand of a node."""
    return w[PLACE + node] - 1 >> 1


@rule
def slot_of(w: list[int], seat: int, node: int, since: int) -> int:
    """The slot of a card that has been in a hand since a crossing, or NONE."""
    for slot in range(w[SLOT_COUNT + seat]):
        if w[SLOTS + seat * CARDS + slot] == node and w[ARRIVED + seat * CARDS + slot] == since:
            return slot
    return NONE


@rule
def can_be(w: list[int], node: int, seat: int, since: int, kind: int, now: int) -> bool:
    """Is a card of a kind, or can it be, if it has been in a hand since some time?"""
    if w[KIND + node] != NONE:
        return w[KIND + node] == kind
    barred = w[BARRED + node] | lacked_since(w, seat, since, now)
    return w[LEFT + w[SOURCE + node] * KINDS + kind] > 0 and barred >> kind & 1 == 0


@rule
def change_places(w: list[int], i: int, giver: int, other: int, taker: int, slot: int, now: int) -> bool:
    """Let the card in the giver's slot cross instead of the taker's. False: one of the two was lacked there."""
    here, there = giver * CARDS + other, taker * CARDS + slot
    went, stayed = w[SLOTS + here], w[SLOTS + there]
    barred = lacked_since(w, taker, w[ARRIVALS + i], now)
    barred_stayed = lacked_since(w, giver, w[CROSSINGS + i], now)
    if w[KIND + went] != NONE and barred >> w[KIND + went] & 1:
        return False
    if w[KIND + stayed] != NONE and barred_stayed >> w[KIND + stayed] & 1:
        return False
    w[BARRED + went] |= barred
    w[BARRED + stayed] |= barred_stayed
    since = w[CARRIED_SINCE + i]
    w[CARRIED_SINCE + i] = w[ARRIVED + here]
    w[SLOTS + here] = stayed
    w[ARRIVED + here] = since
    w[SLOTS + there] = went
    w[CARRIED + i] = went
    return True
