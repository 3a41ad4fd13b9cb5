"""The rules of Witch's Brew as the contract asks for them.

The clauses are in `sets`, `rounds`, `means`, `effects` and `shelves`.
"""

from __future__ import annotations

from coven.engine.jit import popcount, rule
from coven.engine.seats import everybody, owes
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.effects import brew_by_optio, buy_vial, pay, take, use
from coven.games.witchs_brew.rules.goods import DROPS, drop_count, some
from coven.games.witchs_brew.rules.means import ends_adding, forced_drop, list_adds, list_drops, list_use, picks
from coven.games.witchs_brew.rules.roles import CHOSEN, CardTables, is_red
from coven.games.witchs_brew.rules.rounds import call, decline, list_answers, list_calls, take_favour, take_over
from coven.games.witchs_brew.rules.sets import choose, list_choices, start_game
from coven.games.witchs_brew.rules.shelves import add, gift_left, give, start_begging, stop_adding
from coven.games.witchs_brew.rules.state import Phase, WitchsBrew


@rule
def setup(deck: CardTables, s: WitchsBrew) -> None:
    """Lay out the table and ask for roles. Needs seed, players and options in `s`."""
    start_game(s)


@rule
def legal(deck: CardTables, s: WitchsBrew, seat: int, out: list[int]) -> int:
    """Write the seat's legal actions to `out`, ascending, and return how many there are (0 if it owes none).

    Works on the seat's own view as well as on the truth.
    """
    if not owes(s, seat):
        return 0
    if s.phase == Phase.CHOOSE:
        return list_choices(s, seat, out)
    if s.phase == Phase.CALL:
        return list_calls(s, seat, out)
    if s.phase == Phase.ANSWER:
        return list_answers(out)
    if s.phase == Phase.USE:
        return list_use(deck, s, seat, out)
    if s.phase == Phase.GIVE:
        return list_drops(s.goods[seat] - s.picked[seat], actions.GIVE, out, 0)
    if s.phase == Phase.ADD:
        return list_adds(deck, s, seat, out)
    n = list_drops(s.goods[seat], actions.PAY, out, 0)
    out[n] = actions.DECLINE
    return n + 1


@rule
def apply(deck: CardTables, s: WitchsBrew, seat: int, action: int) -> None:
    """Play a legal action of a pending seat. Nothing else is caught here (Match does that)."""
    if action < actions.CALL:
        choose(s, seat, action - actions.CHOOSE)
    elif action < actions.CLAIM:
        call(deck, s, seat, action - actions.CALL)
    elif action == actions.CLAIM:
        take_over(deck, s, seat)
    elif action == actions.FAVOUR:
        take_favour(deck, s, seat)
    elif action == actions.DECLINE:
        decline(deck, s, seat)
    else:
        carry_out(deck, s, seat, action)


@rule
def carry_out(deck: CardTables, s: WitchsBrew, seat: int, action: int) -> None:
    """Carry out a step of a favour or full action, or of what it asks of others."""
    if action == actions.USE:
        if is_red(s.role):
            start_begging(deck, s, seat)
        else:
            use(deck, s, seat)
    elif action < actions.TAKE:
        brew_by_optio(deck, s, seat, action - actions.BREW)
    elif action < actions.PAY:
        take(deck, s, seat, action - actions.TAKE)
    elif action < actions.GIVE:
        if s.phase == Phase.VIAL:
            buy_vial(deck, s, seat, action - actions.PAY)
        else:
            pay(deck, s, seat, action - actions.PAY)
    elif action < actions.ADD:
        give(deck, s, seat, action - actions.GIVE)
    elif action < actions.DONE:
        add(deck, s, seat, action - actions.ADD)
    else:
        stop_adding(deck, s, seat)


@rule
def settles(deck: CardTables, s: WitchsBrew, seat: int, action: int) -> int:
    """WB-10, WB-17, WB-39: everybody(s) if this legal action is seen, so that it cannot be taken back; else 0.

    Roles and gifts can be taken back until the last seat has chosen its own, and drops picked one by one until the last
    is picked. Everything else is seen at once.
    """
    is_last = s.owing == 1 << seat
    if s.phase == Phase.CHOOSE:
        is_last = is_last and popcount(s.hand[seat]) == CHOSEN - 1
    elif s.phase == Phase.GIVE:
        is_last = is_last and ends_picking(s, seat, action - actions.GIVE, gift_left(s, seat))
    elif s.phase == Phase.ADD:
        is_last = action == actions.DONE or ends_adding(deck, s, seat, 1)
    elif s.phase == Phase.USE and actions.TAKE <= action < actions.GIVE:
        left = picks(deck, s) - drop_count(s.picked[seat])
        is_last = left == 1 if action < actions.PAY else ends_picking(s, seat, action - actions.PAY, left)
    return everybody(s) if is_last else 0


@rule
def ends_picking(s: WitchsBrew, seat: int, kind: int, left: int) -> bool:
    """Does one drop of the kind end a row of `left` picks: is it the last one, or does it leave no choice?"""
    return left == 1 or forced_drop(s.goods[seat] - s.picked[seat] - some(kind, 1), left - 1) != DROPS
