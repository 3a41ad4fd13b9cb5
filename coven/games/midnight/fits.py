"""Fits: could this state be what is behind this view? The judge of `redeal`.

That what the view shows is the same in the state is the caller's to check; so it is asked whether all cards are there,
each as often as the decks have it, and whether everything known holds.
"""

from __future__ import annotations

from coven.engine.jit import rule, scratch
from coven.games.midnight.cards import KINDS, NONE, CardTables, Type
from coven.games.midnight.knowledge import do_facts_hold, do_voids_hold
from coven.games.midnight.state import Midnight, Phase


@rule
def fits(deck: CardTables, view: Midnight, s: Midnight) -> bool:
    """Is the hidden part of `s` possible? Needs hide(s) to equal `view`."""
    return are_cards_whole(deck, s) and are_passes_possible(s) and is_knowledge_true(deck, view, s)


@rule
def are_cards_whole(deck: CardTables, s: Midnight) -> bool:
    """MN-1: is every card of both decks somewhere, once, and every hand what its size and its set of kinds say?"""
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
    """MN-55: does everybody hold what it has chosen to pass?"""
    for seat in range(s.players):
        kind = s.passed[seat]
        if s.phase == Phase.PASS and kind != NONE and (kind < 0 or not s.held[seat] >> kind & 1):
            return False
    return True


@rule
def is_knowledge_true(deck: CardTables, view: Midnight, s: Midnight) -> bool:
    """What plays have shown to all, and what the viewer can follow."""
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
