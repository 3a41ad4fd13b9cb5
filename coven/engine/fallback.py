"""Fall-backs: whoever does something else than was asked says so here, and it is told where a person looks.

The command line prints it, the server logs it (and shows it at the seat that it is about), a program that uses the
package gets a warning.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum


class Fallback(Enum):
    """What may be done instead of what was asked."""

    NO_CACHE = "compile again each time, if the cache folder cannot be used"
    BROKEN_CACHE = "compile again once, if a cache file is damaged"
    OTHER_FOLDER = "save a game elsewhere, if its folder cannot be written"
    OTHER_PORT = "listen on another port, if the usual one is taken"
    COLD = "play by rules of thumb until a search is compiled"
    NO_THOUGHT = "play by rules of thumb, if a search fails"
    BUSY = "play by rules of thumb, if too many others think at the same time"
    TOO_SLOW = "play at random, if rules of thumb take too long"


Told = tuple[Fallback, str]
"""What was done instead, as a sentence without its full stop."""
Teller = Callable[[Fallback, str], None]
"""Where it goes."""


class FallbackWarning(UserWarning):
    """What a program that uses the package is told."""


def _warn(kind: Fallback, text: str) -> None:
    warnings.warn(text, FallbackWarning, stacklevel=3)


_tellers: list[Teller] = [_warn]


def fall_back(kind: Fallback, text: str, *places: Teller) -> None:
    """Tell what is done instead and why: `text` is a sentence without its full stop. `places`: who else is to know."""
    for tell in (_tellers[-1], *places):
        tell(kind, text)


@contextmanager
def told_to(tell: Teller) -> Iterator[None]:
    """Meanwhile this is where sentences about fall-backs go, in all threads."""
    _tellers.append(tell)
    try:
        yield
    finally:
        _tellers.remove(tell)
