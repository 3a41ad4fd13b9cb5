"""The deck that comes with the game, what is checked in a deck file, and what a broken one is told: WB-3, WB-63."""

from __future__ import annotations

from typing import Any

import pytest

from coven.engine.decks import DeckError
from coven.games.witchs_brew.deck import default_deck, load_deck
from coven.games.witchs_brew.game import GAME
from coven.games.witchs_brew.rules.goods import bag
from tests.games.witchs_brew.position import custom

CAULDRONS = {
    "copper": "w 2, wr 3, ww 3, wwr 4, wwrr 5*, wwwr 5, wwwrr 6*",
    "iron": "r 2, rg 3, rr 3, rrg 4, rrgg 5*, rrrg 5, rrrgg 6*",
    "silver": "g 2, gw 3, gg 3, ggw 4, ggww 5*, gggw 5, gggww 6*",
}
SHELVES = {"gold_shelf": "3 2, 4 3, 5 4*, 6 5, 7 6*", "ingredient_shelf": "5 3, 6 4, 6 4*, 7 5, 8 6*"}
"""Price, points, and * for a raven, from the top."""


def drawn(cards: list[dict[str, Any]]) -> str:
    return ", ".join(f"{card.get('cost', card.get('needs'))} {card['points']}{'*' * card['raven']}" for card in cards)


def data(**changes: Any) -> dict[str, Any]:
    """The content of the default deck's file with other values; None leaves a key out."""
    found = {**default_deck().data, **changes}
    return {key: value for key, value in found.items() if value is not None}


def with_card(key: str, place: int, card: Any) -> dict[str, Any]:
    """The same with another card in a stack, counted from 1; keys of a table replace those of the card."""
    cards = list(default_deck().data[key])
    if isinstance(card, dict):
        card = {name: value for name, value in {**cards[place - 1], **card}.items() if value is not None}
    cards[place - 1] = card
    return data(**{key: cards})


@pytest.mark.clause("WB-3")
def test_the_cards() -> None:
    deck = default_deck()
    assert {key: drawn(deck.data[key]) for key in CAULDRONS} == CAULDRONS
    assert {key: drawn(deck.data[key]) for key in SHELVES} == SHELVES
    assert len(deck.cards) == len(set(deck.cards)) == len(deck.titles) == 31
    assert deck.cards[:2] == ("copper-1", "copper-2")
    assert deck.cards[-1] == "ingredient-shelf-5"
    assert deck.titles[:2] == ("Copper cauldron worth 2", "Copper cauldron worth 3")
    assert deck.titles[4] == "Copper cauldron worth 5, with a raven"
    assert deck.titles[21] == "Gold shelf worth 2"
    assert deck.titles[-1] == "Ingredients shelf worth 6, with a raven"
    assert deck.provenance == "reconstructed"
    assert GAME.decks.default() is deck


@pytest.mark.clause("WB-3")
def test_the_tables_say_the_same() -> None:
    deck = default_deck()
    tables = deck.tables
    for stack, key in enumerate([*CAULDRONS, *SHELVES]):
        for place, card in enumerate(deck.data[key]):
            assert (tables.points[stack][place], tables.raven[stack][place]) == (card["points"], card["raven"])
            assert tables.need[stack][place] == (len(card["cost"]) if "cost" in card else card["needs"])
            if "cost" in card:
                assert tables.price[stack][place] == bag(*(card["cost"].count(letter) for letter in "rgw"))


@pytest.mark.clause("WB-3")
def test_points_never_fall_and_two_in_each_stack_bear_a_raven() -> None:
    for key in (*CAULDRONS, *SHELVES):
        cards = default_deck().data[key]
        points = [card["points"] for card in cards]
        assert points == sorted(points)
        assert sum(card["raven"] for card in cards) == 2
        assert len(cards) == (7 if key in CAULDRONS else 5)


