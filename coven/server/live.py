"""Who is looking, and telling them that a table has changed."""

from __future__ import annotations

import asyncio
import math
import time
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from coven.server.limits import household

GRACE = 60.0
"""Seconds after the last page of a seat has closed, before a bot may play it or the host may free it."""
GHOST = 300.0
"""Seconds after which anybody may free a seat of which no page was ever opened."""
STEP = 5
"""Seconds in which what is left of the grace is told; pages count the single ones."""

clock = time.monotonic


@dataclass(frozen=True)
class Open:
    """An open page."""

    seat: int
    network: str


@dataclass(frozen=True)
class Absence:
    """A seat of a person without an open page."""

    seconds: float
    was_opened: bool

    @property
    def rest(self) -> int:
        """Seconds of grace that are left, in whole steps."""
        return max(0, math.ceil((GRACE - self.seconds) / STEP) * STEP)

    @property
    def is_away(self) -> bool:
        """Is the grace over?"""
        return self.seconds >= GRACE

    @property
    def is_ghost(self) -> bool:
        """Has she never come?"""
        return not self.was_opened and self.seconds >= GHOST


class Live:
    """Open pages by table and seat. A page waits for its bell and then looks for itself: a bell carries no news.

    This is one worker's part: with several workers the same bells would ring through a channel of their database.
    """

    def __init__(self) -> None:
        self._pages: defaultdict[str, dict[asyncio.Event, Open]] = defaultdict(dict)
        self._excuses: dict[str, dict[int, str]] = {}
        self.is_ending = False
        """Does the server end? Pages finish what they do, and close."""
        self._since: defaultdict[str, dict[int, float]] = defaultdict(dict)
        """By table and seat: since when no page of it is open."""
        self._opened: defaultdict[str, set[int]] = defaultdict(set)
        """By table: seats of which a page was opened since this server knows their persons."""

    def expect(self, table: str, seats: Iterable[int], *, is_new: bool = False) -> None:
        """Persons of these seats may come; with `is_new` they have just sat down."""
        for seat in seats:
            if is_new:
                self._opened[table].discard(seat)
                self._since[table].pop(seat, None)
            if seat not in self.present(table):
                self._since[table].setdefault(seat, clock())
        if is_new:
            self._ring_later(table)

    def absence(self, table: str, seat: int) -> Absence:
        """How long no page of the seat has been open."""
        since = self._since.get(table, {}).get(seat)
        return Absence(0.0 if since is None else clock() - since, seat in self._opened.get(table, ()))

    def absences(self, table: str) -> dict[int, Absence]:
        """The same for all seats that are waited for."""
        return {seat: self.absence(table, seat) for seat in self._since.get(table, ())}

    def drop(self, table: str) -> None:
        """The table leaves the memory: nobody is waited for there."""
        self._since.pop(table, None)
        self._opened.pop(table, None)

    def _ring_later(self, table: str) -> None:
        """Pages look again when somebody's grace is over."""
        with suppress(RuntimeError):  # without a loop there are no pages
            for seconds in (GRACE, GHOST):
                asyncio.get_running_loop().call_later(seconds + 0.1, self.ring, table)

    def join(self, table: str, seat: int, address: str = "") -> asyncio.Event:
        """A page has opened, at this address; its bell."""
        bell = asyncio.Event()
        self._pages[table][bell] = Open(seat, household(address))
        self._since[table].pop(seat, None)
        self._opened[table].add(seat)
        return bell

    def leave(self, table: str, bell: asyncio.Event) -> None:
        """A page has closed."""
        seat = self._pages[table].pop(bell).seat
        if not self._pages[table]:
            del self._pages[table]
        if seat not in self.present(table):
            self._since[table][seat] = clock()
            self._ring_later(table)

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
