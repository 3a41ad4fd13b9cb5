"""Bots at tables: their timing must not reveal what they do."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from coven.engine.fallback import Told, told_to
from coven.games import load_game
from coven.games.witchs_brew.rules.state import Phase
from coven.players import PLAYERS
from coven.players.attention import Attention
from coven.server import bots
from coven.server.advice import request_of
from coven.server.bots import LATE, Bots, Turn
from coven.server.changes import Change
from coven.server.errors import Elsewhere, Refused
from coven.server.levels import NOTES
from coven.server.live import Live
from coven.server.messages import NewTable
from coven.server.store import Store
from coven.server.table import Table
from coven.server.tables import Tables
from coven.server.thinker import LAST_START, Mind, Thinker
from coven.worker import SearchRequest
from tests.server import worker_jobs
from tests.server.serving import QUICK_MIND, Person, nonce, serving, settings, until

Choose = Callable[[SearchRequest, str, int], int]


@pytest.fixture(autouse=True)
def told() -> Iterator[None]:
    """Where a server runs, what is told goes to its log."""
    with told_to(lambda *_: None):
        yield


@pytest.mark.parametrize("picked", [0, 1, 4])
def test_a_bot_pauses_once_for_an_answer_of_several_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, picked: int
) -> None:
    """Two bots choose five roles each; then one takes over a seat, whose person has picked some or none."""
    pauses: list[bool] = []

    def noted(turn: Turn, shortest: float, longest: float) -> float:
        if turn.view.phase == Phase.CHOOSE:  # type: ignore[attr-defined]
            pauses.append(turn.is_due)
        return 0.0

    monkeypatch.setattr(bots.Turn, "pause", noted)
    asyncio.run(until_all_have_chosen(tmp_path, pauses, picked))
    assert pauses == [True] * 3


def choose(table: Table, role: int) -> Change:
    return table.act(0, table.question_id(0), role)


async def until_all_have_chosen(folder: Path, pauses: list[bool], picked: int) -> None:
    store = Store(f"sqlite:///{folder / 'tables.db'}")
    await store.open()
    tables = Tables(store, Live())
    playing = Bots(tables, (0.0, 0.0), Thinker(QUICK_MIND))
    tables.on_change = playing.wake
    table, _, _ = await tables.create(NewTable("witchs-brew", 3, "Anna", nonce(), ["random"] * 2))
    tables.live.join(table.head.id, 0)
    playing.wake(table)
    for role in range(picked):
        await tables.change(table.head.id, partial(choose, role=role))
    while table.running.pending != (0,):
        await asyncio.sleep(0.01)
    assert pauses == [True] * 2
    tables.on_change = lambda _: None
    await tables.change(table.head.id, lambda found: found.place_bot(0, "random", True))
    playing.wake(table)
    while table.running.view()["phase"] == "choose":
        await asyncio.sleep(0.01)
    await playing.close()
    await store.close()


@pytest.mark.parametrize(("is_due", "factor"), [(True, 1), (False, LATE)])
def test_pauses_are_random(is_due: bool, factor: int) -> None:
    turn = Turn(None, None, "random", None, "", [], is_due)  # type: ignore[arg-type]
    pauses = {turn.pause(1.0, 2.0) for _ in range(50)}
    assert len(pauses) > 40
    assert all(factor <= pause <= 2 * factor for pause in pauses)


PAUSE = 1.5 * worker_jobs.SLOW


@pytest.mark.slow
@pytest.mark.parametrize(("thought", "least", "most"), [(worker_jobs.first, 1.0, 1.9), (worker_jobs.slow, 1.0, 1.9)])
def test_thinking_and_pausing_overlap(tmp_path: Path, thought: Choose, least: float, most: float) -> None:
    """In pauses; whether the thought took long or not cannot be told."""
    took = asyncio.run(seconds_until_a_witch_has_bid(tmp_path, thought))
    assert least <= took / PAUSE < most


@pytest.mark.slow
def test_a_forced_move_takes_as_long_as_a_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine may be so busy that searches take longer than pauses."""
    monkeypatch.setattr(sys.modules[__name__], "PAUSE", 0.0)

    async def seconds() -> float:
        async with a_table_with_witches(tmp_path, worker_jobs.slow) as (tables, playing, name):
            monkeypatch.setattr(Attention, "sees", lambda attention, legal, out_of_turn: legal[:1])
            return await seconds_until_an_answer(tables, playing, name)

    assert asyncio.run(seconds()) >= worker_jobs.SLOW


