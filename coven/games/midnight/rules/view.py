"""What a seat may see (RULES.md, "What a seat knows")."""

from __future__ import annotations

from coven.engine.jit import rule
from coven.engine.states import hide_dice
from coven.games.midnight.rules.account import hide_account
from coven.games.midnight.rules.cards import CARDS, KINDS, NONE, CardTables
from coven.games.midnight.rules.state import FACTS, HIDDEN, LOST, MOST_PLAYERS, VOIDS, Midnight


@rule
def hide(deck: CardTables, s: Midnight, viewer: int, view: Midnight) -> None:
    """Overwrite all of `view` with what `viewer` (a seat, or SPECTATOR) may see of the truth `s`."""
    hide_dice(s, viewer, view)
    copy_public(s, view)
    clear_private(view)
    if viewer >= 0:
        copy_seat(s, viewer, view)
    hide_account(s, viewer, view)
    for seat in range(MOST_PLAYERS):
        view.passed[seat] = s.passed[seat] if seat == viewer or s.passed[seat] == NONE else HIDDEN


@rule
def clear_private(view: Midnight) -> None:
    """Nothing that is one seat's own: plain loops, which take no time in compiled play."""
    for place in range(CARDS):
        view.pile[place] = NONE
    for seat in range(MOST_PLAYERS):
        view.held[seat] = 0
    for seat in range(MOST_PLAYERS):
        for kind in range(KINDS):
            view.counts[seat][kind] = 0
    for seat in range(MOST_PLAYERS):
        for i in range(FACTS):
            view.fact_kind[seat][i] = NONE
    for seat in range(MOST_PLAYERS):
        for i in range(FACTS):
            view.fact_hands[seat][i] = 0
    for seat in range(MOST_PLAYERS):
        for i in range(LOST):
            view.lost[seat][i] = NONE


@rule
def copy_seat(s: Midnight, seat: int, to: Midnight) -> None:
    """Copy the seat's hand, what it has seen go, and what it can follow."""
    to.held[seat] = s.held[seat]
    for kind in range(KINDS):
        to.counts[seat][kind] = s.counts[seat][kind]
    for i in range(FACTS):
        to.fact_kind[seat][i] = s.fact_kind[seat][i]
    for i in range(FACTS):
        to.fact_hands[seat][i] = s.fact_hands[seat][i]
    for i in range(LOST):
        to.lost[seat][i] = s.lost[seat][i]


@rule
def copy_public(s: Midnight, to: Midnight) -> None:
    """Copy what everybody sees."""
    copy_counters(s, to)
    to.top = s.top
    to.top_bound = s.top_bound
    to.suit = s.suit
    to.colour = s.colour
    to.shape = s.shape
    to.red_only = s.red_only
    to.any_suit = s.any_suit
    to.follow = s.follow
    to.curses = s.curses
    for kind in range(KINDS):
        to.discard[kind] = s.discard[kind]
    for kind in range(KINDS):
        to.bound[kind] = s.bound[kind]
    for kind in range(KINDS):
        to.least[kind] = s.least[kind]
    for seat in range(MOST_PLAYERS):
        to.hand_size[seat] = s.hand_size[seat]
        to.void_count[seat] = s.void_count[seat]
        to.forced_betrayed[seat] = s.forced_betrayed[seat]
        to.forced_spells[seat] = s.forced_spells[seat]
    for seat in range(MOST_PLAYERS):
        for i in range(VOIDS):
            to.void_kinds[seat][i] = s.void_kinds[seat][i]
    for seat in range(MOST_PLAYERS):
        for i in range(VOIDS):
            to.void_fresh[seat][i] = s.void_fresh[seat][i]


@rule
def copy_counters(s: Midnight, to: Midnight) -> None:
    """Copy turns, phases and numbers of cards, which everybody sees."""
    to.turns = s.turns
    to.pile_top = s.pile_top
    to.pile_left = s.pile_left
    to.sidesteps = s.sidesteps
    to.shuffles = s.shuffles
    to.takings = s.takings
    to.turn = s.turn
    to.direction = s.direction
    to.phase = s.phase
    to.owing = s.owing
    to.offences = s.offences
    to.still = s.still
    to.has_moved = s.has_moved
    to.first_seat = s.first_seat
    to.starter = s.starter
    to.events = s.events
    to.last_seat = s.last_seat
    to.last_action = s.last_action
    to.calls_made = s.calls_made
    to.winners = s.winners
    to.ending = s.ending
