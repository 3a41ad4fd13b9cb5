"""Several workers as processes behind nginx, and people who play through it whatever happens."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from coven.server.front import configuration
from tests.hosting.conftest import command_of, free_port, running
from tests.server.postgres import Cluster
from tests.server.server_process import NEWER
from tests.server.serving import LOCAL, WAIT, Person, nonce

PATIENCE = 5.0
"""Seconds that a page waits for an answer before it connects again."""
AGAIN, LONGEST_WAIT = 0.25, 5.0
"""Seconds before it connects again, about twice as many each time."""
LONGEST_HANDSHAKE = 60.0
AWAY, FULL = 10.0, 3.0


class Crew:
    """The workers of a database, by number."""

    def __init__(self, folder: Path, url: str, count: int) -> None:
        self.folder, self.url = folder, url
        self.ports = {number: free_port() for number in range(1, count + 1)}
        self._found: dict[int, subprocess.Popen[bytes]] = {}
        self.address = ""

    def start(self, number: int, *, is_newer: bool = False) -> None:
        """Start a worker. `is_newer`: it has later rules of 3 Witches."""
        words = [sys.executable, "-m", "tests.server.server_process", str(self.folder), str(self.ports[number])]
        with (self.folder / f"worker-{number}").open("ab") as said:
            added = {NEWER: "1"} if is_newer else {}
            self._found[number] = subprocess.Popen(
                [*words, self.url, str(number)], stderr=said, env={**os.environ, **added}
            )

    @property
    def processes(self) -> list[int]:
        """The processes' numbers."""
        return [one.pid for one in self._found.values()]

    def send(self, number: int, what: signal.Signals) -> None:
        """Send a signal to a worker."""
        os.kill(self._found[number].pid, what)

    def end(self, number: int, what: signal.Signals = signal.SIGKILL) -> None:
        """End a worker, and wait until it has ended."""
        self.send(number, what)
        self._found[number].wait(60)

    def close(self) -> None:
        """End all."""
        for one in self._found.values():
            one.kill()
            one.wait(60)


@contextmanager
def crew(folder: Path, url: str, count: int, how: str = "") -> Iterator[Crew]:
    """So many workers behind a front, from when each owns its slots. `how`: in which way nginx listens besides."""
    found = Crew(folder, url, count)
    with ExitStack() as stack:
        stack.callback(found.close)
        for number in found.ports:
            found.start(number)
        port = free_port()
        text = configuration({one: f"{LOCAL}:{at}" for one, at in found.ports.items()}, f"{LOCAL}:{port}{how}")
        stack.enter_context(running(command_of("nginx", folder, text), folder, port))
        found.address = f"http://{LOCAL}:{port}"
        yield found


def is_shared(cluster: Cluster, url: str, count: int) -> bool:
    """Do so many workers own all slots together?"""
    query = "SELECT count(*), count(DISTINCT slots.owner) FROM slots JOIN workers ON slots.owner = workers.life"
    with suppress(Exception):
        return cluster.do(query, url) == [(64, count)]
    return False


def patiently(act: Callable[[], Person]) -> Person:
    """Again and again, like a page whose table is on its way to another worker."""
    end = time.monotonic() + WAIT
    while True:
        try:
            return act()
        except (AssertionError, OSError, WebSocketException):
            assert time.monotonic() < end
            time.sleep(0.2)


