"""Fits: could this state be what is behind this view? The judge of `redeal`, with which it shares no reasoning.

The caller checks that the state shows the same as the view. So the question here is whether every hand, gift and pack
is possible.
"""

from __future__ import annotations

from coven.engine.jit import popcount, rule
from coven.engine.seats import owes
from coven.games.witchs_brew.rules.goods import DROPS, GOLD, count, covers, drop_count, drops_of, some
from coven.games.witchs_brew.rules.means import ends_adding, forced_drop, is_freely_paid, picks
from coven.games.witchs_brew.rules.roles import CHOSEN, ROLES, SPELLS, CardTables, Role
from coven.games.witchs_brew.rules.state import Answer, Phase, WitchsBrew, is_round_running


@rule
def fits(deck: CardTables, view: WitchsBrew, s: WitchsBrew) -> bool:
    """Is the hidden part of `s` possible? Needs hide(s) to equal `view`."""
    if not is_permutation(s.books, SPELLS) or (s.spare_pack and not is_permutation(s.spare, ROLES)):
        return False
    for seat in range(s.players):
        is_possible = can_have_chosen(s, seat) if s.phase == Phase.CHOOSE else can_hold(s, seat)
        if not is_possible or not can_have_picked(deck, s, seat):
            return False
    return True


@rule
def is_permutation(cards: list[int], number: int) -> bool:
    """Does each number from 0 occur once among the cards?"""
    found = 0
    for place in range(number):
        if not 0 <= cards[place] < number:
            return False
        found |= 1 << cards[place]
    return found == (1 << number) - 1


@rule
def can_have_chosen(s: WitchsBrew, seat: int) -> bool:
    """WB-10, WB-70: five roles that may be chosen, or fewer for a seat that is still choosing."""
    is_choosing = owes(s, seat)
    chosen = popcount(s.hand[seat])
    return s.hand[seat] & s.excluded == 0 and (chosen < CHOSEN if is_choosing else chosen == CHOSEN)


@rule
def can_hold(s: WitchsBrew, seat: int) -> bool:
    """WB-13, WB-14, WB-20: nobody keeps a role that was called, except seats that have not been reached yet."""
    hand, has_it = s.hand[seat], s.role >= 0 and s.hand[seat] >> s.role & 1 == 1
    if popcount(hand) != s.hand_size[seat] or hand & (s.excluded | s.played[seat]):
        return False
    waits = is_round_running(s) and s.answer[seat] == Answer.OPEN
    if s.phase == Phase.ANSWER and s.turn == seat:
        return has_it and hand & s.called == 1 << s.role
    return hand & s.called == (1 << s.role if has_it and waits else 0)


@rule
def can_have_picked(deck: CardTables, s: WitchsBrew, seat: int) -> bool:
    """WB-31, WB-33, WB-39, WB-40: no more than it has and was asked for, and all of it if it has finished."""
    picked, number = s.picked[seat], drop_count(s.picked[seat])
    if s.phase == Phase.GIVE:
        if picked != drops_of(picked) or not covers(s.goods[seat], picked):
            return False
        return is_gift(s, seat, number)
    if picked == 0:
        return True
    if seat != s.turn or not owes(s, seat):
        return False
    if s.phase == Phase.USE:
        return picked == drops_of(picked) and is_half_picked(s, seat, picks(deck, s) - number)
    is_kind = picked == (some(GOLD, count(picked, GOLD)) if s.role == Role.CUTPURSE else drops_of(picked))
    return s.phase == Phase.ADD and is_kind and covers(s.goods[seat], picked) and not ends_adding(deck, s, seat, 0)


@rule
def is_half_picked(s: WitchsBrew, seat: int, left: int) -> bool:
    """WB-31, WB-33, WB-50, WB-51: is there still something to pick, and if it is paid, still a choice?"""
    if left <= 0 or not is_freely_paid(s):
        return left > 0
    rest = s.goods[seat] - s.picked[seat]
    return covers(s.goods[seat], s.picked[seat]) and forced_drop(rest, left) == DROPS


@rule
def is_gift(s: WitchsBrew, seat: int, number: int) -> bool:
    """WB-39: has the seat given its toll, or does it still have a choice?"""
    if not owes(s, seat):
        return number == s.toll[seat]
    return number < s.toll[seat] and forced_drop(s.goods[seat] - s.picked[seat], s.toll[seat]) == DROPS
