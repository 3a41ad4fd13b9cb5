"""Who is looking at which table."""

from __future__ import annotations

import asyncio
import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self

from coven.server.limits import household
from coven.server.pace import Paces

if TYPE_CHECKING:
    from coven.server.changes import Draft
    from coven.server.errors import Refused
    from coven.server.messages import Frame
    from coven.server.table import Table

GRACE = 60.0
"""Seconds after a seat's last page closes before a bot may play it or the host may free it."""
GHOST = 300.0
"""Seconds after which anybody may free a seat whose page was never opened."""
STEP = 5
"""Step, in seconds, in which the remaining grace is told; pages count the seconds in between."""

clock = time.monotonic


class Moment(NamedTuple):
    """What a seat's frame follows from. Of a draft, the others see only that its seat owes nothing any more, which
    everybody sees (tests/server/test_moment.py)."""

    entries: int
    """How many entries the table's log has."""
    draft: Draft | None
    """The seat's own."""
    common: Frame
    """What everybody sees."""

    @classmethod
    def of(cls, table: Table, seat: int, common: Frame) -> Self:
        """The present one."""
        return cls(len(table.log), table.drafts.get(seat), common)


@dataclass(frozen=True)
class Look:
    """What a seat sees at one moment."""

    quiet: bytes
    """Its frame without the log."""
    message: bytes
    """The whole frame."""
    told: int
    """Number of the last entry that it tells of."""
    moment: Moment
    """When this was."""


@dataclass(frozen=True)
class Spectacle:
    """What everybody sees at one moment, made once for all spectators."""

    frame: Frame
    """For a new page."""
    quiet: bytes
    """The same without the log."""
    changed: int
    """The entry before which `frame.between` could be seen."""


class Listener(Protocol):
    """What every open page can do."""

    def hear(self, table: Table, message: bytes) -> None:
        """Send something that is worth knowing now or never, if the page may still see the table."""

    def end(self, error: Refused | None = None) -> None:
        """Finish its work and close; `error`: why, unless the server is stopping."""


class Page(Listener, Protocol):
    """What the open page of a seat can do."""

    def look(self, table: Table, common: Frame) -> Look | None:
        """What its seat sees now; None: nothing new. `common`: what everybody sees."""

    def show(self, table: Table, look: Look | None) -> None:
        """Send that, if the page may still see its seat."""


class Watcher(Listener, Protocol):
    """What the open page of a spectator can do."""

    def watch(self, table: Table, spectacle: Spectacle) -> None:
        """Show what everybody sees, if the page may still see it."""


@dataclass(frozen=True, eq=False)
class Open:
    """An open page; without one, a watcher who is shown nothing."""

    seat: int
    network: str
    page: Page | None = None


