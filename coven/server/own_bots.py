"""Bots of the operator's own at tables (`players/own.py`): each seat's runs in a process of its own.

A process is sent its seat's view, the legal actions and a random number, and nothing else. It may be ended between two
decisions and started again. Decisions wait for a turn (`turns.py`), as searches do.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from coven.engine.decks import AnyDeck
from coven.engine.game import AnyGame
from coven.engine.states import State
from coven.players import BotFailed, OwnBot
from coven.server.thinker import DEADLINE, LAST_START, Busy, NoThought, NotWarm, anywhere
from coven.server.turns import Turns

SECONDS = DEADLINE
"""How long a bot may think about one decision, from when it is asked."""
SLACK = 1.0
"""Seconds beyond that until its process is killed even if it cannot be asked."""
MOST = 16
"""How many processes there are at the same time."""
IDLE = 300.0
"""Seconds after which a process that nobody asks is ended."""
SEED_BITS = 60

Key = tuple[str, int, str]
"""A table, a seat, and a bot's name."""
T = TypeVar("T")


class NotOffered(Exception):
    """There is no bot of that name here."""


@dataclass(eq=False)
class Chair:
    """A bot in its seat."""

    bot: OwnBot
    loading: asyncio.Task[None]
    work: asyncio.Task[int] | None = None
    """The last decision; it runs to its end even if nobody waits for it any more."""
    asked: int = 0
    """How many wait for it now: it is not ended then."""
    timer: asyncio.TimerHandle | None = None


class OwnBots:
    """The operator's bots by name, and their processes."""

    def __init__(self, bots: Mapping[str, str], addresses: Callable[[str], Collection[str]] = anywhere) -> None:
        """`bots`: by name, each as `own.OWN` describes it. `addresses`: see `Turns`."""
        self._bots = dict(bots)
        count = max(2, os.cpu_count() or 1)
        self._turns = Turns(count, addresses)
        self._threads = ThreadPoolExecutor(count, "own-bot")
        """One thread for each turn, to wait for a process."""
        self._chairs: OrderedDict[Key, Chair] = OrderedDict()
        """Who was asked longest ago comes first."""
        self._leaving: set[asyncio.Task[None]] = set()

    async def choose(self, table: str, name: str, game: AnyGame, deck: AnyDeck, view: State, legal: list[int]) -> int:
        """The action a bot takes in the seat whose view this is.

        Raises NotOffered; BotFailed; Busy and NotWarm if the wait would be too long; NoThought if no process can be
        started; ValueError for a truth, or a view without a seat.
        """
        if view.viewer < 0:
            raise ValueError("only the view of a seat is thought about")
        if name not in self._bots:
            raise NotOffered(f"there is no bot {name} here")
        key = table, view.viewer, name
        chair = self._chairs.get(key) or await self._seat(key)
        self._chairs.move_to_end(key)
        chair.asked += 1
        try:
            await self._ready(chair)
            await self._take_turn(table)
            question = partial(chair.bot, game, deck, view, view.viewer, list(legal))
            chair.work = asyncio.create_task(self._work(chair, question, SECONDS + SLACK))
            chair.work.add_done_callback(_heard)
            return await asyncio.shield(chair.work)
        except (BotFailed, NoThought) as error:
            if not isinstance(error, Busy | NotWarm):
                self._end(key)
            raise
        finally:
            chair.asked -= 1
            self._end_later(key, chair)

    def end(self, table: str) -> None:
        """Nobody plays there any more: end its processes."""
        for key in [key for key in self._chairs if key[0] == table]:
            self._end(key)

    async def close(self) -> None:
        """End all processes."""
        self._turns.close()
        for key in list(self._chairs):
            self._end(key)
        await asyncio.gather(*self._leaving, return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown)

    async def _seat(self, key: Key) -> Chair:
        """Start a bot's process. The turn that this takes is given back when it has loaded."""
        await self._take_turn(key[0])
        idle = [other for other, chair in self._chairs.items() if not chair.asked]
        if len(self._chairs) >= MOST:
            if not idle:
                self._turns.give_back()
                raise Busy("too many others are thinking")
            self._end(idle[0])
        bot = OwnBot(self._bots[key[2]], 1 + secrets.randbits(SEED_BITS), SECONDS, is_quiet=True)
        chair = Chair(bot, asyncio.create_task(self._load(bot)))
        chair.loading.add_done_callback(_heard)
        self._chairs[key] = chair
        return chair

    async def _load(self, bot: OwnBot) -> None:
        try:
            await self._in_a_thread(bot.load)
        except OSError as error:
            raise NoThought(f"no process can be started: {error.strerror}") from error
        finally:
            self._turns.give_back()

    async def _ready(self, chair: Chair) -> None:
        """It has loaded, and answered what it was asked before, wanted or not."""
        try:
            async with asyncio.timeout(DEADLINE):
                await asyncio.shield(chair.loading)
        except TimeoutError:
            raise NotWarm("it is still loading") from None
        if chair.work:
            await asyncio.wait([chair.work])
            if not chair.work.cancelled() and (before := chair.work.exception()):
                raise before

    async def _take_turn(self, table: str) -> None:
        try:
            await self._turns.take(table, asyncio.get_running_loop().time() + DEADLINE - LAST_START)
        except TimeoutError:
            raise Busy("too many others are thinking") from None

    async def _work(self, chair: Chair, question: Callable[[], int], longest: float) -> int:
        """Ask it, and give the turn back."""
        try:
            return await self._in_a_thread(question, chair.bot, longest)
        finally:
            self._turns.give_back()

    async def _in_a_thread(self, job: Callable[[], T], bot: OwnBot | None = None, longest: float | None = None) -> T:
        """Run a job that blocks; a bot that takes too long is stopped, so that its job ends."""
        answer = asyncio.get_running_loop().run_in_executor(self._threads, job)
        answer.add_done_callback(_heard)
        done, _ = await asyncio.wait([answer], timeout=longest)
        if not done and bot:
            bot.stop()
            await asyncio.wait([answer])
        return answer.result()

    def _end_later(self, key: Key, chair: Chair) -> None:
        if chair.timer:
            chair.timer.cancel()
        if self._chairs.get(key) is chair and not chair.asked:
            chair.timer = asyncio.get_running_loop().call_later(IDLE, self._end, key)

    def _end(self, key: Key) -> None:
        """End a process, whatever it does."""
        chair = self._chairs.pop(key, None)
        if chair is None:
            return
        if chair.timer:
            chair.timer.cancel()
        chair.bot.stop()
        task = asyncio.create_task(_see_off(chair))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)


async def _see_off(chair: Chair) -> None:
    """Close a stopped bot once no thread waits for it any more."""
    await asyncio.wait([chair.loading, *([chair.work] if chair.work else [])])
    await asyncio.to_thread(chair.bot.close)


def _heard(answer: asyncio.Future[Any]) -> None:
    """Results that come too late are dropped."""
    if not answer.cancelled():
        answer.exception()
