"""Random play in another library's environment: prints steps a second. Runs in a venv of its own."""

# These libraries are not installed where types are checked:
# mypy: ignore-errors

from __future__ import annotations

import json
import sys
import time

import numpy as np


def openspiel(name: str, seconds: float) -> float:
    """One state at a time, by pyspiel's Python interface: legal actions, and what the player sees as a tensor."""
    import pyspiel
    from open_spiel.python.games import kuhn_poker  # noqa: F401

    game, rng, steps, start = pyspiel.load_game(name), np.random.default_rng(1), 0, time.process_time()
    while time.process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(outcomes[int(rng.choice(len(outcomes), p=chances))])
                continue
            np.asarray(state.information_state_tensor())
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.integers(len(legal)))])
            steps += 1
    return steps / (time.process_time() - start)


def openspiel_cpp(name: str, seconds: float) -> float:
    """OpenSpiel's random bots in its loop in C++, which shows nothing."""
    from openspiel_moves import measure

    return measure(name, seconds)["moves_s"]


def rlcard(name: str, seconds: float) -> float:
    """RLCard's environment with its random agents."""
    import rlcard as library
    from rlcard.agents import RandomAgent

    env = library.make(name)
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        trajectories, _ = env.run(is_training=False)
        steps += sum(len(one) // 2 for one in trajectories)
    return steps / (time.process_time() - start)


def pgx(name: str, seconds: float) -> float:
    """4,096 games at once on the CPU, restarting by themselves."""
    import jax
    import pgx as library
    from pgx.experimental import auto_reset

    env, count = library.make(name), 4096
    begin = jax.jit(jax.vmap(env.init))

    def turn(state, key):
        lots = jax.random.uniform(key, state.legal_action_mask.shape)
        action = (lots * state.legal_action_mask).argmax(-1)
        return jax.vmap(auto_reset(env.step, env.init))(state, action, jax.random.split(key, count))

    step, key = jax.jit(turn), jax.random.PRNGKey(1)
    state = begin(jax.random.split(key, count))
    state = jax.block_until_ready(step(state, key))
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        key, own = jax.random.split(key)
        state = jax.block_until_ready(step(state, own))
        steps += count
    return steps / (time.process_time() - start)


MEASURES = {"openspiel": openspiel, "openspiel_cpp": openspiel_cpp, "rlcard": rlcard, "pgx": pgx}
print(json.dumps({"steps_s": MEASURES[sys.argv[1]](sys.argv[2], float(sys.argv[3]))}))
