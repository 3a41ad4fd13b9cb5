"""How long the page's tasks are while a game goes on: python -m tests.browser.tasks [GAME ...].

The frames of a seeded game come one after another, with motion, and the timeline of the page's main thread is recorded.
What counts is the time that the thread itself took, times SLOWER. On a busy machine the same work takes up to three
times as long, so the game is played several times: the longest task after a frame is the shortest of the longest ones,
and so on for the others.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from msgspec.structs import replace
from playwright.sync_api import ViewportSize

from coven.games import all_games
from coven.server.frames import encode, last_told
from tests.browser.browser_play import DESK, PHONE
from tests.browser.budget import LONG, MOST_TOLD, SLOWER
from tests.browser.layout import Stage, staged
from tests.browser.moments import Moment, about, begun, frames

APART = 450
"""Milliseconds between two frames."""
LASTING = 25_000
"""Milliseconds of play."""
PLAYS = 3
SIZES: dict[str, ViewportSize] = {"phone": PHONE, "desk": DESK}
PLAYERS = {"three-witches": 3, "witchs-brew": 4, "midnight": 5, "whirling-witchcraft": 4}
CATEGORIES = ["devtools.timeline", "toplevel", "blink.user_timing"]
"""No more of them: to record takes time, too."""
TASK, MARK = "RunTask", "coven frame"
MOST_TASKS = 20
"""Of a frame: the others are short."""


@dataclass(frozen=True)
class Task:
    """A task of the page's main thread."""

    time: float
    """Milliseconds on a processor that is SLOWER."""
    frame: int
    """After which frame of the game."""
    parts: Counter[str]
    """Milliseconds of what happened in it, by name; what is called counts for its caller as well."""


def moments_of(key: str, count: int) -> Iterator[Moment]:
    """The first frames of a game, as one page gets them: each tells what has happened since the one before."""
    game = next(game for game in all_games() if game.key == key)
    players = PLAYERS[key]
    table = begun(game, players)
    told = 0
    for frame, _ in zip(frames(table), range(count), strict=False):
        log = [line for line in frame.log if line.entry > told]
        fresh = replace(frame, log_from=max(told, frame.log_from), log=log)
        told = last_told(fresh)
        yield Moment(key, players, key, encode(fresh), about(table))


def tasks_of(stage: Stage, key: str, size: ViewportSize, count: int = PLAYS) -> list[Task]:
    """All tasks of a game's first frames in a window of this size, each as quick as it ever was."""
    moments = list(moments_of(key, LASTING // APART))
    plays = [play(stage, moments, size) for _ in range(count)]
    return [
        min(tasks, key=lambda task: task.time)
        for frame in range(1, len(moments))
        for tasks in zip(*(longest(found, frame) for found in plays), strict=False)
    ]


def longest(tasks: list[Task], frame: int) -> list[Task]:
    """The longest of a frame, the longest one first."""
    return sorted((task for task in tasks if task.frame == frame), key=lambda task: -task.time)[:MOST_TASKS]


def play(stage: Stage, moments: list[Moment], size: ViewportSize) -> list[Task]:
    """All tasks, from the second moment on."""
    first, *rest = moments
    stage.page.set_viewport_size(size)
    stage.page.emulate_media(reduced_motion="no-preference")
    stage.show(first)
    stage.page.evaluate("localStorage.clear()")  # the same hints each time
    stage.show(first)
    stage.page.wait_for_timeout(1500)
    browser = stage.page.context.browser
    assert browser
    browser.start_tracing(page=stage.page, categories=CATEGORIES)
    for moment in rest:
        stage.page.evaluate("mark => performance.mark(mark)", MARK)
        stage.send(moment.frame)
        stage.page.wait_for_timeout(APART)
    return tasks_in(json.loads(browser.stop_tracing())["traceEvents"])


def tasks_in(events: list[dict[str, Any]]) -> list[Task]:
    """The tasks of the thread that laid out most, with what happened in each."""
    laid_out = Counter((one["pid"], one["tid"]) for one in events if one["name"] == "Layout")
    ((thread, _),) = laid_out.most_common(1)
    mine = sorted(
        (one for one in events if (one["pid"], one["tid"]) == thread and ("tdur" in one or one["name"] == MARK)),
        key=lambda one: (one["ts"], -one.get("dur", 0)),
    )
    found: list[Task] = []
    end, frame = 0.0, 0
    for one in mine:
        if one["name"] == MARK:
            frame += 1
        elif one["name"].endswith(TASK) and one["ts"] >= end:
            end = one["ts"] + one["dur"]
            found.append(Task(one["tdur"] * SLOWER / 1000, frame, Counter()))
        elif found and one["ts"] < end and not one["name"].endswith(TASK):
            found[-1].parts[one["name"]] += one["tdur"] * SLOWER / 1000
    return found


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="keys of games; all of them")
    parser.add_argument("--plays", type=int, default=PLAYS, help=f"times that each game is played; {PLAYS}")
    options = parser.parse_args()
    wanted = options.games or list(PLAYERS)
    with staged() as stage:
        for key, size in product(wanted, SIZES):
            tasks = sorted(tasks_of(stage, key, SIZES[size], options.plays), key=lambda task: -task.time)
            long = [round(task.time) for task in tasks if task.time > LONG]
            print(f"{key} {size}: {len(long)} tasks over {LONG} ms, the longest {tasks[0].time:.0f} ms; {long}")
            for task in tasks[:MOST_TOLD]:
                parts = ", ".join(f"{what} {time:.0f}" for what, time in task.parts.most_common(9))
                print(f"   {task.time:.0f} ms after frame {task.frame}: {parts}", flush=True)


if __name__ == "__main__":
    main()
