"""Action numbers: what they mean, and their text both ways.

First lay with a recipe, then feed with a recipe and the sources of its cubes, and finally ball and done.
"""

from __future__ import annotations

from collections.abc import Sequence

from coven.engine.sentences import shown
from coven.games.whirling_witchcraft.rules.cubes import LETTERS
from coven.games.whirling_witchcraft.rules.recipes import RECIPES, SOURCES, Deck
from coven.games.whirling_witchcraft.rules.state import LARGEST_LAB

LAY = 0
FEED = LAY + RECIPES
BALL = FEED + RECIPES * SOURCES
DONE = BALL + 1
ACTIONS = DONE + 1
MOST_LEGAL = LARGEST_LAB * SOURCES + 1
"""Every recipe of the largest lab from every source, or done."""

BENCH, MADE = "bench", "made"
WORDS = ("ball", "done")


def action_recipe(action: int) -> int:
    """The recipe of an action below BALL."""
    return action - LAY if action < FEED else (action - FEED) // SOURCES


def action_sources(action: int) -> int:
    """Bits of the input cubes that come from the mixture. Needs an action that feeds."""
    return (action - FEED) % SOURCES


def action_text(deck: Deck, action: int) -> str:
    """The action's text, such as "feed rr-bw from bench,made"."""
    if action >= BALL:
        return WORDS[action - BALL]
    text = deck.cards[action_recipe(action)]
    if action < FEED:
        return f"lay {text}"
    sources = action_sources(action)
    cubes = text.index("-")
    return f"feed {text} from {','.join(MADE if sources >> i & 1 else BENCH for i in range(cubes))}"


def parse_action(deck: Deck, text: str) -> int:
    """The action's number from its text. Raises a ValueError that says what is not understood."""
    words = text.lower().replace(", ", ",").split()
    if " ".join(words) in WORDS:
        return BALL + WORDS.index(" ".join(words))
    if not words or words[0] not in ("lay", "feed"):
        raise ValueError(f'"{shown(text)}" is not an action: ball, done, lay and a recipe, or feed and a recipe')
    recipe = _parse_recipe(deck.cards, words)
    if words[0] == "lay":
        if len(words) != 2:
            raise ValueError(f'"lay" needs one recipe and nothing more, as in "lay {deck.cards[-1]}"')
        return LAY + recipe
    return FEED + recipe * SOURCES + _parse_sources(words[1], words[2:])


def _parse_recipe(recipes: Sequence[str], words: list[str]) -> int:
    """The recipe of an action, in whatever order its letters are."""
    given = words[1] if len(words) > 1 else ""
    sides = [sorted(side.upper()) for side in given.split("-")]
    if not set("".join(given.upper().split("-"))) <= set(LETTERS) or len(sides) != 2:
        raise ValueError(f'"{words[0]}" needs one recipe of the deck, as in "{words[0]} {recipes[-1]}"')
    text = "-".join("".join(sorted(side, key=LETTERS.index)) for side in sides).lower()
    if text not in recipes:
        raise ValueError(f'"{shown(given)}" is not a recipe of this deck, such as "{recipes[-1]}"')
    return recipes.index(text)


def _parse_sources(recipe: str, words: list[str]) -> int:
    """Sources of a recipe's cubes as typed; without any, all come from the workbench.

    Within a colour, cubes from the workbench come first.
    """
    needs = recipe[: recipe.index("-")]
    if not words:
        return 0
    sources = words[1].split(",") if len(words) == 2 and words[0] == "from" else []
    if len(sources) != len(needs) or not set(sources) <= {BENCH, MADE}:
        example = ",".join([BENCH] * len(needs))
        raise ValueError(f'"{recipe}" takes {len(needs)}: say where from, as in "from {example}", with bench or made')
    pairs = sorted(zip(needs, sources, strict=True), key=lambda pair: (LETTERS.index(pair[0].upper()), pair[1]))
    return sum(1 << i for i, (_, source) in enumerate(pairs) if source == MADE)
