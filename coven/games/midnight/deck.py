"""The decks of Midnight: loading and checking a deck file (MN-1, MN-2, MN-4, MN-10)."""

from __future__ import annotations

from typing import Any

from coven.engine.decks import DeckError, Shipped, as_pairs, as_table, check_keys, origin_of, rulings_of, valid
from coven.engine.sentences import shown
from coven.games.midnight.rules.cards import COLOURS, DECK_CARDS, DECKS, NONE, SUIT_TEXTS, CardTables, Deck, Type
from coven.games.midnight.rules.state import FULL_HAND, MOST_PLAYERS

SHAPES = ("frog", "pentagram", "skull", "bat", "spider", "crow", "snake", "moon", "spellbook", "eyeball")
TYPES = {number: name.replace("_", "-") for number, name in Type.names().items()}
SUITED = (Type.POLYMORPH, Type.COUNTER_STIR, Type.CURSE_YOU)
UNSUITED = tuple(number for number in TYPES if number > Type.CURSE_YOU)
WILD = (Type.COVEN_CIRCLE, Type.FAILED_SPELL, Type.WICKED_CACKLE, Type.WITCH_GONE_WILD)
PENALTIES = (Type.BETRAYED, Type.FAILED_SPELL)
ON_THEIR_OWN = (Type.POLYMORPH, Type.COUNTER_STIR)
"""MN-25, MN-30: playable on any card of their own kind."""
NOT_LAST = (Type.A_POX_ON_ALL_OF_YOU, Type.COVEN_CIRCLE, Type.WICKED_CACKLE)
DECLARED = (Type.POLYMORPH, Type.COVEN_CIRCLE, Type.FAILED_SPELL, Type.WITCH_GONE_WILD)
LONGEST_NAME = 20
MOST_DEALT = FULL_HAND * MOST_PLAYERS
"""MN-10: cards in all hands after the deal. At least one card with a suit must be left to turn up."""
KEYS = {"provenance", "colours", "standard", "special", "rulings", "notes"}
RULINGS = {"flip-in-full": "MN-63"}
"""The switches of a deck file: how the rulebook may also be read."""
Card = tuple[int, int, int, int]
"""Type, suit, shape and colour of a kind; NONE for what it does not have."""


def load_deck(data: dict[str, Any], source: str) -> Deck:
    """Check a deck file's content and make the deck. Raises DeckError naming `source`, the key and the reason."""
    check_keys(data, KEYS, source)
    colours = _colours(data, source)
    kinds = {**_standard(data, colours, source), **_special(data, source)}
    _check_numbers(kinds, source)
    texts = tuple(card_text(card) for card in kinds)
    kept = {
        "colours": colours,
        "standard": as_pairs({suit: as_pairs(shapes) for suit, shapes in _standard_tables(data, source).items()}),
        "special": data["special"],
        **rulings_of(data, source, RULINGS),
        **origin_of(data, source),
    }
    titles = tuple(card_title(card, colours) for card in kinds)
    return Deck(data=kept, tables=_tables(kinds, colours, kept), cards=texts, titles=titles)


def _check_numbers(kinds: dict[Card, int], source: str) -> None:
    """MN-1, MN-10: the right number of cards, and enough with a suit for the deal to turn one up."""
    total = sum(kinds.values())
    if total != DECK_CARDS:
        raise DeckError(source, "", f"holds {total} cards; there must be {DECK_CARDS} (MN-1)")
    suited = DECKS * sum(number for (_, suit, _, _), number in kinds.items() if suit != NONE)
    if suited <= MOST_DEALT:
        found = f"both decks together hold {suited} cards with a suit; there must be more than {MOST_DEALT}"
        raise DeckError(source, "", f"{found}, as so many may lie in hands (MN-10)")


def card_text(card: Card) -> str:
    """A kind as actions name it: "cauldron-bat", "polymorph-cauldron", "betrayed"."""
    what, suit, shape, _ = card
    if what == Type.STANDARD:
        return f"{SUIT_TEXTS[suit]}-{SHAPES[shape]}"
    return TYPES[what] + (f"-{SUIT_TEXTS[suit]}" if suit != NONE else "")


def words(key: str) -> str:
    """A key of the deck file as words: "Witch's Hat", "Follow the Recipe"."""
    found = {"witchs-hat": "Witch's Hat", "curse-you": "Curse You!", "follow-the-recipe": "Follow the Recipe"}
    found["a-pox-on-all-of-you"] = "A Pox on All of You!"
    return found.get(key) or key.replace("-", " ").title()


def card_title(card: Card, colours: list[str]) -> str:
    """A kind in words: "Cauldron Bat, green", "Polymorph of Cauldron", "Betrayed"."""
    what, suit, shape, colour = card
    if what == Type.STANDARD:
        return f"{words(SUIT_TEXTS[suit])} {words(SHAPES[shape])}, {colours[colour]}"
    return words(TYPES[what]) + (f" of {words(SUIT_TEXTS[suit])}" if suit != NONE else "")


def _colours(data: dict[str, Any], source: str) -> list[str]:
    colours = data.get("colours")
    if not isinstance(colours, list) or len(colours) != COLOURS or not all(isinstance(one, str) for one in colours):
        raise DeckError(source, "colours", f"needs a list of {COLOURS} names (MN-2)")
    for one in colours:
        if not (one.isprintable() and one == one.strip() and 1 <= len(one) <= LONGEST_NAME):
            raise DeckError(source, "colours", f'"{shown(one)}" is not a name of 1 to {LONGEST_NAME} printable signs')
    if len(set(colours)) != COLOURS or not {"red", "yellow"} <= set(colours):
        raise DeckError(source, "colours", "must all differ, red and yellow among them (MN-4)")
    return colours


