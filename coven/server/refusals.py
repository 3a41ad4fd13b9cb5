"""Refusals in the log: the first of somebody at once and in full, the others summed up in one line a minute."""

from __future__ import annotations

import logging
import time
from collections import Counter

EVERY = 60.0
"""Seconds between two lines about the same one."""
MOST = 1000
"""So many are told apart; all others are one."""
LONGEST_PATH = 80
OTHERS = "others"

log = logging.getLogger(__name__)


def shown(path: str) -> str:
    """A path as it goes into the log: cut, and without signs that a terminal obeys."""
    return repr(path if len(path) <= LONGEST_PATH else f"{path[:LONGEST_PATH]}...")


class Refusals:
    """Who was refused what since the last line about them."""

    def __init__(self, every: float = EVERY) -> None:
        self._every = every
        self._since: dict[str, float] = {}
        self._unsaid: dict[str, Counter[str]] = {}

    def note(self, who: str, code: str, what: str = "") -> None:
        """Somebody (an address, or a seat of a table) was refused; `code`: why, `what`: what was asked."""
        now = time.monotonic()
        self.sum_up(now)
        if who not in self._since and len(self._since) >= MOST:
            who, what = OTHERS, ""
        if who in self._since:
            self._unsaid.setdefault(who, Counter())[code] += 1
            return
        self._since[who] = now
        log.info("%s refused: %s%s", who, code, f" ({what})" if what else "")

    def sum_up(self, now: float | None = None) -> None:
        """A line for each whose minute is over and who was refused again; None: for all."""
        while self._since:
            who, since = next(iter(self._since.items()))  # the others came later
            if now is not None and now - since < self._every:
                return
            del self._since[who]
            counts = self._unsaid.pop(who, None)
            if counts:
                codes = ", ".join(f"{code} {count}" for code, count in counts.most_common())
                log.info("%s refused %d more times: %s", who, counts.total(), codes)
