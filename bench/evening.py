"""Many tables at once, each at the pace of people: how soon acts are answered and shown, and what they take."""

from __future__ import annotations

import asyncio
import gc
import json
import random
import resource
import secrets
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from msgspec import Struct
from msgspec.json import Decoder
from sqlalchemy import text as sql
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from bench.figures import Figure, Section
from bench.table import SEATS, UNSEEN, browsers, open_table, process, processor_seconds
from coven.server.backup import DATABASE, url_of
from coven.server.database import engine_of

PACE = 5.0
"""Seconds between two acts of a table."""
AT_ONCE = 32
"""Tables that are opened at the same time."""
PATIENCE = 30.0
"""Seconds after which an answer counts as lost."""
AGAIN = 0.5
"""Seconds before a page that was told to come back does."""
FILES = 20_000
"""Descriptors for all clients together."""


class Asked(Struct):
    """What an act needs to know of a question."""

    id: str
    is_due: bool


class Possible(Struct):
    """What an act needs to know of a choice."""

    action: int
    text: str


class Told(Struct):
    """What an act needs to know of a message; the rest is not read, as the clients share the cores with the server."""

    type: str
    status: str = ""
    question: Asked | None = None
    choices: list[Possible] = []


read = Decoder(Told).decode


class Guest:
    """One seat at one table."""

    def __init__(self, page: ClientConnection) -> None:
        self.page = page
        self.frame = Told("frame")
        self.is_refused = False
        self.answered, self.moved = asyncio.Event(), asyncio.Event()
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for text in self.page:
            told = read(text)
            if told.type == "frame":
                self.frame = told
                self.moved.set()
            elif told.type != "pulse":
                self.is_refused = told.type == "error"
                self.answered.set()

    async def go(self) -> None:
        """Close the page."""
        await self.page.close()
        self._listening.cancel()


@dataclass
class Evening:
    """What was seen."""

    sent: list[str] = field(default_factory=list)
    """Ids of all acts."""
    acks: list[float] = field(default_factory=list)
    """Seconds from the moment an act was due to its answer."""
    shown: list[float] = field(default_factory=list)
    """Seconds from that moment until each other seat was shown it."""
    opened_again: int = 0
    """Tables that could not be opened at once: the answer was to come back in a moment."""
    refused: int = 0
    lost: int = 0
    kept: int = 0
    """Acts that are in the database afterwards."""
    memory: tuple[float, float] = (0.0, 0.0)
    """MB of the servers, before the first table and at the end."""
    processor: float = 0.0
    """Seconds of processor time of the servers, per second."""


def evening(tables: int, seconds: float) -> Section:
    """Tables of three at one server, each of whose acts follows the last one after PACE seconds."""
    with tempfile.TemporaryDirectory() as folder:
        with process(Path(folder)) as (address, server):
            seen = asyncio.run(played(address, [server], tables, seconds, PACE))
        seen.kept = kept(url_of(Path(folder) / DATABASE), seen.sent)
    return section(seen, tables, seconds, PACE)


def section(seen: Evening, tables: int, seconds: float, pace: float) -> Section:
    """What was seen, as figures."""
    seen.acks.sort()
    seen.shown.sort()
    figures = [
        Figure("acts", "acts/s", [len(seen.sent) / seconds]),
        Figure("opened in a second attempt", "tables", [seen.opened_again]),
        Figure("refused", "acts", [seen.refused]),
        Figure("without an answer", "acts", [seen.lost]),
        Figure("not in the database afterwards", "acts", [len(seen.sent) - seen.kept]),
        *(
            Figure(f"{what}, {name}", "ms", [1000 * times[int(len(times) * part)]])
            for what, times in (("until it is answered", seen.acks), ("until others are shown it", seen.shown))
            for name, part in (("p50", 0.5), ("p99", 0.99))
        ),
        Figure("memory of the servers before", "MB", [seen.memory[0]]),
        Figure("memory of the servers at the end", "MB", [seen.memory[1]]),
        Figure("processor time of the servers", "of one core", [seen.processor]),
    ]
    about = (
        f"{tables:,} tables of 3 Witches, {SEATS} clients each over real sockets, for {seconds:.0f} s. A table's next "
        f"act is due {pace:.0f} s after its last one, and times count from then. The clients are one process and share "
        "the cores with all that serves. Every act is on disk before it is answered."
    )
    return Section(f"{tables:,} tables at once", about, figures)


