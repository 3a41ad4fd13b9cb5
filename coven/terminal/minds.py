"""Who thinks at a terminal.

With people playing, searches run in a separate process, so that nobody waits while one is compiled: until then a witch
plays by rules of thumb, and says so. If only bots play, they wait for it, so that the same seed gives the same game.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TooLate
from typing import Any

from coven import worker
from coven.engine.decks import AnyDeck
from coven.engine.fallback import Fallback, Told, fall_back
from coven.engine.game import AnyGame
from coven.players import ActionAdvice, Player, make_player
from coven.worker import PATIENCE, JobFailed, SearchRequest, Worker, WorkerDied

TRIES = 2
"""The process may die once over a thought."""


class NoThought(Exception):
    """A search gives no result: says until when."""


class NotWarm(NoThought):
    """The search is still being compiled."""


class Beside:
    """A process that thinks about one game; it is started when it is first needed, and ends with this one."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._worker: tuple[Worker, Future[list[Told]]] | None = None
        """The process, and what was told while it loaded the search."""
        self._asked = 0.0

    def warm(self) -> Worker:
        """Have the search loaded or compiled. Returns the process at once."""
        if self._worker is None:
            self._asked = time.monotonic()
            warm: Future[list[Told]] = Future()
            self._worker = Worker(), warm
            threading.Thread(target=_have, args=(self._worker[0], self._game, warm), daemon=True).start()
        return self._worker[0]

    def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The result of function(*arguments) there. Raises NoThought, even if the search is still being compiled."""
        for _ in range(TRIES):
            one = self.warm()
            try:
                self._wait()
                return one.ask(function, *arguments)
            except TooLate:
                raise NotWarm("her search is compiled (once, some seconds)") from None
            except (JobFailed, WorkerDied) as error:
                reason = str(error)
                self.close()
        raise NoThought(f"she can think again ({reason})")

    def _wait(self) -> None:
        """Until the search is loaded. Raises TooLate, JobFailed or WorkerDied."""
        if self._worker:
            self._worker[1].result(max(0.0, self._asked + PATIENCE - time.monotonic()))

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._worker:
            one, warm = self._worker
            self._worker = None
            if warm.done():
                one.end()
            else:
                one.kill()

    def player(self, kind: str, name: str, seed: int) -> Player:
        """A player that searches there, and plays by rules of thumb if that gives no result."""
        thumb, count, excuse = make_player("thumb", seed), 0, ""

        def play(game: AnyGame, deck: AnyDeck, view: Any, seat: int, legal: list[int]) -> int:
            nonlocal count, excuse
            count += 1
            if len(legal) == 1:
                return legal[0]
            try:
                action: int = self.ask(worker.choose, SearchRequest.of(game, deck, view, legal), kind, seed + count)
                excuse = ""
                return action
            except NoThought as error:
                if str(error) != excuse:
                    excuse = str(error)
                    why = Fallback.COLD if isinstance(error, NotWarm) else Fallback.NO_THOUGHT
                    fall_back(why, f"{name} plays by rules of thumb until {excuse}")
            return thumb(game, deck, view, seat, legal)

        return play

    def advise(self, request: SearchRequest, seed: int) -> list[ActionAdvice]:
        """What a high witch thinks of each choice. Raises NoThought."""
        choices: list[ActionAdvice] = self.ask(worker.weigh, request, seed)
        return choices


def _have(one: Worker, game: str, warm: Future[list[Told]]) -> None:
    """Load a search in a process; its fall-back messages are repeated here."""
    try:
        told = one.ask(worker.prepare, game)
    except (JobFailed, WorkerDied) as error:
        warm.set_exception(error)
        return
    warm.set_result(told)
    for kind, text in told:
        fall_back(kind, text)