def _standard_tables(data: dict[str, Any], source: str) -> dict[str, dict[str, Any]]:
    """Colours by shape by suit, in the order in which the cards are numbered."""
    standard = as_table(data.get("standard"), source, "standard")
    if not isinstance(standard, dict) or set(standard) != set(SUIT_TEXTS):
        raise DeckError(source, "standard", f"needs a table for each suit: {', '.join(SUIT_TEXTS)} (MN-2)")
    found = {suit: as_table(shapes, source, f"standard.{suit}") for suit, shapes in standard.items()}
    for suit, shapes in found.items():
        if not isinstance(shapes, dict):
            raise DeckError(source, f"standard.{suit}", "needs a table of colours by shape")
    return found


def _standard(data: dict[str, Any], colours: list[str], source: str) -> dict[Card, int]:
    kinds: dict[Card, int] = {}
    for suit, shapes in _standard_tables(data, source).items():
        for shape, colour in shapes.items():
            if shape not in SHAPES:
                raise DeckError(source, f"standard.{suit}", f'"{shown(shape)}" is not a shape: {", ".join(SHAPES)}')
            if colour not in colours:
                raise DeckError(source, f"standard.{suit}.{shape}", f"{shown(colour)} is not one of the colours")
            kinds[Type.STANDARD, SUIT_TEXTS.index(suit), SHAPES.index(shape), colours.index(colour)] = 1
    return kinds


def _special(data: dict[str, Any], source: str) -> dict[Card, int]:
    special = data.get("special")
    names = {TYPES[what] for what in (*SUITED, *UNSUITED)}
    if not isinstance(special, dict) or set(special) != names:
        raise DeckError(source, "special", f"needs an entry for each of {', '.join(sorted(names))} (MN-4)")
    kinds: dict[Card, int] = {}
    for what in SUITED:
        suits = special[TYPES[what]]
        if not isinstance(suits, list) or not suits or not all(suit in SUIT_TEXTS for suit in suits):
            known = ", ".join(SUIT_TEXTS)
            raise DeckError(source, f"special.{TYPES[what]}", f"needs a list of suits, of {known} (MN-4)")
        for suit in dict.fromkeys(suits):
            kinds[what, SUIT_TEXTS.index(suit), NONE, NONE] = suits.count(suit)
    for what in UNSUITED:
        number = special[TYPES[what]]
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= DECK_CARDS:
            raise DeckError(source, f"special.{TYPES[what]}", "needs a number of cards from 1 on")
        kinds[what, NONE, NONE, NONE] = number
    return kinds


def _tables(kinds: dict[Card, int], colours: list[str], kept: dict[str, Any]) -> CardTables:
    tables = CardTables()
    tables.flip_in_full = int("flip-in-full" in kept.get("rulings", {}))
    tables.kinds, tables.red, tables.yellow = len(kinds), colours.index("red"), colours.index("yellow")
    for kind, ((what, suit, shape, colour), number) in enumerate(kinds.items()):
        bit = 1 << kind
        tables.type[kind], tables.suit[kind], tables.shape[kind], tables.colour[kind] = what, suit, shape, colour
        tables.copies[kind] = number * DECKS
        tables.of_type[what] |= bit
        if suit != NONE:
            tables.of_suit[suit] |= bit
            tables.suited |= bit
        if shape != NONE:
            tables.of_shape[shape] |= bit
            tables.of_colour[colour] |= bit
        tables.wild |= bit * (what in WILD)
        tables.penalty |= bit * (what in PENALTIES)
        tables.not_last |= bit * (what in NOT_LAST)
        tables.declares |= bit * (what in DECLARED)
    return tables


def nearby(deck: Deck) -> list[tuple[str, dict[str, Any]]]:
    """Decks with one special card more in place of a standard one, or a standard card in red or yellow: what changed,
    and the deck file."""
    data, found = deck.data, []
    standard = {suit: dict(shapes) for suit, shapes in data["standard"]}
    largest = max(standard, key=lambda suit: len(standard[suit]))
    out = list(standard[largest])[-1]
    fewer = {suit: {k: v for k, v in kept.items() if (suit, k) != (largest, out)} for suit, kept in standard.items()}
    for name, number in data["special"].items():
        more = [*number, number[-1]] if isinstance(number, list) else number + 1
        title = f"one more {words(name)} in place of {words(largest)} {words(out)}"
        found.append((title, {**data, "standard": _pairs(fewer), "special": {**data["special"], name: more}}))
    for suit, shapes in standard.items():
        for shape, colour in shapes.items():
            for other in {"red", "yellow"} - {colour}:
                changed = {**standard, suit: {**shapes, shape: other}}
                title = f"{words(suit)} {words(shape)} becomes {other}"
                found.append((title, {**data, "standard": _pairs(changed)}))
    return valid(load_deck, sorted(found, key=lambda pair: pair[0]))


def _pairs(standard: dict[str, dict[str, Any]]) -> list[list[Any]]:
    return as_pairs({suit: as_pairs(shapes) for suit, shapes in standard.items()})


default_deck = Shipped(load_deck, __package__)
"""The deck that the game is usually played with."""

full_grid = Shipped(load_deck, __package__, "full_grid.toml")
"""The deck in which every suit has every shape."""
