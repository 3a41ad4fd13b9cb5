"""What a seat may see (RULES.md, "What a seat knows")."""

from __future__ import annotations

from coven.engine.jit import rule
from coven.engine.states import hide_dice
from coven.games.midnight.cards import CARDS, KINDS, NONE, CardTables
from coven.games.midnight.state import DEPARTURES, FACTS, HIDDEN, LOST, MOST_PLAYERS, ROWS, SURE, VOIDS, Midnight


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
    hide_memory(s, viewer, view)


@rule
def hide_memory(s: Midnight, viewer: int, view: Midnight) -> None:
    """The viewer's own memory and what all remember, the spectator's."""
    for row in range(ROWS):
        is_own = row in (viewer, MOST_PLAYERS)
        view.forgotten[row] = s.forgotten[row] if is_own else 0
        for kind in range(KINDS):
            view.base_held[row][kind] = s.base_held[row][kind] if is_own else 0
        for seat in range(MOST_PLAYERS):
            for i in range(VOIDS):
                view.lack_fresh[row][seat][i] = s.lack_fresh[row][seat][i] if is_own else 0
    for seat in range(MOST_PLAYERS):
        for i in range(LOST):
            view.lost[seat][i] = s.lost[seat][i] if seat == viewer else NONE
        for i in range(SURE):
            view.sure_kind[seat][i] = s.sure_kind[seat][i] if seat == viewer else NONE
            view.sure_hands[seat][i] = s.sure_hands[seat][i] if seat == viewer else 0
    for i in range(DEPARTURES):
        is_seen = s.gone_to[i] == NONE or (viewer >= 0 and (viewer == s.gone_seat[i] or viewer == s.gone_to[i]))
        view.gone_kind[i] = s.gone_kind[i] if is_seen else NONE
        view.gone_new[i] = s.gone_new[i] if is_seen else 0


@rule
def copy_public(s: Midnight, to: Midnight) -> None:
    """Copy what everybody sees."""
    copy_counters(s, to)
    copy_memory(s, to)
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
def copy_memory(s: Midnight, to: Midnight) -> None:
    """Copy what is common to all memories, and the departures as `s` shows them."""
    to.is_based = s.is_based
    to.gone_count = s.gone_count
    for seat in range(MOST_PLAYERS):
        to.lack_count[seat] = s.lack_count[seat]
        to.base_size[seat] = s.base_size[seat]
        to.came[seat] = s.came[seat]
        for i in range(VOIDS):
            to.lack_kinds[seat][i] = s.lack_kinds[seat][i]
            to.lack_based[seat][i] = s.lack_based[seat][i]
    for i in range(DEPARTURES):
        to.gone_seat[i] = s.gone_seat[i]
        to.gone_kind[i] = s.gone_kind[i]
        to.gone_to[i] = s.gone_to[i]
        to.gone_came[i] = s.gone_came[i]
        to.gone_there[i] = s.gone_there[i]
        to.gone_new[i] = s.gone_new[i]


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
