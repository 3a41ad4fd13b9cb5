"""What pages ask for over HTTP: games, rules, tables, seats, records."""

from __future__ import annotations

import logging
import secrets
from typing import Any

from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK

from coven.engine.decks import PROVENANCES
from coven.engine.fair import is_share
from coven.engine.game import AnyGame
from coven.engine.lesson import lesson_of
from coven.engine.options import Option
from coven.games import all_games
from coven.server import entering
from coven.server.ending import record_of
from coven.server.errors import Refused
from coven.server.frames import glance_of, info_of
from coven.server.keys import (
    Browser,
    cookies_of,
    my_seats,
    need_any_seat,
    need_guest,
    need_link,
    need_seat,
    seat_cookie,
)
from coven.server.levels import Levels
from coven.server.logs import tell
from coven.server.messages import (
    Enter,
    GameInfo,
    GameOption,
    Glance,
    Invitation,
    LinkInfo,
    NewTable,
    PlayAgain,
    Rules,
    Seated,
    SeatLink,
    Share,
    Sit,
    TableInfo,
)
from coven.server.opening import known_game
from coven.server.rules_page import minute_html, rules_html
from coven.server.table import Table
from coven.server.tables import Tables

log = logging.getLogger(__name__)
Ask = Request[Any, Any, Any]


def tables_of(request: Ask) -> Tables:
    """All tables."""
    found: Tables = request.app.state.tables
    return found


def _info(request: Ask, table: Table, mine: list[int]) -> TableInfo:
    live = tables_of(request).live
    return info_of(table, live.present(table.head.id), mine, live.absences(table.head.id))


def _option(game: AnyGame, option: Option) -> GameOption:
    players = [count for count in game.players if option.is_for(count)]
    return GameOption(option.key, option.title, option.note, option.is_seat, players)


def game_info(game: AnyGame, levels: Levels) -> GameInfo:
    """A game as pages get it."""
    options = [_option(game, option) for option in game.options]
    lesson = lesson_of(game)
    return GameInfo(
        game.key, game.title, game.edition, game.summary, game.goal, list(game.players), game.minutes, levels.all,
        options, [lesson.players, lesson.minutes] if lesson else [], list(game.decks.others),
        PROVENANCES[game.decks.default().provenance],
    )  # fmt: skip


@get("/api/games", sync_to_thread=False)
def get_games(request: Ask) -> list[GameInfo]:
    """The games that can be played here."""
    return [game_info(game, tables_of(request).levels) for game in all_games()]


@get("/api/games/{key:str}/rules", sync_to_thread=False)
def get_rules(key: FromPath[str]) -> Rules:
    """A game's rules, clause by clause."""
    game = known_game(key)
    return Rules(game.title, rules_html(game), minute_html(game))


@get("/api/share", sync_to_thread=False)
def get_share(request: Ask) -> Share:
    """Addresses for friends."""
    return Share(request.app.state.settings.addresses())


def _cookies(request: Ask, browser: Browser, table: str, seats: dict[int, str]) -> list[Cookie]:
    return cookies_of(browser, table, seats, is_secure=request.url.scheme == "https")


def _browser(request: Ask, *purpose: object) -> Browser:
    return Browser.of(request.cookies, tables_of(request).mint, *purpose)


@post("/api/tables")
async def new_table(request: Ask, data: JSONBody[NewTable]) -> Response[Seated]:
    """Open a table and sit down at it."""
    browser = _browser(request, "new", data.nonce)
    table, token, invite = await tables_of(request).create(data, browser)
    name = table.head.id
    tell(log, "table_opened", table=name, game=table.game.key, players=data.players, bots=len(data.bots))
    return Response(Seated(name, 0, invite), cookies=_cookies(request, browser, name, {0: token}))


@get("/api/tables/{table:str}")
async def get_table(request: Ask, table: FromPath[str]) -> Response[TableInfo]:
    """Who sits here, for guests and players. Renews their cookies."""
    tables, browser = tables_of(request), _browser(request, secrets.token_hex())
    async with tables.at(table) as found:
        need_guest(found, request.cookies, browser)
        mine = my_seats(found, request.cookies)
        info = _info(request, found, mine)
    if mine:
        await entering.recognise(tables, table, mine, browser)
    await tables.visit(table)
    kept = {seat: request.cookies[seat_cookie(seat)] for seat in mine}
    return Response(info, cookies=_cookies(request, browser, table, kept))


