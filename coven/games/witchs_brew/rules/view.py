"""What a seat may see (RULES.md, "What a seat knows")."""

from __future__ import annotations

from coven.engine.jit import rule, rule_distinct
from coven.engine.lists import copy, copy_rows
from coven.engine.states import hide_dice
from coven.games.witchs_brew.rules.goods import NOTHING
from coven.games.witchs_brew.rules.roles import ROLES, SPELLS, CardTables
from coven.games.witchs_brew.rules.state import HIDDEN, MOST_PLAYERS, NONE, WitchsBrew


@rule_distinct
def hide(deck: CardTables, s: WitchsBrew, viewer: int, view: WitchsBrew) -> None:
    """Overwrite all of `view` with what `viewer` (a seat, or SPECTATOR) may see of the truth `s`."""
    hide_dice(s, viewer, view)
    copy_public(s, view)
    for seat in range(MOST_PLAYERS):
        is_own = seat == viewer
        view.hand[seat] = s.hand[seat] if is_own else 0
        view.picked[seat] = s.picked[seat] if is_own else NOTHING
    known = books_known(s)
    for place in range(SPELLS):
        view.books[place] = s.books[place] if place < known else HIDDEN
    for place in range(ROLES):
        is_seen = place < s.turned or s.spare[place] == NONE
        view.spare[place] = s.spare[place] if is_seen else HIDDEN


@rule
def books_known(s: WitchsBrew) -> int:
    """WB-4: how many books, in order, have been on top (SPELLS or more: all of them)."""
    return s.set if s.book == (s.set - 1) % SPELLS else s.set + 1


@rule
def copy_public(s: WitchsBrew, to: WitchsBrew) -> None:
    """Copy what everybody sees."""
    copy_counters(s, to)
    copy(s.goods, to.goods)
    copy(s.paid, to.paid)
    copy(s.got, to.got)
    copy(s.played, to.played)
    copy(s.card_points, to.card_points)
    copy(s.toll, to.toll)
    copy(s.ravens, to.ravens)
    copy(s.hand_size, to.hand_size)
    copy(s.answer, to.answer)
    copy(s.deed, to.deed)
    copy(s.got_card, to.got_card)
    copy(s.on_shelf, to.on_shelf)
    copy(s.taken, to.taken)
    copy_rows(s.owners, to.owners)


@rule
def copy_counters(s: WitchsBrew, to: WitchsBrew) -> None:
    """Copy sets, rounds, phases and seats, which everybody sees."""
    to.called = s.called
    to.excluded = s.excluded
    to.book = s.book
    to.turned = s.turned
    to.shuffles = s.shuffles
    to.set = s.set
    to.round = s.round
    to.rounds = s.rounds
    to.phase = s.phase
    to.owing = s.owing
    to.role = s.role
    to.leader = s.leader
    to.claimant = s.claimant
    to.turn = s.turn
    to.is_full = s.is_full
    to.first_seat = s.first_seat
    to.starter = s.starter
    to.spare_pack = s.spare_pack
    to.winners = s.winners
    to.ending = s.ending
