"""What pages ask for to look at finished games again."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK

from coven.engine.record import GameRecord
from coven.engine.states import SPECTATOR
from coven.server.client import reads_gzip
from coven.server.ending import record_of
from coven.server.errors import Refused
from coven.server.keys import need_seat, need_watcher
from coven.server.limits import Buckets, address_of, household
from coven.server.replay import Replays, Wish
from coven.server.retold import AskReplay
from coven.server.tables import Tables

MOST_RECORD = 512 * 1024
"""Bytes of a request with a record; a long game takes a tenth."""
Ask = Request[Any, Any, Any]


@post("/api/replay", status_code=HTTP_200_OK, request_max_body_size=MOST_RECORD)
async def replay_file(request: Ask, data: JSONBody[AskReplay]) -> Response[bytes]:
    """A record file, judged and shown. Nothing of it is kept."""
    return await _shown(request, data.record, Wish(data.reader, data.is_open, max(0, data.first)))


@get("/api/tables/{table:str}/replay")
async def replay_table(
    request: Ask, table: FromPath[str], seat: FromQuery[int], reader: FromQuery[int], is_open: FromQuery[bool],
    first: FromQuery[int] = 0,
) -> Response[bytes]:  # fmt: skip
    """A game that is over, for whoever may download its record; what everybody saw of it, for spectators."""
    tables: Tables = request.app.state.tables
    async with tables.at(table) as found:
        if seat == SPECTATOR:
            need_watcher(found, tables.mint, request.cookies)
            if reader != SPECTATOR or is_open:
                raise Refused("forbidden", "Spectators see what everybody saw")
        else:
            need_seat(found, seat, request.cookies)
        record = record_of(found)
    return await _shown(request, record, Wish(reader, is_open, max(0, first)))


async def _shown(request: Ask, record: GameRecord | str, wish: Wish) -> Response[bytes]:
    paces: Buckets = request.app.state.replay_paces
    who = household(address_of(request))
    if not paces.of(who).take():
        raise Refused("slow_down", "So many replays: wait a moment")
    replays: Replays = request.app.state.replays
    is_packed = reads_gzip(request.headers.get("accept-encoding", ""))
    body = await replays.make(who, record, wish, is_packed=is_packed)
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    packed = {"content-encoding": "gzip"} if is_packed else {}
    return Response(body, media_type=MediaType.JSON, headers={**headers, **packed})


ROUTES = [replay_file, replay_table]
