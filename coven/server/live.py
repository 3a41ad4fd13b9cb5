"""Who is looking, and telling them that a table has changed."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict


class Live:
    """Open pages by table and seat. A page waits for its bell and then looks for itself: a bell carries no news.

    This is one worker's part: with several workers the same bells would ring through a channel of their database.
    """

    def __init__(self) -> None:
        self._bells: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._seats: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._excuses: dict[str, dict[int, str]] = {}
        self.is_ending = False
        """Does the server end? Pages finish what they do, and close."""

    def join(self, table: str, seat: int) -> asyncio.Event:
        """A page has opened; its bell."""
        bell = asyncio.Event()
        self._bells[table].add(bell)
        self._seats[table][seat] += 1
        return bell

    def leave(self, table: str, seat: int, bell: asyncio.Event) -> None:
        """A page has closed."""
        self._bells[table].discard(bell)
        self._seats[table][seat] -= 1
        if not self._bells[table]:
            del self._bells[table], self._seats[table]

    def ring(self, table: str) -> None:
        """The table has changed."""
        for bell in self._bells.get(table, ()):
            bell.set()

    def present(self, table: str) -> set[int]:
        """Seats with an open page."""
        return {seat for seat, count in self._seats.get(table, {}).items() if count > 0}

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
        return sum(len(bells) for bells in self._bells.values()), len(self._bells)

    async def end(self, longest: float) -> None:
        """Have all pages finish what they do, and close; returns when they have, or after so many seconds."""
        self.is_ending = True
        for table in list(self._bells):
            self.ring(table)
        end = asyncio.get_running_loop().time() + longest
        while self._bells and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.02)

    def is_watched(self, table: str) -> bool:
        """Is any page of this table open?"""
        return table in self._bells
