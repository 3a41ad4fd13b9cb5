"""Redeal: a whole state that fits a view, uniform over the placements of the unseen cards.

The three seats are the open one (the Lead, or seat 0 before there is a Lead: nothing limits what it holds) and the two
tied ones to its left and right, X and Y (the Lesser Witches: no suit that they have shown not to hold). The unseen
cards fall into four classes, by which tied hands may hold them, so the placements can be counted in closed form and one
of them drawn by its number. The rest (secret returns, cards known to be X's or Y's, a card face down under an Eye) is
drawn again until it fits, which is soon. With identical cards in a custom deck, all possible returns count the same,
however many placements each leaves.
"""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import popcount, rule
from coven.engine.seats import left_of, right_of
from coven.engine.states import TRUTH
from coven.games.three_witches.mind.passing import draw_cards, draw_given
from coven.games.three_witches.rules.cards import (
    ALL,
    ELIXIR_BIT,
    SUITS,
    DeckTables,
    has_card,
    has_cards,
    pick_card,
    with_card,
    with_cards,
    without_card,
    without_cards,
)
from coven.games.three_witches.rules.state import HIDDEN, NONE, SEATS, TRICKS, Phase, ThreeWitches
from coven.games.three_witches.rules.view import copy_public, copy_tricks, hand_size

IMPOSSIBLE = -1
NO_NUMBER = 1 << 62


@rule
def redeal(deck: DeckTables, view: ThreeWitches, s: ThreeWitches) -> None:
    """Overwrite `s`, except for its seed and dice, with a state that fits `view`; see the module's docstring."""
    s.players = view.players
    s.viewer = TRUTH
    copy_public(view, s)
    while True:
        left = draw_returns(deck, view, s)
        if place(deck, view, s, left) and lay_hidden(deck, view, s):
            break
    draw_given(deck, view, s)
    draw_proposals(view, s)


@rule
def open_seat(s: ThreeWitches) -> int:
    """The seat whose hand nothing limits."""
    return s.lead if s.phase >= Phase.DISCARD else 0


@rule
def draw_returns(deck: DeckTables, view: ThreeWitches, s: ThreeWitches) -> int:
    """Draw each card that the Lead took back in secret, until all her plays are possible.

    Returns the set of cards that neither the viewer nor a trick accounts for.
    """
    start = not_shown(deck, view)
    left = IMPOSSIBLE
    while left == IMPOSSIBLE:
        copy_tricks(view, s)
        for t in range(TRICKS):
            if s.back[t] == HIDDEN:
                s.back[t] = s.up[t] if roll(s, 2) == 0 else s.down[t]
        left = without_lead_cards(deck, s, start)
    if view.viewer == open_seat(view):
        own = without_cards(deck, view.hands[view.viewer], returned_cards(deck, s))
        left = without_cards(deck, left, own)
    return left


@rule
def not_shown(deck: DeckTables, view: ThreeWitches) -> int:
    """All cards except those the Lesser Witches have shown and, unless the viewer is the open seat, its own."""
    cards = ALL
    for t in range(TRICKS):
        if view.first[t] >= 0:
            cards = without_card(deck, cards, view.first[t])
        if view.second[t] >= 0:
            cards = without_card(deck, cards, view.second[t])
    viewer = view.viewer
    if viewer >= 0 and viewer != open_seat(view):
        cards = without_cards(deck, cards, view.hands[viewer])
        if view.discards[viewer] >= 0:
            cards = without_card(deck, cards, view.discards[viewer])
    return cards


@rule
def without_lead_cards(deck: DeckTables, s: ThreeWitches, cards: int) -> int:
    """`cards` without those the Lead must have held at first to lay what it laid; IMPOSSIBLE if one is missing."""
    pool = 0
    for t in range(TRICKS):
        for i in range(2):
            card = s.up[t] if i == 0 else s.down[t]
            if card < 0:
                continue
            if has_card(deck, pool, card):
                pool = without_card(deck, pool, card)
            elif has_card(deck, cards, card):
                cards = without_card(deck, cards, card)
            else:
                return IMPOSSIBLE
        if s.back[t] >= 0:
            pool = with_card(deck, pool, s.back[t])
    return cards


@rule
def returned_cards(deck: DeckTables, s: ThreeWitches) -> int:
    """The set of cards that went back to the Lead and have not been laid again."""
    pool = 0
    for t in range(TRICKS):
        if s.up[t] >= 0:
            pool = without_card(deck, pool, s.up[t])
        if s.down[t] >= 0:
            pool = without_card(deck, pool, s.down[t])
        if s.back[t] >= 0:
            pool = with_card(deck, pool, s.back[t])
    return pool


