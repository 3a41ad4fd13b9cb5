"""Things to touch on a table of Whirling Witchcraft, advice for a first game, what the end reveals.

Things: `hand:` and `lab:` with a recipe's text, `ball`, and the places of cubes by colour, `bench:red`, `made:red`.
"""

from __future__ import annotations

from collections.abc import Sequence

from coven.engine.game import Board
from coven.engine.plain import Plain
from coven.games.whirling_witchcraft.deck import sides
from coven.games.whirling_witchcraft.rules import actions
from coven.games.whirling_witchcraft.rules.cubes import LETTERS, NAMES, bag
from coven.games.whirling_witchcraft.rules.recipes import RECIPES, SOURCES, STARTING, Deck
from coven.games.whirling_witchcraft.rules.state import Phase, WhirlingWitchcraft
from coven.games.whirling_witchcraft.words.captions import LABELS, between, captions
from coven.games.whirling_witchcraft.words.describe import Colour, arrivals, texts_of
from coven.games.whirling_witchcraft.words.sentences import WORDS, recipe_words
from coven.games.whirling_witchcraft.words.story import hands, reveal

COLOUR_OF = dict(zip(LETTERS, NAMES, strict=True))
BALL = "ball"
FIRST_ROUND = 1


class Recipe(Plain):
    """A kind of recipe."""

    id: str
    """As in actions and on the table: "rr-bw"."""
    title: str
    inputs: list[Colour]
    outputs: list[Colour]
    is_starting: bool
    is_printed: bool
    count: int
    words: str
    """What it does: "2 red mushrooms become 1 blue flower"."""


def faces(deck: Deck) -> list[Recipe]:
    """Each kind of recipe."""
    tables = deck.tables
    return [_face(deck, recipe) for recipe in range(RECIPES) if tables.kind[recipe] == recipe]


def _face(deck: Deck, recipe: int) -> Recipe:
    before, after = sides(texts_of(deck)[recipe])
    return Recipe(
        id=deck.cards[recipe],
        title=deck.titles[recipe],
        inputs=[COLOUR_OF[letter] for letter in before],
        outputs=[COLOUR_OF[letter] for letter in after],
        is_starting=recipe < STARTING,
        is_printed=texts_of(deck)[recipe] in deck.data["printed"],
        count=deck.tables.alike[recipe].bit_count(),
        words=recipe_words(_bag(before), _bag(after)),
    )


def _bag(letters: str) -> int:
    return bag(*(letters.count(letter) for letter in LETTERS))


def touches(deck: Deck, view: WhirlingWitchcraft, action: int) -> list[str]:
    """A recipe in hand; the ball; a recipe of the lab and the place of each of its cubes. Done is a button."""
    if action == actions.BALL:
        return [BALL]
    if action == actions.DONE:
        return []
    recipe = actions.action_recipe(action)
    if action < actions.FEED:
        return [f"hand:{deck.cards[recipe]}"]
    sources = actions.action_sources(action)
    cubes = [COLOUR_OF[letter] for letter in sides(texts_of(deck)[recipe])[0]]
    places = [actions.MADE if sources >> i & 1 else actions.BENCH for i in range(len(cubes))]
    return [f"lab:{deck.cards[recipe]}", *(f"{place}:{cube}" for place, cube in zip(places, cubes, strict=True))]


def usable(deck: Deck, view: WhirlingWitchcraft, seat: int) -> list[tuple[str, int]]:
    """The ball in step 1, the recipes of the lab in step 3."""
    if view.phase == Phase.LAY:
        return [(BALL, actions.BALL)]
    recipes = dict.fromkeys(arrivals(view, seat))
    return [(f"lab:{deck.cards[recipe]}", actions.FEED + recipe * SOURCES) for recipe in recipes]


def hint(deck: Deck, view: WhirlingWitchcraft, seat: int, legal: Sequence[int]) -> str | None:
    """Advice at the moment when it matters."""
    if view.phase == Phase.PRODUCE:
        return "produce"
    if view.round == FIRST_ROUND:
        return "lay"
    return "ball" if actions.BALL in legal else None


BOARD = Board(
    faces=faces, touches=touches, usable=usable, hint=hint, hints=WORDS["hint"], captions=captions, between=between,
    reveal=reveal, hands=hands, labels=LABELS,
)  # fmt: skip
