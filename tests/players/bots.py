"""Bots as people write them, for tests: good ones, and some that fail."""

from __future__ import annotations

import os
import time
from typing import Any

seen: list[Any] = []


def first(view: Any, legal: list[int], seed: int) -> int:
    """The first legal action."""
    return legal[0]


def seeded(view: Any, legal: list[int], seed: int) -> int:
    """By the seed it is given."""
    return legal[seed % len(legal)]


def cheat(view: Any, legal: list[int], seed: int) -> int:
    """What no rule allows."""
    return 10_000


def sleepy(view: Any, legal: list[int], seed: int) -> int:
    """Never."""
    time.sleep(1000)
    return legal[0]


def broken(view: Any, legal: list[int], seed: int) -> int:
    """An error."""
    raise LookupError("no idea")


def gone(view: Any, legal: list[int], seed: int) -> int:
    """The end of its process."""
    os._exit(3)


def nosy(view: Any, legal: list[int], seed: int) -> int:
    """An error that tells what it was given: whether it is a seat's view, and how often it was asked."""
    seen.append(view)
    hidden = [any(view.seed), any(view.dice), view.viewer < 0, os.getpid() == os.getppid()]
    raise LookupError(f"{sum(hidden)} {len(seen)} {sum(hand > 0 for hand in view.hands)}")
