"""The server process and its connections: it ends those that never finish, so nobody holds more than a fair share.

uvicorn limits the time between two requests, and pings open sockets. This module checks the rest once a second: how
long a request may take to arrive and its answer to be read, and how many silent connections one address, and all
together, may hold. The oldest of these goes first, so that newcomers get in.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import h11
import uvicorn
from litestar.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from coven.server.limits import household, raise_file_limit
from coven.server.live import Live
from coven.server.logs import tell
from coven.server.page_socket import MOST_BYTES

MOST_OF_ONE = 600
"""Connections of one address besides its open sockets: forty browsers with six each, and as many again closing."""
SPARE_FILES = 64
"""Descriptors that connections leave to the database, to workers and to files."""
SECONDS = {"head": 10.0, "body": 20.0, "answer": 120.0, "end": 10.0}
"""How long a connection may stay at one stage."""
HANDSHAKE_BYTES = 16 * MOST_BYTES
"""Messages beyond MOST_BYTES get a refusal; beyond this the socket is cut."""
BACKLOG = 128
READ_BYTES = 64 * 1024
"""How much is read at once. asyncio asks for four times as much, so much that the system maps new memory each time:
16 instead of 4 us a read."""
LONGEST_GOODBYE = 3.0
"""Seconds that pages have to close."""
CLIENT_FAULTS = ("Invalid HTTP request", "Invalid UTF-8", "Unsupported upgrade", "No supported WebSocket")
"""uvicorn's log lines about bad input; whoever sent it is told."""
COMPRESSION = ServerPerMessageDeflateFactory(
    server_max_window_bits=14, client_max_window_bits=12, compress_settings={"level": 1, "memLevel": 5}
)
"""A frame repeats most of the one before it, so its window must hold both. 80 KB a socket."""
NO_FILES = "socket.accept() out of system resource"
"""asyncio's message when no descriptor is left."""
COLLECTING = (10_000, 10, 50)
"""See `gc.set_threshold`. Whatever is new is looked at in portions of at most 100,000 objects (about 160 tables of
three pages), since the server stands still meanwhile. All objects are looked at once there are 5,000,000 more."""
QUIET = 60.0
"""Seconds before that message is logged again."""

log = logging.getLogger(__name__)


def config_of(app: ASGIApp) -> uvicorn.Config:
    """How uvicorn runs: quietly, its HTTP by h11, whose states are known here."""
    what: Any = app
    return uvicorn.Config(
        what, http=Line, ws=PageLine, ws_max_size=HANDSHAKE_BYTES, log_config=None, access_log=False,
        server_header=False, proxy_headers=False, timeout_graceful_shutdown=2, backlog=BACKLOG,
    )  # fmt: skip


class Line(H11Protocol):
    """A connection that knows when it opened, and answers a request that breaks halfway at most once."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        self.came = time.monotonic()
        if hasattr(transport, "max_size"):  # asyncio's own; other loops read otherwise
            transport.max_size = READ_BYTES
        super().connection_made(transport)

    def send_400_response(self, msg: str) -> None:
        """The input is not a request, or not the rest of one. The handler at work has nobody left to answer."""
        if self.cycle and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()


class PageLine(WebSocketsSansIOProtocol):
    """A socket that delivers messages at once, without a waiting task. Its scope holds it as "line"."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.available_extensions = [COMPRESSION]

    async def run_asgi(self) -> None:
        """Let the application serve it. No cycle is left, so that a closed line is freed at once."""
        scope: Any = self.scope
        scope["line"] = self
        try:
            await super().run_asgi()
        finally:
            del scope["line"]

    def send_receive_event_to_app(self) -> None:
        """Stop reading while messages wait; uvicorn stops at every message, which costs two system calls."""
        if self.read_paused or not self.queue.empty():
            super().send_receive_event_to_app()
            return
        self.read_paused = True
        super().send_receive_event_to_app()
        self.read_paused = False

    def push(self, *messages: bytes) -> bool:
        """Send texts; False: the other side is slow, so send no more until `writable`."""
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            for message in messages:
                self.conn.send_text(message)
            self.transport.write(b"".join(self.conn.data_to_send()))
        return self.writable.is_set()


