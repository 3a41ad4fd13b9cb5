"""Whatever is done instead of what was asked is told: every place that falls back is found and tried."""

from __future__ import annotations

import ast
import asyncio
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import coven
from coven import worker
from coven.engine import fallback, jit
from coven.engine.fallback import Fallback, FallbackWarning, fall_back, told_to
from coven.engine.record import GameRecord
from coven.server import bots, serve, thinker
from coven.server.frames import frame_of
from coven.server.own_bots import OwnBots
from coven.terminal import files, minds
from tests.server import worker_jobs
from tests.server.test_bots import a_table_with_witches, seconds_until_an_answer

PACKAGE = Path(coven.__file__).parent
Site = tuple[str, Fallback]
"""A module, and what it may do instead."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COVEN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv(worker_jobs.FOLDER, str(tmp_path))
    return tmp_path


@pytest.fixture
def told() -> Iterator[list[tuple[Fallback, str]]]:
    """What is told meanwhile."""
    found: list[tuple[Fallback, str]] = []
    with told_to(lambda kind, text: found.append((kind, text))):
        yield found


def sites() -> set[Site]:
    """Every module of the package that names a fall-back."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        if path == Path(str(fallback.__file__)):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Fallback":
                found.add((path.relative_to(PACKAGE).as_posix(), Fallback[node.attr]))
    return found


def one_more(x: int) -> int:
    return x + 1


def compile_without_a_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "file").write_text("no folder")
    monkeypatch.setenv("COVEN_CACHE", str(folder / "file"))
    assert jit.compiled(one_more, 0)(1) == 2


def compile_with_damaged_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COVEN_CACHE", str(folder))
    for damage in (b"", b"\0" * 5000):
        jit.compiled(one_more, 0)
        (kept,) = folder.rglob("*.loop")
        kept.write_bytes(damage)
        assert jit.compiled(one_more, 0)(1) == 2
        assert kept.read_bytes() != damage


def save_where_nothing_can_be_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "file").write_text("no folder")
    path = files.save(GameRecord.of(coven.new("midnight")), folder / "file" / "game.json", files.UNFINISHED)
    assert path.is_relative_to(folder / "data")


