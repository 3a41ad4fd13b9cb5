"""How long a person waits for bots at each pace, at tables of Witch's Brew."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bench.figures import Figure, Section
from bench.table import server
from bench.thinking import Player
from coven.server.deeds import PaceName

GAME, PLAYERS = "witchs-brew", 5
"""The most bots: the longest waits."""
READING = {"calm": 0.65, "quick": 0.13, "at-once": 0.0}
"""Seconds for which a page holds the last answer of a bot before it shows the question: web/src/lib/pace.svelte.ts."""
GOALS = {"median": 3.0, "95 %": 6.0}
"""What "quick" should keep to, in seconds."""


def pace(waits: int, tables: int) -> Section:
    """So many waits at each pace, for bots by rules of thumb, and at "quick" for each kind of witch. Thumbs play at
    several tables at once; a witch's table has the machine to itself, as a person's own has."""
    runs: list[tuple[str, PaceName, int]] = [
        ("thumb", "calm", tables), ("thumb", "quick", tables), ("thumb", "at-once", tables),
        ("witch", "quick", 1), ("high-witch", "quick", 1),
    ]  # fmt: skip
    figures, notes = [], []
    for level, name, at_once in runs:
        with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as address:
            seen = sorted(asyncio.run(played(address, level, name, waits, at_once)))
        median, high = seen[len(seen) // 2], seen[int(len(seen) * 0.95)]
        figures.append(Figure(f"{level}, {name}", "s", seen))
        notes.append(f"- {level}, {name}: median {median:.2f} s, 95 % under {high:.2f} s, longest {seen[-1]:.2f} s.")
    about = (
        f"Witch's Brew with {PLAYERS} players: one person, who answers at once and at random, and bots of one level. A "
        "wait lasts from the answer to her act until the page shows the next question, and counts only if others act "
        "in it. What the page holds so that the last answer can be read is in it. Goals at quick: a median under "
        f"{GOALS['median']:.0f} s, and 95 % under {GOALS['95 %']:.0f} s."
    )
    return Section("Waiting for bots", about, figures, ("\n".join(notes),))


async def played(address: str, level: str, name: PaceName, waits: int, tables: int) -> list[float]:
    """That many waits or a few more, from tables that play at the same time."""
    seen: list[float] = []
    wanted = {"game": GAME, "players": PLAYERS, "bots": [level] * (PLAYERS - 1)}
    async with asyncio.TaskGroup() as group:
        for number in range(tables):
            group.create_task(one_table(address, wanted, name, seen, waits, random.Random(number)))
    return seen


async def one_table(
    address: str, wanted: dict[str, Any], name: PaceName, seen: list[float], waits: int, rng: random.Random
) -> None:
    """One game after the other."""
    while len(seen) < waits:
        table, cookie = await Player(address, wanted).open()
        url = f"{address.replace('http', 'ws')}/api/tables/{table}/socket?seat=0"
        async with connect(url, origin=address, additional_headers={"Cookie": cookie}) as page:  # type: ignore[arg-type]
            await page.send(json.dumps({"type": "pace", "id": "pace", "pace": name}))
            await one_game(page, READING[name], seen, waits, rng)


async def one_game(page: ClientConnection, reading: float, seen: list[float], waits: int, rng: random.Random) -> None:
    """Answer every question, and note how long the others kept the person waiting."""
    answered, sent, asked = 0.0, "", ""
    async for text in page:
        message, now = json.loads(text), time.perf_counter()
        if message["type"] == "answer" and message["id"] == sent:
            answered = now
        if message["type"] != "frame":
            continue
        if message["status"] != "playing" or len(seen) >= waits:
            return
        question = message["question"]
        if not question["is_due"] or question["id"] == asked:
            continue
        if answered:
            seen.append(now - answered + reading)
        answered, sent, asked = 0.0, secrets.token_hex(6), question["id"]
        choice = rng.choice(message["choices"])["action"]
        await page.send(json.dumps({"type": "act", "id": sent, "question": asked, "action": choice}))
