"""How fast bots act at a table: as slow as the slowest wish of the people who look at it.

Pages wish (`page_socket.py`), bots pause (`bots.py`). It knows tables and seats by name and nothing of games: no pause
depends on what anybody holds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from weakref import WeakValueDictionary

from coven.server.deeds import PaceName

SHARES: dict[PaceName, float] = {"calm": 1.0, "quick": 0.2, "at-once": 0.1}
"""The part of its usual pause that a bot makes. Never none of it: a random pause hides how long a bot thinks."""
USUAL: PaceName = "calm"
"""The wish of a page that has said nothing."""


class Paces:
    """What pages wish, by table and seat."""

    def __init__(self) -> None:
        self._wishes: dict[str, dict[int, PaceName]] = {}
        self._changes: WeakValueDictionary[str, asyncio.Event] = WeakValueDictionary()
        """By table: set when its pace may have changed; kept by the bots that pause there."""

    def wish(self, table: str, seat: int, pace: PaceName) -> None:
        """A seat's page wishes for this pace."""
        self._wishes.setdefault(table, {})[seat] = pace
        self.changed(table)

    def forget(self, table: str, seat: int) -> None:
        """The seat's last page has closed."""
        wishes = self._wishes.get(table, {})
        wishes.pop(seat, None)
        if not wishes:
            self._wishes.pop(table, None)
        self.changed(table)

    def changed(self, table: str) -> None:
        """A wish or a person has come or gone: bots that pause look again."""
        change = self._changes.pop(table, None)
        if change:
            change.set()

    def share(self, table: str, present: Collection[int]) -> float:
        """The part of a bot's usual pause, with these seats' pages open."""
        wishes = self._wishes.get(table, {})
        return max((SHARES[wishes.get(seat, USUAL)] for seat in present), default=SHARES[USUAL])

    async def until_changed(self, table: str, seconds: float) -> None:
        """Wait so long, or until the pace may have changed."""
        change = self._changes.get(table) or self._changes.setdefault(table, asyncio.Event())
        with suppress(TimeoutError):
            await asyncio.wait_for(change.wait(), seconds)
