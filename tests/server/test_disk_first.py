"""Nobody is shown a change before it is on disk, although its frames are made while the disk writes."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from coven.server import page_socket, writing
from coven.server.changes import Change
from coven.server.errors import Refused
from coven.server.live import Live, Look, Open
from coven.server.messages import Frame, NewTable
from coven.server.store import Store
from coven.server.table import Table
from coven.server.tables import Tables
from tests.server.serving import Person, nonce, serving, settings, until


def test_frames_are_made_while_the_disk_writes_and_sent_after(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_all, frame_from = writing.write_all, vars(page_socket)["frame_from"]
    is_slow, is_over, made = False, threading.Event(), 0

    def write(connection: sqlite3.Connection, changes: Sequence[Change], kind: str) -> None:
        write_all(connection, changes, kind)
        assert not is_slow or is_over.wait(30)

    def make(common: Frame, *about: object) -> Frame:
        nonlocal made
        made += common.seats[0].name == "Clara"
        frame: Frame = frame_from(common, *about)
        return frame

    monkeypatch.setattr(writing, "write_all", write)
    monkeypatch.setattr(page_socket, "frame_from", make)
    with serving(settings(tmp_path)) as address:
        anna = Person(address).open_table(bots=()).look()
        bea = Person(address).join(anna, 1, "Bea").look()
        anna.hear(lambda: anna.now["seats"][1]["present"])
        assert bea.ask("nonsense")["code"] == "bad_message", "her page has arrived, and waits for nothing"
        is_slow = True
        name = anna.send("name", name="Clara")
        until(lambda: made == 2)
        assert bea.ask("nonsense")["code"] == "bad_message"
        assert bea.now["seats"][0]["name"] == "Anna"
        is_over.set()
        anna.hear(lambda: any(one.get("id") == name for one in anna.others))
        bea.hear(lambda: bea.now["seats"][0]["name"] == "Clara")
        assert anna.now["seats"][0]["name"] == "Clara", "the frame comes before the answer"


def test_who_goes_while_the_disk_refuses_a_change_is_seen_to_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_all, leave = writing.write_all, Live.leave
    refuses, has_left, waited = False, threading.Event(), list[bool]()

    def write(connection: sqlite3.Connection, changes: Sequence[Change], kind: str) -> None:
        if refuses:
            waited.append(has_left.wait(30))
            raise sqlite3.OperationalError("disk I/O error")
        write_all(connection, changes, kind)

    def leave_once(live: Live, table: str, gone: Open) -> None:
        leave(live, table, gone)
        has_left.set()

    monkeypatch.setattr(writing, "write_all", write)
    monkeypatch.setattr(Live, "leave", leave_once)
    with serving(settings(tmp_path)) as address:
        anna = Person(address).open_table(bots=()).look()
        bea = Person(address).join(anna, 1, "Bea").look()
        anna.hear(lambda: anna.now["seats"][1]["present"])
        assert bea.ask("nonsense")["code"] == "bad_message", "her page has arrived, and waits for nothing"
        refuses = True
        name = anna.send("name", name="Clara")
        bea.close()
        anna.hear(lambda: any(one.get("id") == name for one in anna.others))
        anna.hear(lambda: not anna.now["seats"][1]["present"])
        assert anna.now["seats"][0]["name"] == "Anna"
    assert waited == [True], "she went while the disk was busy"


class Shown:
    """A page that counts how often it is shown something."""

    times = 0

    def look(self, table: Table, common: Frame) -> None:
        """Nothing to see."""

    def show(self, table: Table, look: Look | None) -> None:
        """Count it."""
        self.times += 1

    def hear(self, table: Table, message: bytes) -> None:
        """Nothing is said."""

    def end(self, error: Refused | None = None) -> None:
        """Stay."""


def test_a_ring_within_a_refused_change_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(connection: sqlite3.Connection, changes: Sequence[Change], kind: str) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    async def times_shown() -> int:
        store, live, page = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}"), Live(), Shown()
        await store.open()
        tables = Tables(store, live)
        table, *_ = await tables.create(NewTable("three-witches", 3, "Anna", nonce(), []))
        live.join(table.head.id, 0, page=page)

        def step(found: Table) -> Change:
            live.ring(found.head.id)
            return found.sit(1, "Bea", nonce())

        with monkeypatch.context() as patch:
            patch.setattr(writing, "write_all", fail)
            with pytest.raises(Refused):
                await tables.change(table.head.id, step)
        async with tables.at(table.head.id):
            pass
        await asyncio.gather(*vars(tables)["_showing"])
        await store.close()
        return page.times

    assert asyncio.run(times_shown()) == 1
