"""Health and metrics, for the server's operators only."""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.status_codes import HTTP_503_SERVICE_UNAVAILABLE
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from coven.server.counting import REGISTRY, SOCKETS, TABLES, TABLES_WATCHED
from coven.server.errors import Refused
from coven.server.limits import address_of
from coven.server.store import Store
from coven.server.tables import Tables

LONGEST_CHECK = 2.0
"""Seconds; a database that takes longer counts as failed."""
FORWARDED = ("forwarded", "x-forwarded-for")


class Health:
    """Checks that the database works; one check at a time, however many ask."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._checking: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Raise Refused if the database cannot be written and read within LONGEST_CHECK."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._store.check())
            self._checking.add_done_callback(lambda done: done.cancelled() or done.exception())
        done, _ = await asyncio.wait({self._checking}, timeout=LONGEST_CHECK)
        if not done:
            raise Refused("storage", f"The database has not answered for {LONGEST_CHECK:g} seconds")
        await self._checking

    async def close(self) -> None:
        """Wait for the running check."""
        if self._checking:
            await asyncio.gather(self._checking, return_exceptions=True)


def need_watcher(request: Request[Any, Any, Any]) -> None:
    """Raise Refused for everybody but this machine and the networks named by the operator.

    Requests through an unknown proxy on this machine count as a stranger's.
    """
    try:
        address = ipaddress.ip_address(address_of(request))
    except ValueError:
        raise Refused("forbidden", "This is only for the server's operators") from None
    address = getattr(address, "ipv4_mapped", None) or address
    networks = request.app.state.settings.watchers
    is_near = address.is_loopback and not any(name in request.headers for name in FORWARDED)
    if not is_near and not any(address in ipaddress.ip_network(network) for network in networks):
        raise Refused("forbidden", "This is only for the server's operators")


@get("/healthz")
async def get_health(request: Request[Any, Any, Any]) -> Response[str]:
    """200 if the database can be written and read, else 503."""
    need_watcher(request)
    health: Health = request.app.state.health
    try:
        await health.check()
    except Refused as error:
        return Response(f"{error.text}\n", status_code=HTTP_503_SERVICE_UNAVAILABLE, media_type=MediaType.TEXT)
    return Response("ok\n", media_type=MediaType.TEXT)


@get("/metrics")
async def get_metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """All metrics, in Prometheus' text format."""
    need_watcher(request)
    tables: Tables = request.app.state.tables
    for is_open, count in (await tables.store.counts()).items():
        TABLES.labels("open" if is_open else "ended").set(count)
    pages, watched = tables.live.counts()
    SOCKETS.set(pages)
    TABLES_WATCHED.set(watched)
    return Response(generate_latest(REGISTRY), headers={"content-type": CONTENT_TYPE_PLAIN_0_0_4})


ROUTES = [get_health, get_metrics]
