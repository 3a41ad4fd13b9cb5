"""Workers that think: they may be slow, hang or die, and see nothing but a view; the server lives on."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from coven.engine.game import AnyGame
from coven.engine.match import Match
from coven.engine.states import SPECTATOR
from coven.games import all_games, load_game
from coven.server import thinker
from coven.server.thinker import LAST_START, Busy, Mind, NoThought, Thinker
from coven.worker import SearchRequest, opened, prepare, weigh
from coven.worker import choose as worker_choose
from tests.server import worker_jobs
from tests.server.serving import until

GAME = load_game("three-witches")
T = TypeVar("T")
Choose = Callable[[SearchRequest, str, int], int]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(worker_jobs.FOLDER, str(tmp_path))
    return tmp_path


def some_request() -> SearchRequest:
    match = Match(GAME, 3, seed=7)
    return request_of(match, match.pending[0])


def request_of(match: Match, seat: int) -> SearchRequest:
    return SearchRequest.of(match.game, match.deck, match.view_record(seat), match.numbers(seat))


def run_thinker(choose: Choose, ask: Callable[[Thinker], Awaitable[T]]) -> T:
    """What comes of asking a thinker with one worker."""

    async def run() -> T:
        found = Thinker(Mind(choose=choose, prepare=None), workers=1)
        try:
            return await ask(found)
        finally:
            await found.close()

    return asyncio.run(run())


def choose(found: Thinker) -> Awaitable[int]:
    """However long a worker takes to start."""
    return found.choose("table", some_request(), "witch", 1, asyncio.get_running_loop().time() + 600)


def test_a_worker_answers_and_is_asked_again() -> None:
    async def twice(found: Thinker) -> list[int]:
        return [await choose(found), await choose(found)]

    assert run_thinker(worker_jobs.last, twice) == [some_request().legal[-1]] * 2


def test_a_worker_never_gets_a_full_state() -> None:
    match = Match(GAME, 3, seed=7)
    for view in (match.state, match.view_record(SPECTATOR)):
        with pytest.raises(ValueError, match="view of a seat"):
            SearchRequest.of(GAME, match.deck, view, [0])


@pytest.mark.slow
def test_another_worker_replaces_a_dead_one() -> None:
    assert run_thinker(worker_jobs.dies_once, choose) == some_request().legal[0]
    assert worker_jobs.mark("died").exists()


@pytest.mark.slow
def test_repeatedly_dying_workers_are_reported() -> None:
    with pytest.raises(NoThought, match="died"):
        run_thinker(worker_jobs.dies, choose)


def test_an_error_in_a_search_is_told() -> None:
    with pytest.raises(NoThought, match="ArithmeticError: lost count"):
        run_thinker(worker_jobs.fails, choose)


@pytest.mark.slow
def test_a_hanging_worker_is_killed_and_the_next_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hung_then_asked(found: Thinker) -> int:
        await asyncio.gather(choose(found), return_exceptions=True)  # however long a worker takes to start
        return await choose(found)

    monkeypatch.setattr(thinker, "LONGEST_SEARCH", 5.0)
    assert run_thinker(worker_jobs.hangs, hung_then_asked) == some_request().legal[0]
    until(lambda: not is_running(int(worker_jobs.mark("hung").read_text())))


@pytest.mark.slow
@pytest.mark.parametrize("when", ["thinking", "idle"])
def test_a_stopped_worker_is_killed_and_replaced_in_time(monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    """SIGTERM would not end it: it would see it once it went on."""

    async def stopped_then_asked(found: Thinker) -> float:
        first = await choose(found)
        if when == "idle":
            os.kill(first, signal.SIGSTOP)
        began = time.monotonic()
        soon = asyncio.get_running_loop().time() + LAST_START + 1
        with pytest.raises(NoThought, match="in time"):
            await found.choose("table", some_request(), "witch", 1, soon)
        took = time.monotonic() - began
        another = await choose(found)
        assert another != first
        assert not is_there(first)
        return took

    monkeypatch.setattr(thinker, "LONGEST_SEARCH", LAST_START + 3)
    thought = worker_jobs.stops_the_second_time if when == "thinking" else worker_jobs.names_its_process
    assert run_thinker(thought, stopped_then_asked) < LAST_START + 3
    assert not multiprocessing.active_children()


def test_closing_leaves_no_stopped_worker_behind() -> None:
    async def stopped(found: Thinker) -> int:
        asked = asyncio.ensure_future(choose(found))
        while not worker_jobs.mark("stopped").exists() or not worker_jobs.mark("stopped").read_text():
            await asyncio.sleep(0.01)
        asked.cancel()
        return int(worker_jobs.mark("stopped").read_text())

    assert not is_there(run_thinker(worker_jobs.stops, stopped))
    assert not multiprocessing.active_children()


@pytest.mark.slow
def test_a_missed_deadline_is_told() -> None:
    async def asked(found: Thinker) -> None:
        await choose(found)  # the worker has started
        others = [asyncio.ensure_future(choose(found)) for _ in range(3)]
        await asyncio.sleep(0.1)
        with pytest.raises(Busy):
            await found.choose(
                "late",
                some_request(),
                "witch",
                1,
                asyncio.get_running_loop().time() + LAST_START + worker_jobs.SLOW / 2,
            )
        assert not any(one.done() for one in others)

    run_thinker(worker_jobs.slow, asked)


@pytest.mark.slow
def test_a_worker_is_busy_until_its_orphaned_search_ends() -> None:
    """Who asked has gone; what it began is carried through."""

    async def asked(found: Thinker) -> float:
        first = await choose(found)
        gone = asyncio.ensure_future(choose(found))
        await asyncio.sleep(0.1)
        gone.cancel()
        began = time.monotonic()
        assert await choose(found) == first
        return time.monotonic() - began

    assert run_thinker(worker_jobs.names_its_process_slowly, asked) > 1.5 * worker_jobs.SLOW


def test_closing_during_a_search_leaves_no_unread_error(caplog: pytest.LogCaptureFixture) -> None:
    """What a worker could not finish is nobody's any more; asyncio complains of what nobody heard."""

    async def asked() -> None:
        found = Thinker(Mind(choose=worker_jobs.slow, prepare=None), workers=1)
        several = [asyncio.ensure_future(choose(found)) for _ in range(3)]
        await asyncio.sleep(worker_jobs.SLOW / 2)
        await found.close()
        await asyncio.wait(several, timeout=2)
        await asyncio.sleep(0.1)
        gc.collect()

    asyncio.run(asked())
    assert not caplog.records


