"""Who may sit where: tokens in links, exchanged once for a cookie per seat; and which browser is which person.

A person is a browser: every browser gets its own cookie, which admits it to the tables it was invited to. Only hashes
are kept. A private window, or another browser of the same person, looks like somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hmac import compare_digest

from litestar.datastructures import Cookie

from coven.server.changes import Change, Key
from coven.server.errors import Refused
from coven.server.table import Table
from coven.server.tokens import Minter, guest_hash, hash_of, new_token

COOKIE_DAYS = 60
"""Counted anew whenever a page of the table is opened."""
BROWSER = "coven-browser"
WATCHER = "coven-watch"
TOKEN = re.compile(r"[\w-]{32}", re.ASCII)
PERSON_DIGITS = 32


@dataclass(frozen=True)
class Browser:
    """A browser by the token of its cookie."""

    token: str

    @classmethod
    def of(cls, cookies: Mapping[str, str], mint: Minter, *request: object) -> Browser:
        """The browser these cookies name, or a new one for this request; a repeated request gets the same one."""
        token = cookies.get(BROWSER, "")
        return cls(token if TOKEN.fullmatch(token) else mint("browser", *request))

    @property
    def person(self) -> str:
        """How logs know it."""
        return hash_of(self.token)[:PERSON_DIGITS]


def new_key(seat: int | None, kind: str) -> tuple[str, Key]:
    """A random token, and the key that is stored for it."""
    return key_of(new_token(), seat, kind)


def key_of(token: str, seat: int | None, kind: str) -> tuple[str, Key]:
    """A token and the key that is stored for it."""
    return token, Key(hash_of(token), seat, kind)


def seat_cookie(seat: int) -> str:
    """The name of a seat's cookie."""
    return f"coven-seat-{seat}"


def cookies_of(
    browser: Browser, table: str, seats: Mapping[int, str], *, is_secure: bool, watcher: str = ""
) -> list[Cookie]:
    """The browser's own cookie, and those of its seats (or of a `watcher`) by token, which are sent to their table's
    addresses only."""
    wanted = [(BROWSER, browser.token, "/api")]
    named = {**{seat_cookie(seat): token for seat, token in seats.items()}, **({WATCHER: watcher} if watcher else {})}
    wanted += [(name, token, f"/api/tables/{table}") for name, token in named.items()]
    return [
        Cookie(
            key=key, value=value, path=path, max_age=COOKIE_DAYS * 86_400, httponly=True, samesite="strict",
            secure=is_secure,
        )
        for key, value, path in wanted
    ]  # fmt: skip


def my_seats(table: Table, cookies: Mapping[str, str]) -> list[int]:
    """The seats that these cookies open."""
    return [seat for seat in range(len(table.places)) if holds_seat(table, seat, cookies)]


def holds_seat(table: Table, seat: int, cookies: Mapping[str, str]) -> bool:
    """Is the seat's cookie among these?"""
    return opens_seat(table, seat, seat_hash(seat, cookies))


def seat_hash(seat: int, cookies: Mapping[str, str]) -> str:
    """The hash of the seat's cookie."""
    return hash_of(cookies.get(seat_cookie(seat), ""))


def opens_seat(table: Table, seat: int, key_hash: str) -> bool:
    """Does the token with this hash open the seat?"""
    key = table.keys.get(key_hash)
    return key is not None and key.kind == "seat" and key.seat == seat


def need_keys(table: Table) -> None:
    """Raises Refused if the table was closed because nobody came for a long time."""
    if not table.keys and table.status in ("over", "closed"):
        raise Refused("closed", table.reason or "This table is closed: nobody has come to it for a long time")


def need_seat(table: Table, seat: int, cookies: Mapping[str, str]) -> None:
    """Raises Refused for everybody but the seat's owner."""
    table.place(seat)
    need_seat_key(table, seat, seat_hash(seat, cookies))


def need_seat_key(table: Table, seat: int, key_hash: str) -> None:
    """Raises Refused if the token with this hash does not open the seat."""
    need_keys(table)
    if not opens_seat(table, seat, key_hash):
        raise Refused("forbidden", "This is not your seat: open it with the link you were given")


def need_link(table: Table, token: str) -> Key:
    """The key of a link. Raises Refused if it is not valid."""
    need_keys(table)
    key = table.keys.get(hash_of(token))
    if key is None or key.kind not in ("invite", "link"):
        raise Refused("forbidden", "This link does not work, or no longer works: ask for another one")
    return key


def need_any_seat(table: Table, cookies: Mapping[str, str]) -> None:
    """Raises Refused for anybody without a seat here."""
    need_keys(table)
    if not my_seats(table, cookies):
        raise Refused("forbidden", "You have no seat at this table")


def watch_token(table: Table, mint: Minter) -> str:
    """The token in the link for spectators."""
    return mint("watch", table.head.id, table.company.watch_link)


def watcher_token(table: Table, mint: Minter, browser: Browser) -> str:
    """The cookie of a browser that may watch. It is made from the link's number, so it goes with the link."""
    return mint("watcher", table.head.id, table.company.watch_link, browser.person)


def need_watch_link(table: Table, mint: Minter, token: str, browser: Browser) -> None:
    """Raises Refused to everybody without the table's link for spectators."""
    _need_watching(table, browser)
    if not compare_digest(token.encode(), watch_token(table, mint).encode()):
        raise Refused("forbidden", "This link does not work, or no longer works: ask for another one")


def need_watcher(table: Table, mint: Minter, cookies: Mapping[str, str]) -> None:
    """Raises Refused to everybody whose browser has not come by the link for spectators."""
    browser = Browser(cookies.get(BROWSER, ""))
    _need_watching(table, browser)
    if not compare_digest(cookies.get(WATCHER, "").encode(), watcher_token(table, mint, browser).encode()):
        raise Refused("forbidden", "You cannot watch this table: open it with the link you were given")


def _need_watching(table: Table, browser: Browser) -> None:
    need_keys(table)
    if table.company.watching == "off":
        raise Refused("forbidden", "Nobody may watch this table at present: its host can allow it")
    table.company.check_banned(browser.person)


def need_guest(table: Table, cookies: Mapping[str, str], browser: Browser) -> None:
    """Raises Refused for anybody with neither a seat here nor an invitation."""
    need_keys(table)
    if guest_hash(table.head.id, browser.person) not in table.keys and not my_seats(table, cookies):
        raise Refused("forbidden", "You are not invited to this table: open it with the link you were given")


def with_key(table: Table, key: Key) -> Change | None:
    """Keep a key; None if it is already kept."""
    if key.hash in table.keys:
        return None
    table.keys[key.hash] = key
    return Change(table.head.id, keys=[key])


def opened(table: Table, link: Key, key: Key, browser: Browser) -> Change:
    """A link is used up, and another browser has the seat."""
    entry = table.company.open_elsewhere(table.status, key.seat or 0, browser.person)
    change = table.step(entry) if entry else Change(table.head.id)
    change.keys, change.spent = [key], [link.hash]
    table.keys[key.hash] = key
    del table.keys[link.hash]
    return change
