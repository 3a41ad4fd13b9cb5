"""The games that the laws are tested on: every registered one, and the toy."""

from __future__ import annotations

import os

from coven.engine.game import Game
from coven.games import all_games
from tests.toy.game import GAME as TOY

GAMES: list[Game] = [*all_games(), TOY]
IDS = [game.key for game in GAMES]
TABLES = [(game, players) for game in GAMES for players in game.players]
TABLE_IDS = [f"{game.key}-{players}" for game, players in TABLES]

IS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK") == "1"
"""Compiled code stops at an index out of range (a run of its own: make test)."""


def fewer_if_checked(full: int) -> int:
    """A tenth when every index is checked."""
    return full // 10 if IS_CHECKED else full
