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
from coven.worker import Sight, opened, prepare, weigh
from coven.worker import choose as worker_choose
from tests.server import minds
from tests.server.serving import until

GAME = load_game("three-witches")
T = TypeVar("T")
Choose = Callable[[Sight, str, int], int]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(minds.FOLDER, str(tmp_path))
    return tmp_path


def some_sight() -> Sight:
    match = Match(GAME, 3, seed=7)
    return sight_of(match, match.pending[0])


def sight_of(match: Match, seat: int) -> Sight:
    return Sight.of(match.game, match.deck, match.view_record(seat), match.numbers(seat))


def thinking(choose: Choose, ask: Callable[[Thinker], Awaitable[T]]) -> T:
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
    return found.choose("table", some_sight(), "witch", 1, asyncio.get_running_loop().time() + 600)


def test_a_worker_answers_and_is_asked_again() -> None:
    async def twice(found: Thinker) -> list[int]:
        return [await choose(found), await choose(found)]

    assert thinking(minds.last, twice) == [some_sight().legal[-1]] * 2


def test_a_truth_is_never_a_task() -> None:
    match = Match(GAME, 3, seed=7)
    for view in (match.state, match.view_record(SPECTATOR)):
        with pytest.raises(ValueError, match="view of a seat"):
            Sight.of(GAME, match.deck, view, [0])


@pytest.mark.slow
def test_where_a_worker_dies_another_one_answers() -> None:
    assert thinking(minds.dies_once, choose) == some_sight().legal[0]
    assert minds.mark("died").exists()


@pytest.mark.slow
def test_where_workers_go_on_dying_the_asker_is_told() -> None:
    with pytest.raises(NoThought, match="died"):
        thinking(minds.dies, choose)


def test_what_goes_wrong_in_a_search_is_told() -> None:
    with pytest.raises(NoThought, match="ArithmeticError: lost count"):
        thinking(minds.fails, choose)


@pytest.mark.slow
def test_a_worker_that_hangs_is_ended_and_the_next_question_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hung_then_asked(found: Thinker) -> int:
        await asyncio.gather(choose(found), return_exceptions=True)  # however long a worker takes to start
        return await choose(found)

    monkeypatch.setattr(thinker, "LONGEST_SEARCH", 5.0)
    assert thinking(minds.hangs, hung_then_asked) == some_sight().legal[0]
    until(lambda: not is_running(int(minds.mark("hung").read_text())))


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
            await found.choose("table", some_sight(), "witch", 1, soon)
        took = time.monotonic() - began
        another = await choose(found)
        assert another != first
        assert not is_there(first)
        return took

    monkeypatch.setattr(thinker, "LONGEST_SEARCH", LAST_START + 3)
    thought = minds.stops_the_second_time if when == "thinking" else minds.names_its_process
    assert thinking(thought, stopped_then_asked) < LAST_START + 3
    assert not multiprocessing.active_children()


def test_nothing_stays_behind_when_a_server_closes_over_a_stopped_worker() -> None:
    async def stopped(found: Thinker) -> int:
        asked = asyncio.ensure_future(choose(found))
        while not minds.mark("stopped").exists() or not minds.mark("stopped").read_text():
            await asyncio.sleep(0.01)
        asked.cancel()
        return int(minds.mark("stopped").read_text())

    assert not is_there(thinking(minds.stops, stopped))
    assert not multiprocessing.active_children()


@pytest.mark.slow
def test_who_does_not_come_to_a_turn_in_time_is_told() -> None:
    async def asked(found: Thinker) -> None:
        await choose(found)  # the worker has started
        others = [asyncio.ensure_future(choose(found)) for _ in range(3)]
        await asyncio.sleep(0.1)
        with pytest.raises(Busy):
            await found.choose(
                "late", some_sight(), "witch", 1, asyncio.get_running_loop().time() + LAST_START + minds.SLOW / 2
            )
        assert not any(one.done() for one in others)

    thinking(minds.slow, asked)


