"""Workers' jobs in tests: quick, slow, or dying. Workers import this module, so it knows no server."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from coven.engine.fallback import Fallback, Told
from coven.players import Choice
from coven.worker import Sight

FOLDER = "COVEN_TEST_FOLDER"
"""Environment variable: where workers leave marks."""
SLOW = 1.0
"""Seconds."""


def mark(name: str) -> Path:
    """A file by which a worker tells something."""
    return Path(os.environ[FOLDER]) / name


def first(sight: Sight, player: str, seed: int) -> int:
    """The first legal action."""
    return sight.legal[0]


def last(sight: Sight, player: str, seed: int) -> int:
    """The last legal action."""
    return sight.legal[-1]


def slow(sight: Sight, player: str, seed: int) -> int:
    """The same after a while."""
    time.sleep(SLOW)
    return sight.legal[-1]


def dies(sight: Sight, player: str, seed: int) -> int:
    """What a crash of native code does."""
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def dies_once(sight: Sight, player: str, seed: int) -> int:
    """The same, the first time."""
    if not mark("died").exists():
        mark("died").touch()
        dies(sight, player, seed)
    return sight.legal[0]


def hangs(sight: Sight, player: str, seed: int) -> int:
    """A thought without an end, the first time."""
    if not mark("hung").exists():
        mark("hung").write_text(str(os.getpid()))
        time.sleep(600)
    return sight.legal[0]


def stops(sight: Sight, player: str, seed: int) -> int:
    """The process is stopped in the middle of a thought, the first time: it hears of nothing but SIGKILL."""
    if not mark("stopped").exists():
        mark("stopped").write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGSTOP)
    return sight.legal[0]


def stops_the_second_time(sight: Sight, player: str, seed: int) -> int:
    """The same after a thought in which nothing happens; its process's number."""
    if mark("first").exists():
        stops(sight, player, seed)
    mark("first").touch()
    return os.getpid()


def names_its_process(sight: Sight, player: str, seed: int) -> int:
    """Which process it is."""
    return os.getpid()


def names_its_process_slowly(sight: Sight, player: str, seed: int) -> int:
    """The same after a while."""
    time.sleep(SLOW)
    return os.getpid()


def leaves_a_mark(sight: Sight, player: str, seed: int) -> int:
    """It is told that a thought was asked for."""
    mark("thought").touch()
    return sight.legal[0]


def leaves_a_mark_of_loading(game: str) -> list[Told]:
    """It is told that a search was loaded."""
    mark("loaded").touch()
    return []


def fails(sight: Sight, player: str, seed: int) -> int:
    """A search with an error in it."""
    raise ArithmeticError("lost count")


def tells_itself(sight: Sight, player: str, seed: int) -> int:
    """Leaves its process's number and what it has imported."""
    mark("imported").write_text("\n".join(sys.modules))
    mark("worker").write_text(str(os.getpid()))
    return sight.legal[0]


def never_warm(game: str) -> list[Told]:
    """A search that is compiled for ever."""
    time.sleep(600)
    return []


def without_a_cache(game: str) -> list[Told]:
    """What is compiled cannot be kept."""
    return [(Fallback.NO_CACHE, "nothing is kept")]


def warm_at_once(game: str) -> list[Told]:
    """Nothing has to be compiled."""
    return []


def weighs(sight: Sight, seed: int) -> list[Choice]:
    """The last action is best; the seed shows in its chance."""
    share = 1 / len(sight.legal)
    chances = [seed % 1000 / 1000 / (place + 1) for place in range(len(sight.legal))]
    return [Choice(action, chance, share) for action, chance in zip(reversed(sight.legal), chances, strict=True)]


def weighs_slowly(sight: Sight, seed: int) -> list[Choice]:
    """The same after a while; counts how often it is asked."""
    with mark("asked").open("a") as counted:
        counted.write(".")
    time.sleep(SLOW)
    return weighs(sight, seed)


def loses_her_thread(sight: Sight, seed: int) -> list[Choice]:
    """No advice."""
    raise ArithmeticError("lost count")
