"""The passings behind a view: what the others may have given (RULES.md: What a seat knows)."""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import popcount, rule
from coven.engine.lists import copy_rows
from coven.engine.seats import left_of, owes, right_of
from coven.games.three_witches.rules.cards import (
    ELIXIR_BIT,
    DeckTables,
    pick_card,
    with_card,
    with_cards,
    without_card,
    without_cards,
)
from coven.games.three_witches.rules.state import GIVEN, SEATS, TRICKS, Phase, ThreeWitches


@rule
def draw_cards(s: ThreeWitches, cards: int, count: int) -> int:
    """`count` random cards from a set of at least that many."""
    drawn = 0
    for _ in range(count):
        bit = 1 << pick_card(cards, roll(s, popcount(cards)))
        drawn |= bit
        cards &= ~bit
    return drawn


@rule
def hand_when_bid(deck: DeckTables, s: ThreeWitches, seat: int) -> int:
    """The seat's six cards when the bidding ended, as a set, worked out backwards from the truth."""
    hand = s.hands[seat]
    if s.phase < Phase.DISCARD:
        return hand
    if s.discards[seat] >= 0:
        hand = with_card(deck, hand, s.discards[seat])
    for back in range(TRICKS):
        t = TRICKS - 1 - back
        if seat == s.lead:
            hand = lead_hand_before(deck, s, t, hand)
        else:
            card = s.first[t] if seat == left_of(s, s.lead) else s.second[t]
            if card >= 0:
                hand = with_card(deck, hand, card)
    return hand


@rule
def lead_hand_before(deck: DeckTables, s: ThreeWitches, t: int, hand: int) -> int:
    """The Lead's hand before trick `t`, from its hand after it."""
    if s.back[t] >= 0:
        hand = without_card(deck, hand, s.back[t])
    if s.up[t] >= 0:
        hand = with_card(deck, hand, s.up[t])
    if s.down[t] >= 0:
        hand = with_card(deck, hand, s.down[t])
    return hand


@rule
def draw_given(deck: DeckTables, view: ThreeWitches, s: ThreeWitches) -> None:
    """Fill in what each seat gave, last passing first, so that every passing is possible."""
    copy_rows(view.given, s.given)
    if view.phase == Phase.GIVE:
        draw_sealed(deck, view, s)
    hand_0, hand_1, hand_2 = (
        hand_when_bid(deck, s, 0),
        hand_when_bid(deck, s, 1),
        hand_when_bid(deck, s, 2),
    )
    for back in range(view.passings):
        passing = view.passings - 1 - back
        draw_one(deck, view, s, passing, 1, hand_1, hand_2)
        draw_one(deck, view, s, passing, 0, hand_0, hand_1)
        draw_one(deck, view, s, passing, 2, hand_2, hand_0)
        given = s.given[passing]
        hand_0 = with_cards(deck, without_cards(deck, hand_0, given[2]), given[0])
        hand_1 = with_cards(deck, without_cards(deck, hand_1, given[0]), given[1])
        hand_2 = with_cards(deck, without_cards(deck, hand_2, given[1]), given[2])


@rule
def draw_sealed(deck: DeckTables, view: ThreeWitches, s: ThreeWitches) -> None:
    """TW-15, TW-16: two cards for every other seat that has chosen, none for one that still owes."""
    for seat in range(SEATS):
        if seat != view.viewer and not owes(view, seat):
            must = ELIXIR_BIT if s.elixir == seat else 0
            others = s.hands[seat] & ~must
            given = must | draw_cards(s, others, GIVEN - popcount(must))
            s.given[view.passings][seat] = with_cards(deck, 0, given)


@rule
def draw_one(
    deck: DeckTables, view: ThreeWitches, s: ThreeWitches, passing: int, seat: int, hand: int, left_hand: int
) -> None:
    """Fill in what `seat` gave in an earlier passing if the view does not tell. Both hands are those just after it.

    TW-16: if the left neighbour has the Elixir now, it was given, along with only one other card. And what the viewer
    had given the seat in the previous passing must have been in its hand.
    """
    if view.given[passing][seat] != 0:
        return
    giver = right_of(s, seat)
    must = left_hand & ELIXIR_BIT
    if passing > 0 and giver == view.viewer:
        kept = without_cards(deck, hand, view.given[passing][giver])
        must |= without_cards(deck, view.given[passing - 1][giver], kept)
    others = without_cards(deck, left_hand, must) & ~ELIXIR_BIT
    drawn = draw_cards(s, others, GIVEN - popcount(must))
    s.given[passing][seat] = with_cards(deck, must, drawn)
