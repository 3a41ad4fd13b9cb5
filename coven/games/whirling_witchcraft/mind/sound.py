"""What is true of every state of Whirling Witchcraft, by which states set up by hand are judged."""

from __future__ import annotations

from coven.engine.laws import ENDED, Ended, Law, Within
from coven.games.whirling_witchcraft.mind.fits import is_whole_deck
from coven.games.whirling_witchcraft.rules.cubes import BITS, COLOURS, GUARDS, covers
from coven.games.whirling_witchcraft.rules.recipes import ORDINARY, RECIPES, RecipeTables, with_recipe
from coven.games.whirling_witchcraft.rules.state import (
    ARRIVALS,
    CHANGING,
    MOST_HAND,
    MOST_PLAYERS,
    MOST_ROUNDS,
    NONE,
    Ending,
    Phase,
    WhirlingWitchcraft,
)

ALL = (1 << RECIPES) - 1
SEATS = (1 << MOST_PLAYERS) - 1
RANGES = {
    "labs": (0, ALL), "fed": (0, ALL), "hand_not": (0, ALL), "pile_not": (0, ALL), "pile": (NONE, RECIPES - 1),
    "pile_known": (0, SEATS), "hands": (NONE, RECIPES - 1), "hand_known": (0, SEATS), "arrivals": (NONE, RECIPES - 1),
    "laid": (CHANGING, MOST_HAND - 1), "phase": (0, Phase.OVER), "round": (1, MOST_ROUNDS), "is_last": (0, 1),
    "hand_size": (0, MOST_HAND), "balls": (0, SEATS), "changed": (0, SEATS), "top": (0, ORDINARY - 1),
    "left": (0, ORDINARY), "winners": (0, SEATS), "ending": (0, Ending.LAST_ROUND),
}  # fmt: skip
BAGS = ("bench", "used", "made")


def are_bags_whole(deck: RecipeTables, s: WhirlingWitchcraft) -> bool:
    """Is every count of every bag within its bits?"""
    bags = [bag for name in BAGS for bag in getattr(s, name)]
    return all(0 <= bag < 1 << BITS * COLOURS and bag & GUARDS == 0 for bag in bags)


def are_labs_laid(deck: RecipeTables, s: WhirlingWitchcraft) -> bool:
    """WW-20: does every lab hold just the recipes that arrived in it, one for each round at most?"""
    for seat in range(s.players):
        lab = 0
        for number in range(ARRIVALS):
            recipe = s.arrivals[seat][number]
            if recipe != NONE:
                lab = with_recipe(deck, lab, recipe)
            if recipe != NONE and number > s.round:
                return False
        if lab != s.labs[seat] or s.arrivals[seat][0] == NONE:
            return False
    return True


def are_hands_full(deck: RecipeTables, s: WhirlingWitchcraft) -> bool:
    """WW-51: do all hands have the same number of recipes, in their first places?"""
    hands = [[recipe != NONE for recipe in s.hands[seat]] for seat in range(s.players)]
    return all(hand == [place < s.hand_size for place in range(MOST_HAND)] for hand in hands)


def is_fed_from_bench(deck: RecipeTables, s: WhirlingWitchcraft) -> bool:
    """WW-21: are cubes fed only from what is there, and recipes only in the lab that has them?"""
    if s.phase != Phase.PRODUCE:
        return True
    return all(covers(s.bench[seat], s.used[seat]) and s.fed[seat] & ~s.labs[seat] == 0 for seat in range(s.players))


LAWS = (
    Law("", "phases, recipes, places and seats are within their ranges", Within(RANGES)),
    Law("WW-4", "cubes are counts that are not negative", are_bags_whole),
    Law("WW-51", "all hands have the same size", are_hands_full),
    Law("WW-20", "labs hold the recipes that arrived in them", are_labs_laid),
    Law("WW-2", "labs, hands and deck make up the ordinary recipes", is_whole_deck),
    Law("WW-21", "recipes in a lab are fed with cubes that are there", is_fed_from_bench),
    Law("", ENDED, Ended(Phase.OVER, Ending.OPEN)),
)
"""The laws, in the order in which they are asked."""
