"""A notice while code is compiled: the first search in a process loads it, or compiles it, which takes a while."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from coven.terminal.screen import GOLD, make_console

LONG = 2.0
"""Seconds; loading takes less, compiling more."""
WORDS = "The witch puts her kettle on (compiling once, some seconds) ..."

_ready: set[str] = set()


@contextmanager
def compile_notice(what: str) -> Iterator[None]:
    """Put this around code that may compile: if that takes long, a line on standard error says why.

    At a terminal the line moves.
    """
    if what in _ready:
        yield
        return
    console = make_console(plain=False, stderr=True)
    status = console.status(WORDS, spinner="dots", spinner_style=GOLD)
    begin = status.start if console.is_terminal else lambda: console.print(WORDS, highlight=False)
    timer = threading.Timer(LONG, begin)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()
    _ready.add(what)
