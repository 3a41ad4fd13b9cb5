"""Things to touch on a table of Whirling Witchcraft, advice for a first game, what comes out at the end.

Things: `hand:` and `lab:` with a recipe's text, `ball`, and the places of cubes by colour, `bench:red`, `made:red`.
"""

from __future__ import annotations

from coven.engine.decks import Deck
from coven.engine.game import Board, Cited, Names
from coven.engine.plain import Plain
from coven.games.whirling_witchcraft.deck import sides, tables_of
from coven.games.whirling_witchcraft.rules import actions
from coven.games.whirling_witchcraft.rules.contract import legal
from coven.games.whirling_witchcraft.rules.cubes import LETTERS, NAMES, bag
from coven.games.whirling_witchcraft.rules.lay import may_use_ball
from coven.games.whirling_witchcraft.rules.recipes import RECIPES, SOURCES, STARTING
from coven.games.whirling_witchcraft.rules.state import Phase, WhirlingWitchcraft
from coven.games.whirling_witchcraft.words.captions import LABELS, between, captions
from coven.games.whirling_witchcraft.words.describe import Colour, arrivals, texts_of
from coven.games.whirling_witchcraft.words.sentences import WORDS, recipe_words
from coven.games.whirling_witchcraft.words.why import why_not

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
    tables = tables_of(deck)
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
        count=tables_of(deck).alike[recipe].bit_count(),
        words=recipe_words(_bag(before), _bag(after)),
    )


def _bag(letters: str) -> int:
    return bag(*(letters.count(letter) for letter in LETTERS))


def touches(deck: Deck, view: WhirlingWitchcraft, action: int) -> list[str]:
    """A recipe in the hand; the ball; a recipe of the lab and the place of each of its cubes. Done is a button."""
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


def closed(deck: Deck, view: WhirlingWitchcraft, seat: int, names: Names) -> list[tuple[str, Cited]]:
    """In step 1 a ball that cannot be used; in step 3 the recipes of the lab that cannot be fed."""
    if not view.owing >> seat & 1:
        return []
    if view.phase == Phase.LAY:
        refusal = why_not(deck, view, seat, actions.BALL, names)
        return [(BALL, refusal)] if refusal else []
    out = [0] * actions.MOST_LEGAL
    feeds = out[: legal(tables_of(deck), view, seat, out) - 1]  # the last one is done
    can_be_fed = {actions.action_recipe(action) for action in feeds}
    shut = [recipe for recipe in dict.fromkeys(arrivals(view, seat)) if recipe not in can_be_fed]
    refusals = [(recipe, why_not(deck, view, seat, actions.FEED + recipe * SOURCES, names)) for recipe in shut]
    return [(f"lab:{deck.cards[recipe]}", refusal) for recipe, refusal in refusals if refusal]


def hint(deck: Deck, view: WhirlingWitchcraft, seat: int) -> tuple[str, str] | None:
    """Advice at the moment it matters, to a seat that owes a decision."""
    if not view.owing >> seat & 1:
        return None
    key = _hint_key(view, seat)
    return (key, str(WORDS["hint"][key])) if key else None


def _hint_key(view: WhirlingWitchcraft, seat: int) -> str | None:
    if view.phase == Phase.PRODUCE:
        return "produce"
    if view.round == FIRST_ROUND:
        return "lay"
    return "ball" if may_use_ball(view, seat) else None


def reveal(deck: Deck, before: WhirlingWitchcraft, after: WhirlingWitchcraft, names: Names) -> list[str]:
    """Nothing that was hidden matters at the end: what was laid and planned has come out round by round."""
    return []


BOARD = Board(
    faces=faces, touches=touches, closed=closed, hint=hint, reveal=reveal, captions=captions, between=between,
    labels=LABELS,
)  # fmt: skip
