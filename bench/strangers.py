"""Hostile strangers at a server, with many connections at once from one address and from many, as a separate program.

`python -m bench.strangers ADDRESS SEED` reads lines of JSON, each a list: the table at which the innocent play, how
many messages and strange requests to send, and in how many seconds. After each it prints what there was so far
(`Strangers.told`). The server must believe what PROXY forwards.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from bench.hostility import Hostility, frame

ONE, PROXY = "127.0.0.3", "127.0.0.2"
"""Half of them come from one address; half through a trusted proxy, each time from another address."""
FLOODERS, ASKERS = 12, 6
SOCKET_MESSAGES, BATCH = 300, 10
SOCKETS_OF_TABLE = 4
SILENCE = 1.0
"""Seconds without an answer before a stranger leaves."""
LONGEST = 10.0
"""Seconds that a stranger waits for what has to come."""
MOST_LEFT = 200
"""Connections left open silently, and sockets that are never read."""
STORM = 10
"""Short-lived connections per strange request."""
STUBBORN = 600
"""Messages of one socket, and at most as many keys of one address: more than any server takes at once."""
STATUS = re.compile(rb"(?:^|\n)HTTP/1\.1 (\d{3}) ")
CUT = (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)


@dataclass
class Line:
    """A connection to the server."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def send(self, data: bytes) -> None:
        """Returns when the system has most of it; raises TimeoutError if the server reads nothing."""
        self.writer.write(data)
        await asyncio.wait_for(self.writer.drain(), SILENCE)

    async def hear(self) -> bytes:
        """What the server says, until it closes or is silent."""
        heard = bytearray()
        with suppress(*CUT):
            while part := await asyncio.wait_for(self.reader.read(65536), SILENCE):
                heard += part
        return bytes(heard)

    async def last(self, *, awaits_close: bool = False) -> bytes:
        """The end of what the server says until the line is cut, or until it has said that it closes the socket."""
        tail = b""
        with suppress(*CUT):
            while part := await self.reader.read(65536):
                tail = (tail + part)[-130:]
                if awaits_close and _close_code(tail) != "cut":
                    break
        return tail

    def cut(self) -> None:
        """Go without a word."""
        self.writer.transport.abort()


@dataclass
class Seat:
    """A stranger's own table."""

    table: str
    cookie: str
    sockets: int = 0


