"""Redeal: a whole state that fits a view, drawn by chance from the placements of the unseen cards.

Cards are placed by chance as they may have come (see `placing`). Where that alone need not fit or need not be uniform
(lacks, a sure card in one of several hands, a card that has left a hand and may have been old or new), cards then
change places by chance many times: until all that the viewer remembers holds, each time only if no more of it is
wrong; then each time only if all of it still holds (Metropolis). Which cards of others moved is fixed at the start,
so not every world need be reached. One that does not fit what all know is drawn again, at last by that (`publicly`)."""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import lowest, rule, scratch
from coven.engine.states import TRUTH
from coven.games.midnight.cards import CARDS, KINDS, NONE, CardTables
from coven.games.midnight.effects import nth_card
from coven.games.midnight.fits import is_knowledge_true
from coven.games.midnight.items import (
    ALIVE,
    ALL,
    AT,
    BASED,
    CARRIED,
    CARRIES,
    ENDLESS,
    FORCED,
    GROUP,
    KIND,
    LIMIT,
    OLD,
    POOL,
    WORK,
    nth_of,
    row_of,
)
from coven.games.midnight.knowledge import later_kinds
from coven.games.midnight.memory import lacked_since
from coven.games.midnight.origins import is_limit_kept
from coven.games.midnight.piles import give, take_away
from coven.games.midnight.placing import place
from coven.games.midnight.publicly import redeal_publicly
from coven.games.midnight.state import HIDDEN, MOST_PLAYERS, SURE, Midnight
from coven.games.midnight.view import clear_private, copy_public, copy_row, copy_seat

SWAPS_A_CARD = 8
"""How often each card of another hand changes its place, on average, in the walk."""
MOST_MENDS = 4000
"""Changes to mend a start that does not fit, before another start."""
MOST_STARTS = 16
"""Starts that are tried with all that is known of the base, and again without the order of what has left the hands
since; then the placement does without the base."""
MOST_WORLDS = 8
"""Worlds that are tried by the viewer's memory, if they do not fit what all know."""
RARELY = 4
"""One in so many changes is between a card that is held and one that has left the hand, where there are such."""


@rule
def redeal(deck: CardTables, view: Midnight, s: Midnight) -> None:
    """Overwrite `s`, but for its seed and dice, with a state that fits `view`; see the module."""
    s.players = view.players
    s.viewer = TRUTH
    copy_public(view, s)
    copy_own(view, s)
    for _ in range(MOST_WORLDS):
        redeal_by_memory(deck, view, s)
        if is_knowledge_true(deck, view, s):
            return
    redeal_publicly(deck, view, s)


@rule
def redeal_by_memory(deck: CardTables, view: Midnight, s: Midnight) -> None:
    """Hands and draw pile by what the viewer remembers."""
    w = scratch(WORK)
    starts = 0
    while True:
        is_based = view.is_based if starts < 2 * MOST_STARTS else 0
        is_strict = 1 if starts < MOST_STARTS else 0
        starts += 1
        if place(deck, view, s, w, is_based, is_strict):
            clear_hands(view, s)
            for i in range(w[ALIVE]):
                give(s, w[AT + i], w[KIND + i])
            if not needs_walk(view, s, w) or walk(view, s, w):
                break
    lay_pile(deck, s, w)
    for seat in range(MOST_PLAYERS):
        s.passed[seat] = view.passed[seat]
        if view.passed[seat] == HIDDEN:
            s.passed[seat] = nth_card(s, seat, roll(s, s.hand_size[seat]))


@rule
def copy_own(view: Midnight, s: Midnight) -> None:
    """What the viewer remembers; the others know in `s` what all know."""
    clear_private(s)
    if view.viewer >= 0:
        copy_seat(view, view.viewer, s)
    for row in range(s.players + 1):
        copy_row(view, row if row == view.viewer else s.players, s, row)


