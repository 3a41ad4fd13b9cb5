"""The same deal again: by whoever has played it, or by a friend with a link, and how all of them did.

A repeated deal is no secret to those who have played it, so it is played against bots alone. The link holds no
seed, only a token made from the table and the seat.
"""

from __future__ import annotations

from contextlib import suppress
from hmac import compare_digest
from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK

from coven.engine.fair import is_share
from coven.engine.states import SPECTATOR
from coven.server.changes import Change
from coven.server.ending import result_of
from coven.server.entries import Repeated, redealt
from coven.server.errors import Refused
from coven.server.keys import Browser, cookies_of, key_of, need_keys, need_seat
from coven.server.limits import Buckets, address_of, household
from coven.server.messages import Seated
from coven.server.opening import TABLE_BYTES, repeating
from coven.server.retold import AskDeal, DealInfo, DealLink, DealResult, PlayDeal
from coven.server.slots import beside
from coven.server.table import Table
from coven.server.tables import Tables

MOST_REPEATS = 100
"""How often one deal is repeated."""
MOST_COMPARED = 20
"""The newest of them that are compared."""
Ask = Request[Any, Any, Any]


@post("/api/tables/{table:str}/deal")
async def play_deal(request: Ask, table: FromPath[str], data: JSONBody[PlayDeal]) -> Response[Seated]:
    """Play a deal again: one's own, or a friend's by the link. The same request gets the same table."""
    paces: Buckets = request.app.state.deal_paces
    if not paces.of(household(address_of(request))).take():
        raise Refused("slow_down", "So many tables: wait a minute")
    if not is_share(data.nonce):
        raise Refused("bad_message", "nonce: must be 32 hexadecimal digits")
    tables: Tables = request.app.state.tables
    browser = Browser.of(request.cookies, tables.mint, "deal", table, data.seat, data.nonce)
    name = beside(tables.mint("deal table", table, data.seat, data.nonce, size=TABLE_BYTES), table)
    async with tables.at(table) as old:
        if data.token:
            _need_deal_link(old, tables, data.seat, data.token)
        else:
            need_seat(old, data.seat, request.cookies)
        _need_over(old)
        who = data.name or old.places[data.seat].name
        new, change = repeating(old, name, data.seat, (who, data.nonce, browser.person))
        origin = _origin(new)
    await _note(tables, origin, Repeated(name, data.seat))
    token, key = key_of(tables.mint("seat", name, data.seat, data.nonce), data.seat, "seat")
    await tables.open_once(new, change, data.seat, key)
    cookies = cookies_of(browser, name, {data.seat: token}, is_secure=request.url.scheme == "https")
    return Response(Seated(name, data.seat, None), cookies=cookies)


@post("/api/tables/{table:str}/deal/look", status_code=HTTP_200_OK)
async def look_at_deal(request: Ask, table: FromPath[str], data: JSONBody[AskDeal]) -> DealInfo:
    """What the link to a deal leads to."""
    tables: Tables = request.app.state.tables
    async with tables.at(table) as found:
        _need_deal_link(found, tables, data.seat, data.token)
        return DealInfo(found.game.key, found.places[data.seat].name, found.head.players)


@post("/api/tables/{table:str}/deal/link", status_code=HTTP_200_OK)
async def deal_link(request: Ask, table: FromPath[str], seat: FromQuery[int]) -> DealLink:
    """The link that lets a friend play this deal, for whoever has played it."""
    tables: Tables = request.app.state.tables
    async with tables.at(table) as found:
        need_seat(found, seat, request.cookies)
        _need_over(found)
        origin = _origin(found)
    return DealLink(origin, _deal_token(tables, origin, seat))


@get("/api/tables/{table:str}/deal/results")
async def deal_results(request: Ask, table: FromPath[str], seat: FromQuery[int]) -> list[DealResult]:
    """How everybody who has finished this deal did, from this seat; for whoever has finished it."""
    tables: Tables = request.app.state.tables
    async with tables.at(table) as found:
        need_seat(found, seat, request.cookies)
        _need_over(found)
        origin = _origin(found)
    names = [origin]
    with suppress(Refused):  # the first table may be gone: then there is only one's own
        async with tables.at(origin) as first:
            names += [one.table for one in _repeats(first) if one.seat == seat][-MOST_COMPARED:]
    results = [await _result(tables, name, seat, is_you=name == table) for name in dict.fromkeys([*names, table])]
    return sorted((one for one in results if one), key=lambda one: one.place)


async def _result(tables: Tables, table: str, seat: int, *, is_you: bool) -> DealResult | None:
    """How the seat did there; None if that game was not played to its end, or is gone."""
    with suppress(Refused):
        async with tables.at(table) as found:
            place = found.places[seat]
            result = result_of(found, SPECTATOR) if found.match and found.match.over else None
            if result is None or place.has_conceded:
                return None
            [standing] = [one for one in result.standings if one.seat == seat]
            return DealResult(place.name, is_you, standing.place, standing.text, standing.detail)
    return None


async def _note(tables: Tables, origin: str, entry: Repeated) -> None:
    """Let the first table know. Raises Refused if this deal has been repeated often enough."""

    def step(found: Table) -> Change | None:
        if entry in _repeats(found):
            return None
        if len(_repeats(found)) >= MOST_REPEATS:
            raise Refused("full", "This deal has been played so often that it is at rest: play a new one")
        return found.step(entry)

    try:
        await tables.change(origin, step)
    except Refused as error:
        if error.code not in ("not_found", "elsewhere"):
            raise


def _origin(table: Table) -> str:
    """The table at which this deal was first played."""
    repeated = redealt(table.log)
    return repeated.of if repeated else table.head.id


def _repeats(table: Table) -> list[Repeated]:
    return [entry for entry in table.log if isinstance(entry, Repeated)]


def _deal_token(tables: Tables, table: str, seat: int) -> str:
    return tables.mint("deal", table, seat)


def _need_deal_link(found: Table, tables: Tables, seat: int, token: str) -> None:
    need_keys(found)
    found.place(seat)
    if not compare_digest(token.encode("utf-8", "replace"), _deal_token(tables, found.head.id, seat).encode()):
        raise Refused("forbidden", "This link does not work: ask for another one")


def _need_over(found: Table) -> None:
    if found.match is None or found.status not in ("over", "closed"):
        raise Refused("not_yet", "A deal can be played again when its game is over")


ROUTES = [play_deal, look_at_deal, deal_link, deal_results]