@dataclass(frozen=True)
class Absence:
    """A seat of a person without an open page."""

    seconds: float
    was_opened: bool

    @property
    def rest(self) -> int:
        """Remaining seconds of grace, in whole steps."""
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
    """Open pages by table and seat, and those of spectators."""

    def __init__(self) -> None:
        self._watchers: dict[str, list[Watcher]] = {}
        self.on_ring: Callable[[str], None] = lambda table: None
        """Called when something outside a table's log has changed: pages are shown it."""
        self._pages: dict[str, list[Open]] = {}
        self._excuses: dict[str, dict[int, str]] = {}
        self.is_ending = False
        """Is the server stopping? Pages finish their work, and close."""
        self.paces = Paces()
        self._since: defaultdict[str, dict[int, float]] = defaultdict(dict)
        """By table and seat: since when it has had no open page."""
        self._opened: defaultdict[str, set[int]] = defaultdict(set)
        """By table: seats whose page has been opened since this server knows their people."""

    def expect(self, table: str, seats: Iterable[int], *, is_new: bool = False) -> None:
        """People of these seats may come; with `is_new` they have just sat down."""
        for seat in seats:
            if is_new:
                self._opened[table].discard(seat)
                self._since[table].pop(seat, None)
            if seat not in self.present(table):
                self._since[table].setdefault(seat, clock())
        if is_new:
            self._ring_later(table)

    def absence(self, table: str, seat: int) -> Absence:
        """How long the seat has had no open page."""
        since = self._since.get(table, {}).get(seat)
        return Absence(0.0 if since is None else clock() - since, seat in self._opened.get(table, ()))

    def absences(self, table: str) -> dict[int, Absence]:
        """The same for all awaited seats."""
        return {seat: self.absence(table, seat) for seat in self._since.get(table, ())}

    def drop(self, table: str) -> None:
        """The table leaves memory: nobody is awaited there."""
        self._since.pop(table, None)
        self._opened.pop(table, None)

    def _ring_later(self, table: str) -> None:
        """Update the pages when somebody's grace is over."""
        with suppress(RuntimeError):  # without a loop there are no pages
            for seconds in (GRACE, GHOST):
                asyncio.get_running_loop().call_later(seconds + 0.1, self.ring, table)

    def join(self, table: str, seat: int, address: str = "", page: Page | None = None) -> Open:
        """A page has opened, at this address."""
        found = Open(seat, household(address), page)
        self._pages.setdefault(table, []).append(found)
        self._since[table].pop(seat, None)
        self._opened[table].add(seat)
        self.paces.changed(table)
        return found

    def leave(self, table: str, gone: Open) -> None:
        """A page has closed."""
        self._pages[table].remove(gone)
        if not self._pages[table]:
            del self._pages[table]
        if gone.seat not in self.present(table):
            self.paces.forget(table, gone.seat)
            self._since[table][gone.seat] = clock()
            self._ring_later(table)

    def watch(self, table: str, watcher: Watcher) -> None:
        """A spectator's page has opened."""
        self._watchers.setdefault(table, []).append(watcher)

    def unwatch(self, table: str, watcher: Watcher) -> None:
        """A spectator's page has closed."""
        self._watchers[table].remove(watcher)
        if not self._watchers[table]:
            del self._watchers[table]

    def watchers(self, table: str) -> list[Watcher]:
        """The pages of a table's spectators."""
        return list(self._watchers.get(table, ()))

    def listeners(self, table: str) -> list[Listener]:
        """The pages of seats and spectators."""
        return [*self.pages(table), *self.watchers(table)]

    def ring(self, table: str) -> None:
        """Show a table's pages what has changed."""
        if self.has_pages(table):
            self.on_ring(table)

    def pages(self, table: str) -> list[Page]:
        """The pages of a table."""
        return [one.page for one in self._pages.get(table, ()) if one.page]

    def present(self, table: str) -> set[int]:
        """Seats with an open page."""
        return {page.seat for page in self._pages.get(table, ())}

    async def pause(self, table: str, since: float, seconds: float) -> None:
        """Wait until so many seconds at the table's pace have passed since then, in the loop's time. A new pace counts
        at once."""
        now = asyncio.get_running_loop().time
        while (rest := since + seconds * self.paces.share(table, self.present(table)) - now()) > 0:
            await self.paces.until_changed(table, rest)

    def networks(self, table: str) -> set[str]:
        """From where a table is watched: see `household`."""
        return {page.network for page in self._pages.get(table, ())}

    def excuse(self, table: str, seat: int, how: str | None) -> None:
        """How a bot plays if not at its level; None: at its level."""
        before = self.excuses(table)
        if before.get(seat) != how:
            self._excuses[table] = {**before, seat: how} if how else {one: before[one] for one in before if one != seat}
            if not self._excuses[table]:
                del self._excuses[table]
            self.ring(table)

    def excuses(self, table: str) -> dict[int, str]:
        """By seat: how its bot plays, if not at its level."""
        return self._excuses.get(table, {})

    def forget(self, table: str) -> None:
        """Nobody plays there any more."""
        self._excuses.pop(table, None)

    def counts(self) -> tuple[int, int]:
        """Open pages, and tables with an open page."""
        tables = self.tables()
        return sum(len(self.listeners(table)) for table in tables), len(tables)

    def tables(self) -> set[str]:
        """Tables with an open page, of a seat or of a spectator."""
        return self._pages.keys() | self._watchers.keys()

    async def end(self, longest: float) -> None:
        """Let all pages finish and close. Returns when they have, or after this many seconds."""
        self.is_ending = True
        for page in [page for table in self.tables() for page in self.listeners(table)]:
            page.end()
        end = asyncio.get_running_loop().time() + longest
        while (self._pages or self._watchers) and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.02)

    def is_watched(self, table: str) -> bool:
        """Is the page of any seat of this table open? Bots play only then."""
        return table in self._pages

    def has_pages(self, table: str) -> bool:
        """Is any page of this table open, of a seat or of a spectator?"""
        return table in self._pages or table in self._watchers