STACK = default_deck().data["copper"]
BROKEN: list[tuple[str, dict[str, Any], str]] = [
    ("tin", data(tin=[]), "is unknown; a deck file has copper, gold_shelf, ingredient_shelf, iron, notes, provenance"),
    ("copper", data(copper=None), "needs a list of 7 cards (WB-3)"),
    ("iron", data(iron={"cost": "r"}), "needs a list of 7 cards (WB-3)"),
    ("silver", data(silver="g"), "needs a list of 7 cards (WB-3)"),
    ("copper", data(copper=STACK[:6]), "needs a list of 7 cards; there are 6 (WB-3)"),
    ("copper", data(copper=[*STACK, STACK[-1]]), "needs a list of 7 cards; there are 8 (WB-3)"),
    ("gold_shelf", data(gold_shelf=default_deck().data["gold_shelf"][1:]), "needs a list of 5 cards; there are 4"),
    ("ingredient_shelf", data(ingredient_shelf=[]), "needs a list of 5 cards; there are 0 (WB-3)"),
    ("copper[1]", with_card("copper", 1, "w"), 'must have "cost" and "points", and may have "raven"; nothing else'),
    ("copper[2]", with_card("copper", 2, {"points": None}), 'must have "cost" and "points"'),
    ("copper[2]", with_card("copper", 2, {"cost": None}), 'must have "cost" and "points"'),
    ("copper[2]", with_card("copper", 2, {"needs": 3}), 'must have "cost" and "points"'),
    ("iron[7]", with_card("iron", 7, {"colour": "red"}), 'must have "cost" and "points"'),
    ("gold_shelf[1]", with_card("gold_shelf", 1, {"cost": "w"}), 'must have "needs" and "points"'),
    ("gold_shelf[1]", with_card("gold_shelf", 1, {"needs": None}), 'must have "needs" and "points"'),
    ("copper[1].raven", with_card("copper", 1, {"raven": 1}), "must be true or false"),
    ("gold_shelf[2].raven", with_card("gold_shelf", 2, {"raven": "yes"}), "must be true or false"),
    ("copper[3].points", with_card("copper", 3, {"points": 0}), "must be a number from 1 to 99, not 0"),
    ("copper[3].points", with_card("copper", 3, {"points": 100}), "must be a number from 1 to 99, not 100"),
    ("copper[3].points", with_card("copper", 3, {"points": True}), "must be a number from 1 to 99, not True"),
    ("copper[3].points", with_card("copper", 3, {"points": "3"}), "must be a number from 1 to 99, not 3"),
    ("copper[3].points", with_card("copper", 3, {"points": 3.0}), "must be a number from 1 to 99, not 3.0"),
    ("gold_shelf[1].needs", with_card("gold_shelf", 1, {"needs": 0}), "must be a number from 1 to 30, not 0"),
    ("gold_shelf[1].needs", with_card("gold_shelf", 1, {"needs": 31}), "must be a number from 1 to 30, not 31"),
    ("gold_shelf[1].needs", with_card("gold_shelf", 1, {"needs": True}), "must be a number from 1 to 30, not True"),
    ("gold_shelf[1].needs", with_card("gold_shelf", 1, {"needs": [3]}), "must be a number from 1 to 30, not [3]"),
    ("silver[1].cost", with_card("silver", 1, {"cost": ""}), 'must be 1 to 12 drops, such as "wwr", not ""'),
    ("silver[1].cost", with_card("silver", 1, {"cost": "g" * 13}), "must be 1 to 12 drops"),
    ("silver[1].cost", with_card("silver", 1, {"cost": 3}), 'must be 1 to 12 drops, such as "wwr", not "3"'),
    ("silver[1].cost", with_card("silver", 1, {"cost": ["g"]}), "must be 1 to 12 drops"),
    (
        "silver[1].cost",
        with_card("silver", 1, {"cost": "gb"}),
        '"b" is not a drop: r, g, w are red, green, white',
    ),
    ("silver[1].cost", with_card("silver", 1, {"cost": "g w"}), "is not a drop"),
    ("copper[2]", with_card("copper", 2, {"points": 1}), "is worth less than the card above it: points never fall"),
    ("copper[2]", with_card("copper", 1, {"points": 4}), "is worth less than the card above it"),
    ("iron[7]", with_card("iron", 7, {"points": 4}), "is worth less than the card above it"),
    ("gold_shelf[5]", with_card("gold_shelf", 5, {"points": 4}), "is worth less than the card above it"),
    ("copper", with_card("copper", 1, {"raven": True}), "has 3 ravens; there must be 2 in every stack (WB-3, WB-63)"),
    ("copper", with_card("copper", 7, {"raven": False}), "has 1 raven; there must be 2 in every stack"),
    ("gold_shelf", with_card("gold_shelf", 3, {"raven": None}), "has 1 raven; there must be 2 in every stack"),
    ("provenance", data(provenance="mine"), "must be one of printed, reported, reconstructed, custom, not 'mine'"),
    ("provenance", data(provenance=3), "must be one of"),
    ("notes", data(notes="x"), "needs a table of sentences"),
    ("notes", data(notes={"copper": 7}), "needs a table of sentences"),
]


@pytest.mark.clause("WB-3", "WB-63")
@pytest.mark.parametrize(("key", "content", "reason"), BROKEN)
def test_broken_decks_name_file_key_and_reason(key: str, content: dict[str, Any], reason: str) -> None:
    with pytest.raises(DeckError) as caught:
        load_deck(content, "my.toml")
    assert (caught.value.source, caught.value.key) == ("my.toml", key)
    assert str(caught.value).startswith(f"my.toml: {key}: ")
    assert reason in caught.value.reason


@pytest.mark.clause("WB-3")
def test_a_deck_of_ones_own() -> None:
    deck = load_deck(data(provenance=None, notes=None), "mine")
    assert deck.provenance == "custom"
    assert load_deck(deck.data, "again").hash == deck.hash != default_deck().hash
    deck = load_deck(with_card("copper", 1, {"cost": "WRrw", "points": 1}), "mine")
    assert deck.data["copper"][0] == {"cost": "wrrw", "points": 1, "raven": False}
    assert deck.tables.price[0][0] == bag(2, 0, 2)
    assert deck.titles[0] == "Copper cauldron worth 1"


@pytest.mark.clause("WB-3")
def test_the_borders_of_a_deck_file() -> None:
    shelf = [{"needs": 1, "points": 1}, *[{"needs": 30, "points": 99, "raven": i < 2} for i in range(4)]]
    deck = custom(gold_shelf=shelf, copper=[{"cost": "rgwrgwrgwrgw", "points": 5, "raven": i > 4} for i in range(7)])
    assert deck.tables.need[3][:2] == [1, 30]
    assert deck.tables.points[3][1] == 99
    assert deck.tables.price[0][0] == bag(4, 4, 4)
    assert sum(deck.tables.raven[3]) == 2
