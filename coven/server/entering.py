"""Ways to a table: invitations, links to a seat, and browsers that come by them."""

from __future__ import annotations

from collections.abc import Callable

from coven.server.changes import Change, Key
from coven.server.company import RUNNING
from coven.server.entries import Opened
from coven.server.errors import Refused
from coven.server.keys import Browser, key_of, need_link, new_key, opened, with_key
from coven.server.table import Table
from coven.server.tables import Tables
from coven.server.tokens import guest_hash, hash_of


async def add_link(tables: Tables, table: str, seat: int, allow: Callable[[Table], object]) -> str:
    """A single-use link to a seat. Returns its token."""
    token, key = new_key(seat, "link")

    def step(found: Table) -> Change:
        allow(found)
        found.keys[key.hash] = key
        return Change(table, keys=[key])

    await tables.change(table, step)
    return token


async def invitation(tables: Tables, table: str, allow: Callable[[Table], object]) -> str:
    """The token of a table's invitation, which everybody there may share. Raises Refused if it was withdrawn."""
    token = ""

    def step(found: Table) -> Change | None:
        nonlocal token
        allow(found)
        if not found.company.is_open:
            raise Refused("not_yet", "The invitation was withdrawn: the host can make a new one")
        token, key = key_of(tables.mint("invite", table, found.company.invitation), None, "invite")
        return with_key(found, key)

    await tables.change(table, step)
    return token


async def recognise(tables: Tables, table: str, seats: list[int], browser: Browser) -> None:
    """A browser has the keys of these seats, under whatever cookie: note that it sees their hands."""

    def step(found: Table) -> Change | None:
        unknown = [seat for seat in seats if browser.person not in found.places[seat].persons]
        if not unknown or found.status not in RUNNING:
            return None
        change = found.step(Opened(unknown[0], browser.person))
        for seat in unknown[1:]:
            change.entries += found.step(Opened(seat, browser.person)).entries
        return change

    await tables.change(table, step)


async def enter(tables: Tables, table: str, link: str, nonce: str, browser: Browser) -> dict[int, str]:
    """Use a link: an invitation lets the browser in, a seat's link gives it the seat, once. Returns the token of
    the seat's cookie by seat. The same request gets the same one."""
    token = tables.mint("link", table, hash_of(link), nonce) if nonce else new_key(None, "seat")[0]
    given: dict[int, str] = {}

    def step(found: Table) -> Change | None:
        again = found.keys.get(hash_of(token))
        if again is not None and again.seat is not None:
            given[again.seat] = token
            return None
        key = need_link(found, link)
        if key.seat is None:
            found.company.check_banned(browser.person)
            return with_key(found, Key(guest_hash(table, browser.person), None, "guest"))
        return opened(found, key, key_of(given.setdefault(key.seat, token), key.seat, "seat")[1], browser)

    await tables.change(table, step)
    return given
