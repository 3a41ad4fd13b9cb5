"""Where a redeal puts the cards that a seat does not see, so that all it remembers could have come about.

The cards are laid out as *items*: those that other hands hold now, and those that have left them since the base (see
`memory`), whose kinds the viewer has seen. Every item was in the hand at the base (*old*) or has come since (*new*): the
old ones of a hand are as many as it held then, those of a kind as many as all hands held. Of a card that went from one
other hand to another unseen, some item of the second hand is the one: it is counted in the first (its *group*).
"""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import rule
from coven.games.midnight.cards import CARDS, KINDS, NONE, CardTables, Type
from coven.games.midnight.state import DEPARTURES, MOST_PLAYERS, SURE, Midnight

ITEMS = CARDS + DEPARTURES
AT = 0
"""Parts of the work: of each item its hand, its kind, whether it is old, in which hand it is counted, how many new
cards that had before it left it, and whether it must be new; of each kind the cards left to be dealt."""
KIND = AT + ITEMS
OLD = KIND + ITEMS
GROUP = OLD + ITEMS
LIMIT = GROUP + ITEMS
FORCED = LIMIT + ITEMS
POOL = FORCED + ITEMS
NEED = POOL + KINDS
"""Of each kind the old cards that are still to be dealt."""
ROOM = NEED + KINDS
"""Of each hand the old cards that are still to be dealt to its group."""
ALIVE = ROOM + MOST_PLAYERS
"""How many items are held now: they come first."""
ALL = ALIVE + 1
"""How many items there are."""
CARRIED = ALL + 1
"""How many cards have gone unseen from hand to hand."""
WORK = CARRIED + 1
ENDLESS = 1 << 14
MOSTLY = 4
"""Of so many cards that may have been old all but one are tried as old first."""


@rule
def row_of(view: Midnight) -> int:
    """The row of the viewer's memory."""
    return view.viewer if view.viewer >= 0 else MOST_PLAYERS


@rule
def count_unseen(deck: CardTables, view: Midnight, w: list[int]) -> None:
    """How many cards of each kind the viewer does not see: they are in other hands and in the draw pile."""
    pox = deck.of_type[Type.A_POX_ON_ALL_OF_YOU]
    for kind in range(deck.kinds):
        w[POOL + kind] = deck.copies[kind] - view.discard[kind]
        if view.viewer >= 0:
            w[POOL + kind] -= view.counts[view.viewer][kind]
        if pox >> kind & 1:
            w[POOL + kind] -= view.sidesteps


@rule
def add_item(w: list[int], seat: int, kind: int, limit: int, forced: int) -> None:
    """One item more, counted in its own hand."""
    i = w[ALL]
    w[AT + i] = seat
    w[KIND + i] = kind
    w[OLD + i] = 0
    w[GROUP + i] = seat
    w[LIMIT + i] = limit
    w[FORCED + i] = forced
    w[ALL] += 1


@rule
def place(deck: CardTables, view: Midnight, s: Midnight, w: list[int], is_based: int) -> bool:
    """Lay out the items and give every one of them a kind, by chance; False: it came to no good end."""
    count_unseen(deck, view, w)
    w[ALL] = 0
    w[CARRIED] = 0
    for seat in range(view.players):
        if seat != view.viewer:
            for _ in range(view.hand_size[seat]):
                add_item(w, seat, NONE, ENDLESS, 0)
    w[ALIVE] = w[ALL]
    row = row_of(view)
    for kind in range(deck.kinds):
        w[NEED + kind] = view.base_held[row][kind] if is_based else 0
    for seat in range(view.players):
        w[ROOM + seat] = view.base_size[seat] if is_based and seat != view.viewer else 0
    if is_based:
        for i in range(view.gone_count):
            if view.gone_seat[i] != view.viewer and view.gone_kind[i] != NONE:
                add_item(w, view.gone_seat[i], view.gone_kind[i], view.gone_came[i], view.gone_new[i])
        if not (choose_carriers(view, s, w) and choose_gone(s, w) and choose_held(s, w) and are_limits_kept(w)):
            return False
    return place_sure(view, s, w) and place_rest(deck, s, w)


@rule
def choose_carriers(view: Midnight, s: Midnight, w: list[int]) -> bool:
    """For every card that went unseen from hand to hand, the latest first, an item that may be it."""
    for back in range(view.gone_count):
        j = view.gone_count - 1 - back
        to = view.gone_to[j]
        if to == NONE or view.gone_kind[j] != NONE or view.gone_seat[j] == view.viewer:
            continue
        w[CARRIED] += 1
        if w[ALL] == 0:
            return False
        start, found = roll(s, w[ALL]), NONE
        for step in range(w[ALL]):
            i = (start + step) % w[ALL]
            if w[GROUP + i] == to and w[LIMIT + i] > view.gone_there[j]:
                found = i
                break
        if found == NONE:
            return False
        w[GROUP + found] = view.gone_seat[j]
        w[LIMIT + found] = view.gone_came[j]
    for i in range(w[ALL]):
        if w[LIMIT + i] < ENDLESS:
            w[LIMIT + i] = own_comings(view, w[GROUP + i], w[LIMIT + i])
    return True