@pytest.mark.slow
def test_a_forced_move_waits_for_its_turn_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the line, or the seat's excuse, would tell who has a choice."""
    monkeypatch.setattr(bots, "DEADLINE", LAST_START + 0.5)

    async def excuses(of_choices: slice) -> dict[int, str]:
        monkeypatch.setattr(Attention, "sees", lambda attention, legal, out_of_turn: legal[of_choices])
        async with a_table_with_witches(tmp_path, worker_jobs.first) as (tables, playing, name):
            async with a_busy_worker(playing):
                assert await seconds_until_an_answer(tables, playing, name) >= 0.5
            return tables.live.excuses(name)

    one, many = asyncio.run(excuses(slice(1))), asyncio.run(excuses(slice(None)))
    assert one == many == {1: "by rules of thumb, because too many are thinking"}


@asynccontextmanager
async def a_busy_worker(playing: Bots) -> AsyncIterator[None]:
    """Somebody else has the only turn."""
    await playing._thinker._turns.take(None)
    yield
    playing._thinker._turns.give_back()


def test_a_deadline_is_for_all_steps_of_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Witch's Brew asks for five roles in a row."""
    monkeypatch.setattr(bots, "DEADLINE", LAST_START + 0.5)

    async def seconds() -> float:
        brew = a_table_with_witches(tmp_path, worker_jobs.first, game="witchs-brew")
        async with brew as (tables, playing, name), a_busy_worker(playing):
            began = time.monotonic()
            playing.wake(tables._kept[name])
            while tables._kept[name].running.pending != (0,):
                await asyncio.sleep(0.01)
            return time.monotonic() - began

    monkeypatch.setattr(sys.modules[__name__], "PAUSE", 0.0)
    assert 0.5 <= asyncio.run(seconds()) < 5 * 0.5


def test_the_excuse_goes_once_she_thinks_in_time_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def excuses() -> list[dict[int, str]]:
        async with a_table_with_witches(tmp_path, worker_jobs.first) as (tables, playing, name):
            turn = await playing._turn(name, 1)
            assert turn
            found = []
            for until in (0.0, asyncio.get_running_loop().time() + 600):
                await playing._think(name, 1, turn, until)
                found.append(tables.live.excuses(name))
            return found

    busy, in_time = asyncio.run(excuses())
    assert "many are thinking" in busy[1]
    assert not in_time


def test_bots_are_idle_at_unwatched_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots of all levels wait for a page; they go on when one opens, and stop when the last one closes."""
    monkeypatch.setattr(sys.modules[__name__], "PAUSE", 0.0)

    async def run() -> None:
        async with a_table_with_witches(tmp_path, worker_jobs.first, watched=False) as (tables, playing, name):
            playing.wake(tables._kept[name])
            assert not playing._tasks
            page = tables.live.join(name, 0)
            await seconds_until_an_answer(tables, playing, name)
            while tables._kept[name].running.pending != (0,):
                await asyncio.sleep(0.01)
            tables.live.leave(name, page)

    asyncio.run(run())


@pytest.mark.slow
def test_abandoned_tables_get_no_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One request each; not even compiling begins. A watched table is played."""
    monkeypatch.setenv(worker_jobs.FOLDER, str(tmp_path))
    mind = Mind(worker_jobs.leaves_a_mark, prepare=worker_jobs.leaves_a_mark_of_loading)
    with serving(settings(tmp_path, mind=mind)) as address:
        left = [Person(address).open_table(("high-witch",) * 4, game="witchs-brew", players=5) for _ in range(10)]
        time.sleep(1.0)
        assert not worker_jobs.mark("loaded").exists()
        left[0].look()
        until(lambda: worker_jobs.mark("thought").exists())


@pytest.mark.slow
@pytest.mark.parametrize("level", ["witch", "thumb"])
def test_a_bot_stops_when_the_last_page_closes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    """Phones that sleep for a minute miss nothing."""
    monkeypatch.setattr(sys.modules[__name__], "PAUSE", 0.3)

    async def run() -> None:
        async with a_table_with_witches(tmp_path, worker_jobs.first, watched=False, level=level) as (
            tables,
            playing,
            name,
        ):
            table, page = tables._kept[name], tables.live.join(name, 0)
            before = len(table.log)
            playing.wake(table)
            await asyncio.sleep(0.1)
            tables.live.leave(name, page)
            while playing._tasks:
                await asyncio.sleep(0.01)
            assert len(table.log) == before
            assert not table.drafts
            tables.live.join(name, 0)
            assert await seconds_until_an_answer(tables, playing, name) >= 0.3

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize("change", ["taken back", "over", "another question"])
def test_a_search_nobody_waits_for_leaves_the_queue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    async def run() -> None:
        async with a_table_with_witches(tmp_path, worker_jobs.first) as (tables, playing, name):
            table, line = tables._kept[name], playing._thinker._turns
            async with a_busy_worker(playing):
                playing.wake(table)
                while not line._waiting:
                    await asyncio.sleep(0.01)
                (waiting,) = line._waiting
                playing.wake(table)
                await asyncio.sleep(0.01)
                assert list(line._waiting) == [waiting], "nothing has changed"
                if change == "taken back":
                    table.places[1].kind = "person"
                elif change == "over":
                    table.reason = "It is over."
                else:
                    table._since[1] += 1
                playing.wake(table)
                await asyncio.sleep(0.1)
                assert waiting not in line._waiting
                assert bool(playing._tasks) == bool(line._waiting) == (change == "another question")

    asyncio.run(run())


