"""Seals on table cookies: they tell real keys from invented ones before anything is looked up.

A seal opens nothing by itself: the table still checks its stored key (`keys`). A key without a seal is valid too, but
counts as a stranger's.
"""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie

from litestar.types import Scope

from coven.server.tokens import Minter

TABLE = re.compile(r"/api/tables/([\w-]{1,64})(?:/|$)")
OURS = "coven-"
"""How the names of our cookies begin."""
SEAL_BYTES = 15


@dataclass(frozen=True)
class Seals:
    """Makes and checks seals."""

    mint: Minter

    def seal(self, table: str, name: str, token: str) -> str:
        """A cookie's value with its seal, valid only for this table and this cookie."""
        return f"{token}.{self._mark(table, name, token)}"

    def unseal(self, table: str, name: str, value: str) -> tuple[str, bool]:
        """The token within a cookie's value, and whether it has our seal."""
        token, _, mark = value.partition(".")
        is_ours = hmac.compare_digest(mark.encode(), self._mark(table, name, token).encode())
        return token, is_ours

    def _mark(self, table: str, name: str, token: str) -> str:
        return self.mint("seal", table, name, token, size=SEAL_BYTES)

    def unseal_all(self, scope: Scope) -> str | None:
        """Remove the seals from a request's cookies. Returns the name of its key: a cookie of the requested table."""
        match = TABLE.match(scope["path"])
        if match is None:
            return None
        table, key = match[1], None
        headers = []
        for header, value in scope["headers"]:
            if header == b"cookie":
                parts = []
                for part in value.decode("latin-1").split(";"):
                    name, _, text = part.strip().partition("=")
                    if name.startswith(OURS):
                        text, is_ours = self.unseal(table, name, text)
                        key = f"{table} {name} {text}" if is_ours else key
                    parts.append(f"{name}={text}")
                value = "; ".join(parts).encode("latin-1")
            headers.append((header, value))
        scope["headers"] = headers
        return key

    def seal_all(self, headers: list[tuple[bytes, bytes]], base: str, *, is_secure: bool) -> list[tuple[bytes, bytes]]:
        """The headers of an answer: its cookies sealed, for the paths below `base`."""
        return [
            (name, self._sealed(value.decode("latin-1"), base, is_secure).encode("latin-1"))
            if name.lower() == b"set-cookie"
            else (name, value)
            for name, value in headers
        ]

    def _sealed(self, text: str, base: str, is_secure: bool) -> str:
        cookies = SimpleCookie()
        try:
            cookies.load(text)
        except CookieError:  # none of ours
            return text
        for name, cookie in cookies.items():
            table = TABLE.match(cookie["path"])
            if table and cookie.value and name.startswith(OURS):
                cookie.set(name, *[self.seal(table[1], name, cookie.value)] * 2)
            cookie["path"] = base + (cookie["path"] or "/")
            cookie["secure"] = cookie["secure"] or is_secure
            return cookie.OutputString()
        return text
