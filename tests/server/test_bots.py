"""Bots at tables: how long they take must not tell what they do."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from coven.games.witchs_brew.state import Phase
from coven.server import bots
from coven.server.bots import LATE, Bots, Turn
from coven.server.changes import Change
from coven.server.live import Live
from coven.server.messages import NewTable
from coven.server.store import Store
from coven.server.table import Table
from coven.server.tables import Tables
from tests.server.serving import nonce


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
    playing = Bots(tables, (0.0, 0.0))
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
