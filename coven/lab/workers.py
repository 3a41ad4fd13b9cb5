"""Numbered pieces of work, done by several processes. They start fresh, so each loads its own compiled code.

A process does not import the calling program, so scripts need no main guard, and a prompt or a notebook will do. Only
if the work itself is defined in the program (`__main__`) must it be imported again, and then it needs its guard.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import ModuleType
from typing import Any

Work = Callable[[int], Any]
"""work(number): the result, which can be sent to another process."""


UNGUARDED = 113
"""Exit code of a process that had to import the program and would have begun the same work itself."""
ELSEWHERE = "put it into a module, or use a single process"
_hiding = threading.Lock()
"""Only one thread at a time hides the program."""


class WorkerDied(RuntimeError):
    """A process ended before its work was done, or could not be sent its work. Says why."""


def cores() -> int:
    """How many cores this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def spread(
    make: Callable[..., Work], given: tuple[Any, ...], numbers: Iterable[int], jobs: int
) -> Generator[tuple[int, Any], None, None]:
    """Each number with its result, as they finish; each process makes its work by make(*given).

    With one job the work is done here. Close the generator to end the processes early. Raises WorkerDied when a
    process ends, after all that the others have done by then, and for what cannot be sent to a process.
    """
    if jobs == 1:
        work = make(*given)
        for number in numbers:
            yield number, work(number)
        return
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        os._exit(UNGUARDED)
    crew: dict[Any, BaseProcess] = {}
    needs = _packed(make, given)
    try:
        with _deaf_to_ctrl_c(), _unread(needs):
            for _ in range(jobs):
                _hire(crew, needs)
        yield from _hand_out(crew, iter(numbers))
    finally:
        for connection, process in crew.items():
            process.terminate()
            process.join()
            process.close()
            connection.close()


def _packed(make: Callable[..., Work], given: tuple[Any, ...]) -> bytes:
    """What a process needs, ready to send. Raises WorkerDied if the process could not load it."""
    try:
        needs = pickle.dumps((make, given))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise WorkerDied(f"the worker processes cannot be sent what they need ({error}): {ELSEWHERE}") from None
    if _of_main(needs) and not Path(_file_of_main()).is_file():
        raise WorkerDied(f"the worker processes cannot read code that was not defined in a file: {ELSEWHERE}")
    return needs


def _of_main(needs: bytes) -> bool:
    """Is part of it defined in the program itself? A pickle contains module names as plain text."""
    return b"__main__" in needs


def _file_of_main() -> str:
    return getattr(sys.modules["__main__"], "__file__", None) or ""


@contextmanager
def _unread(needs: bytes) -> Iterator[None]:
    """Processes started meanwhile do not import the running program, unless they need part of it."""
    if _of_main(needs):
        yield
        return
    with _hiding:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main


def _hire(crew: dict[Any, BaseProcess], needs: bytes) -> None:
    """Start one more process, found by the connection to it."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(there, needs), daemon=True)
    process.start()
    there.close()
    crew[here] = process


def _hand_out(crew: dict[Any, BaseProcess], numbers: Iterator[int]) -> Iterator[tuple[int, Any]]:
    """Keep every process busy until all is done."""
    free, busy, gone = list(crew), [], []
    while True:
        for connection, number in zip(list(free), numbers, strict=False):
            free.remove(connection)
            try:
                connection.send(number)
                busy.append(connection)
            except OSError:
                gone.append(connection)
        if gone:
            raise WorkerDied(_how_it_ended(crew[gone[0]]))
        if not busy:
            return
        ready: Sequence[Any] = wait(busy)
        for connection in ready:
            busy.remove(connection)
            try:
                result = connection.recv()
            except (EOFError, OSError):
                gone.append(connection)
                continue
            free.append(connection)
            yield result


def _how_it_ended(process: BaseProcess) -> str:
    process.join()
    code = process.exitcode or 0
    if code == UNGUARDED:
        return (
            f"the worker processes read {Path(_file_of_main()).name}, which defines what they need, and it began to "
            'play again: put what it does under `if __name__ == "__main__":`'
        )
    how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
    return f"one of the worker processes {how}"


def _serve(connection: Connection, needs: bytes) -> None:
    """A process's main loop: work until there is no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    make, given = pickle.loads(needs)  # noqa: S301  (sent by the process that started this one)
    work = make(*given)
    while True:
        number = connection.recv()
        connection.send((number, work(number)))


def _leave_with_parent() -> None:
    """Nobody needs a process whose parent has been killed."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes started meanwhile ignore Ctrl-C: their parent ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
