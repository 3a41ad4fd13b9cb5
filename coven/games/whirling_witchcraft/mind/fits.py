"""Fits: could this state be what is behind this view? The judge of `redeal`, with which it shares no reasoning.

The caller checks that the state shows the same as the view. So the questions here are whether every card is there once,
whether the first of identical recipes was laid, and whether every choice and plan can be made.
"""

from __future__ import annotations

from coven.engine.jit import lowest, rule, scratch
from coven.engine.seats import owes
from coven.games.whirling_witchcraft.rules.cubes import covers
from coven.games.whirling_witchcraft.rules.recipes import (
    ALL_ORDINARY,
    ORDINARY,
    RECIPES,
    RecipeTables,
    with_recipe,
    without_recipe,
)
from coven.games.whirling_witchcraft.rules.state import ARRIVALS, CHANGING, NONE, Phase, WhirlingWitchcraft, is_first

DEPTHS = RECIPES + 1
"""The most feedings in a plan, plus one for a plan without any."""


@rule
def fits(deck: RecipeTables, view: WhirlingWitchcraft, s: WhirlingWitchcraft) -> bool:
    """Is the hidden part of `s` possible? Needs hide(s) to equal `view`."""
    return is_whole_deck(deck, s) and was_first_laid(s) and are_choices_possible(deck, s)


@rule
def is_whole_deck(deck: RecipeTables, s: WhirlingWitchcraft) -> bool:
    """WW-2: do the laid recipes, the hands and the deck make up the ordinary recipes?"""
    cards, number = 0, 0
    for seat in range(s.players):
        for i in range(1, ARRIVALS):
            if s.arrivals[seat][i] != NONE:
                cards = with_recipe(deck, cards, s.arrivals[seat][i])
                number += 1
        for i in range(s.hand_size):
            if not 0 <= s.hands[seat][i] < RECIPES:
                return False
            cards = with_recipe(deck, cards, s.hands[seat][i])
            number += 1
    for i in range(s.left):
        recipe = s.pile[(s.top + i) % ORDINARY]
        if not 0 <= recipe < RECIPES:
            return False
        cards = with_recipe(deck, cards, recipe)
        number += 1
    return cards == ALL_ORDINARY and number == ORDINARY


@rule
def was_first_laid(s: WhirlingWitchcraft) -> bool:
    """WW-12: was no card laid while one of its kind was in front of it in the hand?"""
    for seat in range(s.players):
        for i in range(s.hand_size):
            if s.hand_not[seat][i] >> s.hands[seat][i] & 1:
                return False
    for i in range(s.left):
        place = (s.top + i) % ORDINARY
        if s.pile_not[place] >> s.pile[place] & 1:
            return False
    return True


@rule
def can_be_chosen(s: WhirlingWitchcraft, seat: int, place: int) -> bool:
    """WW-10 to WW-12: the first of its kind in the hand; or the ball, before any is used in the round."""
    if place == CHANGING:
        return s.changed == 0 and s.balls >> seat & 1 == 1 and s.left > 0
    return 0 <= place < s.hand_size and is_first(s, seat, place)


@rule
def are_choices_possible(deck: RecipeTables, s: WhirlingWitchcraft) -> bool:
    """WW-10 to WW-12, WW-21 to WW-24: can every seat have made its choice, and can every plan be carried out?"""
    for seat in range(s.players):
        has_chosen = s.phase == Phase.LAY and not owes(s, seat)
        if has_chosen and not can_be_chosen(s, seat, s.laid[seat]):
            return False
        if s.phase == Phase.PRODUCE and not is_plan_possible(deck, s, seat):
            return False
    return True


@rule
def is_plan_possible(deck: RecipeTables, s: WhirlingWitchcraft, seat: int) -> bool:
    """Do the cubes balance, and is there an order in which every recipe finds its input?

    In any order, a recipe finds the cubes used and what the recipes fed before it have left. So a position in the
    search is the set of recipes fed.
    """
    needs, gives, left = 0, 0, s.fed[seat]
    if without_all(deck, s.labs[seat], left) < 0:
        return False
    while left:
        needs += deck.needs[lowest(left)]
        gives += deck.gives[lowest(left)]
        left &= left - 1
    used = s.used[seat]
    if not covers(s.bench[seat], used) or not covers(needs, used) or used + gives != needs + s.made[seat]:
        return False
    return has_order(deck, s.fed[seat], used)


@rule
def without_all(deck: RecipeTables, recipes: int, fewer: int) -> int:
    """The set without all of `fewer`; -1 if one is not in it."""
    while fewer:
        recipe = deck.kind[lowest(fewer)]
        if recipes & deck.alike[recipe] == 0:
            return -1
        recipes = without_recipe(deck, recipes, recipe)
        fewer &= fewer - 1
    return recipes


@rule
def has_order(deck: RecipeTables, recipes: int, stock: int) -> bool:
    """Can all of these recipes be fed one after the other, starting from a stock of cubes? Tries every order."""
    path, tried = scratch(DEPTHS), scratch(DEPTHS)
    depth, left = 0, recipes
    while left:
        choice = left & ~tried[depth]
        if choice == 0:
            if depth == 0:
                return False
            tried[depth] = 0
            depth -= 1
            left |= 1 << path[depth]
            stock += deck.needs[path[depth]] - deck.gives[path[depth]]
            continue
        recipe = lowest(choice)
        tried[depth] |= 1 << recipe
        if covers(stock, deck.needs[recipe]):
            path[depth] = recipe
            depth += 1
            left &= ~(1 << recipe)
            stock += deck.gives[recipe] - deck.needs[recipe]
    return True
