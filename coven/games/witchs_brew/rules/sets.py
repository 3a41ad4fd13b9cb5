"""A game and its sets: setup, choosing roles, the end of a set and of the game.

WB-2 to WB-5, WB-10 to WB-22, WB-60 to WB-64, WB-70. Clause ids: RULES.md.
"""

from __future__ import annotations

from coven.engine.dice import open_stream, roll
from coven.engine.jit import popcount, rule
from coven.engine.lists import fill, fill_rows, shuffle
from coven.engine.seats import everybody
from coven.engine.sets import list_members
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.goods import AT_FIRST, GOLD, NOTHING, VIAL, count
from coven.games.witchs_brew.rules.roles import ALL_ROLES, CHOSEN, ROLES, SPELLS
from coven.games.witchs_brew.rules.state import (
    BY_LOT,
    ENOUGH_RAVENS,
    MOST_SETS,
    NONE,
    Answer,
    Deed,
    Ending,
    Phase,
    WitchsBrew,
    drops,
)

BOOKS = 1
STARTER = 2
SPARE = 3
"""Purposes of dice streams: the spell books, who begins, and each shuffle of the spare pack."""

TURNED_UP = (0, 0, 0, 2, 1, 0)
"""WB-70: how many spare roles are turned up for a set, by number of players."""


@rule
def start_game(s: WitchsBrew) -> None:
    """WB-2 to WB-5: goods for each seat, full stacks, shuffled spell books, and a seat that begins."""
    clear_table(s)
    for seat in range(s.players):
        s.goods[seat] = AT_FIRST
    open_stream(s, BOOKS, 0)
    shuffle(s, s.books, SPELLS)
    open_stream(s, STARTER, 0)
    s.starter = s.first_seat
    if s.first_seat == BY_LOT:
        s.starter = roll(s, s.players)
    s.turn = s.starter
    s.turned = ROLES
    start_set(s)


@rule
def clear_table(s: WitchsBrew) -> None:
    """Clear everything from the table."""
    fill(s.goods, NOTHING)
    fill(s.hand, 0)
    fill(s.played, 0)
    fill(s.card_points, 0)
    fill(s.ravens, 0)
    fill(s.hand_size, 0)
    clear_round(s)
    fill(s.on_shelf, NOTHING)
    fill(s.taken, 0)
    fill_rows(s.owners, NONE)
    for place in range(SPELLS):
        s.books[place] = place
    fill(s.spare, NONE)
    s.book = 0
    s.shuffles = 0
    s.set = 0
    s.rounds = 0
    s.role = NONE
    s.leader = NONE
    s.claimant = NONE
    s.winners = 0
    s.ending = Ending.OPEN


@rule
def clear_round(s: WitchsBrew) -> None:
    """Forget what was said and done in the last round."""
    s.is_full = 0
    fill(s.picked, NOTHING)
    fill(s.paid, NOTHING)
    fill(s.got, NOTHING)
    fill(s.toll, 0)
    fill(s.answer, Answer.OPEN)
    fill(s.deed, Deed.OPEN)
    fill(s.got_card, NONE)


@rule
def start_set(s: WitchsBrew) -> None:
    """WB-10, WB-70: everybody owes five of the roles that the spare pack allows."""
    s.set += 1
    s.round = 0
    s.called = 0
    s.excluded = 0
    if s.spare_pack:
        turn_up(s)
    for seat in range(s.players):
        s.hand[seat] = 0
        s.played[seat] = 0
    s.phase = Phase.CHOOSE
    s.owing = everybody(s)


@rule
def turn_up(s: WitchsBrew) -> None:
    """WB-70: turn up the next spare roles. After the last of them, all twelve are shuffled."""
    if s.turned == ROLES:
        for place in range(ROLES):
            s.spare[place] = place
        open_stream(s, SPARE, s.shuffles)
        shuffle(s, s.spare, ROLES)
        s.shuffles += 1
        s.turned = 0
    for _ in range(TURNED_UP[s.players]):
        s.excluded |= 1 << s.spare[s.turned]
        s.turned += 1


@rule
def list_choices(s: WitchsBrew, seat: int, out: list[int]) -> int:
    """WB-10, WB-70: any role not chosen yet and not excluded."""
    return list_members(ALL_ROLES & ~(s.hand[seat] | s.excluded), actions.CHOOSE, out, 0)


@rule
def choose(s: WitchsBrew, seat: int, role: int) -> None:
    """WB-10: choose one more role. When everybody has five, the first one is called."""
    s.hand[seat] |= 1 << role
    if popcount(s.hand[seat]) < CHOSEN:
        return
    s.owing &= ~(1 << seat)
    if s.owing == 0:
        for other in range(s.players):
            s.hand_size[other] = CHOSEN
        ask_call(s, s.turn)


@rule
def ask_call(s: WitchsBrew, seat: int) -> None:
    """WB-12: ask the seat to call a role."""
    s.phase = Phase.CALL
    s.turn = seat
    s.owing = 1 << seat


@rule
def end_set(s: WitchsBrew) -> None:
    """WB-21, WB-22, WB-60, WB-64: turn the book, check for the end, and choose roles again."""
    s.book = s.book + 1 if s.book < SPELLS - 1 else 0
    s.turn = s.claimant
    ravens = 0
    for seat in range(s.players):
        ravens += s.ravens[seat]
    if ravens >= ENOUGH_RAVENS:
        end_game(s, Ending.RAVENS)
    elif s.set == MOST_SETS:
        end_game(s, Ending.MOST_SETS)
    else:
        start_set(s)


@rule
def points(s: WitchsBrew, seat: int) -> int:
    """WB-61: potion cards and vials."""
    return s.card_points[seat] + count(s.goods[seat], VIAL)


@rule
def rest(s: WitchsBrew, seat: int) -> int:
    """WB-62: drops and gold left."""
    return drops(s, seat) + count(s.goods[seat], GOLD)


@rule
def end_game(s: WitchsBrew, ending: int) -> None:
    """WB-61, WB-62: most points, then most goods left. Seats that are still equal share the victory."""
    best, most = -1, -1
    for seat in range(s.players):
        here, left = points(s, seat), rest(s, seat)
        if here > best or (here == best and left > most):
            best, most = here, left
            s.winners = 0
        if here == best and left == most:
            s.winners |= 1 << seat
    s.ending = ending
    s.phase = Phase.OVER
    s.turn = NONE
    s.owing = 0
