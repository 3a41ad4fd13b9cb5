"""Where a redeal puts the cards that a seat does not see, so that all it remembers could have come about.

The cards are laid out as *items*: those that other hands hold now, and those that have left them since the base (see
`memory`), whose kinds the viewer has seen. Every item was in the hand at the base (*old*) or has come since (*new*):
the old ones of a hand are as many as it held then, those of a kind as many as all hands held. Of a card that went
from one other hand to another unseen, some item of the second hand is the one: it is counted in the first (its
*group*)."""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import rule
from coven.games.midnight.cards import NONE, CardTables, Type
from coven.games.midnight.items import (
    ALIVE,
    ALL,
    AT,
    BASED,
    CARRIED,
    ENDLESS,
    KIND,
    NEED,
    OLD,
    POOL,
    ROOM,
    TURNABLE,
    add_item,
    give_kind,
    nth_of,
    row_of,
)
from coven.games.midnight.origins import are_limits_kept, choose_carriers, choose_gone, choose_held
from coven.games.midnight.state import SURE, Midnight


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
def place(deck: CardTables, view: Midnight, s: Midnight, w: list[int], is_based: int, is_strict: int) -> bool:
    """Lay out the items and give every one of them a kind, by chance; False: it came to no good end."""
    count_unseen(deck, view, w)
    w[ALL] = 0
    w[CARRIED] = 0
    for seat in range(view.players):
        if seat != view.viewer:
            for _ in range(view.hand_size[seat]):
                add_item(w, seat, NONE, ENDLESS, 0)
    w[ALIVE] = w[ALL]
    w[BASED] = is_based
    row = row_of(view)
    for kind in range(deck.kinds):
        w[NEED + kind] = view.base_held[row][kind] if is_based else 0
    for seat in range(view.players):
        w[ROOM + seat] = view.base_size[seat] if is_based and seat != view.viewer else 0
    if is_based:
        for i in range(view.gone_count):
            if view.gone_seat[i] != view.viewer and view.gone_kind[i] != NONE:
                add_item(w, view.gone_seat[i], view.gone_kind[i], view.gone_came[i], view.gone_new[i])
        if not (
            choose_carriers(view, s, w, is_strict)
            and choose_gone(view, s, w)
            and choose_held(s, w)
            and are_limits_kept(view, w)
        ):
            return False
    return place_sure(view, s, w) and place_least(deck, view, s, w) and place_rest(deck, s, w)


@rule
def place_sure(view: Midnight, s: Midnight, w: list[int]) -> bool:
    """The sure cards of the viewer, those in fewer hands first."""
    if view.viewer < 0:
        return True
    for i in range(w[ALIVE]):
        w[TURNABLE + i] = 0
    for several in range(2):
        for j in range(SURE):
            kind, hands = view.sure_kind[view.viewer][j], view.sure_hands[view.viewer][j]
            if kind == NONE or (hands & (hands - 1) != 0) != (several == 1):
                continue
            if w[ALIVE] == 0:
                return False
            start, found = roll(s, w[ALIVE]), NONE
            for i in range(w[ALIVE]):
                if w[KIND + i] == kind and hands >> w[AT + i] & 1 and w[TURNABLE + i] == 0:
                    found = i
            if found != NONE:
                w[TURNABLE + found] = 1
                continue
            for step in range(w[ALIVE]):
                i = (start + step) % w[ALIVE]
                there = w[NEED + kind] if w[OLD + i] else w[POOL + kind] - w[NEED + kind]
                if w[KIND + i] == NONE and hands >> w[AT + i] & 1 and there > 0:
                    found = i
                    break
            if found == NONE:
                return False
            give_kind(w, found, kind)
            w[TURNABLE + found] = 1
    return True


@rule
def place_least(deck: CardTables, view: Midnight, s: Midnight, w: list[int]) -> bool:
    """Without the base: the cards that all know to be in some hand."""
    for kind in range(deck.kinds if not w[BASED] else 0):
        missing = view.least[kind] - (view.counts[view.viewer][kind] if view.viewer >= 0 else 0)
        for i in range(w[ALIVE]):
            missing -= w[KIND + i] == kind
        while missing > 0:
            free, found = 0, NONE
            for i in range(w[ALIVE]):
                if w[KIND + i] == NONE:
                    free += 1
                    if roll(s, free) == 0:
                        found = i
            if found == NONE or w[POOL + kind] == 0:
                return False
            give_kind(w, found, kind)
            missing -= 1
    return True


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
