"""Gymnasium's own checker on our games, single and many at once."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="the extra `gym` is not installed")

from gymnasium.utils.env_checker import check_env

from coven.engine.game import AnyGame
from coven.env.gym import CovenEnv, CovenVectorEnv
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
    """Warnings about environments that were not made by name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@each_game
def test_a_single_game_passes_the_checker(game: AnyGame) -> None:
    rivals = ["thumb", "random"] * 4
    check_env(CovenEnv(game, rivals[: game.players[0] - 1]), skip_render_check=True)


def played(env: CovenEnv, seed: int) -> tuple[float, int]:
    observed, _ = env.reset(seed=seed)
    steps, over, reward = 0, False, 0.0
    while not over:
        assert env.observation_space.contains(observed)
        assert observed["action_mask"].any()
        observed, reward, over, _, info = env.step(np.flatnonzero(observed["action_mask"])[-1])
        assert info == {}
        steps += 1
    return reward, steps


def test_opponents_may_be_functions_and_sit_anywhere() -> None:
    asked = []

    def mine(game: Any, deck: Any, view: Any, seat: int, legal: list[int]) -> int:
        asked.append((view.viewer, seat))
        return legal[0]

    env = CovenEnv(CANDLES, [mine] * (CANDLES.players[0] - 1), seat=1)
    results = [played(env, seed) for seed in range(8)]
    assert results == [played(env, seed) for seed in range(8)]
    assert 0 < sum(reward for reward, _ in results) < 8
    assert all(viewer == seat != 1 for viewer, seat in asked)
    assert asked


def test_an_action_that_is_not_legal_is_replaced_and_told() -> None:
    env = CovenEnv(CANDLES, ["random"] * (CANDLES.players[0] - 1))
    observed, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(observed["action_mask"] == 0)[0])
    assert env.step(wrong)[4] == {"illegal": wrong}
    with pytest.raises(ValueError, match="no seat 9"):
        CovenEnv(CANDLES, ["random"] * (CANDLES.players[0] - 1), seat=9)


@pytest.mark.slow
@each_game
def test_many_games_go_on_for_the_learner(game: AnyGame) -> None:
    players = game.players[0]
    env = CovenVectorEnv(game, 16, ["random"] * (players - 1), seat=players - 1)
    observed, _ = env.reset(seed=3)
    again = CovenVectorEnv(game, 16, ["random"] * (players - 1), seat=players - 1)
    assert all((observed[key] == again.reset(seed=3)[0][key]).all() for key in observed)
    total, ended, lots = 0.0, 0, np.random.default_rng(1)
    for _ in range(120):
        mask = observed["action_mask"]
        assert mask.any(axis=1).all()
        actions = (mask * lots.random(mask.shape)).argmax(axis=1)
        observed, rewards, over, truncated, infos = env.step(actions)
        twin = again.step(actions)
        assert (rewards == twin[1]).all()
        assert (observed["observation"] == twin[0]["observation"]).all()
        assert not truncated.any()
        assert not rewards[~over].any()
        assert ("final_obs" in infos) == over.any()
        if over.any():
            assert [last is not None for last in infos["final_obs"]] == over.tolist()
        total, ended = total + rewards.sum(), ended + int(over.sum())
    assert total <= ended
    assert total > 0 or game.key in ("midnight", "witchs-brew")  # where this learner hardly wins, or no game ends


def test_opponents_of_many_games_may_be_batched_functions() -> None:
    asked = []

    def mine(observations: Any, masks: Any) -> Any:
        asked.append(len(observations))
        return masks.argmax(axis=1)

    env = CovenVectorEnv(CANDLES, 9, [mine] * (CANDLES.players[0] - 1))
    observed, _ = env.reset(seed=1)
    for _ in range(20):
        observed, *_ = env.step(observed["action_mask"].argmax(axis=1))
    assert max(asked) > 3
    with pytest.raises(ValueError, match="witch is not quick enough"):
        CovenVectorEnv(CANDLES, 9, ["witch"] * (CANDLES.players[0] - 1))
