"""The application: routes, limits, one error shape, and its background tasks."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import FromPath
from litestar.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from coven.engine.fallback import told_to
from coven.server import deals, directory, replay_api, spectators, watching
from coven.server.advice import Advisor
from coven.server.api import ROUTES
from coven.server.bots import Bots
from coven.server.client import Client, reads_gzip
from coven.server.directory import Directory
from coven.server.errors import STATUS, Elsewhere, Refused
from coven.server.guard import SAFE_METHODS, Gone, Guard
from coven.server.head import Head
from coven.server.housekeeping import House, Housekeeper
from coven.server.levels import Levels
from coven.server.limits import Buckets, Limits, address_of
from coven.server.live import Live
from coven.server.logs import broke, tell
from coven.server.messages import Problem
from coven.server.own_bots import OwnBots
from coven.server.owning import Owning, new_life
from coven.server.page_socket import MOST_BYTES, table_socket
from coven.server.refusals import Refusals, from_address
from coven.server.replay import Replays
from coven.server.seals import Seals
from coven.server.site import Site
from coven.server.store import Store
from coven.server.tables import Tables
from coven.server.thinker import Mind, Thinker
from coven.server.tokens import Minter, new_secret
from coven.server.watching import Health

STATIC = Path(__file__).parent / "static"
"""The built client: `make` builds it from web/."""
CODES = {status: code for code, status in STATUS.items()} | {409: "illegal"}

FOR_PROGRAMS = ("/api/", "/assets/")
"""Paths that are not pages."""
SUM_UP = 10.0
USUAL_PULSE = 20.0
"""Seconds."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    database: str
    """SQLAlchemy URL."""
    worker: int | None = None
    """The number of this worker, if several share the database, which is PostgreSQL then; None: it is alone."""
    hosts: Sequence[str] = ("127.0.0.1", "localhost", "::1")
    """Allowed host names and addresses, in addition to the machine's own addresses at which connections arrive."""
    site: Site | None = None
    """Its public address, if it is behind a proxy."""
    forwarded_by: Sequence[str] = ()
    """Addresses and networks of trusted proxies."""
    addresses: Callable[[], list[str]] = list
    """Where friends can reach it now."""
    secret: bytes = field(default_factory=new_secret, repr=False)
    """The secret behind tokens and cookie seals (see `tokens`). With a different one, earlier requests are not
    recognised, and all cookies count as strangers' until they are renewed."""
    bot_pause: tuple[float, float] = (0.7, 1.3)
    """Seconds, shortest and longest."""
    limits: Limits = field(default_factory=Limits)
    pulse: float = USUAL_PULSE
    """Seconds between two heartbeats on a socket."""
    static: Path = STATIC
    watchers: Sequence[str] = ()
    """Networks that may read health and metrics, besides this machine."""
    house: House = field(default_factory=House)
    """How long tables are kept."""
    mind: Mind = field(default_factory=Mind)
    """The jobs of the search workers."""
    own_bots: Mapping[str, str] = field(default_factory=dict)
    """The operator's own bots by name (a level's key), each as `players.own.OWN` describes it."""


def create_app(settings: Settings, live: Live | None = None) -> ASGIApp:
    """The whole application. Needs a built client in `settings.static` to serve pages.

    `live` is its open pages, so that they can be told of the end.
    """
    app = Litestar(
        route_handlers=[
            *ROUTES,
            *deals.ROUTES,
            *replay_api.ROUTES,
            *spectators.ROUTES,
            *watching.ROUTES,
            table_socket,
            page,
            page_file,
        ],
        lifespan=[_running],
        exception_handlers={
            Refused: _refused,
            RecursionError: _too_deep,
            HTTPException: _http_error,
            Gone: _gone,
            Exception: _broken,
        },
        request_max_body_size=MOST_BYTES,
        openapi_config=None,
        logging_config=None,
    )
    state, refusals = app.state, Refusals()
    state.owning = settings.worker and Owning(new_life(settings.worker, settings.secret))
    state.settings, state.refusals, state.client = settings, refusals, Client(settings.static)
    state.paces, state.log_paces = Buckets(settings.limits.messages), Buckets(settings.limits.logs)
    state.emote_paces = Buckets(settings.limits.emotes)
    state.replay_paces, state.replays = Buckets(settings.limits.replays), Replays()
    state.deal_paces = Buckets(settings.limits.openings)
    state.live = live or Live()
    seals = Seals(Minter(settings.secret))
    guarded: Any = Guard(Head(app), settings.hosts, seals, refusals, settings.limits, settings.site)
    behind: Any = ProxyHeadersMiddleware
    served = behind(guarded, list(settings.forwarded_by)) if settings.forwarded_by else guarded
    return Directory(served, state.owning) if state.owning else served


