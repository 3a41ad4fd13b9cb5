"""The games that the laws are tested on: every registered one, and two small ones that are not."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import pytest

from coven.engine.game import AnyGame
from coven.games import all_games
from tests.candles.game import GAME as CANDLES
from tests.toy.game import GAME as TOY

GAMES: list[AnyGame] = [*all_games(), TOY, CANDLES]
IDS = [game.key for game in GAMES]
MOST_IN_FAST = 5
"""Larger tables are for the whole suite."""


def is_quick(game: AnyGame, players: int) -> bool:
    """Is this table part of `make fast`? The smallest one of each game is, and the largest where that is no crowd."""
    return players == game.players[0] or (players == game.players[-1] and players <= MOST_IN_FAST)


def compiled_table(game: AnyGame, players: int) -> Any:
    """The same for what has to be compiled first, ten seconds a game: only the small ones are quick enough."""
    marks = [] if game in (TOY, CANDLES) else [pytest.mark.slow]
    return pytest.param(game, players, id=f"{game.key}-{players}", marks=marks)


MOST_OF_A_GAME = 4
"""A game with more numbers of players is played in plain Python with the smallest, a middle and the largest."""


def table(game: AnyGame, players: int) -> Any:
    """A game and a number of players, for parametrize."""
    marks = [] if is_quick(game, players) else [pytest.mark.slow]
    return pytest.param(game, players, id=f"{game.key}-{players}", marks=marks)


def some(players: Sequence[int]) -> Sequence[int]:
    """All numbers of players if they are few."""
    return players if len(players) <= MOST_OF_A_GAME else (players[0], players[len(players) // 2], players[-1])


COMPILED_TABLES = [compiled_table(game, players) for game in GAMES for players in game.players]
CHECKED_TABLES = [compiled_table(game, players) for game in GAMES for players in some(game.players)]
SOME_TABLES = [table(game, players) for game in GAMES for players in some(game.players)]

IS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK") == "1"
"""Compiled code stops at an index out of range (a run of its own: make test)."""


def fewer_if_checked(full: int) -> int:
    """A tenth when every index is checked."""
    return full // 10 if IS_CHECKED else full
