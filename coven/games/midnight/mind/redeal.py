"""Redeal: a whole state that fits a view, from a random course of the game that fits the view's account.

A course (see `course`) is chosen at random so that it holds (`start`). Where that choice is not uniform, random changes
follow: two comings of a draw pile exchange their kinds, or another card has crossed, each time only if the course still
holds (Metropolis). In the long run all courses are equally likely, so a world is the likelier the more courses lead to
it. If no course is found that holds, the world may be one that the account rules out.
"""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import rule, scratch
from coven.engine.lists import fill
from coven.engine.states import TRUTH
from coven.games.midnight.mind.changes import carry, exchange, origin
from coven.games.midnight.mind.course import (
    CARRIED,
    COMING_COUNT,
    COMINGS,
    CROSSING_COUNT,
    CROSSINGS,
    FIRST,
    FLAT,
    HANDS,
    KIND,
    LACK_COUNT,
    NODES,
    PILES,
    PLACE,
    SLOT_COUNT,
    SLOTS,
    SOURCE,
    WORK,
    count_faults,
    count_hands,
    lay_chains,
)
from coven.games.midnight.mind.reading import read_account
from coven.games.midnight.mind.start import choose_start
from coven.games.midnight.rules.account import DRAWN, LACKED, MOVED, PASSED, UNSEEN, WORDS
from coven.games.midnight.rules.cards import CARDS, KINDS, NONE, CardTables
from coven.games.midnight.rules.effects import nth_card
from coven.games.midnight.rules.state import ACCOUNT, HIDDEN, MOST_PLAYERS, Midnight
from coven.games.midnight.rules.view import clear_private, copy_public, copy_seat

CHANGES = 2
"""How many changes of a course to try per coming and per crossing."""
CROSSED = 4
"""One in this many changes is of a crossing, if there are any."""


@rule
def redeal(deck: CardTables, view: Midnight, s: Midnight) -> None:
    """Overwrite `s`, except for its seed and dice, with a state that fits `view`; see the module's docstring."""
    w = scratch(WORK)
    s.players = view.players
    s.viewer = TRUTH
    copy_public(view, s)
    clear_private(s)
    if view.viewer >= 0:
        copy_seat(view, view.viewer, s)
    read_account(view, w)
    choose_start(view, s, w)
    if w[PILES] > 1 or w[CROSSING_COUNT] > 0 or w[LACK_COUNT] > 0:
        lay_chains(w)
        change(s, w)
        lay_hands(view, s, w)
    else:
        lay_slots(view, s, w)
    tell_course(view, s, w)
    lay_pile(s, w)
    for seat in range(MOST_PLAYERS):
        s.passed[seat] = view.passed[seat]
        if view.passed[seat] == HIDDEN:
            s.passed[seat] = nth_card(s, seat, roll(s, s.hand_size[seat]))


@rule
def beside(s: Midnight, w: list[int], node: int) -> int:
    """A random coming from the same pile."""
    first = w[FIRST + w[SOURCE + node]]
    return w[COMINGS + first + roll(s, w[FIRST + w[SOURCE + node] + 1] - first)]


@rule
def change(s: Midnight, w: list[int]) -> None:
    """Change a course at random; see the module's docstring."""
    if w[COMING_COUNT] == 0:
        return
    for _ in range(CHANGES * (w[COMING_COUNT] + w[CROSSING_COUNT])):
        if w[CROSSING_COUNT] > 0 and roll(s, CROSSED) == 0:
            cross_other(s, w, roll(s, w[CROSSING_COUNT]))
        else:
            node = w[COMINGS + roll(s, w[COMING_COUNT])]
            swap(w, node, beside(s, w, node))


@rule
def swap(w: list[int], a: int, b: int) -> None:
    """Exchange the kinds of two comings of a pile, if the course still holds then."""
    kind, other = w[KIND + a], w[KIND + b]
    if kind != other:
        exchange(w, a, b)
        if not holds(w, kind, other):
            exchange(w, a, b)