@pytest.mark.slow
def test_a_worker_is_not_given_to_others_while_it_thinks_for_nobody() -> None:
    """Who asked has gone; what it began is carried through."""

    async def asked(found: Thinker) -> float:
        first = await choose(found)
        gone = asyncio.ensure_future(choose(found))
        await asyncio.sleep(0.1)
        gone.cancel()
        began = time.monotonic()
        assert await choose(found) == first
        return time.monotonic() - began

    assert thinking(minds.names_its_process_slowly, asked) > 1.5 * minds.SLOW


def test_closing_while_somebody_thinks_leaves_nothing_unheard(caplog: pytest.LogCaptureFixture) -> None:
    """What a worker could not finish is nobody's any more; asyncio complains of what nobody heard."""

    async def asked() -> None:
        found = Thinker(Mind(choose=minds.slow, prepare=None), workers=1)
        several = [asyncio.ensure_future(choose(found)) for _ in range(3)]
        await asyncio.sleep(minds.SLOW / 2)
        await found.close()
        await asyncio.wait(several, timeout=2)
        await asyncio.sleep(0.1)
        gc.collect()

    asyncio.run(asked())
    assert not caplog.records


@pytest.mark.slow
def test_nothing_begins_after_closing() -> None:
    async def asked() -> None:
        found = Thinker(Mind(choose=minds.slow, prepare=None), workers=1)
        await choose(found)
        several = [asyncio.ensure_future(choose(found)) for _ in range(3)]
        await asyncio.sleep(0.1)
        await found.close()
        late = asyncio.ensure_future(choose(found))
        await asyncio.wait([*several, late], timeout=2)
        assert all(one.cancelled() for one in [*several, late])
        assert not multiprocessing.active_children()

    asyncio.run(asked())


def test_a_worker_that_cannot_be_started_is_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_more() -> None:
        raise BlockingIOError("no more processes")

    async def asked(found: Thinker) -> int:
        with monkeypatch.context() as patch:
            patch.setattr(thinker, "Worker", no_more)
            with pytest.raises(NoThought, match="no more processes"):
                await choose(found)
        return await choose(found)

    assert thinking(minds.first, asked) == some_sight().legal[0]


def is_there(process: int) -> bool:
    """Is it there at all?"""
    return Path(f"/proc/{process}").exists()


def test_a_worker_does_not_import_the_server() -> None:
    thinking(minds.tells_itself, choose)
    imported = minds.mark("imported").read_text().split()
    assert "coven.worker" in imported
    assert not [name for name in imported if name.startswith(("coven.server", "litestar", "sqlalchemy"))]
    until(lambda: not is_running(int(minds.mark("worker").read_text())))  # closed with its thinker


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

    gaps = thinking(minds.slow, beats)
    assert len(gaps) > 10
    assert sorted(gaps)[len(gaps) // 2] < minds.SLOW / 4


def test_a_worker_ends_when_its_server_is_killed(folder: Path) -> None:
    with server_that_thinks() as server:
        until(lambda: minds.mark("worker").exists() and minds.mark("worker").read_text())
        worker = int(minds.mark("worker").read_text())
        assert is_running(worker)
        server.kill()
        server.wait()
    until(lambda: not is_running(worker))


@contextmanager
def server_that_thinks() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([sys.executable, "-m", "tests.server.thinking"]) as server:
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
        sight = sight_of(match, match.pending[0])
        assert opened(sight.game, sight.deck)[1] == deck


@pytest.mark.slow
def test_the_search_itself_works_from_plain_data() -> None:
    """In this process: what a worker does."""
    prepare(GAME.key)
    sight = some_sight()
    assert worker_choose(sight, "witch", 5) in sight.legal
    choices = weigh(sight, 5)
    assert sorted(choice.action for choice in choices) == list(sight.legal)
    assert choices == weigh(sight, 5)
    assert all(0 <= choice.chance <= 1 for choice in choices)
