"""A server that dies at a step of its next write: python -m tests.server.dying_server FOLDER PORT.

It lives until FOLDER/die has a number: so many steps of a write it takes yet. FOLDER/steps names those that it took.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
import threading
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from coven.server import store


def step(name: str) -> None:
    """Before a step, in the writer's thread."""
    folder = Path(sys.argv[1])
    if not threading.current_thread().name.startswith("writer") or not (folder / "die").exists():
        return
    left = int((folder / "die").read_text())
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    (folder / "die").write_text(str(left - 1))
    with (folder / "steps").open("a") as taken:
        taken.write(f"{name}\n")


def follow() -> None:
    """Stop before each statement, before the commit, and before anybody is told."""

    def before(statement: str) -> None:
        step(" ".join(statement.split()[:3]))

    event.listen(Engine, "connect", lambda connection, _: connection.set_trace_callback(before))
    tell = store._tell

    def told(*group: Any) -> None:
        step("tell")
        tell(*group)

    vars(store)["_tell"] = told


if __name__ == "__main__":
    follow()
    runpy.run_module("tests.server.server_process", run_name="__main__")
