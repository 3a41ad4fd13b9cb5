"""The process of a bot of one's own (`own`): it loads the bot and answers with it, until nobody asks any more.

It needs nothing but Python itself, so it runs under the package of an earlier player's commit too.
"""

from __future__ import annotations

import importlib
import json
import os
import runpy
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from operator import attrgetter
from typing import Any

LOOK = 1.0
"""Seconds between two looks whether whoever started us is still there."""


def load(place: str, function: str) -> Callable[..., Any]:
    """The bot: a function of a module, or of a file that ends in .py."""
    if place.endswith(".py"):
        found = runpy.run_path(place, run_name="__bot__")[function]
    else:
        found = getattr(importlib.import_module(place), function)
    if not callable(found):
        raise TypeError(f"{function} is not a function")
    bot: Callable[..., Any] = found
    return bot


def end_with(parent: int) -> None:
    """End this process, whatever it does, once the process that started it is gone."""
    while os.getppid() == parent:
        time.sleep(LOOK)
    os._exit(1)


def answer(bot: Callable[..., Any], question: dict[str, Any]) -> Any:
    """What the bot says. An earlier player (`earlier`) reads her question herself."""
    if "plain" in question:
        said = bot(question["plain"])
    else:
        module, name = question["state"]
        state = attrgetter(name)(importlib.import_module(module))
        said = bot(state.from_bytes(bytes.fromhex(question["view"])), question["legal"], question["seed"])
    try:
        return int(said)
    except (TypeError, ValueError):
        return repr(said)[:100]


def main(given: Connection, told: Connection, place: str, function: str) -> None:
    """Answer every question, the first answer being that the bot is there."""

    def say(what: dict[str, Any]) -> None:
        told.send_bytes(json.dumps(what).encode())

    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    try:
        bot = load(place, function)
        say({"answer": "ready"})
        while True:
            say({"answer": answer(bot, json.loads(given.recv_bytes()))})
    except EOFError:
        return
    except Exception as error:
        say({"error": f"{type(error).__name__}: {error}"[:300]})


if __name__ == "__main__":
    main(
        Connection(int(sys.argv[1]), writable=False),
        Connection(int(sys.argv[2]), readable=False),
        sys.argv[3],
        sys.argv[4],
    )
