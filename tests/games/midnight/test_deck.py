"""Deck files: the two that come with the game, what is checked, and what a broken one is told: MN-1, MN-2, MN-4."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Any

import pytest

from coven.engine.decks import AnyDeck, DeckError
from coven.games.midnight.deck import SHAPES, SUITED, TYPES, UNSUITED, default_deck, full_grid, load_deck
from coven.games.midnight.game import GAME
from coven.games.midnight.rules import piles
from coven.games.midnight.rules.cards import CARDS, COLOURS, DECK_CARDS, NONE, SUIT_TEXTS, Type
from coven.games.midnight.rules.state import Midnight
from tests.games.midnight.position import cards, dealt, hand, kinds_of, listed, pile, play, plays, table, top, under

FILES = ("deck.toml", "full_grid.toml")
SPLITS = {"deck.toml": (40, 22), "full_grid.toml": (50, 12)}
each_file = pytest.mark.parametrize("name", FILES)

SHIPPED = {"deck.toml": default_deck, "full_grid.toml": full_grid}


def data(**changes: Any) -> dict[str, Any]:
    """The content of the default deck's file with other values; None leaves a key out."""
    found = {**default_deck().data, **changes}
    return {key: value for key, value in found.items() if value is not None}


def special(**changes: Any) -> dict[str, Any]:
    """The same with other numbers of special cards."""
    found = {**default_deck().data["special"], **{name.replace("_", "-"): value for name, value in changes.items()}}
    return data(special={name: value for name, value in found.items() if value is not None})


def standard(**changes: Any) -> dict[str, Any]:
    """The same with other standard cards in some suits."""
    return data(standard={**dict(default_deck().data["standard"]), **changes})


def colours(*last: Any) -> dict[str, Any]:
    """The same with other colours at the end of the list."""
    names = default_deck().data["colours"]
    return data(colours=[*names[: COLOURS - len(last)], *last])


def few_suited(number: int) -> dict[str, Any]:
    """The same with so many cards with a suit, and the more Coven Circles."""
    standard, left = {}, number - 4
    for suit, shapes in full_grid().data["standard"]:
        standard[suit] = dict(list(dict(shapes).items())[:left])
        left -= len(standard[suit])
    cards = special(polymorph=["cauldron"], counter_stir=["cauldron", "broomstick"], curse_you=["cauldron"])["special"]
    others = sum(cards[TYPES[what]] for what in UNSUITED) - cards["coven-circle"]
    return data(standard=standard, special={**cards, "coven-circle": DECK_CARDS - number - others})


def numbers(deck: AnyDeck, what: int) -> list[int]:
    """How many cards of each kind of a Type are in the game."""
    return [deck.tables.copies[kind] for kind in kinds_of(deck, what)]


@each_file
@pytest.mark.clause("MN-1")
def test_a_deck_has_62_cards_and_two_are_in_the_game(name: str) -> None:
    deck = SHIPPED[name]()
    copies = deck.tables.copies[: len(deck.cards)]
    assert sum(copies) == CARDS == 2 * DECK_CARDS == 124
    assert all(number >= 2 and number % 2 == 0 for number in copies)
    assert deck.tables.kinds == len(deck.cards) == len(set(deck.cards)) == len(deck.titles)


@each_file
@pytest.mark.clause("MN-2")
def test_standard_cards_have_a_suit_a_shape_and_one_of_ten_colours(name: str) -> None:
    deck = SHIPPED[name]()
    tables, standard_kinds = deck.tables, kinds_of(deck, Type.STANDARD)
    assert (len(SUIT_TEXTS), len(SHAPES), len(set(deck.data["colours"]))) == (5, 10, 10)
    seen = {(tables.suit[kind], tables.shape[kind]) for kind in standard_kinds}
    assert len(seen) == len(standard_kinds) == SPLITS[name][0]
    for numbers_of, most in ((tables.suit, 5), (tables.shape, 10), (tables.colour, 10)):
        assert {numbers_of[kind] for kind in standard_kinds} == set(range(most))
    green_bat = deck.cards.index("cauldron-bat")
    assert deck.data["colours"][tables.colour[green_bat]] == "green"
    assert deck.titles[green_bat] == "Cauldron Bat, green"


@each_file
@pytest.mark.clause("MN-2", "MN-3")
def test_the_sets_of_kinds_are_what_the_cards_bear(name: str) -> None:
    deck = SHIPPED[name]()
    tables = deck.tables
    for sets, borne in (
        (tables.of_suit, tables.suit),
        (tables.of_shape, tables.shape),
        (tables.of_colour, tables.colour),
    ):
        for number, kinds in enumerate(sets):
            assert kinds == sum(1 << kind for kind in range(tables.kinds) if borne[kind] == number)
    assert tables.suited == sum(tables.of_suit)


