"""A page's socket: frames go out when its table changes, messages come in, one after the other."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Hashable
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from coven.server.advice import Advisor
from coven.server.deeds import AskAdvice, AskLog, Emote, Pace, ToServer
from coven.server.emotes import emoted
from coven.server.errors import Elsewhere, Refused
from coven.server.frames import encode, frame_from, last_told, with_log, without_log
from coven.server.keys import need_seat, need_seat_key, seat_hash
from coven.server.limits import Buckets, address_of
from coven.server.live import Look, Moment
from coven.server.messages import Answer, Earlier, Frame, Pulse
from coven.server.refusals import Refusals, at_seat, from_address
from coven.server.table import Table
from coven.server.tables import Tables

MOST_BYTES = 64 * 1024
"""Longest message from a page."""
LONGEST_REASON = 123
PATIENCE = 200
"""How many messages beyond its seat's limit are answered; then the socket is closed."""
CLOSE_NO_SEAT, CLOSE_NO_TABLE, CLOSE_TOO_FAST, CLOSE_TOO_BIG = 4401, 4404, 4429, 1009
CLOSE_RESTART = 1012
PASSING = ("elsewhere", "storage")
"""Why a page should come again."""

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
        await turn_away(socket, error)
        return
    await socket.accept()
    await Page(tables, socket, table, seat).serve()


async def turn_away(socket: Socket, error: Refused) -> None:
    """Open the socket only to say why it is closed: browsers hide every other reason."""
    socket.app.state.refusals.note(from_address(address_of(socket)), error.code, route="socket")
    await socket.accept()
    await socket.send_bytes(encode(error.problem()))
    code = CLOSE_NO_TABLE if error.code in ("not_found", "damaged") else CLOSE_NO_SEAT
    await socket.close(CLOSE_RESTART if error.code in PASSING else code, _brief(error))


