"""The outermost layer: serves only our own hosts and pages, within everybody's limits, with strict headers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from coven.server.errors import Refused
from coven.server.limits import Buckets, Limits, household, raise_file_limit
from coven.server.refusals import Refusals, from_address
from coven.server.seals import TABLE, Seals
from coven.server.site import Site

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
LONGEST_NAME, LONGEST_PATH = 200, 1000
"""Longer path segments, and longer paths, are not ours, and too long for some systems to look up."""
SAFE_METHODS = {"GET", "HEAD"}
OPENING = "/api/tables"
PLAIN_HOST = re.compile(r"[\w.:\[\]-]{1,253}", re.ASCII)
CLOSE_REFUSED = 4403
SLOW = Refused("slow_down", "Too many requests: wait a minute")


class Gone(Exception):
    """The client left before finishing its request."""


@dataclass
class Visit:
    """A request or a socket, as the border sees it."""

    who: str
    """What shares the limits of one address."""
    host: str
    is_socket: bool
    is_outside: bool
    """Does it use the public address?"""
    knocks: bool = False
    """Does it ask for a table without a valid key?"""
    key: str | None = None
    """Names the cookie of the table it asks for."""


class Guard:
    """Wraps an ASGI application.

    It refuses requests for another host (a page elsewhere that points its own name at us), requests that another page
    sends in somebody's name, and sockets that do not come from our pages. The holder of a key we issued shares limits
    with that key only; everybody else shares those of their address.
    """

    def __init__(
        self, app: ASGIApp, hosts: Iterable[str], seals: Seals, refusals: Refusals, limits: Limits, site: Site | None
    ) -> None:
        """`hosts`: allowed host names and addresses, without ports, besides the machine's own addresses at which a
        connection arrives; `site`: its public address."""
        self._app, self._hosts, self._site = app, {host.lower() for host in hosts}, site
        self._seals, self._refusals, self._limits = seals, refusals, limits
        self._requests, self._failures = Buckets(limits.requests), Buckets(limits.failures)
        self._openings, self._keys = Buckets(limits.openings), Buckets(limits.keys)
        self._pages: Counter[str] = Counter()
        self._most_sockets = min(limits.sockets_of_address, raise_file_limit() // 2)
        if site:
            self._hosts.add(site.name)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, or refuse."""
        if str(scope["type"]) == "lifespan":
            await self._app(scope, receive, send)
            return
        visit = self._visit(scope)
        base = self._site.base if self._site and visit.is_outside else ""
        refused = self._why_refused(scope, visit) or self._why_not_here(scope, base)
        if refused is None and base and scope["path"] == base:
            await _redirect(f"{base}/", _with_headers(send))
            return
        if refused is None:
            _descend(scope, base)
            refused = self._why_too_much(scope, visit)
        if refused is not None:
            self._refusals.note(from_address(visit.who), refused.code, route="border")
            await _refuse(refused, send if visit.is_socket else _with_headers(send), is_socket=visit.is_socket)
        elif visit.is_socket:
            with self._page_open(visit):
                await self._app(scope, receive, send)
        else:
            receive = receive if scope.get("method") in SAFE_METHODS else _until_gone(receive)
            await self._app(scope, receive, self._sealing(visit, base, _with_headers(send)))

    def _visit(self, scope: Scope) -> Visit:
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        client = scope.get("client")
        is_outside = self._site is not None and self._site.is_called(host)
        return Visit(household(client[0] if client else ""), host, str(scope["type"]) == "websocket", is_outside)

    def _why_refused(self, scope: Scope, visit: Visit) -> Refused | None:
        """Does it come from elsewhere, or not from a page?"""
        path = scope["path"]
        if "\0" in path or len(path) > LONGEST_PATH or any(len(part) > LONGEST_NAME for part in path.split("/")):
            return Refused("not_found", "There is nothing at this address")
        if not self._is_ours(scope, visit.host):
            name = (PLAIN_HOST.fullmatch(visit.host) and _part(f"//{visit.host}", "hostname")) or "NAME"
            return Refused("wrong_host", f"This server does not know that name: coven serve --host {name} allows it")
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        method = scope.get("method")
        if not origin:
            if visit.is_socket:
                return Refused("forbidden", "A socket must come from a page of this server")
        elif not self._is_origin(origin, visit) and (visit.is_socket or method not in SAFE_METHODS):
            return Refused("forbidden", "This request comes from a page of another server")
        kind = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if method == "POST" and kind != b"application/json":
            return Refused("not_json", "Requests must be application/json")
        return None

    def _is_ours(self, scope: Scope, host: str) -> bool:
        """Is the host one of ours, or the very address at which this connection arrived?"""
        name, server = _part(f"//{host}", "hostname"), scope.get("server")
        return name in self._hosts or (name is not None and server is not None and name == server[0])

    def _is_origin(self, origin: str, visit: Visit) -> bool:
        if self._site and (visit.is_outside or origin == self._site.origin):
            return origin == self._site.origin
        return _part(origin, "netloc") == visit.host

    def _why_not_here(self, scope: Scope, base: str) -> Refused | None:
        """From outside, everything is below one path."""
        if f"{scope['path']}/".startswith(f"{base}/"):
            return None
        return Refused("not_found", "There is nothing at this address")

    def _why_too_much(self, scope: Scope, visit: Visit) -> Refused | None:
        """Has this key, or else this address, used up its share?"""
        visit.key = self._seals.unseal_all(scope)
        if visit.is_socket and self._pages[visit.who] >= self._most_sockets:
            return SLOW
        if visit.key:
            is_too_many = visit.is_socket and self._pages[visit.key] >= self._limits.pages_of_key
            return SLOW if is_too_many or not self._keys.of(visit.key).take() else None
        if not self._requests.of(visit.who).take():
            return SLOW
        if TABLE.match(scope["path"]):
            visit.knocks = self._failures.of(visit.who).take()
            return None if visit.knocks else SLOW
        is_opening = scope["path"] == OPENING and scope.get("method") == "POST"
        return SLOW if is_opening and not self._openings.of(visit.who).take() else None

    @contextmanager
    def _page_open(self, visit: Visit) -> Iterator[None]:
        """Counts an open socket for its key and for its address."""
        names = [visit.who, *([visit.key] if visit.key else [])]
        self._pages.update(names)
        try:
            yield
        finally:
            self._pages.subtract(names)
            for name in names:
                if self._pages[name] <= 0:
                    del self._pages[name]

    def _sealing(self, visit: Visit, base: str, send: Send) -> Send:
        """Answers with sealed cookies; a successful entry is not counted as a stranger's request."""
        is_secure = visit.is_outside and self._site is not None and self._site.is_secure

        async def send_sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = self._seals.seal_all(list(message["headers"]), base, is_secure=is_secure)
                if visit.knocks and message["status"] < 400:
                    self._failures.of(visit.who).give_back()
            await send(message)

        return send_sealed


def _descend(scope: Scope, base: str) -> None:
    """Strip the base path for the application; `coven_base` tells it."""
    inner: Any = scope
    inner["coven_base"] = base
    if base:
        inner["path"] = inner["path"].removeprefix(base)
        inner["raw_path"] = inner["raw_path"].removeprefix(base.encode())


def _part(address: str, part: str) -> str | None:
    """A part of an address; None if it has none, or is not an address."""
    try:
        parts = urlsplit(address)
        found: str | None = getattr(parts, part)
        return found if parts.port is None or parts.port else None
    except ValueError:  # also for a port that is no number
        return None


def _until_gone(receive: Receive) -> Receive:
    async def receive_or_end() -> Any:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        return message

    return receive_or_end


def _with_headers(send: Send) -> Send:
    async def send_more(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *HEADERS]
        await send(message)

    return send_more


async def _refuse(refused: Refused, send: Send, *, is_socket: bool) -> None:
    if is_socket:
        await send({"type": "websocket.close", "code": CLOSE_REFUSED, "reason": refused.text})
        return
    body = msgspec.json.encode(refused.problem())
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _redirect(path: str, send: Send) -> None:
    headers = [(b"location", path.encode()), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 308, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
