"""Thinking outside the server's process: nothing holds the server up, and a dying worker takes nothing with it.

Requests wait for a turn (`turns.py`), at most until a deadline.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from coven import worker
from coven.engine.fallback import Told, fall_back
from coven.players import ActionAdvice
from coven.server.counting import THOUGHTS_WAITING, thought
from coven.server.turns import Turns
from coven.worker import PATIENCE, JobFailed, SearchRequest, Worker, WorkerDied

DEADLINE = 5.0
"""The longest wait for a thought in seconds, from request to answer."""
LAST_START = 1.0
"""Seconds before the deadline: a search that has not begun by then would be late."""
LONGEST_SEARCH = 5.0
"""Seconds; a worker that takes longer is killed. A search takes at most a second of one core."""
LONGEST_LOADING = 60.0
"""Seconds; the same for starting a worker, or loading a game's search."""
LONGEST_COMPILING = 600.0
"""Seconds; the same for compiling, which happens once."""
TRIES = 2
"""A worker may die once over a thought."""

T = TypeVar("T")
log = logging.getLogger(__name__)


class NoThought(Exception):
    """No result: the workers died or took too long, or the search failed."""


class NotWarm(NoThought):
    """The game's search is still being compiled."""


class Busy(NoThought):
    """Too many others were thinking: the deadline passed before it began."""


@dataclass(frozen=True)
class Mind:
    """The workers' jobs; each is a function in a module, which they import by name."""

    choose: Callable[[SearchRequest, str, int], int] = worker.choose
    weigh: Callable[[SearchRequest, int], list[ActionAdvice]] = worker.weigh
    prepare: Callable[[str], list[Told]] | None = worker.prepare
    """Each worker does this first for each game. Returns its fall-back messages. None: nothing is needed."""


def anywhere(table: str) -> Collection[str]:
    """All tables are watched, from one address."""
    return ("",)


