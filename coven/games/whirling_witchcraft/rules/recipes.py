"""Recipes and sets of recipes.

A recipe is a number from 0 to 54: the starting ones first, then the ordinary ones, in the deck's order but for alike
recipes, which stand together. Recipes alike in input and output (a custom deck may have them) are one kind, named by
the lowest of their numbers; no player can tell them apart, so neither does a state: single recipes are kinds, and a
set with k of a kind holds the k lowest bits of that kind.
"""

from __future__ import annotations

from typing import TypeAlias

from coven.engine import decks
from coven.engine.jit import rule
from coven.engine.states import Record, int8, int64

STARTING = 6
ORDINARY = 49
RECIPES = STARTING + ORDINARY
MOST_CUBES = 3
SOURCES = 1 << MOST_CUBES
"""Ways to say for each of up to three cubes whether it comes from the workbench or from the mixture."""
ALL_ORDINARY = (1 << RECIPES) - (1 << STARTING)


class RecipeTables(Record):
    """What the rules look up about recipes."""

    needs: list[int] = int64(RECIPES)
    """The input: a bag of cubes."""
    gives: list[int] = int64(RECIPES)
    """The output: a bag of cubes."""
    alike: list[int] = int64(RECIPES)
    """Set of the recipes of this recipe's kind."""
    from_made: list[list[int]] = int64(RECIPES, SOURCES)
    """[recipe][sources]: the part of the input that comes from the mixture (bit i of sources: the i-th cube does)."""
    ways: list[list[int]] = int8(RECIPES, SOURCES)
    """[recipe]: its different sources, ascending: of cubes of one colour the first come from the workbench."""
    way_count: list[int] = int8(RECIPES)
    """How many of `ways` there are."""
    kind: list[int] = int8(RECIPES)
    """The recipe that names this recipe's kind."""


Deck: TypeAlias = decks.Deck[RecipeTables]
"""A deck of Whirling Witchcraft."""


@rule
def with_recipe(deck: RecipeTables, recipes: int, recipe: int) -> int:
    """The set and one recipe more."""
    alike = deck.alike[recipe]
    return recipes & ~alike | ((recipes & alike) << 1 | 1 << deck.kind[recipe]) & alike


@rule
def without_recipe(deck: RecipeTables, recipes: int, recipe: int) -> int:
    """The set and one recipe less; needs the recipe in it."""
    alike = deck.alike[recipe]
    return recipes & ~alike | (recipes & alike) >> 1 & alike
