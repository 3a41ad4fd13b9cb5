"""Bots of one's own: a function in a module or a file, which runs in a process of its own.

It is called as bot(view, legal, seed) and returns one of `legal`. `view` is a record of the game's state as its seat
sees it, `legal` the numbers of its legal actions (ascending), `seed` a random number. It is sent nothing else, and
every game is played in a new process, so it remembers nothing of the same deal in another seat.

A bot that fails (its answer is not legal or comes too late, it raises an exception, its process ends) has lost: the
game ends there, and the other seats share the victory equally. `BotFailed` names it and says why.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from coven.engine.decks import AnyDeck
from coven.engine.dice import next_rng
from coven.engine.game import AnyGame
from coven.engine.sentences import shown, whole

OWN = re.compile(r"(?:(?P<name>[\w-]+)=)?(?P<place>[^=,:]+):(?P<function>[A-Za-z_]\w*)")
"""NAME=PLACE:FUNCTION, where the name may be left out and the place is a module, or a file that ends in .py."""
SECONDS = 10.0
"""How long a bot may think about one decision."""
START_SECONDS = 60.0
"""How long it may take to load."""
LONGEST_ERROR = 200
"""How many characters of what it raised are told."""


class BotFailed(RuntimeError):
    """A bot of one's own has lost its game by failing: says which, and why."""

    def __init__(self, name: str, why: str, fault: str = "") -> None:
        """`why`: what it did, with what it said. `fault`: the same without that, for whoever may not see its cards."""
        super().__init__(f"the bot {name} {why}")
        self.name, self.why, self.fault = name, why, fault or why

    def __reduce__(self) -> tuple[Any, ...]:
        return BotFailed, (self.name, self.why, self.fault)


def is_own(player: str) -> bool:
    """Is this a bot of one's own, and not a player's name?"""
    return OWN.fullmatch(player) is not None


def own_name(player: str) -> str:
    """What a bot of one's own is called: the name before "=", or else its function."""
    found = OWN.fullmatch(player)
    return (found["name"] or found["function"]) if found else player


def as_text(name: str, bot: str | Callable[..., int]) -> str:
    """A bot under a name, as players are written. Raises ValueError for a function that no other process can load."""
    if isinstance(bot, str):
        return f"{name}={bot}" if is_own(bot) and "=" not in bot else bot
    place, function = bot.__module__, bot.__qualname__
    if place == "__main__":
        place = getattr(sys.modules["__main__"], "__file__", None) or ""
    if not function.isidentifier() or not (place.endswith(".py") or importlib.util.find_spec(place)):
        raise ValueError(f"{function} cannot be loaded by another process: put it into a module, outside of others")
    return f"{name}={place}:{function}"


class OwnBot:
    """A player that asks a bot in its process. `close` ends its game."""

    def __init__(self, player: str, rng: int, seconds: float = SECONDS, *, is_quiet: bool = False) -> None:
        """`player` as `OWN` describes it; `seconds` that it may take for a decision. `is_quiet`: what it prints is
        dropped."""
        self._text, self._rng, self._seconds, self._is_quiet = player, rng, seconds, is_quiet
        self._home: Home | None = None
        self._is_stopped = False

    def load(self) -> None:
        """Start its process, and return when it has loaded. Raises BotFailed."""
        self._home = home_of(self._text, is_quiet=self._is_quiet)
        if self._is_stopped:
            self._home.kill()
        self._home.wait()

    def __call__(self, game: AnyGame, deck: AnyDeck, view: Any, seat: int, legal: list[int]) -> int:
        """One of the legal actions. Raises BotFailed."""
        self._rng = next_rng(self._rng)
        if self._home is None:
            self.load()
        assert self._home  # noqa: S101  # it has just been loaded
        state = type(view)
        question = {
            "state": [state.__module__, state.__qualname__],
            "view": view.to_bytes().hex(),
            "legal": list(legal),
            "seed": self._rng & (1 << 32) - 1,
        }
        answer = self._home.ask(question, self._seconds)
        number = whole(answer)
        if number is None or number not in legal:
            self.close()
            raise BotFailed(
                own_name(self._text), f"chose {shown(answer)}, which is not legal", "chose what is not legal"
            )
        return number

    def stop(self) -> None:
        """End the process, whatever another thread waits for: that gets BotFailed. `close` must follow."""
        self._is_stopped = True
        if self._home:
            self._home.kill()

    def close(self) -> None:
        """End the process."""
        if self._home:
            self._home.end()
            self._home = None

    def __del__(self) -> None:
        with suppress(Exception):
            self.close()