@pytest.mark.slow
def test_a_bot_whose_workers_die_plays_on(tmp_path: Path) -> None:
    assert asyncio.run(seconds_until_a_witch_has_bid(tmp_path, worker_jobs.dies)) > 0


async def seconds_until_a_witch_has_bid(folder: Path, thought: Choose) -> float:
    async with a_table_with_witches(folder, thought) as (tables, playing, name):
        return await seconds_until_an_answer(tables, playing, name)


async def seconds_until_an_answer(tables: Tables, playing: Bots, name: str) -> float:
    async with tables.at(name) as table:
        before = len(table.log)
        playing.wake(table)
        began = time.monotonic()
    while True:
        async with tables.at(name) as table:
            if len(table.log) > before or table.drafts:
                return time.monotonic() - began
        await asyncio.sleep(0.01)


@asynccontextmanager
async def a_table_with_witches(
    folder: Path, thought: Choose, prepare: Callable[[str], list[Told]] | None = None, *,
    game: str = "whirling-witchcraft", level: str = "witch", watched: bool = True,
) -> AsyncIterator[tuple[Tables, Bots, str]]:  # fmt: skip
    """Where bots are waited for, and a page is open; their worker has started."""
    live, store = Live(), Store(f"sqlite:///{folder / 'tables.db'}")
    thinker = Thinker(Mind(thought, prepare=prepare), 1, live.networks)
    await store.open()
    tables = Tables(store, live)
    players = load_game(game).players[0]
    table, _, _ = await tables.create(NewTable(game, players, "Anna", nonce(), [level] * (players - 1)))
    page, patient = live.join(table.head.id, 0), asyncio.get_running_loop().time() + 600
    request = request_of(table.running, 1)
    await asyncio.gather(thinker.choose(table.head.id, request, level, 0, patient), return_exceptions=True)
    if not watched:
        live.leave(table.head.id, page)
    playing = Bots(tables, (PAUSE, PAUSE), thinker)
    tables.on_change = playing.wake
    yield tables, playing, table.head.id
    await playing.close()
    await thinker.close()
    await store.close()


def test_every_player_can_be_seated_and_is_described(address: str) -> None:
    anna = Person(address).open_table(bots=tuple(NOTES)[:4], game="whirling-witchcraft", players=5)
    titles = [seat["level_title"] for seat in anna.look().now["seats"]]
    assert titles == [None, *(PLAYERS[key] for key in tuple(NOTES)[:4])]
    levels = anna.http.get("/api/games").json()[0]["levels"]
    assert {level["key"] for level in levels} == set(PLAYERS)
    assert [level["label"] for level in levels] == [
        "Apprentice", "Witch", "High witch", "Rules of thumb", "Random",
    ]  # fmt: skip
    assert all(level["note"] for level in levels)
    assert [level["key"] for level in levels if level["is_usual"]] == ["witch"]


@pytest.mark.parametrize("error", [Elsewhere(), Refused("storage", "The disk is away")], ids=["lease", "disk"])
def test_bots_go_on_when_their_table_could_not_be_had_for_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Refused
) -> None:
    """A lease is renewed too late, or the disk is away; no page is ended for it."""
    monkeypatch.setattr(bots, "REST", 0.2)
    found, is_away = vars(Tables)["_get"], False

    async def get(self: Tables, table: str) -> Table:
        if is_away:
            raise error
        return await found(self, table)  # type: ignore[no-any-return]

    monkeypatch.setattr(Tables, "_get", get)
    with serving(settings(tmp_path, bot_pause=(0.3, 0.3))) as address:
        anna = Person(address).open_table(game="witchs-brew").look()
        for _ in range(5):
            assert anna.act(anna.now["choices"][0]["action"])["type"] == "answer"
        is_away = True
        time.sleep(1)
        is_away = False
        anna.hear(lambda: anna.now["view"]["phase"] != "choose")


def test_bots_wake_when_a_table_can_be_shown_again(tmp_path: Path) -> None:
    """The page came while the table could not be read, so nobody has woken them."""
    asyncio.run(shown_again(tmp_path))


async def shown_again(folder: Path) -> None:
    live, woken, store = Live(), asyncio.Event(), Store(f"sqlite:///{folder / 'tables.sqlite'}")
    await store.open()
    tables = Tables(store, live)
    found, _, _ = await tables.create(NewTable("three-witches", 3, "Anna", nonce(), ["thumb", "thumb"]))
    again = Tables(store, live)
    again.on_change = lambda table: woken.set()
    live.join(found.head.id, 0)
    live.ring(found.head.id)
    await asyncio.wait_for(woken.wait(), 30)
    await store.close()
