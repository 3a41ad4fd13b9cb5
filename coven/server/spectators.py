"""Spectators: they come by a link that the host allows, see what everybody sees, and can do nothing."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Request, Response, get, post, websocket
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from coven.engine.states import SPECTATOR
from coven.server.company import RUNNING
from coven.server.deeds import AskLog
from coven.server.errors import Refused
from coven.server.frames import info_of, last_told, part_of, with_log
from coven.server.keys import (
    WATCHER,
    Browser,
    cookies_of,
    need_any_seat,
    need_watch_link,
    need_watcher,
    watch_token,
    watcher_token,
)
from coven.server.live import Spectacle
from coven.server.messages import Earlier, Enter, Invitation, TableInfo
from coven.server.page_socket import Page, Socket, decode, turn_away
from coven.server.table import Table
from coven.server.tables import Tables
from coven.server.tokens import hash_of

FULL = Refused("full", "So many watch this table already that nobody else can: try again later")
Ask = Request[Any, Any, Any]


@post("/api/tables/{table:str}/watch/link", status_code=HTTP_200_OK)
async def watch_link(request: Ask, table: FromPath[str]) -> Invitation:
    """The token of the link for spectators, for those who sit here to pass on."""
    tables: Tables = request.app.state.tables
    async with tables.at(table) as found:
        need_any_seat(found, request.cookies)
        if found.company.watching == "off":
            raise Refused("not_yet", "Nobody may watch this table: its host can allow it")
        return Invitation(watch_token(found, tables.mint))


@post("/api/tables/{table:str}/watch", status_code=HTTP_200_OK)
async def come_to_watch(request: Ask, table: FromPath[str], data: JSONBody[Enter]) -> Response[TableInfo]:
    """Use the link for spectators. This browser gets a cookie with which it may watch."""
    tables: Tables = request.app.state.tables
    browser = Browser.of(request.cookies, tables.mint, "watch", table, data.nonce or secrets.token_hex())
    async with tables.at(table) as found:
        need_watch_link(found, tables.mint, data.token, browser)
        info, watcher = _info(tables, found), watcher_token(found, tables.mint, browser)
    is_secure = request.url.scheme == "https"
    return Response(info, cookies=cookies_of(browser, table, {}, is_secure=is_secure, watcher=watcher))


@get("/api/tables/{table:str}/watch")
async def watched_table(request: Ask, table: FromPath[str]) -> TableInfo:
    """The table, for those who may watch it."""
    tables: Tables = request.app.state.tables
    async with tables.at(table) as found:
        need_watcher(found, tables.mint, request.cookies)
        return _info(tables, found)


def _info(tables: Tables, found: Table) -> TableInfo:
    live, name = tables.live, found.head.id
    return info_of(found, live.present(name), [], live.absences(name))


@websocket("/api/tables/{table:str}/watch/socket")
async def watch_socket(socket: Socket, table: FromPath[str]) -> None:
    """A spectator's page: frames go out, and nothing that changes the table comes in."""
    tables: Tables = socket.app.state.tables
    try:
        async with tables.at(table) as found:
            need_watcher(found, tables.mint, socket.cookies)
        if len(tables.live.watchers(table)) >= socket.app.state.settings.limits.watchers:
            raise FULL
    except Refused as error:
        await turn_away(socket, error)
        return
    await socket.accept()
    await SpectatorPage(tables, socket, table).serve()


class SpectatorPage(Page):
    """The open page of a spectator."""

    def __init__(self, tables: Tables, socket: Socket, table: str) -> None:
        self._cookies = dict(socket.cookies)
        super().__init__(tables, socket, table, SPECTATOR, (table, hash_of(self._cookies.get(WATCHER, ""))))

    def watch(self, table: Table, spectacle: Spectacle) -> None:
        """Show what everybody sees, if the page may still see it."""
        if not self._may_see(table):
            return
        frame = part_of(spectacle, self._told)
        if spectacle.quiet != self._sent or frame.log:
            self._sent, self._told = spectacle.quiet, last_told(frame)
            self._push(with_log(spectacle.quiet, frame))

    def _join(self) -> Callable[[], None]:
        self._tables.live.watch(self._table, self)
        return lambda: self._tables.live.unwatch(self._table, self)

    async def _arrive(self) -> None:
        """Nobody is woken: bots play for those who sit here, and a table is visited by them alone."""

    def _need_seat(self, found: Table) -> None:
        need_watcher(found, self._tables.mint, self._cookies)

    async def _obey(self, text: str) -> None:
        try:
            message = decode(text)
        except (msgspec.DecodeError, RecursionError):
            message = None
        if message is None or isinstance(message, AskLog):
            await super()._obey(text)
        else:
            await self._refuse(
                Refused("forbidden", "You are watching: only those who sit here can do that"), message.id
            )

    async def _tell(self, message: AskLog) -> Earlier:
        async with self._tables.at(self._table) as found:
            if found.company.watching == "after" and found.status in RUNNING:
                raise Refused("not_yet", "This game can be watched once it is over")
        return await super()._tell(message)


ROUTES = [watch_link, come_to_watch, watched_table, watch_socket]