@rule
def known_cards(deck: DeckTables, view: ThreeWitches, s: ThreeWitches, seat: int, left: int) -> int:
    """The set of cards in `left` that are known to be the seat's, whether in hand, face down or discarded.

    These are the Elixir, and what the viewer gave the seat in the last passing and has not seen since.
    """
    known = ELIXIR_BIT & left if view.elixir == seat else 0
    viewer = view.viewer
    if viewer < 0 or view.passings == 0 or seat != left_of(s, viewer):
        return known
    given = view.given[view.passings - 1][viewer] & ~ELIXIR_BIT
    return known | without_cards(deck, given, seen_of(deck, view, s, seat))


@rule
def seen_of(deck: DeckTables, view: ThreeWitches, s: ThreeWitches, seat: int) -> int:
    """The set of cards that the seat is known to have held when the bidding ended, because they were seen."""
    if seat == open_seat(view):
        return without_cards(deck, ALL, without_lead_cards(deck, s, ALL))
    seen = 0
    for t in range(TRICKS):
        card = view.first[t] if seat == left_of(s, open_seat(view)) else view.second[t]
        if card >= 0:
            seen = with_card(deck, seen, card)
    return seen


@rule
def places(view: ThreeWitches, seat: int) -> int:
    """How many unseen cards the seat has in hand and face down in the trick."""
    if seat == view.viewer:
        return 0
    size = hand_size(view, seat)
    if view.phase >= Phase.FIRST and view.phase <= Phase.LATE:
        t = view.trick
        if seat == open_seat(view):
            size += 1 if view.down[t] == HIDDEN else 0
        elif seat == left_of(view, open_seat(view)):
            size += 1 if view.first[t] == HIDDEN else 0
        else:
            size += 1 if view.second[t] == HIDDEN else 0
    return size


@rule
def holdable(deck: DeckTables, view: ThreeWitches, seat: int, cards: int) -> int:
    """The cards that a tied seat may hold unseen in hand: none in a suit that it has shown not to hold."""
    if seat == view.viewer:
        return 0
    for suit in range(SUITS):
        if view.voids[seat] >> suit & 1:
            cards &= ~deck.suit_cards[suit]
    return cards


@rule
def place(deck: DeckTables, view: ThreeWitches, s: ThreeWitches, left: int) -> bool:
    """Put the cards of `left` into hands (including face-down cards, for now) and discards. False: draw again."""
    middle = open_seat(view)
    seat_x, seat_y = left_of(s, middle), right_of(s, middle)
    known = known_cards(deck, view, s, middle, left)
    pool = 0 if middle == view.viewer else returned_cards(deck, s)
    # The open seat needs room for what it took back and for what is known to be its own.
    if popcount(pool) + popcount(known) > places(view, middle) or not has_cards(deck, left, known):
        return False
    free = without_cards(deck, left, known)
    in_x, in_y = holdable(deck, view, seat_x, free), holdable(deck, view, seat_y, free)
    size_x, size_y = places(view, seat_x), places(view, seat_y)
    only_x, only_y, both = in_x & ~in_y, in_y & ~in_x, in_x & in_y
    loose = popcount(free & ~(in_x | in_y))
    # How many of the cards that only X, or only Y, may hold lie elsewhere decides how many placements there are.
    loose_x, loose_y = draw_split(s, popcount(only_x), popcount(only_y), popcount(both), loose, size_x, size_y)
    if loose_x == IMPOSSIBLE:
        return False
    held_x = draw_cards(s, only_x, popcount(only_x) - loose_x)
    held_y = draw_cards(s, only_y, popcount(only_y) - loose_y)
    held_x |= draw_cards(s, both, size_x - popcount(held_x))
    held_y |= draw_cards(s, both & ~held_x, size_y - popcount(held_y))
    s.hands[seat_x] = with_cards(deck, 0, held_x)
    s.hands[seat_y] = with_cards(deck, 0, held_y)
    # X and Y discard some of what they do not hold; the open seat has the rest.
    loose_cards = free & ~(held_x | held_y)
    rest = draw_discard(deck, view, s, seat_x, loose_cards)
    last = draw_discard(deck, view, s, seat_y, rest)
    s.hands[middle] = with_cards(deck, with_cards(deck, pool, known), last)
    s.discards[middle] = NONE
    show_own(view, s)
    # Cards known to be X's or Y's were drawn as if unknown. If one of them lies elsewhere, draw again.
    known_x = known_cards(deck, view, s, seat_x, left)
    known_y = known_cards(deck, view, s, seat_y, left)
    missing = known_x & ~(held_x | loose_cards ^ rest) | known_y & ~(held_y | rest ^ last)
    return missing == 0


