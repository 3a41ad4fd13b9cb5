"""docs/environments.md says what is true: its table, its arrays, and its examples."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from coven.env.batch import Batch
from coven.games import all_games

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def test_the_table_of_games_is_true() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = {cells[0]: cells[1:] for cells in (row.split(" | ") for row in re.findall(r"^\| (.*) \|$", text, re.M))}
    for game in all_games():
        seats, actions, sizes, _ = rows[game.key]
        assert seats == (f"{game.players[0]} to {game.players[-1]}" if len(game.players) > 1 else str(game.players[0]))
        assert int(actions) == game.actions.count
        assert [int(size) for size in sizes.split(", ")] == [game.observation.size(one) for one in game.players]


def test_every_array_of_a_batch_is_on_the_page() -> None:
    named = set(re.findall(r"`(\w+)`", PAGE.read_text(encoding="utf-8")))
    assert set(Batch.__annotations__) <= named


@pytest.mark.slow
def test_the_examples_give_what_they_show() -> None:
    for extra in ("pettingzoo", "gymnasium", "pyspiel", "pyarrow"):
        pytest.importorskip(extra, reason=f"{extra} is not installed")
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 30
    assert failed == 0
