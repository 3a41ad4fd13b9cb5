"""The value of a stage's beginning, from self-play: makes and checks the constants of each game's `value.py`.

    python -m bench.values three-witches --games 500000
    python -m bench.values witchs-brew --games 80000
    python -m bench.values whirling-witchcraft --games 60000

It plays this many games (for each number of players, except for 3 Witches), and prints the constants in the module's
form, with their provenance, and how well they predict the winner: the first half of the games makes the constants, the
second half judges them. `--player` names the player of all seats: rules of thumb are compiled and fast, other players
take as long as they think.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

from bench import round_values, set_values, token_values
from bench.stages import COMPILED, SEED

GAMES: dict[str, Callable[[str, int, int], Iterator[str]]] = {
    "three-witches": token_values.report,
    "witchs-brew": set_values.MODEL.report,
    "whirling-witchcraft": round_values.MODEL.report,
}
"""By game: report(player, games, seed), paragraph by paragraph."""


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.values", description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--player", default=COMPILED, help=f"who plays all seats (default: {COMPILED})")
    parser.add_argument("--games", type=int, default=20_000, help="how many games (default: 20000)")
    parser.add_argument("--seed", type=int, default=SEED, help=f"seed of the run (default: {SEED})")
    options = parser.parse_args()
    for paragraph in GAMES[options.game](options.player, options.games, options.seed):
        print(paragraph, flush=True)
        print(flush=True)


if __name__ == "__main__":
    main()
