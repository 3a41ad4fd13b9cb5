"""Fall-backs: code that does something other than what was asked reports it here, where a person will see it.

The command line prints the report, the server logs it (and shows it at the seat concerned), and a program that uses the
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
    BOT_FAILED = "play by rules of thumb, if a bot of one's own fails"
    NO_BOT = "play by rules of thumb, if a bot of one's own is not offered any more"
    TOO_SLOW = "play at random, if rules of thumb take too long"


Told = tuple[Fallback, str]
"""What was done instead, as a sentence without a full stop."""
Teller = Callable[[Fallback, str], None]
"""Where a report goes."""


class FallbackWarning(UserWarning):
    """The warning that a program using the package gets."""


def _warn(kind: Fallback, text: str) -> None:
    warnings.warn(text, FallbackWarning, stacklevel=3)


_tellers: list[Teller] = [_warn]


def fall_back(kind: Fallback, text: str, *places: Teller) -> None:
    """Report what is done instead and why. `text` is a sentence without a full stop, `places` who else is told."""
    for tell in (_tellers[-1], *places):
        tell(kind, text)


@contextmanager
def told_to(tell: Teller) -> Iterator[None]:
    """While this context lasts, reports of fall-backs go here, in all threads."""
    _tellers.append(tell)
    try:
        yield
    finally:
        _tellers.remove(tell)
