"""A server among hostile strangers: how it answers, and what an innocent table notices."""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import httpx

from bench.figures import ROOT, Figure, Section
from bench.strangers import PROXY
from bench.table import Client, browsers, open_table, process
from coven.games import load_game
from coven.server.folding import fold
from coven.server.store import Store

PAUSE = 0.04
"""Seconds between an answer and the next act: three seats together stay below one seat's limit."""
LONGEST = 30.0
"""Seconds that the innocent wait for an answer."""
TROUBLE = re.compile(r"^.*(?:Traceback|Exception|_broke\b|^\S+ (?:error|critical) ).*", re.MULTILINE)
BLAMED = re.compile(r'^coven_refusals_total\{code="(?:broken|damaged|storage)"\} .*', re.MULTILINE)
OPTIONS = ("--guarded", "--forwarded-by", PROXY)


@dataclass(frozen=True)
class Size:
    """How much of it: `rounds` times a while alone and a while beside strangers, who send all that in equal parts."""

    rounds: int
    seconds: float
    """Length of each while. Strangers take longer if the server or the machine cannot keep up."""
    messages: int
    requests: int


@dataclass
class Outcome:
    """The results."""

    alone: list[list[float]] = field(default_factory=list)
    """By round: seconds from each act of the innocent to its answer."""
    beside: list[list[float]] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    """By round: messages of strangers a second."""
    memory: list[float] = field(default_factory=list)
    """MB that the server holds: before the first strangers, and after each round."""
    peak: float = 0.0
    """MB, the most it has ever held."""
    sent: int = 0
    asked: int = 0
    opened: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    health: int = 0
    """The status of /healthz at the end."""
    lost: int = 0
    """Answered acts of the innocent that are missing in their tables' logs."""
    metrics: str = ""
    log: str = ""

    def faults(self) -> list[str]:
        """Faults, each in a sentence; a median that is too long is not one of them."""
        answers = [f"answered {one}" for one in self.answers if re.fullmatch(r"5\d\d|socket 1011", one)]
        lines = [f"the log says: {found[0]}" for found in TROUBLE.finditer(self.log)]
        lost = [f"{self.lost} answered acts are lost"] if self.lost else []
        health = [] if self.health == 200 else [f"/healthz answers {self.health}"]
        counted = [f"counted: {found[0]}" for found in BLAMED.finditer(self.metrics)]
        return answers + lines + lost + health + counted

    def ratios(self) -> list[float]:
        """By round: the innocent's median beside strangers to alone."""
        return [median(beside) / median(alone) for alone, beside in zip(self.alone, self.beside, strict=True)]


class Innocent:
    """Three people at one table, who act at random in turn, and start again when a game is over."""

    def __init__(self, address: str, rng: random.Random) -> None:
        self._address, self._rng = address, rng
        self._clients: list[Client] = []
        self._listening: list[asyncio.Task[None]] = []
        self.table = ""
        self.acts: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        """By table: seat and action of every act that was answered."""

    async def sit_down(self) -> None:
        """Open a table and begin."""
        await self.go()
        async with browsers(self._address) as http:
            self._clients = await open_table(self._address, http)
        request = self._clients[0].page.request
        self.table = request.path.split("/")[3] if request else ""
        self._listening = [asyncio.create_task(client.listen()) for client in self._clients]
        await self._clients[0].page.send(json.dumps({"type": "start", "id": "start"}))

    async def go(self) -> None:
        """Close all pages."""
        for client, task in zip(self._clients, self._listening, strict=True):
            await client.page.close()
            task.cancel()

    async def play(self, end: asyncio.Event) -> list[float]:
        """Play until the end; seconds from each act to its answer."""
        waits: list[float] = []
        while not end.is_set():
            if not self._clients or self._clients[0].frame.get("status") == "over":
                await self.sit_down()
            await asyncio.sleep(PAUSE)
            due = [client for client in self._clients if (client.frame.get("question") or {}).get("is_due")]
            if due:
                waits.append(await self._act(self._rng.choice(due)))
        return waits

    async def _act(self, client: Client) -> float:
        action = self._rng.choice(client.frame["choices"])["action"]
        message = {
            "type": "act",
            "id": secrets.token_hex(6),
            "question": client.frame["question"]["id"],
            "action": action,
        }
        client.answered.clear()
        start = time.perf_counter()
        await client.page.send(json.dumps(message))
        await asyncio.wait_for(client.answered.wait(), LONGEST)
        seconds = time.perf_counter() - start
        if client.answer["type"] == "answer":
            self.acts[self.table].append((self._clients.index(client), action))
        elif client.answer["code"] != "stale":  # her frame was on its way
            raise RuntimeError(f"an innocent act was refused: {client.answer}")
        return seconds


