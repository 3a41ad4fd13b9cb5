"""A page's socket: frames go out whenever its table has changed, messages come in, one after the other."""

from __future__ import annotations

import asyncio
import contextlib
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
from coven.server.limits import Buckets, address_of
from coven.server.messages import Answer, Frame, Pulse
from coven.server.refusals import Refusals, at_seat, from_address
from coven.server.table import Table
from coven.server.tables import Tables

MOST_BYTES = 64 * 1024
"""Longest message from a page."""
LONGEST_REASON = 123
PATIENCE = 200
"""Messages of a page beyond its seat's share that are answered; then the socket is closed."""
CLOSE_NO_SEAT, CLOSE_NO_TABLE, CLOSE_TOO_FAST, CLOSE_TOO_BIG = 4401, 4404, 4429, 1009
CLOSE_RESTART = 1012

decode = msgspec.json.Decoder(ToServer).decode

Socket = WebSocket[Any, Any, Any]


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: Socket, table: FromPath[str], seat: FromQuery[int]) -> None:
    """A seat's page. Frames go out at once and after every change; each message is answered under its id."""
    tables: Tables = socket.app.state.tables
    try:
        async with tables.at(table) as found:
            need_seat(found, seat, socket.cookies)
    except Refused as error:
        socket.app.state.refusals.note(from_address(address_of(socket)), error.code, route="socket")
        await socket.accept()
        await socket.send_bytes(encode(error.problem()))
        await socket.close(CLOSE_NO_TABLE if error.code in ("not_found", "damaged") else CLOSE_NO_SEAT, _brief(error))
        return
    await socket.accept()
    await Page(tables, socket, table, seat).serve()


class Page:
    """One open page."""

    def __init__(self, tables: Tables, socket: Socket, table: str, seat: int) -> None:
        self._tables, self._socket, self._table, self._seat = tables, socket, table, seat
        paces: Buckets = socket.app.state.paces
        self._pace, self._patience = paces.of((table, seat)), PATIENCE
        self._refusals: Refusals = socket.app.state.refusals
        self._advisor: Advisor = socket.app.state.advisor
        self._asking: asyncio.Task[None] | None = None
        self._sent: Frame | None = None
        self._told = 0
        self._bell = asyncio.Event()
        self._showing, self._obeying = asyncio.Lock(), asyncio.Lock()

    async def serve(self) -> None:
        """Until the page is closed."""
        live = self._tables.live
        self._bell = live.join(self._table, self._seat, address_of(self._socket))
        live.ring(self._table)
        running = [asyncio.create_task(one) for one in (self._send_pulses(), self._send_frames())]
        try:
            await self._arrive()
            await self._read()
        except WebSocketDisconnect:
            pass
        finally:
            tasks = [*running, *([self._asking] if self._asking else [])]
            for task in tasks:
                task.cancel()
            live.leave(self._table, self._bell)
            live.ring(self._table)
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _arrive(self) -> None:
        """Wake the table, and tell what has been lost."""
        try:
            await self._tables.wake(self._table)
            if await self._tables.has_lost_draft(self._table, self._seat):
                lost = "The server could not read what you had chosen: choose again"
                await self._refuse(Refused("damaged", lost), "")
        except Refused as error:
            if error.code != "storage":
                await self._close(error, CLOSE_NO_SEAT)

    async def _send_frames(self) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                await self._bell.wait()
                if self._tables.live.is_ending:
                    await self._end()
                    return
                try:
                    await self._show()
                except Refused as error:
                    if error.code == "storage":
                        await asyncio.sleep(1)
                        self._bell.set()
                        continue
                    async with self._obeying:  # who gives up her seat gets her answer first
                        await self._close(error, CLOSE_NO_SEAT)
                    return

    async def _send_pulses(self) -> None:
        """Browsers show scripts no pings: a page that hears nothing must know that its line is dead."""
        state = self._socket.app.state
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                await self._send(Pulse(state.client.build))
                await asyncio.sleep(state.settings.pulse)

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
            if self._sent is None:  # somebody looks: bots go on
                self._tables.on_change(found)
            live = self._tables.live
            frame = frame_of(
                found, self._seat, live.present(self._table), self._told, live.excuses(self._table),
                live.absences(self._table),
            )  # fmt: skip
        quiet = msgspec.structs.replace(frame, log=[], log_from=0, between=None)
        if quiet == self._sent and not frame.log:
            return
        self._sent = quiet
        self._told += len(frame.log)
        await self._send(frame)

    async def _read(self) -> None:
        while True:
            text = await self._socket.receive_text()
            if self._tables.live.is_ending:
                continue  # the page asks again when there is a server
            if len(text) > MOST_BYTES or len(text.encode("utf-8", "replace")) > MOST_BYTES:
                await self._close(Refused("too_big", f"A message has at most {MOST_BYTES // 1024} KB"), CLOSE_TOO_BIG)
                return
            if not self._pace.take():
                slow = Refused("slow_down", "That was too fast: wait a moment")
                self._patience -= 1
                if self._patience < 0:
                    await self._close(slow, CLOSE_TOO_FAST)
                    return
                self._note(slow)
                await self._send(slow.problem(_id_of(text)))
                continue
            async with self._obeying:
                await self._obey(text)
            if self._tables.live.is_ending:
                self._bell.set()

    async def _end(self) -> None:
        """Close, once what was asked is done and answered; the page comes back by itself."""
        async with self._obeying:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await self._socket.close(CLOSE_RESTART, "The server restarts")

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

    def _note(self, error: Refused) -> None:
        self._refusals.note(at_seat(self._table, self._seat), error.code)

    async def _refuse(self, error: Refused, answers: str) -> None:
        self._note(error)
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
        self._note(error)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._send(error.problem())
            await self._socket.close(code, _brief(error))


def _brief(error: Refused) -> str:
    """The reason in a close frame, which takes 123 bytes; the sentence itself has gone before as a message."""
    return error.text.encode()[:LONGEST_REASON].decode("utf-8", "ignore")


def _id_of(text: str) -> str:
    """The id of a message that is not obeyed, if it has one."""
    try:
        found = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        return ""
    name = found.get("id")
    return name[:64] if isinstance(name, str) else ""
