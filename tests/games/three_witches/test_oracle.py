"""The compiled engine beside the C program of bench/, game by game from the same seeds."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from coven.engine.loops import RANDOM, Loops
from coven.games.three_witches.deck import default_deck
from coven.games.three_witches.game import GAME
from tests.conftest import REQUIRED

SOURCE = Path(__file__).parents[3] / "bench" / "three_witches_limit.c"
MULTIPLIER = 6364136223846793005
GAMES, SEED = 20_000, 7


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("gcc") and not REQUIRED, reason="there is no C compiler here")
@pytest.mark.clause("TW-3", "TW-4", "TW-11", "TW-50", "TW-51", "TW-52")
def test_compiled_games_are_those_of_the_c_program(tmp_path: Path) -> None:
    program = str(tmp_path / "limit")
    subprocess.run(["gcc", "-O2", "-o", program, SOURCE], check=True)
    command = [program, "--check", "--games", str(GAMES), "--seed", str(SEED)]
    said = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    loops = Loops(GAME, default_deck().tables, 3)
    counts, shares, ends = loops.policy_games(SEED, 0, GAMES, [RANDOM] * 3, 0)
    digest = 0
    for a, b, c in ends["tokens"].tolist():
        digest = (digest * MULTIPLIER + a + 8 * b + 64 * c + 1) % 2**64
    assert said["decisions"] == counts.sum()
    assert said["longest"] == counts.max()
    assert said["rounds"] == ends["round"].sum()
    assert said["tokens_hash"] == f"{digest:016x}"
    assert said["payoffs"] == pytest.approx(shares.sum(axis=0).tolist())
    assert ends["round"].min() >= 3
    assert ends["round"].max() <= 7
