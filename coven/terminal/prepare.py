"""Compile the witches' searches once, before anybody sits down."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from coven import worker
from coven.engine.cache import cache_folder
from coven.engine.fallback import Told, fall_back
from coven.games import all_games
from coven.lab.workers import cores
from coven.terminal.screen import GOLD, make_console
from coven.terminal.typed import Failure
from coven.worker import JobFailed, Worker, WorkerDied

WORDS = "Compiling the witches' searches, once"


def prepare() -> bool:
    """Compile and keep every game's search, unless that is done; shows a moving line. Returns whether it is kept."""
    done = _done()
    if done and done.exists():
        return True
    console, games = make_console(plain=False, stderr=True), all_games()
    columns = (SpinnerColumn(style=GOLD), TextColumn(WORDS), MofNCompleteColumn(), TimeElapsedColumn())
    pool, started, told = ThreadPoolExecutor(min(cores(), len(games))), list[Worker](), []
    try:
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
            if not console.is_terminal:
                console.print(f"{WORDS} ...")
            task = bar.add_task("", total=len(games))
            for future in as_completed([pool.submit(_compile, game.key, started) for game in games]):
                told += future.result()
                bar.advance(task)
    except (JobFailed, WorkerDied) as error:
        raise Failure(f"this cannot be compiled: {error}") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for each in started:
            each.kill()
    for one in dict.fromkeys(told):
        fall_back(*one)
    if done and not told:
        done.touch()
    return bool(done)


def _compile(game: str, started: list[Worker]) -> list[Told]:
    """Runs in a separate process. Returns its fall-back messages."""
    one = Worker()
    started.append(one)
    try:
        told: list[Told] = one.ask(worker.prepare, game)
        return told
    finally:
        one.end()


def _done() -> Path | None:
    """The file that marks this as done for these sources; None if nothing can be kept."""
    try:
        return cache_folder() / "prepared"
    except OSError:
        return None
