"""Search: simulations per second from first decisions, for 3 Witches beside OpenSpiel's search, and for every game."""

from __future__ import annotations

import json
import subprocess
import time
from dataclasses import dataclass, replace
from pathlib import Path

from bench.figures import ROOT, Figure, Section, said
from bench.openspiel import PINS, install
from coven.engine.game import Thinking
from coven.engine.match import Match
from coven.engine.states import State
from coven.games import load_game
from coven.players.ismcts import Searcher

GAME = "three-witches"
OTHERS = ("witchs-brew", "midnight", "whirling-witchcraft")
SEATS = 4
"""Players of the other games."""
WORKER = ROOT / "bench" / "openspiel_search.py"
COUNTS = (3_000, 10_000)
"""Simulations a decision beside OpenSpiel."""
COUNT = 1_000
"""Simulations per decision when the games are compared."""
DEALS = 5

ABOUT = f"Simulations in a second of process time on one core, thinking about the first decision of a game from the \
view of the seat that is asked: {DEALS} deals in turns, each with an empty tree, the two programs in turns. In both a \
simulation deals the unseen cards anew, goes down the tree, adds to it, and plays on uniformly at random, without \
rules of thumb. 3 Witches: to the end of the round, that is bidding, passings, discards and 5 tricks, and the deal of \
the next round. OpenSpiel: `ISMCTSBot` in C++ with `RandomRolloutEvaluator(1, seed)`, unlimited world samples and UCT \
with 2.0, on Euchre to the end of the hand: the choice of trumps and 5 tricks. These are different games: the ratio \
tells the order of size."
ABOUT_ALL = f"The same of every game, {COUNT:,} simulations a decision: without rules of thumb and with random play in \
the rest of a simulation; and in the manner in which the game's witches think (`Thinking`). 3 Witches with 3 players, \
the other games with {SEATS}; to the end of a stage (`Rules.stage`)."


@dataclass
class Speed:
    """What was measured of one search."""

    simulations: int = 0
    decisions: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Simulations a second."""
        return self.simulations / self.seconds

    @property
    def length(self) -> float:
        """Decisions a simulation."""
        return self.decisions / self.simulations


class Search:
    """A game's search with its settings, and first decisions to think about."""

    def __init__(self, key: str, players: int, count: int, thinking: Thinking) -> None:
        """`count`: simulations a decision. Compiles, or loads what was compiled."""
        game = load_game(key)
        self._searcher, self._count = Searcher(game, game.decks.default(), players, count, thinking), count
        self._asked = [first_decision(Match(game, players, seed)) for seed in range(DEALS)]

    def run(self, seconds: float) -> Speed:
        """Think about them in turn for this many seconds of process time."""
        speed, number = Speed(), 0
        while speed.seconds < seconds:
            view, seat = self._asked[number % DEALS]
            start = time.process_time()
            self._searcher.think(view, seat, number, self._count)
            speed.seconds += time.process_time() - start
            speed.simulations += self._count
            speed.decisions += self._searcher.decisions
            number += 1
        return speed


def first_decision(match: Match) -> tuple[State, int]:
    """The view of the seat that is asked first, and the seat."""
    seat = match.pending[0]
    return match.view_record(seat), seat


def at_random(key: str) -> Thinking:
    """A game's manner of thinking, but for rules of thumb."""
    return replace(load_game(key).thinking, thumb=0, prior_weight=0.0)


def beside(repetitions: int, seconds: float) -> Section:
    """3 Witches and OpenSpiel's Euchre in turns; the latter's figures are missing if it cannot be had."""
    ours: dict[int, list[Speed]] = {count: [] for count in COUNTS}
    theirs: dict[int, list[dict[str, float]]] = {count: [] for count in COUNTS}
    searches = {count: Search(GAME, 3, count, at_random(GAME)) for count in COUNTS}
    python, notes = peer()
    for _ in range(repetitions):
        for count in COUNTS:
            ours[count].append(searches[count].run(seconds))
            if python:
                theirs[count].append(json.loads(said(python, WORKER, str(count), str(seconds))))
    figures = [figure for count in COUNTS for figure in pair(count, ours[count], theirs[count])]
    return Section(f"Search beside OpenSpiel ({PINS.read_text().split()[0]})", ABOUT, figures, notes)


def peer() -> tuple[Path | None, tuple[str, ...]]:
    """The Python that has OpenSpiel, or None and a note."""
    try:
        return install(), ()
    except (OSError, subprocess.CalledProcessError) as error:
        return None, (f"OpenSpiel was not measured: it could not be had here ({error}).",)


def pair(count: int, ours: list[Speed], theirs: list[dict[str, float]]) -> list[Figure]:
    """The figures of both with one number of simulations a decision."""
    rates, others = [speed.rate for speed in ours], [found["simulations_s"] for found in theirs]
    name = f"{count:,} a decision:"
    figures = [
        Figure(f"{name} 3 Witches", "simulations/s", rates),
        Figure(f"{name} 3 Witches", "decisions/simulation", [speed.length for speed in ours]),
    ]
    if not others:
        return figures
    return [
        *figures,
        Figure(f"{name} OpenSpiel, Euchre", "simulations/s", others),
        Figure(f"{name} OpenSpiel, Euchre, random games", "decisions/game", [found["decisions"] for found in theirs]),
        Figure(f"{name} 3 Witches / OpenSpiel", "ratio", [a / b for a, b in zip(rates, others, strict=True)]),
    ]


def every_game(repetitions: int, seconds: float) -> Section:
    """Every game at random and in its own manner, in turns."""
    searches: dict[str, Search] = {}
    for key in (GAME, *OTHERS):
        game = load_game(key)
        players = SEATS if SEATS in game.players else game.players[0]
        searches[f"{game.title}, at random"] = Search(key, players, COUNT, at_random(key))
        searches[f"{game.title}, its own manner"] = Search(key, players, COUNT, game.thinking)
    found: dict[str, list[Speed]] = {name: [] for name in searches}
    for _ in range(repetitions):
        for name, search in searches.items():
            found[name].append(search.run(seconds))
    figures = []
    for name, speeds in found.items():
        figures.append(Figure(name, "simulations/s", [speed.rate for speed in speeds]))
        figures.append(Figure(name, "decisions/simulation", [speed.length for speed in speeds]))
    return Section("Search of every game", ABOUT_ALL, figures)
