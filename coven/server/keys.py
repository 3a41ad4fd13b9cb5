"""Who may sit where: tokens in links, exchanged once for a cookie per seat. Only their hashes are kept."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping

from litestar.datastructures import Cookie

from coven.server.changes import Key
from coven.server.errors import Refused
from coven.server.table import Table

COOKIE_DAYS = 60
GUEST = "coven-guest"


def new_key(seat: int | None, kind: str) -> tuple[str, Key]:
    """A token and the key that is kept of it."""
    token = secrets.token_urlsafe(24)
    return token, Key(hash_of(token), seat, kind)


def hash_of(token: str) -> str:
    """SHA-256: tokens are long random texts, so nothing slower is needed."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def seat_cookie(seat: int) -> str:
    """The name of a seat's cookie."""
    return f"coven-seat-{seat}"


def cookie(table: str, seat: int | None, token: str, *, is_secure: bool) -> Cookie:
    """The cookie for a seat, or for a guest at the door; it goes to this table's addresses only."""
    return Cookie(
        key=GUEST if seat is None else seat_cookie(seat), value=token, path=f"/api/tables/{table}",
        max_age=COOKIE_DAYS * 86_400, httponly=True, samesite="strict", secure=is_secure,
    )  # fmt: skip


def my_seats(table: Table, cookies: Mapping[str, str]) -> list[int]:
    """The seats of which these cookies are the keys."""
    return [seat for seat in range(len(table.places)) if holds_seat(table, seat, cookies)]


def holds_seat(table: Table, seat: int, cookies: Mapping[str, str]) -> bool:
    """Is the seat's cookie among these?"""
    key = table.keys.get(hash_of(cookies.get(seat_cookie(seat), "")))
    return key is not None and key.kind == "seat" and key.seat == seat


def need_keys(table: Table) -> None:
    """Raises Refused to all where nobody may come in any more: nobody had come for a long time."""
    if not table.keys and table.status in ("over", "closed"):
        raise Refused("closed", table.reason or "Nobody came to this table for a long time: it is closed")


def need_seat(table: Table, seat: int, cookies: Mapping[str, str]) -> None:
    """Raises Refused to all but the seat's owner."""
    table.place(seat)
    need_keys(table)
    if not holds_seat(table, seat, cookies):
        raise Refused("forbidden", "This is not your seat: open it with the link that you were given")


def need_guest(table: Table, cookies: Mapping[str, str]) -> None:
    """Raises Refused to all who have neither a seat here nor an invitation."""
    need_keys(table)
    key = table.keys.get(hash_of(cookies.get(GUEST, "")))
    if not (key and key.kind == "guest") and not my_seats(table, cookies):
        raise Refused("forbidden", "You are not invited to this table: open it with the link that you were given")
