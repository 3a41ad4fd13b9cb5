"""What plays have shown, and who knows which card is in whose hand (RULES.md, "What a seat knows").

*Facts* belong to one seat: a card of a kind is in one of these hands (a card that the seat passed on, or that was taken
from it). *Voids* are public: at some time a hand held none of a set of kinds. A void keeps how many cards the hand may
have got since and still hold: it can hold at most that many of those kinds now. *Least* is public too: how many cards
of a kind the hands together must hold, as the last shuffle has shown.
"""

from __future__ import annotations

from coven.engine.jit import lowest, rule
from coven.engine.lists import fill, fill_rows
from coven.games.midnight.rules.cards import NONE, CardTables
from coven.games.midnight.rules.state import FACTS, VOIDS, Midnight, seat_after


@rule
def clear_knowledge(s: Midnight) -> None:
    """Nothing is known yet."""
    fill(s.void_count, 0)
    fill_rows(s.void_kinds, 0)
    fill_rows(s.void_fresh, 0)
    fill_rows(s.fact_kind, NONE)
    fill_rows(s.fact_hands, 0)
    fill(s.least, 0)


@rule
def note_void(s: Midnight, seat: int, kinds: int) -> None:
    """The hand holds none of these kinds now."""
    i = 0
    while i < s.void_count[seat]:
        if s.void_kinds[seat][i] & ~kinds == 0:
            drop_void(s, seat, i)
        else:
            i += 1
    if s.void_count[seat] == VOIDS:
        drop_void(s, seat, 0)
    s.void_kinds[seat][s.void_count[seat]] = kinds
    s.void_fresh[seat][s.void_count[seat]] = 0
    s.void_count[seat] += 1


@rule
def drop_void(s: Midnight, seat: int, i: int) -> None:
    """Drop a void that no longer tells anything."""
    s.void_count[seat] -= 1
    for later in range(i, s.void_count[seat]):
        s.void_kinds[seat][later] = s.void_kinds[seat][later + 1]
        s.void_fresh[seat][later] = s.void_fresh[seat][later + 1]
    s.void_kinds[seat][s.void_count[seat]] = 0
    s.void_fresh[seat][s.void_count[seat]] = 0


@rule
def note_gain(s: Midnight, seat: int) -> None:
    """A card of unknown kind has come into the hand. Needs the hand's size including it."""
    for i in range(s.void_count[seat]):
        s.void_fresh[seat][i] += 1
    while s.void_count[seat] > 0 and s.void_fresh[seat][0] >= s.hand_size[seat]:
        drop_void(s, seat, 0)


@rule
def later_kinds(s: Midnight, seat: int, i: int) -> int:
    """The kinds that the i-th void and later ones exclude: what is fresh since a later void is fresh since this one."""
    kinds = 0
    for later in range(i, s.void_count[seat]):
        kinds |= s.void_kinds[seat][later]
    return kinds


@rule
def note_play(s: Midnight, seat: int, kind: int) -> None:
    """Everybody has seen a card of this kind leave the hand. Needs the hand's size without it."""
    for i in range(s.void_count[seat]):
        if later_kinds(s, seat, i) >> kind & 1:
            s.void_fresh[seat][i] -= 1
        if i > 0 and s.void_fresh[seat][i] > s.void_fresh[seat][i - 1]:
            s.void_fresh[seat][i] = s.void_fresh[seat][i - 1]
    if s.least[kind] > 0:
        s.least[kind] -= 1
    for knower in range(s.players):
        if knower != seat:
            settle_fact(s, knower, seat, kind)


@rule
def note_loss(s: Midnight, seat: int) -> None:
    """A card that not everybody has seen has left the hand. Needs the hand's size without it."""
    while s.void_count[seat] > 0 and s.void_fresh[seat][0] >= s.hand_size[seat]:
        drop_void(s, seat, 0)


@rule
def note_shuffle(deck: CardTables, s: Midnight) -> None:
    """Every card outside the hands is in the new draw pile, so the hands' joint contents are known."""
    held = 0
    for kind in range(deck.kinds):
        s.least[kind] = 0
        for seat in range(s.players):
            s.least[kind] += s.counts[seat][kind]
        if s.least[kind]:
            held |= 1 << kind
    for seat in range(s.players):
        note_void(s, seat, (1 << deck.kinds) - 1 & ~held)


@rule
def note_fact(s: Midnight, knower: int, kind: int, hand: int) -> None:
    """The knower has seen a card of this kind go into that hand. If there is no room, the oldest fact is dropped."""
    i = 0
    while i < FACTS - 1 and s.fact_kind[knower][i] != NONE:
        i += 1
    if s.fact_kind[knower][i] != NONE:
        drop_fact(s, knower, 0)
    s.fact_kind[knower][i] = kind
    s.fact_hands[knower][i] = 1 << hand


