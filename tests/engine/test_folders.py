"""Users without a home folder: nothing is lost, and each is told what to name instead."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import coven
from coven.engine.record import GameRecord
from coven.games import load_game

GAME = "three-witches"
WITHOUT_A_HOME = """
import os, pwd, sys
for name in list(os.environ):
    if name.startswith(("HOME", "XDG", "COVEN")):
        del os.environ[name]
def nobody(number): raise KeyError(number)
pwd.getpwuid = nobody
from coven.cli import main
main(sys.argv[1:])
"""


def without_a_home(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_A_HOME, *words], cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(Path(coven.__file__).parents[1])}, timeout=120,
    )  # fmt: skip


def test_a_user_without_a_home_keeps_a_game_elsewhere(tmp_path: Path) -> None:
    done = without_a_home(tmp_path, "play", GAME, "--seats", "thumb,thumb,thumb", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert "no home folder (set COVEN_DATA to name one): the game is saved in" in " ".join(done.stdout.split())
    path = re.search(r"replay (\S+)", done.stdout)
    assert path
    GameRecord.load(Path(path[1])).verify(load_game(GAME))
    Path(path[1]).unlink()
    assert not list(tmp_path.glob("~*"))


@pytest.mark.slow
def test_a_user_without_a_home_is_told_where_a_server_could_keep_tables(tmp_path: Path) -> None:
    done = without_a_home(tmp_path, "serve", "--no-open", "--port", "0")
    assert done.returncode == 1
    assert "no home folder (set COVEN_DATA to name one)" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_user_without_a_home_compiles_for_one_run(tmp_path: Path) -> None:
    done = without_a_home(tmp_path, "simulate", GAME, "--games", "2", "--json")
    assert json.loads(done.stdout)["games"] == 2
    assert "COVEN_CACHE names another folder" in done.stderr
