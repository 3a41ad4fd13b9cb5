"""Abandoned tables: closed after a time, and removed if the operator asks, a few at a time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from coven.games import all_games
from coven.server.changes import Change
from coven.server.errors import Refused
from coven.server.logs import broke, tell
from coven.server.table import Table
from coven.server.tables import DAY, Tables

CLOSE_AFTER = 60
"""Days without a visit after which a table is closed."""
GUEST_DAYS = 60
"""Days after which guests without a seat need the invitation again."""
ROUND = 3600.0
"""Seconds between two rounds."""
REST = 0.05
"""Seconds between two tables of a round, so that players do not notice."""
BATCH = 50
BATCH_OF_KEYS = 500

log = logging.getLogger(__name__)
Find = Callable[[str, int], Awaitable[list[str]]]


@dataclass(frozen=True)
class House:
    """How long abandoned tables are kept, in days."""

    close_after: float = CLOSE_AFTER
    remove_after: float | None = None
    """Days after the end, or the last visit; None: never."""


class Housekeeper:
    """Goes through the tables every hour."""

    def __init__(self, tables: Tables, house: House) -> None:
        self._tables, self._house = tables, house

    async def run(self) -> None:
        """Runs forever; failures are tried again in the next round."""
        while True:
            try:
                await self.tidy()
            except Refused:  # the disk: the store has told
                pass
            except Exception as error:
                broke(log, "housekeeping_broke", error)
            await asyncio.sleep(ROUND)

    async def tidy(self) -> None:
        """One round."""
        store, house = self._tables.store, self._house
        now = {game.key: game.rules_version for game in all_games()}
        await self._each(lambda after, most: store.outdated(now, after, most), self._open)
        idle = _days_ago(house.close_after)
        await self._each(lambda after, most: store.unvisited(idle, after, most), self._close)
        if house.remove_after is not None:
            over = _days_ago(house.remove_after)
            await self._each(lambda after, most: store.ended(over, after, most), self._remove)
        while await store.prune_guests(_days_ago(GUEST_DAYS), BATCH_OF_KEYS) == BATCH_OF_KEYS:
            await asyncio.sleep(REST)

    async def _each(self, find: Find, do: Callable[[str], Awaitable[None]]) -> None:
        """Do it to each table found. A damaged one that refuses does not keep the others waiting."""
        after = ""
        while found := await find(after, BATCH):
            for table in filter(self._is_ours, found):
                try:
                    await do(table)
                except Refused as error:
                    if error.code == "storage":
                        raise
                await asyncio.sleep(REST)
            after = found[-1]

    def _is_ours(self, table: str) -> bool:
        return self._tables.owning is None or self._tables.owning.owns(table)

    async def _open(self, table: str) -> None:
        """Open a table. Folding a table of other rules closes it."""
        async with self._tables.at(table):
            pass

    async def _close(self, table: str) -> None:
        if self._tables.live.is_watched(table):
            await self._tables.visit(table)
            return
        reason = (
            f"Nobody came for {self._house.close_after:g} days, so this table is closed. Its record is kept: "
            "ask whoever runs this server for it"
        )

        def step(found: Table) -> Change | None:
            if self._tables.live.is_watched(table):  # somebody has come meanwhile
                return None
            return found.close(reason)

        await self._tables.change(table, step)
        tell(log, "table_closed", table=table)

    async def _remove(self, table: str) -> None:
        if not self._tables.live.is_watched(table):
            await self._tables.forget(table)
            tell(log, "table_removed", table=table)


def _days_ago(days: float) -> int:
    return int(time.time() - days * DAY)
