"""What a seat may see (RULES.md, "What a seat knows")."""

from __future__ import annotations

from coven.engine.jit import rule, rule_beside, rule_distinct
from coven.engine.lists import copy
from coven.engine.seats import left_of, right_of
from coven.engine.states import hide_dice
from coven.games.three_witches.rules.cards import ELIXIR, EYE, DeckTables
from coven.games.three_witches.rules.state import (
    HAND,
    HIDDEN,
    MOST_PASSINGS,
    NONE,
    PASSED,
    SEATS,
    TRICKS,
    Phase,
    ThreeWitches,
)


@rule_distinct
def hide(deck: DeckTables, s: ThreeWitches, viewer: int, view: ThreeWitches) -> None:
    """Overwrite all of `view` with what `viewer` (a seat, or SPECTATOR) may see of the truth `s`."""
    hide_dice(s, viewer, view)
    copy_public(s, view)
    copy_tricks(s, view)
    for seat in range(SEATS):
        is_own = seat == viewer
        view.hands[seat] = s.hands[seat] if is_own else 0
        view.discards[seat] = seen_card(s.discards[seat], is_own)
        view.proposals[seat] = seen_card(s.proposals[seat], is_own or s.phase != Phase.PROPOSE)
    hide_given(s, viewer, view)
    if viewer != s.lead:
        hide_lead(s, view)
    hide_eye(deck, s, viewer, view)


@rule
def seen_card(card: int, is_seen: bool) -> int:
    """A card, or HIDDEN if there is one that is not seen."""
    return card if is_seen or card < 0 else HIDDEN


@rule
def copy_public(s: ThreeWitches, to: ThreeWitches) -> None:
    """Copy what everybody sees, except the tricks."""
    to.phase = s.phase
    to.owing = s.owing
    to.round = s.round
    to.elixir = s.elixir
    to.passings = s.passings
    to.asked = s.asked
    to.bid = s.bid
    to.lead = s.lead
    to.trick = s.trick
    copy(s.tokens, to.tokens)
    copy(s.calls, to.calls)
    copy(s.voids, to.voids)
    copy(s.sheet_lead, to.sheet_lead)
    copy(s.sheet_bid, to.sheet_bid)
    copy(s.sheet_won, to.sheet_won)
    copy(s.last_trick, to.last_trick)


@rule
def copy_tricks(s: ThreeWitches, to: ThreeWitches) -> None:
    """Copy the round's tricks as they are."""
    copy(s.up, to.up)
    copy(s.down, to.down)
    copy(s.first, to.first)
    copy(s.second, to.second)
    copy(s.back, to.back)
    copy(s.lead_won, to.lead_won)


@rule
def hide_given(s: ThreeWitches, viewer: int, view: ThreeWitches) -> None:
    """TW-15: a seat knows what it gave, and what it was given once everybody has."""
    giver = right_of(s, viewer) if viewer >= 0 else NONE
    for passing in range(MOST_PASSINGS):
        for seat in range(SEATS):
            is_received = seat == giver and passing < s.passings
            view.given[passing][seat] = s.given[passing][seat] if seat == viewer or is_received else 0


@rule
def hide_lead(s: ThreeWitches, view: ThreeWitches) -> None:
    """TW-30, TW-44, TW-46: hide the Lead's face-down card, what she took back in secret, and a card not yet laid."""
    if s.phase == Phase.CONCEAL:
        view.phase = Phase.LEAD
        view.up[s.trick] = NONE
    for t in range(TRICKS):
        if s.lead_won[t] == NONE:
            view.down[t] = seen_card(s.down[t], False)
        elif s.lead_won[t] == 1 and s.back[t] != NONE and is_secret_return(s, t):
            view.back[t] = HIDDEN


@rule
def is_secret_return(s: ThreeWitches, t: int) -> bool:
    """TW-44, TW-45: did the Lead, who won trick `t`, have a choice? (She can never have taken back the Elixir.)"""
    return not (s.down[t] == ELIXIR or s.up[t] == s.down[t])


@rule
def hide_eye(deck: DeckTables, s: ThreeWitches, viewer: int, view: ThreeWitches) -> None:
    """TW-36: under an Eye the Lesser Witches' cards lie face down until the trick ends."""
    if s.phase < Phase.FIRST or s.phase > Phase.LATE or deck.rank[s.up[s.trick]] != EYE:
        return
    t = s.trick
    view.first[t] = seen_card(s.first[t], viewer == left_of(s, s.lead))
    view.second[t] = seen_card(s.second[t], viewer == right_of(s, s.lead))


def _hand_size(s: ThreeWitches, seat: int) -> int:
    if s.phase <= Phase.GIVE:
        return HAND
    if seat != s.lead:
        row = s.first if seat == left_of(s, s.lead) else s.second
        return HAND - TRICKS + row.count(NONE) + row.count(PASSED) - (s.discards[seat] != NONE)
    return HAND - TRICKS + s.up.count(NONE) + s.down.count(NONE) - s.back.count(NONE)


@rule_beside(_hand_size)
def hand_size(s: ThreeWitches, seat: int) -> int:
    """How many cards the seat holds. Public: the truth and all views agree, except about a sealed card."""
    if s.phase <= Phase.GIVE:
        return HAND
    if seat != s.lead:
        is_first = seat == left_of(s, s.lead)
        played = 0
        for t in range(TRICKS):
            card = s.first[t] if is_first else s.second[t]
            if card != NONE and card != PASSED:
                played += 1
        return HAND - played - (0 if s.discards[seat] == NONE else 1)
    size = HAND
    for t in range(TRICKS):
        size -= (0 if s.up[t] == NONE else 1) + (0 if s.down[t] == NONE else 1)
        size += 0 if s.back[t] == NONE else 1
    return size
