"""Fits: could this state be what is behind this view? The judge of `redeal`.

It shares no reasoning with `redeal` except `hand_when_bid`, which only undoes the plays.

A state holds the whole round, so it is enough to play the round again from the deal, asking at each step whether the
cards were there and the rules were kept. The caller checks that the state shows the same as the view.
"""

from __future__ import annotations

from coven.engine.jit import popcount, rule
from coven.engine.seats import left_of, right_of
from coven.games.three_witches.mind.passing import hand_when_bid
from coven.games.three_witches.rules.cards import (
    ALL,
    CARDS,
    ELIXIR,
    ELIXIR_BIT,
    DeckTables,
    has_card,
    has_cards,
    with_card,
    with_cards,
    without_card,
    without_cards,
)
from coven.games.three_witches.rules.state import (
    GIVEN,
    HAND,
    NONE,
    PASSED,
    SEATS,
    TRICKS,
    Phase,
    ThreeWitches,
)


@rule
def fits(deck: DeckTables, view: ThreeWitches, s: ThreeWitches) -> bool:
    """Is the hidden part of `s` possible? Needs hide(s) to equal `view`."""
    return (
        is_whole_deck(deck, s)
        and are_passings_possible(deck, s)
        and is_play_possible(deck, s, left_of(s, s.lead))
        and is_play_possible(deck, s, right_of(s, s.lead))
        and is_lead_play_possible(deck, s)
        and are_sealed_possible(deck, s)
    )


@rule
def is_whole_deck(deck: DeckTables, s: ThreeWitches) -> bool:
    """TW-1, TW-4: did the three hands make up the deck when the bidding ended, with six cards each?"""
    cards = 0
    for seat in range(SEATS):
        hand = hand_when_bid(deck, s, seat)
        if popcount(hand) != HAND:
            return False
        cards = with_cards(deck, cards, hand)
    return cards == ALL and popcount(cards) == CARDS


@rule
def are_passings_possible(deck: DeckTables, s: ThreeWitches) -> bool:
    """TW-15, TW-16: undoing them one by one, did everybody hold what it gave, and did the holder give the Elixir?"""
    hand_0 = hand_when_bid(deck, s, 0)
    hand_1 = hand_when_bid(deck, s, 1)
    hand_2 = hand_when_bid(deck, s, 2)
    for back in range(s.passings):
        given = s.given[s.passings - 1 - back]
        if not (
            has_cards(deck, hand_0, given[2])
            and has_cards(deck, hand_1, given[0])
            and has_cards(deck, hand_2, given[1])
        ):
            return False
        hand_0 = with_cards(deck, without_cards(deck, hand_0, given[2]), given[0])
        hand_1 = with_cards(deck, without_cards(deck, hand_1, given[0]), given[1])
        hand_2 = with_cards(deck, without_cards(deck, hand_2, given[1]), given[2])
        if not (
            is_gift_possible(hand_0, given[0])
            and is_gift_possible(hand_1, given[1])
            and is_gift_possible(hand_2, given[2])
        ):
            return False
    return True


@rule
def is_gift_possible(hand: int, given: int) -> bool:
    """TW-15, TW-16: two cards from the hand, including the Elixir if it was there."""
    return popcount(given) == GIVEN and hand & ELIXIR_BIT == given & ELIXIR_BIT


@rule
def is_play_possible(deck: DeckTables, s: ThreeWitches, seat: int) -> bool:
    """TW-20, TW-32 to TW-36: did a Lesser Witch hold each card that it played, and follow suit if it could?"""
    if s.phase <= Phase.DISCARD:
        return True
    hand = hand_when_bid(deck, s, seat)
    if not has_card(deck, hand, s.discards[seat]):
        return False
    hand = without_card(deck, hand, s.discards[seat])
    for t in range(TRICKS):
        card = s.first[t] if seat == left_of(s, s.lead) else s.second[t]
        if card == NONE:
            continue
        suit = deck.suit[s.up[t]]
        follows = card != PASSED and deck.suit[card] == suit
        if not follows and hand & deck.suit_cards[suit] != 0:
            return False
        if card != PASSED:
            if not has_card(deck, hand, card):
                return False
            hand = without_card(deck, hand, card)
    return hand == s.hands[seat]


@rule
def is_lead_play_possible(deck: DeckTables, s: ThreeWitches) -> bool:
    """TW-30, TW-43 to TW-46: did the Lead hold what it laid, and take back one of its two cards?"""
    if s.phase <= Phase.DISCARD:
        return True
    hand = hand_when_bid(deck, s, s.lead)
    for t in range(TRICKS):
        for i in range(2):
            card = s.up[t] if i == 0 else s.down[t]
            if card == NONE:
                continue
            if not has_card(deck, hand, card):
                return False
            hand = without_card(deck, hand, card)
        card = s.back[t]
        if card != NONE:
            if card != s.up[t] and card != s.down[t]:
                return False
            if card == ELIXIR and s.lead_won[t] == 1:
                return False
            hand = with_card(deck, hand, card)
    return hand == s.hands[s.lead]


@rule
def are_sealed_possible(deck: DeckTables, s: ThreeWitches) -> bool:
    """TW-15, TW-46: are the sealed choices possible, and were they made by seats that no longer owe one?"""
    for seat in range(SEATS):
        owes = s.owing >> seat & 1
        if s.phase == Phase.GIVE:
            given = s.given[s.passings][seat]
            if not has_cards(deck, s.hands[seat], given) or (popcount(given) == GIVEN) == (owes == 1):
                return False
            if given != 0 and s.elixir == seat and given & ELIXIR_BIT == 0:
                return False
        if s.phase == Phase.PROPOSE and seat != s.lead:
            card = s.proposals[seat]
            if owes == 0 and card != s.up[s.trick] and card != s.down[s.trick]:
                return False
    return is_elixir_placed(deck, s)


@rule
def is_elixir_placed(deck: DeckTables, s: ThreeWitches) -> bool:
    """TW-5, TW-16: does the seat known to have the Elixir have it?"""
    return s.elixir == NONE or has_card(deck, hand_when_bid(deck, s, s.elixir), ELIXIR)
