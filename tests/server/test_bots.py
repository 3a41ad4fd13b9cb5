"""Bots at tables: how long they take must not tell what they do."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from coven.server import bots
from coven.server.bots import LATE, Bots, Turn
from coven.server.live import Live
from coven.server.messages import NewTable
from coven.server.store import Store
from coven.server.tables import Tables
from tests.server.serving import nonce


def test_a_bot_pauses_once_for_an_answer_of_several_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bots choose five roles each, then wait for the person."""
    drafts: list[bool] = []

    def noted(turn: Turn, shortest: float, longest: float) -> float:
        drafts.append(turn.is_draft)
        return 0.0

    monkeypatch.setattr(bots.Turn, "pause", noted)
    asyncio.run(until_only_the_person_chooses(tmp_path))
    assert sorted(drafts) == [False] * 2 + [True] * 8


async def until_only_the_person_chooses(folder: Path) -> None:
    store = Store(f"sqlite+aiosqlite:///{folder / 'tables.db'}")
    await store.open()
    tables = Tables(store, Live())
    playing = Bots(tables, (0.0, 0.0))
    tables.on_change = playing.wake
    table, _, _ = await tables.create(NewTable("witchs-brew", 3, "Anna", nonce(), ["random"] * 2))
    while table.running.pending != (0,):
        await asyncio.sleep(0.01)
    await playing.close()
    await store.close()


@pytest.mark.parametrize(("is_due", "factor"), [(True, 1), (False, LATE)])
def test_pauses_are_by_chance_and_none_within_an_answer(is_due: bool, factor: int) -> None:
    def turn(is_draft: bool) -> Turn:
        return Turn(None, None, "random", None, "", [], is_due, is_draft)  # type: ignore[arg-type]

    pauses = {turn(False).pause(1.0, 2.0) for _ in range(50)}
    assert len(pauses) > 40
    assert all(factor <= pause <= 2 * factor for pause in pauses)
    assert {turn(True).pause(1.0, 2.0) for _ in range(50)} == {0.0}