@rule
def own_comings(view: Midnight, seat: int, came: int) -> int:
    """Of the first cards that came into a hand those that are counted there: not from a third hand."""
    own = came
    for j in range(view.gone_count):
        is_unseen = view.gone_kind[j] == NONE and view.gone_seat[j] != view.viewer
        if is_unseen and view.gone_to[j] == seat and view.gone_there[j] < came:
            own -= 1
    return own


@rule
def set_old(w: list[int], i: int) -> None:
    """The item was in the hand of its group at the base."""
    w[OLD + i] = 1
    w[ROOM + w[GROUP + i]] -= 1


@rule
def choose_gone(s: Midnight, w: list[int]) -> bool:
    """Which of the cards that have left the hands were old: those that must be, then the others by chance."""
    for i in range(w[ALIVE], w[ALL]):
        if w[LIMIT + i] == 0:
            if w[NEED + w[KIND + i]] == 0 or w[ROOM + w[GROUP + i]] == 0:
                return False
            set_old(w, i)
            w[NEED + w[KIND + i]] -= 1
    number = w[ALL] - w[ALIVE]
    if number == 0:
        return True
    start, stride = roll(s, number), 1 + 2 * roll(s, number)
    while shares_factor(stride, number):
        stride += 2
    for step in range(number):
        i = w[ALIVE] + (start + step * stride) % number
        is_forced = w[FORCED + i] == 1 and w[GROUP + i] == w[AT + i]
        if w[OLD + i] or is_forced or w[NEED + w[KIND + i]] == 0 or w[ROOM + w[GROUP + i]] == 0:
            continue
        if roll(s, MOSTLY) > 0:
            set_old(w, i)
            w[NEED + w[KIND + i]] -= 1
    return True


@rule
def shares_factor(a: int, b: int) -> bool:
    """Have two numbers a common divisor but 1?"""
    while b:
        a, b = b, a % b
    return a != 1


@rule
def choose_held(s: Midnight, w: list[int]) -> bool:
    """Which of the cards that are held were old: as many in every group as are still missing."""
    for seat in range(MOST_PLAYERS):
        if w[ROOM + seat] == 0:
            continue
        free = 0
        for i in range(w[ALIVE]):
            free += w[GROUP + i] == seat
        if free < w[ROOM + seat]:
            return False
        for i in range(w[ALIVE]):
            if w[GROUP + i] == seat:
                if roll(s, free) < w[ROOM + seat]:
                    set_old(w, i)
                free -= 1
    return True


@rule
def are_limits_kept(w: list[int]) -> bool:
    """Had every card that came later come before it left?"""
    for i in range(w[ALL]):  # noqa: SIM110 - compiled code has no generators
        if w[LIMIT + i] < ENDLESS and not w[OLD + i] and not is_limit_kept(w, w[GROUP + i], w[LIMIT + i]):
            return False
    return True


@rule
def is_limit_kept(w: list[int], group: int, limit: int) -> bool:
    """Of the cards of a group that left before so many had come no more are new than that."""
    number = 0
    for i in range(w[ALL]):
        number += w[GROUP + i] == group and w[LIMIT + i] <= limit and w[OLD + i] == 0
    return number <= limit


@rule
def place_sure(view: Midnight, s: Midnight, w: list[int]) -> bool:
    """The sure cards of the viewer, those in fewer hands first."""
    if view.viewer < 0:
        return True
    for several in range(2):
        for j in range(SURE):
            kind, hands = view.sure_kind[view.viewer][j], view.sure_hands[view.viewer][j]
            if kind == NONE or (hands & (hands - 1) != 0) != (several == 1):
                continue
            if w[ALIVE] == 0:
                return False
            start, found = roll(s, w[ALIVE]), NONE
            for step in range(w[ALIVE]):
                i = (start + step) % w[ALIVE]
                there = w[NEED + kind] if w[OLD + i] else w[POOL + kind] - w[NEED + kind]
                if w[KIND + i] == NONE and hands >> w[AT + i] & 1 and there > 0:
                    found = i
                    break
            if found == NONE:
                return False
            give_kind(w, found, kind)
    return True


@rule
def give_kind(w: list[int], i: int, kind: int) -> None:
    """A card of this kind for an item that is held."""
    w[KIND + i] = kind
    w[POOL + kind] -= 1
    w[NEED + kind] -= w[OLD + i]


@rule
def place_rest(deck: CardTables, s: Midnight, w: list[int]) -> bool:
    """Old items get the old cards that are left, new ones any others; what remains is the draw pile."""
    left, old = 0, 0
    for kind in range(deck.kinds):
        if w[NEED + kind] < 0 or w[NEED + kind] > w[POOL + kind]:
            return False
        old += w[NEED + kind]
        left += w[POOL + kind] - w[NEED + kind]
    for i in range(w[ALIVE]):
        if w[KIND + i] != NONE:
            continue
        if w[OLD + i]:
            give_kind(w, i, nth_of(w, NEED, roll(s, old)))
            old -= 1
    for i in range(w[ALIVE]):
        if w[KIND + i] == NONE:
            give_kind(w, i, nth_of(w, POOL, roll(s, left)))
            left -= 1
    return True


@rule
def nth_of(w: list[int], part: int, n: int) -> int:
    """The kind of the n-th card of a part of the work, from 0."""
    kind = 0
    while n >= w[part + kind]:
        n -= w[part + kind]
        kind += 1
    return kind