Stage = tuple[str, object]
FRESH: Stage = "head", None
"""Nothing has been requested yet."""


def stage_of(connection: Any) -> Stage | None:
    """A connection's stage, with a value that tells requests apart; None: it may stay there forever."""
    if connection.transport.is_closing() or getattr(connection, "close_sent", False):
        return "end", None
    if hasattr(connection, "handshake_complete"):  # a socket
        return None if connection.handshake_complete else ("head", None)
    cycle = connection.cycle
    if cycle is None or (cycle.response_complete and not connection.transport.get_write_buffer_size()):
        return "head", cycle
    return "body" if cycle.more_body and not cycle.response_complete else "answer", cycle


class Patience:
    """Ends connections that take too long, or when there are too many."""

    def __init__(self, most: int, exempt: Iterable[str] = (), of_one: int = MOST_OF_ONE) -> None:
        """`most`: for all together; `exempt`: proxies, from which many connections come."""
        proxies: Any = ProxyHeadersMiddleware
        self._most, self._of_one = most, of_one
        self._exempt = proxies(None, list(exempt)).trusted_hosts
        self._since: dict[Any, tuple[Stage, float]] = {}

    def look(self, connections: Iterable[Any]) -> None:
        """Look at all connections once."""
        now, before, self._since = time.monotonic(), self._since, {}
        waiting = []
        for connection in list(connections):
            stage = stage_of(connection)
            if stage is None:
                continue
            came = getattr(connection, "came", now) if stage == FRESH else now
            known, since = before.get(connection, (stage, came))
            since = since if known == stage else now
            if now - since > SECONDS[stage[0]]:
                connection.transport.abort()
                continue
            self._since[connection] = stage, since
            waiting.append((since, connection))
        waiting.sort(key=lambda one: one[0])
        self._thin_out([connection for _, connection in waiting], len(list(connections)))

    def _thin_out(self, waiting: list[Any], number: int) -> None:
        """Close the oldest silent connections if there are too many."""
        households = defaultdict(list)
        for connection in waiting:
            address = connection.client[0] if connection.client else ""
            if address not in self._exempt:
                households[household(address)].append(connection)
        for of_one in households.values():
            for connection in of_one[: max(0, len(of_one) - self._of_one)]:
                connection.transport.abort()
                number -= 1
        for connection in waiting[: max(0, number - self._most)]:
            connection.transport.abort()


class Server(uvicorn.Server):
    """A server that ends stuck connections, and lets pages finish before it stops."""

    def __init__(
        self, app: ASGIApp, live: Live, forwarded_by: Iterable[str] = (), most_of_one: int = MOST_OF_ONE
    ) -> None:
        super().__init__(config_of(app))
        self._live = live
        self._patience = Patience(raise_file_limit() - SPARE_FILES, forwarded_by, most_of_one)
        self._told = -QUIET

    async def startup(self, sockets: list[Any] | None = None) -> None:
        """Start to listen. Loaded code stays, so the collector need not scan it over and over."""
        gc.freeze()
        gc.set_threshold(*COLLECTING)
        asyncio.get_running_loop().set_exception_handler(self._trouble)
        logging.getLogger("uvicorn.error").addFilter(_is_our_fault)
        await super().startup(sockets)

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second."""
        if counter % 10 == 0:
            self._patience.look(self.server_state.connections)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        """Let nobody in, let everybody finish, then end."""
        for server in self.servers:
            server.close()
        await self._live.end(LONGEST_GOODBYE)
        await super().shutdown(sockets)

    def _trouble(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if context.get("message") != NO_FILES:
            loop.default_exception_handler(context)
        elif time.monotonic() - self._told >= QUIET:
            self._told = time.monotonic()
            tell(log, "no_connection", logging.WARNING, reason=str(context.get("exception")))


def _is_our_fault(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(CLIENT_FAULTS)
