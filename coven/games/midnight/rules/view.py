"""What a seat may see (RULES.md, "What a seat knows")."""

from __future__ import annotations

from coven.engine.jit import rule, rule_distinct
from coven.engine.lists import copy, copy_rows, fill, fill_rows
from coven.engine.states import hide_dice
from coven.games.midnight.rules.account import hide_account
from coven.games.midnight.rules.cards import NONE, CardTables
from coven.games.midnight.rules.state import HIDDEN, MOST_PLAYERS, Midnight


@rule_distinct
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
    """Clear what belongs to a single seat. The plain loops take no time in compiled play."""
    fill(view.pile, NONE)
    fill(view.held, 0)
    fill_rows(view.counts, 0)
    fill_rows(view.fact_kind, NONE)
    fill_rows(view.fact_hands, 0)
    fill_rows(view.lost, NONE)


@rule
def copy_seat(s: Midnight, seat: int, to: Midnight) -> None:
    """Copy the seat's hand, what it has seen leave it, and what it can follow."""
    to.held[seat] = s.held[seat]
    copy(s.counts[seat], to.counts[seat])
    copy(s.fact_kind[seat], to.fact_kind[seat])
    copy(s.fact_hands[seat], to.fact_hands[seat])
    copy(s.lost[seat], to.lost[seat])


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
    copy(s.discard, to.discard)
    copy(s.bound, to.bound)
    copy(s.least, to.least)
    copy(s.hand_size, to.hand_size)
    copy(s.forced_betrayed, to.forced_betrayed)
    copy(s.forced_spells, to.forced_spells)
    copy(s.void_count, to.void_count)
    copy_rows(s.void_kinds, to.void_kinds)
    copy_rows(s.void_fresh, to.void_fresh)


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