@rule
def draw_split(
    s: ThreeWitches, only_x: int, only_y: int, both: int, loose: int, size_x: int, size_y: int
) -> tuple[int, int]:
    """Draw how many cards that only X or only Y may hold in hand lie elsewhere, weighted by placements.

    `both` and `loose` count the cards that either and neither may hold, `size_x` and `size_y` the places. IMPOSSIBLE if
    the places cannot be filled.
    """
    elsewhere = only_x + only_y + both + loose - size_x - size_y
    number = NO_NUMBER
    for drawn in range(2):
        total = 0
        for loose_x in range(only_x + 1):
            for loose_y in range(only_y + 1):
                loose_both = elsewhere - loose - loose_x - loose_y
                more_x = size_x - (only_x - loose_x)
                if loose_both < 0 or more_x < 0 or loose_both + more_x > both:
                    continue
                total += (
                    binomial(only_x, loose_x)
                    * binomial(only_y, loose_y)
                    * binomial(both, loose_both)
                    * binomial(both - loose_both, more_x)
                )
                if total > number:
                    return loose_x, loose_y
        if drawn == 1 or total == 0:
            break
        number = roll(s, total)
    return IMPOSSIBLE, IMPOSSIBLE


@rule
def binomial(n: int, k: int) -> int:
    """Ways to choose k of n. Needs 0 <= k <= n <= 18."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@rule
def draw_discard(deck: DeckTables, view: ThreeWitches, s: ThreeWitches, seat: int, cards: int) -> int:
    """Draw the seat's unseen discard, if it has one, from `cards`. Returns the other cards."""
    s.discards[seat] = NONE
    if view.discards[seat] != HIDDEN:
        return cards
    card = pick_card(cards, roll(s, popcount(cards)))
    s.discards[seat] = deck.kind[card]
    return cards & ~(1 << card)


@rule
def show_own(view: ThreeWitches, s: ThreeWitches) -> None:
    """Set the viewer's hand and discard to what it sees."""
    if view.viewer >= 0:
        s.hands[view.viewer] = view.hands[view.viewer]
        s.discards[view.viewer] = view.discards[view.viewer]


@rule
def lay_hidden(deck: DeckTables, view: ThreeWitches, s: ThreeWitches) -> bool:
    """Move a card from a hand to its face-down place in the trick. False: it did not follow suit, draw again."""
    if view.phase < Phase.FIRST or view.phase > Phase.LATE:
        return True
    t = view.trick
    if view.down[t] == HIDDEN:
        s.down[t] = lay_any(deck, s, s.lead)
    if view.first[t] == HIDDEN:
        s.first[t] = lay_any(deck, s, left_of(s, s.lead))
        return follows(deck, s, left_of(s, s.lead), s.first[t])
    if view.second[t] == HIDDEN:
        s.second[t] = lay_any(deck, s, right_of(s, s.lead))
        return follows(deck, s, right_of(s, s.lead), s.second[t])
    return True


@rule
def lay_any(deck: DeckTables, s: ThreeWitches, seat: int) -> int:
    """Take a random card from the seat's hand."""
    card = pick_card(s.hands[seat], roll(s, popcount(s.hands[seat])))
    s.hands[seat] = without_card(deck, s.hands[seat], card)
    return deck.kind[card]


@rule
def follows(deck: DeckTables, s: ThreeWitches, seat: int, card: int) -> bool:
    """TW-36: is the card of the lead suit, or is none of that suit left in hand?"""
    suit = deck.suit[s.up[s.trick]]
    return deck.suit[card] == suit or s.hands[seat] & deck.suit_cards[suit] == 0


@rule
def draw_proposals(view: ThreeWitches, s: ThreeWitches) -> None:
    """TW-46: a sealed proposal is one of the two cards."""
    for seat in range(SEATS):
        card = view.proposals[seat]
        if card == HIDDEN:
            card = view.up[view.trick] if roll(s, 2) == 0 else view.down[view.trick]
        s.proposals[seat] = card
