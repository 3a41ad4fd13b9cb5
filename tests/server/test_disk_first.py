"""Nobody is shown a change before it is on disk, although its frames are made while the disk writes."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import Connection

from coven.server import page_socket, writing
from coven.server.changes import Change
from coven.server.messages import Frame
from tests.server.serving import Person, serving, settings, until


def test_frames_are_made_while_the_disk_writes_and_sent_after(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_all, frame_from = writing.write_all, vars(page_socket)["frame_from"]
    is_slow, is_over, made = False, threading.Event(), 0

    def write(connection: Connection, changes: Sequence[Change]) -> None:
        write_all(connection, changes)
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
        is_slow = True
        name = anna.send("name", name="Clara")
        until(lambda: made == 2)
        assert bea.ask("nonsense")["code"] == "bad_message"
        assert bea.now["seats"][0]["name"] == "Anna"
        is_over.set()
        anna.hear(lambda: any(one.get("id") == name for one in anna.others))
        bea.hear(lambda: bea.now["seats"][0]["name"] == "Clara")
        assert anna.now["seats"][0]["name"] == "Clara", "the frame comes before the answer"
