"""What Python runs beside the text of a rule does the same (`jit.rule_beside`)."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from itertools import chain
from typing import Any

import pytest

from coven.engine import lists
from coven.engine.game import AnyGame
from coven.engine.jit import texts
from coven.engine.match import Match
from coven.engine.states import SPECTATOR
from coven.games import all_games
from tests.random_play import some_act

MOVES = 7
"""Acts between two positions."""


def test_whole_lists_are_filled_and_copied_alike() -> None:
    rng, tried = random.Random(1), 0
    for plain, text in of_module(lists.__name__):
        has_rows, fills = "rows" in text.__name__, "fill" in text.__name__
        for _ in range(100):
            shape = (rng.randrange(4), rng.randrange(5))
            rows = [[rng.randrange(-9, 9) for _ in range(shape[1])] for _ in range(shape[0])]
            cells: list[Any] = rows if has_rows else [*chain(*rows)]
            other, results = rng.randrange(9), []
            for function in (plain, text):
                first, second = (deepcopy(cells), other) if fills else (cells, blank(cells))
                function(first, second)
                results.append((first, second))
            assert results[0] == results[1]
            tried += results[0] != (cells, blank(cells))
    assert tried > 100


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_rules_of_a_game_answer_and_write_alike(game: AnyGame) -> None:
    """Twins of a game take (s, seat) and answer, or (s, viewer, view) and write."""
    found = of_module(f"{game.package}.")
    rng = random.Random(2)
    for players in (game.players[0], game.players[-1]) if found else ():
        match = Match(game, players, seed=rng.randrange(1 << 30))
        while match.pending:
            for _ in range(MOVES):
                if match.pending:
                    match.act(*some_act(match, rng))
            for plain, text in found:
                compare(match, plain, text)


def compare(match: Match, plain: Callable[..., Any], text: Callable[..., Any]) -> None:
    """For the truth, and for what everybody sees of it."""
    for viewer in (SPECTATOR, *range(match.players)):
        seen = match.view_record(viewer)
        if text.__code__.co_argcount == 2:
            for seat in range(match.players):
                assert plain(match.state, seat) == text(match.state, seat)
                assert plain(seen, seat) == text(seen, seat)
        else:
            views = [match.game.state(), match.game.state()]
            for function, view in zip((plain, text), views, strict=True):
                function(match.state, viewer, view)
            assert views[0] == views[1]


def of_module(name: str) -> list[tuple[Callable[..., Any], Callable[..., Any]]]:
    return [(plain, text) for plain, text in texts.items() if text is not plain and text.__module__.startswith(name)]


def blank(cells: list[Any]) -> list[Any]:
    """Zeros of the same shape."""
    return [blank(one) if isinstance(one, list) else 0 for one in cells]
