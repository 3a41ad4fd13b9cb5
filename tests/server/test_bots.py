"""Bots at tables: how long they take must not tell what they do."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from coven.engine.fallback import Told, told_to
from coven.games.witchs_brew.state import Phase
from coven.players import PLAYERS
from coven.players.attention import Attention
from coven.server import bots
from coven.server.advice import sight_of
from coven.server.bots import LATE, Bots, Turn
from coven.server.changes import Change
from coven.server.levels import NOTES
from coven.server.live import Live
from coven.server.messages import NewTable
from coven.server.store import Store
from coven.server.table import Table
from coven.server.tables import Tables
from coven.server.thinker import Mind, Thinker
from coven.worker import Sight
from tests.server import minds
from tests.server.serving import QUICK_MIND, Person, nonce

Choose = Callable[[Sight, str, int], int]


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
    store = Store(f"sqlite+aiosqlite:///{folder / 'tables.db'}")
    await store.open()
    tables = Tables(store, Live())
    playing = Bots(tables, (0.0, 0.0), Thinker(QUICK_MIND))
    tables.on_change = playing.wake
    table, _, _ = await tables.create(NewTable("witchs-brew", 3, "Anna", nonce(), ["random"] * 2))
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
def test_pauses_are_by_chance(is_due: bool, factor: int) -> None:
    turn = Turn(None, None, "random", None, "", [], is_due)  # type: ignore[arg-type]
    pauses = {turn.pause(1.0, 2.0) for _ in range(50)}
    assert len(pauses) > 40
    assert all(factor <= pause <= 2 * factor for pause in pauses)


PAUSE = 1.5 * minds.SLOW


@pytest.mark.slow
@pytest.mark.parametrize(("thought", "least", "most"), [(minds.first, 1.0, 1.9), (minds.slow, 1.0, 1.9)])
def test_thinking_and_pausing_overlap(tmp_path: Path, thought: Choose, least: float, most: float) -> None:
    """In pauses; whether the thought took long or not cannot be told."""
    took = asyncio.run(seconds_until_a_witch_has_bid(tmp_path, thought))
    assert least <= took / PAUSE < most


@pytest.mark.slow
def test_who_has_but_one_choice_answers_no_sooner_than_who_searches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine may be so busy that searches take longer than pauses."""
    monkeypatch.setattr(sys.modules[__name__], "PAUSE", 0.0)

    async def seconds(searched: float) -> float:
        async with a_table_with_witches(tmp_path, minds.slow) as (tables, playing, name):
            turn = await playing._turn(name, 1)
            assert turn
            await playing._search(name, 1, replace(turn, is_due=False))
            assert playing._usual_search(turn) == 0.0
            await playing._search(name, 1, turn)
            assert minds.SLOW <= playing._usual_search(turn) < 2 * minds.SLOW
            assert playing._usual_search(replace(turn, level="thumb")) == 0.0
            playing._searched[turn.game.key] = searched
            monkeypatch.setattr(Attention, "sees", lambda attention, legal, out_of_turn: legal[:1])
            return await seconds_until_an_answer(tables, playing, name)

    assert asyncio.run(seconds(searched=0.7)) >= 0.7


@pytest.mark.slow
def test_a_bot_whose_workers_die_plays_on(tmp_path: Path) -> None:
    assert asyncio.run(seconds_until_a_witch_has_bid(tmp_path, minds.dies)) > 0


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
    folder: Path, thought: Choose, prepare: Callable[[str], list[Told]] | None = None
) -> AsyncIterator[tuple[Tables, Bots, str]]:
    """Where a bot is waited for; their worker has started."""
    store, thinker = Store(f"sqlite+aiosqlite:///{folder / 'tables.db'}"), Thinker(Mind(thought, prepare=prepare), 1)
    await store.open()
    tables = Tables(store, Live())
    table, _, _ = await tables.create(NewTable("whirling-witchcraft", 2, "Anna", nonce(), ["witch"]))
    await asyncio.gather(thinker.choose(sight_of(table.running, 1), "witch", 0), return_exceptions=True)
    playing = Bots(tables, (PAUSE, PAUSE), thinker)
    yield tables, playing, table.head.id
    await playing.close()
    await thinker.close()
    await store.close()


def test_every_player_can_be_asked_to_a_table_and_is_described(address: str) -> None:
    anna = Person(address).open_table(bots=tuple(NOTES)[:4], game="whirling-witchcraft", players=5)
    titles = [seat["level_title"] for seat in anna.look().now["seats"]]
    assert titles == [None, *(PLAYERS[key] for key in tuple(NOTES)[:4])]
    levels = anna.http.get("/api/games").json()[0]["levels"]
    assert {level["key"] for level in levels} == set(PLAYERS)
    assert [level["label"] for level in levels] == [
        "Apprentice", "Witch", "High witch", "Rules of thumb", "Anything goes",
    ]  # fmt: skip
    assert all(level["note"] for level in levels)
    assert [level["key"] for level in levels if level["is_usual"]] == ["witch"]