@pytest.mark.slow
def test_nothing_begins_after_closing() -> None:
    async def asked() -> None:
        found = Thinker(Mind(choose=worker_jobs.slow, prepare=None), workers=1)
        await choose(found)
        several = [asyncio.ensure_future(choose(found)) for _ in range(3)]
        await asyncio.sleep(0.1)
        await found.close()
        late = asyncio.ensure_future(choose(found))
        await asyncio.wait([*several, late], timeout=2)
        assert all(one.cancelled() for one in [*several, late])
        assert not multiprocessing.active_children()

    asyncio.run(asked())


def test_a_worker_that_cannot_start_is_not_fatal(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_more() -> None:
        raise BlockingIOError("no more processes")

    async def asked(found: Thinker) -> int:
        with monkeypatch.context() as patch:
            patch.setattr(thinker, "Worker", no_more)
            with pytest.raises(NoThought, match="no more processes"):
                await choose(found)
        return await choose(found)

    assert run_thinker(worker_jobs.first, asked) == some_request().legal[0]


def is_there(process: int) -> bool:
    """Is it there at all?"""
    return Path(f"/proc/{process}").exists()


def test_a_worker_does_not_import_the_server() -> None:
    run_thinker(worker_jobs.tells_itself, choose)
    imported = worker_jobs.mark("imported").read_text().split()
    assert "coven.worker" in imported
    assert not [name for name in imported if name.startswith(("coven.server", "litestar", "sqlalchemy"))]
    until(lambda: not is_running(int(worker_jobs.mark("worker").read_text())))  # closed with its thinker


@pytest.mark.slow
def test_the_loop_goes_on_while_a_worker_thinks() -> None:
    async def beats(found: Thinker) -> list[float]:
        await choose(found)  # the worker has started
        thought, gaps = asyncio.ensure_future(choose(found)), []
        while not thought.done():
            before = time.monotonic()
            await asyncio.sleep(0.01)
            gaps.append(time.monotonic() - before)
        return gaps

    gaps = run_thinker(worker_jobs.slow, beats)
    assert len(gaps) > 10
    assert sorted(gaps)[len(gaps) // 2] < worker_jobs.SLOW / 4


def test_a_worker_ends_when_its_server_is_killed(folder: Path) -> None:
    with server_that_thinks() as server:
        until(lambda: worker_jobs.mark("worker").exists() and worker_jobs.mark("worker").read_text())
        worker = int(worker_jobs.mark("worker").read_text())
        assert is_running(worker)
        server.kill()
        server.wait()
    until(lambda: not is_running(worker))


@contextmanager
def server_that_thinks() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([sys.executable, "-m", "tests.server.searching_process"]) as server:
        try:
            yield server
        finally:
            server.kill()


def is_running(process: int) -> bool:
    """Is it there, and not only waiting to be buried?"""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_a_worker_has_the_same_cards(game: AnyGame) -> None:
    for deck in (game.decks.default(), *(other() for other in game.decks.others.values())):
        match = Match(game, game.players[0], seed=7, deck=deck)
        request = request_of(match, match.pending[0])
        assert opened(request.game, request.deck)[1] == deck


@pytest.mark.slow
def test_the_search_itself_works_from_plain_data() -> None:
    """In this process: what a worker does."""
    prepare(GAME.key)
    request = some_request()
    assert worker_choose(request, "witch", 5) in request.legal
    choices = weigh(request, 5)
    assert sorted(choice.action for choice in choices) == list(request.legal)
    assert choices == weigh(request, 5)
    assert all(0 <= choice.chance <= 1 for choice in choices)
