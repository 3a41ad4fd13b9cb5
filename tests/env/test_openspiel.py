"""OpenSpiel's own checks and algorithms on our games."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")

import pyspiel

from coven.engine.game import AnyGame
from coven.env.openspiel import register, short_name
from coven.games import all_games
from tests.candles.game import GAME as CANDLES
from tests.env.ending import ending
from tests.toy.game import GAME as TOY

ENDING = ending()
register()
register(TOY, CANDLES, ENDING)
GAMES = [
    *(pytest.param(game, id=game.key) for game in (TOY, CANDLES)),
    *(pytest.param(game, id=game.key, marks=pytest.mark.slow) for game in all_games()),
]
each_game = pytest.mark.parametrize("game", GAMES)


def load(game: AnyGame, **params: int) -> Any:
    return pyspiel.load_game(short_name(game), params)


@each_game
def test_random_games_pass_the_check(game: AnyGame) -> None:
    pyspiel.random_sim_test(
        load(game, deals=40), num_sims=1, serialize=game.key not in (TOY.key, CANDLES.key), verbose=False
    )


def after(state: Any, *actions: int) -> Any:
    for action in actions:
        state.apply_action(action)
    return state


def test_a_deal_is_a_chance_node_and_the_game_of_that_seed() -> None:
    game = load(TOY, deals=6)
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(deal, pytest.approx(1 / 6)) for deal in range(6)]
    state.apply_action(4)
    assert state.match.seed == 4
    assert (game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()) == (2, 2, 6)
    assert state.legal_actions() == [0, 1]


def test_seats_that_decide_together_do_not_see_each_other() -> None:
    game = load(TOY, deals=6)
    keep, trade = (after(game.new_initial_state(), 3, choice) for choice in (0, 1))
    assert keep.current_player() == trade.current_player() == 1
    assert keep.information_state_string(1) == trade.information_state_string(1)
    assert keep.information_state_tensor(1) == trade.information_state_tensor(1)
    assert keep.observation_tensor(1) == trade.observation_tensor(1)
    assert keep.information_state_string(0) != trade.information_state_string(0)


def test_tensors_and_strings_part_the_same_states() -> None:
    game = load(TOY, deals=40)
    found: dict[tuple[int, str], bytes] = {}
    for deal in range(40):
        for choice in (0, 1):
            state = after(game.new_initial_state(), deal, choice)
            for seat in (0, 1):
                key = (seat, state.information_state_string(seat))
                tensor = np.array(state.information_state_tensor(seat)).tobytes()
                assert found.setdefault(key, tensor) == tensor
    assert len(found) > 8
    by_seat = [{tensor for (seat, _), tensor in found.items() if seat == which} for which in (0, 1)]
    assert [len(tensors) for tensors in by_seat] == [sum(seat == which for seat, _ in found) for which in (0, 1)]


def test_clones_and_pickles_go_on_alone() -> None:
    state = after(load(TOY, deals=6).new_initial_state(), 2, 1)
    twin = state.clone()
    twin.apply_action(0)
    assert twin.is_terminal()
    assert not state.is_terminal()
    assert sum(twin.returns()) == pytest.approx(0)
    state = after(pyspiel.load_game("coven_three_witches(deals=9)").new_initial_state(), 2, 1, 2)
    again = pickle.loads(pickle.dumps(state))  # noqa: S301  # its own
    assert str(again) == str(state)
    assert again.information_state_string(2) == state.information_state_string(2)


def test_cfr_solves_a_small_game() -> None:
    from open_spiel.python.algorithms import cfr, exploitability

    game = load(TOY, deals=24)
    solver = cfr.CFRPlusSolver(game)
    first = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(12):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < first / 4


def test_mcts_plays_a_small_game() -> None:
    from open_spiel.python.algorithms import mcts

    state = after(load(TOY, deals=24).new_initial_state(), 5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        bot = mcts.MCTSBot(state.get_game(), 1.0, 30, evaluator, random_state=np.random.RandomState(2))
        assert bot.step(state) in state.legal_actions()


@pytest.mark.slow
def test_cfr_solves_the_end_of_3_witches() -> None:
    from open_spiel.python.algorithms import cfr, exploitability

    game = load(ENDING, deals=3)
    solver = cfr.CFRPlusSolver(game)
    first = exploitability.nash_conv(game, solver.average_policy())
    assert first > 0.1  # there is something to learn
    for _ in range(6):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < first / 4


@pytest.mark.slow
def test_mcts_plays_the_end_of_3_witches() -> None:
    from open_spiel.python.algorithms import mcts

    state, lots = after(load(ENDING, deals=3).new_initial_state(), 1), np.random.RandomState(1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        bot = mcts.MCTSBot(state.get_game(), 1.0, 30, mcts.RandomRolloutEvaluator(1, lots), random_state=lots)
        while not state.is_terminal():
            state.apply_action(bot.step(state))
    assert state.match.game.rules is ENDING.rules
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.slow
def test_information_states_of_3_witches_forget_nothing() -> None:
    game = load(all_games()[[one.key for one in all_games()].index("three-witches")], deals=5)
    state, keys = after(game.new_initial_state(), 1), set()
    while not state.is_terminal():
        keys.add(state.information_state_string())
        state.apply_action(state.legal_actions()[0])
    assert len(keys) == len(state.match.acts)
    assert state.information_state_string(0).endswith(state.match.info_key(0).hex())


def test_a_program_that_registers_games_ends_without_an_error() -> None:
    program = (
        "from coven.env.openspiel import register; register(); import pyspiel; pyspiel.load_game('coven_midnight')"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False, capture_output=True).returncode == 0
