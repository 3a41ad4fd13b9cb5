"""The process of a bot of one's own (`own`): it loads the bot and answers with it, until nobody asks any more."""

from __future__ import annotations

import importlib
import json
import runpy
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from operator import attrgetter
from typing import Any


def load(place: str, function: str) -> Callable[..., Any]:
    """The bot: a function of a module, or of a file that ends in .py."""
    if place.endswith(".py"):
        found: Callable[..., Any] = runpy.run_path(place, run_name="__bot__")[function]
        return found
    bot: Callable[..., Any] = getattr(importlib.import_module(place), function)
    return bot


def answer(bot: Callable[..., Any], question: dict[str, Any]) -> Any:
    """What the bot says."""
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
