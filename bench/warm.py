"""How long people wait for compiling: at set-up, at the first table, until the first thought."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from bench.figures import ROOT, Figure, Section
from bench.table import cookies_of, server
from coven.server.messages import NewTable

GAME = "whirling-witchcraft"
"""Both seats are asked at once, so a bot acts and a person may ask for advice from the start."""
BETWEEN = 0.1
"""Seconds between two questions for advice."""


def waits(repetitions: int) -> Section:
    """Set-up on an empty cache; then a first table on an empty and on a full one."""
    empty, again, acts, thoughts = [], [], [], []
    full_acts, full_thoughts = [], []
    for _ in range(repetitions):
        with tempfile.TemporaryDirectory() as cache:
            act, thought = first_table(cache)
            acts.append(act)
            thoughts.append(thought)
        with tempfile.TemporaryDirectory() as cache:
            empty.append(prepared(cache))
            again.append(prepared(cache))
            act, thought = first_table(cache)
            full_acts.append(act)
            full_thoughts.append(thought)
    figures = [
        Figure("set-up: coven prepare, all four games, nothing in the cache", "s", empty),
        Figure("set-up: coven prepare again", "s", again),
        Figure("first table, set up: a bot has acted", "s", full_acts),
        Figure("first table, set up: a high witch has advised", "s", full_thoughts),
        Figure("first table, nothing in the cache: a bot has acted", "s", acts),
        Figure("first table, nothing in the cache: a high witch has advised", "s", thoughts),
    ]
    about = (
        "By the clock, from the request for a table with a high witch at a new server. A bot's pause (0.7 to 1.3 s) is "
        "in it; where nothing is in the cache she acts by rules of thumb until her search is compiled."
    )
    return Section("Until the witches think", about, figures)


def prepared(cache: str) -> float:
    """Seconds of `coven prepare`."""
    start = time.perf_counter()
    with caching(cache):
        subprocess.run([sys.executable, "-m", "coven", "prepare"], cwd=ROOT, check=True, capture_output=True)
    return time.perf_counter() - start


def first_table(cache: str) -> tuple[float, float]:
    """Seconds until a bot has acted, and until advice has come."""
    with tempfile.TemporaryDirectory() as folder, caching(cache), server(Path(folder)) as address:
        start = time.perf_counter()
        with seat(address) as page:
            frame = next(found for found in messages(page) if found["type"] == "frame" and not owes(found, 1))
            act = time.perf_counter() - start
            while True:
                question = frame["question"]["id"]
                page.send(json.dumps({"type": "advise", "id": secrets.token_hex(6), "question": question}))
                answer = next(found for found in messages(page) if found["type"] in ("advice", "error"))
                if answer["type"] == "advice":
                    return act, time.perf_counter() - start
                time.sleep(BETWEEN)


def owes(frame: dict[str, Any], number: int) -> bool:
    """Is a seat waited for?"""
    return bool(frame["seats"][number]["owes"])


def messages(page: ClientConnection) -> Iterator[dict[str, Any]]:
    """What comes."""
    while True:
        yield json.loads(page.recv(timeout=120))


@contextmanager
def caching(cache: str) -> Iterator[None]:
    """What is started meanwhile keeps compiled code there."""
    before = os.environ.get("COVEN_CACHE")
    os.environ["COVEN_CACHE"] = cache
    try:
        yield
    finally:
        if before is None:
            del os.environ["COVEN_CACHE"]
        else:
            os.environ["COVEN_CACHE"] = before


@contextmanager
def seat(address: str) -> Iterator[ClientConnection]:
    """A person's page at a table with a high witch."""
    wanted = NewTable(GAME, 2, "Anna", secrets.token_hex(16), ["high-witch"])
    content = {name: getattr(wanted, name) for name in wanted.__struct_fields__}
    answer = httpx.post(f"{address}/api/tables", json=content, headers={"Origin": address}).raise_for_status()
    url = f"{address.replace('http', 'ws')}/api/tables/{answer.json()['table']}/socket?seat=0"
    with connect(url, origin=Origin(address), additional_headers={"Cookie": cookies_of(answer)}) as page:
        yield page
