"""The rules of 3 Witches as the contract asks for them. The clauses are in `bidding` and `brew`."""

from __future__ import annotations

from coven.engine.jit import rule
from coven.engine.lists import fill
from coven.engine.seats import everybody, owes
from coven.engine.sets import list_members
from coven.games.three_witches.rules import actions
from coven.games.three_witches.rules.bidding import (
    answer,
    call,
    discard,
    give,
    giveable,
    list_calls,
    start_round,
)
from coven.games.three_witches.rules.brew import (
    lay_down,
    lay_up,
    list_plays,
    list_returns,
    play_first,
    play_late,
    play_second,
    propose,
    take_back,
)
from coven.games.three_witches.rules.cards import ELIXIR_BIT, DeckTables
from coven.games.three_witches.rules.state import GOAL, NONE, SEATS, Phase, ThreeWitches


@rule
def setup(deck: DeckTables, s: ThreeWitches) -> None:
    """Start the first round. Needs seed and players in `s`."""
    fill(s.sheet_lead, NONE)
    fill(s.sheet_bid, NONE)
    fill(s.sheet_won, NONE)
    fill(s.last_trick, NONE)
    fill(s.tokens, 0)
    s.round = 1
    start_round(deck, s)


@rule
def legal(deck: DeckTables, s: ThreeWitches, seat: int, out: list[int]) -> int:
    """Write the seat's legal actions to `out`, ascending, and return how many there are (0 if it owes none).

    Works on the seat's own view as well as on the truth.
    """
    if not owes(s, seat):
        return 0
    phase = s.phase
    if phase <= Phase.RAISE:
        return list_calls(s, out)
    if phase >= Phase.RETURN:
        return list_returns(s, out)
    hand = s.hands[seat] & deck.kinds
    if phase >= Phase.FIRST:
        return list_plays(deck, s, hand, out)
    if phase == Phase.LEAD:
        return list_members(hand & ~ELIXIR_BIT, actions.LEAD, out, 0)
    if phase == Phase.CONCEAL:
        return list_members(hand, actions.CONCEAL, out, 0)
    if phase == Phase.DISCARD:
        return list_members(hand, actions.DISCARD, out, 0)
    return list_members(giveable(deck, s, seat), actions.GIVE, out, 0)


@rule
def apply(deck: DeckTables, s: ThreeWitches, seat: int, action: int) -> None:
    """Play a legal action of a pending seat. Nothing else is caught here (Match does that)."""
    phase = s.phase
    if phase == Phase.LEAD:
        lay_up(deck, s, action - actions.LEAD)
    elif phase == Phase.CONCEAL:
        lay_down(deck, s, action - actions.CONCEAL)
    elif phase == Phase.FIRST:
        play_first(deck, s, seat, action)
    elif phase == Phase.SECOND:
        play_second(deck, s, seat, action - actions.PLAY)
    elif phase == Phase.LATE:
        play_late(deck, s, seat, action - actions.PLAY)
    elif phase == Phase.RETURN:
        take_back(deck, s, action - actions.RETURN)
    elif phase == Phase.PROPOSE:
        propose(deck, s, seat, action - actions.PROPOSE)
    elif phase == Phase.BID:
        call(s, seat, action)
    elif phase == Phase.RAISE:
        answer(s, seat, action)
    elif phase == Phase.GIVE:
        give(deck, s, seat, action - actions.GIVE)
    else:
        discard(deck, s, seat, action - actions.DISCARD)


@rule
def settles(deck: DeckTables, s: ThreeWitches, seat: int, action: int) -> int:
    """everybody(s) if this legal action shows anything to anybody, so that it cannot be taken back; else 0.

    The first of two cards given or laid is sealed, and so is any choice made while others still owe theirs.
    """
    is_sealed = s.phase == Phase.LEAD
    if s.phase == Phase.GIVE:
        is_sealed = s.owing != 1 << seat or s.given[s.passings][seat] == 0
    elif s.phase == Phase.DISCARD or s.phase == Phase.PROPOSE:
        is_sealed = s.owing != 1 << seat
    return 0 if is_sealed else everybody(s)


@rule
def payoff(s: ThreeWitches, out: list[float]) -> None:
    """TW-51: 1 for the winner, shared equally by two. Needs a finished game."""
    winners = 0
    for seat in range(SEATS):
        if s.tokens[seat] >= GOAL:
            winners += 1
    for seat in range(SEATS):
        out[seat] = 1.0 / winners if s.tokens[seat] >= GOAL else 0.0