@rule
def drop_fact(s: Midnight, knower: int, i: int) -> None:
    """Drop a fact that no longer holds; those after it move up."""
    last = i
    while last < FACTS - 1 and s.fact_kind[knower][last + 1] != NONE:
        s.fact_kind[knower][last] = s.fact_kind[knower][last + 1]
        s.fact_hands[knower][last] = s.fact_hands[knower][last + 1]
        last += 1
    s.fact_kind[knower][last] = NONE
    s.fact_hands[knower][last] = 0


@rule
def settle_fact(s: Midnight, knower: int, seat: int, kind: int) -> None:
    """The knower has seen a card of this kind leave the seat's hand: it may be the one of a fact.

    If a fact places its card in this very hand, that one is used up. Otherwise one of the cards that may have been
    there is gone, and nobody knows which: each of the others is in any of the hands where all of them may have been.
    """
    # A fact of just this hand is used up, and that is all. Else gather the hands of all facts it may have been.
    hands, i = 0, 0
    while i < FACTS and s.fact_kind[knower][i] != NONE:
        if s.fact_kind[knower][i] == kind and s.fact_hands[knower][i] >> seat & 1:
            if s.fact_hands[knower][i] == 1 << seat:
                drop_fact(s, knower, i)
                return
            hands |= s.fact_hands[knower][i]
        i += 1
    # One of them is used up, no matter which: each gets all the hands, then the last is dropped.
    last = NONE
    for one in range(i):
        if s.fact_kind[knower][one] == kind and s.fact_hands[knower][one] >> seat & 1:
            s.fact_hands[knower][one] = hands
            last = one
    if last != NONE:
        drop_fact(s, knower, last)


@rule
def note_transfer(s: Midnight, giver: int, receiver: int, kind: int) -> None:
    """A card goes from hand to hand, seen only by these two seats. Needs both hands as they are afterwards."""
    note_loss(s, giver)
    note_gain(s, receiver)
    for knower in range(s.players):
        if knower == receiver:
            settle_fact(s, knower, giver, kind)
        elif knower != giver:
            for i in range(FACTS):
                if s.fact_hands[knower][i] >> giver & 1:
                    s.fact_hands[knower][i] |= 1 << receiver
    note_fact(s, giver, kind, receiver)


@rule
def note_passes(s: Midnight) -> None:
    """MN-55: everybody has passed the card in `passed` to the next player at once. Needs the hands afterwards."""
    for seat in range(s.players):
        note_loss(s, seat)
        note_gain(s, seat)
    for knower in range(s.players):
        giver = seat_after(s, knower, s.players - 1)
        settle_fact(s, knower, giver, s.passed[giver])
        for i in range(FACTS):
            hands = s.fact_hands[knower][i]
            for seat in range(s.players):
                if hands >> seat & 1 and seat != giver:
                    s.fact_hands[knower][i] |= 1 << seat_after(s, seat, 1)
    for seat in range(s.players):
        note_fact(s, seat, s.passed[seat], seat_after(s, seat, 1))


@rule
def do_facts_hold(s: Midnight, facts: Midnight, knower: int) -> bool:
    """Do the hands of `s` hold a separate card for every fact that the knower has in `facts`?

    Checks that there are enough cards for each kind and each union of hands; there are few of one kind.
    """
    for i in range(FACTS):
        kind = facts.fact_kind[knower][i]
        if kind != NONE and not has_cards_for(s, facts, knower, kind, facts.fact_hands[knower][i]):
            return False
    return True


@rule
def has_cards_for(s: Midnight, facts: Midnight, knower: int, kind: int, hands: int) -> bool:
    """Do the hands, and all their unions with other facts' hands, hold as many of the kind as facts need?"""
    for first in range(FACTS):
        union = hands
        if facts.fact_kind[knower][first] == kind:
            union |= facts.fact_hands[knower][first]
        needed, there = 0, 0
        for i in range(FACTS):
            if facts.fact_kind[knower][i] == kind and facts.fact_hands[knower][i] & ~union == 0:
                needed += 1
        for seat in range(s.players):
            if union >> seat & 1:
                there += s.counts[seat][kind]
        if needed > there:
            return False
    return True


@rule
def do_voids_hold(s: Midnight, seat: int) -> bool:
    """Does the hand hold at most as many of the kinds that it once lacked as it may have got since?"""
    for i in range(s.void_count[seat]):
        kinds = later_kinds(s, seat, i) & s.held[seat]
        there = 0
        while kinds:
            there += s.counts[seat][lowest(kinds)]
            kinds &= kinds - 1
        if there > s.void_fresh[seat][i]:
            return False
    return True