def listen_where_another_does(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server((serve.LOCAL, 0)) as other:
        port = other.getsockname()[1]
        monkeypatch.setattr(serve, "USUAL_PORT", port)
        with serve._listening(serve.Plan(folder)) as listeners:
            assert listeners[0].getsockname()[1] != port
        with pytest.raises(serve.CannotServe, match=f"port {port}"), serve._listening(serve.Plan(folder, port)):
            pass


def excuse_of_a_bot(folder: Path, thought: Any, prepare: Any = None) -> str:
    """What its seat says after it has answered."""

    async def play() -> str:
        async with a_table_with_witches(folder, thought, prepare) as (tables, playing, name):
            await seconds_until_an_answer(tables, playing, name)
            async with tables.at(name) as table:
                found = frame_of(table, 0, set(), 0, tables.live.excuses(name)).seats[1].excuse
        assert found
        return found

    return asyncio.run(play())


def sit_beside_a_cold_bot(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "PATIENCE", 0.1)
    assert "compiled" in excuse_of_a_bot(folder, worker_jobs.first, worker_jobs.never_warm)


def sit_beside_a_bot_among_many(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "DEADLINE", 0.0)
    assert "many are thinking" in excuse_of_a_bot(folder, worker_jobs.first)


def sit_beside_a_bot_without_a_thought(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "rules of thumb" in excuse_of_a_bot(folder, worker_jobs.fails)


def sit_beside_a_slow_bot(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "LONGEST_THOUGHT", 0.0)
    assert "at random" in excuse_of_a_bot(folder, worker_jobs.fails)


def excuse_of_an_own_bot(folder: Path, name: str) -> str:
    """What the seat says of a bot that the server offers, or of another."""

    async def play() -> str:
        offered = OwnBots({"bad": "bad=tests.players.bots:broken"})
        async with a_table_with_witches(folder, worker_jobs.first, level="thumb") as (tables, playing, table):
            playing._own = offered
            async with tables.at(table) as found:
                found.places[1].level = name
            await seconds_until_an_answer(tables, playing, table)
            await offered.close()
            return tables.live.excuses(table)[1]

    return asyncio.run(play())


def sit_beside_a_bot_that_fails(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "because it failed" in excuse_of_an_own_bot(folder, "bad")


def sit_beside_a_bot_that_is_not_offered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "not offered" in excuse_of_an_own_bot(folder, "other")


def play_beside_a_terminal() -> None:
    beside = minds.Beside("three-witches")
    match = coven.new("three-witches", seed=7)
    (seat,) = match.pending
    legal = match.numbers(seat)
    try:
        player = beside.player("witch", "Agnes", 1)
        assert player(match.game, match.deck, match.view_record(seat), seat, legal) in legal
    finally:
        beside.close()


def play_with_a_cold_witch(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minds, "PATIENCE", 0.1)
    monkeypatch.setattr(worker, "prepare", worker_jobs.never_warm)
    play_beside_a_terminal()


def play_with_a_witch_without_a_thought(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minds, "PATIENCE", 60)
    monkeypatch.setattr(worker, "prepare", worker_jobs.warm_at_once)
    monkeypatch.setattr(worker, "choose", worker_jobs.fails)
    play_beside_a_terminal()


TRIED: dict[Site, Callable[[Path, pytest.MonkeyPatch], None]] = {
    ("engine/cache.py", Fallback.NO_CACHE): compile_without_a_folder,
    ("engine/native.py", Fallback.BROKEN_CACHE): compile_with_damaged_files,
    ("terminal/files.py", Fallback.OTHER_FOLDER): save_where_nothing_can_be_written,
    ("server/serve.py", Fallback.OTHER_PORT): listen_where_another_does,
    ("server/bots.py", Fallback.COLD): sit_beside_a_cold_bot,
    ("server/bots.py", Fallback.BUSY): sit_beside_a_bot_among_many,
    ("server/bots.py", Fallback.NO_THOUGHT): sit_beside_a_bot_without_a_thought,
    ("server/bots.py", Fallback.TOO_SLOW): sit_beside_a_slow_bot,
    ("server/bots.py", Fallback.BOT_FAILED): sit_beside_a_bot_that_fails,
    ("server/bots.py", Fallback.NO_BOT): sit_beside_a_bot_that_is_not_offered,
    ("terminal/minds.py", Fallback.COLD): play_with_a_cold_witch,
    ("terminal/minds.py", Fallback.NO_THOUGHT): play_with_a_witch_without_a_thought,
}


def test_every_fall_back_is_tried() -> None:
    assert sites() == set(TRIED)
    assert {kind for _, kind in TRIED} == set(Fallback)


@pytest.mark.slow
@pytest.mark.parametrize("site", TRIED, ids=lambda site: f"{site[0]} {site[1].name}")
def test_a_fall_back_is_told(
    site: Site, told: list[tuple[Fallback, str]], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    TRIED[site](folder, monkeypatch)
    assert site[1] in [kind for kind, _ in told]
    assert all(text and not text.endswith(".") for _, text in told)


def test_a_program_that_uses_the_package_is_warned() -> None:
    with pytest.warns(FallbackWarning, match="a sentence"):
        fall_back(Fallback.NO_CACHE, "a sentence")


def test_a_workers_fall_backs_reach_its_server(
    told: list[tuple[Fallback, str]], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiling happens there; a server says what came of it."""

    async def warm() -> None:
        asked = thinker.Thinker(thinker.Mind(prepare=worker_jobs.without_a_cache), 1)
        await asked.warm("three-witches")
        await asked.close()

    asyncio.run(warm())
    assert told == [(Fallback.NO_CACHE, "nothing is kept")]
