"""PettingZoo's own checkers on our games."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the extra `pettingzoo` is not installed")

from pettingzoo.test import api_test, parallel_api_test, seed_test

import coven
from coven.engine.game import AnyGame
from coven.env.pettingzoo import CovenAEC, CovenParallel, aec
from coven.games import all_games
from tests.candles.game import GAME as CANDLES
from tests.toy.game import GAME as TOY

GAMES = [
    *(pytest.param(game, id=game.key) for game in (TOY, CANDLES)),
    *(pytest.param(game, id=game.key, marks=pytest.mark.slow) for game in all_games()),
]
each_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """An observation with a mask is a dict, as in PettingZoo's own card games; the checker would like a box."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation (space for each agent probably|is not a NumPy)")
        yield


@pytest.mark.parametrize("game", [game for game in GAMES if game.id != CANDLES.key])
def test_agents_in_turn_pass_the_checkers(game: AnyGame) -> None:
    api_test(aec(game), num_cycles=60, verbose_progress=False)


@each_game
def test_agents_at_once_pass_the_checkers(game: AnyGame) -> None:
    parallel_api_test(CovenParallel(game), num_cycles=60)


@each_game
def test_the_same_seed_gives_the_same_game(game: AnyGame) -> None:
    seed_test(lambda: aec(game), num_cycles=30)


def first_legal(observed: dict[str, Any]) -> int:
    return int(np.flatnonzero(observed["action_mask"])[0])


@pytest.mark.slow
def test_a_game_ends_with_everybodys_share() -> None:
    env = CovenAEC(CANDLES, render_mode="ansi")
    env.reset(seed=3)
    assert "\n" in str(env.render())
    while not any(env.terminations.values()):
        env.step(first_legal(env.observe(env.agent_selection)))
    assert sum(env.rewards.values()) == pytest.approx(1)
    assert all(env.terminations.values())
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)


def test_what_is_not_legal_is_refused() -> None:
    env = CovenParallel(TOY)
    env.reset(seed=1)
    with pytest.raises(coven.IllegalAction, match="seat 1 may not play 7"):
        env.step({"seat_0": 0, "seat_1": 7})
    with pytest.raises(KeyError):
        env.step({"seat_0": 0})
    _, rewards, ended, _, _ = env.step({"seat_0": 0, "seat_1": 1})
    assert ended == {"seat_0": True, "seat_1": True}
    assert sum(rewards.values()) == 1
    assert env.agents == []


@pytest.mark.slow
def test_a_seat_is_shown_its_own_hand_only() -> None:
    env = CovenAEC("three-witches")
    env.reset(seed=5)
    hand = coven.load_game("three-witches").observation.places(3)["hand"]
    hands = [env.observe(agent)["observation"][hand] for agent in env.agents]
    assert sum(hands).tolist() == [1] * 18
