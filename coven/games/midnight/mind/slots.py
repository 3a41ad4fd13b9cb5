"""The hands of a start (see `start`): which cards are in them, and which of them cross."""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import rule
from coven.games.midnight.mind.course import (
    ARRIVED,
    AT,
    CARRIED,
    CARRIED_SINCE,
    KIND,
    NEXT_CROSSING,
    SLOT_COUNT,
    SLOTS,
)
from coven.games.midnight.rules.account import LACKED, LAID, MOVED, PASSED, WORDS
from coven.games.midnight.rules.cards import CARDS, NONE
from coven.games.midnight.rules.state import Midnight

FREELY = 4
"""One in this many cards that leave a hand is any card that it may be."""


@rule
def put_into(w: list[int], seat: int, node: int, now: int) -> None:
    """Put a card into a hand."""
    w[SLOTS + seat * CARDS + w[SLOT_COUNT + seat]] = node
    w[ARRIVED + seat * CARDS + w[SLOT_COUNT + seat]] = now
    w[SLOT_COUNT + seat] += 1


@rule
def take_out(w: list[int], seat: int, slot: int) -> int:
    """Take a card out of a hand."""
    node = w[SLOTS + seat * CARDS + slot]
    w[SLOT_COUNT + seat] -= 1
    w[SLOTS + seat * CARDS + slot] = w[SLOTS + seat * CARDS + w[SLOT_COUNT + seat]]
    w[ARRIVED + seat * CARDS + slot] = w[ARRIVED + seat * CARDS + w[SLOT_COUNT + seat]]
    return node


@rule
def take_any(s: Midnight, w: list[int], seat: int) -> int:
    """Take a random card out of a hand."""
    return take_out(w, seat, roll(s, w[SLOT_COUNT + seat]))


@rule
def let_cross(view: Midnight, s: Midnight, w: list[int], seat: int, taker: int) -> int:
    """Move a random card to another hand; of the known ones, mostly those that are next seen to leave that hand."""
    crossing, slot = w[NEXT_CROSSING], roll(s, w[SLOT_COUNT + seat])
    if roll(s, FREELY) > 0:
        known, left = 0, 0
        for other in range(w[SLOT_COUNT + seat]):
            kind = w[KIND + w[SLOTS + seat * CARDS + other]]
            if kind == NONE:
                left += 1
                continue
            leaver = next_leaver(view, w[AT], kind)
            if leaver == taker:
                known += 1
                if roll(s, known) == 0:
                    slot = other
            left += leaver != seat
        if known == 0 and left > 0:
            slot = nth_crosser(view, w, seat, roll(s, left))
        elif known > 0 and roll(s, 2) == 0:
            slot = roll(s, w[SLOT_COUNT + seat])
    w[NEXT_CROSSING] += 1
    w[CARRIED_SINCE + crossing] = w[ARRIVED + seat * CARDS + slot]
    w[CARRIED + crossing] = take_out(w, seat, slot)
    return w[CARRIED + crossing]


@rule
def nth_crosser(view: Midnight, w: list[int], seat: int, n: int) -> int:
    """The slot of the n-th card that this hand is not known to lay down next."""
    slot = 0
    while True:
        kind = w[KIND + w[SLOTS + seat * CARDS + slot]]
        if kind == NONE or next_leaver(view, w[AT], kind) != seat:
            if n == 0:
                return slot
            n -= 1
        slot += 1


@rule
def next_leaver(view: Midnight, i: int, kind: int) -> int:
    """The other hand that a card of this kind is next seen to leave after a place of the account, or NONE."""
    while i < view.noted:
        number = view.account[i]
        what, seat = number >> 12, number >> 9 & 7
        if number & 63 == kind and seat != view.viewer and what in (LAID, MOVED, PASSED):
            return seat
        i += 1 + (WORDS if what == LACKED else 0)
    return NONE