@rule
def clear_hands(view: Midnight, s: Midnight) -> None:
    """The viewer's own hand; the others' hands empty."""
    for seat in range(s.players):
        if seat != view.viewer:
            s.held[seat] = 0
            s.hand_size[seat] = 0
            for kind in range(KINDS):
                s.counts[seat][kind] = 0


@rule
def needs_walk(view: Midnight, s: Midnight, w: list[int]) -> bool:
    """Is there a lack in another hand, a sure card in one of several, or a doubt which cards are old?"""
    if w[ALIVE] == 0:
        return False
    if w[ALL] > w[ALIVE] or w[CARRIED] > 0:
        return True
    for seat in range(s.players):
        if seat != view.viewer and (s.lack_count[seat] > 0 or (not w[BASED] and s.void_count[seat] > 0)):
            return True
    if view.viewer >= 0:
        for i in range(SURE):
            hands = view.sure_hands[view.viewer][i]
            if hands & (hands - 1):
                return True
    return False


@rule
def wrong_in_hand(s: Midnight, w: list[int], row: int, seat: int) -> int:
    """How many cards more than it may hold a hand holds of what it lacked; what is new has come after older lacks."""
    wrong = 0
    for i in range(s.lack_count[seat]):
        kinds = lacked_since(s, seat, i)
        there = held_of(s, seat, kinds)
        if w[BASED] and s.lack_based[seat][i] == 0:
            for j in range(w[ALIVE]):
                is_new = w[AT + j] == seat and w[CARRIES + j] == NONE and w[OLD + j] == 0
                there += is_new and kinds >> w[KIND + j] & 1 == 0
        wrong += max(0, there - s.lack_fresh[row][seat][i])
    if w[BASED] or s.shuffles == 0:
        return wrong
    for i in range(s.void_count[seat]):
        wrong += max(0, held_of(s, seat, later_kinds(s, seat, i)) - s.void_fresh[seat][i])
    return wrong


@rule
def held_of(s: Midnight, seat: int, kinds: int) -> int:
    """How many cards of these kinds a hand holds."""
    kinds &= s.held[seat]
    there = 0
    while kinds:
        there += s.counts[seat][lowest(kinds)]
        kinds &= kinds - 1
    return there


@rule
def wrong_least(s: Midnight, w: list[int], kinds: int) -> int:
    """Without the base: how many cards of these kinds are missing that all know to be in some hand."""
    wrong = 0
    if not w[BASED] and s.shuffles > 0:
        for kind in range(KINDS):
            if kinds >> kind & 1 and s.least[kind] > 0:
                missing = s.least[kind]
                for seat in range(s.players):
                    missing -= s.counts[seat][kind]
                wrong += max(0, missing)
    return wrong


@rule
def wrong_item(view: Midnight, s: Midnight, w: list[int], i: int) -> int:
    """1 for a card of a kind that its hand has lacked since the base, if it was there before."""
    seat, came, what = w[AT + i], 0, w[CARRIES + i]
    if what == NONE and not w[OLD + i]:
        return 0
    for j in range(s.lack_count[seat]):
        if s.lack_kinds[seat][j] >> w[KIND + i] & 1:
            came = max(came, s.lack_based[seat][j])
    if what == NONE:
        return 1 if came > 0 else 0
    return 1 if view.gone_to[what] == seat and came > view.gone_there[what] + 1 else 0


@rule
def wrong_sure(view: Midnight, s: Midnight, kinds: int) -> int:
    """How many sure cards of these kinds are missing, each of which needs a card of its own.

    Enough cards for each kind and each union of hands: of one kind there are few.
    """
    wrong = 0
    if view.viewer >= 0:
        for i in range(SURE):
            kind = view.sure_kind[view.viewer][i]
            if kind == NONE:
                break
            if kinds >> kind & 1:
                for j in range(i, SURE):
                    if view.sure_kind[view.viewer][j] == kind:
                        wrong += is_short(view, s, kind, i, j)
    return wrong


