"""OpenSpiel's own search, in C++, thinking about first decisions of Euchre. Runs in a venv of its own.

Prints simulations a second, and the decisions of players in one random game from there to the end of the hand, which
is what a simulation takes. Only the search is timed.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any

import pyspiel

GAME = "euchre"
EXPLORE = 2.0
"""The constant of UCT; Euchre's returns go from -4 to 4."""
DEALS = 5
GAMES = 500


def dealt(game: Any, seed: int) -> Any:
    """The first decision of a game."""
    state, rng = game.new_initial_state(), random.Random(seed)
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, chances)[0])
    return state


def rate(states: list[Any], count: int, seconds: float) -> float:
    """Simulations in a second of process time, `count` for each decision, for so many seconds."""
    spent, searches = 0.0, 0
    while spent < seconds:
        evaluator = pyspiel.RandomRolloutEvaluator(1, searches)
        bot = pyspiel.ISMCTSBot(searches, evaluator, EXPLORE, count)
        start = time.process_time()
        bot.get_policy(states[searches % len(states)])
        spent += time.process_time() - start
        searches += 1
    return searches * count / spent


def decisions(states: list[Any]) -> float:
    """Decisions of players to the end of the hand, on average of random games."""
    rng, made = random.Random(0), 0
    for number in range(GAMES):
        state = states[number % len(states)].clone()
        while not state.is_terminal():
            made += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
    return made / GAMES


def main() -> None:
    """The command line: simulations a decision, and seconds."""
    game = pyspiel.load_game(GAME)
    states = [dealt(game, seed) for seed in range(DEALS)]
    found = {"simulations_s": rate(states, int(sys.argv[1]), float(sys.argv[2])), "decisions": decisions(states)}
    print(json.dumps(found))


main()
