"""A stopping server finishes what it has begun, says goodbye, and leaves one file."""

from __future__ import annotations

import json
import signal
import threading
import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.serving import LOCAL, Person, is_running, until
from tests.server.test_damage import due
from tests.server.test_kill import free_port, process
from tests.server.test_outdated import query

PEOPLE = 6
LONGEST = 10.0
"""Seconds that a stop may take."""


class Busy(threading.Thread):
    """Somebody who does one thing after the other until the server is gone; keeps what was answered, and the close."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.person = Person(address).open_table(bots=("thumb",)).look()
        self.sent: list[str] = []
        self.answered: list[str] = []
        self.code = 0

    def run(self) -> None:
        try:
            while True:
                name = f"Anna {len(self.sent)}"
                self.sent.append(name)
                if self.person.ask("name", name=name)["type"] == "answer":
                    self.answered.append(name)
        except ConnectionClosed as closed:
            self.code = closed.rcvd.code if closed.rcvd else 0


def children(pid: int) -> set[int]:
    """Processes that this one has started, and those that they have."""
    found: set[int] = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(path.read_text(encoding="utf-8").rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        if parent == pid:
            found |= {int(path.parent.name)} | children(int(path.parent.name))
    return found


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_answers_open_requests_and_tells_every_page(tmp_path: Path, how: signal.Signals) -> None:
    port = free_port()
    address = f"http://{LOCAL}:{port}"
    with process(tmp_path, port) as server:
        watched = Person(address).open_table(bots=("witch", "witch")).look()
        watched.hear(lambda: due(watched))
        assert watched.ask("advise", question=watched.now["question"]["id"])["type"] == "advice"
        quiet = Person(address).open_table(bots=("thumb",)).look()
        people = [Busy(address) for _ in range(PEOPLE)]
        for one in people:
            one.start()
        time.sleep(1)
        workers = children(server.pid)
        assert workers
        began = time.monotonic()
        server.send_signal(how)
        for person in (quiet, watched):
            with pytest.raises(ConnectionClosed) as closed:
                person.hear(lambda: False)
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1012
        for one in people:
            one.join()
        server.wait(LONGEST)
        assert time.monotonic() - began < LONGEST
        assert {one.code for one in people} == {1012}
        with pytest.raises(httpx.TransportError):
            httpx.get(f"{address}/api/games")
        until(lambda: not any(is_running(pid) for pid in workers), 5)
    for one in people:
        log = query(tmp_path, "SELECT entry FROM log WHERE table_id = ? ORDER BY number", one.person.table)
        kept = [entry["name"] for entry in (json.loads(text) for (text,) in log) if entry["type"] == "name"]
        assert kept == one.answered, "what was done was answered, and what was answered is kept"
        assert len(kept) > 3
    for person in [quiet, watched, *(one.person for one in people)]:
        person.go()


@pytest.mark.slow
def test_after_a_stop_the_database_is_one_file(tmp_path: Path) -> None:
    port = free_port()
    with process(tmp_path, port) as server:
        Person(f"http://{LOCAL}:{port}").open_table(bots=("thumb",)).go()
        assert (tmp_path / "tables.sqlite-wal").stat().st_size
        server.terminate()
        server.wait(LONGEST)
    assert [path.name for path in tmp_path.glob("tables*")] == ["tables.sqlite"]


@pytest.mark.slow
def test_pages_come_back_to_the_next_server(tmp_path: Path) -> None:
    port = free_port()
    with process(tmp_path, port) as server:
        anna = Person(f"http://{LOCAL}:{port}").open_table(bots=("thumb",)).look()
        anna.ask("name", name="Clara", id="once")
        server.terminate()
        server.wait(LONGEST)
    anna.close()
    with process(tmp_path, port):
        anna.look()
        assert anna.ask("name", name="Clara", id="once")["type"] == "answer"
        assert anna.now["seats"][0]["name"] == "Clara"
        anna.go()
    assert len(query(tmp_path, "SELECT * FROM log WHERE entry LIKE '%Clara%'")) == 1