@rule
def is_short(view: Midnight, s: Midnight, kind: int, i: int, j: int) -> int:
    """1 if the hands of two sure cards (or of one, twice) hold too few for all that are within them."""
    union = view.sure_hands[view.viewer][i] | view.sure_hands[view.viewer][j]
    missing = 0
    for k in range(SURE):
        if view.sure_kind[view.viewer][k] == kind and view.sure_hands[view.viewer][k] & ~union == 0:
            missing += 1
    for seat in range(s.players):
        if union >> seat & 1:
            missing -= s.counts[seat][kind]
    return 1 if missing > 0 else 0


@rule
def all_wrong(view: Midnight, s: Midnight, w: list[int]) -> int:
    """How much of what the viewer remembers does not hold."""
    wrong = wrong_sure(view, s, -1) + wrong_least(s, w, -1)
    for seat in range(s.players):
        if seat != view.viewer:
            wrong += wrong_in_hand(s, w, row_of(view), seat)
    for i in range(w[ALIVE]):
        wrong += wrong_item(view, s, w, i)
    return wrong


@rule
def walk(view: Midnight, s: Midnight, w: list[int]) -> bool:
    """Let cards change places by chance; see the module. False: there was no end to mending."""
    wrong, mends = all_wrong(view, s, w), 0
    steps = SWAPS_A_CARD * w[ALIVE]
    while wrong > 0 or steps > 0:
        if wrong == 0:
            steps -= 1
        else:
            mends += 1
            if mends == MOST_MENDS:
                return False
        if w[ALL] > w[ALIVE] and roll(s, RARELY) == 0:
            wrong = change_gone(view, s, w, wrong)
        else:
            wrong = change_held(view, s, w, wrong)
    return True


@rule
def set_kind(s: Midnight, w: list[int], i: int, kind: int) -> None:
    """A card that is held becomes one of this kind; the draw pile is the caller's affair."""
    take_away(s, w[AT + i], w[KIND + i])
    give(s, w[AT + i], kind)
    w[KIND + i] = kind


@rule
def wrong_around(view: Midnight, s: Midnight, w: list[int], i: int, j: int, kinds: int) -> int:
    """How much is wrong with two items that are held (or one, twice), their hands, and sure cards of these kinds."""
    row, a, b = row_of(view), w[AT + i], w[AT + j]
    wrong = wrong_in_hand(s, w, row, a) + wrong_item(view, s, w, i) + wrong_sure(view, s, kinds)
    wrong += wrong_least(s, w, kinds)
    if j != i:
        wrong += wrong_item(view, s, w, j)
    if b != a:
        wrong += wrong_in_hand(s, w, row, b)
    return wrong


