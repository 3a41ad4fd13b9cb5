"""Redeal: a whole state that fits a view, uniform over the placements of the unseen cards.

Any unseen card may be anywhere, except that the first of identical recipes is laid. What others have chosen is any kind
of card in their hands, or the crystal ball if that is possible. What they have planned is drawn feeding by feeding,
each possible one being as likely as another and as being done.
"""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import lowest, nth, popcount, rule, scratch
from coven.engine.sets import any_member
from coven.engine.states import TRUTH
from coven.games.whirling_witchcraft.rules.lay import may_be_ball
from coven.games.whirling_witchcraft.rules.produce import can_feed, feed, unfed
from coven.games.whirling_witchcraft.rules.recipes import ALL_ORDINARY, ORDINARY, RecipeTables, without_recipe
from coven.games.whirling_witchcraft.rules.state import (
    CHANGING,
    HIDDEN,
    MOST_HAND,
    MOST_PLAYERS,
    Phase,
    WhirlingWitchcraft,
    is_first,
)
from coven.games.whirling_witchcraft.rules.view import copy_public

IN_HANDS = MOST_PLAYERS * MOST_HAND
PLACES = IN_HANDS + ORDINARY
"""Where an unseen card can be."""


@rule
def redeal(deck: RecipeTables, view: WhirlingWitchcraft, s: WhirlingWitchcraft) -> None:
    """Overwrite `s`, except for its seed and dice, with a state that fits `view`; see the module's docstring."""
    s.players = view.players
    s.viewer = TRUTH
    copy_public(view, s)
    for place in range(PLACES):
        put(s, place, card_at(view, place))
    unseen = deal_known_not(deck, view, s, unseen_recipes(deck, view))
    for place in range(PLACES):
        if card_at(s, place) == HIDDEN:
            recipe = any_member(s, unseen)
            unseen &= ~(1 << recipe)
            put(s, place, deck.kind[recipe])
    for seat in range(MOST_PLAYERS):
        draw_choices(deck, view, s, seat)


