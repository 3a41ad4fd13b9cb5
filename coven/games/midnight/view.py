"""What a seat may see (RULES.md, "What a seat knows")."""

from __future__ import annotations

from coven.engine.jit import rule
from coven.engine.states import hide_dice
from coven.games.midnight.cards import CARDS, KINDS, NONE, CardTables
from coven.games.midnight.state import FACTS, HIDDEN, MOST_PLAYERS, VOIDS, Midnight


@rule
def hide(deck: CardTables, s: Midnight, viewer: int, view: Midnight) -> None:
    """Overwrite all of `view` with what `viewer` (a seat, or SPECTATOR) may see of the truth `s`."""
    hide_dice(s, viewer, view)
    copy_public(s, view)
    for place in range(CARDS):
        view.pile[place] = NONE
    for seat in range(MOST_PLAYERS):
        is_own = seat == viewer
        view.held[seat] = s.held[seat] if is_own else 0
        for kind in range(KINDS):
            view.counts[seat][kind] = s.counts[seat][kind] if is_own else 0
        for i in range(FACTS):
            view.fact_kind[seat][i] = s.fact_kind[seat][i] if is_own else NONE
            view.fact_hands[seat][i] = s.fact_hands[seat][i] if is_own else 0
        view.passed[seat] = s.passed[seat] if is_own or s.passed[seat] == NONE else HIDDEN


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
        to.bound[kind] = s.bound[kind]
        to.least[kind] = s.least[kind]
    for seat in range(MOST_PLAYERS):
        to.hand_size[seat] = s.hand_size[seat]
        to.void_count[seat] = s.void_count[seat]
        to.forced_betrayed[seat] = s.forced_betrayed[seat]
        to.forced_spells[seat] = s.forced_spells[seat]
        for i in range(VOIDS):
            to.void_kinds[seat][i] = s.void_kinds[seat][i]
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
