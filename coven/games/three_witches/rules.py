"""The rules of 3 Witches, one small function a clause. Clause ids: RULES.md."""

from __future__ import annotations

from coven.engine.dice import open_stream, roll
from coven.engine.jit import lowest, popcount, rule
from coven.games.three_witches import actions
from coven.games.three_witches.cards import (
    ALL,
    CARDS,
    ELIXIR,
    ELIXIR_BIT,
    EYE,
    DeckTables,
    has_card,
    pick_card,
    with_card,
    with_cards,
    without_card,
    without_cards,
)
from coven.games.three_witches.state import (
    GIVEN,
    GOAL,
    HAND,
    MOST_PASSINGS,
    MOST_ROUNDS,
    NONE,
    PASSED,
    SEATS,
    TRICKS,
    Call,
    Phase,
    ThreeWitches,
)

DEAL = 1
"""Purpose of the dice stream whose index is the round."""

LAST_TRICK = TRICKS - 1
EVERYBODY = (1 << SEATS) - 1


@rule
def left_of(seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat < SEATS - 1 else 0


@rule
def right_of(seat: int) -> int:
    """The next seat counter-clockwise."""
    return seat - 1 if seat > 0 else SEATS - 1


@rule
def setup(deck: DeckTables, s: ThreeWitches) -> None:
    """Start the first round; needs seed and players in `s`."""
    for i in range(MOST_ROUNDS):
        s.sheet_lead[i] = NONE
        s.sheet_bid[i] = NONE
        s.sheet_won[i] = NONE
    for i in range(4):
        s.last_trick[i] = NONE
    for seat in range(SEATS):
        s.tokens[seat] = 0
    s.round = 1
    start_round(deck, s)


@rule
def start_round(deck: DeckTables, s: ThreeWitches) -> None:
    """TW-3: clear the table, deal, and ask for the first bid."""
    for t in range(TRICKS):
        s.up[t] = NONE
        s.down[t] = NONE
        s.first[t] = NONE
        s.second[t] = NONE
        s.back[t] = NONE
        s.lead_won[t] = NONE
    for seat in range(SEATS):
        s.discards[seat] = NONE
        s.voids[seat] = 0
        s.proposals[seat] = NONE
        for passing in range(MOST_PASSINGS):
            s.given[passing][seat] = 0
    s.passings = 0
    s.trick = 0
    deal(deck, s)
    start_bidding(s)


@rule
def deal(deck: DeckTables, s: ThreeWitches) -> None:
    """TW-4: six cards each; TW-5: the Elixir's place is public."""
    open_stream(s, DEAL, s.round)
    left = ALL
    for seat in range(SEATS):
        s.hands[seat] = 0
    for i in range((SEATS - 1) * HAND):
        card = pick_card(left, roll(s, CARDS - i))
        left &= ~(1 << card)
        s.hands[i // HAND] = with_card(deck, s.hands[i // HAND], card)
    s.hands[SEATS - 1] = with_cards(deck, 0, left)
    for seat in range(SEATS):
        if s.hands[seat] & ELIXIR_BIT:
            s.elixir = seat


@rule
def start_bidding(s: ThreeWitches) -> None:
    """TW-10: the seat left of the Elixir's holder is asked first."""
    for seat in range(SEATS):
        s.calls[seat] = Call.SILENT
    s.phase = Phase.BID
    s.asked = 0
    s.bid = 0
    s.lead = NONE
    s.owing = 1 << left_of(s.elixir)


@rule
def must_bid(s: ThreeWitches) -> bool:
    """TW-18: in the fourth bidding the Elixir's holder may not decline after two others have."""
    return s.passings == MOST_PASSINGS and s.asked == SEATS - 1


@rule
def legal(deck: DeckTables, s: ThreeWitches, seat: int, out: list[int]) -> int:
    """Write the seat's legal actions into `out`, ascending; returns how many (0 if it owes none).

    A view of the seat's own serves as well as the truth.
    """
    if not s.owing >> seat & 1:
        return 0
    hand = s.hands[seat] & deck.kinds
    if s.phase == Phase.LEAD:
        return list_cards(actions.LEAD, hand & ~ELIXIR_BIT, out, 0)
    if s.phase == Phase.CONCEAL:
        return list_cards(actions.CONCEAL, hand, out, 0)
    if s.phase <= Phase.RAISE:
        return list_calls(s, out)
    if s.phase == Phase.GIVE:
        return list_cards(actions.GIVE, giveable(deck, s, seat), out, 0)
    if s.phase == Phase.DISCARD:
        return list_cards(actions.DISCARD, hand, out, 0)
    if s.phase <= Phase.LATE:
        return list_plays(deck, s, hand, out)
    return list_returns(s, out)


@rule
def list_cards(base: int, cards: int, out: list[int], n: int) -> int:
    """Append an action for each card; returns the new count."""
    while cards:
        out[n] = base + lowest(cards)
        n += 1
        cards &= cards - 1
    return n


@rule
def list_calls(s: ThreeWitches, out: list[int]) -> int:
    """TW-11 for a bidder, TW-13 for one who may raise."""
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
    """TW-15: kinds still free to give; TW-16: the Elixir's holder gives it first."""
    given = s.given[s.passings][seat]
    if s.elixir == seat and given == 0:
        return ELIXIR_BIT
    return without_cards(deck, s.hands[seat], given) & deck.kinds


@rule
def list_plays(deck: DeckTables, s: ThreeWitches, hand: int, out: list[int]) -> int:
    """TW-32, TW-34: follow if able; TW-33: First may pass if not; TW-35: its late card is any."""
    following = hand & deck.suit_cards[deck.suit[s.up[s.trick]]]
    if following:
        return list_cards(actions.PLAY, following, out, 0)
    n = 0
    if s.phase == Phase.FIRST:
        out[n] = actions.PASS
        n += 1
    return list_cards(actions.PLAY, hand, out, n)


@rule
def list_returns(s: ThreeWitches, out: list[int]) -> int:
    """TW-43, TW-46: one of the Lead's two cards, which are of two kinds where this is asked."""
    base = actions.RETURN if s.phase == Phase.RETURN else actions.PROPOSE
    up, down = s.up[s.trick], s.down[s.trick]
    out[0] = base + min(up, down)
    out[1] = base + max(up, down)
    return 2


@rule
def apply(deck: DeckTables, s: ThreeWitches, seat: int, action: int) -> None:
    """Play a legal action of a pending seat; anything else is not caught here (Match does)."""
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
def call(s: ThreeWitches, seat: int, action: int) -> None:
    """TW-11 to TW-13, TW-15: a turn of the first kind."""
    if action == actions.BID_4:
        win_bid(s, seat, Call.FOUR)
        return
    s.asked += 1
    s.owing = 1 << left_of(seat)
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
        s.owing = EVERYBODY


@rule
def answer(s: ThreeWitches, seat: int, action: int) -> None:
    """TW-13, TW-14: a turn after a bid of 3; it ends with the bidder."""
    if action == actions.BID_4:
        win_bid(s, seat, Call.FOUR)
        return
    if seat != s.lead:
        s.calls[seat] = Call.DECLINED
    s.asked += 1
    s.owing = 1 << left_of(seat)
    if s.asked == SEATS:
        win_bid(s, s.lead, Call.THREE)


@rule
def win_bid(s: ThreeWitches, seat: int, bid: int) -> None:
    """TW-12, TW-14, TW-20: `seat` is Lead, the two others owe a discard."""
    s.calls[seat] = bid
    s.lead = seat
    s.bid = bid
    s.phase = Phase.DISCARD
    s.owing = EVERYBODY ^ 1 << seat


@rule
def give(deck: DeckTables, s: ThreeWitches, seat: int, card: int) -> None:
    """TW-15: set one card aside; the hands change when all have set two aside."""
    given = with_card(deck, s.given[s.passings][seat], card)
    s.given[s.passings][seat] = given
    if popcount(given) == GIVEN:
        s.owing &= ~(1 << seat)
        if s.owing == 0:
            pass_on(deck, s)


@rule
def pass_on(deck: DeckTables, s: ThreeWitches) -> None:
    """TW-15 to TW-17: two cards go to the left from every hand, and bidding starts again."""
    for seat in range(SEATS):
        s.hands[seat] = without_cards(deck, s.hands[seat], s.given[s.passings][seat])
    for seat in range(SEATS):
        s.hands[seat] = with_cards(deck, s.hands[seat], s.given[s.passings][right_of(seat)])
    s.passings += 1
    s.elixir = left_of(s.elixir)
    start_bidding(s)


@rule
def discard(deck: DeckTables, s: ThreeWitches, seat: int, card: int) -> None:
    """TW-20, TW-21: one card face down; when both have, the first trick begins."""
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


@rule
def lay_up(deck: DeckTables, s: ThreeWitches, card: int) -> None:
    """TW-30, TW-31: the Lead's face-up card, not shown before the other is chosen."""
    s.hands[s.lead] = without_card(deck, s.hands[s.lead], card)
    s.up[s.trick] = card
    s.phase = Phase.CONCEAL


@rule
def lay_down(deck: DeckTables, s: ThreeWitches, card: int) -> None:
    """TW-30: the Lead's face-down card; First is asked."""
    s.hands[s.lead] = without_card(deck, s.hands[s.lead], card)
    s.down[s.trick] = card
    s.phase = Phase.FIRST
    s.owing = 1 << left_of(s.lead)


@rule
def is_eye(deck: DeckTables, s: ThreeWitches) -> bool:
    """TW-36: is the Lead's face-up card of this trick an Eye? (needs one laid)"""
    return deck.rank[s.up[s.trick]] == EYE


@rule
def note_void(deck: DeckTables, s: ThreeWitches, seat: int, card: int) -> None:
    """A seat that did not follow with this card has shown that it holds none of the lead suit."""
    suit = deck.suit[s.up[s.trick]]
    if card == PASSED or deck.suit[card] != suit:
        s.voids[seat] |= 1 << suit


@rule
def play_first(deck: DeckTables, s: ThreeWitches, seat: int, action: int) -> None:
    """TW-32, TW-33: First's card, or its pass, which is public at once."""
    card = PASSED
    if action != actions.PASS:
        card = action - actions.PLAY
        s.hands[seat] = without_card(deck, s.hands[seat], card)
    s.first[s.trick] = card
    if card == PASSED or not is_eye(deck, s):
        note_void(deck, s, seat, card)
    s.phase = Phase.SECOND
    s.owing = 1 << left_of(seat)


@rule
def play_second(deck: DeckTables, s: ThreeWitches, seat: int, card: int) -> None:
    """TW-34: Second's card; TW-35: then First's, if it passed."""
    s.hands[seat] = without_card(deck, s.hands[seat], card)
    s.second[s.trick] = card
    if not is_eye(deck, s):
        note_void(deck, s, seat, card)
    if s.first[s.trick] == PASSED:
        s.phase = Phase.LATE
        s.owing = 1 << right_of(seat)
    else:
        end_trick(deck, s)


@rule
def play_late(deck: DeckTables, s: ThreeWitches, seat: int, card: int) -> None:
    """TW-35: First's card after Second's."""
    s.hands[seat] = without_card(deck, s.hands[seat], card)
    s.first[s.trick] = card
    end_trick(deck, s)


@rule
def end_trick(deck: DeckTables, s: ThreeWitches) -> None:
    """TW-36, TW-40 to TW-43: reveal, compare (a tie is the Lead's), and see who returns a card."""
    t = s.trick
    up, down, first, second = s.up[t], s.down[t], s.first[t], s.second[t]
    note_void(deck, s, left_of(s.lead), first)
    note_void(deck, s, right_of(s.lead), second)
    won = deck.value[up][down] >= deck.value[first][second]
    s.lead_won[t] = 1 if won else 0
    for seat in range(SEATS):
        s.proposals[seat] = NONE
    if first == ELIXIR or second == ELIXIR or (down == ELIXIR and (won or t == LAST_TRICK)):
        s.elixir = NONE
    if t == LAST_TRICK:
        end_round(deck, s)
    elif (won and down == ELIXIR) or up == down:
        end_return(deck, s, up)
    elif won:
        s.phase = Phase.RETURN
        s.owing = 1 << s.lead
    else:
        s.phase = Phase.PROPOSE
        s.owing = EVERYBODY ^ 1 << s.lead


@rule
def take_back(deck: DeckTables, s: ThreeWitches, card: int) -> None:
    """TW-44: the Lead's secret choice."""
    end_return(deck, s, card)


@rule
def propose(deck: DeckTables, s: ThreeWitches, seat: int, card: int) -> None:
    """TW-46: when both have proposed and differ, First decides in tricks 1 and 3, Second in 2 and 4."""
    s.proposals[seat] = card
    s.owing &= ~(1 << seat)
    if s.owing == 0:
        decider = left_of(s.lead) if s.trick % 2 == 0 else right_of(s.lead)
        end_return(deck, s, s.proposals[decider])


@rule
def end_return(deck: DeckTables, s: ThreeWitches, card: int) -> None:
    """TW-43: one card back to the Lead's hand, three out of play; the next trick."""
    t = s.trick
    s.back[t] = card
    s.hands[s.lead] = with_card(deck, s.hands[s.lead], card)
    if s.down[t] == ELIXIR and card != ELIXIR:
        s.elixir = NONE
    s.trick = t + 1
    start_trick(s)


@rule
def tricks_won(s: ThreeWitches) -> int:
    """Tricks that the Lead has won in this round."""
    won = 0
    for t in range(TRICKS):
        if s.lead_won[t] == 1:
            won += 1
    return won


@rule
def end_round(deck: DeckTables, s: ThreeWitches) -> None:
    """TW-48, TW-50, TW-51: fill in the score sheet; the next round, or the end."""
    won = tricks_won(s)
    s.sheet_lead[s.round - 1] = s.lead
    s.sheet_bid[s.round - 1] = s.bid
    s.sheet_won[s.round - 1] = won
    s.last_trick[0] = s.up[LAST_TRICK]
    s.last_trick[1] = s.down[LAST_TRICK]
    s.last_trick[2] = s.first[LAST_TRICK]
    s.last_trick[3] = s.second[LAST_TRICK]
    if won == s.bid:
        s.tokens[s.lead] += 2
    else:
        s.tokens[left_of(s.lead)] += 1
        s.tokens[right_of(s.lead)] += 1
    if goal_reached(s):
        s.phase = Phase.OVER
        s.owing = 0
    else:
        s.round += 1
        start_round(deck, s)


@rule
def goal_reached(s: ThreeWitches) -> bool:
    """TW-51: does anybody hold 5 tokens or more?"""
    return s.tokens[0] >= GOAL or s.tokens[1] >= GOAL or s.tokens[2] >= GOAL


@rule
def pending(s: ThreeWitches) -> int:
    """Bits of the seats that owe a decision."""
    return s.owing


@rule
def over(s: ThreeWitches) -> bool:
    """Is the game at its end?"""
    return s.phase == Phase.OVER


@rule
def payoff(s: ThreeWitches, out: list[float]) -> None:
    """TW-51: 1 to the winner, shared equally by two; needs a finished game."""
    winners = 0
    for seat in range(SEATS):
        if s.tokens[seat] >= GOAL:
            winners += 1
    for seat in range(SEATS):
        out[seat] = 1.0 / winners if s.tokens[seat] >= GOAL else 0.0


@rule
def settles(deck: DeckTables, s: ThreeWitches, seat: int, action: int) -> bool:
    """Does this legal action show anybody anything, so that it cannot be taken back? Needs the action not yet applied.

    Sealed are the first of two cards given or laid, and any choice made while others still owe theirs.
    """
    if s.phase == Phase.GIVE:
        return s.owing == 1 << seat and s.given[s.passings][seat] != 0
    if s.phase == Phase.DISCARD or s.phase == Phase.PROPOSE:
        return s.owing == 1 << seat
    return s.phase != Phase.LEAD


@rule
def holds(deck: DeckTables, s: ThreeWitches, seat: int, card: int) -> bool:
    """Has the seat a card of this kind in hand?"""
    return has_card(deck, s.hands[seat], card)
