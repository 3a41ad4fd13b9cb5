"""The games. Each folder holds everything about one game and nothing about any other."""

from __future__ import annotations

from importlib import import_module

from coven.engine.game import AnyGame
from coven.engine.sentences import shown

MODULES = {
    "three-witches": "coven.games.three_witches.game",
    "witchs-brew": "coven.games.witchs_brew.game",
    "midnight": "coven.games.midnight.game",
    "whirling-witchcraft": "coven.games.whirling_witchcraft.game",
}
"""The keys of the games, and the modules that hold their GAME."""


class UnknownGame(LookupError):
    """There is no game of that name. Says which games there are."""


def load_game(key: str) -> AnyGame:
    """The game with this key. Raises UnknownGame."""
    if not isinstance(key, str) or key not in MODULES:
        raise UnknownGame(f'there is no game "{shown(key)}": choose one of {", ".join(MODULES)}')
    game: AnyGame = import_module(MODULES[key]).GAME
    return game


def all_games() -> list[AnyGame]:
    """Every game, in the order of MODULES."""
    return [load_game(key) for key in MODULES]