@rule
def card_at(s: WhirlingWitchcraft, place: int) -> int:
    """The card at a place of the table, counting hand after hand, then the ring of the deck."""
    if place < IN_HANDS:
        return s.hands[place // MOST_HAND][place % MOST_HAND]
    return s.pile[place - IN_HANDS]


@rule
def known_not(s: WhirlingWitchcraft, place: int) -> int:
    """The set of recipes that the card at a place of the table cannot be."""
    if place < IN_HANDS:
        return s.hand_not[place // MOST_HAND][place % MOST_HAND]
    return s.pile_not[place - IN_HANDS]


@rule
def put(s: WhirlingWitchcraft, place: int, recipe: int) -> None:
    """Put a card at a place of the table."""
    if place < IN_HANDS:
        s.hands[place // MOST_HAND][place % MOST_HAND] = recipe
    else:
        s.pile[place - IN_HANDS] = recipe


@rule
def deal_known_not(deck: RecipeTables, view: WhirlingWitchcraft, s: WhirlingWitchcraft, unseen: int) -> int:
    """Fill the places that cannot hold every unseen card. Returns the cards left.

    A place draws among as many numbers as cards can ever be left for it. If the number belongs to no card, everything
    begins again. So every way to fill them is equally likely.
    """
    places, sets, most = scratch(PLACES), scratch(PLACES), scratch(PLACES)
    n = list_known_not(view, unseen, places, sets)
    for i in range(n):
        most[i] = most_left(sets, i)
    while True:
        left, i = unseen, 0
        while i < n:
            number = roll(s, most[i])
            if number >= popcount(sets[i] & left):
                break
            recipe = nth(sets[i] & left, number)
            left &= ~(1 << recipe)
            put(s, places[i], deck.kind[recipe])
            i += 1
        if i == n:
            return left


@rule
def list_known_not(view: WhirlingWitchcraft, unseen: int, places: list[int], sets: list[int]) -> int:
    """Write the hidden places that cannot hold every unseen card, and the cards they can, fewest first; how many."""
    n = 0
    for place in range(PLACES):
        free = unseen & ~known_not(view, place)
        if card_at(view, place) == HIDDEN and free != unseen:
            i = n
            while i > 0 and popcount(sets[i - 1]) > popcount(free):
                places[i], sets[i] = places[i - 1], sets[i - 1]
                i -= 1
            places[i], sets[i] = place, free
            n += 1
    return n


@rule
def most_left(sets: list[int], i: int) -> int:
    """How many cards can be left for place i: each earlier place that can hold no other cards takes one of them."""
    most = popcount(sets[i])
    for before in range(i):
        if sets[before] & ~sets[i] == 0:
            most -= 1
    return most


@rule
def unseen_recipes(deck: RecipeTables, view: WhirlingWitchcraft) -> int:
    """The set of ordinary recipes that the viewer does not know to be in a lab, a hand or the deck."""
    unseen = ALL_ORDINARY
    for seat in range(view.players):
        for i in range(1, view.round + 1):
            if view.arrivals[seat][i] >= 0:
                unseen = without_recipe(deck, unseen, view.arrivals[seat][i])
        for i in range(view.hand_size):
            if view.hands[seat][i] >= 0:
                unseen = without_recipe(deck, unseen, view.hands[seat][i])
    for i in range(ORDINARY):
        if view.pile[i] >= 0:
            unseen = without_recipe(deck, unseen, view.pile[i])
    return unseen


@rule
def draw_choices(deck: RecipeTables, view: WhirlingWitchcraft, s: WhirlingWitchcraft, seat: int) -> None:
    """Draw what the seat has chosen, and in step 3 its plan."""
    s.laid[seat] = draw_laid(view, s, seat) if view.laid[seat] == HIDDEN else view.laid[seat]
    s.fed[seat] = view.fed[seat]
    s.used[seat] = view.used[seat]
    s.made[seat] = view.made[seat]
    if view.phase == Phase.PRODUCE and seat != view.viewer and seat < view.players:
        draw_plan(deck, s, seat)


@rule
def draw_laid(view: WhirlingWitchcraft, s: WhirlingWitchcraft, seat: int) -> int:
    """WW-12: a place of the hand with the first of its kind. WW-11: or the ball, before any is used."""
    ways = view.hand_size + 1 if may_be_ball(view, seat) else view.hand_size
    while True:
        place = roll(s, ways)
        if place == view.hand_size:
            return CHANGING
        if is_first(s, seat, place):
            return place


@rule
def draw_plan(deck: RecipeTables, s: WhirlingWitchcraft, seat: int) -> None:
    """Feed random recipes until the lot falls on being done."""
    while True:
        ways = count_ways(deck, s, seat)
        number = roll(s, ways + 1)
        if number == ways:
            return
        feed_nth(deck, s, seat, number)


@rule
def count_ways(deck: RecipeTables, s: WhirlingWitchcraft, seat: int) -> int:
    """How many feedings are possible, counting identical recipes separately."""
    ways = 0
    recipes = unfed(s, seat)
    while recipes:
        kind = deck.kind[lowest(recipes)]
        recipes &= recipes - 1
        for i in range(deck.way_count[kind]):
            if can_feed(deck, s, seat, kind, deck.ways[kind][i]):
                ways += 1
    return ways


@rule
def feed_nth(deck: RecipeTables, s: WhirlingWitchcraft, seat: int, number: int) -> None:
    """Carry out one of the feedings that `count_ways` counts, numbered from 0."""
    recipes = unfed(s, seat)
    while recipes:
        kind = deck.kind[lowest(recipes)]
        recipes &= recipes - 1
        for i in range(deck.way_count[kind]):
            if can_feed(deck, s, seat, kind, deck.ways[kind][i]):
                if number == 0:
                    feed(deck, s, seat, kind, deck.ways[kind][i])
                    return
                number -= 1
