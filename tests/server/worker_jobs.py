"""Workers' jobs in tests: quick, slow, or dying. Workers import this module, so it knows no server."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from coven.engine.fallback import Fallback, Told
from coven.players import ActionAdvice
from coven.worker import SearchRequest

FOLDER = "COVEN_TEST_FOLDER"
"""Environment variable: where workers leave marks."""
SLOW = 1.0
"""Seconds."""


def mark(name: str) -> Path:
    """A file by which a worker tells something."""
    return Path(os.environ[FOLDER]) / name


def first(request: SearchRequest, player: str, seed: int) -> int:
    """The first legal action."""
    return request.legal[0]


def last(request: SearchRequest, player: str, seed: int) -> int:
    """The last legal action."""
    return request.legal[-1]


def slow(request: SearchRequest, player: str, seed: int) -> int:
    """The same after a while."""
    time.sleep(SLOW)
    return request.legal[-1]


def dies(request: SearchRequest, player: str, seed: int) -> int:
    """What a crash of native code does."""
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def dies_once(request: SearchRequest, player: str, seed: int) -> int:
    """The same, the first time."""
    if not mark("died").exists():
        mark("died").touch()
        dies(request, player, seed)
    return request.legal[0]


def hangs(request: SearchRequest, player: str, seed: int) -> int:
    """A thought without an end, the first time."""
    if not mark("hung").exists():
        mark("hung").write_text(str(os.getpid()))
        time.sleep(600)
    return request.legal[0]


def stops(request: SearchRequest, player: str, seed: int) -> int:
    """The process is stopped in the middle of a thought, the first time: it hears of nothing but SIGKILL."""
    if not mark("stopped").exists():
        mark("stopped").write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGSTOP)
    return request.legal[0]


def stops_the_second_time(request: SearchRequest, player: str, seed: int) -> int:
    """The same after a thought in which nothing happens; its process's number."""
    if mark("first").exists():
        stops(request, player, seed)
    mark("first").touch()
    return os.getpid()


def names_its_process(request: SearchRequest, player: str, seed: int) -> int:
    """Which process it is."""
    return os.getpid()


def names_its_process_slowly(request: SearchRequest, player: str, seed: int) -> int:
    """The same after a while."""
    time.sleep(SLOW)
    return os.getpid()


def leaves_a_mark(request: SearchRequest, player: str, seed: int) -> int:
    """It is told that a thought was asked for."""
    mark("thought").touch()
    return request.legal[0]


def leaves_a_mark_of_loading(game: str) -> list[Told]:
    """It is told that a search was loaded."""
    mark("loaded").touch()
    return []


def fails(request: SearchRequest, player: str, seed: int) -> int:
    """A search with an error in it."""
    raise ArithmeticError("lost count")


def tells_itself(request: SearchRequest, player: str, seed: int) -> int:
    """Leaves its process's number and what it has imported."""
    mark("imported").write_text("\n".join(sys.modules))
    mark("worker").write_text(str(os.getpid()))
    return request.legal[0]


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


def weighs(request: SearchRequest, seed: int) -> list[ActionAdvice]:
    """The last action is best; the seed shows in its chance."""
    share = 1 / len(request.legal)
    chances = [seed % 1000 / 1000 / (place + 1) for place in range(len(request.legal))]
    return [
        ActionAdvice(action, chance, share) for action, chance in zip(reversed(request.legal), chances, strict=True)
    ]


def weighs_slowly(request: SearchRequest, seed: int) -> list[ActionAdvice]:
    """The same after a while; counts how often it is asked."""
    with mark("asked").open("a") as counted:
        counted.write(".")
    time.sleep(SLOW)
    return weighs(request, seed)


def loses_her_thread(request: SearchRequest, seed: int) -> list[ActionAdvice]:
    """No advice."""
    raise ArithmeticError("lost count")
