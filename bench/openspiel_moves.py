"""Random games of one OpenSpiel game through its own C++ loop: prints moves a second. Runs in a venv of its own.

`pyspiel.evaluate_bots` plays a state to its end in C++ and leaves it there. Only these calls are timed; afterwards the
moves are counted in each state's own history: those of players, not those of chance.
"""

from __future__ import annotations

import json
import sys
import time

import pyspiel


def measure(name: str, seconds: float) -> dict[str, float]:
    """Games played for so many seconds of process time, their moves and the time they took."""
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    spent, games, moves = 0.0, 0, 0
    while spent < seconds:
        state = game.new_initial_state()
        start = time.process_time()
        pyspiel.evaluate_bots(state, bots, games)
        spent += time.process_time() - start
        games += 1
        moves += sum(1 for step in state.full_history() if step.player >= 0)
    return {"moves_s": moves / spent, "games": games, "moves": moves}


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], float(sys.argv[2]))))
