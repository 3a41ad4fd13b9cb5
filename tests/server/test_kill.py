"""kill -9 at any moment loses no act and no draft that was answered."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.serving import LOCAL, Person, until

KILLS = 8


@contextmanager
def process(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """The server, killed at the end if it still runs."""
    with subprocess.Popen([sys.executable, "-m", "tests.server.server_process", str(folder), str(port)]) as found:
        try:
            until(lambda: answers(port))
            yield found
        finally:
            found.kill()


def answers(port: int) -> bool:
    try:
        return httpx.get(f"http://{LOCAL}:{port}/api/games").status_code == 200
    except httpx.TransportError:
        return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOCAL, 0))
        return int(probe.getsockname()[1])


def kill_soon(server: subprocess.Popen[bytes], seconds: float) -> threading.Thread:
    def kill() -> None:
        time.sleep(seconds)
        os.kill(server.pid, signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


def play_until_killed(people: list[Person], rng: random.Random) -> list[tuple[int, str, bool]]:
    """Random choices and some taken back; (seat, decision, is it an undo) of all that was answered."""
    done: list[tuple[int, str, bool]] = []
    with suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError, httpx.TransportError):
        for person in people:
            person.look()
        if people[0].now["status"] == "lobby":
            people[0].ask("start")
        while True:
            for person in people:
                person.ask("undo", question="none")
                if person.now["status"] != "playing":
                    return done
                take_turn(person, rng, done)
    return done


def take_turn(person: Person, rng: random.Random, done: list[tuple[int, str, bool]]) -> None:
    question = person.now["question"]
    if person.now["can_undo"] and rng.random() < 0.3:
        if person.ask("undo", question=question["id"])["type"] == "answer":
            done.append((person.seat, "", True))
    elif question["is_due"]:
        choice = rng.choice(person.now["choices"])
        if person.ask("act", question=question["id"], action=choice["action"])["type"] == "answer":
            done.append((person.seat, choice["text"], False))


@pytest.mark.slow
def test_a_killed_server_forgets_nothing_it_has_answered(tmp_path: Path) -> None:
    rng, port, total = random.Random(9), free_port(), 0
    people: list[Person] = []
    expected: dict[int, list[str]] = {}
    for _ in range(KILLS):
        with process(tmp_path, port) as server:
            people = people or new_company(port)
            expected = check_kept(tmp_path, people, expected)
            thread = kill_soon(server, rng.uniform(0.1, 0.8))
            done = play_until_killed(people, rng)
            thread.join()
        total += len(done)
        note(expected, done)
        is_over = any(person.frames and person.now["status"] == "over" for person in people)
        for person in people:
            with suppress(ConnectionClosed, OSError):
                person.close()
            if is_over:
                person.go()
        if is_over:
            people, expected = [], {}
    assert total > 5 * KILLS
    for person in people:
        person.go()


def new_company(port: int) -> list[Person]:
    address = f"http://{LOCAL}:{port}"
    host = Person(address).open_table(bots=())
    return [host, *(Person(address).join(host, seat, name) for seat, name in ((1, "Bea"), (2, "Cora")))]


def note(decisions: dict[int, list[str]], done: list[tuple[int, str, bool]]) -> None:
    """What the seats have decided, with what was answered since."""
    for seat, text, is_undo in done:
        if is_undo:
            decisions[seat].pop()
        else:
            decisions.setdefault(seat, []).append(text)


def check_kept(folder: Path, people: list[Person], expected: dict[int, list[str]]) -> dict[int, list[str]]:
    """Everything answered is there and every seat sees it; returns what is there.

    A seat may be one step further than its last answer: killed between the disk and the answer.
    """
    kept = decisions(folder, people[0].table)
    for seat, texts in expected.items():
        found = kept.get(seat, [])
        assert found == texts or found[:-1] == texts or (found == texts[:-1] and undo_was_asked(people[seat])), seat
    for person in people:
        person.look()
        assert person.now["can_undo"] == bool(drafts(folder, person.table).get(person.seat))
        person.close()
    return kept


def undo_was_asked(person: Person) -> bool:
    """Was taking back the last thing that this seat asked for, without an answer?"""
    return person.last == "undo"


def decisions(folder: Path, table: str) -> dict[int, list[str]]:
    """By seat: decisions on disk, drafts included."""
    found: dict[int, list[str]] = {}
    for entry in rows(folder, "SELECT entry FROM log WHERE table_id = ? ORDER BY number", table):
        for seat, text in json.loads(entry[0]).get("acts", ()):
            found.setdefault(seat, []).append(text)
    for seat, texts in drafts(folder, table).items():
        found.setdefault(seat, []).extend(texts)
    return found


def drafts(folder: Path, table: str) -> dict[int, list[str]]:
    """By seat: decisions that can be taken back."""
    kept = rows(folder, "SELECT seat, draft FROM drafts WHERE table_id = ?", table)
    return {seat: json.loads(text)[0] for seat, text in kept}


def rows(folder: Path, query: str, table: str) -> list[Any]:
    with closing(sqlite3.connect(folder / "tables.sqlite")) as database:
        return database.execute(query, (table,)).fetchall()
