"""What the others have done tells of their cards: how likely their acts are in a world.

Every call, gift, discard and lay of another seat in this round is compared with the others that it could have chosen,
by the appeal that each has to the rules of thumb with the hand that the seat had. A softmax makes chances of the
appeals, and a lapse keeps even the least appealing act possible. What a Lesser Witch plays to a trick is any card
that she may play: rules of thumb do not foretell it.
"""

from __future__ import annotations

from coven.engine.jit import lowest, popcount, rule, scratch
from coven.engine.seats import left_of, right_of
from coven.engine.softmax import softmax_of
from coven.games.three_witches.mind.passing import hand_when_bid
from coven.games.three_witches.mind.thumb import (
    GREATEST_MISS,
    company,
    level,
    pair_worth,
    promise,
)
from coven.games.three_witches.rules.cards import (
    ALL,
    ELIXIR,
    ELIXIR_BIT,
    DeckTables,
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
    TRICKS,
    Call,
    Phase,
    ThreeWitches,
)

LAPSE = 0.1
"""How often, to an observer, a seat does anything at all."""
CALL_HEAT, DISCARD_HEAT, LAY_HEAT = 25.0, 1.0, 900.0
"""Differences of appeal that make an act e times as likely: in hundredths of a trick, in value with other cards, and in
hundredths of a trick times percent."""
DECLINE, KEEP = 0, 1
"""What a seat that does not bid means: nothing, or that her bid of 3 stands."""
CHOICES = 3
GIFTS = HAND * (HAND - 1) // 2
PAIRS = HAND * (HAND - 1)


@rule
def likelihood(deck: DeckTables, view: ThreeWitches, s: ThreeWitches) -> float:
    """The chance that the other seats call, discard, lay and play as they did in this round, if `s` is the truth."""
    chance, last = 1.0, NONE
    for seat in range(SEATS):
        if hand_when_bid(deck, s, seat) & ELIXIR_BIT:
            last = seat
    for seat in range(SEATS):
        if seat != view.viewer:
            hand = hand_when_bid(deck, s, seat)
            chance *= calls_chance(deck, s, seat, hand, last) * passings_chance(deck, s, seat, hand)
            if s.phase >= Phase.DISCARD:
                chance *= lead_chance(deck, s, hand) if seat == s.lead else lesser_chance(deck, s, seat, hand)
    return chance


@rule
def lapsed(chance: float, choices: int) -> float:
    """The chance of an act among so many, if its seat may do anything now and then."""
    return (1.0 - LAPSE) * chance + LAPSE / choices


@rule
def opener(s: ThreeWitches, last: int) -> int:
    """The seat that has bid 3 in this bidding, or NONE; `last` is the seat that speaks last in it, the Elixir's holder.

    Whoever raises her own 3 to 4 is known by a seat after her that has declined: it was asked because of the 3. If she
    speaks last, nobody can tell that she has bid 3 before, and it is taken for a bid of 4.
    """
    for seat in range(SEATS):
        if s.calls[seat] == Call.THREE:
            return seat
    if s.bid == Call.FOUR and s.lead != last and s.calls[last] == Call.DECLINED:
        return s.lead
    return NONE


@rule
def calls_chance(deck: DeckTables, s: ThreeWitches, seat: int, hand: int, last: int) -> float:
    """TW-11 to TW-14, TW-18: that it bids, raises and declines as it did in this bidding."""
    bidder, call = opener(s, last), s.calls[seat]
    if call == Call.SILENT:
        return 1.0
    has_to = seat == last and s.passings == MOST_PASSINGS
    if bidder == NONE:
        return call_chance(deck, hand, call, DECLINE, not has_to, True)
    chance = 1.0
    first = left_of(s, last)
    place, bidders_place = (seat - first) % SEATS, (bidder - first) % SEATS
    if place <= bidders_place:
        said = Call.THREE if seat == bidder else Call.DECLINED
        chance = call_chance(deck, hand, said, DECLINE, not has_to, True)
    stands = KEEP if seat == bidder else DECLINE
    if call == Call.FOUR:
        chance *= call_chance(deck, hand, Call.FOUR, stands, True, False)
    elif (seat - bidder - 1) % SEATS < s.asked:
        chance *= call_chance(deck, hand, Call.DECLINED, stands, True, False)
    return chance


@rule
def call_chance(deck: DeckTables, hand: int, said: int, stands: int, may_decline: bool, may_bid_3: bool) -> float:
    """That this is said in one turn. `stands`: what declining means, DECLINE, or KEEP her own bid of 3."""
    goal = level(deck, without_cards(deck, ALL, hand))
    appeals, n, place = scratch(CHOICES), 0, 0
    if may_decline:
        appeals[0] = -GREATEST_MISS if stands == DECLINE else promise(deck, hand, Call.THREE, goal)
        n = 1
    if may_bid_3:
        appeals[n] = promise(deck, hand, Call.THREE, goal)
        place = n if said == Call.THREE else place
        n += 1
    appeals[n] = promise(deck, hand, Call.FOUR, goal)
    place = n if said == Call.FOUR else place
    return lapsed(softmax_of(appeals, n + 1, place, CALL_HEAT), n + 1)


