"""A redeal by what all know and what the viewer can follow (`knowledge`), for where a memory leads to no world.

The cards that the viewer can follow are put into hands that may hold them, those that must be in some hand into any,
the rest anywhere. Hands are mended card by card where that does not fit, and then cards change places by chance many
times, each time only if everything that is known still holds.
"""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import lowest, rule, scratch
from coven.engine.states import TRUTH
from coven.games.midnight.cards import CARDS, KINDS, NONE, CardTables, Type
from coven.games.midnight.effects import nth_card
from coven.games.midnight.knowledge import do_facts_hold, do_voids_hold, later_kinds
from coven.games.midnight.piles import give, take_away
from coven.games.midnight.state import FACTS, HIDDEN, MOST_PLAYERS, Midnight
from coven.games.midnight.view import copy_public

SWAPS_A_CARD = 8
"""How often each card of another hand changes its place, on average, in the walk."""
MOST_MENDS = 4000
"""Attempts to mend a start that does not fit, before another start."""


@rule
def redeal_publicly(deck: CardTables, view: Midnight, s: Midnight) -> None:
    """Overwrite the hands and the draw pile of `s` with what fits `view`; see the module."""
    s.players = view.players
    s.viewer = TRUTH
    copy_public(view, s)
    rest = scratch(KINDS)
    while True:
        count_unseen(deck, view, rest)
        clear_hands(view, s)
        if place_facts(view, s, rest) and place_least(deck, view, s, rest):
            place_rest(deck, view, s, rest)
            if mend(deck, view, s, rest):
                break
    walk(deck, view, s, rest)
    lay_pile(deck, s, rest)
    for seat in range(s.players):
        s.passed[seat] = view.passed[seat]
        if view.passed[seat] == HIDDEN:
            s.passed[seat] = nth_card(s, seat, roll(s, s.hand_size[seat]))


@rule
def count_unseen(deck: CardTables, view: Midnight, rest: list[int]) -> None:
    """How many cards of each kind the viewer does not see: they are in other hands and in the draw pile."""
    pox = deck.of_type[Type.A_POX_ON_ALL_OF_YOU]
    for kind in range(KINDS):
        rest[kind] = 0
    for kind in range(deck.kinds):
        rest[kind] = deck.copies[kind] - view.discard[kind]
        if view.viewer >= 0:
            rest[kind] -= view.counts[view.viewer][kind]
        if pox >> kind & 1:
            rest[kind] -= view.sidesteps


@rule
def clear_hands(view: Midnight, s: Midnight) -> None:
    """The viewer's own hand and facts; the others' hands empty, and what they can follow unknown."""
    for seat in range(MOST_PLAYERS):
        is_own = seat == view.viewer
        s.held[seat] = view.held[seat]
        s.hand_size[seat] = view.hand_size[seat] if is_own else 0
        for kind in range(KINDS):
            s.counts[seat][kind] = view.counts[seat][kind]
        for i in range(FACTS):
            s.fact_kind[seat][i] = view.fact_kind[seat][i]
            s.fact_hands[seat][i] = view.fact_hands[seat][i]
        s.passed[seat] = NONE


@rule
def room_in(view: Midnight, s: Midnight, hands: int) -> int:
    """Places that are still free in the hands of these seats, the viewer's aside."""
    room = 0
    for seat in range(s.players):
        if hands >> seat & 1 and seat != view.viewer:
            room += view.hand_size[seat] - s.hand_size[seat]
    return room


@rule
def put(view: Midnight, s: Midnight, hands: int, kind: int, rest: list[int]) -> bool:
    """One card of a kind into a free place of these hands, each place as likely; False if there is none."""
    room = room_in(view, s, hands)
    if room == 0 or rest[kind] == 0:
        return False
    number = roll(s, room)
    for seat in range(s.players):
        if hands >> seat & 1 and seat != view.viewer:
            number -= view.hand_size[seat] - s.hand_size[seat]
            if number < 0:
                give(s, seat, kind)
                rest[kind] -= 1
                return True
    return False


@rule
def place_facts(view: Midnight, s: Midnight, rest: list[int]) -> bool:
    """The cards that the viewer can follow, those in fewer hands first."""
    if view.viewer < 0:
        return True
    for single in range(2):
        for i in range(FACTS):
            hands = view.fact_hands[view.viewer][i]
            if view.fact_kind[view.viewer][i] == NONE or (hands & (hands - 1) == 0) != (single == 0):
                continue
            if not put(view, s, hands, view.fact_kind[view.viewer][i], rest):
                return False
    return True


@rule
def place_least(deck: CardTables, view: Midnight, s: Midnight, rest: list[int]) -> bool:
    """The cards that must be in some hand."""
    everywhere = (1 << s.players) - 1
    for kind in range(deck.kinds):
        held = 0
        for seat in range(s.players):
            held += s.counts[seat][kind]
        for _ in range(view.least[kind] - held):
            if not put(view, s, everywhere, kind, rest):
                return False
    return True


@rule
def nth_rest(rest: list[int], n: int) -> int:
    """The kind of the n-th card of `rest`, from 0."""
    kind = 0
    while n >= rest[kind]:
        n -= rest[kind]
        kind += 1
    return kind