@rule
def cross_other(s: Midnight, w: list[int], crossing: int) -> None:
    """Let another card of the giver's cross instead, if the course still holds then."""
    before = carry(w, crossing, other_card(s, w, w[CROSSINGS + crossing]))
    if not holds(w, w[KIND + w[CARRIED + crossing]], w[KIND + before]):
        carry(w, crossing, before)


@rule
def other_card(s: Midnight, w: list[int], leaves: int) -> int:
    """A card that came into the hand before the crossing, wherever it went: its coming, or the viewer's gift."""
    number, chosen = 0, NONE
    for node in range(leaves):
        if w[PLACE + node] == w[PLACE + leaves] + 1:
            number += 1
            if roll(s, number) == 0:
                chosen = node
    return origin(w, chosen)


@rule
def holds(w: list[int], kind: int, other: int) -> bool:
    """Do the chains of two kinds hold after a card of one has become the other?"""
    return kind == other or count_faults(w, kind, 1) + count_faults(w, other, 1) == 0


@rule
def tell_course(view: Midnight, s: Midnight, w: list[int]) -> None:
    """Write the view's account, with the kinds of the course."""
    s.noted = view.noted
    s.pools = view.pools
    s.forgotten = view.forgotten
    for i in range(view.noted):
        s.account[i] = view.account[i]
    for i in range(view.noted, ACCOUNT):
        s.account[i] = 0
    i, batch = 0, 0
    while i < view.noted:
        number = view.account[i]
        what = number >> 12
        batch = (batch + 1) % view.players if what == PASSED else 0
        if what == LACKED:
            i += WORDS
        elif what in (DRAWN, MOVED, PASSED) and number & UNSEEN == UNSEEN:
            node = 2 * i + 1 if what == DRAWN else 2 * i
            if what == PASSED:
                first = i - (batch + view.players - 1) % view.players
                node = first + i
            s.account[i] = number - UNSEEN + w[KIND + node]
        i += 1


@rule
def clear_hands(view: Midnight, s: Midnight) -> None:
    """Empty the others' hands."""
    for seat in range(s.players):
        if seat != view.viewer:
            s.held[seat] = 0
            fill(s.counts[seat], 0)


@rule
def lay_slots(view: Midnight, s: Midnight, w: list[int]) -> None:
    """Fill the others' hands as the start has left them."""
    clear_hands(view, s)
    for seat in range(s.players):
        for slot in range(w[SLOT_COUNT + seat]):
            kind = w[KIND + w[SLOTS + seat * CARDS + slot]]
            s.counts[seat][kind] += 1
            s.held[seat] |= 1 << kind


@rule
def lay_hands(view: Midnight, s: Midnight, w: list[int]) -> None:
    """Fill the others' hands as they are at the end of a course whose chains are laid."""
    clear_hands(view, s)
    for kind in range(KINDS):
        lay_kind(view, s, w, kind)


@rule
def lay_kind(view: Midnight, s: Midnight, w: list[int], kind: int) -> None:
    """Put the others' cards of a kind into their hands."""
    held = scratch(HANDS)
    count_hands(w, kind, held)
    for seat in range(s.players):
        if seat != view.viewer and held[seat]:
            s.counts[seat][kind] = held[seat]
            s.held[seat] |= 1 << kind


@rule
def lay_pile(s: Midnight, w: list[int]) -> None:
    """Make the draw pile: the comings into no hand, in random order."""
    fill(s.pile, NONE)
    for place in range(s.pile_left):
        w[FLAT + place] = w[KIND + NODES - CARDS + place]
    for left in range(s.pile_left, 0, -1):
        j = roll(s, left)
        s.pile[s.pile_top + left - 1] = w[FLAT + j]
        w[FLAT + j] = w[FLAT + left - 1]
