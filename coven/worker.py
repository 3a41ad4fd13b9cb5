"""A worker process thinks for seats. It gets plain data that a seat may see, never a full state.

So searches do not hold a server up, and a crash of native code ends only a worker.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Any

from coven.engine.decks import AnyDeck
from coven.engine.fallback import Told, told_to
from coven.engine.game import AnyGame
from coven.engine.match import Match
from coven.engine.states import State
from coven.games import load_game
from coven.players import ActionAdvice, advise, make_player

MOST_DECKS = 32
"""How many decks are kept open."""
PATIENCE = 3.0
"""How many seconds a game with people waits for a search to load; compiling takes longer."""


@dataclass(frozen=True)
class SearchRequest:
    """What a player is asked in another process: all that a seat knows when it has to decide, as plain data."""

    game: str
    """`Game.key`."""
    deck: str
    """The deck's data as JSON, in its own order, which may determine the order of its cards."""
    view: bytes
    """The seat's view."""
    seat: int
    legal: tuple[int, ...]

    @classmethod
    def of(cls, game: AnyGame, deck: AnyDeck, view: State, legal: Sequence[int]) -> SearchRequest:
        """For the seat whose view this is. Raises ValueError for a truth, or a view without a seat."""
        if view.viewer < 0:
            raise ValueError("only the view of a seat is thought about")
        return cls(game.key, json.dumps(deck.data), view.to_bytes(), view.viewer, tuple(legal))


def choose(request: SearchRequest, player: str, seed: int) -> int:
    """The action a player takes."""
    game, deck = opened(request.game, request.deck)
    view = game.state.from_bytes(request.view)
    return make_player(player, seed)(game, deck, view, request.seat, list(request.legal))


def weigh(request: SearchRequest, seed: int) -> list[ActionAdvice]:
    """What a high witch thinks of each legal action, best first."""
    game, deck = opened(request.game, request.deck)
    return advise(game, deck, game.state.from_bytes(request.view), request.seat, seed)


def prepare(key: str) -> list[Told]:
    """Compile a game's search, unless that is on disk, and load it; returns any fall-back messages."""
    game = load_game(key)
    match = Match(game, game.players[0], seed=0)
    seat = match.pending[0]
    told: list[Told] = []
    with told_to(lambda kind, text: told.append((kind, text))):
        weigh(SearchRequest.of(game, match.deck, match.view_record(seat), match.numbers(seat)), seed=0)
    return told


class WorkerDied(Exception):
    """The process has ended in the middle of a job."""

    def __init__(self) -> None:
        super().__init__("its process has ended")


class JobFailed(Exception):
    """The function raised an exception: says which."""


class Worker:
    """One process that does one job after the other, and can be killed at any moment."""

    def __init__(self) -> None:
        """Start it; returns before it is ready."""
        context = multiprocessing.get_context("spawn")
        self._jobs, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self.loaded: set[str] = set()
        """Games whose search it has loaded."""

    def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The function's result there; blocks. Raises JobFailed, or WorkerDied once the process is gone."""
        try:
            self._jobs.send((function, arguments))
            is_done, result = self._jobs.recv()
        except (EOFError, OSError):
            self.end()
            raise WorkerDied from None
        if not is_done:
            raise JobFailed(result)
        return result

    def kill(self) -> None:
        """End the process, even if it is stopped or hangs. Returns at once, and its job raises WorkerDied."""
        self._process.kill()

    def end(self) -> None:
        """The same while no job is in it. Returns when the process is gone."""
        self._process.kill()
        self._process.join()
        self._jobs.close()


def ready() -> None:
    """A job that is done as soon as the process has started."""


def work(jobs: Connection) -> None:
    """The main function of a Worker's process."""
    begin()
    while True:
        try:
            function, arguments = jobs.recv()
        except (EOFError, OSError):
            return
        try:
            answer = True, function(*arguments)
        except Exception as error:
            answer = False, f"{type(error).__name__}: {error}"
        jobs.send(answer)


def begin() -> None:
    """A worker's setup: it ends when its server ends, in whatever way.

    Ctrl-C is for the server, which shuts down in order.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    parent = parent_process()
    if parent:
        wait([parent.sentinel])
        os._exit(0)


@lru_cache(MOST_DECKS)
def opened(game: str, deck: str) -> tuple[AnyGame, AnyDeck]:
    """A game by its key, and its deck from JSON."""
    loaded = load_game(game)
    return loaded, loaded.decks.load(json.loads(deck), "deck")
