"""Whose turn it is to think, when there is more to think about than the workers can do at once.

Addresses take turns, then the tables of an address, then the seats of a table in the order they asked: the one served
longest ago is next. So opening many tables slows down only those tables, and others use what an address leaves. A table
has the addresses of the pages that watch it. If there are several, it takes the turn of the one that is next, so one
member's crowded network does not hold up the others. All addresses have the same share, however many people are behind
them: if shares grew with tables, opening tables would buy a larger one. Tables need no cap: a seat waits for one
thought at a time, and not beyond its deadline.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection

MOST_REMEMBERED = 10_000
"""How many addresses, and tables, we remember serving."""


class Served:
    """When each was served: first come those never served, then those served longest ago."""

    def __init__(self) -> None:
        self._when: OrderedDict[str, int] = OrderedDict()
        self._count = 0

    def when(self, name: str) -> int:
        """The later, the larger; 0 if never, or so long ago that it is forgotten."""
        return self._when.get(name, 0)

    def serve(self, name: str) -> None:
        """Note that it is served now."""
        self._count += 1
        self._when[name] = self._count
        self._when.move_to_end(name)
        if len(self._when) > MOST_REMEMBERED:
            self._when.popitem(last=False)


class Turns:
    """A limited number may think at once; the others wait."""

    def __init__(self, free: int, addresses: Callable[[str], Collection[str]]) -> None:
        """`free`: how many at once; `addresses`: of the pages that watch a table now."""
        self._free, self._addresses = free, addresses
        self._waiting: dict[asyncio.Future[None], str | None] = {}
        self._served_addresses, self._served_tables = Served(), Served()
        self._is_closed = False

    async def take(self, table: str | None, until: float | None = None) -> None:
        """Wait for a turn of this table; None: the server's own work, which comes first. The caller must give it back.

        Raises TimeoutError if there was none `until` then, in the loop's time; cancelled if nobody watches the table
        when its turn comes, or if there are no more turns.
        """
        turn = asyncio.get_running_loop().create_future()
        if self._is_closed:
            turn.cancel()
        self._waiting[turn] = table
        self._go_on()
        try:
            async with asyncio.timeout_at(until):
                await turn
            if self._is_closed:
                raise asyncio.CancelledError
        except BaseException:
            if turn.done() and not turn.cancelled():
                self.give_back()
            raise
        finally:
            self._waiting.pop(turn, None)

    def give_back(self) -> None:
        """A turn is over."""
        self._free += 1
        self._go_on()

    def close(self) -> None:
        """Nobody has a turn any more."""
        self._is_closed = True
        for turn in self._waiting:
            turn.cancel()

    def _go_on(self) -> None:
        while self._free and (turn := self._next()):
            del self._waiting[turn]
            self._free -= 1
            turn.set_result(None)

    def _next(self) -> asyncio.Future[None] | None:
        """Who is next; requests that nobody waits for any more are dropped."""
        first: tuple[int, int] | None = None
        found: tuple[asyncio.Future[None], str, str] | None = None
        for turn, table in self._waiting.items():
            if turn.done():
                continue
            if table is None:
                return turn
            addresses = self._addresses(table)
            if not addresses:
                turn.cancel()
                continue
            address = min(addresses, key=self._served_addresses.when)
            rank = self._served_addresses.when(address), self._served_tables.when(table)
            if first is None or rank < first:
                first, found = rank, (turn, address, table)
        if found is None:
            return None
        self._served_addresses.serve(found[1])
        self._served_tables.serve(found[2])
        return found[0]
