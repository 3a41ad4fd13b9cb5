"""All tables: loads them, lets one thing at a time happen to each, and commits it before anybody hears of it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from weakref import WeakValueDictionary

from coven.server import showing
from coven.server.changes import Change, Key
from coven.server.company import RUNNING
from coven.server.counting import ACT_SECONDS
from coven.server.deeds import Act, Deed
from coven.server.entries import SatDown
from coven.server.errors import Damaged, Elsewhere, Refused
from coven.server.folding import load_table
from coven.server.keys import Browser, key_of
from coven.server.levels import Levels
from coven.server.live import Live
from coven.server.logs import tell
from coven.server.messages import NewTable
from coven.server.obeying import obeyed
from coven.server.opening import TABLE_BYTES, check_wanted, following, opening
from coven.server.owning import Owning
from coven.server.slots import slot_of
from coven.server.store import Conflict, Store
from coven.server.table import Table
from coven.server.tokens import SECRET_BYTES, Minter

MOST_KEPT = 400
"""How many unwatched tables stay in memory."""
TRIES = 3
REST = 1.0
"""Seconds before the next attempt to show a table that cannot be read."""
DAY = 86_400
NEWER = "This table needs a newer server, which is being started: it goes on in a moment"
DAMAGED = (
    "This table cannot be opened: its stored data is damaged. Nothing has been deleted: tell whoever runs this server"
)

log = logging.getLogger(__name__)


class Tables:
    """The only way to a table. What it hands out may be read until the next `await`."""

    def __init__(
        self, store: Store, live: Live, secret: bytes = b"", levels: Levels | None = None, owning: Owning | None = None
    ) -> None:
        """`secret`: tokens are made from it (see `tokens`); by default a new one for the life of these tables.
        `owning`: which tables are ours; None: all."""
        self.store, self.live, self.levels = store, live, levels or Levels()
        self.mint = Minter(secret or secrets.token_bytes(SECRET_BYTES))
        self.on_change: Callable[[Table], None] = lambda table: None
        """Called after every change, and when a page has opened: it wakes the bots."""
        self._kept: dict[str, Table] = {}
        self._damaged: set[str] = set()
        """Tables that are set aside until the next start."""
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._rung: set[str] = set()
        """Tables to show once nothing is happening to them."""
        self._showing: set[asyncio.Task[None]] = set()
        live.on_ring = self._ring
        self.owning = owning
        if owning:
            owning.on_lost = self._let_go

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[Table]:
        """The table, while nothing else happens to it. Raises Refused if it does not exist."""
        async with self._locks.setdefault(table, asyncio.Lock()):
            try:
                yield await self._get(table)
            finally:
                self._show_rung(table)

    def _ring(self, table: str) -> None:
        """Show a table to its pages once it is at rest: nothing is shown before it is on disk."""
        lock = self._locks.get(table)
        if lock and lock.locked():
            self._rung.add(table)
        elif table in self._kept:
            showing.show(self._kept[table], self.live)
        else:
            self._show_later(table)

    def _show_rung(self, table: str) -> None:
        if table in self._rung:
            self._rung.discard(table)
            if table in self._kept:
                showing.show(self._kept[table], self.live)
            else:
                self._show_later(table)

    def _show_later(self, table: str) -> None:
        task = asyncio.create_task(self._show_again(table))
        self._showing.add(task)
        task.add_done_callback(self._showing.discard)

    async def _show_again(self, table: str) -> None:
        """Show a table that must be folded first; if that fails, its pages are closed."""
        while self.live.has_pages(table):
            try:
                async with self.at(table) as found:
                    showing.show(found, self.live)
                    self.on_change(found)  # a page that came meanwhile could not wake the bots
                return
            except Refused as error:
                if error.code != "storage":
                    for page in self.live.listeners(table):
                        page.end(error)
                    return
            await asyncio.sleep(REST)

    async def change(self, table: str, step: Callable[[Table], Change | None]) -> Table:
        """Change a table. Returns when the change is on disk. If it is refused, nothing has changed."""
        async with self._locks.setdefault(table, asyncio.Lock()):
            try:
                return await self._change(table, step)
            finally:
                self._show_rung(table)

    async def _change(self, table: str, step: Callable[[Table], Change | None]) -> Table:
        for _ in range(TRIES):
            found = await self._get(table)
            change = self._try(found, step)
            if change is None:
                return found
            written = self._write(change, found.epoch)
            looks = showing.looks(found, self.live)  # made while the disk writes
            try:
                await written
            except Conflict:  # what is on disk is news for the pages, too
                self._kept.pop(table, None)
                self._rung.add(table)
                continue
            except BaseException:
                self._kept.pop(table, None)
                raise
            for page, look in looks:
                page.show(found, look)
            self.on_change(found)
            showing.show_watchers(found, self.live)
            return found
        raise Refused("storage", "Another program is writing this table: try again")

    def _try(self, table: Table, step: Callable[[Table], Change | None]) -> Change | None:
        """Take the step; if it breaks halfway, the table is folded again from the disk."""
        try:
            return step(table)
        except Refused:
            raise
        except BaseException:
            self._kept.pop(table.head.id, None)
            raise

    def _epoch(self, table: str) -> int | None:
        """See `Change.epoch`. Raises Elsewhere."""
        return self.owning.epoch(table) if self.owning else None

    def _write(self, change: Change, epoch: int | None) -> asyncio.Future[None]:
        change.epoch = epoch
        return self.store.write(change)

    def _let_go(self, slots: set[int]) -> None:
        """Forget the tables of slots that are no longer ours; their pages look for them elsewhere."""
        for table in [one for one in self._kept if slot_of(one) in slots]:
            del self._kept[table]
            self.live.drop(table)
        for table in [one for one in self.live.tables() if slot_of(one) in slots]:
            for page in self.live.listeners(table):
                page.end()

    async def obey(self, table: str, seat: int, message: Deed, allow: Callable[[Table], None]) -> None:
        """Do what a seat's page asks. A repeated message is not carried out twice."""
        if not 1 <= len(message.id) <= 64:
            raise Refused("bad_message", "id: must have 1 to 64 characters")

        def step(found: Table) -> Change | None:
            allow(found)
            if (seat, message.id) in found.answered:
                return None
            change = obeyed(found, seat, message, self.live, self.levels)
            change.answered, change.length = (seat, message.id), len(found.log)
            found.answered.append(change.answered)
            return change

        began = time.perf_counter()
        await self.change(table, step)
        if isinstance(message, Act):
            ACT_SECONDS.observe(time.perf_counter() - began)

    async def create(self, wanted: NewTable, browser: Browser | None = None) -> tuple[Table, str, str]:
        """A new table with its first person: the table, her cookie's token, and the invitation's token. The same
        request gets the same table until that is over."""
        check_wanted(wanted)
        name = self.mint("table", wanted.nonce, size=TABLE_BYTES)
        token, key = key_of(self.mint("seat", name, 0, wanted.nonce), 0, "seat")
        invite, invite_key = key_of(self.mint("invite", name, 1), None, "invite")
        async with self._locks.setdefault(f"{name}/new", asyncio.Lock()):
            found = await self._made(name, wanted, key)
            if found is None:
                table, change = opening(name, wanted, browser.person if browser else "", self.levels)
                change.keys = [key, invite_key]
                self.live.expect(name, [0], is_new=True)
                found = await self._found(table, change)
        return found, token, invite

    async def _made(self, name: str, wanted: NewTable, key: Key) -> Table | None:
        """The table this request made before. Raises Refused if it is a different one, or over."""
        try:
            async with self.at(name) as found:
                is_same = (found.game.key, found.head.players) == (wanted.game, wanted.players)
                if not is_same or key.hash not in found.keys or found.status not in RUNNING:
                    raise Refused("taken", "This nonce has already opened a table: make a new one")
                return found
        except Refused as error:
            if error.code == "not_found":
                return None
            raise

    async def open_once(self, table: Table, change: Change, seat: int, key: Key) -> Table:
        """A table that was made for a request, unless the same request has made it before."""
        name = table.head.id
        async with self._locks.setdefault(f"{name}/new", asyncio.Lock()):
            try:
                async with self.at(name) as found:
                    if key.hash not in found.keys or found.status not in RUNNING:
                        raise Refused("taken", "This nonce has already opened a table: make a new one")
                    return found
            except Refused as error:
                if error.code != "not_found":
                    raise
            change.keys = [key]
            self.live.expect(name, [seat], is_new=True)
            return await self._found(table, change)

    async def again(
        self, table: str, seat: int, nonce: str, browser: Browser | None = None
    ) -> tuple[str, str, str | None]:
        """The table of a rematch: its id, a cookie's token, and its invitation for whoever asked first."""
        async with self._locks.setdefault(f"{table}/again", asyncio.Lock()):  # who asks first makes it
            return await self._again(table, seat, nonce, browser)

    async def _again(self, table: str, seat: int, nonce: str, browser: Browser | None) -> tuple[str, str, str | None]:
        async with self.at(table) as old:
            if old.status not in ("over", "closed"):
                raise Refused("not_yet", "This game is not over")
            following, name = old.next, old.places[seat].name
        if following is None:
            following = await self._follow(table)
        token = await self.sit_down(following, seat, name, nonce, browser, starts=True)
        async with self.at(following) as found:
            first = next(entry for entry in found.log if isinstance(entry, SatDown))
        return following, token, self.mint("invite", following, 1) if first.nonce == nonce else None

    async def _follow(self, table: str) -> str:
        """Make the table of a rematch."""
        async with self.at(table) as old:
            new, change = following(old)
        change.keys = [key_of(self.mint("invite", new.head.id, 1), None, "invite")[1]]
        await self._found(new, change)
        agreed = await self.change(table, lambda old: None if old.next else old.go_on(new.head.id))
        return agreed.next or new.head.id

    async def sit_down(
        self, table: str, seat: int, name: str, nonce: str, browser: Browser | None = None, *, starts: bool = False
    ) -> str:
        """Take a seat. Returns the token of its cookie. The same request gets the same one as long as the game is not
        over: until then nobody else knows the nonce."""
        token, key = key_of(self.mint("seat", table, seat, nonce), seat, "seat")

        def step(found: Table) -> Change | None:
            if key.hash in found.keys and found.status in RUNNING:
                return None
            change = found.sit(seat, name, nonce, browser.person if browser else "")
            if starts and found.is_full and found.status == "lobby":
                change.entries += found.start().entries
            change.keys = [key]
            found.keys[key.hash] = key
            self.live.expect(table, [seat], is_new=True)
            return change

        await self.change(table, step)
        return token

    async def wake(self, table: str) -> None:
        """A page has opened: awaited bots wake up, and the table counts as visited."""
        async with self.at(table) as found:
            self.on_change(found)
        await self.visit(table)

    async def visit(self, table: str) -> None:
        """Note a visit to the table, to the day."""
        if await self.store.visited(table) < time.time() - DAY:
            with suppress(Refused, Conflict):
                await self._write(Change(table, is_visit=True), self._epoch(table))

    async def has_lost_draft(self, table: str, seat: int) -> bool:
        """Did the fold lose what the seat had chosen? True once."""
        async with self.at(table) as found:
            is_lost = seat in found.lost_drafts
            found.lost_drafts.discard(seat)
            return is_lost

    async def forget(self, table: str) -> None:
        """Remove a table from the database for good."""
        async with self._locks.setdefault(table, asyncio.Lock()):
            await self.store.remove(table, self._epoch(table))
            self._kept.pop(table, None)
            self.live.drop(table)
            for watcher in self.live.watchers(table):
                watcher.end(Refused("not_found", "This table is no longer here"))

    async def _found(self, table: Table, change: Change) -> Table:
        table.epoch = self._epoch(table.head.id)
        await self._write(change, table.epoch)
        self._keep(table)
        for key in change.keys:
            table.keys[key.hash] = key
        self.on_change(table)
        return table

    async def _get(self, table: str) -> Table:
        epoch = self._epoch(table)
        kept = self._kept.get(table)
        if kept and kept.epoch == epoch:
            return kept
        if table in self._damaged:
            raise Refused("damaged", DAMAGED)
        try:
            found = await load_table(self.store, table)
        except Damaged as error:
            self._damaged.add(table)
            tell(log, "table_damaged", logging.ERROR, table=table, reason=str(error))
            raise Refused("damaged", DAMAGED) from None
        if found is None:
            raise Refused("not_found", "There is no such table: the link may be incomplete, or for another server")
        if self.owning and found.head.rules_version > found.game.rules_version:
            raise Elsewhere(None, NEWER)
        found.epoch = epoch
        self._keep(found)
        self.live.expect(table, [seat for seat, place in enumerate(found.places) if place.kind == "person"])
        await self._write_fold(found)
        return found

    async def _write_fold(self, table: Table) -> None:
        """Write what the fold had to change; if that fails, the next fold tries again."""
        if table.unwritten:
            what = "table_outdated" if table.unwritten.ends else "drafts_lost"
            tell(log, what, logging.WARNING, table=table.head.id)
            with suppress(Conflict, Refused):
                await self._write(table.unwritten, table.epoch)
            table.unwritten = None

    def _keep(self, table: Table) -> None:
        self._kept[table.head.id] = table
        if len(self._kept) > MOST_KEPT:
            idle = [one for one in self._kept if not self.live.has_pages(one) and one not in self._locks]
            for other in idle[: MOST_KEPT // 4]:
                if other != table.head.id:
                    del self._kept[other]
                    self.live.drop(other)
