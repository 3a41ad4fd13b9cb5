"""Deck files: what is checked, and what a broken one is told."""

from __future__ import annotations

from typing import Any

import pytest

from coven.engine.decks import DeckError
from coven.games.whirling_witchcraft.deck import default_deck, load_deck
from coven.games.whirling_witchcraft.rules.cubes import bag
from coven.games.whirling_witchcraft.rules.recipes import (
    ORDINARY,
    RECIPES,
    SOURCES,
    STARTING,
    with_recipe,
    without_recipe,
)
from tests.games.whirling_witchcraft.test_against_naive import KINDS, TWINS

GOOD = default_deck().data
FACTS = 55


def changed(key: str, place: int, recipe: Any) -> dict[str, Any]:
    """The good deck with another recipe in one place."""
    recipes = list(GOOD[key])
    recipes[place] = recipe
    return {**GOOD, key: recipes, "printed": []}


BROKEN: list[tuple[str, dict[str, Any], str]] = [
    ("starting", {}, "needs a list of 6 recipes"),
    ("starting", {**GOOD, "starting": GOOD["starting"][1:]}, "there are 5"),
    ("ordinary", {**GOOD, "ordinary": [*GOOD["ordinary"], "RR -> BW"]}, "needs a list of 49 recipes"),
    ("ordinary", {**GOOD, "ordinary": "RR -> BW"}, "needs a list of 49 recipes"),
    ("starting", changed("starting", 2, "G -> R"), '"G -> R" must turn 1 cube into 2'),
    ("ordinary", changed("ordinary", 2, "G -> RB"), '"G -> BR" turns 1 cube into 2, as only starting ones do'),
    ("ordinary[3]", changed("ordinary", 2, "GGGG -> R"), "has 4 cubes on one side; there must be 1 to 3"),
    ("ordinary[3]", changed("ordinary", 2, "GG ->"), "has 0 cubes on one side"),
    ("ordinary[3]", changed("ordinary", 2, "GG -> X"), '"X" is not an ingredient: G, B, R, W, S, K'),
    ("ordinary[3]", changed("ordinary", 2, "GG"), '"GG" is not a recipe'),
    ("ordinary[3]", changed("ordinary", 2, "G -> B -> R"), "is not a recipe"),
    ("ordinary[49]", changed("ordinary", 48, 7), '"7" is not a recipe'),
    ("ordinary[1]", changed("ordinary", 0, "\x1b -> R"), "not an ingredient"),
    ("printed", {**GOOD, "printed": "RR -> BW"}, "needs a list of recipes that stand in the rulebook"),
    ("printed", {**GOOD, "printed": ["KKK -> KKK"]}, '"KKK -> KKK" is not in this deck'),
    ("printed[1]", {**GOOD, "printed": [None]}, "is not a recipe"),
    ("provenance", {**GOOD, "provenance": "mine"}, "must be one of"),
    ("provenance", {**GOOD, "provenance": ["printed"]}, "must be one of"),
    ("notes", {**GOOD, "notes": "x"}, "table of sentences"),
    ("recipes", {**GOOD, "recipes": []}, "is unknown; a deck file has"),
]


@pytest.mark.clause("WW-2")
@pytest.mark.parametrize(("key", "data", "reason"), BROKEN)
def test_broken_decks_name_file_key_and_reason(key: str, data: dict[str, Any], reason: str) -> None:
    with pytest.raises(DeckError) as caught:
        load_deck(data, "my.toml")
    assert caught.value.key == key
    assert str(caught.value).startswith(f"my.toml: {key}: ")
    assert reason in caught.value.reason
    assert caught.value.reason.isprintable()


@pytest.mark.clause("WW-2")
def test_default_deck() -> None:
    deck, tables = default_deck(), default_deck().tables
    assert len(deck.cards) == FACTS == RECIPES == STARTING + ORDINARY
    assert deck.provenance == "reconstructed"
    assert deck.data["printed"] == ["B -> GR", "RR -> BW"]
    assert (deck.cards[0], deck.titles[0]) == ("b-gr", "B → GR")
    rr_bw = deck.cards.index("rr-bw")
    assert tables.needs[rr_bw] == bag(0, 0, 2)
    assert tables.gives[rr_bw] == bag(0, 1, 0, 1)
    assert load_deck(deck.data, "again").hash == deck.hash


@pytest.mark.clause("WW-2")
def test_letters_may_stand_in_any_order_and_size() -> None:
    loose = changed("ordinary", 0, " wkR->g s ")
    assert load_deck(loose, "loose").cards[STARTING] == "rwk-gs"
    assert load_deck(loose, "loose").data["ordinary"][0] == "RWK -> GS"


@pytest.mark.clause("WW-24")
def test_of_cubes_of_one_colour_only_the_number_from_each_source_counts() -> None:
    deck, tables = default_deck(), default_deck().tables
    ways = {text: tables.way_count[deck.cards.index(text)] for text in ("b-gr", "rr-bw", "rrr-s", "gb-w", "gbr-s")}
    assert ways == {"b-gr": 2, "rr-bw": 3, "rrr-s": 4, "gb-w": 4, "gbr-s": SOURCES}


@pytest.mark.clause("WW-2")
def test_alike_recipes_stand_together_are_one_kind_and_counted() -> None:
    deck = load_deck(TWINS, "twins")
    tables = deck.tables
    first = deck.cards.index("rr-bw")
    assert deck.cards[STARTING:] == tuple(text for text in dict.fromkeys(deck.cards[STARTING:]) for _ in range(7))
    assert len(set(deck.cards[STARTING:])) == len(KINDS)
    lab = 0
    for count in range(1, 8):
        lab = with_recipe(tables, lab, first + 3)
        assert lab == (1 << count) - 1 << first
    assert without_recipe(tables, lab, first + 5) == (1 << 6) - 1 << first
