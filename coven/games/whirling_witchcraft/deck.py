"""The deck of Whirling Witchcraft: loading and checking a deck file (WW-2)."""

from __future__ import annotations

from typing import Any

from coven.engine.decks import DeckError, Shipped, check_keys, origin_of, rulings_of, valid
from coven.engine.sentences import shown
from coven.games.whirling_witchcraft.rules.cubes import LETTERS, bag
from coven.games.whirling_witchcraft.rules.recipes import MOST_CUBES, ORDINARY, SOURCES, STARTING, Deck, RecipeTables

KEYS = {"provenance", "printed", "starting", "ordinary", "rulings", "notes"}
RULINGS = {"floods-first": "WW-34"}
"""The switches of a deck file: how the rulebook may also be read."""
START_SHAPE = (1, 2)
ARROW = "->"
ARROW_SHOWN = "→"


def load_deck(data: dict[str, Any], source: str) -> Deck:
    """Check a deck file's content and make the deck. Raises DeckError naming `source`, the key and the reason."""
    check_keys(data, KEYS, source)
    starting = _grouped(_recipes(data, "starting", STARTING, source))
    ordinary = _grouped(_recipes(data, "ordinary", ORDINARY, source))
    _check_shapes(starting, ordinary, source)
    titles = [*starting, *ordinary]
    kept = {
        "starting": starting,
        "ordinary": ordinary,
        "printed": _printed(data, titles, source),
        **rulings_of(data, source, RULINGS),
        **origin_of(data, source),
    }
    texts = tuple(title.replace(" ", "").replace(ARROW, "-").lower() for title in titles)
    return Deck(
        data=kept,
        tables=_tables(titles, kept),
        cards=texts,
        titles=tuple(title.replace(ARROW, ARROW_SHOWN) for title in titles),
    )


def sides(recipe: str) -> tuple[str, str]:
    """The letters of a recipe's input and output."""
    before, after = recipe.split(f" {ARROW} ")
    return before, after


def _recipes(data: dict[str, Any], key: str, wanted: int, source: str) -> list[str]:
    recipes = data.get(key)
    if not isinstance(recipes, list) or len(recipes) != wanted:
        found = f"; there are {len(recipes)}" if isinstance(recipes, list) else ""
        raise DeckError(source, key, f'needs a list of {wanted} recipes, such as ["RR {ARROW} BW", ...]{found} (WW-2)')
    return [_recipe(recipe, f"{key}[{i + 1}]", source) for i, recipe in enumerate(recipes)]


def _recipe(recipe: Any, key: str, source: str) -> str:
    """A recipe in its standard form, with cubes from common to rare."""
    parts = recipe.upper().split(ARROW) if isinstance(recipe, str) else []
    if len(parts) != 2:
        raise DeckError(source, key, f'"{shown(recipe)}" is not a recipe such as "RR {ARROW} BW"')
    return f" {ARROW} ".join(_side("".join(part.split()), key, source) for part in parts)


def _side(letters: str, key: str, source: str) -> str:
    if not 1 <= len(letters) <= MOST_CUBES:
        raise DeckError(source, key, f"has {len(letters)} cubes on one side; there must be 1 to {MOST_CUBES} (WW-2)")
    strange = next((letter for letter in letters if letter not in LETTERS), None)
    if strange:
        raise DeckError(source, key, f'"{shown(strange)}" is not an ingredient: {", ".join(LETTERS)}')
    return "".join(sorted(letters, key=LETTERS.index))


def _grouped(recipes: list[str]) -> list[str]:
    """Identical recipes put together, at the place of the first one."""
    return sorted(recipes, key=recipes.index)


def _check_shapes(starting: list[str], ordinary: list[str], source: str) -> None:
    """WW-2: starting recipes turn 1 cube into 2, and no other recipes do."""
    for key, recipes, is_starting in (("starting", starting, True), ("ordinary", ordinary, False)):
        for recipe in recipes:
            before, after = sides(recipe)
            if ((len(before), len(after)) == START_SHAPE) != is_starting:
                must = "must turn 1 cube into 2" if is_starting else "turns 1 cube into 2, as only starting ones do"
                raise DeckError(source, key, f'"{recipe}" {must} (WW-2)')


def _printed(data: dict[str, Any], titles: list[str], source: str) -> list[str]:
    printed = data.get("printed", [])
    if not isinstance(printed, list):
        raise DeckError(source, "printed", "needs a list of recipes that stand in the rulebook")
    recipes = [_recipe(recipe, f"printed[{i + 1}]", source) for i, recipe in enumerate(printed)]
    strange = next((recipe for recipe in recipes if recipe not in titles), None)
    if strange:
        raise DeckError(source, "printed", f'"{strange}" is not in this deck')
    return recipes


def _cubes(letters: str) -> int:
    return bag(*(letters.count(letter) for letter in LETTERS))


def _tables(titles: list[str], kept: dict[str, Any]) -> RecipeTables:
    tables = RecipeTables()
    tables.floods_first = int("floods-first" in kept.get("rulings", {}))
    for recipe, title in enumerate(titles):
        before, after = sides(title)
        tables.needs[recipe], tables.gives[recipe] = _cubes(before), _cubes(after)
        tables.kind[recipe] = titles.index(title)
        tables.alike[recipe] = sum(1 << other for other, there in enumerate(titles) if there == title)
        for sources in range(1 << len(before)):
            if _is_in_order(before, sources):
                tables.ways[recipe][tables.way_count[recipe]] = sources
                tables.way_count[recipe] += 1
        for sources in range(SOURCES):
            taken = [letter for i, letter in enumerate(before) if sources >> i & 1]
            tables.from_made[recipe][sources] = _cubes("".join(taken))
    return tables


def _is_in_order(letters: str, sources: int) -> bool:
    """Within each colour, do the cubes from the workbench come first?"""
    pairs = [(letter, sources >> i & 1) for i, letter in enumerate(letters)]
    return pairs == sorted(pairs, key=lambda pair: (LETTERS.index(pair[0]), pair[1]))


def nearby(deck: Deck) -> list[tuple[str, dict[str, Any]]]:
    """Decks in which one cube that a recipe gives is of the next rarer or commoner colour: what changed, and the deck
    file."""
    found = []
    for key in ("starting", "ordinary"):
        for place, recipe in enumerate(deck.data[key]):
            before, after = sides(recipe)
            for other in sorted(_outputs(after)):
                changed = f"{before} {ARROW} {other}"
                recipes = [*deck.data[key]]
                recipes[place] = changed
                found.append((f"{recipe} becomes {changed}", {**deck.data, key: recipes, "printed": []}))
    return valid(load_deck, found)


def _outputs(letters: str) -> set[str]:
    """The output with one cube of a neighbouring colour."""
    found = set()
    for i, letter in enumerate(letters):
        for step in (-1, 1):
            colour = LETTERS.index(letter) + step
            if 0 <= colour < len(LETTERS):
                changed = letters[:i] + LETTERS[colour] + letters[i + 1 :]
                found.add("".join(sorted(changed, key=LETTERS.index)))
    return found


default_deck = Shipped(load_deck, __package__)
"""The deck that the game is usually played with."""
