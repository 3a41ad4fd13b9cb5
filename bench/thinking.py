"""How long searching bots take from question to answer: alone, among many, beside a stranger's tables."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.figures import Figure, Section
from bench.table import cookies_of, server

LEFT = 40
"""Tables of a stranger."""
MANY = 100
"""Tables of people behind one address."""
HOME, ELSEWHERE = "127.0.0.1", "127.0.0.2"
BREW = {"game": "witchs-brew", "players": 5, "bots": ["high-witch"] * 4}
WITCHES = {"game": "three-witches", "players": 3, "bots": ["high-witch"] * 2}


@dataclass
class Waits:
    """What a page has seen of its bots: how long each answer took, and how many came by rules of thumb."""

    seconds: list[float] = field(default_factory=list)
    by_thumb: int = 0
    _since: dict[int, float] = field(default_factory=dict)

    def note(self, seats: list[dict[str, Any]], when: float) -> None:
        """A frame has come."""
        for seat in seats:
            number, is_asked = seat["seat"], seat["kind"] == "bot" and seat["owes"]
            if is_asked:
                self._since.setdefault(number, when)
            elif number in self._since:
                self.seconds.append(when - self._since.pop(number))
                self.by_thumb += seat["excuse"] is not None

    def so_far(self, when: float) -> list[float]:
        """The answers; if there is none yet, how long people have waited so far."""
        return self.seconds or [when - since for since in self._since.values()] or [0.0]


class Player:
    """One person at tables against bots, who answers at once and at random; from an address of this machine."""

    def __init__(self, address: str, wanted: dict[str, Any], own: str = HOME) -> None:
        self._address, self._wanted, self._own = address, wanted, own
        self.waits = Waits()

    async def open(self) -> tuple[str, str]:
        """Open a table: its id, and the browser's cookies."""
        transport = httpx.AsyncHTTPTransport(local_address=self._own)
        content = {**self._wanted, "name": "Anna", "nonce": secrets.token_hex(16)}
        headers = {"Origin": self._address}
        async with httpx.AsyncClient(base_url=self._address, headers=headers, transport=transport, timeout=60) as http:
            answer = (await http.post("/api/tables", json=content)).raise_for_status()
        return answer.json()["table"], cookies_of(answer)

    async def play(self) -> None:
        """One game after the other, until cancelled."""
        while True:
            table, cookie = await self.open()
            url = f"{self._address.replace('http', 'ws')}/api/tables/{table}/socket?seat=0"
            with suppress(ConnectionClosed):
                async with connect(
                    url, origin=self._address, additional_headers={"Cookie": cookie}, local_addr=(self._own, 0)  # type: ignore[arg-type]
                ) as page:  # fmt: skip
                    await self._play_game(page)

    async def _play_game(self, page: ClientConnection) -> None:
        asked = ""
        async for text in page:
            frame = json.loads(text)
            if frame["type"] != "frame":
                continue
            self.waits.note(frame["seats"], time.perf_counter())
            if frame["status"] != "playing":
                return
            question = frame["question"]
            if question["is_due"] and question["id"] != asked:
                asked, choice = question["id"], random.choice(frame["choices"])
                message = {"type": "act", "id": secrets.token_hex(6), "question": asked, "action": choice["action"]}
                await page.send(json.dumps(message))


async def waits(players: list[Player], of: list[Player], seconds: float) -> Waits:
    """All play; what some of them see of their bots, without the first part of the time."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(seconds / 3)
    for player in of:
        player.waits.seconds.clear()
        player.waits.by_thumb = 0
    await asyncio.sleep(seconds * 2 / 3)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    seconds_waited = [one for player in of for one in player.waits.so_far(time.perf_counter())]
    return Waits(seconds_waited, sum(player.waits.by_thumb for player in of))


async def beside_strangers(address: str, seconds: float) -> list[Waits]:
    """One table alone, beside tables that were opened and left, and beside tables that are played from elsewhere."""
    await waits([Player(address, BREW)], [], seconds)  # the search is loaded
    mine, strangers = Player(address, BREW), [Player(address, BREW, ELSEWHERE) for _ in range(LEFT)]
    alone = await waits([mine], [mine], seconds)
    await asyncio.gather(*(one.open() for one in strangers))
    left = await waits([mine], [mine], seconds)
    return [alone, left, await waits([mine, *strangers], [mine], seconds)]


async def among_many(address: str, seconds: float) -> Waits:
    """Many tables behind one address."""
    await waits([Player(address, WITCHES)], [], seconds)
    many = [Player(address, WITCHES) for _ in range(MANY)]
    return await waits(many, many, seconds)


def strangers(repetitions: int, seconds: float) -> Section:
    """What a stranger can do to a table."""
    runs = []
    for _ in range(repetitions):
        with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as address:
            runs.append(asyncio.run(beside_strangers(address, seconds)))
    names = ("alone", f"beside {LEFT} tables that were opened and left", f"beside {LEFT} that one stranger plays")
    figures = []
    for place, name in enumerate(names):
        medians = [median(run[place].seconds) for run in runs]
        figures.append(Figure(f"{name}: median wait", "s", medians))
        if place:
            alone = [median(run[0].seconds) for run in runs]
            figures.append(Figure(f"{name}: to alone", "x", [a / b for a, b in zip(medians, alone, strict=True)]))
        figures.append(
            Figure(f"{name}: answered by rules of thumb", "%", [percent_by_thumb(run[place]) for run in runs])
        )
    about = (
        "A table of Witch's Brew with four high witches; from asked to answered as its page sees it, all five roles of "
        "a round together. The person answers at once. One worker searches."
    )
    return Section("Bots beside a stranger's tables", about, figures)


def crowd(repetitions: int, seconds: float) -> Section:
    """Many people at once."""
    runs = []
    for _ in range(repetitions):
        with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as address:
            runs.append(asyncio.run(among_many(address, seconds)))
    figures = [
        Figure(f"p{part}", "s", [sorted(run.seconds)[len(run.seconds) * part // 100] for run in runs])
        for part in (50, 90, 99)
    ]
    figures.append(Figure("answered by rules of thumb", "%", [percent_by_thumb(run) for run in runs]))
    figures.append(Figure("answers", "a second", [len(run.seconds) / (seconds * 2 / 3) for run in runs]))
    about = (
        f"{MANY} tables of 3 Witches with two high witches each, all played from one address by people who answer at "
        "once; from asked to answered as their pages see it."
    )
    return Section("Bots among many tables", about, figures)


def percent_by_thumb(found: Waits) -> float:
    """Of the answers, how many a searching bot gave by rules of thumb."""
    return 100 * found.by_thumb / len(found.seconds)
