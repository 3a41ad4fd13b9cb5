"""Who thinks at a terminal. With people at it, searches run in a process of their own, so that nobody waits while one
is compiled: until then a witch plays by rules of thumb, and it is said. Where only bots play, they wait for it: the
same seed gives the same game."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from multiprocessing.connection import Connection
from typing import Any

from coven import worker
from coven.engine.decks import Deck
from coven.engine.fallback import Fallback, Told, fall_back
from coven.engine.game import Game
from coven.players import Choice, Player, make_player
from coven.worker import PATIENCE, Sight

TRIES = 2
"""The process may die once over a thought."""


class NoThought(Exception):
    """Nothing comes of a search: says until when."""


class NotWarm(NoThought):
    """The search is still being compiled."""


class Beside:
    """A process that thinks about one game; it is started when it is first needed, and ends with this one."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._pool: tuple[ProcessPoolExecutor, Connection] | None = None
        self._warm: Future[list[Told]] | None = None
        self._asked = 0.0

    def warm(self) -> None:
        """Have the search loaded or compiled; returns at once."""
        if self._pool is None:
            self._pool = worker.open_pool(1)
            self._asked = time.monotonic()
            self._warm = self._pool[0].submit(worker.prepare, self._game)
            self._warm.add_done_callback(_tell)

    def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What comes of function(*arguments) there; raises NoThought, also where the search is still being compiled."""
        for _ in range(TRIES):
            self.warm()
            if self._pool is None or self._warm is None:
                raise RuntimeError("warm() has started the process")
            try:
                self._warm.result(max(0.0, self._asked + PATIENCE - time.monotonic()))
                return self._pool[0].submit(function, *arguments).result()
            except TooLate:
                raise NotWarm("her search is compiled (once, some seconds)") from None
            except Exception as error:
                reason = f"{type(error).__name__}: {error}"
                self.close()
        raise NoThought(f"she can think again ({reason})")

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._pool:
            pool, closing = self._pool
            self._pool = self._warm = None
            closing.close()
            pool.shutdown(wait=False, cancel_futures=True)

    def player(self, kind: str, name: str, seed: int) -> Player:
        """A player that searches there, and plays by rules of thumb where nothing comes of that."""
        thumb, count, excuse = make_player("thumb", seed), 0, ""

        def play(game: Game, deck: Deck, view: Any, seat: int, legal: list[int]) -> int:
            nonlocal count, excuse
            count += 1
            if len(legal) == 1:
                return legal[0]
            try:
                action: int = self.ask(worker.choose, Sight.of(game, deck, view, legal), kind, seed + count)
                excuse = ""
                return action
            except NoThought as error:
                if str(error) != excuse:
                    excuse = str(error)
                    why = Fallback.COLD if isinstance(error, NotWarm) else Fallback.NO_THOUGHT
                    fall_back(why, f"{name} plays by rules of thumb until {excuse}")
            return thumb(game, deck, view, seat, legal)

        return play

    def advise(self, sight: Sight, seed: int) -> list[Choice]:
        """What a high witch thinks of each choice; raises NoThought."""
        choices: list[Choice] = self.ask(worker.weigh, sight, seed)
        return choices


def _tell(warm: Future[list[Told]]) -> None:
    """What was told in the process about fall-backs is told here."""
    if not warm.cancelled() and not warm.exception():
        for told in warm.result():
            fall_back(*told)
