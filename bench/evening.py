"""Many tables at once, each at the pace of people: how soon acts are answered and shown, and what they take."""

from __future__ import annotations

import asyncio
import json
import random
import resource
import secrets
import sqlite3
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from msgspec import Struct
from msgspec.json import Decoder
from websockets.asyncio.client import ClientConnection

from bench.figures import Figure, Section
from bench.table import SEATS, UNSEEN, browsers, open_table, process, processor_seconds

PACE = 5.0
"""Seconds between two acts of a table."""
AT_ONCE = 16
"""Tables that are opened at the same time."""
PATIENCE = 30.0
"""Seconds after which an answer counts as lost."""
FILES = 16_384
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
    refused: int = 0
    lost: int = 0
    kept: int = 0
    """Acts that are in the database afterwards."""
    memory: tuple[float, float] = (0.0, 0.0)
    """MB of the server, before the first table and at the end."""
    processor: float = 0.0
    """Seconds of processor time of the server, per second."""


def evening(tables: int, seconds: float) -> Section:
    """Tables of three, each of whose acts follows the last one after PACE seconds."""
    lowest = min(FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    with tempfile.TemporaryDirectory() as folder:
        with process(Path(folder)) as (address, server):
            seen = asyncio.run(played(address, server, tables, seconds))
        seen.kept = kept(Path(folder), seen.sent)
    seen.acks.sort()
    seen.shown.sort()
    figures = [
        Figure("acts", "acts/s", [len(seen.sent) / seconds]),
        Figure("refused", "acts", [seen.refused]),
        Figure("without an answer", "acts", [seen.lost]),
        Figure("not in the database afterwards", "acts", [len(seen.sent) - seen.kept]),
        *(
            Figure(f"{what}, {name}", "ms", [1000 * times[int(len(times) * part)]])
            for what, times in (("until it is answered", seen.acks), ("until others are shown it", seen.shown))
            for name, part in (("p50", 0.5), ("p99", 0.99))
        ),
        Figure("memory of the server before", "MB", [seen.memory[0]]),
        Figure("memory of the server at the end", "MB", [seen.memory[1]]),
        Figure("processor time of the server", "of one core", [seen.processor]),
    ]
    about = (
        f"{tables:,} tables of 3 Witches, {SEATS} clients each over real sockets, for {seconds:.0f} s. A table's next "
        f"act is due {PACE:.0f} s after its last one, and times count from then. The clients are one process and share "
        "the cores with the server. Every act is on disk before it is answered."
    )
    return Section(f"{tables:,} tables at once", about, figures)


async def played(address: str, server: int, tables: int, seconds: float) -> Evening:
    """Open all tables, and play."""
    seen, before = Evening(), megabytes(server)
    gate = asyncio.Semaphore(AT_ONCE)
    async with browsers(address) as http:
        companies = await asyncio.gather(*(begun(address, http, gate) for _ in range(tables)))
        began, used = time.perf_counter(), sum(processor_seconds(server))
        await asyncio.gather(
            *(
                sit(address, http, company, began + PACE * number / tables, began + seconds, seen, number)
                for number, company in enumerate(companies)
            )
        )
        seen.processor = (sum(processor_seconds(server)) - used) / (time.perf_counter() - began)
    seen.memory = before, megabytes(server)
    return seen


async def begun(address: str, http: httpx.AsyncClient, gate: asyncio.Semaphore) -> list[Guest]:
    """Three clients at a table whose game runs."""
    async with gate:
        clients = [Guest(client.page) for client in await open_table(address, http)]
        await clients[0].page.send(json.dumps({"type": "start", "id": "start"}))
        for client in clients:
            while client.frame.status != "playing":
                await asyncio.sleep(0.01)
    return clients


async def sit(
    address: str, http: httpx.AsyncClient, clients: list[Guest], due: float, until: float, seen: Evening, number: int
) -> None:
    """One table after the other, act by act."""
    rng, gate = random.Random(number), asyncio.Semaphore()
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        if clients[0].frame.status != "playing":
            await leave(clients)
            clients = await begun(address, http, gate)
        await act(clients, due, seen, rng)
        due += PACE
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


def kept(folder: Path, sent: list[str]) -> int:
    """How many of these messages the database knows."""
    with closing(sqlite3.connect(folder / "tables.sqlite")) as database:
        known = {
            message for (message,) in database.execute("SELECT message FROM log UNION SELECT message FROM answered")
        }
    return len(known.intersection(sent))


def megabytes(server: int) -> float:
    """What a process holds in memory."""
    lines = Path(f"/proc/{server}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))