@rule
def change_held(view: Midnight, s: Midnight, w: list[int], wrong: int) -> int:
    """Two cards that are held exchange their places, or one of them and a card of the draw pile."""
    i, j = roll(s, w[ALIVE]), roll(s, w[ALIVE] + w[ALIVE] // 2 + 1)
    a = w[KIND + i]
    if w[FORCED + i]:
        return wrong
    if j >= w[ALIVE]:
        if w[OLD + i] or s.pile_left == 0:
            return wrong
        b = nth_of(w, POOL, roll(s, s.pile_left))
        return try_kind(view, s, w, i, b, wrong)
    b = w[KIND + j]
    if w[FORCED + j]:
        return wrong
    if w[OLD + i] != w[OLD + j]:
        if w[GROUP + i] != w[GROUP + j]:
            return wrong
    elif a == b:
        return wrong
    before = wrong_around(view, s, w, i, j, 1 << a | 1 << b)
    exchange(s, w, i, j)
    after = wrong_around(view, s, w, i, j, 1 << a | 1 << b)
    if after <= before and is_in_time(view, w, i) and is_in_time(view, w, j):
        return wrong + after - before
    exchange(s, w, i, j)
    return wrong


@rule
def is_in_time(view: Midnight, w: list[int], i: int) -> bool:
    """Is the limit of an item kept, if it has one?"""
    if w[OLD + i] or w[LIMIT + i] == ENDLESS:
        return True
    for j in range(w[ALL]):
        is_later = w[GROUP + j] == w[GROUP + i] and w[LIMIT + i] <= w[LIMIT + j] < ENDLESS
        if is_later and not w[OLD + j] and not is_limit_kept(view, w, w[GROUP + j], w[LIMIT + j]):
            return False
    return True


@rule
def exchange(s: Midnight, w: list[int], i: int, j: int) -> None:
    """Two cards that are held change places, with their being old or new."""
    a, b, old = w[KIND + i], w[KIND + j], w[OLD + i]
    set_kind(s, w, i, b)
    set_kind(s, w, j, a)
    w[OLD + i] = w[OLD + j]
    w[OLD + j] = old


@rule
def try_kind(view: Midnight, s: Midnight, w: list[int], i: int, b: int, wrong: int) -> int:
    """A new card that is held goes into the draw pile for one of this kind."""
    a = w[KIND + i]
    if a == b:
        return wrong
    before = wrong_around(view, s, w, i, i, 1 << a | 1 << b)
    set_kind(s, w, i, b)
    after = wrong_around(view, s, w, i, i, 1 << a | 1 << b)
    if after > before:
        set_kind(s, w, i, a)
        return wrong
    w[POOL + a] += 1
    w[POOL + b] -= 1
    return wrong + after - before


@rule
def change_gone(view: Midnight, s: Midnight, w: list[int], wrong: int) -> int:
    """Of a card that has left a hand and one that is held the other one is old.

    The old cards stay the same: so the one that is held becomes (or was) of the kind of the one that has left.
    """
    d, i = w[ALIVE] + roll(s, w[ALL] - w[ALIVE]), roll(s, w[ALIVE])
    if w[GROUP + d] != w[GROUP + i] or w[OLD + d] == w[OLD + i] or w[FORCED + d] or w[FORCED + i]:
        return wrong
    kind, was, becomes = w[KIND + d], w[KIND + i], w[KIND + d]
    if kind != was or w[OLD + i]:
        if s.pile_left > 0:
            becomes = nth_of(w, POOL, roll(s, s.pile_left))
        elif kind != was:
            return wrong
    if kind != was and (w[OLD + i] or becomes != kind):
        return wrong
    return try_other(view, s, w, d, i, becomes, wrong)


@rule
def try_other(view: Midnight, s: Midnight, w: list[int], d: int, i: int, becomes: int, wrong: int) -> int:
    """`change_gone`, if nothing more goes wrong and both came in time."""
    was = w[KIND + i]
    before = wrong_around(view, s, w, i, i, 1 << was | 1 << becomes)
    flip(s, w, d, i, becomes)
    after = wrong_around(view, s, w, i, i, 1 << was | 1 << becomes)
    if after <= before and is_in_time(view, w, d) and is_in_time(view, w, i):
        w[POOL + was] += 1
        w[POOL + becomes] -= 1
        return wrong + after - before
    flip(s, w, d, i, was)
    return wrong


@rule
def flip(s: Midnight, w: list[int], d: int, i: int, kind: int) -> None:
    """Of two items the other one is old, and the one that is held is of this kind."""
    w[OLD + d] = 1 - w[OLD + d]
    w[OLD + i] = 1 - w[OLD + i]
    set_kind(s, w, i, kind)


@rule
def lay_pile(deck: CardTables, s: Midnight, w: list[int]) -> None:
    """The draw pile: what is left, in any order."""
    for spot in range(CARDS):
        s.pile[spot] = NONE
    spot = s.pile_top
    for kind in range(deck.kinds):
        for _ in range(w[POOL + kind]):
            s.pile[spot] = kind
            spot += 1
    for i in range(s.pile_left - 1, 0, -1):
        j = roll(s, i + 1)
        kind = s.pile[s.pile_top + i]
        s.pile[s.pile_top + i] = s.pile[s.pile_top + j]
        s.pile[s.pile_top + j] = kind
