"""The outermost layer: only our own hosts and pages are served, and every answer carries strict headers."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from coven.server.errors import Refused

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
LONGEST_NAME = 200
"""Longer parts of a path are no file of ours, and more than some systems can look up."""
SAFE_METHODS = {"GET", "HEAD"}


class Guard:
    """Wraps an ASGI application.

    A request for another host (a page elsewhere that points its own name at us) and a request that another page
    sends in somebody's name are refused; so is a socket that does not come from one of our pages.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        """`hosts`: names and addresses under which this server may be called, without ports."""
        self._app, self._hosts = app, {host.lower() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, or refuse."""
        kind = str(scope["type"])
        if kind == "lifespan":
            await self._app(scope, receive, send)
            return
        refused = self._why_refused(scope, is_socket=kind == "websocket")
        if refused is None:
            await self._app(scope, receive, _with_headers(send) if kind == "http" else send)
        elif kind == "websocket":
            await send({"type": "websocket.close", "code": 4403, "reason": refused.text})
        else:
            await _answer(refused, _with_headers(send))

    def _why_refused(self, scope: Scope, *, is_socket: bool) -> Refused | None:
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        if "\0" in scope["path"] or any(len(part) > LONGEST_NAME for part in scope["path"].split("/")):
            return Refused("not_found", "There is nothing at this address")
        if _part(f"//{host}", "hostname") not in self._hosts:
            return Refused("wrong_host", "This server is not called by that name")
        origin = headers.get(b"origin")
        if origin is None:
            return Refused("forbidden", "A socket must come from a page of this server") if is_socket else None
        is_ours = _part(origin.decode("latin-1"), "netloc") == host
        if is_ours or (not is_socket and scope.get("method") in SAFE_METHODS):
            return None
        return Refused("forbidden", "This comes from a page of another server")


def _part(address: str, part: str) -> str | None:
    """A part of an address; None if it has none, or is no address."""
    try:
        parts = urlsplit(address)
        found: str | None = getattr(parts, part)
        return found if parts.port is None or parts.port else None
    except ValueError:  # also for a port that is no number
        return None


def _with_headers(send: Send) -> Send:
    async def send_more(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *HEADERS]
        await send(message)

    return send_more


async def _answer(refused: Refused, send: Send) -> None:
    body = msgspec.json.encode(refused.problem())
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
