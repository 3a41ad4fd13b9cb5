"""Recipes and sets of recipes.

A recipe is a number from 0 to 54: the starting ones first, then the ordinary ones, in the deck's order except that
identical recipes are put together. Recipes with the same input and output (a custom deck may have them) are one kind,
named by the lowest of their numbers. No player can tell them apart, so no state does: single recipes are kinds, and a
set with k recipes of a kind holds the k lowest bits of that kind.
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
"""Ways to say for each of up to three cubes whether it comes from the workbench or the mixture."""
ALL_ORDINARY = (1 << RECIPES) - (1 << STARTING)


class RecipeTables(Record):
    """What the rules look up about recipes."""

    needs: list[int] = int64(RECIPES)
    """The input, as a bag of cubes."""
    gives: list[int] = int64(RECIPES)
    """The output, as a bag of cubes."""
    alike: list[int] = int64(RECIPES)
    """The set of recipes of this recipe's kind."""
    from_made: list[list[int]] = int64(RECIPES, SOURCES)
    """[recipe][sources]: the part of the input that comes from the mixture (bit i of sources: the i-th cube does)."""
    ways: list[list[int]] = int8(RECIPES, SOURCES)
    """[recipe]: its distinct sources, ascending; within a colour, cubes from the workbench come first."""
    way_count: list[int] = int8(RECIPES)
    """How many of `ways` there are."""
    kind: list[int] = int8(RECIPES)
    """The recipe that names this recipe's kind."""
    floods_first: int = int8()
    """1 if a flood comes before an empty workbench (WW-34: not as we read it)."""


Deck: TypeAlias = decks.Deck[RecipeTables]
"""A deck of Whirling Witchcraft."""


@rule
def with_recipe(deck: RecipeTables, recipes: int, recipe: int) -> int:
    """The set with one more recipe."""
    alike = deck.alike[recipe]
    return recipes & ~alike | ((recipes & alike) << 1 | 1 << deck.kind[recipe]) & alike


@rule
def without_recipe(deck: RecipeTables, recipes: int, recipe: int) -> int:
    """The set with one recipe less. Needs the recipe to be in it."""
    alike = deck.alike[recipe]
    return recipes & ~alike | (recipes & alike) >> 1 & alike
