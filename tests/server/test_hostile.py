"""Hostile strangers at a server with the usual limits: nothing breaks, nothing is lost, and a table plays on."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from statistics import median

import pytest

from bench.hostile import Outcome, Size, run
from bench.hostility import Hostility

SIZE = Size(rounds=2, seconds=2, messages=6_000, requests=66)
SLACK = 0.1
"""Seconds: a machine that does other things too may take so long to come back to anybody."""
MOST_GROWTH = 100
"""MB."""


@pytest.mark.slow
def test_hostile_strangers_break_nothing_and_slow_nobody_down(tmp_path: Path) -> None:
    found = asyncio.run(run(tmp_path, 9, SIZE))
    assert found.faults() == []
    assert found.sent >= SIZE.messages
    assert found.asked >= SIZE.requests
    assert {"400", "404", "405", "429", "socket 4429"} <= set(found.answers), found.answers
    assert found.peak - found.memory[0] < MOST_GROWTH, found.memory
    alone, beside = (median(wait for waits in rounds for wait in waits) for rounds in (found.alone, found.beside))
    assert beside < 2 * alone + SLACK, (alone, beside)


def test_equal_seeds_send_the_same() -> None:
    def all_of(seed: int) -> list[bytes]:
        one = Hostility(random.Random(seed), "127.0.0.1:1", "table")
        return [data for each in range(200) for data in (one.request(each, []), one.message(), one.broken())]

    assert all_of(1) == all_of(1) != all_of(2)


@pytest.mark.parametrize(
    "line",
    [
        "Traceback (most recent call last):",
        "2026-01-01T00:00:00.000Z error request_broke error=KeyError at=x.py:1 route=none",
        "2026-01-01T00:00:00.000Z critical database_damaged reason=x",
        '2026-01-01T00:00:00.000Z warning note from=asyncio text="Exception in callback"',
    ],
)
def test_a_fault_in_the_log_is_noticed(line: str) -> None:
    quiet = "2026-01-01T00:00:00.000Z info refused address=127.0.0.3 code=not_found route=border\n"
    assert Outcome(health=200, log=quiet).faults() == []
    assert Outcome(health=200, log=quiet + line).faults() == [f"the log says: {line}"]


def test_a_server_error_is_noticed() -> None:
    for answer in ("500", "503", "socket 1011"):
        assert Outcome(health=200).faults() == []
        found = Outcome(health=200)
        found.answers[answer] += 1
        assert found.faults() == [f"answered {answer}"]
    counted = 'coven_refusals_total{code="broken"} 1.0'
    assert Outcome(health=200, metrics=f"x 1\n{counted}\n").faults() == [f"counted: {counted}"]
    assert Outcome(health=503, lost=2).faults() == ["2 answered acts are lost", "/healthz answers 503"]
