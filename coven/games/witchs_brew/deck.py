"""The deck of Witch's Brew: loading and checking a deck file (WB-3, WB-63)."""

from __future__ import annotations

from typing import Any

from coven.engine.decks import DeckError, Shipped, check_keys, origin_of, rulings_of, valid
from coven.engine.sentences import shown
from coven.games.witchs_brew.rules.goods import LETTERS, bag
from coven.games.witchs_brew.rules.roles import CAULDRONS, FEATURES, HEIGHTS, CardTables, Deck, Stack

STACK_KEYS = tuple(Stack.names().values())
KEYS = {"provenance", "notes", "rulings", *STACK_KEYS}
RULINGS = {"all-or-nothing": "WB-40"}
"""The switches of a deck file: how the rulebook may also be read."""
MOST_DROPS = 12
MOST_NEED = 30
MOST_POINTS = 99
RAVENS = 2
"""WB-3: ravens in each stack."""
Card = dict[str, Any]


def cards_of(deck: Deck) -> list[tuple[str, int, Card]]:
    """Stack, place from the top, and data of every potion card, in order."""
    return [(key, place, card) for key in STACK_KEYS for place, card in enumerate(deck.data[key])]


def load_deck(data: dict[str, Any], source: str) -> Deck:
    """Check a deck file's content and make the deck. Raises DeckError naming `source`, the key and the reason."""
    check_keys(data, KEYS, source)
    stacks = {key: _stack(data, key, height, source) for key, height in zip(STACK_KEYS, HEIGHTS, strict=True)}
    kept = {**stacks, **rulings_of(data, source, RULINGS), **origin_of(data, source)}
    cards = [(key, place, card) for key in STACK_KEYS for place, card in enumerate(stacks[key])]
    return Deck(
        data=kept,
        tables=_tables(stacks, kept),
        cards=tuple(card_id(key, place) for key, place, _ in cards),
        titles=tuple(card_title(key, card) for key, _, card in cards),
    )


def card_id(key: str, place: int) -> str:
    """What programs call a potion card: its stack, and its place from the top, counting from 1."""
    return f"{key.replace('_', '-')}-{place + 1}"


def card_title(key: str, card: Card) -> str:
    """A potion card in words: "Iron cauldron worth 3", "Gold shelf worth 4, with a raven"."""
    what = {"gold_shelf": "Gold shelf", "ingredient_shelf": "Ingredients shelf"}.get(key, f"{key.title()} cauldron")
    return f"{what} worth {card['points']}{', with a raven' if card['raven'] else ''}"


def _stack(data: dict[str, Any], key: str, height: int, source: str) -> list[Card]:
    """The checked cards of a stack, top one first."""
    cards = data.get(key)
    if not isinstance(cards, list) or len(cards) != height:
        found = f"; there are {len(cards)}" if isinstance(cards, list) else ""
        raise DeckError(source, key, f"needs a list of {height} cards{found} (WB-3)")
    is_shelf = STACK_KEYS.index(key) >= CAULDRONS
    checked = [_card(card, f"{key}[{i + 1}]", source, is_shelf) for i, card in enumerate(cards)]
    for i in range(1, height):
        if checked[i]["points"] < checked[i - 1]["points"]:
            raise DeckError(source, f"{key}[{i + 1}]", "is worth less than the card above it: points never fall (WB-3)")
    ravens = sum(card["raven"] for card in checked)
    if ravens != RAVENS:
        found = f"has {ravens} raven{'s' * (ravens != 1)}"
        raise DeckError(source, key, f"{found}; there must be {RAVENS} in every stack (WB-3, WB-63)")
    return checked


def _card(card: Any, key: str, source: str, is_shelf: bool) -> Card:
    """A potion card in its standard form."""
    price = "needs" if is_shelf else "cost"
    if not isinstance(card, dict) or not {price, "points"} <= set(card) <= {price, "points", "raven"}:
        raise DeckError(source, key, f'must have "{price}" and "points", and may have "raven"; nothing else')
    raven = card.get("raven", False)
    if not isinstance(raven, bool):
        raise DeckError(source, f"{key}.raven", "must be true or false")
    points = _number(card["points"], f"{key}.points", MOST_POINTS, source)
    if is_shelf:
        return {price: _number(card[price], f"{key}.{price}", MOST_NEED, source), "points": points, "raven": raven}
    return {price: _cost(card[price], f"{key}.{price}", source), "points": points, "raven": raven}


def _number(value: Any, key: str, most: int, source: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise DeckError(source, key, f"must be a number from 1 to {most}, not {shown(value)}")
    return value


def _cost(value: Any, key: str, source: str) -> str:
    """The drops of a cauldron as letters, as the file has them."""
    letters = value.lower() if isinstance(value, str) else ""
    if not 1 <= len(letters) <= MOST_DROPS:
        raise DeckError(source, key, f'must be 1 to {MOST_DROPS} drops, such as "wwr", not "{shown(value)}"')
    strange = next((letter for letter in letters if letter not in LETTERS), None)
    if strange:
        raise DeckError(source, key, f'"{shown(strange)}" is not a drop: r, g, w are red, green, white (WB-3)')
    return letters


def _tables(stacks: dict[str, list[Card]], kept: dict[str, Any]) -> CardTables:
    tables = CardTables()
    tables.all_or_nothing = int("all-or-nothing" in kept.get("rulings", {}))
    for stack, key in enumerate(STACK_KEYS):
        for place, card in enumerate(stacks[key]):
            tables.points[stack][place], tables.raven[stack][place] = card["points"], int(card["raven"])
            if stack < CAULDRONS:
                tables.price[stack][place] = bag(*(card["cost"].count(letter) for letter in LETTERS))
            tables.need[stack][place] = len(card["cost"]) if stack < CAULDRONS else card["needs"]
            drops = [card["cost"].count(letter) for letter in LETTERS] if stack < CAULDRONS else [0] * len(LETTERS)
            told = [*drops, tables.need[stack][place], card["points"], int(card["raven"])]
            tables.features[stack][FEATURES * place : FEATURES * (place + 1)] = told
    return tables


def nearby(deck: Deck) -> list[tuple[str, dict[str, Any]]]:
    """Decks in which one card is worth a point more or less, or costs a drop or needs one more or less: what changed,
    and the deck file."""
    found = []
    for key, place, card in cards_of(deck):
        for what, other in _steps(card):
            cards = [*deck.data[key]]
            cards[place] = {**card, what: other}
            found.append((f"{key}[{place + 1}].{what} {card[what]} becomes {other}", {**deck.data, key: cards}))
    return valid(load_deck, found)


def _steps(card: Card) -> list[tuple[str, Any]]:
    """The numbers of a card, each one step away."""
    steps: list[tuple[str, Any]] = [("points", card["points"] - 1), ("points", card["points"] + 1)]
    if "needs" in card:
        return [*steps, ("needs", card["needs"] - 1), ("needs", card["needs"] + 1)]
    cost = card["cost"]
    return [*steps, ("cost", cost[:-1]), ("cost", cost + cost[0])]


default_deck = Shipped(load_deck, __package__)
"""The deck that the game is usually played with."""