@rule
def passings_chance(deck: DeckTables, s: ThreeWitches, seat: int, hand: int) -> float:
    """TW-11, TW-15: that it declines before every passing, and gives the cards that it gave. `hand`: its last one."""
    chance = 1.0
    if s.phase == Phase.GIVE and popcount(s.given[s.passings][seat]) == GIVEN:
        chance = gift_chance(deck, hand, s.given[s.passings][seat])
    for back in range(s.passings):
        given = s.given[s.passings - 1 - back]
        hand = with_cards(deck, without_cards(deck, hand, given[right_of(s, seat)]), given[seat])
        chance *= call_chance(deck, hand, Call.DECLINED, DECLINE, True, True) * gift_chance(deck, hand, given[seat])
    return chance


@rule
def gift_chance(deck: DeckTables, hand: int, given: int) -> float:
    """That these two cards are given: those that leave the best start for a bid of 3. TW-16: the Elixir is one."""
    goal = level(deck, without_cards(deck, ALL, hand))
    promises, n, place = scratch(GIFTS), 0, 0
    ones = hand & ELIXIR_BIT if hand & ELIXIR_BIT else hand
    while ones:
        a = lowest(ones)
        ones &= ones - 1
        others = hand & ~ELIXIR_BIT if a == ELIXIR else ones
        while others:
            gift = with_cards(deck, 0, 1 << a | others & -others)
            others &= others - 1
            promises[n] = promise(deck, without_cards(deck, hand, gift), Call.THREE, goal)
            if gift == given:
                place = n
            n += 1
    return lapsed(softmax_of(promises, n, place, CALL_HEAT), n)


@rule
def lead_chance(deck: DeckTables, s: ThreeWitches, hand: int) -> float:
    """TW-30: that the Lead Witch lays the pairs that she laid."""
    chance, need, unseen = 1.0, s.bid, without_cards(deck, ALL, hand)
    for t in range(TRICKS):
        if s.down[t] < 0:
            break
        chance *= lay_chance(deck, hand, s.up[t], s.down[t], need, unseen)
        hand = without_card(deck, without_card(deck, hand, s.up[t]), s.down[t])
        if s.lead_won[t] == NONE:
            break
        need -= s.lead_won[t]
        if s.back[t] >= 0:
            hand = with_card(deck, hand, s.back[t])
        for card in (s.first[t], s.second[t]):
            if card >= 0:
                unseen = without_card(deck, unseen, card)
    return chance


@rule
def lay_chance(deck: DeckTables, hand: int, up: int, down: int, need: int, unseen: int) -> float:
    """That these two are laid out of a hand."""
    goal = level(deck, unseen)
    worths, n, place, ups = scratch(PAIRS), 0, 0, hand & deck.kinds & ~ELIXIR_BIT
    while ups:
        a = lowest(ups)
        ups &= ups - 1
        downs = without_card(deck, hand, a) & deck.kinds
        while downs:
            b = lowest(downs)
            downs &= downs - 1
            worths[n] = pair_worth(deck, hand, a, b, need, goal, unseen)
            if a == up and b == down:
                place = n
            n += 1
    return lapsed(softmax_of(worths, n, place, LAY_HEAT), n)


@rule
def lesser_chance(deck: DeckTables, s: ThreeWitches, seat: int, hand: int) -> float:
    """TW-20, TW-32 to TW-36: that a Lesser Witch discards and plays the cards that it did."""
    if s.discards[seat] < 0:
        return 1.0
    chance = discard_chance(deck, hand, s.discards[seat])
    hand = without_card(deck, hand, s.discards[seat])
    for t in range(TRICKS):
        card = s.first[t] if seat == left_of(s, s.lead) else s.second[t]
        if card >= 0:
            chance *= play_chance(deck, hand, s.up[t])
            hand = without_card(deck, hand, card)
    return chance


@rule
def discard_chance(deck: DeckTables, hand: int, card: int) -> float:
    """That this card is discarded from six: the one worth least with what the hand does not hold."""
    others = without_cards(deck, ALL, hand)
    uses, n, place, left = scratch(HAND), 0, 0, hand & deck.kinds
    while left:
        uses[n] = -company(deck, lowest(left), others)
        if lowest(left) == card:
            place = n
        n += 1
        left &= left - 1
    return lapsed(softmax_of(uses, n, place, DISCARD_HEAT), n)


@rule
def play_chance(deck: DeckTables, hand: int, up: int) -> float:
    """That one of the cards which may be played to the trick is played: any of them."""
    following = hand & deck.suit_cards[deck.suit[up]]
    return 1.0 / popcount((following if following else hand) & deck.kinds)
