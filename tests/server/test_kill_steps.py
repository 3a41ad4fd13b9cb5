"""kill -9 between any two steps of a write: it is done completely or not at all, and a repeat does it once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.serving import EVERYBODY, LOCAL, Person, until
from tests.server.test_kill import answers, free_port, rows

TABLES = ("log", "drafts", "answered", "keys")
STEPS = {
    "drafts": ["BEGIN IMMEDIATE", "INSERT INTO answered", "DELETE FROM drafts", "INSERT INTO drafts", "COMMIT", "tell"],
    "gives up a seat": ["BEGIN IMMEDIATE", "INSERT INTO log", "DELETE FROM keys", "COMMIT", "tell"],
}
"""What is written by a deed, step by step."""


@contextmanager
def dying(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([sys.executable, "-m", "tests.server.dying_server", str(folder), str(port)]) as found:
        try:
            until(lambda: answers(port))
            yield found
        finally:
            found.kill()


def kept(folder: Path, table: str) -> dict[str, list[Any]]:
    return {name: rows(folder, f"SELECT * FROM {name} WHERE table_id = ?", table) for name in TABLES}  # noqa: S608


def brought_to(deed: str, address: str) -> tuple[Person, dict[str, Any]]:
    """Somebody at a table where she can do such a deed, and the message for it."""
    anna = Person(address).open_table(bots=())
    people = [anna, Person(address).join(anna, 1, "Bea"), Person(address).join(anna, 2, "Cora")]
    for person in people:
        person.look()
    if deed == "gives up a seat":
        return people[1], {"kind": "leave"}
    anna.ask("start")
    for person in people:
        person.hear(lambda person=person: person.now["status"] == "playing")
    bidder = next(person for person in people if person.now["question"]["is_due"])
    if deed == "drafts":
        bidder.act("bid 4")
        others = [person for person in people if person is not bidder]
        for person in others:
            person.hear(lambda person=person: person.now["view"]["phase"] == "discard")
        bidder = others[0]
    question, choice = bidder.now["question"], bidder.now["choices"][-1]
    return bidder, {"kind": "act", "question": question["id"], "action": choice["action"]}


@dataclass
class Cut:
    """A write that was cut."""

    person: Person
    message: dict[str, Any]
    before: dict[str, list[Any]]
    is_written: bool


def ask_again(folder: Path, deed: str, cut: Cut) -> None:
    """At a new server the same message is answered, and has been done once."""
    person = cut.person
    if deed == "gives up a seat" and cut.is_written:
        assert person.http.get(f"/api/tables/{person.table}").json()["mine"] == []
    else:
        person.look()
        assert person.ask(**cut.message, id="once")["type"] == "answer"
    after = kept(folder, person.table)
    new = {name: [row for row in after[name] if row not in cut.before[name]] for name in TABLES}
    gone = [row for row in cut.before["keys"] if row not in after["keys"]]
    assert len(new["log"]) == (deed != "drafts")
    assert (len(new["drafts"]), len(new["answered"])) == ((1, 1) if deed == "drafts" else (0, 0))
    assert len(gone) == (deed == "gives up a seat")


@pytest.mark.slow
@pytest.mark.parametrize("deed", STEPS)
def test_a_write_killed_at_any_step_is_all_or_nothing(tmp_path: Path, deed: str) -> None:
    port = free_port()
    address, cut = f"http://{LOCAL}:{port}", None
    for number, step in enumerate([*STEPS[deed], "nothing more"]):
        with dying(tmp_path, port) as server:
            if cut:
                ask_again(tmp_path, deed, cut)
            person, message = brought_to(deed, address)
            before, answer = kept(tmp_path, person.table), None
            (tmp_path / "steps").write_text("")
            (tmp_path / "die").write_text(str(number))
            with suppress(ConnectionClosed, OSError):
                answer = person.ask(**message, id="once")
            assert (answer is None) == (step != "nothing more"), "it died before it answered"
            if answer is None:
                server.wait(30)
        assert (tmp_path / "steps").read_text().splitlines() == STEPS[deed][:number]
        (tmp_path / "die").unlink()
        cut = Cut(person, message, before, step in ("tell", "nothing more"))
        assert (kept(tmp_path, person.table) != before) == cut.is_written, step
    while EVERYBODY:
        with suppress(httpx.TransportError, ConnectionClosed, OSError):
            EVERYBODY.pop().go()
