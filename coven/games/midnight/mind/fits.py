"""Fits: could this state be what is behind this view? The judge of `redeal`, with which it shares nothing.

The caller checks that the state shows the same as the view. So the questions here are whether all cards are there, as
often as the decks have them, and whether everything holds that the viewer knows: what plays have shown to everybody and
what the viewer can follow (`knowledge`), and what its account tells of every hand and kind. It does not look for a
course of the game: a state that fits need not have one, but every state that has one fits. If some of the account has
been forgotten, only the account is asked: `knowledge` may tell of what it has forgotten.
"""

from __future__ import annotations

from coven.engine.jit import rule, scratch
from coven.games.midnight.rules.account import (
    ALL,
    DRAWN,
    LACKED,
    LAID,
    MOVED,
    ONE,
    PASSED,
    PILE,
    POOLED,
    SHUFFLED,
    TURNED,
    WORDS,
    lacked_kinds,
)
from coven.games.midnight.rules.cards import KINDS, NONE, CardTables, Type
from coven.games.midnight.rules.knowledge import do_facts_hold, do_voids_hold
from coven.games.midnight.rules.state import MOST_PLAYERS, Midnight, Phase

OUT = 0
"""Parts of what is counted by kind: cards in no hand and no draw pile, the viewer's own, all cards, the fewest that the
other hands together can hold, and from here on the fewest in each hand."""
OWN = OUT + KINDS
WHOLE = OWN + KINDS
LEAST = WHOLE + KINDS
SURE = LEAST + KINDS
COUNTED = SURE + MOST_PLAYERS * KINDS


@rule
def fits(deck: CardTables, view: Midnight, s: Midnight) -> bool:
    """Is the hidden part of `s` possible? Needs hide(s) to equal `view`."""
    return (
        are_cards_whole(deck, s)
        and are_passes_possible(s)
        and (view.forgotten > 0 or is_knowledge_true(deck, view, s))
        and are_kinds_possible(view, s)
        and are_lacks_possible(view, s)
    )


@rule
def are_cards_whole(deck: CardTables, s: Midnight) -> bool:
    """MN-1: is every card of both decks in exactly one place, and does every hand match its size and set of kinds?"""
    there = scratch(KINDS)
    for i in range(s.pile_left):
        kind = s.pile[s.pile_top + i]
        if not 0 <= kind < deck.kinds:
            return False
        there[kind] += 1
    for seat in range(s.players):
        size, held = 0, 0
        for kind in range(deck.kinds):
            number = s.counts[seat][kind]
            there[kind] += number
            size += number
            if number > 0:
                held |= 1 << kind
        if size != s.hand_size[seat] or held != s.held[seat]:
            return False
    for kind in range(deck.kinds):
        there[kind] += s.discard[kind]
        if deck.type[kind] == Type.A_POX_ON_ALL_OF_YOU:
            there[kind] += s.sidesteps
        if there[kind] != deck.copies[kind]:
            return False
    return True


@rule
def are_passes_possible(s: Midnight) -> bool:
    """MN-55: does everybody hold the card that they have chosen to pass?"""
    for seat in range(s.players):
        kind = s.passed[seat]
        if s.phase == Phase.PASS and kind != NONE and (kind < 0 or not s.held[seat] >> kind & 1):
            return False
    return True


@rule
def is_knowledge_true(deck: CardTables, view: Midnight, s: Midnight) -> bool:
    """Does everything hold that plays have shown to everybody, and that the viewer can follow?"""
    for seat in range(s.players):
        if not do_voids_hold(s, seat):
            return False
    for kind in range(deck.kinds):
        held = 0
        for seat in range(s.players):
            held += s.counts[seat][kind]
        if held < s.least[kind]:
            return False
    return view.viewer < 0 or do_facts_hold(s, view, view.viewer)


@rule
def are_kinds_possible(view: Midnight, s: Midnight) -> bool:
    """Do the other hands hold of each kind what shuffles, gifts and draw piles without a suit require?"""
    counted = scratch(COUNTED)
    count_kinds(view, counted)
    for kind in range(KINDS):
        held = 0
        for seat in range(s.players):
            if seat != view.viewer:
                held += s.counts[seat][kind]
                if s.counts[seat][kind] < counted[SURE + seat * KINDS + kind]:
                    return False
        if held < counted[LEAST + kind]:
            return False
    return True


