"""Deal, bids, passings and discards: TW-3 to TW-21, one small function per clause. Clause ids: RULES.md."""

from __future__ import annotations

from coven.engine.dice import open_stream, roll
from coven.engine.jit import popcount, rule
from coven.engine.lists import fill, fill_rows
from coven.engine.seats import everybody, left_of, right_of
from coven.games.three_witches.rules import actions
from coven.games.three_witches.rules.cards import (
    ALL,
    CARDS,
    ELIXIR_BIT,
    DeckTables,
    pick_card,
    with_card,
    with_cards,
    without_card,
    without_cards,
)
from coven.games.three_witches.rules.state import (
    GIVEN,
    HAND,
    MOST_PASSINGS,
    NONE,
    SEATS,
    Call,
    Phase,
    ThreeWitches,
)

DEAL = 1
"""Purpose of the dice stream whose index is the round."""


@rule
def start_round(deck: DeckTables, s: ThreeWitches) -> None:
    """TW-3: clear the table, deal, and ask for the first bid."""
    fill(s.up, NONE)
    fill(s.down, NONE)
    fill(s.first, NONE)
    fill(s.second, NONE)
    fill(s.back, NONE)
    fill(s.lead_won, NONE)
    fill(s.discards, NONE)
    fill(s.voids, 0)
    fill(s.proposals, NONE)
    fill_rows(s.given, 0)
    s.passings = 0
    s.trick = 0
    deal(deck, s)
    start_bidding(s)


@rule
def deal(deck: DeckTables, s: ThreeWitches) -> None:
    """TW-4: six cards each. TW-5: the Elixir's place is public."""
    open_stream(s, DEAL, s.round)
    left = ALL
    fill(s.hands, 0)
    cards = CARDS
    for seat in range(SEATS - 1):
        hand = 0
        for _ in range(HAND):
            card = pick_card(left, roll(s, cards))
            left &= ~(1 << card)
            cards -= 1
            hand = with_card(deck, hand, card)
        s.hands[seat] = hand
    s.hands[SEATS - 1] = with_cards(deck, 0, left)
    for seat in range(SEATS):
        if s.hands[seat] & ELIXIR_BIT:
            s.elixir = seat


@rule
def start_bidding(s: ThreeWitches) -> None:
    """TW-10: the seat left of the Elixir's holder is asked first."""
    fill(s.calls, Call.SILENT)
    s.phase = Phase.BID
    s.asked = 0
    s.bid = 0
    s.lead = NONE
    s.owing = 1 << left_of(s, s.elixir)


@rule
def must_bid(s: ThreeWitches) -> bool:
    """TW-18: in the fourth bidding, the Elixir's holder may not decline after the two others have."""
    return s.passings == MOST_PASSINGS and s.asked == SEATS - 1


@rule
def list_calls(s: ThreeWitches, out: list[int]) -> int:
    """TW-11 for a bidder, TW-13 for a seat that may raise."""
    n = 0
    if not (s.phase == Phase.BID and must_bid(s)):
        out[n] = actions.PASS
        n += 1
    if s.phase == Phase.BID:
        out[n] = actions.BID_3
        n += 1
    out[n] = actions.BID_4
    return n + 1


@rule
def giveable(deck: DeckTables, s: ThreeWitches, seat: int) -> int:
    """TW-15: the kinds still free to give. TW-16: the Elixir's holder gives it first."""
    given = s.given[s.passings][seat]
    if s.elixir == seat and given == 0:
        return ELIXIR_BIT
    return without_cards(deck, s.hands[seat], given) & deck.kinds


@rule
def call(s: ThreeWitches, seat: int, action: int) -> None:
    """TW-11 to TW-13, TW-15: a turn of the first kind."""
    if action == actions.BID_4:
        win_bid(s, seat, Call.FOUR)
        return
    s.asked += 1
    s.owing = 1 << left_of(s, seat)
    if action == actions.BID_3:
        s.calls[seat] = Call.THREE
        s.lead = seat
        s.bid = Call.THREE
        s.phase = Phase.RAISE
        s.asked = 0
        return
    s.calls[seat] = Call.DECLINED
    if s.asked == SEATS:
        s.phase = Phase.GIVE
        s.owing = everybody(s)


@rule
def answer(s: ThreeWitches, seat: int, action: int) -> None:
    """TW-13, TW-14: a turn after a bid of 3. The bidder has the last one."""
    if action == actions.BID_4:
        win_bid(s, seat, Call.FOUR)
        return
    if seat != s.lead:
        s.calls[seat] = Call.DECLINED
    s.asked += 1
    s.owing = 1 << left_of(s, seat)
    if s.asked == SEATS:
        win_bid(s, s.lead, Call.THREE)


@rule
def win_bid(s: ThreeWitches, seat: int, bid: int) -> None:
    """TW-12, TW-14, TW-20: `seat` is the Lead, and the two others owe a discard."""
    s.calls[seat] = bid
    s.lead = seat
    s.bid = bid
    s.phase = Phase.DISCARD
    s.owing = everybody(s) ^ 1 << seat


@rule
def give(deck: DeckTables, s: ThreeWitches, seat: int, card: int) -> None:
    """TW-15: set one card aside. The hands change when everybody has set two aside."""
    given = with_card(deck, s.given[s.passings][seat], card)
    s.given[s.passings][seat] = given
    if popcount(given) == GIVEN:
        s.owing &= ~(1 << seat)
        if s.owing == 0:
            pass_on(deck, s)


@rule
def pass_on(deck: DeckTables, s: ThreeWitches) -> None:
    """TW-15 to TW-17: two cards from every hand go to the left, and bidding starts again."""
    for seat in range(SEATS):
        s.hands[seat] = without_cards(deck, s.hands[seat], s.given[s.passings][seat])
    for seat in range(SEATS):
        s.hands[seat] = with_cards(deck, s.hands[seat], s.given[s.passings][right_of(s, seat)])
    s.passings += 1
    s.elixir = left_of(s, s.elixir)
    start_bidding(s)


@rule
def discard(deck: DeckTables, s: ThreeWitches, seat: int, card: int) -> None:
    """TW-20, TW-21: discard one card face down. Once both seats have, the first trick begins."""
    s.hands[seat] = without_card(deck, s.hands[seat], card)
    s.discards[seat] = card
    s.owing &= ~(1 << seat)
    if s.owing == 0:
        start_trick(s)


@rule
def start_trick(s: ThreeWitches) -> None:
    """TW-47: the Lead leads."""
    s.phase = Phase.LEAD
    s.owing = 1 << s.lead
