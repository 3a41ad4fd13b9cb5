"""A round: the call, the answers in turn, and who begins the next one: WB-12 to WB-18. Clause ids: RULES.md."""

from __future__ import annotations

from coven.engine.jit import rule
from coven.engine.seats import left_of
from coven.engine.sets import list_members
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.means import can_use
from coven.games.witchs_brew.rules.roles import CardTables, is_red
from coven.games.witchs_brew.rules.sets import ask_call, clear_round, end_set
from coven.games.witchs_brew.rules.state import Answer, Deed, Phase, WitchsBrew


@rule
def list_calls(s: WitchsBrew, seat: int, out: list[int]) -> int:
    """WB-12: any role in the hand."""
    return list_members(s.hand[seat], actions.CALL, out, 0)


@rule
def list_answers(out: list[int]) -> int:
    """WB-13: claim the role, or take the favour."""
    out[0] = actions.CLAIM
    out[1] = actions.FAVOUR
    return 2


@rule
def play_role(s: WitchsBrew, seat: int) -> None:
    """Take this round's role out of the hand."""
    s.hand[seat] &= ~(1 << s.role)
    s.hand_size[seat] -= 1
    s.played[seat] |= 1 << s.role


@rule
def claim(s: WitchsBrew, seat: int) -> None:
    """WB-12, WB-13: "I am the ...!" An earlier claimant gets nothing."""
    play_role(s, seat)
    s.answer[seat] = Answer.CLAIM
    s.claimant = seat
    s.turn = seat


@rule
def call(deck: CardTables, s: WitchsBrew, seat: int, role: int) -> None:
    """WB-12: start a new round with this role, claimed by the seat."""
    clear_round(s)
    s.round += 1
    s.rounds += 1
    s.role = role
    s.called |= 1 << role
    s.leader = seat
    claim(s, seat)
    go_on(deck, s)


@rule
def take_over(deck: CardTables, s: WitchsBrew, seat: int) -> None:
    """WB-13: an answer that claims."""
    claim(s, seat)
    go_on(deck, s)


@rule
def take_favour(deck: CardTables, s: WitchsBrew, seat: int) -> None:
    """WB-13, WB-14: "So be it!", and the favour at once. A red role's favour is not an action."""
    play_role(s, seat)
    s.answer[seat] = Answer.FAVOUR
    if not is_red(s.role):
        if can_use(deck, s, seat):
            ask_use(s, seat)
            return
        s.deed[seat] = Deed.UNABLE
    go_on(deck, s)


@rule
def ask_use(s: WitchsBrew, seat: int) -> None:
    """WB-17: the seat may use its favour or full action, or decline it."""
    s.phase = Phase.USE
    s.turn = seat
    s.owing = 1 << seat


@rule
def ask_next(s: WitchsBrew) -> bool:
    """WB-13, WB-14: ask the next seat that holds the role, passing over those that do not. False: nobody is left."""
    seat = left_of(s, s.turn)
    while seat != s.leader:
        if s.hand[seat] >> s.role & 1:
            s.phase = Phase.ANSWER
            s.turn = seat
            s.owing = 1 << seat
            return True
        s.answer[seat] = Answer.PASS
        seat = left_of(s, seat)
    return False


@rule
def go_on(deck: CardTables, s: WitchsBrew) -> None:
    """Go on after the seat at turn: the next answer, then the full action, then the next round."""
    if not s.is_full:
        if ask_next(s):
            return
        s.is_full = 1
        if can_use(deck, s, s.claimant):
            ask_use(s, s.claimant)
            return
        s.deed[s.claimant] = Deed.UNABLE
    end_round(s)


@rule
def decline(deck: CardTables, s: WitchsBrew, seat: int) -> None:
    """WB-17: do not use the favour or full action. WB-35: turn no drop into a vial."""
    if s.phase == Phase.USE:
        s.deed[seat] = Deed.DECLINED
    go_on(deck, s)


@rule
def end_round(s: WitchsBrew) -> None:
    """WB-16: the last claimant calls, or the next to its left that has cards. WB-11: without any, the set is over."""
    seat = s.claimant
    for _ in range(s.players):
        if s.hand_size[seat]:
            ask_call(s, seat)
            return
        seat = left_of(s, seat)
    end_set(s)