class Page:
    """One open page. Code that changes its table updates it; it handles its messages one after the other."""

    def __init__(self, tables: Tables, socket: Socket, table: str, seat: int, who: Hashable = None) -> None:
        """`who`: what shares its limits with other pages; the seat, if nothing else is said."""
        who = who or (table, seat)
        self._tables, self._socket, self._table, self._seat = tables, socket, table, seat
        self._line: Any = socket.scope["line"]  # type: ignore[typeddict-item]
        self._key = seat_hash(seat, socket.cookies)
        paces: Buckets = socket.app.state.paces
        logs: Buckets = socket.app.state.log_paces
        self._pace, self._log_pace, self._patience = paces.of(who), logs.of(who), PATIENCE
        emotes: Buckets = socket.app.state.emote_paces
        self._emote_pace = emotes.of(who)
        self._refusals: Refusals = socket.app.state.refusals
        self._advisor: Advisor = socket.app.state.advisor
        self._asking: asyncio.Task[None] | None = None
        self._running: list[asyncio.Task[None]] = []
        self._catching_up: asyncio.Task[None] | None = None
        """Runs while the page is slow to read."""
        self._is_closing = False
        self._sent = b""
        """The last frame, without its log."""
        self._told = 0
        """Number of the last entry that the page was told of."""
        self._moment: Moment | None = None
        """When the page was last shown anything."""
        self._obeying = asyncio.Lock()
        self._held: list[bytes] = []
        """What goes out together with the answer to the current message."""

    async def serve(self) -> None:
        """Serve until the page is closed."""
        live = self._tables.live
        self._push_pulse()
        self._running.append(asyncio.create_task(self._send_pulses()))
        leave = self._join()
        live.ring(self._table)
        try:
            await self._arrive()
            await self._read()
        except WebSocketDisconnect:
            pass
        finally:
            self._is_closing = True
            leave()
            live.ring(self._table)
            tasks = [*self._running, *(task for task in (self._asking, self._catching_up) if task)]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._be_freed()

    def _be_freed(self) -> None:
        """Break what would keep a closed page until the collector of cycles comes, which is late: tasks whose errors
        hold frames that hold the page, and wrappers that hold the socket that holds them."""
        self._running.clear()
        del self._socket.receive, self._socket.send

    def _join(self) -> Callable[[], None]:
        """Take part in what is shown. Returns how to leave again."""
        live = self._tables.live
        me = live.join(self._table, self._seat, address_of(self._socket), self)
        return lambda: live.leave(self._table, me)

    async def _arrive(self) -> None:
        """Wake the table, and report any lost draft."""
        try:
            await self._tables.wake(self._table)
            if await self._tables.has_lost_draft(self._table, self._seat):
                lost = "The server could not read your choice: choose again"
                await self._refuse(Refused("damaged", lost), "")
        except Refused as error:
            if error.code != "storage":
                await self._close(error, CLOSE_NO_SEAT)

    @property
    def _is_listening(self) -> bool:
        """Can anything be shown now?"""
        return not (self._is_closing or self._catching_up or self._tables.live.is_ending)

    def look(self, table: Table, common: Frame) -> Look | None:
        """What the seat sees now; None: nothing new."""
        if not self._is_listening:
            return None
        moment = Moment.of(table, self._seat, common)
        if moment == self._moment:
            return None
        frame = frame_from(common, table, self._seat, self._told)
        quiet = without_log(frame)
        if quiet == self._sent and not frame.log:
            return None
        return Look(quiet, with_log(quiet, frame), last_told(frame), moment)

    def show(self, table: Table, look: Look | None) -> None:
        """Send that, if the page may still see its seat."""
        if self._may_see(table) and look:
            self._sent, self._told, self._moment = look.quiet, look.told, look.moment
            self._push(look.message)

    def hear(self, table: Table, message: bytes) -> None:
        """Send something that is worth knowing now or never, if the page may still see its seat."""
        if self._may_see(table):
            self._push(message)

    def _may_see(self, table: Table) -> bool:
        """Can anything be shown? A page whose seat is no longer its own ends."""
        if not self._is_listening:
            return False
        try:
            self._need_seat(table)
        except Refused as error:
            self.end(error)
            return False
        return True

    def _push(self, message: bytes) -> None:
        self._held.append(message)
        if not self._obeying.locked():
            self._flush()

    def _flush(self) -> None:
        """Send everything queued, all at once."""
        held, self._held = self._held, []
        if not self._line.push(*held) and not self._catching_up:
            self._catching_up = asyncio.create_task(self._catch_up())

    async def _catch_up(self) -> None:
        """Show the page the current position once it has caught up."""
        await self._line.writable.wait()
        self._catching_up = None
        self._tables.live.ring(self._table)

    def end(self, error: Refused | None = None) -> None:
        """Finish the page's work and close it; `error`: why, unless the server is stopping."""
        if not self._is_closing:
            self._is_closing = True
            self._running.append(asyncio.create_task(self._end(error)))

    async def _end(self, error: Refused | None) -> None:
        """Close, once everything asked is done and answered."""
        async with self._obeying:
            self._flush()
            if error:
                await self._close(error, CLOSE_NO_SEAT)
                return
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await self._socket.close(CLOSE_RESTART, "The server restarts")

    async def _send_pulses(self) -> None:
        """Browsers hide pings from scripts, so a page needs this to notice a dead line."""
        while True:
            await asyncio.sleep(self._socket.app.state.settings.pulse)
            self._push_pulse()

    def _push_pulse(self) -> None:
        self._push(encode(Pulse(self._socket.app.state.client.build)))

    async def _read(self) -> None:
        while True:
            text = await self._socket.receive_text()
            if self._tables.live.is_ending or self._is_closing:
                continue  # the page asks again when there is a server
            if len(text) > MOST_BYTES or len(text.encode("utf-8", "replace")) > MOST_BYTES:
                await self._close(Refused("too_big", f"A message holds at most {MOST_BYTES // 1024} KB"), CLOSE_TOO_BIG)
                return
            if not self._pace.take():
                slow = Refused("slow_down", "Too fast: wait a moment")
                self._patience -= 1
                if self._patience < 0:
                    await self._close(slow, CLOSE_TOO_FAST)
                    return
                self._note(slow)
                await self._answer(slow.problem(_id_of(text)))
                continue
            async with self._obeying:
                await self._obey(text)
            self._flush()

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
            if isinstance(message, AskLog):
                answer: Answer | Earlier = await self._tell(message)
            elif isinstance(message, Pace):
                answer = await self._wish(message)
            elif isinstance(message, Emote):
                answer = await self._emote(message)
            else:
                await self._tables.obey(self._table, self._seat, message, self._need_seat)
                answer = Answer(message.id)
        except Refused as error:
            await self._refuse(error, message.id)
            return
        await self._answer(answer)

    async def _tell(self, message: AskLog) -> Earlier:
        """The beginning of the log."""
        if not self._log_pace.take():
            raise Refused("slow_down", "That was too fast: wait a moment")
        async with self._tables.at(self._table) as found:
            self._need_seat(found)
            return Earlier(message.id, message.last, found.earlier(self._seat, message.last))

    async def _wish(self, message: Pace) -> Answer:
        async with self._tables.at(self._table) as found:
            self._need_seat(found)
            self._tables.live.paces.wish(self._table, self._seat, message.pace)
            return Answer(message.id)

    async def _emote(self, message: Emote) -> Answer:
        """Show a face to everybody at the table."""
        async with self._tables.at(self._table) as found:
            self._need_seat(found)
            shown = encode(emoted(found, self._seat, message))
            if not self._emote_pace.take():
                raise Refused("slow_down", "So many faces: wait a moment")
            for page in self._tables.live.listeners(self._table):
                page.hear(found, shown)
        return Answer(message.id)

    async def _ask(self, message: AskAdvice) -> None:
        """Search for advice while the page goes on; one question at a time."""
        if self._asking and not self._asking.done():
            await self._refuse(Refused("slow_down", "The high witch is already thinking: wait a moment"), message.id)
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
        need_seat_key(found, self._seat, self._key)

    def _note(self, error: Refused) -> None:
        self._refusals.note(at_seat(self._table, self._seat), error.code)

    async def _refuse(self, error: Refused, answers: str) -> None:
        if isinstance(error, Elsewhere):  # the page asks the table's owner again
            self.end(error)
            return
        self._note(error)
        await self._answer(error.problem(answers))

    async def _answer(self, message: msgspec.Struct) -> None:
        """Send an answer after the frame that shows its effect."""
        while self._catching_up:
            await asyncio.wait([self._catching_up])
        self._push(encode(message))

    async def _close(self, error: Refused, code: int) -> None:
        self._note(error)
        if isinstance(error, Elsewhere):
            code = CLOSE_RESTART
        else:
            self._push(encode(error.problem()))
        self._flush()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.close(code, _brief(error))


def _brief(error: Refused) -> str:
    """The reason in a close frame, at most 123 bytes; the full sentence was already sent as a message."""
    return error.text.encode()[:LONGEST_REASON].decode("utf-8", "ignore")


def _id_of(text: str) -> str:
    """The id of a rejected message, if it has one."""
    try:
        message = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        return ""
    name = message.get("id")
    return name[:64] if isinstance(name, str) else ""
