"""The sentences of Whirling Witchcraft, from en.toml; names of things and labels of actions."""

from __future__ import annotations

from functools import lru_cache

from coven.engine.sentences import Names, listed
from coven.engine.states import SPECTATOR
from coven.engine.words import Words
from coven.games.whirling_witchcraft.rules import actions
from coven.games.whirling_witchcraft.rules.cubes import NAMES, NO_CUBES, counts, size
from coven.games.whirling_witchcraft.rules.recipes import Deck
from coven.games.whirling_witchcraft.rules.state import WhirlingWitchcraft

BOOK = Words(__package__)
WORDS, piece, say, about, cite = BOOK.groups, BOOK.piece, BOOK.say, BOOK.about, BOOK.cite


def recipe_name(deck: Deck, recipe: int) -> str:
    """A recipe in a sentence: "RR → BW"."""
    return deck.titles[recipe]


def recipe_list(deck: Deck, recipes: list[int]) -> str:
    """Recipes in a list."""
    return listed([recipe_name(deck, recipe) for recipe in recipes])


@lru_cache(4096)
def cube_list(cubes: int) -> str:
    """A bag in words: "2 red mushrooms and 1 white smoke", "nothing"."""
    return BOOK.counted("cube", NAMES, counts(cubes))


def recipe_words(before: int, after: int) -> str:
    """What a recipe does, from the bags of its sides: "2 red mushrooms become 1 blue flower"."""
    key = "one" if size(before) == 1 else "many"
    return piece("recipe", key, inputs=cube_list(before), outputs=cube_list(after))


def action_label(deck: Deck, view: WhirlingWitchcraft, action: int, names: Names) -> str:
    """The action in words, for the seat that may choose it."""
    if action == actions.BALL:
        return _ball_label(view)
    if action == actions.DONE:
        made = view.made[view.viewer] if view.viewer > SPECTATOR else NO_CUBES
        cubes = "1 cube" if size(made) == 1 else f"{size(made)} cubes"
        return say("label", "done" if made else "done_nothing", cubes=cubes)
    recipe = actions.action_recipe(action)
    name = recipe_name(deck, recipe)
    if action < actions.FEED:
        return say("label", "lay", recipe=name)
    from_made = deck.tables.from_made[recipe][actions.action_sources(action)]
    return say("label", "feed_made" if from_made else "feed", recipe=name, made=cube_list(from_made))


def _ball_label(view: WhirlingWitchcraft) -> str:
    """WW-11: if the deck is short, the first cards of the hand come back."""
    new = min(view.left, view.hand_size)
    cards, count = "your card" if view.hand_size == 1 else "your cards", "1 new one" if new == 1 else f"{new} new ones"
    again = f" and {view.hand_size - new} of your own again" if view.hand_size > new else ""
    return say("label", "ball", cards=cards, count=count + again)
