"""Decks of tables. A deck is not written, so tables share it."""

from __future__ import annotations

import json

from coven.engine.decks import AnyDeck
from coven.engine.game import AnyGame

MOST_DECKS = 64
"""Decks that are kept for tables to come."""
_decks: dict[tuple[str, str], AnyDeck] = {}


def shared_deck(game: AnyGame, text: str) -> AnyDeck:
    """The deck of this text, which is JSON; raises DeckError or ValueError where it is not understood."""
    found = _decks.get((game.key, text))
    if found is None:
        if len(_decks) >= MOST_DECKS:
            _decks.clear()
        found = _decks[game.key, text] = game.decks.load(json.loads(text), "deck")
    return found