@rule
def place_rest(deck: CardTables, view: Midnight, s: Midnight, rest: list[int]) -> None:
    """Every free place of a hand gets any card that is left; what remains is the draw pile."""
    left = 0
    for kind in range(deck.kinds):
        left += rest[kind]
    for seat in range(s.players):
        while s.hand_size[seat] < view.hand_size[seat]:
            kind = nth_rest(rest, roll(s, left))
            give(s, seat, kind)
            rest[kind] -= 1
            left -= 1


@rule
def is_known_to_fit(view: Midnight, s: Midnight, seat: int) -> bool:
    """Do the voids of a hand hold, and the viewer's facts?"""
    return do_voids_hold(s, seat) and (view.viewer < 0 or do_facts_hold(s, view, view.viewer))


@rule
def is_least(view: Midnight, s: Midnight, kind: int) -> bool:
    """Do the hands hold no more cards of a kind than they must?"""
    held = 0
    for seat in range(s.players):
        held += s.counts[seat][kind]
    return held <= view.least[kind]


@rule
def exchange(s: Midnight, a: int, b: int, kind: int, other: int, rest: list[int]) -> None:
    """A card of hand `a` for another of hand `b`, or of the draw pile, where `b` is NONE."""
    take_away(s, a, kind)
    give(s, a, other)
    if b == NONE:
        rest[kind] += 1
        rest[other] -= 1
    else:
        take_away(s, b, other)
        give(s, b, kind)


@rule
def try_exchange(view: Midnight, s: Midnight, a: int, b: int, kind: int, other: int, rest: list[int]) -> bool:
    """Exchange two cards if everything known still holds for what it touches."""
    if kind == other or (b == NONE and is_least(view, s, kind)):
        return False
    exchange(s, a, b, kind, other, rest)
    if is_known_to_fit(view, s, a) and (b == NONE or do_voids_hold(s, b)):
        return True
    exchange(s, a, b, other, kind, rest)
    return False


@rule
def draw_place(view: Midnight, s: Midnight) -> int:
    """A seat other than the viewer's, by chance; needs one with cards."""
    while True:
        seat = roll(s, s.players)
        if seat != view.viewer and s.hand_size[seat] > 0:
            return seat


@rule
def mend(deck: CardTables, view: Midnight, s: Midnight, rest: list[int]) -> bool:
    """Exchange cards that a hand is known to lack for others, until all voids hold; False: there was no end to it."""
    left = s.pile_left
    for _ in range(MOST_MENDS):
        seat = 0
        while seat < s.players and (seat == view.viewer or do_voids_hold(s, seat)):
            seat += 1
        if seat == s.players:
            return True
        wrong = later_kinds(s, seat, 0) & s.held[seat]
        kind = lowest(wrong)
        for _ in range(roll(s, 8)):
            wrong &= wrong - 1
            if wrong:
                kind = lowest(wrong)
        b = roll(s, s.players + 1) - 1
        if b == seat or b == view.viewer or (b == NONE and (left == 0 or is_least(view, s, kind))):
            continue
        if b != NONE and s.hand_size[b] == 0:
            continue
        other = nth_rest(rest, roll(s, left)) if b == NONE else nth_card(s, b, roll(s, s.hand_size[b]))
        if later_kinds(s, seat, 0) >> other & 1:
            continue
        exchange(s, seat, b, kind, other, rest)
        if view.viewer >= 0 and not do_facts_hold(s, view, view.viewer):
            exchange(s, seat, b, other, kind, rest)
    return False


@rule
def needs_walk(view: Midnight, s: Midnight) -> bool:
    """Is there a void in another hand, or a card in one of several?"""
    for seat in range(s.players):
        if seat != view.viewer and s.void_count[seat] > 0:
            return True
    if view.viewer >= 0:
        for i in range(FACTS):
            hands = view.fact_hands[view.viewer][i]
            if hands & (hands - 1):
                return True
    return False


@rule
def walk(deck: CardTables, view: Midnight, s: Midnight, rest: list[int]) -> None:
    """Let cards change places by chance; see the module."""
    if not needs_walk(view, s):
        return
    cards = 0
    for seat in range(s.players):
        if seat != view.viewer:
            cards += s.hand_size[seat]
    if cards == 0:
        return
    for _ in range(SWAPS_A_CARD * cards):
        a = draw_place(view, s)
        b = roll(s, s.players + 1) - 1
        if b == a or b == view.viewer or (b == NONE and s.pile_left == 0) or (b != NONE and s.hand_size[b] == 0):
            continue
        kind = nth_card(s, a, roll(s, s.hand_size[a]))
        other = nth_rest(rest, roll(s, s.pile_left)) if b == NONE else nth_card(s, b, roll(s, s.hand_size[b]))
        try_exchange(view, s, a, b, kind, other, rest)


@rule
def lay_pile(deck: CardTables, s: Midnight, rest: list[int]) -> None:
    """The draw pile: what is left, in any order."""
    for place in range(CARDS):
        s.pile[place] = NONE
    place = s.pile_top
    for kind in range(deck.kinds):
        for _ in range(rest[kind]):
            s.pile[place] = kind
            place += 1
    for i in range(s.pile_left - 1, 0, -1):
        j = roll(s, i + 1)
        kind = s.pile[s.pile_top + i]
        s.pile[s.pile_top + i] = s.pile[s.pile_top + j]
        s.pile[s.pile_top + j] = kind