@dataclass
class Strangers:
    """All of them. Equal seeds have each stranger send the same in the same order."""

    address: str
    seed: int
    sent: int = 0
    """Messages over sockets."""
    asked: int = 0
    """Strange requests."""
    opened: int = 0
    """Tables."""
    answers: Counter[str] = field(default_factory=Counter)
    """By HTTP status, and by the code with which sockets were closed."""
    left: list[Line] = field(default_factory=list)

    def __post_init__(self) -> None:
        parts = urlsplit(self.address)
        self._host, self._port = parts.hostname or "", parts.port or 0
        seeds = [random.Random(f"{self.seed} {number}") for number in range(FLOODERS + ASKERS)]
        self._each = [Hostility(rng, parts.netloc, "") for rng in seeds]
        self._begun, self._wanted = (0, 0, 0.0), (0, 0, 0.0)

    def told(self) -> dict[str, Any]:
        """What there was so far."""
        return {"sent": self.sent, "asked": self.asked, "opened": self.opened, "answers": dict(self.answers)}

    async def trouble(self, table: str, messages: int, requests: int, seconds: float) -> None:
        """Send this many more messages and requests, in at least that time, and leave. `table`: of the innocent."""
        now = time.monotonic()
        for each in self._each:
            each.table = table
        self._begun = (self.sent, self.asked, now)
        self._wanted = (messages, requests, seconds)
        flooders, askers = self._each[:FLOODERS], self._each[FLOODERS:]
        async with asyncio.TaskGroup() as group:
            for number, one in enumerate(flooders):
                group.create_task(self._flood(one, is_one=number % 2 == 0))
            for number, one in enumerate(askers):
                group.create_task(self._ask_on(one, self.asked + number, is_one=number % 2 == 0))
        with suppress(*CUT):
            await self._insist_on_messages(self._each[0])
        await self._insist_on_keys(self._each[0])
        while self.left:
            self.left.pop().cut()

    async def _insist_on_messages(self, one: Hostility) -> None:
        """More messages than a seat may send: the server has to close the socket, however slow the machine is."""
        seat = await self._seat(one, [], is_one=True)
        if seat is None:
            return
        line = await self._seated(one, f"/api/tables/{seat.table}/socket?seat=0", [seat.cookie], is_one=True)
        if line is None:
            return
        reading = asyncio.create_task(line.last(awaits_close=True))
        for _ in range(STUBBORN // BATCH):
            await line.send(frame(b'{"type": "take", "id": "1"}') * BATCH)
        self.answers[f"socket {_close_code(await asyncio.wait_for(reading, LONGEST))}"] += 1
        line.cut()

    async def _insist_on_keys(self, one: Hostility) -> None:
        """Go on from one address until the server says "slow down"."""
        for _ in range(STUBBORN):
            line = await self._line(is_one=True)
            with suppress(*CUT):
                await line.send(one.key([]))
            heard = await line.hear()
            line.cut()
            self._note(heard)
            if heard.startswith(b"HTTP/1.1 429"):
                break

    async def _may_send(self) -> bool:
        """Is there more to send? Waits for its time."""
        return await self._is_due(self.sent - self._begun[0], self._wanted[0])

    async def _is_due(self, done: int, wanted: int) -> bool:
        ahead = self._wanted[2] * done / max(1, wanted) - (time.monotonic() - self._begun[2])
        if done < wanted and ahead > 0:
            await asyncio.sleep(ahead)
        return done < wanted

    async def _line(self, *, is_one: bool) -> Line:
        own = (ONE if is_one else PROXY, 0)
        reader, writer = await asyncio.open_connection(self._host, self._port, local_addr=own)
        return Line(reader, writer)

    def _way(self, one: Hostility, *, is_one: bool) -> list[str]:
        """Headers that say where a request comes from."""
        if is_one:
            return []
        network, host = one.rng.randbytes(2).hex(), one.rng.randrange(256)
        found = one.rng.choice([f"2001:db8:{network}::1", f"198.18.{host}.{one.rng.randrange(256)}"])
        return [f"X-Forwarded-For: {found}"]

    def _leave(self, line: Line) -> None:
        self.left.append(line)
        if len(self.left) > MOST_LEFT:
            self.left.pop(0).cut()

    # Requests

    async def _ask_on(self, one: Hostility, number: int, *, is_one: bool) -> None:
        while await self._is_due(self.asked - self._begun[1], self._wanted[1]):
            self.asked += 1
            with suppress(*CUT):
                await self._ask_strangely(one, number, is_one=is_one)
                for _ in range(STORM):
                    await self._come_and_go(one, is_one=is_one)
            number += 1

    async def _ask_strangely(self, one: Hostility, number: int, *, is_one: bool) -> None:
        data = one.request(number, self._way(one, is_one=is_one))
        line = await self._line(is_one=is_one)
        place = one.rng.choice([0, data.find(b"\r\n\r\n") + 4, len(data) // 2])  # in two parts, or at once
        with suppress(*CUT):
            await line.send(data[:place])
            await asyncio.sleep(0.05 if place else 0)
            await line.send(data[place:])
        heard = await line.hear()
        self._note(heard)
        if heard:
            line.cut()
        else:
            self._leave(line)

    async def _come_and_go(self, one: Hostility, *, is_one: bool) -> None:
        """Connect, send a part of something, or all of it, and leave before the answer."""
        line = await self._line(is_one=is_one)
        way = self._way(one, is_one=is_one)
        path = f"/api/tables/{one.rng.choice([one.table, 'none'])}/socket?seat=0"
        data = one.rng.choice([one.handshake(path, way), one.opening(way), one.key(way)])
        line.writer.write(data[: one.rng.choice([0, 20, len(data) - 2, len(data), len(data)])])
        await asyncio.sleep(0)
        if one.rng.random() < 0.1:
            self._leave(line)
        else:
            line.cut()

    def _note(self, heard: bytes) -> None:
        found = [status.decode() for status in STATUS.findall(heard)]
        self.answers.update(found or ["no answer"])

    # Sockets

    async def _flood(self, one: Hostility, *, is_one: bool) -> None:
        seats: list[Seat] = []
        while await self._may_send():
            try:
                seat = await self._seat(one, seats, is_one=is_one)
                await self._talk(one, seat, is_one=is_one)
            except CUT:
                self.answers["cut"] += 1
                await asyncio.sleep(0.01)

    async def _seat(self, one: Hostility, seats: list[Seat], *, is_one: bool) -> Seat | None:
        """A table of its own; None if the server opens no more."""
        if not seats or seats[-1].sockets >= SOCKETS_OF_TABLE:
            line = await self._line(is_one=is_one)
            await line.send(one.opening(self._way(one, is_one=is_one)))
            heard = await line.hear()
            line.cut()
            self._note(heard)
            cookies = SimpleCookie()
            for text in re.findall(rb"(?i)\r\nset-cookie: ([^\r]*)", heard):
                cookies.load(text.decode("latin-1"))
            if "coven-seat-0" in cookies:
                self.opened += 1
                cookie = "; ".join(f"{name}={found.value}" for name, found in cookies.items())
                seats.append(Seat(cookies["coven-seat-0"]["path"].rpartition("/")[2], f"Cookie: {cookie}"))
        if not seats:
            return None
        seat = seats[-1] if seats[-1].sockets < SOCKETS_OF_TABLE else one.rng.choice(seats)
        seat.sockets += 1
        return seat

    async def _talk(self, one: Hostility, seat: Seat | None, *, is_one: bool) -> None:
        """One socket: to a seat of one's own, or (one of ten) of somebody else."""
        is_other = seat is None or one.rng.random() < 0.1
        table = one.table if seat is None or is_other else seat.table
        place = one.rng.randrange(3) if is_other else 0
        headers = [*self._way(one, is_one=is_one), *([seat.cookie] if seat else [])]
        if one.rng.random() < 0.5:
            headers.append("Sec-WebSocket-Extensions: permessage-deflate")
        line = await self._seated(one, f"/api/tables/{table}/socket?seat={place}", headers, is_one=is_one)
        if line is None:
            return
        if one.rng.random() < 0.1:  # never reads
            await self._send_messages(one, line)
            self._leave(line)
            return
        reading = asyncio.create_task(line.last())
        await self._send_messages(one, line)
        with suppress(*CUT):
            await line.send(one.broken())
        with suppress(TimeoutError):
            self.answers[f"socket {_close_code(await asyncio.wait_for(reading, SILENCE))}"] += 1
        line.cut()

    async def _seated(self, one: Hostility, path: str, headers: list[str], *, is_one: bool) -> Line | None:
        """An open socket; None if the server refuses it."""
        line = await self._line(is_one=is_one)
        await line.send(one.handshake(path, headers))
        head = await asyncio.wait_for(line.reader.readuntil(b"\r\n\r\n"), LONGEST)
        self._note(head)
        if head.startswith(b"HTTP/1.1 101"):
            return line
        line.cut()
        return None

    async def _send_messages(self, one: Hostility, line: Line) -> None:
        for _ in range(SOCKET_MESSAGES // BATCH):
            if line.reader.at_eof() or line.writer.is_closing() or not await self._may_send():
                return
            try:
                await line.send(b"".join(one.message() for _ in range(BATCH)))
            except CUT:
                return
            self.sent += BATCH


def _close_code(tail: bytes) -> str:
    """The code of the closing frame at the end of what a socket has said."""
    for size in range(2, min(126, len(tail) - 1)):
        if tail[-size - 2 : -size] == bytes([0x88, size]):
            return str(int.from_bytes(tail[-size : -size + 2 or None]))
    return "cut"


def main() -> None:
    """Do what is read until there is no more."""
    strangers = Strangers(sys.argv[1], int(sys.argv[2]))
    with asyncio.Runner() as runner:
        for line in sys.stdin:
            runner.run(strangers.trouble(*json.loads(line)))
            print(json.dumps(strangers.told()), flush=True)


if __name__ == "__main__":
    main()