@dataclass
class Player:
    """One person at a table of her own with two bots. What she does is done once, whatever happens."""

    address: str
    rng: random.Random
    pause: float = 0.0
    """Seconds between two of her acts."""
    table: str = ""
    done: list[str] = field(default_factory=list)
    """Her acts that were answered."""
    times: list[float] = field(default_factory=list)
    """When they were."""
    faults: list[str] = field(default_factory=list)
    refused: int = 0
    """How often it was said that nothing could be kept."""
    is_over: bool = False
    _cookie: str = ""
    _frame: dict[str, Any] | None = None
    _asks_again: bool = False
    _wait: float = AGAIN / 2
    _open: tuple[str, str] | None = None
    """A message without an answer, and its act."""

    async def sit_down(self, client: httpx.AsyncClient) -> None:
        """Open the table; the same request again until it is answered."""
        wish = {"game": "three-witches", "players": 3, "name": "Anna", "nonce": nonce(), "bots": ["thumb", "thumb"]}
        while True:
            with suppress(httpx.TransportError):
                answer = await client.post(f"{self.address}/api/tables", json=wish, headers={"Origin": self.address})
                if answer.status_code == 201:
                    break
                assert answer.status_code == 503, answer.text
            await asyncio.sleep(AGAIN)
        self.table = answer.json()["table"]
        self._cookie = "; ".join(text.split(";")[0] for text in answer.headers.get_list("set-cookie"))

    async def play(self, ends: Callable[[Player], bool]) -> None:
        """Play until she may end, or the game is over."""
        while self._open or not (self.is_over or ends(self)):
            self._wait = min(2 * self._wait, LONGEST_WAIT)
            with suppress(OSError, TimeoutError, WebSocketException, InvalidHandshake):
                path = f"/api/tables/{self.table}/socket?seat=0"
                async with connect(
                    self.address.replace("http", "ws", 1) + path, origin=self.address,  # type: ignore[arg-type]
                    additional_headers={"Cookie": self._cookie}, max_size=None, open_timeout=LONGEST_HANDSHAKE,
                    ping_interval=None, close_timeout=0.1,
                ) as page:  # fmt: skip
                    await self._sit(page, ends)
            await asyncio.sleep(self._wait * (0.5 + self.rng.random()))

    async def _sit(self, page: ClientConnection, ends: Callable[[Player], bool]) -> None:
        """What one open page does."""
        self._frame = None
        while self._frame is None:
            self._hear(json.loads(await page.recv()))
        self._wait = AGAIN / 2
        if self._open:
            await page.send(self._open[0])
        while self._open or not self.is_over:
            if self._open is None:
                if ends(self):
                    return
                await self._act(page)
            elif self._asks_again:
                self._asks_again = False
                await asyncio.sleep(AGAIN)
                await page.send(self._open[0])
            async with asyncio.timeout(PATIENCE if self._open else None):
                self._hear(json.loads(await page.recv()))

    async def _act(self, page: ClientConnection) -> None:
        """Choose anything, if she is asked."""
        question = (self._frame or {}).get("question")
        if not question or not question["is_due"]:
            return
        await asyncio.sleep(self.pause)
        choice = self.rng.choice((self._frame or {})["choices"])
        message = {"type": "act", "id": self.rng.randbytes(6).hex(), "question": question["id"]}
        self._open = json.dumps({**message, "action": choice["action"]}), choice["text"]
        await page.send(self._open[0])

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "frame":
            self._frame, self.is_over = message, message["status"] != "playing"
        if self._open is None or message.get("id") != json.loads(self._open[0])["id"]:
            return
        if message["type"] == "answer":
            self.done.append(self._open[1])
            self.times.append(time.monotonic())
        elif message["code"] == "storage":  # perhaps it was written, and only the news of it was lost
            self._asks_again = True
            self.refused += 1
            return
        elif message["code"] != "stale":
            self.faults.append(f"{self.table}: {self._open[1]}: {message['text']}")
        self._open = None


async def dies(workers: Crew, _: Cluster) -> None:
    """In mid-act; the others play on."""
    await asyncio.to_thread(workers.end, 1)


async def comes_back(workers: Crew, cluster: Cluster) -> None:
    """It takes its share again."""
    workers.start(1)
    await until(lambda: is_shared(cluster, workers.url, len(workers.ports)))


async def stops(workers: Crew, _: Cluster) -> None:
    """Its connections stay open, and say nothing."""
    workers.send(2, signal.SIGSTOP)


async def wakes(workers: Crew, _: Cluster) -> None:
    """With acts on their way, and without a lease."""
    workers.send(2, signal.SIGCONT)


async def database_is_restarted(_: Crew, cluster: Cluster) -> None:
    await asyncio.to_thread(cluster.stop)
    await asyncio.to_thread(cluster.start)


