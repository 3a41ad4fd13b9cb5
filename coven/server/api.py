"""What pages ask for over HTTP: games, rules, tables, seats, records."""

from __future__ import annotations

import logging
from typing import Any

from litestar import MediaType, Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK

from coven.engine.decks import PROVENANCES
from coven.engine.game import Game, Option
from coven.games import all_games
from coven.server.changes import Key
from coven.server.ending import record_of
from coven.server.errors import Refused
from coven.server.frames import info_of
from coven.server.keys import cookie, hash_of, my_seats, need_guest, need_keys, need_seat
from coven.server.levels import LEVELS
from coven.server.logs import tell
from coven.server.messages import (
    Enter,
    GameInfo,
    GameOption,
    NewTable,
    PlayAgain,
    Rules,
    Seated,
    SeatLink,
    Share,
    Sit,
    TableInfo,
)
from coven.server.rules import rules_html
from coven.server.table import Table
from coven.server.tables import Tables, known_game

log = logging.getLogger(__name__)
Ask = Request[Any, Any, Any]


def tables_of(request: Ask) -> Tables:
    """All tables."""
    found: Tables = request.app.state.tables
    return found


def _is_secure(request: Ask) -> bool:
    return request.url.scheme == "https"


def _info(request: Ask, table: Table, mine: list[int]) -> TableInfo:
    return info_of(table, tables_of(request).live.present(table.head.id), mine)


def _option(game: Game, option: Option) -> GameOption:
    players = [count for count in game.players if option.is_for(count)]
    return GameOption(option.key, option.title, option.note, option.is_seat, players)


def game_info(game: Game) -> GameInfo:
    """A game as pages get it."""
    deck = game.default_deck()
    return GameInfo(
        game.key, game.title, game.edition, game.summary, list(game.players), game.minutes,
        LEVELS, [_option(game, option) for option in game.options],
        list(game.other_decks), game.board.faces(deck), PROVENANCES[deck.provenance],
    )  # fmt: skip


@get("/api/games", sync_to_thread=False)
def get_games() -> list[GameInfo]:
    """The games that can be played here."""
    return [game_info(game) for game in all_games()]


@get("/api/games/{key:str}/rules", sync_to_thread=False)
def get_rules(key: FromPath[str]) -> Rules:
    """A game's rules, clause by clause."""
    game = known_game(key)
    return Rules(game.title, rules_html(game))


@get("/api/share", sync_to_thread=False)
def get_share(request: Ask) -> Share:
    """Addresses for friends."""
    return Share(request.app.state.settings.addresses())


@post("/api/tables")
async def new_table(request: Ask, data: JSONBody[NewTable]) -> Response[Seated]:
    """Open a table and sit down at it."""
    table, token, invite = await tables_of(request).create(data)
    name = table.head.id
    tell(log, "table_opened", table=name, game=table.game.key, players=data.players, bots=len(data.bots))
    key = cookie(name, 0, token, is_secure=_is_secure(request))
    return Response(Seated(name, 0, invite), cookies=[key])


@get("/api/tables/{table:str}")
async def get_table(request: Ask, table: FromPath[str]) -> TableInfo:
    """Who sits here, for guests and players."""
    tables = tables_of(request)
    async with tables.at(table) as found:
        need_guest(found, request.cookies)
        info = _info(request, found, my_seats(found, request.cookies))
    await tables.visit(table)
    return info


@post("/api/tables/{table:str}/enter", status_code=HTTP_200_OK)
async def enter(request: Ask, table: FromPath[str], data: JSONBody[Enter]) -> Response[TableInfo]:
    """Exchange the token of a link: an invitation for a guest's cookie, a seat's link (good once) for its cookie."""
    tables = tables_of(request)
    spent = hash_of(data.token)

    def need_link(found: Table) -> Key:
        """The link's key; asked again when it is spent, as somebody may have used it meanwhile."""
        need_keys(found)
        key = found.keys.get(spent)
        if key is None or key.kind not in ("invite", "link"):
            raise Refused("forbidden", "This link is not good (any more): ask for another one")
        return key

    async with tables.at(table) as found:
        key, mine = need_link(found), my_seats(found, request.cookies)
    if key.kind == "invite":
        token = await tables.add_key(table, None, "guest", need_link)
    else:
        token = await tables.add_key(table, key.seat, "seat", need_link, spends=spent)
        mine = sorted({*mine, *([] if key.seat is None else [key.seat])})
    async with tables.at(table) as found:
        info = _info(request, found, mine)
    return Response(info, cookies=[cookie(table, key.seat, token, is_secure=_is_secure(request))])


@post("/api/tables/{table:str}/seats/{seat:int}", status_code=HTTP_200_OK)
async def sit(request: Ask, table: FromPath[str], seat: FromPath[int], data: JSONBody[Sit]) -> Response[Seated]:
    """Take a free seat."""
    tables = tables_of(request)
    async with tables.at(table) as found:
        need_guest(found, request.cookies)
        mine = my_seats(found, request.cookies)
        if seat in mine:
            return Response(Seated(table, seat, None))
        if mine and found.status == "playing":
            raise Refused("forbidden", "You play at this table already: nobody sees two hands of a game")
    token = await tables.sit_down(table, seat, data.name, data.nonce)
    return Response(Seated(table, seat, None), cookies=[cookie(table, seat, token, is_secure=_is_secure(request))])


@post("/api/tables/{table:str}/seats/{seat:int}/link")
async def seat_link(request: Ask, table: FromPath[str], seat: FromPath[int]) -> SeatLink:
    """A link to one's own seat for another device, good once."""

    def allow(found: Table) -> None:
        need_seat(found, seat, request.cookies)

    return SeatLink(await tables_of(request).add_key(table, seat, "link", allow))


@post("/api/tables/{table:str}/again")
async def again(request: Ask, table: FromPath[str], data: JSONBody[PlayAgain]) -> Response[Seated]:
    """Play again with the same company."""
    tables = tables_of(request)
    async with tables.at(table) as found:
        need_seat(found, data.seat, request.cookies)
    following, token, invite = await tables.again(table, data.seat, data.nonce)
    key = cookie(following, data.seat, token, is_secure=_is_secure(request))
    return Response(Seated(following, data.seat, invite), cookies=[key])


@get("/api/tables/{table:str}/record")
async def get_record(request: Ask, table: FromPath[str], seat: FromQuery[int]) -> Response[str]:
    """The record of a game that is over, as a file."""
    async with tables_of(request).at(table) as found:
        need_seat(found, seat, request.cookies)
        text, key = record_of(found).text(), found.game.key
    name = f"coven-{key}-{table}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=MediaType.JSON, headers=headers)


ROUTES = [get_games, get_rules, get_share, new_table, get_table, enter, sit, seat_link, again, get_record]
