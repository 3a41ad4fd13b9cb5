"""`coven simulate`: who begins, several processes, and files that keep games."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from coven.engine.loops import RANDOM, THUMB, Loops
from coven.games import load_game
from coven.lab.lines import KeptError
from coven.lab.simulation import CHUNK, Simulation, simulate_game
from tests.test_cli import run

NAMES = ["thumb", "random", "random"]
GAME = load_game("witchs-brew")


def figures(games: int, **how: Any) -> dict[str, Any]:
    found: Simulation = simulate_game(GAME, NAMES, games, 4, **how)
    return asdict(found) | {"decisions_per_second": 0}


@pytest.mark.slow
def test_shares_by_who_begins_are_those_of_the_games() -> None:
    found = figures(300)
    loops = Loops(GAME, GAME.decks.default().tables, 3)
    counts, shares, ends = loops.policy_games(4, 0, 300, [THUMB, RANDOM, RANDOM], 1)
    second = shares[np.arange(300), (ends["starter"].astype(int) + 1) % 3].mean()
    assert found["place_win_share"][1] == pytest.approx(second)
    assert sum(found["place_win_share"]) == pytest.approx(1)
    assert found["decisions_mean"] == pytest.approx(counts.mean())
    own = shares[np.arange(300), -np.arange(300) % 3].mean()
    assert found["win_share"][0] == pytest.approx(own)
    everybody = simulate_game(load_game("whirling-witchcraft"), ["random"] * 2, 10, 4)
    assert everybody.place_win_share == []


@pytest.mark.slow
def test_simulations_do_not_depend_on_processes_or_on_pauses(tmp_path: Path) -> None:
    path, whole = tmp_path / "kept.jsonl", figures(2 * CHUNK + 10)
    assert figures(2 * CHUNK + 10, jobs=2) == whole
    assert figures(CHUNK + 10, save=path)["games"] == CHUNK + 10
    path.write_bytes(path.read_bytes()[:-9])  # as if killed while writing
    assert figures(2 * CHUNK + 10, save=path) == whole
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:-1], "{}", lines[-1]]) + "\n")
    with pytest.raises(KeptError, match="is broken"):
        figures(10, save=path)
    with pytest.raises(KeptError, match="seed 4, not 5"):
        simulate_game(GAME, NAMES, 10, 5, save=path)


def test_a_file_for_bots_of_ones_own_is_refused(tmp_path: Path) -> None:
    words = ("--players", "m=tests.players.bots:first,thumb,thumb", "--save", str(tmp_path / "x"))
    done = run("simulate", "three-witches", *words)
    assert done.exit_code == 2
    assert "cannot be saved and continued" in done.output
