"""Refusals: all are counted; for each address or seat the first is logged, the others are summed up."""

from __future__ import annotations

import logging
import time
from collections import Counter
from typing import Any

from coven.server.counting import REFUSALS
from coven.server.limits import household
from coven.server.logs import tell

EVERY = 60.0
"""Seconds between two lines about the same source."""
MOST = 1000
"""How many sources are told apart; all others share one entry."""

Who = tuple[tuple[str, Any], ...]
OTHERS: Who = (("address", "others"),)

log = logging.getLogger(__name__)


def from_address(address: str) -> Who:
    """Everybody who asks from this address."""
    return (("address", household(address)),)


def at_seat(table: str, seat: int) -> Who:
    """The person at this seat."""
    return ("table", table), ("seat", seat)


class Refusals:
    """Everybody's refusals since the last line about them."""

    def __init__(self, every: float = EVERY) -> None:
        self._every = every
        self._since: dict[Who, float] = {}
        self._unsaid: dict[Who, Counter[str]] = {}

    def note(self, who: Who, code: str, **facts: Any) -> None:
        """Count a refusal. `code` says why; `facts` are our own words about the request."""
        REFUSALS.labels(code).inc()
        now = time.monotonic()
        self.sum_up(now)
        if who not in self._since and len(self._since) >= MOST:
            who, facts = OTHERS, {}
        if who in self._since:
            self._unsaid.setdefault(who, Counter())[code] += 1
            return
        self._since[who] = now
        tell(log, "refused", **dict(who), code=code, **facts)

    def sum_up(self, now: float | None = None) -> None:
        """Log a line for everybody whose minute is over and who was refused again; None: for all."""
        while self._since:
            who, since = next(iter(self._since.items()))  # the others came later
            if now is not None and now - since < self._every:
                return
            del self._since[who]
            counts = self._unsaid.pop(who, None)
            if counts:
                codes = " ".join(f"{code}:{count}" for code, count in counts.most_common())
                tell(log, "refused_again", **dict(who), times=counts.total(), codes=codes)