def hostile(repetitions: int, size: Size) -> Section:
    """An innocent table among hostile strangers; raises RuntimeError if the server has shown a fault."""
    runs = []
    for seed in range(repetitions):
        with tempfile.TemporaryDirectory() as folder:
            runs.append(asyncio.run(run(Path(folder), seed, size)))
    if faults := [fault for one in runs for fault in one.faults()]:
        raise RuntimeError("\n".join(faults))
    figures = []
    for name, waits in (("alone", [one.alone for one in runs]), ("beside", [one.beside for one in runs])):
        by_round = [sorted(found) for one in waits for found in one]
        for part in (50, 99):
            milliseconds = [1000 * found[len(found) * part // 100] for found in by_round]
            figures.append(Figure(f"{name}: from act to its answer, p{part}", "ms", milliseconds))
    figures += [
        Figure("p50 beside to alone", "x", [ratio for one in runs for ratio in one.ratios()]),
        Figure("messages of strangers", "a second", [rate for one in runs for rate in one.rates]),
        Figure("memory of the server before", "MB", [one.memory[0] for one in runs]),
        Figure("memory of the server after a round", "MB", [held for one in runs for held in one.memory[1:]]),
        Figure("most memory that the server ever had", "MB", [one.peak for one in runs]),
    ]
    about = (
        f"A run of {size.rounds} rounds, each for a while alone and for a while beside strangers, who send "
        f"{size.messages:,} messages and {size.requests} strange requests in all, half from one address and half from "
        "many. Usual limits; server, strangers and the innocent are three processes that share the cores. Three people "
        f"play 3 Witches and act {1000 * PAUSE:.0f} ms after each answer."
    )
    return Section("An innocent table among hostile strangers", about, figures, tuple(notes(runs)))


def notes(runs: list[Outcome]) -> list[str]:
    """What was sent and what came back."""
    answers = sum((one.answers for one in runs), Counter[str]())
    sent, asked, opened = (sum(getattr(one, name) for one in runs) for name in ("sent", "asked", "opened"))
    told = ", ".join(f"{name}: {count:,}" for name, count in sorted(answers.items()))
    return [
        f"Sent: {sent:,} messages over sockets of {opened:,} tables, {asked:,} strange requests. Answers by HTTP "
        f'status, and by the code with which sockets were closed ("cut": without any): {told}.',
        "No answer says that the server is at fault, nothing in its log tells of a fault, /healthz answers 200 at the "
        "end, and every act that the innocent were told is done is in their tables' logs: else this would not be here.",
    ]


async def run(folder: Path, seed: int, size: Size) -> Outcome:
    """A server in that folder with the usual limits; the innocent in this process, strangers in another."""
    outcome = Outcome()
    with (folder / "log").open("w+", encoding="utf-8") as log:
        with process(folder, *OPTIONS, log=log) as (address, server):
            await _rounds(address, server, seed, size, outcome, innocent := Innocent(address, random.Random(seed)))
            async with httpx.AsyncClient(timeout=LONGEST) as http:
                outcome.health = (await http.get(f"{address}/healthz")).status_code
                outcome.metrics = (await http.get(f"{address}/metrics")).text
            await innocent.go()
        log.seek(0)
        outcome.log = log.read()
    outcome.lost = await _lost(folder, innocent)
    return outcome


async def _rounds(address: str, server: int, seed: int, size: Size, outcome: Outcome, innocent: Innocent) -> None:
    command = [sys.executable, "-m", "bench.strangers", address, str(seed)]
    strangers = await create_subprocess_exec(*command, cwd=ROOT, stdin=PIPE, stdout=PIPE)
    try:
        await innocent.sit_down()
        await _alone(innocent, min(1.0, size.seconds))  # to warm up
        outcome.memory.append(held(server)[0])
        for number in range(size.rounds):
            for is_beside in (False, True) if number % 2 == 0 else (True, False):
                if is_beside:
                    outcome.beside.append(await _beside(innocent, strangers, size, outcome))
                    memory, outcome.peak = held(server)
                    outcome.memory.append(memory)
                else:
                    outcome.alone.append(await _alone(innocent, size.seconds))
    finally:
        if strangers.stdin:
            strangers.stdin.close()
        await strangers.wait()


async def _alone(innocent: Innocent, seconds: float) -> list[float]:
    end = asyncio.Event()
    asyncio.get_running_loop().call_later(seconds, end.set)
    return await innocent.play(end)


async def _beside(innocent: Innocent, strangers: Process, size: Size, outcome: Outcome) -> list[float]:
    """The innocent play until the strangers have sent this round's part."""
    if strangers.stdin is None or strangers.stdout is None:
        raise RuntimeError("the strangers have no pipes")
    end, began, before = asyncio.Event(), time.perf_counter(), outcome.sent
    wanted = [innocent.table, size.messages // size.rounds, size.requests // size.rounds, size.seconds]
    strangers.stdin.write(f"{json.dumps(wanted)}\n".encode())
    playing = asyncio.create_task(innocent.play(end))
    said = await strangers.stdout.readline()
    end.set()
    told = json.loads(said)
    outcome.sent, outcome.asked, outcome.opened = told["sent"], told["asked"], told["opened"]
    outcome.answers = Counter(told["answers"])
    outcome.rates.append((outcome.sent - before) / (time.perf_counter() - began))
    return await playing


def held(process_id: int) -> tuple[float, float]:
    """MB that a process holds, and its peak; only on Linux."""
    status = Path(f"/proc/{process_id}/status")
    text = status.read_text() if status.exists() else ""
    now, most = (re.search(rf"{name}:\s+(\d+)", text) for name in ("VmRSS", "VmHWM"))
    return (int(now[1]) / 1000 if now else 0.0), (int(most[1]) / 1000 if most else 0.0)


async def _lost(folder: Path, innocent: Innocent) -> int:
    """Answered acts that are missing on the server's disk."""
    store, lost = Store(f"sqlite:///{folder / 'tables.sqlite'}"), 0
    await store.open()
    for table, acts in innocent.acts.items():
        stored = await store.load(table)
        match = fold(load_game(stored.head.game), stored).match if stored else None
        kept = Counter(match.acts if match else [])
        lost += (Counter(acts) - kept).total()
    await store.close()
    return lost
