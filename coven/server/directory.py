"""Tells the front, a proxy before several workers, which worker has a table (see `front`).

The front asks any worker by sending it the head of a request. The answer names a place of the front's configuration,
to which nginx then hands the request over (X-Accel-Redirect). Clients see none of this.
"""

from __future__ import annotations

import re
from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send

from coven.server.owning import Owning

HEADER = b"coven-front"
ASKS = b"ask"
"""The value of this header with which the front asks; it sends everything else without the header."""
WAY = "x-accel-redirect"
AWAY = "away"
"""The front's place for requests that nobody can answer now."""
TABLE = re.compile(r"/api/tables/([\w-]{1,64})(?:/|$)")
SOCKET = "/socket"
LAPSED = 502
"""The status of a worker that does not know: the front asks another one."""


def place(kind: str, worker: int) -> str:
    """The front's name for a worker's "requests" or "sockets"."""
    return f"{kind}-{worker}"


def way_to(worker: int | None, scope: Any) -> dict[str, str]:
    """The header that hands a request over to a worker, if the front asks."""
    if dict(scope["headers"]).get(HEADER) != ASKS:
        return {}
    if worker is None:
        return {WAY: f"@{AWAY}"}
    kind = "sockets" if scope["path"].endswith(SOCKET) else "requests"
    return {WAY: f"@{place(kind, worker)}"}


class Directory:
    """Wraps an ASGI application: answers what the front asks about tables, and passes on everything else."""

    def __init__(self, app: ASGIApp, owning: Owning) -> None:
        self._app, self._owning = app, owning

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass on."""
        inner: Any = scope
        table = TABLE.search(inner["path"]) if inner["type"] == "http" else None
        if table is None or dict(inner["headers"]).get(HEADER) != ASKS:
            await self._app(scope, receive, send)
            return
        way = {} if self._owning.has_lapsed else way_to(self._owning.owner(table[1]), scope)
        headers = [(name.encode(), value.encode()) for name, value in way.items()]
        status = 200 if way else LAPSED
        await send({"type": "http.response.start", "status": status, "headers": [*headers, (b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