async def played(address: str, servers: Sequence[int], tables: int, seconds: float, pace: float) -> Evening:
    """Open all tables at that address, and play. `servers`: the processes behind it."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, hard), hard))
    gc.disable()  # with so many clients a collection takes seconds
    seen, before = Evening(), megabytes(servers)
    gate = asyncio.Semaphore(AT_ONCE)
    async with browsers(address) as http:
        companies = await asyncio.gather(*(begun(address, http, gate, seen) for _ in range(tables)))
        began, used = time.perf_counter(), used_by(servers)
        await asyncio.gather(
            *(
                sit(address, http, company, (began + pace * number / tables, began + seconds, pace), seen, number)
                for number, company in enumerate(companies)
            )
        )
        seen.processor = (used_by(servers) - used) / (time.perf_counter() - began)
    seen.memory = before, megabytes(servers)
    return seen


async def begun(address: str, http: httpx.AsyncClient, gate: asyncio.Semaphore, seen: Evening) -> list[Guest]:
    """Three clients at a table whose game runs."""
    async with gate:
        end = time.perf_counter() + PATIENCE
        while True:
            try:
                clients = [Guest(client.page) for client in await open_table(address, http)]
                break
            except (httpx.HTTPError, WebSocketException, OSError):
                if time.perf_counter() > end:
                    raise
                seen.opened_again += 1
                await asyncio.sleep(AGAIN)
        await clients[0].page.send(json.dumps({"type": "start", "id": "start"}))
        for client in clients:
            while client.frame.status != "playing":
                await asyncio.sleep(0.01)
    return clients


async def sit(
    address: str, http: httpx.AsyncClient, clients: list[Guest], times: tuple[float, float, float], seen: Evening,
    number: int,
) -> None:  # fmt: skip
    """One table after the other, act by act. `times`: of the first act, of the end, and between two acts."""
    due, until, pace = times
    rng, gate = random.Random(number), asyncio.Semaphore()
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        if clients[0].frame.status != "playing":
            await leave(clients)
            clients = await begun(address, http, gate, seen)
        await act(clients, due, seen, rng)
        due += pace
    await leave(clients)


async def act(clients: list[Guest], due: float, seen: Evening, rng: random.Random) -> None:
    """One act of whoever is asked."""
    actor, asked = rng.choice(
        [
            (client, client.frame.question)
            for client in clients
            if client.frame.question and client.frame.question.is_due
        ]
    )
    choice, name = rng.choice(actor.frame.choices), secrets.token_hex(8)
    for client in clients:
        client.moved.clear()
        client.answered.clear()
    message = {"type": "act", "id": name, "question": asked.id, "action": choice.action}
    seen.sent.append(name)
    await actor.page.send(json.dumps(message))
    others = [] if choice.text.startswith(UNSEEN) else [client for client in clients if client is not actor]
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(
                stamped(actor.answered, due, seen.acks), *(stamped(other.moved, due, seen.shown) for other in others)
            )
    except TimeoutError:
        seen.lost += 1
    seen.refused += actor.is_refused


async def stamped(event: asyncio.Event, due: float, times: list[float]) -> None:
    """Note when it has happened."""
    await event.wait()
    times.append(time.perf_counter() - due)


async def leave(clients: list[Guest]) -> None:
    """Close the pages."""
    for client in clients:
        await client.go()


def kept(url: str, sent: list[str]) -> int:
    """How many of these messages the database knows."""
    engine = engine_of(url, writes=False)
    with engine.connect() as database:
        known = set(database.scalars(sql("SELECT message FROM log UNION SELECT message FROM answered")))
    engine.dispose()
    return len(known.intersection(sent))


def megabytes(servers: Sequence[int]) -> float:
    """What processes hold in memory, each with what they share."""
    texts = [Path(f"/proc/{server}/status").read_text(encoding="utf-8").splitlines() for server in servers]
    return sum(int(line.split()[1]) / 1024 for lines in texts for line in lines if line.startswith("VmRSS"))


def used_by(servers: Sequence[int]) -> float:
    """Processor seconds of processes so far."""
    return sum(sum(processor_seconds(server)) for server in servers)
