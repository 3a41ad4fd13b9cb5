"""Redeal: a whole state that fits a view, uniform over the placements of the unseen cards.

Nothing limits which unseen card lies where. What others have laid face down is any kind of card in their hands; what
they have planned is drawn feeding by feeding, each possible one as likely as another and as being done.
"""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import lowest, nth, popcount, rule
from coven.engine.states import TRUTH
from coven.games.whirling_witchcraft.produce import can_feed, feed, unfed
from coven.games.whirling_witchcraft.recipes import ALL_ORDINARY, ORDINARY, RecipeTables, without_recipe
from coven.games.whirling_witchcraft.state import (
    HIDDEN,
    MOST_HAND,
    MOST_PLAYERS,
    Phase,
    WhirlingWitchcraft,
    is_first,
)
from coven.games.whirling_witchcraft.view import copy_public


@rule
def redeal(deck: RecipeTables, view: WhirlingWitchcraft, s: WhirlingWitchcraft) -> None:
    """Overwrite `s`, but for its seed and dice, with a state that fits `view`; see the module."""
    s.players = view.players
    s.viewer = TRUTH
    copy_public(view, s)
    unseen = unseen_recipes(deck, view)
    for seat in range(MOST_PLAYERS):
        for i in range(MOST_HAND):
            recipe = view.hands[seat][i]
            if recipe == HIDDEN:
                recipe = nth(unseen, roll(s, popcount(unseen)))
                unseen &= ~(1 << recipe)
                recipe = deck.kind[recipe]
            s.hands[seat][i] = recipe
    for i in range(ORDINARY):
        recipe = view.pile[i]
        if recipe == HIDDEN:
            recipe = nth(unseen, roll(s, popcount(unseen)))
            unseen &= ~(1 << recipe)
            recipe = deck.kind[recipe]
        s.pile[i] = recipe
    for seat in range(MOST_PLAYERS):
        draw_choices(deck, view, s, seat)


@rule
def unseen_recipes(deck: RecipeTables, view: WhirlingWitchcraft) -> int:
    """The ordinary recipes that the viewer does not know to be in a lab, a hand or the deck: a set."""
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
    """What the seat has laid face down, and its plan in step 3."""
    s.laid[seat] = draw_laid(view, s, seat) if view.laid[seat] == HIDDEN else view.laid[seat]
    s.fed[seat] = view.fed[seat]
    s.used[seat] = view.used[seat]
    s.made[seat] = view.made[seat]
    if view.phase == Phase.PRODUCE and seat != view.viewer and seat < view.players:
        draw_plan(deck, s, seat)


@rule
def draw_laid(view: WhirlingWitchcraft, s: WhirlingWitchcraft, seat: int) -> int:
    """WW-12: a place of the hand that holds the first of its kind."""
    while True:
        place = roll(s, view.hand_size)
        if is_first(s, seat, place):
            return place


@rule
def draw_plan(deck: RecipeTables, s: WhirlingWitchcraft, seat: int) -> None:
    """Feed recipes by chance until the lot falls on being done."""
    while True:
        ways = count_ways(deck, s, seat)
        number = roll(s, ways + 1)
        if number == ways:
            return
        feed_nth(deck, s, seat, number)


@rule
def count_ways(deck: RecipeTables, s: WhirlingWitchcraft, seat: int) -> int:
    """How many feedings are possible, alike recipes counted each."""
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
    """Carry out one of the feedings that `count_ways` counts, from 0."""
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
