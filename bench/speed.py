"""3 Witches at speed: uniform random play compiled, in C, and interpreted, and the time to the first game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.figures import ROOT, Figure, Section, said
from coven.engine.loops import RANDOM, Loops
from coven.games import load_game

GAME = "three-witches"
SOURCE = ROOT / "bench" / "three_witches_limit.c"
HASH_MULTIPLIER = 6364136223846793005
SEED = 7

FIRST_GAME = f"""
import time
from coven.engine.loops import Loops
from coven.games import load_game
game = load_game({GAME!r})
started = time.perf_counter()
Loops(game, game.decks.default().tables, 3).random_games(0, 0, 1)
print(time.perf_counter() - started)
"""


def build(folder: Path) -> Path:
    """The C program, compiled for this machine."""
    program = folder / "limit"
    said("gcc", "-O3", "-march=native", "-o", program, SOURCE)
    return program


def loops(*, plain: bool = False) -> Loops[Any, Any]:
    """The loops of 3 Witches with its own deck."""
    game = load_game(GAME)
    return Loops(game, game.decks.default().tables, 3, plain=plain)


def rate(play: Callable[[int, int, int], int], chunk: int, seconds: float) -> float:
    """Decisions in a second of this process's time, playing `chunk` games at a time for so many seconds."""
    start, decisions, games = time.process_time(), 0, 0
    while (spent := time.process_time() - start) < seconds:
        decisions += play(SEED, games, chunk)
        games += chunk
    return decisions / spent


def limit_rates(program: Path, seconds: float) -> dict[str, float]:
    """Decisions a second of the C program by mode, by its own clock (also of process time)."""
    command = (program, "--secs", str(seconds), "--reps", "1", "--games", "1000", "--seed", str(SEED))
    lines = [json.loads(line) for line in said(*command).splitlines()]
    return {line["mode"]: line["moves_s"] for line in lines if "mode" in line}


def random_play(program: Path, repetitions: int, seconds: float) -> Section:
    """Compiled play and the C program in turns, then interpreted play."""
    play, plain = loops().random_games, loops(plain=True).random_games
    ours, limits, slow = [], [], []
    for _ in range(repetitions):
        limits.append(limit_rates(program, seconds))
        ours.append(rate(play, 2000, seconds))
        slow.append(rate(plain, 5, seconds))
    steps, inlines = ([limit[mode] for limit in limits] for mode in ("step", "inline"))
    unit = "decisions/s"
    figures = [
        Figure("compiled", unit, ours),
        Figure("C, `step`: a state, legal and apply", unit, steps),
        Figure("C, `inline`: a round as straight-line code", unit, inlines),
        Figure("compiled / C `step`", "ratio", [a / b for a, b in zip(ours, steps, strict=True)]),
        Figure("compiled / C `inline`", "ratio", [a / b for a, b in zip(ours, inlines, strict=True)]),
        Figure("interpreted (plain Python)", unit, slow),
    ]
    about = "Uniform random games of 3 Witches on one core; every decision counts, also one with a single answer. The \
three programs play in turns; times are of the process. C: `three_witches_limit.c`, gcc -O3 -march=native."
    return Section("Speed of random play", about, figures)


def tokens_hash(tokens: list[list[int]]) -> str:
    """The C program's hash over the games' last tokens, in order."""
    digest = 0
    for a, b, c in tokens:
        digest = (digest * HASH_MULTIPLIER + a + 8 * b + 64 * c + 1) % 2**64
    return f"{digest:016x}"


def limit_check(program: Path, games: int) -> dict[str, Any]:
    """The C program's totals over so many games."""
    command = (program, "--check", "--games", str(games), "--seed", str(SEED))
    checked: dict[str, Any] = json.loads(said(*command))
    return checked


def same_games(program: Path, games: int, few: int) -> Section:
    """Mean decisions a game, three times over; raises AssertionError if the games are not the same."""
    counts, _, ends = loops().policy_games(SEED, 0, games, [RANDOM] * 3, 0)
    plain, _, _ = loops(plain=True).policy_games(SEED, 0, few, [RANDOM] * 3, 0)
    many, start = limit_check(program, games), limit_check(program, few)
    ours = [int(counts.sum()), int(counts.max()), int(ends["round"].sum()), tokens_hash(ends["tokens"].tolist())]
    if ours != [many[key] for key in ("decisions", "longest", "rounds", "tokens_hash")]:
        raise AssertionError(f"compiled play and the C program differ: {ours}, {many}")
    if plain != counts[:few].tolist() or sum(plain) != start["decisions"]:
        raise AssertionError("interpreted play differs from compiled play or from the C program")
    figures = [
        Figure(f"C, {games} games", "decisions/game", [many["decisions"] / games]),
        Figure(f"compiled, {games} games", "decisions/game", [counts.mean()]),
        Figure(f"C, first {few} games", "decisions/game", [start["decisions"] / few]),
        Figure(f"interpreted, first {few} games", "decisions/game", [sum(plain) / few]),
    ]
    about = f"The same games of seed {SEED} in all three. Equal, or this file would not have been written: C and \
compiled in decisions, longest game, rounds and the hash of all last scores in order; interpreted and compiled in the \
decisions of each game."
    return Section("The same games", about, figures)


def first_game(cache: str) -> tuple[float, float]:
    """Seconds of a new process until its compiled loop has played one game: in all, and for the loop alone."""
    start = time.perf_counter()
    environment = {**os.environ, "COVEN_CACHE": cache}
    command = [sys.executable, "-c", FIRST_GAME]
    loop = subprocess.run(command, cwd=ROOT, check=True, env=environment, stdout=subprocess.PIPE, text=True).stdout
    return time.perf_counter() - start, float(loop)


def first_use(repetitions: int) -> Section:
    """The wait for compiled play in a new process, with an empty and with a full cache."""
    fresh, cached = [], []
    for _ in range(repetitions):
        with tempfile.TemporaryDirectory() as cache:
            fresh.append(first_game(cache))
            cached.append(first_game(cache))
    figures = [
        Figure("nothing in the cache: whole process", "s", [whole for whole, _ in fresh]),
        Figure("nothing in the cache: numba and the loop", "s", [loop for _, loop in fresh]),
        Figure("from the cache: whole process", "s", [whole for whole, _ in cached]),
        Figure("from the cache: numba and the loop", "s", [loop for _, loop in cached]),
    ]
    return Section("First use", "Start of Python to the end of the first compiled random game, by the clock.", figures)
