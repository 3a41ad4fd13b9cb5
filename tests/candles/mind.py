"""What players of Candles think with: redeals and their judge, and rules of thumb."""

from __future__ import annotations

from coven.engine.dice import draw
from coven.engine.jit import popcount, rule, scratch
from coven.engine.lists import first_of_best
from coven.engine.states import TRUTH
from tests.candles.rules import CARDS, HAND, SEATS, Candles, CardTables, copy_public, deal, hand_size


@rule
def redeal(deck: CardTables, view: Candles, s: Candles) -> None:
    """The cards that the viewer has not seen, dealt anew."""
    s.players = view.players
    s.viewer = TRUTH
    copy_public(view, s)
    unseen = (1 << CARDS) - 1
    for i in range(view.count):
        unseen &= ~(1 << view.played[i])
    if view.viewer >= 0:
        s.hands[view.viewer] = view.hands[view.viewer]
        unseen &= ~view.hands[view.viewer]
    deal(s, unseen, view.viewer)


@rule
def fits(deck: CardTables, view: Candles, s: Candles) -> bool:
    """Is every hand as large as it must be, and no card in two places?"""
    seen = 0
    for i in range(s.count):
        seen |= 1 << s.played[i]
    for seat in range(SEATS):
        if s.hands[seat] & seen or popcount(s.hands[seat]) != hand_size(s, seat):
            return False
        seen |= s.hands[seat]
    return seen < 1 << CARDS and popcount(seen) == SEATS * HAND


@rule
def thumb(deck: CardTables, view: Candles, seat: int, legal: list[int], n: int, rng: int) -> int:
    """The card that lies nearest to the middle of the deck."""
    appeals = scratch(HAND)
    for i in range(n):
        appeals[i] = -abs(2 * legal[i] + 1 - CARDS)
    return first_of_best(appeals, legal, n, draw(rng, n))
