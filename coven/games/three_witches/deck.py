"""The deck of 3 Witches: loading and checking a deck file (TW-1, TW-2)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from coven.engine.decks import DeckError, Shipped, as_pairs, as_table, check_keys, origin_of, rulings_of, valid
from coven.games.three_witches.rules.brew import pair_value
from coven.games.three_witches.rules.cards import CARDS, SUITS, Deck, DeckTables

SUIT_CARDS = CARDS - 1
HIGHEST_RANK = 60
"""Far beyond any card, and low enough to keep the value of any two cards within the tables."""
RANK_TEXTS = {str(rank) for rank in range(1, HIGHEST_RANK + 1)}
KEYS = {"provenance", "parts", "suits", "rulings", "notes"}
RULINGS = {"first-decides": "TW-46"}
"""The switches of a deck file: how the rulebook may also be read."""
ELIXIR_TEXT = "elixir"


def suit_names(deck: Deck) -> list[str]:
    """The names of the suits, by number."""
    return [name for name, _ in deck.data["suits"]]


def load_deck(data: dict[str, Any], source: str) -> Deck:
    """Check a deck file's content and make the deck. Raises DeckError naming `source`, the key and the reason."""
    check_keys(data, KEYS, source)
    suits = _suits(data, source)
    parts = _parts(data, source)
    kept = {
        "suits": as_pairs(suits),
        "parts": {str(rank): name for rank, name in parts.items()},
        **rulings_of(data, source, RULINGS),
        **origin_of(data, source),
    }
    cards = [(suit, rank) for suit, ranks in suits.items() for rank in ranks]
    return Deck(
        data=kept,
        tables=_tables(list(suits.values()), kept),
        cards=(*(f"{suit.lower()}-{rank}" for suit, rank in cards), ELIXIR_TEXT),
        titles=(*(_title(suit, rank, parts) for suit, rank in cards), "Elixir"),
    )


def _suits(data: dict[str, Any], source: str) -> dict[str, list[int]]:
    suits = as_table(data.get("suits"), source, "suits")
    if not isinstance(suits, dict) or len(suits) != SUITS:
        raise DeckError(source, "suits", f"needs a table of {SUITS} suits, such as Owl = [2, 3, 4, 5] (TW-1)")
    checked = {name: _ranks(name, ranks, source) for name, ranks in suits.items()}
    twice = [name for name, count in Counter(map(str.lower, checked)).items() if count > 1]
    if twice:
        raise DeckError(source, "suits", f'two suits are called "{twice[0]}"')
    total = sum(map(len, checked.values()))
    if total != SUIT_CARDS:
        raise DeckError(source, "suits", f"hold {total} cards; there must be {SUIT_CARDS} (TW-1)")
    _check_distinct(checked, source)
    return checked


def _ranks(name: str, ranks: Any, source: str) -> list[int]:
    key = f"suits.{name}"
    if not name.isalpha() or name.lower() == ELIXIR_TEXT:
        raise DeckError(source, key, "a suit's name is one word of letters, and not Elixir")
    if not isinstance(ranks, list) or not ranks:
        raise DeckError(source, key, "needs a list of ranks, such as [2, 3, 4]")
    for rank in ranks:
        if isinstance(rank, bool) or not isinstance(rank, int) or not 1 <= rank <= HIGHEST_RANK:
            raise DeckError(source, key, f"{rank!r} is not a rank: whole numbers from 1 to {HIGHEST_RANK}")
    return sorted(ranks)


def _check_distinct(suits: dict[str, list[int]], source: str) -> None:
    """TW-2: no two suits have the same ranks, compared as lists."""
    seen: dict[tuple[int, ...], str] = {}
    for name, ranks in suits.items():
        other = seen.setdefault(tuple(ranks), name)
        if other != name:
            raise DeckError(source, f"suits.{name}", f"has the same ranks as {other} (TW-2)")


def _parts(data: dict[str, Any], source: str) -> dict[int, str]:
    parts = data.get("parts", {})
    if not isinstance(parts, dict):
        raise DeckError(source, "parts", 'needs a table of names by rank, such as { 2 = "Eye" }')
    for rank, name in parts.items():
        if rank not in RANK_TEXTS or not isinstance(name, str) or not name.isprintable():
            raise DeckError(source, f"parts.{rank}", 'needs a name by rank, such as 2 = "Eye"')
    return {int(rank): name for rank, name in parts.items()}


def _title(suit: str, rank: int, parts: dict[int, str]) -> str:
    part = parts.get(rank)
    return f"{suit} {rank}, {part} of {suit}" if part else f"{suit} {rank}"


def _tables(suits: list[list[int]], kept: dict[str, Any]) -> DeckTables:
    tables = DeckTables()
    tables.first_decides = int("first-decides" in kept.get("rulings", {}))
    cards = [(suit, rank) for suit, ranks in enumerate(suits) for rank in ranks] + [(SUITS, 0)]
    for card, (suit, rank) in enumerate(cards):
        kind = cards.index((suit, rank))
        tables.suit[card], tables.rank[card], tables.kind[card] = suit, rank, kind
        tables.suit_cards[suit] |= 1 << card
        tables.kinds |= 1 << kind
        for other, card_there in enumerate(cards):
            tables.alike[card] |= (card_there == cards[card]) << other
            tables.value[card][other] = pair_value((suit, rank), card_there)
    return tables


def nearby(deck: Deck) -> list[tuple[str, dict[str, Any]]]:
    """Decks in which one card's rank is one higher or lower: what changed, and the deck file."""
    found = []
    for name, ranks in deck.data["suits"]:
        for place, rank in enumerate(ranks):
            for other in (rank - 1, rank + 1):
                changed = [*ranks[:place], other, *ranks[place + 1 :]]
                suits = [[suit, changed if suit == name else kept] for suit, kept in deck.data["suits"]]
                found.append((f"{name} {rank} becomes {other}", {**deck.data, "suits": suits}))
    return valid(load_deck, found)


default_deck = Shipped(load_deck, __package__)
"""The deck that the game is usually played with."""
