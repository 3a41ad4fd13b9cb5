"""Who is looking, and telling them that a table has changed."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass

from coven.server.limits import household


@dataclass(frozen=True)
class Open:
    """An open page."""

    seat: int
    network: str


class Live:
    """Open pages by table and seat. A page waits for its bell and then looks for itself: a bell carries no news.

    This is one worker's part: with several workers the same bells would ring through a channel of their database.
    """

    def __init__(self) -> None:
        self._pages: defaultdict[str, dict[asyncio.Event, Open]] = defaultdict(dict)
        self._excuses: dict[str, dict[int, str]] = {}
        self.is_ending = False
        """Does the server end? Pages finish what they do, and close."""

    def join(self, table: str, seat: int, address: str = "") -> asyncio.Event:
        """A page has opened, at this address; its bell."""
        bell = asyncio.Event()
        self._pages[table][bell] = Open(seat, household(address))
        return bell

    def leave(self, table: str, bell: asyncio.Event) -> None:
        """A page has closed."""
        del self._pages[table][bell]
        if not self._pages[table]:
            del self._pages[table]

    def ring(self, table: str) -> None:
        """The table has changed."""
        for bell in self._pages.get(table, ()):
            bell.set()

    def present(self, table: str) -> set[int]:
        """Seats with an open page."""
        return {page.seat for page in self._pages.get(table, {}).values()}

    def networks(self, table: str) -> set[str]:
        """From where a table is watched: see `household`."""
        return {page.network for page in self._pages.get(table, {}).values()}

    def excuse(self, table: str, seat: int, how: str | None) -> None:
        """A bot plays otherwise than its level says, and how; None: as it says."""
        before = self.excuses(table)
        if before.get(seat) != how:
            self._excuses[table] = {**before, seat: how} if how else {one: before[one] for one in before if one != seat}
            if not self._excuses[table]:
                del self._excuses[table]
            self.ring(table)

    def excuses(self, table: str) -> dict[int, str]:
        """By seat: how its bot plays, where that is otherwise than its level says."""
        return self._excuses.get(table, {})

    def forget(self, table: str) -> None:
        """Nobody plays there any more."""
        self._excuses.pop(table, None)

    def counts(self) -> tuple[int, int]:
        """Open pages, and tables of which one is open."""
        return sum(map(len, self._pages.values())), len(self._pages)

    async def end(self, longest: float) -> None:
        """Have all pages finish what they do, and close; returns when they have, or after so many seconds."""
        self.is_ending = True
        for table in list(self._pages):
            self.ring(table)
        end = asyncio.get_running_loop().time() + longest
        while self._pages and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.02)

    def is_watched(self, table: str) -> bool:
        """Is any page of this table open?"""
        return table in self._pages