async def database_is_away(_: Crew, cluster: Cluster) -> None:
    """For longer than any lease."""
    await asyncio.to_thread(cluster.stop)
    await asyncio.sleep(AWAY)
    await asyncio.to_thread(cluster.start)


async def disk_is_full(_: Crew, cluster: Cluster) -> None:
    """For a while nothing new can be kept."""
    await asyncio.to_thread(cluster.fill)
    await asyncio.sleep(FULL)
    await asyncio.to_thread(cluster.free)


async def connections_are_cut(_: Crew, cluster: Cluster) -> None:
    """Some of them in mid-commit."""
    for _again in range(5):
        await asyncio.to_thread(cluster.cut)
        await asyncio.sleep(0.05)


async def all_are_updated(workers: Crew, cluster: Cluster) -> None:
    """One worker after the other."""
    for number in workers.ports:
        await asyncio.to_thread(workers.end, number, signal.SIGTERM)
        workers.start(number)
        await until(lambda: is_shared(cluster, workers.url, len(workers.ports)))


Fault = Callable[[Crew, Cluster], Awaitable[None]]
FAULTS: list[Fault] = [connections_are_cut, dies, comes_back, stops, wakes, database_is_restarted, all_are_updated]


async def until(holds: Callable[[], bool], rest: float = 0.2, what: str = "all slots are owned") -> None:
    """Wait until something holds."""
    end = time.monotonic() + WAIT
    while not await asyncio.to_thread(holds):
        assert time.monotonic() < end, f"not in time: {what}"
        await asyncio.sleep(rest)


async def played(
    workers: Crew, cluster: Cluster, numbers: random.Random, size: tuple[int, float], faults: Sequence[Fault] = FAULTS
) -> tuple[dict[str, list[float]], list[Player]]:
    """All faults one after the other; between two of them every table plays on.

    `size`: how many tables, and the pause between a person's acts. Returns, for each fault, after how many seconds
    each table's next act was answered, counted from the fault's end.
    """
    players = [Player(workers.address, random.Random(numbers.random()), size[1]) for _ in range(size[0])]
    felt, is_done = dict[str, list[float]](), False
    await until(lambda: is_shared(cluster, workers.url, len(workers.ports)))
    async with httpx.AsyncClient(timeout=WAIT) as client:
        await asyncio.gather(*(one.sit_down(client) for one in players))
    playing = [asyncio.create_task(one.play(lambda _: is_done)) for one in players]
    try:
        await until(lambda: all(one.done for one in players), what="everybody has acted")
        for fault in faults:
            await fault(workers, cluster)
            ended = time.monotonic()
            await until(
                lambda: all(one.is_over or one.times[-1] > ended for one in players),  # noqa: B023
                0.05, f"every table goes on after {fault.__name__}",
            )  # fmt: skip
            nexts = [[time for time in one.times if time > ended] for one in players]
            felt[fault.__name__] = sorted(min(times) - ended for times in nexts if times)
        is_done = True
        await asyncio.wait_for(asyncio.gather(*playing), WAIT)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return felt, players


def kept(cluster: Cluster, url: str, table: str) -> tuple[list[str], int, int]:
    """What the database has of seat 0's acts, of entries, and the highest number of one."""
    found = list[str]()
    rows = cluster.do("SELECT number, entry FROM log WHERE table_id = %s ORDER BY number", url, table)
    for _, entry in rows:
        found += [text for seat, text in json.loads(entry).get("acts", ()) if seat == 0]
    for (draft,) in cluster.do("SELECT draft FROM drafts WHERE table_id = %s AND seat = 0", url, table):
        found += json.loads(draft)[0]
    return found, len(rows), rows[-1][0]


def wrong(cluster: Cluster, url: str, player: Player) -> list[str]:
    """What was lost or doubled of what this person did."""
    acts, count, last = kept(cluster, url, player.table)
    said = list(player.faults)
    if acts != player.done:
        said.append(f"{player.table}: {len(player.done)} acts were answered, {len(acts)} are kept")
    if count != last:
        said.append(f"{player.table}: {count} entries up to number {last}")
    return said
