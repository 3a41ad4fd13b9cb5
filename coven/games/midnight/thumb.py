"""Rules of thumb for Midnight: a decent beginner, from the view alone.

It catches whoever forgot to call, calls itself, keeps wild cards for when nothing else goes, holds up a neighbour who
is about to finish, and declares the suit that it holds most of.
"""

from __future__ import annotations

from coven.engine.dice import draw
from coven.engine.jit import lowest, rule
from coven.games.midnight import actions
from coven.games.midnight.cards import NONE, CardTables, Type
from coven.games.midnight.state import Midnight, seat_after

NEVER = -1000
CATCHING = 1000
NEAR = 2
"""A neighbour with so few cards is to be held up."""
STANDARD = 60
SPECIALS = (50, 45, 47, 74, 70, 60, 90, 10, -40, 45, 0)
"""How gladly a card of each Type is played; drawing is worth DRAWING."""
DRAWING = -20
HOLDING_UP = (0, 0, 25, 45, 10, 30, 40, 30, 15, 35, 0)
"""How much more, where the next player is near the end."""
COMPANY = 3
"""For each other card of the hand that would go on it."""
WORST = -(10**6)


@rule
def thumb(deck: CardTables, view: Midnight, seat: int, legal: list[int], n: int, lots: int) -> int:
    """The most appealing of the n legal actions; the lots say at which of them to start, so they break ties."""
    start = draw(lots, n)
    chosen, best = legal[start], WORST
    for i in range(n):
        action = legal[(start + i) % n]
        found = appeal(deck, view, seat, action, legal, n)
        if found > best:
            chosen, best = action, found
    return chosen


@rule
def appeal(deck: CardTables, view: Midnight, seat: int, action: int, legal: list[int], n: int) -> int:
    """How good an action looks."""
    if action >= actions.CATCH:
        return CATCHING
    if action == actions.OWN_UP:
        return NEVER
    if action < actions.DRAW:
        return play_appeal(deck, view, seat, action, legal, n)
    if action == actions.DRAW or action == actions.TAKE:
        return DRAWING
    if action >= actions.PASS:
        return -keep_appeal(deck, view, seat, action - actions.PASS)
    return held_of(view, seat, deck.of_suit[action - actions.DECLARE])


@rule
def held_of(view: Midnight, seat: int, kinds: int) -> int:
    """How many cards of these kinds the seat holds."""
    kinds &= view.held[seat]
    total = 0
    while kinds:
        total += view.counts[seat][lowest(kinds)]
        kinds &= kinds - 1
    return total


@rule
def company(deck: CardTables, view: Midnight, seat: int, kind: int) -> int:
    """How many other cards of the hand go on this one."""
    kinds = 0
    if deck.suit[kind] != NONE:
        kinds |= deck.of_suit[deck.suit[kind]]
    if deck.shape[kind] != NONE:
        kinds |= deck.of_shape[deck.shape[kind]] | deck.of_colour[deck.colour[kind]]
    return held_of(view, seat, kinds & ~(1 << kind))


@rule
def play_appeal(deck: CardTables, view: Midnight, seat: int, action: int, legal: list[int], n: int) -> int:
    """A play with all calls that are due: of its forms the one with the highest number is legal."""
    kind = (action - actions.PLAY) // actions.CALLS
    for i in range(n):
        if legal[i] > action and legal[i] < actions.DRAW and (legal[i] - actions.PLAY) // actions.CALLS == kind:
            return NEVER
    what = deck.type[kind]
    found = SPECIALS[what] + COMPANY * company(deck, view, seat, kind)
    if view.hand_size[seat_after(view, seat, 1)] <= NEAR:
        found += HOLDING_UP[what]
    return found


@rule
def keep_appeal(deck: CardTables, view: Midnight, seat: int, kind: int) -> int:
    """How useful a card is in the hand."""
    what = deck.type[kind]
    if what == Type.FAILED_SPELL:
        return NEVER
    if what >= Type.A_POX_ON_ALL_OF_YOU:
        return STANDARD
    return company(deck, view, seat, kind)