@each_file
@pytest.mark.clause("MN-4")
def test_ten_special_kinds_of_which_three_bear_a_suit_and_nothing_else(name: str) -> None:
    deck = SHIPPED[name]()
    tables = deck.tables
    assert len(SUITED) + len(UNSUITED) == len(Type.names()) - 1 == 10
    for what in SUITED:
        assert all(tables.suit[kind] != NONE for kind in kinds_of(deck, what))
        assert all(tables.colour[kind] == tables.shape[kind] == NONE for kind in kinds_of(deck, what))
    for what in UNSUITED:
        [kind] = kinds_of(deck, what)
        assert tables.suit[kind] == tables.colour[kind] == tables.shape[kind] == NONE
    special_cards = sum(sum(numbers(deck, what)) for what in (*SUITED, *UNSUITED))
    assert special_cards == 2 * SPLITS[name][1]


@pytest.mark.clause("MN-4")
def test_the_default_deck_has_each_suited_special_in_every_suit() -> None:
    for what in SUITED:
        kinds = kinds_of(default_deck(), what)
        assert [default_deck().tables.suit[kind] for kind in kinds] == list(range(5))
        assert numbers(default_deck(), what) == [2] * 5
    assert default_deck().titles[kinds_of(default_deck(), Type.CURSE_YOU)[0]] == "Curse You! of Witch's Hat"


@pytest.mark.clause("MN-5", "MN-16", "MN-60")
def test_which_special_cards_are_wild_never_last_or_forced() -> None:
    tables, names = default_deck().tables, default_deck().cards
    groups = (tables.wild, tables.not_last, tables.penalty)
    assert [{names[kind] for kind in range(tables.kinds) if group >> kind & 1} for group in groups] == [
        {"coven-circle", "failed-spell", "wicked-cackle", "witch-gone-wild"},
        {"a-pox-on-all-of-you", "coven-circle", "wicked-cackle"},
        {"betrayed", "failed-spell"},
    ]


@each_file
@pytest.mark.clause("MN-1")
def test_the_decks_that_come_with_the_game_say_what_they_are(name: str) -> None:
    deck = SHIPPED[name]()
    assert deck.provenance == "reconstructed"
    assert load_deck(deck.data, "again").hash == deck.hash
    assert GAME.decks.default() is default_deck()
    assert GAME.decks.others["full-grid"]().hash == full_grid().hash != default_deck().hash


@pytest.mark.clause("MN-3")
def test_the_other_split_plays_by_its_own_cards() -> None:
    full = full_grid()
    s = table("turn 0, top broom-spellbook, pile ...", "cauldron-snake hat-crow ball-skull", players=2, deck=full)
    assert plays(s, full) == ""
    s = table("turn 0, top broom-spellbook, pile ...", "broom-eyeball cat-snake hat-skull", players=2, deck=full)
    assert plays(s, full) == "hat-skull broom-eyeball cat-snake", "this spellbook is red"
    play(s, "0 play broom-eyeball", deck=full)


BROKEN: list[tuple[str, dict[str, Any], str]] = [
    (
        "color",
        {**data(), "color": 1},
        "is unknown; a deck file has colours, notes, provenance, rulings, special, standard",
    ),
    ("colours", data(colours=None), "needs a list of 10 names (MN-2)"),
    ("colours", data(colours="red"), "needs a list of 10 names (MN-2)"),
    ("colours", data(colours=default_deck().data["colours"][:9]), "needs a list of 10 names (MN-2)"),
    ("colours", data(colours=[*default_deck().data["colours"], "grey"]), "needs a list of 10 names (MN-2)"),
    ("colours", colours(7), "needs a list of 10 names (MN-2)"),
    ("colours", colours("red"), "must all differ, red and yellow among them (MN-4)"),
    ("colours", data(colours=["rose", *default_deck().data["colours"][1:]]), "must all differ, red and yellow"),
    (
        "colours",
        data(colours=[name.replace("yellow", "gold") for name in default_deck().data["colours"]]),
        "must all differ, red and yellow among them (MN-4)",
    ),
    ("standard", data(standard=None), "needs a table for each suit: witchs-hat, cauldron, broomstick"),
    ("standard", data(standard=[]), "needs a table for each suit"),
    ("standard", data(standard={"cauldron": {"bat": "green"}}), "needs a table for each suit"),
    ("standard", standard(wand={"bat": "green"}), "needs a table for each suit"),
    ("standard.cauldron", standard(cauldron=["bat"]), "needs a table of colours by shape"),
    ("standard.cauldron", standard(cauldron={"newt": "green"}), '"newt" is not a shape: frog, pentagram, skull'),
    ("standard.cauldron.bat", standard(cauldron={"bat": "grey"}), "grey is not one of the colours"),
    ("standard.cauldron.bat", standard(cauldron={"bat": ["green"]}), "['green'] is not one of the colours"),
    ("special", data(special=None), "needs an entry for each of a-pox-on-all-of-you, betrayed, counter-stir"),
    ("special", data(special=7), "needs an entry for each of"),
    ("special", special(betrayed=None), "needs an entry for each of"),
    ("special", special(hex=1), "needs an entry for each of"),
    ("special", special(standard=1), "needs an entry for each of"),
    ("special.polymorph", special(polymorph=[]), "needs a list of suits, of witchs-hat, cauldron"),
    ("special.polymorph", special(polymorph=5), "needs a list of suits"),
    ("special.counter-stir", special(counter_stir=["wand"]), "needs a list of suits"),
    ("special.curse-you", special(curse_you=["cauldron", 1]), "needs a list of suits"),
    ("special.betrayed", special(betrayed=0), "needs a number of cards from 1 on"),
    ("special.betrayed", special(betrayed=-1), "needs a number of cards from 1 on"),
    ("special.failed-spell", special(failed_spell=63), "needs a number of cards from 1 on"),
    ("special.failed-spell", special(failed_spell=True), "needs a number of cards from 1 on"),
    ("special.coven-circle", special(coven_circle="1"), "needs a number of cards from 1 on"),
    ("special.wicked-cackle", special(wicked_cackle=[1]), "needs a number of cards from 1 on"),
    ("", special(witch_gone_wild=2), "holds 63 cards; there must be 62 (MN-1)"),
    ("", special(polymorph=["cauldron"]), "holds 58 cards; there must be 62 (MN-1)"),
    ("", standard(cauldron={"bat": "green"}), "holds 55 cards; there must be 62 (MN-1)"),
    (
        "",
        few_suited(28),
        "both decks together hold 56 cards with a suit; there must be more than 56, as so many",
    ),
    ("", few_suited(4), "both decks together hold 8 cards with a suit; there must be more than 56"),
    ("provenance", data(provenance="mine"), "must be one of printed, reported, reconstructed, custom, not 'mine'"),
    ("provenance", data(provenance=["printed"]), "must be one of"),
    ("notes", data(notes="x"), "needs a table of sentences"),
    ("notes", data(notes={"bat": 7}), "needs a table of sentences"),
]


