"""Numbered pieces of work, done by several processes. They are started afresh, so each loads its own compiled code."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

Work = Callable[[int], Any]
"""work(number): the result, which can be sent to another process."""


class WorkerDied(RuntimeError):
    """A process ended before its work was done; says how."""


def cores() -> int:
    """How many cores this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def spread(
    make: Callable[..., Work], given: tuple[Any, ...], numbers: Iterable[int], jobs: int
) -> Generator[tuple[int, Any], None, None]:
    """Each number with its result, in the order in which they are done; each process makes its work by make(*given).

    With one job the work is done here. Close the generator to end the processes early. Raises WorkerDied when a
    process ends, after all that the others have done by then.
    """
    if jobs == 1:
        work = make(*given)
        for number in numbers:
            yield number, work(number)
        return
    crew: dict[Any, BaseProcess] = {}
    try:
        with _deaf_to_ctrl_c():
            for _ in range(jobs):
                _hire(crew, make, given)
        yield from _hand_out(crew, iter(numbers))
    finally:
        for connection, process in crew.items():
            process.terminate()
            process.join()
            process.close()
            connection.close()


def _hire(crew: dict[Any, BaseProcess], make: Callable[..., Work], given: tuple[Any, ...]) -> None:
    """Start one more process, found by the connection to it."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(there, make, given), daemon=True)
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
    how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
    return f"one of the processes that play {how}"


def _serve(connection: Connection, make: Callable[..., Work], given: tuple[Any, ...]) -> None:
    """What a process does: work until nothing more is asked for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    work = make(*given)
    while True:
        number = connection.recv()
        connection.send((number, work(number)))


def _leave_with_parent() -> None:
    """Nobody needs the work of a process whose parent has been killed."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """What is started meanwhile does not hear Ctrl-C: its parent ends it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
