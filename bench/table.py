"""The table: how quickly a seat's view is made, and how many acts per second go through real sockets to the disk."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from statistics import median
from typing import IO, Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from bench.figures import ROOT, Figure, Section
from coven.engine.match import Match
from coven.games import load_game
from coven.server import frames
from coven.server.messages import NewTable
from coven.server.opening import new_table
from coven.server.table import Table

TABLES = 32
SEATS = 3
GAME = "three-witches"
POSITIONS = 400
UNSEEN = ("lead ", "give ")
"""Acts that no other seat is shown: nobody waits for a frame."""


def views(repetitions: int) -> Section:
    """A seat's view from the truth to bytes, and the whole frame around it."""
    view_times, frame_times, sizes = [], [], []
    for number in range(repetitions):
        places = positions(number)
        view_times.append(median(microseconds(view_bytes, *one) for one in places))
        frame_times.append(median(microseconds(frame_bytes, *one) for one in places))
        sizes.append(median(len(frame_bytes(*one)) for one in places))
    figures = [
        Figure("a seat's view: hide, describe, encode", "µs", view_times),
        Figure("a whole frame: view, question, choices, log", "µs", frame_times),
        Figure("size of a frame", "bytes", sizes),
    ]
    about = f"Medians over {POSITIONS} positions of random games of 3 Witches, plain Python, one core."
    return Section("A seat's view", about, figures)


def positions(number: int) -> list[tuple[Table, int]]:
    """Tables of random games at random places, and a seat."""
    rng = random.Random(number)
    found = []
    for _ in range(POSITIONS):
        game = load_game(GAME)
        table = new_table(game, SEATS, game.decks.default())
        for seat in range(SEATS):
            table.sit(seat, f"Seat {seat}", secrets.token_hex(16))
        table.start()
        for _ in range(rng.randrange(1, 100)):
            if table.status == "playing":
                random_act(table, rng)
        seat = rng.randrange(SEATS)
        table.chronicle(seat)
        found.append((table, seat))
    return found


def random_act(table: Table, rng: random.Random) -> None:
    """Any act of anybody."""
    match = table.running
    seat = rng.choice(match.pending)
    table.act(seat, table.question_id(seat), rng.choice(match.numbers(seat)))


def view_bytes(table: Table, seat: int) -> bytes:
    """What the seat sees, from the truth to bytes."""
    match: Match = table.running
    return frames.encode(match.view(seat))


def frame_bytes(table: Table, seat: int) -> bytes:
    """The frame that a page is sent after an act."""
    told = table.chronicle(seat).lines[-1].entry - 2
    return frames.encode(frames.frame_of(table, seat, {0, 1, 2}, told))


def microseconds(work: Callable[[Table, int], bytes], table: Table, seat: int) -> float:
    """One run, after one to warm up."""
    work(table, seat)
    start = time.perf_counter()
    work(table, seat)
    return (time.perf_counter() - start) * 1e6


@dataclass
class Client:
    """One seat at one table, over a real socket."""

    page: ClientConnection
    frame: dict[str, Any] = field(default_factory=dict)
    answer: dict[str, Any] = field(default_factory=dict)
    frames: int = 0
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    moved: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        """Take in what the server sends."""
        async for text in self.page:
            message = json.loads(text)
            if message["type"] == "frame":
                self.frame = message
                self.frames += 1
                self.moved.set()
            elif message["type"] != "pulse":
                self.answer = message
                self.answered.set()


def browsers(address: str) -> httpx.AsyncClient:
    """One connection pool for many browsers: it keeps no cookies."""
    none = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    return httpx.AsyncClient(base_url=address, headers={"Origin": address}, timeout=30, cookies=none)


async def open_table(address: str, http: httpx.AsyncClient) -> list[Client]:
    """Three clients at a table that has begun, each in a browser of her own."""
    wanted = NewTable(GAME, SEATS, "Anna", secrets.token_hex(16), [])
    answer = await http.post("/api/tables", json={name: getattr(wanted, name) for name in wanted.__struct_fields__})
    seated = answer.raise_for_status().json()
    path = f"/api/tables/{seated['table']}"
    cookies = [cookies_of(answer)]
    for seat in range(1, SEATS):
        guest = cookies_of(await http.post(f"{path}/enter", json={"token": seated["invite"]}))
        content = {"name": f"Seat {seat}", "nonce": secrets.token_hex(16)}
        cookies.append(cookies_of(await http.post(f"{path}/seats/{seat}", json=content, headers={"Cookie": guest})))
    clients = []
    for seat, cookie in enumerate(cookies):
        url = f"{address.replace('http', 'ws')}{path}/socket?seat={seat}"
        clients.append(Client(await connect(url, origin=address, additional_headers={"Cookie": cookie})))  # type: ignore[arg-type]
    return clients


def cookies_of(answer: httpx.Response) -> str:
    """What the browser of that answer sends from now on."""
    return "; ".join(f"{name}={value}" for name, value in answer.raise_for_status().cookies.items())


async def play(address: str, http: httpx.AsyncClient, until: float, delays: list[float], rng: random.Random) -> int:
    """One game after the other until the time is up; returns how many acts were made and answered."""
    acts = 0
    while time.perf_counter() < until:
        clients = await open_table(address, http)
        tasks = [asyncio.create_task(client.listen()) for client in clients]
        await clients[0].page.send(json.dumps({"type": "start", "id": "start"}))
        while any(client.frame.get("status") != "playing" for client in clients):
            await asyncio.sleep(0.005)
        while time.perf_counter() < until and clients[0].frame["status"] == "playing":
            acts += await act(clients, delays, rng)
        for client, task in zip(clients, tasks, strict=True):
            await client.page.close()
            task.cancel()
    return acts


