"""Earlier players: each is kept as the commit that had her, in a folder of its own, with all that she plays by.

`python tools/keep.py NAME` makes the folder: an environment of Python with the package of that commit. Here she is a
player like any other. She is asked in a process of that environment, like a bot of one's own (`own`), and is sent the
deck's tables, her view, its legal actions and a random number, all by name, since layouts may have changed. A game that
has other rules now refuses her.
"""

from __future__ import annotations

import atexit
import json
import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from coven.engine.decks import AnyDeck
from coven.engine.dice import next_rng
from coven.engine.folders import own_folder
from coven.engine.game import AnyGame
from coven.engine.states import Record
from coven.players import answering
from coven.players.own import BotFailed, Home

START_SECONDS = 600.0
"""How long she may take to load, and to compile her search the first time."""
SECONDS = 60.0
"""How long she may think about one decision."""
ANSWERS = Path(__file__).with_name("earlier_answers.py")


@dataclass(frozen=True)
class Kept:
    """Where an earlier player is to be found."""

    player: str
    """What she is called at that commit."""
    commit: str
    rules: dict[str, int]
    """The games that she can play, with their rules version at that commit."""


KEPT = {
    "high-witch-1": Kept(
        "high-witch",
        "eb3d68d7245c1d610679a3072cecc32d0e193fd6",
        {"three-witches": 1, "witchs-brew": 1, "midnight": 1, "whirling-witchcraft": 1},
    )
}
"""All earlier players by name."""
MARK = "kept-commit"
"""The file in her folder that is written last: the commit that the folder was made from."""


class EarlierFailed(RuntimeError):
    """An earlier player cannot be asked, or has ended: says who, and why. Her games count for nothing."""


def folder_of(name: str) -> Path:
    """Where an earlier player's environment is, or is to be: beside the compiled code, which COVEN_CACHE may move."""
    from platformdirs import user_cache_path

    return own_folder("COVEN_CACHE", lambda: user_cache_path("coven", appauthor=False)) / "players" / name


def why_not_here(name: str) -> str:
    """Why an earlier player cannot play on this machine: one sentence, or ""."""
    mark = folder_of(name) / MARK
    if mark.is_file() and mark.read_text().strip() == KEPT[name].commit:
        return ""
    return f'the player "{name}" is not on this machine: make her with "python tools/keep.py {name}"'


def check_rules(name: str, game: AnyGame) -> None:
    """Raises ValueError if an earlier player knows other rules of the game, or none."""
    known = KEPT[name].rules.get(game.key, 0)
    if known != game.rules_version:
        others = f"version {known} of its rules" if known else "other games"
        raise ValueError(f"{name} cannot play {game.title}: she knows {others}, not version {game.rules_version}")


class Earlier:
    """An earlier player with a random generator."""

    def __init__(self, name: str, rng: int) -> None:
        """`name`: one of KEPT."""
        self._name, self._rng = name, rng

    def __call__(self, game: AnyGame, deck: AnyDeck, view: Any, seat: int, legal: list[int]) -> int:
        """One of the legal actions. Raises EarlierFailed, and ValueError for a game of other rules."""
        check_rules(self._name, game)
        self._rng = next_rng(self._rng)
        asked = asked_about(self._name, game.key)
        seed = self._rng & (1 << 56) - 1
        action = asked.choose(
            {"tables": numbers_of(deck.tables), "view": numbers_of(view), "legal": list(legal), "seed": seed}
        )
        if action not in legal:
            raise EarlierFailed(f"{self._name} chose {action}, which is not legal")
        return action


def numbers_of(record: Record) -> dict[str, Any]:
    """A record's numbers by field: its layout may have been another one."""
    return {name: getattr(record, name) for name in record.fields}


class Asked:
    """The process in which an earlier player plays one game, for as long as this process lives."""

    def __init__(self, name: str, game: str) -> None:
        """Start it. Raises EarlierFailed."""
        why = why_not_here(name)
        if why:
            raise EarlierFailed(why)
        self._name, self._home, self._is_loaded = name, self._start(name), False
        atexit.register(self._home.end)
        self._ask({"game": game, "player": KEPT[name].player}, START_SECONDS)

    @property
    def process(self) -> int:
        """The number of her process, for who measures its time."""
        return self._home.number

    @staticmethod
    def _start(name: str) -> Home:
        folder = folder_of(name)
        program = [str(folder / "bin" / "python"), "-I", answering.__file__]
        # Her compiled code is kept in her own folder, where nobody's newer code displaces it.
        return Home(name, program, [str(ANSWERS), "answer"], {**os.environ, "COVEN_CACHE": str(folder / "cache")})

    def choose(self, question: dict[str, Any]) -> int:
        """Her answer. Raises EarlierFailed."""
        answer: int = self._ask(question, SECONDS)
        return answer

    def _ask(self, question: dict[str, Any], seconds: float) -> Any:
        try:
            if not self._is_loaded:
                self._home.wait()
                self._is_loaded = True
            return self._home.ask({"plain": json.dumps(question)}, seconds)
        except BotFailed as error:
            asked_about.cache_clear()
            raise EarlierFailed(f"{self._name} {error.why}") from None


@lru_cache
def asked_about(name: str, game: str) -> Asked:
    """The process of an earlier player for a game (its key): one for all seats and games, of which she remembers
    nothing."""
    return Asked(name, game)
