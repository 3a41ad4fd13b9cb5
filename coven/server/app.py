"""The application: routes, limits, one error shape, and what runs beside it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.exceptions import HTTPException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.response import File
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp

from coven.engine.fallback import told_to
from coven.server.advice import Advisor
from coven.server.api import ROUTES
from coven.server.bots import Bots
from coven.server.errors import STATUS, Refused
from coven.server.guard import Guard
from coven.server.head import Head
from coven.server.live import Live
from coven.server.messages import Problem
from coven.server.socket import MOST_BYTES, table_socket
from coven.server.store import Store
from coven.server.tables import Tables
from coven.server.thinker import Mind, Thinker

STATIC = Path(__file__).parent / "static"
"""The built client: `make` builds it from web/."""
CODES = {status: code for code, status in STATUS.items()} | {409: "illegal"}

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    database: str
    """SQLAlchemy URL of an async driver."""
    hosts: Sequence[str] = ("127.0.0.1", "localhost", "::1")
    """Names and addresses under which it may be called."""
    addresses: list[str] = field(default_factory=list)
    """Where friends reach it."""
    bot_pause: tuple[float, float] = (0.7, 1.3)
    """Seconds, shortest and longest."""
    requests_a_minute: int = 600
    """HTTP requests from one address."""
    pace: tuple[float, float] = (15.0, 40.0)
    """Socket messages of one page: a second, and at once."""
    secret: bytes = b""
    """From which tokens are made (see `tokens`); b"": a new one, and what was asked before is not known again."""
    static: Path = STATIC
    mind: Mind = field(default_factory=Mind)
    """What the workers that search are asked to do."""


def create_app(settings: Settings) -> ASGIApp:
    """The whole application; needs a built client in `settings.static` to serve pages."""
    app = Litestar(
        route_handlers=[*ROUTES, table_socket, page, *_static(settings)],
        lifespan=[_running],
        exception_handlers={
            Refused: _refused,
            RecursionError: _too_deep,
            HTTPException: _http_error,
            Exception: _broken,
        },
        request_max_body_size=MOST_BYTES,
        middleware=[RateLimitConfig(("minute", settings.requests_a_minute), exclude=["^/assets/"]).middleware],
        openapi_config=None,
        logging_config=None,
    )
    app.state.settings = settings
    return Guard(Head(app), settings.hosts)


@asynccontextmanager
async def _running(app: Litestar) -> AsyncIterator[None]:
    """The store, the tables, the bots and those who think, from the server's start to its end."""
    settings: Settings = app.state.settings
    store = Store(settings.database)
    await store.open()
    tables = Tables(store, Live(), settings.secret)
    thinker = Thinker(settings.mind)
    bots, advisor = Bots(tables, settings.bot_pause, thinker), Advisor(tables, thinker)
    tables.on_change = bots.wake
    app.state.tables, app.state.advisor = tables, advisor
    try:
        with told_to(lambda _, text: log.warning("%s", text)):
            await tables.wake()
            yield
    finally:
        await bots.close()
        await advisor.close()
        await thinker.close()
        await store.close()


@get(["/", "/table/{table:str}"], sync_to_thread=False)
def page(request: Request[Any, Any, Any]) -> File:
    """The client; which page it shows, it reads from the address."""
    settings: Settings = request.app.state.settings
    headers = {"cache-control": "no-cache"}
    return File(
        settings.static / "index.html", content_disposition_type="inline", media_type=MediaType.HTML, headers=headers
    )


def _static(settings: Settings) -> list[Any]:
    if not settings.static.is_dir():
        return []
    return [create_static_files_router("/", [settings.static], name="static")]


def _answer(problem: Problem, status: int) -> Response[Problem]:
    return Response(problem, status_code=status, media_type="application/json")


def _refused(request: Request[Any, Any, Any], error: Refused) -> Response[Problem]:
    log.info("%s %r refused: %s", request.method, request.url.path, error.code)
    return _answer(error.problem(), error.status)


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    status = error.status_code
    code = CODES.get(status, "bad_message" if status < 500 else "broken")
    if code == "slow_down":
        text = "Too many requests: wait a minute"
    elif code == "not_found":
        text = "There is nothing at this address"
    else:
        text = _reason(error)
    log.info("%s %r refused: %d %s", request.method, request.url.path, status, code)
    return _answer(Problem(code, text), status)


def _too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Problem]:
    return _refused(request, Refused("bad_message", "This request is nested too deeply"))


def _reason(error: HTTPException) -> str:
    """What is wrong with a request, with the keys that are wrong."""
    extra = error.extra if isinstance(error.extra, list) else []
    parts = [f"{one.get('key', '')}: {one.get('message', '')}".strip(": ") for one in extra if isinstance(one, dict)]
    return "; ".join(parts) or error.detail or "This request cannot be answered"


def _broken(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    log.exception("%s %r broke", request.method, request.url.path, exc_info=error)
    return _answer(Problem("broken", "Something broke on the server; nothing was changed"), 500)