async def act(clients: list[Client], delays: list[float], rng: random.Random) -> int:
    """One act of one seat; the time until each other seat has the frame that shows it."""
    due = [client for client in clients if client.frame["question"] and client.frame["question"]["is_due"]]
    if not due:
        await asyncio.sleep(0.001)
        return 0
    actor = rng.choice(due)
    choice, question = rng.choice(actor.frame["choices"]), actor.frame["question"]["id"]
    others = [client for client in clients if client is not actor]
    for client in clients:
        client.moved.clear()
        client.answered.clear()
    start = time.perf_counter()
    message = {"type": "act", "id": secrets.token_hex(6), "question": question, "action": choice["action"]}
    await actor.page.send(json.dumps(message))
    if not choice["text"].startswith(UNSEEN):
        for client in others:
            await asyncio.wait_for(client.moved.wait(), 10)
            delays.append(time.perf_counter() - start)
    await asyncio.wait_for(actor.answered.wait(), 10)
    return 1


async def load(address: str, seconds: float, tables_at_once: int) -> tuple[float, list[float]]:
    """Acts a second, and all delays in seconds."""
    delays: list[float] = []
    async with browsers(address) as http:
        until = time.perf_counter() + seconds
        runs = [play(address, http, until, delays, random.Random(number)) for number in range(tables_at_once)]
        acts = sum(await asyncio.gather(*runs))
    return acts / seconds, delays


def traffic(repetitions: int, seconds: float) -> Section:
    """Bot clients in this process, the server in another; every act is on disk before it is answered."""
    rates, medians, slowest = [], [], []
    for _ in range(repetitions):
        with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as address:
            rate, delays = asyncio.run(load(address, seconds, TABLES))
            delays.sort()
            rates.append(rate)
            medians.append(1000 * delays[len(delays) // 2])
            slowest.append(1000 * delays[len(delays) * 99 // 100])
    figures = [
        Figure("acts answered", "acts/s", rates),
        Figure("from act to the others' view, p50", "ms", medians),
        Figure("from act to the others' view, p99", "ms", slowest),
    ]
    about = (
        f"{TABLES} tables of three bot clients each, over real sockets; a table's next act follows at once. Server and "
        "clients share the cores. SQLite with synchronous = FULL: an act is on disk before anybody hears of it."
    )
    return Section("The table under load", about, figures)


def profile(seconds: float) -> Section:
    """What the server does for an act, while as many are made as it can take."""
    with tempfile.TemporaryDirectory() as folder:
        samples = Path(folder) / "samples.json"
        with process(Path(folder), "--sample", str(samples)) as (address, number):
            before = processor_seconds(number)
            rate, _ = asyncio.run(load(address, seconds, TABLES))
            pairs = zip(processor_seconds(number), before, strict=True)
            main, others = ((now - then) / (rate * seconds) * 1e6 for now, then in pairs)
        counts = json.loads(samples.read_text(encoding="utf-8"))
    total = sum(counts.values())
    figures = [Figure(place, "µs/act", [main * count / total]) for place, count in Counter(counts).most_common()]
    figures += [
        Figure("the writer's and other threads", "µs/act", [others]),
        Figure("all together", "µs/act", [main + others]),
    ]
    about = (
        f"Processor time of the server: {TABLES} tables of 3 Witches, three clients each. A table's next act follows "
        "at once, and a new table follows a game that ends. The main thread is sampled in equal steps of its processor "
        "time; a function counts where it belongs, not where it is called."
    )
    return Section("Where an act's time goes", about, figures)


@contextmanager
def process(folder: Path, *options: str, log: int | IO[str] = subprocess.DEVNULL) -> Iterator[tuple[str, int]]:
    """A server in a separate process: its address and process id. `log`: where it logs to."""
    command = [sys.executable, "-m", "bench.serve", str(folder), *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True) as found:
        try:
            yield found.stdout.readline().strip() if found.stdout else "", found.pid
        finally:
            found.send_signal(signal.SIGINT)
            found.wait(30)


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """A server without rate limits, in a separate process; its address."""
    with process(folder) as (address, _):
        yield address


def processor_seconds(process: int) -> tuple[float, float]:
    """What a process has used of the processor: its main thread, and its other threads."""
    main, others = 0.0, 0.0
    for thread in Path(f"/proc/{process}/task").iterdir():
        fields = (thread / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        if thread.name == str(process):
            main += used
        else:
            others += used
    return main, others


def page_sizes() -> Section:
    """What a browser loads."""
    assets = ROOT / "coven" / "server" / "static" / "assets"
    figures = []
    for kind in ("js", "css", "woff2"):
        files = sorted(assets.glob(f"*.{kind}"))
        packed = sum(len(gzip.compress(file.read_bytes(), 9)) for file in files)
        figures.append(Figure(f"all .{kind}, compressed", "KB", [packed / 1000]))
    return Section("The page", "gzip -9 of the built files; fonts are compressed already.", figures)


def starts(repetitions: int) -> Section:
    """`make play` once everything is set up, until the address stands there."""
    times = []
    for _ in range(repetitions):
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            process = subprocess.Popen(
                ["make", "-s", "play", f"ARGS=--no-open --port 0 --data {folder}"],
                cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True,
            )  # fmt: skip
            while process.stdout and "Coven is open" not in (line := process.stdout.readline()):
                if not line:
                    raise RuntimeError("make play did not start")
            times.append(time.perf_counter() - start)
            os.killpg(process.pid, signal.SIGINT)
            process.communicate(timeout=20)
    return Section("Second start", "`make play` until the address is printed.", [Figure("start", "s", times)])
