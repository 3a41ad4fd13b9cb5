"""How long the page's tasks are while a game goes on: python -m tests.browser.tasks [GAME ...].

The frames of a seeded game come one after another, with motion, and the timeline of the page's main thread is recorded.
What counts is the time that the thread itself took, times SLOWER: it is the same on a busy machine.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from coven.games import all_games
from coven.server.frames import encode
from tests.browser.browser_play import PHONE
from tests.browser.budget import LONG, MOST_TOLD, SLOWER
from tests.browser.layout import Stage, staged
from tests.browser.moments import Moment, about, begun, frames

APART = 450
"""Milliseconds between two frames."""
LASTING = 25_000
"""Milliseconds of play."""
PLAYERS = {"three-witches": 3, "witchs-brew": 4, "midnight": 5, "whirling-witchcraft": 4}
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"]
TASK = "RunTask"


@dataclass(frozen=True)
class Task:
    """A task of the page's main thread."""

    time: float
    """Milliseconds on a processor that is SLOWER."""
    parts: Counter[str]
    """Milliseconds of what happened in it, by name; what is called counts for its caller as well."""


def moments_of(key: str, count: int) -> Iterator[Moment]:
    """The first frames of a game, as one page gets them."""
    game = next(game for game in all_games() if game.key == key)
    players = PLAYERS[key]
    table = begun(game, players)
    for frame, _ in zip(frames(table), range(count), strict=False):
        yield Moment(key, players, key, encode(frame), about(table))


def play(stage: Stage, key: str) -> list[Task]:
    """All tasks of a game's first frames."""
    first, *rest = moments_of(key, LASTING // APART)
    stage.page.set_viewport_size(PHONE)
    stage.page.emulate_media(reduced_motion="no-preference")
    stage.show(first)
    stage.page.wait_for_timeout(1500)
    browser = stage.page.context.browser
    assert browser
    browser.start_tracing(page=stage.page, categories=CATEGORIES)
    for moment in rest:
        stage.send(moment.frame)
        stage.page.wait_for_timeout(APART)
    return tasks_in(json.loads(browser.stop_tracing())["traceEvents"])


def tasks_in(events: list[dict[str, Any]]) -> list[Task]:
    """The tasks of the thread that laid out most, with what happened in each."""
    laid_out = Counter((one["pid"], one["tid"]) for one in events if one["name"] == "Layout")
    ((thread, _),) = laid_out.most_common(1)
    mine = sorted(
        (one for one in events if (one["pid"], one["tid"]) == thread and one.get("ph") == "X" and "tdur" in one),
        key=lambda one: (one["ts"], -one["dur"]),
    )
    found: list[Task] = []
    end = 0.0
    for one in mine:
        if one["name"].endswith(TASK) and one["ts"] >= end:
            end = one["ts"] + one["dur"]
            found.append(Task(one["tdur"] * SLOWER / 1000, Counter()))
        elif found and one["ts"] < end and not one["name"].endswith(TASK):
            found[-1].parts[one["name"]] += one["tdur"] * SLOWER / 1000
    return found


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="keys of games; all of them")
    wanted = parser.parse_args().games or list(PLAYERS)
    with staged() as stage:
        for key in wanted:
            tasks = play(stage, key)
            long = sorted((task for task in tasks if task.time > LONG), key=lambda task: -task.time)
            print(f"{key}: {len(long)} of {len(tasks)} tasks over {LONG} ms: {[round(one.time) for one in long]}")
            for task in sorted(tasks, key=lambda one: -one.time)[:MOST_TOLD]:
                parts = ", ".join(f"{what} {time:.0f}" for what, time in task.parts.most_common(9))
                print(f"   {task.time:.0f} ms: {parts}", flush=True)


if __name__ == "__main__":
    main()
