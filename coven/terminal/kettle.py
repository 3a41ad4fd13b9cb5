"""Patience: the first search in a process loads compiled code, or compiles it, which takes a while once."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

LONG = 2.0
"""Seconds; loading takes less, compiling more."""
WORDS = "The witch puts her kettle on (compiling once, half a minute) ..."

_boiled: set[str] = set()


@contextmanager
def kettle(what: str) -> Iterator[None]:
    """Around what may be compiled in it: where its first time takes long, a line on standard error says why."""
    if what in _boiled:
        yield
        return
    timer = threading.Timer(LONG, print, (WORDS,), {"file": sys.stderr, "flush": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
    _boiled.add(what)
