"""Decks of tables. Nobody changes a deck, so tables share it."""

from __future__ import annotations

import json

from coven.engine.decks import AnyDeck
from coven.engine.game import AnyGame

MOST_DECKS = 64
"""How many decks stay in memory for future tables."""
_decks: dict[tuple[str, str], AnyDeck] = {}


def shared_deck(game: AnyGame, text: str) -> AnyDeck:
    """The deck in this JSON text. Raises DeckError or ValueError if it cannot be read."""
    deck = _decks.get((game.key, text))
    if deck is None:
        if len(_decks) >= MOST_DECKS:
            _decks.clear()
        deck = _decks[game.key, text] = game.decks.load(json.loads(text), "deck")
    return deck
