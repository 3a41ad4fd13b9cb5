"""Decks of tables. A deck is not written, so tables share it."""

from __future__ import annotations

import json

from coven.engine.decks import Deck
from coven.engine.game import Game

MOST_DECKS = 64
"""Decks that are kept for tables to come."""
_decks: dict[tuple[str, str], Deck] = {}


def shared_deck(game: Game, text: str) -> Deck:
    """The deck of this text, which is JSON; raises DeckError or ValueError where it is not understood."""
    deck = _decks.get((game.key, text))
    if deck is None:
        if len(_decks) >= MOST_DECKS:
            _decks.clear()
        deck = _decks[game.key, text] = game.load_deck(json.loads(text), "deck")
    return deck