@asynccontextmanager
async def _running(app: Litestar) -> AsyncIterator[None]:
    """The store, the tables, the bots and the thinkers, from the server's start to its end."""
    settings: Settings = app.state.settings
    owning: Owning | None = app.state.owning
    store = Store(settings.database, owning.me if owning else None)
    await store.open()
    live: Live = app.state.live
    tables = Tables(store, live, settings.secret, Levels(settings.own_bots), owning)
    health = Health(store)
    thinker = Thinker(settings.mind, addresses=live.networks)
    own = OwnBots(settings.own_bots, live.networks)
    bots, advisor = Bots(tables, settings.bot_pause, thinker, own), Advisor(tables, thinker)
    tables.on_change = bots.wake
    keeping = asyncio.create_task(Housekeeper(tables, settings.house).run())
    summing = asyncio.create_task(_sum_up(app.state.refusals))
    beating = asyncio.create_task(owning.run(store) if owning else asyncio.sleep(0))
    app.state.tables, app.state.advisor, app.state.health = tables, advisor, health
    try:
        with told_to(lambda kind, text: tell(log, "fall_back", logging.WARNING, kind=kind.name.lower(), text=text)):
            tell(log, "started")
            yield
    finally:
        for task in (keeping, summing, beating):
            task.cancel()
        await asyncio.gather(keeping, summing, beating, return_exceptions=True)
        app.state.refusals.sum_up()
        await health.close()
        await bots.close()
        await own.close()
        await advisor.close()
        await thinker.close()
        if owning:
            await owning.leave(store)
        await store.close()
        tell(log, "ended")


async def _sum_up(refusals: Refusals) -> None:
    """Log summed-up refusals even if no new ones come."""
    while True:
        await asyncio.sleep(SUM_UP)
        refusals.sum_up(time.monotonic())


@get(
    ["/", "/index.html", "/table/{table:str}", "/table/{table:str}/replay", "/replay", "/history"], sync_to_thread=False
)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The client; it reads from the address which page to show."""
    return _client(request, 200) or _answer(Problem("not_found", "The page has not been built"), 404)


def _client(request: Request[Any, Any, Any], status: int) -> Response[bytes] | None:
    """The client, if it has been built."""
    client: Client = request.app.state.client
    html = client.html(str(request.scope.get("coven_base", "")))
    headers = {"cache-control": "no-cache"}
    return None if html is None else Response(html, status_code=status, media_type=MediaType.HTML, headers=headers)


@get("/{path:path}", sync_to_thread=False)
def page_file(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
    """A file of the client, gzipped for whoever can read that."""
    client: Client = request.app.state.client
    found = client.files.get(path)
    if found is None:
        raise NotFoundException
    if found.packed and reads_gzip(request.headers.get("accept-encoding", "")):
        return Response(found.packed, headers={**found.headers, "content-encoding": "gzip"})
    return Response(found.body, headers=found.headers)


def _answer(problem: Problem, status: int) -> Response[Any]:
    return Response(problem, status_code=status, media_type="application/json")


def _note(request: Request[Any, Any, Any], code: str) -> None:
    refusals: Refusals = request.app.state.refusals
    refusals.note(from_address(address_of(request)), code, route=_route(request))


def _refused(request: Request[Any, Any, Any], error: Refused) -> Response[Problem]:
    _note(request, error.code)
    answer = _answer(error.problem(), error.status)
    if isinstance(error, Elsewhere):
        answer.headers.update(directory.way_to(error.worker, request.scope))
    return answer


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    status = error.status_code
    code = CODES.get(status, "bad_message" if status < 500 else "broken")
    _note(request, code)
    path = request.scope["path"]
    if code == "not_found" and request.method in SAFE_METHODS and not path.startswith(FOR_PROGRAMS):
        answer = _client(request, status)
        if answer:
            return answer
    text = "There is nothing at this address" if code == "not_found" else _reason(error)
    return _answer(Refused(code, text).problem(), status)


def _gone(request: Request[Any, Any, Any], error: Gone) -> Response[Any]:
    return Response(b"", status_code=400)  # nobody reads it


def _too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Problem]:
    return _refused(request, Refused("bad_message", "This request is nested too deeply"))


def _route(request: Request[Any, Any, Any]) -> str:
    """Which route was called, never the values in it."""
    return str(request.scope.get("path_template") or "none")


def _reason(error: HTTPException) -> str:
    """What is wrong with a request, naming the bad keys."""
    extra = error.extra if isinstance(error.extra, list) else []
    parts = [f"{one.get('key', '')}: {one.get('message', '')}".strip(": ") for one in extra if isinstance(one, dict)]
    return "; ".join(parts) or error.detail or "This request cannot be answered"


def _broken(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    _note(request, "broken")
    broke(log, "request_broke", error, route=_route(request))
    return _answer(Problem("broken", "Something broke on the server; nothing has changed"), 500)
