"""A page's socket: frames go out whenever its table has changed, messages come in, one after the other."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from dataclasses import dataclass, field
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from coven.server.advice import Advisor
from coven.server.deeds import AskAdvice, ToServer
from coven.server.errors import Refused
from coven.server.frames import encode, frame_of
from coven.server.keys import need_seat
from coven.server.messages import Answer, Frame
from coven.server.table import Table
from coven.server.tables import Tables

MOST_BYTES = 64 * 1024
"""Longest message from a page."""
CLOSE_NO_SEAT, CLOSE_NO_TABLE, CLOSE_TOO_FAST, CLOSE_TOO_BIG = 4401, 4404, 4429, 1009

log = logging.getLogger(__name__)
decode = msgspec.json.Decoder(ToServer).decode

Socket = WebSocket[Any, Any, Any]


@dataclass
class Pace:
    """How many messages a page may send: a bucket that fills up again with time."""

    per_second: float = 15.0
    burst: float = 40.0
    patience: int = 200
    """Messages beyond that which are answered; then the socket is closed."""
    _left: float = field(default=0.0, init=False)
    _when: float = field(default_factory=time.monotonic, init=False)

    def __post_init__(self) -> None:
        self._left = self.burst

    def check(self) -> bool:
        """May another message come in now? False: too fast."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._when) * self.per_second)
        self._when = now
        if self._left < 1:
            self.patience -= 1
            return False
        self._left -= 1
        return True


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: Socket, table: FromPath[str], seat: FromQuery[int]) -> None:
    """A seat's page. Frames go out at once and after every change; each message is answered under its id."""
    tables: Tables = socket.app.state.tables
    try:
        async with tables.at(table) as found:
            need_seat(found, seat, socket.cookies)
    except Refused as error:
        await socket.accept()
        await socket.send_bytes(encode(error.problem()))
        await socket.close(CLOSE_NO_TABLE if error.code == "not_found" else CLOSE_NO_SEAT, error.text)
        return
    await socket.accept()
    await Page(tables, socket, table, seat).serve()


class Page:
    """One open page."""

    def __init__(self, tables: Tables, socket: Socket, table: str, seat: int) -> None:
        self._tables, self._socket, self._table, self._seat = tables, socket, table, seat
        self._pace = Pace(*socket.app.state.settings.pace)
        self._advisor: Advisor = socket.app.state.advisor
        self._asking: asyncio.Task[None] | None = None
        self._sent: Frame | None = None
        self._told = 0
        self._bell = asyncio.Event()
        self._showing = asyncio.Lock()

    async def serve(self) -> None:
        """Until the page is closed."""
        live = self._tables.live
        self._bell = live.join(self._table, self._seat)
        live.ring(self._table)
        frames = asyncio.create_task(self._send_frames())
        try:
            await self._read()
        except WebSocketDisconnect:
            pass
        finally:
            tasks = [frames, *([self._asking] if self._asking else [])]
            for task in tasks:
                task.cancel()
            live.leave(self._table, self._seat, self._bell)
            live.ring(self._table)
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _send_frames(self) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                await self._bell.wait()
                try:
                    await self._show()
                except Refused as error:
                    if error.code == "storage":
                        await asyncio.sleep(1)
                        self._bell.set()
                        continue
                    await self._close(error, CLOSE_NO_SEAT)
                    return

    async def _show(self) -> None:
        """Send a frame if the bell has rung: an answer comes after the frame that shows what it did."""
        async with self._showing:
            if self._bell.is_set():
                self._bell.clear()
                await self._send_frame()

    async def _send_frame(self) -> None:
        """What the seat sees now, unless that is what it was sent last."""
        async with self._tables.at(self._table) as found:
            need_seat(found, self._seat, self._socket.cookies)
            live = self._tables.live
            frame = frame_of(
                found, self._seat, live.present(self._table), self._told, live.excuses(self._table),
                live.absences(self._table),
            )  # fmt: skip
        quiet = msgspec.structs.replace(frame, log=[], log_from=0)
        if quiet == self._sent and not frame.log:
            return
        self._sent = quiet
        self._told += len(frame.log)
        await self._send(frame)

    async def _read(self) -> None:
        while True:
            text = await self._socket.receive_text()
            if len(text) > MOST_BYTES or len(text.encode("utf-8", "replace")) > MOST_BYTES:
                await self._close(Refused("too_big", f"A message has at most {MOST_BYTES // 1024} KB"), CLOSE_TOO_BIG)
                return
            if not self._pace.check():
                slow = Refused("slow_down", "That was too fast: wait a moment")
                if self._pace.patience < 0:
                    await self._close(slow, CLOSE_TOO_FAST)
                    return
                await self._send(slow.problem(_id_of(text)))
                continue
            await self._obey(text)

    async def _obey(self, text: str) -> None:
        try:
            message = decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            await self._refuse(Refused("bad_message", f"This message cannot be read: {error}"), _id_of(text))
            return
        if isinstance(message, AskAdvice):
            await self._ask(message)
            return
        try:
            await self._tables.obey(self._table, self._seat, message, self._need_seat)
        except Refused as error:
            await self._refuse(error, message.id)
            return
        await self._answer(Answer(message.id))

    async def _ask(self, message: AskAdvice) -> None:
        """Have a question thought about while the page goes on; one at a time."""
        if self._asking and not self._asking.done():
            await self._refuse(Refused("slow_down", "The high witch is thinking already: wait a moment"), message.id)
            return
        self._asking = asyncio.create_task(self._advise(message))

    async def _advise(self, message: AskAdvice) -> None:
        try:
            advice = await self._advisor.ask(self._table, self._seat, message, self._need_seat)
        except Refused as error:
            await self._refuse(error, message.id)
            return
        await self._answer(advice)

    def _need_seat(self, found: Table) -> None:
        need_seat(found, self._seat, self._socket.cookies)

    async def _refuse(self, error: Refused, answers: str) -> None:
        log.info("table %s: seat %d refused: %s", self._table, self._seat, error.code)
        await self._answer(error.problem(answers))

    async def _answer(self, message: msgspec.Struct) -> None:
        is_gone = False
        try:
            await self._show()
        except Refused:
            is_gone = True
        await self._send(message)
        if is_gone:  # the frames' own task closes the page
            self._bell.set()

    async def _send(self, message: msgspec.Struct) -> None:
        await self._socket.send_data(encode(message).decode())

    async def _close(self, error: Refused, code: int) -> None:
        log.info("table %s: seat %d closed: %s", self._table, self._seat, error.code)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._send(error.problem())
            await self._socket.close(code, error.text)


def _id_of(text: str) -> str:
    """The id of a message that is not obeyed, if it has one."""
    try:
        found = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        return ""
    name = found.get("id")
    return name[:64] if isinstance(name, str) else ""
