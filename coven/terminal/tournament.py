"""A tournament run at a terminal."""

from __future__ import annotations

from pathlib import Path

import click

from coven.lab.kept import KeptError
from coven.lab.tournament import Plan, Tournament, play_tournament
from coven.lab.workers import WorkerDied, cores
from coven.terminal.report import progress_bar
from coven.terminal.typed import Failure, fail


def run_tournament(plan: Plan, deals: int, jobs: int | None, save: Path | None, *, is_shown: bool) -> Tournament:
    """Play it, by default with a process for each core, and with a bar if `is_shown`.

    Errors and Ctrl-C end in a sentence that says where the finished deals are.
    """
    if save and (save.is_dir() or not save.absolute().parent.is_dir()):
        fail(f"{save}: cannot save a file there")
    kept = f"The finished deals are saved in {save}: run the same command to continue." if save else ""
    try:
        with progress_bar(deals * len(plan.seatings), is_shown=is_shown) as report:
            return play_tournament(plan, deals, jobs=jobs or cores(), save=save, progress=report)
    except KeyboardInterrupt:
        if kept:
            click.echo(kept, err=True)
        raise
    except KeptError as error:
        fail(error)
    except WorkerDied as error:
        raise Failure(f"{error}. {kept}".strip()) from None