@get("/api/tables/{table:str}/glance")
async def get_glance(request: Ask, table: FromPath[str], seat: FromQuery[int]) -> Glance:
    """Who sits here and whose move it is, for the owner of a seat."""
    async with tables_of(request).at(table) as found:
        need_seat(found, seat, request.cookies)
        live = tables_of(request).live
        return glance_of(found, live.present(table), live.absences(table))


@post("/api/tables/{table:str}/look", status_code=HTTP_200_OK)
async def look(request: Ask, table: FromPath[str], data: JSONBody[Enter]) -> LinkInfo:
    """What a link leads to; looking does not use it up."""
    async with tables_of(request).at(table) as found:
        key = need_link(found, data.token)
        name = "" if key.seat is None else found.places[key.seat].name
        return LinkInfo(key.seat, name, found.game.key)


@post("/api/tables/{table:str}/enter", status_code=HTTP_200_OK)
async def enter(request: Ask, table: FromPath[str], data: JSONBody[Enter]) -> Response[TableInfo]:
    """Use a link: an invitation lets this browser in, a seat's link gives it the seat's cookie, once."""
    if data.nonce and not is_share(data.nonce):
        raise Refused("bad_message", "nonce: must be 32 hexadecimal digits")
    tables, browser = tables_of(request), _browser(request, "enter", table, data.nonce or secrets.token_hex())
    given = await entering.enter(tables, table, data.token, data.nonce, browser)
    async with tables.at(table) as found:
        info = _info(request, found, sorted({*my_seats(found, request.cookies), *given}))
    return Response(info, cookies=_cookies(request, browser, table, given))


@post("/api/tables/{table:str}/invitation", status_code=HTTP_200_OK)
async def invitation(request: Ask, table: FromPath[str]) -> Invitation:
    """The invitation, for those who sit here to pass on."""

    def allow(found: Table) -> None:
        need_any_seat(found, request.cookies)

    return Invitation(await entering.invitation(tables_of(request), table, allow))


@post("/api/tables/{table:str}/seats/{seat:int}", status_code=HTTP_200_OK)
async def sit(request: Ask, table: FromPath[str], seat: FromPath[int], data: JSONBody[Sit]) -> Response[Seated]:
    """Take a free seat."""
    tables, browser = tables_of(request), _browser(request, "sit", table, seat, data.nonce)
    async with tables.at(table) as found:
        need_guest(found, request.cookies, browser)
        if seat in my_seats(found, request.cookies):
            return Response(Seated(table, seat, None))
    token = await tables.sit_down(table, seat, data.name, data.nonce, browser)
    return Response(Seated(table, seat, None), cookies=_cookies(request, browser, table, {seat: token}))


@post("/api/tables/{table:str}/seats/{seat:int}/link")
async def seat_link(request: Ask, table: FromPath[str], seat: FromPath[int]) -> SeatLink:
    """A single-use link to your own seat for another device."""

    def allow(found: Table) -> None:
        need_seat(found, seat, request.cookies)

    return SeatLink(await entering.add_link(tables_of(request), table, seat, allow))


@post("/api/tables/{table:str}/again")
async def again(request: Ask, table: FromPath[str], data: JSONBody[PlayAgain]) -> Response[Seated]:
    """Play again with the same people."""
    tables, browser = tables_of(request), _browser(request, "again", table, data.seat, data.nonce)
    async with tables.at(table) as found:
        need_seat(found, data.seat, request.cookies)
    following, token, invite = await tables.again(table, data.seat, data.nonce, browser)
    cookies = _cookies(request, browser, following, {data.seat: token})
    return Response(Seated(following, data.seat, invite), cookies=cookies)


@get("/api/tables/{table:str}/record")
async def get_record(request: Ask, table: FromPath[str], seat: FromQuery[int]) -> Response[str]:
    """The record of a game that is over, as a file."""
    async with tables_of(request).at(table) as found:
        need_seat(found, seat, request.cookies)
        text, key = record_of(found).text(), found.game.key
    name = f"coven-{key}-{table}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=MediaType.JSON, headers=headers)


ROUTES = [
    get_games, get_rules, get_share, new_table, get_table, get_glance, look, enter, invitation, sit, seat_link, again,
    get_record,
]  # fmt: skip
