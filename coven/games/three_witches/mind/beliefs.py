"""What the others have done tells of their cards: how likely their acts are in a world.

Every call, discard and lay of another seat since the last passing is compared with the others that it could have
chosen, by the appeal that each has to the rules of thumb with the hand that the seat had. A softmax makes chances of
the appeals, and a lapse keeps even the least appealing act possible. What a Lesser Witch plays to a trick is any card
that she may play: rules of thumb do not foretell it.
"""

from __future__ import annotations

import math

from coven.engine.jit import lowest, popcount, rule
from coven.engine.seats import left_of
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
    ELIXIR_BIT,
    DeckTables,
    with_card,
    without_card,
    without_cards,
)
from coven.games.three_witches.rules.state import NONE, SEATS, TRICKS, Call, Phase, ThreeWitches

LAPSE = 0.1
"""How often, to an observer, a seat does anything at all."""
CALL_HEAT, DISCARD_HEAT, LAY_HEAT = 25.0, 1.0, 900.0
"""Differences of appeal that make an act e times as likely: in hundredths of a trick, in value with other cards, and in
hundredths of a trick times percent."""


@rule
def likelihood(deck: DeckTables, view: ThreeWitches, s: ThreeWitches) -> float:
    """The chance that the other seats call, discard, lay and play as they did in this round, if `s` is the truth."""
    chance = 1.0
    for seat in range(SEATS):
        if seat != view.viewer:
            hand = hand_when_bid(deck, s, seat)
            chance *= call_chance(deck, s, seat, hand)
            if s.phase >= Phase.DISCARD:
                chance *= lead_chance(deck, s, hand) if seat == s.lead else lesser_chance(deck, s, seat, hand)
    return chance


@rule
def lapsed(chance: float, choices: int) -> float:
    """The chance of an act among so many, if its seat may do anything now and then."""
    return (1.0 - LAPSE) * chance + LAPSE / choices


@rule
def call_chance(deck: DeckTables, s: ThreeWitches, seat: int, hand: int) -> float:
    """TW-11 to TW-14: that it bids, raises or declines as it did."""
    call = s.calls[seat]
    if call == Call.SILENT:
        return 1.0
    goal = level(deck, without_cards(deck, ALL, hand))
    decline = math.exp(-GREATEST_MISS / CALL_HEAT)
    three = math.exp(promise(deck, hand, Call.THREE, goal) / CALL_HEAT)
    four = math.exp(promise(deck, hand, Call.FOUR, goal) / CALL_HEAT)
    if call == Call.THREE:
        return lapsed(three / (decline + three + four), 3)
    if call == Call.FOUR:
        return lapsed(four / (decline + three + four), 3)
    if s.bid == 0:
        return lapsed(decline / (decline + three + four), 3)
    return lapsed(decline / (decline + four), 2)


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
    laid = pair_worth(deck, hand, up, down, need, goal, unseen)
    total, pairs, ups = 0.0, 0, hand & deck.kinds & ~ELIXIR_BIT
    while ups:
        a = lowest(ups)
        ups &= ups - 1
        downs = without_card(deck, hand, a) & deck.kinds
        while downs:
            b = lowest(downs)
            downs &= downs - 1
            total += math.exp((pair_worth(deck, hand, a, b, need, goal, unseen) - laid) / LAY_HEAT)
            pairs += 1
    return lapsed(1.0 / total, pairs)


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
    own = company(deck, card, others)
    total, choices, left = 0.0, 0, hand & deck.kinds
    while left:
        total += math.exp((own - company(deck, lowest(left), others)) / DISCARD_HEAT)
        choices += 1
        left &= left - 1
    return lapsed(1.0 / total, choices)


@rule
def play_chance(deck: DeckTables, hand: int, up: int) -> float:
    """That one of the cards which may be played to the trick is played: any of them."""
    following = hand & deck.suit_cards[deck.suit[up]]
    return 1.0 / popcount((following if following else hand) & deck.kinds)