class Thinker:
    """A pool of workers, each started when there is something to think about."""

    def __init__(
        self, mind: Mind | None = None, workers: int = 0, addresses: Callable[[str], Collection[str]] = anywhere
    ) -> None:
        """`workers`: how many; 0: one fewer than this machine has cores, at least one. `addresses`: see `Turns`."""
        self._mind = mind or Mind()
        count = workers or max(1, (os.cpu_count() or 1) - 1)
        self._turns = Turns(count, addresses)
        self._threads = ThreadPoolExecutor(count, "worker")
        """One thread per worker, to wait for it."""
        self._idle: list[Worker] = []
        self._at_work: dict[asyncio.Task[Any], Worker | None] = {}
        self._prepared: dict[str, asyncio.Task[None]] = {}
        self._asked: dict[str, float] = {}
        """By game: when it was first asked for."""
        self._took: dict[tuple[str, str], float] = {}
        """By game and player: the seconds that the last search took."""

    def warm(self, game: str) -> asyncio.Task[None]:
        """Start compiling and loading a game's search, once. Returns immediately."""
        if game not in self._prepared:
            self._prepared[game] = asyncio.create_task(self._prepare(game))
            self._asked[game] = now()
        return self._prepared[game]

    async def choose(
        self, table: str, request: SearchRequest, player: str, seed: int, until: float | None = None
    ) -> int:
        """The action a player takes at a table. Raises NoThought, NotWarm if the wait would be too long, and Busy.
        `until`: the deadline in the loop's time.

        A single action takes as long as a search, so that timing reveals nothing.
        """

        async def search(one: Worker) -> int:
            if len(request.legal) == 1:
                return await asyncio.sleep(self._took.get((request.game, player), 0.0), request.legal[0])
            began = now()
            action: int = await self._have(one, LONGEST_SEARCH, self._mind.choose, request, player, seed)
            self._took[request.game, player] = now() - began
            return action

        return await self._ask(table, request.game, until, search)

    async def weigh(
        self, table: str, request: SearchRequest, seed: int, until: float | None = None
    ) -> list[ActionAdvice]:
        """What a high witch thinks of each legal action, best first. Raises and takes time like `choose`."""

        async def search(one: Worker) -> list[ActionAdvice]:
            choices: list[ActionAdvice] = await self._have(one, LONGEST_SEARCH, self._mind.weigh, request, seed)
            return choices

        return await self._ask(table, request.game, until, search)

    async def close(self) -> None:
        """End the workers, whatever they are doing."""
        self._turns.close()
        tasks = [*self._prepared.values(), *self._at_work]
        for task in tasks:
            task.cancel()
        busy = [one for one in self._at_work.values() if one]
        for one in busy:
            one.kill()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown)
        for one in [*busy, *self._idle]:
            await asyncio.to_thread(one.end)
        self._idle.clear()
        self._prepared.clear()

    async def _ask(
        self, table: str, game: str, until: float | None, think: Callable[[Worker], Awaitable[T]]
    ) -> T:  # fmt: skip
        until = now() + DEADLINE if until is None else until
        with thought():
            await self._warm_soon(game)
            with THOUGHTS_WAITING.track_inprogress():
                await self._take_turn(table, until)
            work = self._begin(game, think)
            try:
                async with asyncio.timeout_at(until):
                    return await asyncio.shield(work)
            except TimeoutError:
                raise NoThought("it was not ready in time") from None

    async def _take_turn(self, table: str, until: float) -> None:
        try:
            if now() > until - LAST_START:
                raise TimeoutError
            await self._turns.take(table, until - LAST_START)
        except TimeoutError:
            raise Busy("too many others are thinking") from None

    async def _warm_soon(self, game: str) -> None:
        """Loading takes a second; nobody waits for compiling."""
        warm = self.warm(game)
        try:
            left = max(0.0, self._asked[game] + PATIENCE - now())
            await asyncio.wait_for(asyncio.shield(warm), left)
        except TimeoutError:
            raise NotWarm("the search is still being compiled") from None

    async def _prepare(self, game: str) -> None:
        """A game that cannot be prepared is tried anyway: the request then reports the error."""
        if self._mind.prepare is None:
            return
        await self._turns.take(None)
        try:
            await asyncio.shield(self._begin(game, _nothing))
        except NoThought as error:
            log.warning("%s cannot be thought about: %s", game, error)

    def _begin(self, game: str, think: Callable[[Worker], Awaitable[T]]) -> asyncio.Task[T]:
        """Run to the end, even if nobody is waiting any more, and give the turn back."""
        work = asyncio.create_task(self._work(game, think))
        self._at_work[work] = None
        work.add_done_callback(self._finish)
        return work

    def _finish(self, work: asyncio.Task[Any]) -> None:
        del self._at_work[work]
        self._turns.give_back()
        if not work.cancelled():
            work.exception()

    async def _work(self, game: str, think: Callable[[Worker], Awaitable[T]]) -> T:
        for _ in range(TRIES):
            one = self._worker()
            try:
                await self._load(one, game)
                found = await think(one)
            except WorkerDied:
                log.warning("a worker has died")
                continue
            except JobFailed as error:
                self._idle.append(one)
                raise NoThought(str(error)) from error
            self._idle.append(one)
            return found
        raise NoThought("the workers died")

    def _worker(self) -> Worker:
        """An idle worker, for the current task."""
        try:
            one = self._idle.pop() if self._idle else Worker()
        except OSError as error:
            raise NoThought(f"no worker can be started: {error}") from error
        work = asyncio.current_task()
        if work:
            self._at_work[work] = one
        return one

    async def _load(self, one: Worker, game: str) -> None:
        if game in one.loaded:
            return
        is_first = not self._prepared[game].done()
        await self._have(one, LONGEST_LOADING, worker.ready)
        if self._mind.prepare:
            try:
                longest = LONGEST_COMPILING if is_first else LONGEST_LOADING
                for kind, text in await self._have(one, longest, self._mind.prepare, game):
                    fall_back(kind, text)
            except JobFailed as error:
                log.warning("%s cannot be prepared: %s", game, error)
        one.loaded.add(game)

    async def _have(self, one: Worker, longest: float, function: Callable[..., Any], *arguments: Any) -> Any:
        """Give it to a worker; one that takes too long is killed. Raises NoThought then, or like `Worker.ask`."""
        answer = asyncio.get_running_loop().run_in_executor(self._threads, one.ask, function, *arguments)
        answer.add_done_callback(_heard)
        done, _ = await asyncio.wait([answer], timeout=longest)
        if done:
            return answer.result()
        one.kill()
        await asyncio.wait([answer])
        raise NoThought(f"a worker took more than {longest:.0f} seconds and was killed")


def now() -> float:
    """The loop's time."""
    return asyncio.get_running_loop().time()


def _heard(answer: asyncio.Future[Any]) -> None:
    """Results that come too late, or after the end, are dropped."""
    if not answer.cancelled():
        answer.exception()


async def _nothing(one: Worker) -> None:
    """Loading is all that is wanted."""
