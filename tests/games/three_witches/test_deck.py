"""Deck files: what is checked, and what a broken one is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coven import load_deck as load_file
from coven.engine.decks import DeckError
from coven.games import load_game
from coven.games.three_witches.deck import default_deck, load_deck
from coven.games.three_witches.rules.cards import CARDS, ELIXIR, DeckTables, has_cards, with_card, without_card
from tests.games.three_witches.test_against_naive import TWINS

GOOD = {"Owl": [2, 3, 4, 5], "Dog": [2, 3, 4, 6], "Bat": [2, 3, 5, 6], "Newt": [2, 3, 4], "Frog": [3, 4]}


def suits(**changes: Any) -> dict[str, Any]:
    return {"suits": {**GOOD, **changes}}


BROKEN: list[tuple[str, dict[str, Any], str]] = [
    ("suits", {}, "needs a table of 5 suits"),
    ("suits", {"suits": {"Owl": list(range(1, 18))}}, "needs a table of 5 suits"),
    ("suits", suits(Frog=[3]), "hold 16 cards; there must be 17"),
    ("suits.Bat", suits(Bat=[2, 3, 4, 6]), "has the same ranks as Dog"),
    ("suits.Bat", suits(Bat=[6, 4, 3, 2]), "has the same ranks as Dog"),
    ("suits.Frog", suits(Frog=[3, "4"]), "'4' is not a rank"),
    ("suits.Frog", suits(Frog=[3, 0]), "0 is not a rank"),
    ("suits.Frog", suits(Frog=[3, 61]), "61 is not a rank"),
    ("suits.Frog", suits(Frog=[3, True]), "True is not a rank"),
    ("suits.Frog", suits(Frog=[]), "needs a list of ranks"),
    ("suits.Frog", suits(Frog=7), "needs a list of ranks"),
    ("suits.Big Owl", {"suits": {"Big Owl" if name == "Owl" else name: r for name, r in GOOD.items()}}, "one word"),
    ("suits.Elixir", {"suits": {"Elixir" if name == "Owl" else name: r for name, r in GOOD.items()}}, "not Elixir"),
    ("suits", {"suits": {"owl" if name == "Dog" else name: r for name, r in GOOD.items()}}, "two suits are called"),
    ("parts", {**suits(), "parts": 1}, "names by rank"),
    ("parts.two", {**suits(), "parts": {"two": "Eye"}}, "name by rank"),
    ("provenance", {**suits(), "provenance": "mine"}, "must be one of"),
    ("provenance", {**suits(), "provenance": ["printed"]}, "must be one of"),
    ("parts.02", {**suits(), "parts": {"02": "Ear"}}, "name by rank"),
    ("parts." + "9" * 5000, {**suits(), "parts": {"9" * 5000: "Ear"}}, "name by rank"),
    ("parts.2", {**suits(), "parts": {"2": "\x1b[2J"}}, "name by rank"),
    ("notes", {**suits(), "notes": "x"}, "table of sentences"),
    ("color", {**suits(), "color": 1}, "is unknown; a deck file has"),
]


@pytest.mark.clause("TW-1", "TW-2")
@pytest.mark.parametrize(("key", "data", "reason"), BROKEN)
def test_broken_decks_name_file_key_and_reason(key: str, data: dict[str, Any], reason: str) -> None:
    with pytest.raises(DeckError) as caught:
        load_deck(data, "my.toml")
    assert caught.value.key == key
    assert str(caught.value).startswith(f"my.toml: {key}: ")
    assert reason in caught.value.reason


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: None, "no such file"),
        (lambda path: path.write_text("suits = ["), "is not TOML"),
        (lambda path: path.write_bytes(b"\xff\xfe\x00"), "cannot be read"),
        (lambda path: path.mkdir(), "cannot be read"),
    ],
)
def test_unreadable_files_get_a_sentence(tmp_path: Path, make: Callable[[Path], Any], reason: str) -> None:
    path = tmp_path / "deck.toml"
    make(path)
    with pytest.raises(DeckError, match=reason):
        load_file(load_game("three-witches"), path)


@pytest.mark.clause("TW-1", "TW-2")
def test_default_deck() -> None:
    deck = default_deck()
    assert len(deck.cards) == CARDS
    assert deck.cards[0] == "owl-2"
    assert deck.cards[ELIXIR] == "elixir"
    assert deck.titles[3] == "Owl 5, Wing of Owl"
    assert deck.provenance == "reconstructed"
    assert load_deck(deck.data, "again").hash == deck.hash


@pytest.mark.clause("TW-40", "TW-41")
def test_values_of_two_cards() -> None:
    deck = default_deck()
    tables = deck.tables
    assert isinstance(tables, DeckTables)

    def value(a: str, b: str) -> int:
        assert (
            tables.value[deck.cards.index(b)][deck.cards.index(a)]
            == tables.value[deck.cards.index(a)][deck.cards.index(b)]
        )
        return tables.value[deck.cards.index(a)][deck.cards.index(b)]

    assert value("owl-3", "dog-3") == 6
    assert value("owl-2", "owl-5") == 7
    assert value("owl-3", "bat-5") == 5
    assert value("elixir", "bat-6") == 12


@pytest.mark.clause("TW-2")
def test_alike_cards_are_one_kind_and_counted() -> None:
    deck = load_deck({"suits": TWINS}, "twins")
    tables = deck.tables
    assert isinstance(tables, DeckTables)
    dog_2 = deck.cards.index("dog-2")
    assert deck.cards.count("dog-2") == 3
    hand = 0
    for count in range(1, 4):
        hand = with_card(tables, hand, dog_2 + 2)
        assert hand.bit_count() == count
    assert has_cards(tables, hand, tables.alike[dog_2])
    assert without_card(tables, hand, dog_2 + 1) == 0b11 << dog_2