def home_of(player: str, *, is_quiet: bool = False) -> Home:
    """The process of a bot of one's own, which runs in this very Python. Raises ValueError for what is not a bot."""
    found = OWN.fullmatch(player)
    if not found:
        raise ValueError(f"{shown(player)} is not a bot: write NAME=MODULE:FUNCTION")
    path = os.pathsep.join([str(Path.cwd()), *filter(None, sys.path)])
    return Home(
        own_name(player), [sys.executable, "-m", "coven.players.answering"], [found["place"], found["function"]],
        {**os.environ, "PYTHONPATH": path}, is_quiet=is_quiet,
    )  # fmt: skip


class Home:
    """The process of one bot."""

    def __init__(
        self, name: str, program: Sequence[str], bot: Sequence[str], env: Mapping[str, str], *, is_quiet: bool = False
    ) -> None:
        """Start `program`, which is `answering`, with the bot's place and function. `is_quiet`: what it prints is
        dropped."""
        self._name = name
        self._lock, self._is_gone = threading.Lock(), False
        prints, errs = (subprocess.DEVNULL, subprocess.DEVNULL) if is_quiet else (2, None)
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        try:
            self._process = subprocess.Popen(  # noqa: S603  # a Python, and a bot that whoever started us has named
                [*program, str(theirs_in), str(theirs_out), *bot],
                pass_fds=(theirs_in, theirs_out), stdin=subprocess.DEVNULL, start_new_session=True, env=env,
                stdout=prints, stderr=errs,
            )  # fmt: skip
        except BaseException:
            os.close(ours_in)
            os.close(ours_out)
            raise
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        self._out, self._in = Connection(ours_out, readable=False), Connection(ours_in, writable=False)

    @property
    def number(self) -> int:
        """The number of its process."""
        return self._process.pid

    def wait(self) -> None:
        """Until the bot has loaded. Raises BotFailed if it cannot be."""
        self._receive(START_SECONDS)

    def ask(self, question: dict[str, Any], seconds: float) -> Any:
        """The bot's answer. Raises BotFailed."""
        try:
            self._out.send_bytes(json.dumps(question).encode())
        except OSError:
            raise BotFailed(self._name, "has ended") from None
        return self._receive(seconds)

    def _receive(self, seconds: float) -> Any:
        try:
            if not self._in.poll(seconds):
                self.end()
                raise BotFailed(self._name, f"did not answer within {seconds:g} seconds")
            said = json.loads(self._in.recv_bytes(1 << 16))
            if not isinstance(said, dict) or not said.keys() & {"answer", "error"}:
                raise ValueError("the bot has written into its pipe")
        except (EOFError, OSError, ValueError):
            self.end()
            raise BotFailed(self._name, "has ended") from None
        if "error" in said:
            error = str(said["error"])
            self.end()
            raise BotFailed(self._name, f"raised {shown(error, LONGEST_ERROR)}", f"raised {error.split(':')[0]}")
        return said["answer"]

    def kill(self) -> None:
        """End the process and whatever it has started, at once and from any thread."""
        with self._lock:
            if not self._is_gone:
                with suppress(OSError):
                    os.killpg(self._process.pid, signal.SIGKILL)

    def end(self) -> None:
        """The same from the thread that asks it. Returns when the process is gone."""
        self.kill()
        with self._lock:
            self._process.wait()
            self._is_gone = True
        for pipe in (self._out, self._in):
            with suppress(OSError):
                pipe.close()