@pytest.mark.clause("MN-1", "MN-2", "MN-4")
@pytest.mark.parametrize(("key", "content", "reason"), BROKEN)
def test_broken_decks_name_file_key_and_reason(key: str, content: dict[str, Any], reason: str) -> None:
    with pytest.raises(DeckError) as caught:
        load_deck(content, "my.toml")
    assert caught.value.source == "my.toml"
    assert caught.value.key == key
    assert str(caught.value).startswith(f"my.toml: {key}: " if key else "my.toml: ")
    assert reason in caught.value.reason


@pytest.mark.clause("MN-1", "MN-4")
def test_a_deck_of_your_own_may_have_several_cards_alike() -> None:
    suits = ["black-cat"] * 3 + ["cauldron", "broomstick"]
    deck = load_deck(special(polymorph=suits), "mine")
    assert Counter(dict(zip(deck.cards, deck.tables.copies, strict=False)))["polymorph-black-cat"] == 6
    assert numbers(deck, Type.POLYMORPH) == [6, 2, 2]
    assert deck.provenance == "reconstructed"
    assert load_deck(data(provenance=None), "mine").provenance == "custom"
    s = table("turn 0, top cat-bat, pile ...", "polymorph-cat polymorph-cat polymorph-cat", "hat-bat", deck=deck)
    play(s, "0 play polymorph-cat", "0 declare hat", deck=deck)
    assert listed(s.counts[0], deck) == "polymorph-cat polymorph-cat"
    game = dealt(2, 1, deck)
    there = cards(pile(game, deck), under(game, deck), top(game, deck), hand(game, 0, deck), hand(game, 1, deck))
    assert (there["polymorph-cat"], there["polymorph-hat"], there["hat-bat"], there.total()) == (6, 0, 2, CARDS)


@pytest.mark.clause("MN-2", "MN-4")
def test_red_and_yellow_are_found_by_their_names_wherever_they_stand() -> None:
    names = default_deck().data["colours"]
    deck = load_deck(data(colours=names[::-1]), "turned")
    tables = deck.tables
    assert (deck.data["colours"][tables.red], deck.data["colours"][tables.yellow]) == ("red", "yellow")
    s = table("turn 0, top hat-skull, pile ...", "betrayed recipe hat-bat", players=2, deck=deck)
    assert plays(s, deck) == "hat-bat betrayed"
    s = table("turn 0, top cauldron-skull, pile ...", "betrayed recipe hat-bat", players=2, deck=deck)
    assert plays(s, deck) == "recipe"


def accepted() -> dict[int, AnyDeck]:
    """The decks that are accepted, by their number of cards with a suit."""
    found = {}
    for number in range(20, 51):
        with suppress(DeckError):
            found[number] = load_deck(few_suited(number), "mine")
    return found


@pytest.mark.clause("MN-10")
def test_every_accepted_deck_can_be_dealt_to_eight_in_any_order() -> None:
    decks = accepted()
    assert sorted(decks) == list(range(29, 51))
    for deck in decks.values():
        suited = deck.tables.suited

        def worst_order(s: Midnight, suited: int = suited) -> None:
            s.pile[: s.pile_left] = sorted(s.pile[: s.pile_left], key=lambda kind: not suited >> kind & 1)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(piles, "shuffle_pile", worst_order)
            s = dealt(8, 1, deck)
        assert suited >> s.top & 1
        assert s.hand_size == [7] * 8
