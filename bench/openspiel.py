"""OpenSpiel's random bots in two card games, for comparison."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from bench.figures import ROOT, Figure, Section, said

VENV = ROOT / "bench" / ".venv-openspiel"
PINS = ROOT / "bench" / "openspiel.txt"
WORKER = ROOT / "bench" / "openspiel_moves.py"
GAMES = ("euchre", "hearts")

ABOUT = "Uniform random bots through `pyspiel.evaluate_bots`, OpenSpiel's loop in C++, on one core. Only its calls are \
timed (process time); moves are those of players in each finished state's history, without chance. These are other \
games than 3 Witches: the figures tell the order of size and no more."


def install() -> Path:
    """The Python that has OpenSpiel; raises CalledProcessError if it is not available."""
    python = VENV / "bin" / "python"
    if not python.exists():
        said(sys.executable, "-m", "venv", VENV)
    said(python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "-r", PINS)
    return python


def openspiel(repetitions: int, seconds: float) -> Section:
    """Moves a second in each game, in turns; a section without figures if OpenSpiel cannot be had."""
    title = f"OpenSpiel ({PINS.read_text().split()[0]})"
    rates: dict[str, list[float]] = {game: [] for game in GAMES}
    try:
        python = install()
        for _ in range(repetitions):
            for game in GAMES:
                rates[game].append(json.loads(said(python, WORKER, game, str(seconds)))["moves_s"])
    except (OSError, subprocess.CalledProcessError) as error:
        return Section(title, ABOUT, [], (f"Not measured: it could not be had here ({error}).",))
    return Section(title, ABOUT, [Figure(f"{game}, random bots", "moves/s", rates[game]) for game in GAMES])