@rule
def count_kinds(view: Midnight, counted: list[int]) -> None:
    """Follow the account, kind by kind."""
    i, piles = 0, 0
    while i < view.noted:
        number = view.account[i]
        what, seat, other, kind = number >> 12, number >> 9 & 7, number >> 6 & 7, number & 63
        if what == SHUFFLED:
            piles += 1
            if piles > 1:
                know_rest(counted, -1)
        elif what == POOLED and piles == 1:
            counted[WHOLE + kind] += seat * 8 + other
        elif what == POOLED:
            counted[OUT + kind] -= seat * 8 + other
        elif what == LACKED:
            if other == PILE:
                know_rest(counted, lacked_kinds(view, i))
            i += WORDS
        elif what == TURNED:
            counted[OUT + kind] += 1
        elif what == DRAWN and seat == view.viewer:
            counted[OWN + kind] += 1
        elif what == LAID:
            counted[OUT + kind] += 1
            lose(view, counted, seat, kind)
        elif what in (MOVED, PASSED):
            count_transfer(view, counted, seat, other, kind)
        i += 1


@rule
def know_rest(counted: list[int], kinds: int) -> None:
    """No card of these kinds is in the draw pile: what is not out and not the viewer's is in the other hands."""
    for kind in range(KINDS):
        if kinds >> kind & 1:
            counted[LEAST + kind] = counted[WHOLE + kind] - counted[OUT + kind] - counted[OWN + kind]


@rule
def lose(view: Midnight, counted: list[int], seat: int, kind: int) -> None:
    """A card leaves a hand, seen by the viewer."""
    if seat == view.viewer:
        counted[OWN + kind] -= 1
        return
    counted[LEAST + kind] = max(0, counted[LEAST + kind] - 1)
    counted[SURE + seat * KINDS + kind] = max(0, counted[SURE + seat * KINDS + kind] - 1)


@rule
def count_transfer(view: Midnight, counted: list[int], giver: int, taker: int, kind: int) -> None:
    """A card goes from hand to hand. If the viewer has not seen it, any card may have gone."""
    if giver == view.viewer:
        counted[OWN + kind] -= 1
        counted[LEAST + kind] += 1
        counted[SURE + taker * KINDS + kind] += 1
    elif taker == view.viewer:
        lose(view, counted, giver, kind)
        counted[OWN + kind] += 1
    else:
        for one in range(KINDS):
            counted[SURE + giver * KINDS + one] = max(0, counted[SURE + giver * KINDS + one] - 1)


@rule
def are_lacks_possible(view: Midnight, s: Midnight) -> bool:
    """After a hand lacked some kinds, did enough cards come into it for those of these kinds that it had later?"""
    i = 0
    while i < view.noted:
        number = view.account[i]
        if number >> 12 == LACKED:
            who, kinds = number >> 6 & 7, lacked_kinds(view, i)
            for seat in range(s.players):
                is_here = who == ALL or (who == ONE and number >> 9 & 7 == seat)
                if is_here and seat != view.viewer and not is_lack_possible(view, s, i + 1 + WORDS, seat, kinds):
                    return False
            i += WORDS
        i += 1
    return True


@rule
def is_lack_possible(view: Midnight, s: Midnight, i: int, seat: int, kinds: int) -> bool:
    """The same from one place of the account on, for one hand that held none of these kinds there."""
    came, coming, had = 0, 0, 0
    while i < view.noted:
        number = view.account[i]
        what, giver, taker, kind = number >> 12, number >> 9 & 7, number >> 6 & 7, number & 63
        if what != PASSED:
            came += coming
            coming = 0
        if what == LACKED:
            if taker == ALL or (taker == ONE and giver == seat):
                kinds |= lacked_kinds(view, i)
            i += WORDS
        elif what == DRAWN and giver == seat:
            came += 1
        elif what in (MOVED, PASSED) and taker == seat:
            coming += giver != view.viewer or kinds >> kind & 1
        elif giver == seat and (what == LAID or (what in (MOVED, PASSED) and taker == view.viewer)):
            had += kinds >> kind & 1
            if had > came:
                return False
        i += 1
    for kind in range(KINDS):
        if kinds >> kind & 1:
            had += s.counts[seat][kind]
    return had <= came + coming
