"""Where a program's main thread is, in equal steps of its processor time."""

from __future__ import annotations

import json
import signal
from collections import Counter
from pathlib import Path
from types import FrameType

EVERY = 0.002
"""Seconds of processor time between two samples."""
REST = "the event loop and what is around it"
PLACES = (
    ("captions: what stands on the table in words", ("/words/captions.py",)),
    ("descriptions: what a seat sees", ("/words/describe.py",)),
    ("lines of the log", ("/words/log.py", "/server/chronicle.py")),
    ("questions, choices, reasons", ("/words/", "/engine/words.py", "/server/frames.py:_ask")),
    ("views", (":view_record", ":hide", "/engine/states.py")),
    ("the act", ("/engine/match.py", "/server/obeying.py", "/server/table.py", "/rules/")),
    ("frames and their bytes", ("/server/frames.py",)),
    ("sockets", ("/selector_events.py:", "/websockets/", "/server/connections.py:push")),
    ("whom to show what", ("/server/tables.py", "/server/live.py")),
    ("requests over HTTP, such as those that open tables", ("/routes/http.py", "/h11", "/server/api.py")),
)
"""A sample counts where one of its functions belongs to, innermost functions first."""


class Sampler:
    """Counts samples of the main thread by place."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    def start(self) -> None:
        """Begin to count; needs the main thread."""
        signal.signal(signal.SIGPROF, self._take)
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def write(self, path: Path) -> None:
        """Stop, and write the counts as JSON."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        path.write_text(json.dumps(self.seen), encoding="utf-8")

    def _take(self, number: int, frame: FrameType | None) -> None:
        self.seen[place_of(frame)] += 1


def place_of(frame: FrameType | None) -> str:
    """What the main thread is doing."""
    while frame is not None:
        name = f"{frame.f_code.co_filename}:{frame.f_code.co_name}"
        for place, parts in PLACES:
            if any(part in name for part in parts):
                return place
        frame = frame.f_back
    return REST
