"""Games and decks by name, for the adapters."""

from __future__ import annotations

from coven.engine.game import AnyGame
from coven.games import load_game


def game_of(game: AnyGame | str) -> AnyGame:
    """The game itself, or the one with this key. Raises UnknownGame."""
    return load_game(game) if isinstance(game, str) else game
