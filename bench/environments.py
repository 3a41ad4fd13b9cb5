"""Many games at once, with observations, masks and restarts, beside compiled play and other libraries."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from bench.figures import ROOT, Figure, Section, said
from bench.games import loops
from bench.speed import rate
from coven.env.batch import Batch
from coven.games import load_game

TABLES = {"three-witches": 3, "witchs-brew": 4, "midnight": 4, "whirling-witchcraft": 4}
ENVS = {"three-witches": 1024, "witchs-brew": 1024, "midnight": 256, "whirling-witchcraft": 512}
"""Games at once: about as many as leave what a step touches in the processor's caches."""
VENV = ROOT / "bench" / ".venv-environments"
PINS = ROOT / "bench" / "environments.txt"
WORKER = ROOT / "bench" / "environment_peers.py"
PEERS = {
    "OpenSpiel, hearts: random bots in its loop in C++, which shows nothing": ("openspiel_cpp", "hearts"),
    "OpenSpiel, euchre: random bots in its loop in C++, which shows nothing": ("openspiel_cpp", "euchre"),
    "OpenSpiel, hearts: Python's loop over its C++ states, with observation tensors": ("openspiel", "hearts"),
    "OpenSpiel, python_kuhn_poker: a game in Python": ("openspiel", "python_kuhn_poker"),
    "pgx, leduc_holdem: 4096 games at once on the CPU": ("pgx", "leduc_holdem"),
    "pgx, sparrow_mahjong: 4096 games at once on the CPU": ("pgx", "sparrow_mahjong"),
    "RLCard, UNO": ("rlcard", "uno"),
}


def step_rate(batch: Batch, seconds: float, rng: Any) -> float:
    """Steps of single games in a second of this process's time, choosing among legal actions by NumPy."""
    start, steps = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds:
        batch.step(batch.sample(rng), checked=False)
        steps += batch.envs
    return steps / spent


def many_at_once(repetitions: int, seconds: float) -> Section:
    """Each game in turns with compiled play."""
    rng = np.random.default_rng(1)
    batches = {key: Batch(load_game(key), ENVS[key], players) for key, players in TABLES.items()}
    ours: dict[str, list[float]] = {key: [] for key in TABLES}
    compiled: dict[str, list[float]] = {key: [] for key in TABLES}
    for batch in batches.values():
        step_rate(batch, seconds, rng)
    for _ in range(repetitions):
        for key, players in TABLES.items():
            ours[key].append(step_rate(batches[key], seconds, rng))
            compiled[key].append(rate(loops(key, players).random_games, 2000, seconds))
    figures = []
    for key, players in TABLES.items():
        name = f"{key}, {players} players, {ENVS[key]} games at once"
        ratios = [a / b for a, b in zip(ours[key], compiled[key], strict=True)]
        figures += [Figure(name, "steps/s", ours[key]), Figure(f"{key}: to compiled random play", "ratio", ratios)]
    about = (
        "Uniform choices among legal actions by NumPy, with observations, masks and restarts, on one core, times of \
the process; unchecked steps, in turns with compiled random play, which shows and restarts nothing."
    )
    return Section("Many games at once", about, figures)


WORK = """
import sys, time
import numpy as np
from coven.env.batch import Batch
from coven.games import load_game
key, players, envs, steps, threads = sys.argv[1], *map(int, sys.argv[2:])
batch, rng = Batch(load_game(key), envs, players, threads=threads), np.random.default_rng(1)
for _ in range(20): batch.step(batch.sample(rng), checked=False)
print("ready", flush=True)
input()
spent = 0.0
for _ in range(steps):
    actions = batch.sample(rng)
    start = time.perf_counter()
    batch.step(actions, checked=False)
    spent += time.perf_counter() - start
print(envs * steps / spent, flush=True)
"""


def at_once(key: str, processes: int, threads: int, envs: int, steps: int) -> float:
    """Steps a second by the clock, inside `step`, of all processes together, which begin at the same time."""
    command = [sys.executable, "-c", WORK, key, *map(str, (TABLES[key], envs, steps, threads))]
    running = [
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(processes)
    ]
    for one in running:
        assert one.stdout  # noqa: S101
        one.stdout.readline()
    with ThreadPoolExecutor(processes) as pool:
        return sum(float(said_last) for said_last, _ in pool.map(lambda one: one.communicate("\n"), running))


def threads(repetitions: int) -> Section:
    """Two threads of one process beside two processes."""
    figures = []
    for key in ("three-witches", "whirling-witchcraft"):
        ratios = []
        for _ in range(repetitions):
            apart = at_once(key, 2, 1, 4096, 150)
            ratios.append(at_once(key, 1, 2, 8192, 150) / apart)
        figures.append(Figure(f"{key}: 2 threads / 2 processes", "ratio", ratios))
    about = "4,096 games for each of two cores, by the clock, inside `step`: in two threads of one process, and in two \
processes that begin at the same time; the sums of both."
    return Section("Threads", about, figures)


def install() -> Path:
    """The Python that has the other libraries; raises CalledProcessError if they are not available."""
    python = VENV / "bin" / "python"
    if not python.exists():
        said(sys.executable, "-m", "venv", VENV)
    said(python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "-r", PINS)
    return python


def peers(repetitions: int, seconds: float) -> Section:
    """Other libraries in turns; those that cannot be had are named."""
    rates: dict[str, list[float]] = {name: [] for name in PEERS}
    missing: dict[str, str] = {}
    title = "Other libraries"
    about = (
        "Random legal actions in games with hidden information, each by its library's Python interface where no other \
is named, on one core, times of the process. They are other games: the figures tell the order of size and no more."
    )
    try:
        python = install()
    except (OSError, subprocess.CalledProcessError) as error:
        return Section(title, about, [], (f"Not measured: they could not be had here ({error}).",))
    for _ in range(repetitions):
        for name, which in PEERS.items():
            try:
                rates[name].append(json.loads(said(python, WORKER, *which, str(seconds)).splitlines()[-1])["steps_s"])
            except (OSError, ValueError, subprocess.CalledProcessError) as error:
                missing[name] = type(error).__name__
    figures = [Figure(name, "steps/s", found) for name, found in rates.items() if found]
    return Section(title, about, figures, tuple(f"Not measured here: {name} ({why})." for name, why in missing.items()))


def environments(quick: bool) -> Iterator[Section]:
    """Games for learners."""
    repetitions, seconds = (3, 0.3) if quick else (7, 1.0)
    yield many_at_once(repetitions, seconds)
    yield threads(1 if quick else 5)
    yield peers(1 if quick else 3, seconds)
