"""Thinking outside the server's process: nothing holds the server up, and a worker that dies takes nothing with it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from coven import worker
from coven.engine.fallback import Told, fall_back
from coven.players import Choice
from coven.server.counting import THOUGHTS_WAITING, thought
from coven.worker import PATIENCE, Sight

LONGEST_SEARCH = 60.0
"""Seconds; a worker that takes longer is ended. A search takes a second, but a worker may have to start for it."""
LONGEST_COMPILING = 600.0
"""Seconds; the same for what is compiled once."""
TRIES = 2
"""A worker may die once over a thought."""

log = logging.getLogger(__name__)


class NoThought(Exception):
    """Nothing came of it: the workers died or took too long, or the search failed."""


class NotWarm(NoThought):
    """The game's search is still being compiled."""


@dataclass(frozen=True)
class Mind:
    """What workers are asked to do; each is a function of a module, which they import by its name."""

    choose: Callable[[Sight, str, int], int] = worker.choose
    weigh: Callable[[Sight, int], list[Choice]] = worker.weigh
    prepare: Callable[[str], list[Told]] | None = worker.prepare
    """Done once for each game; returns what is to be told about fall-backs. None: nothing is needed."""


class Thinker:
    """A pool of workers, started when there is something to think about."""

    def __init__(self, mind: Mind | None = None, workers: int = 0) -> None:
        """`workers`: how many; 0: one less than this machine has cores, at least one."""
        self._mind = mind or Mind()
        self._count = workers or max(1, (os.cpu_count() or 1) - 1)
        self._free = asyncio.Semaphore(self._count)
        self._pool: tuple[ProcessPoolExecutor, Connection] | None = None
        self._prepared: dict[str, asyncio.Task[None]] = {}
        self._asked: dict[str, float] = {}
        """By game: when it was first asked for."""

    def warm(self, game: str) -> asyncio.Task[None]:
        """Have a game's search compiled and loaded, once; returns at once."""
        if game not in self._prepared:
            self._prepared[game] = asyncio.create_task(self._prepare(game))
            self._asked[game] = asyncio.get_running_loop().time()
        return self._prepared[game]

    async def choose(self, sight: Sight, player: str, seed: int) -> int:
        """The action that a player takes; raises NoThought, and NotWarm where she would have to wait too long."""
        await self._warm_soon(sight.game)
        with thought():
            action: int = await self._ask(LONGEST_SEARCH, self._mind.choose, sight, player, seed)
        return action

    async def weigh(self, sight: Sight, seed: int) -> list[Choice]:
        """What a high witch thinks of each legal action, best first; raises NoThought, and NotWarm as `choose`."""
        await self._warm_soon(sight.game)
        with thought():
            choices: list[Choice] = await self._ask(LONGEST_SEARCH, self._mind.weigh, sight, seed)
        return choices

    async def _warm_soon(self, game: str) -> None:
        """Loading takes a second; nobody waits for compiling."""
        warm = self.warm(game)
        try:
            left = max(0.0, self._asked[game] + PATIENCE - asyncio.get_running_loop().time())
            await asyncio.wait_for(asyncio.shield(warm), left)
        except TimeoutError:
            raise NotWarm("the search is still being compiled") from None

    async def close(self) -> None:
        """End the workers, whatever they do."""
        for task in self._prepared.values():
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self._prepared.clear()
        self._drop()

    async def _prepare(self, game: str) -> None:
        """A game that cannot be prepared is tried anyway: who asks is told what goes wrong then."""
        if self._mind.prepare is None:
            return
        try:
            for kind, text in await self._ask(LONGEST_COMPILING, self._mind.prepare, game):
                fall_back(kind, text)
        except NoThought as error:
            log.warning("%s cannot be thought about: %s", game, error)

    async def _ask(self, longest: float, function: Callable[..., Any], *arguments: Any) -> Any:
        """Have a worker do it. Only what a free worker takes up at once is handed over, so that no time is lost waiting
        for others."""
        with THOUGHTS_WAITING.track_inprogress():
            await self._free.acquire()
        try:
            for _ in range(TRIES):
                pool = self._workers()
                try:
                    future = pool.submit(function, *arguments)
                    return await asyncio.wait_for(asyncio.wrap_future(future), longest)
                except BrokenProcessPool:
                    log.warning("a worker has died")
                    self._drop(pool)
                except TimeoutError:
                    self._drop(pool)
                    raise NoThought(f"a worker took more than {longest:.0f} seconds") from None
                except Exception as error:
                    raise NoThought(f"{type(error).__name__}: {error}") from error
        finally:
            self._free.release()
        raise NoThought("the workers died")

    def _workers(self) -> ProcessPoolExecutor:
        """The pool, a new one where there is none (any more)."""
        if self._pool is None:
            self._pool = worker.open_pool(self._count)
        return self._pool[0]

    def _drop(self, pool: ProcessPoolExecutor | None = None) -> None:
        """End the workers; of a pool only if it is still the one in use."""
        if self._pool is None or (pool is not None and pool is not self._pool[0]):
            return
        pool, mine = self._pool
        self._pool = None
        mine.close()
        pool.shutdown(wait=False, cancel_futures=True)
