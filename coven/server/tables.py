"""All tables: loads them, lets one thing at a time happen to each, and has it on disk before anybody hears of it."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from weakref import WeakValueDictionary

from coven.engine.decks import Deck, DeckError
from coven.engine.fair import ServerShare, is_share
from coven.engine.game import Game
from coven.games import UnknownGame, load_game
from coven.server.changes import Change, Head, Key
from coven.server.company import RUNNING
from coven.server.deeds import Deed
from coven.server.entries import Opened, SatDown
from coven.server.errors import Refused
from coven.server.keys import Browser, key_of, new_key
from coven.server.levels import known_level
from coven.server.live import Live
from coven.server.messages import NewTable
from coven.server.names import clean_name
from coven.server.obeying import obeyed
from coven.server.store import Conflict, Store
from coven.server.table import Table
from coven.server.tokens import SECRET_BYTES, Minter, guest_hash, hash_of

MOST_KEPT = 400
"""Tables kept in memory though nobody looks at them."""
TRIES = 3
TABLE_BYTES = 9
"""Of a table's id."""

log = logging.getLogger(__name__)


class Tables:
    """The only way to a table. What it hands out may be read until the next `await`."""

    def __init__(self, store: Store, live: Live, secret: bytes = b"") -> None:
        """`secret`: from which tokens are made (see `tokens`); a new one for as long as these tables live."""
        self.store, self.live = store, live
        self.mint = Minter(secret or secrets.token_bytes(SECRET_BYTES))
        self.on_change: Callable[[Table], None] = lambda table: None
        """Called after every change: bots wake up by it."""
        self._kept: dict[str, Table] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[Table]:
        """The table, while nothing else happens to it; raises Refused if there is none such."""
        lock = self._locks.setdefault(table, asyncio.Lock())
        async with lock:
            yield await self._get(table)

    async def change(self, table: str, step: Callable[[Table], Change | None]) -> Table:
        """Let something happen to a table; returns when it is on disk. Where it is refused, nothing has changed."""
        lock = self._locks.setdefault(table, asyncio.Lock())
        async with lock:
            for _ in range(TRIES):
                found = await self._get(table)
                change = self._try(found, step)
                if change is None:
                    return found
                try:
                    await self.store.write(change)
                except Conflict:
                    self._kept.pop(table, None)
                    continue
                except BaseException:
                    self._kept.pop(table, None)
                    raise
                self.live.ring(table)
                self.on_change(found)
                return found
        raise Refused("storage", "This table is being written from elsewhere: try again")

    def _try(self, table: Table, step: Callable[[Table], Change | None]) -> Change | None:
        """Take the step; where it breaks in the middle, the table is folded again from the disk."""
        try:
            return step(table)
        except Refused:
            raise
        except BaseException:
            self._kept.pop(table.head.id, None)
            raise

    async def obey(self, table: str, seat: int, message: Deed, allow: Callable[[Table], None]) -> None:
        """Do what a seat's page asks. A message that was answered before is not done twice."""
        if not 1 <= len(message.id) <= 64:
            raise Refused("bad_message", "id: must have 1 to 64 signs")

        def step(found: Table) -> Change | None:
            allow(found)
            if (seat, message.id) in found.answered:
                return None
            change = obeyed(found, seat, message, self.live)
            change.answered = (seat, message.id)
            found.answered.add(change.answered)
            return change

        await self.change(table, step)

    async def create(self, wanted: NewTable, browser: Browser | None = None) -> tuple[Table, str, str]:
        """A new table with its first person; returns it, her cookie's token, and the invitation's token. The same
        request gets the same table as long as that is not over."""
        game = known_game(wanted.game)
        if wanted.players not in game.players or len(wanted.bots) >= wanted.players:
            possible = ", ".join(map(str, game.players))
            raise Refused("bad_message", f"{game.title} is for {possible} players, you among them")
        if not is_share(wanted.nonce):
            raise Refused("bad_message", "nonce: must be 32 hexadecimal digits")
        name = self.mint("table", wanted.nonce, size=TABLE_BYTES)
        token, key = key_of(self.mint("seat", name, 0, wanted.nonce), 0, "seat")
        invite, invite_key = key_of(self.mint("invite", name, 1), None, "invite")
        async with self._locks.setdefault(f"{name}/new", asyncio.Lock()):
            found = await self._made(name, wanted, key)
            if found is None:
                table = new_table(game, wanted.players, known_deck(game, wanted.deck), name)
                change = _opening(table, wanted, browser.person if browser else "")
                change.keys = [key, invite_key]
                self.live.expect(name, [0], is_new=True)
                found = await self._found(table, change)
        return found, token, invite

    async def _made(self, name: str, wanted: NewTable, key: Key) -> Table | None:
        """The table that this request has made before; raises Refused where it is another one, or over."""
        if name not in self._kept and await self.store.load(name) is None:
            return None
        async with self.at(name) as found:
            is_same = (found.game.key, found.head.players) == (wanted.game, wanted.players)
            if not is_same or key.hash not in found.keys or found.status not in RUNNING:
                raise Refused("taken", "A table was opened with this nonce before: make a new one")
            return found

    async def again(
        self, table: str, seat: int, nonce: str, browser: Browser | None = None
    ) -> tuple[str, str, str | None]:
        """The next table of a company: its id, a cookie's token, and its invitation for whoever asked first."""
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
        """Make the table at which a company plays again."""
        async with self.at(table) as old:
            new, options, company = _table_after(old), _options_after(old), old.company
            bots, has_advice = _bots_of(old), old.has_advice
        change = Change(new.head.id, head=new.head, first=1)
        if options:
            change.entries += new.agree(options).entries
        if has_advice:
            change.entries += new.allow_advice().entries
        if company.shares_devices:
            change.entries += new.agree({}, devices=True).entries
        for other, (level, bot) in bots.items():
            change.entries += new.place_bot(other, level, is_away=False, name=bot).entries
        if company.agreed_level:
            change.entries += new.agree({}, level=company.agreed_level).entries
        change.keys = [key_of(self.mint("invite", new.head.id, 1), None, "invite")[1]]
        await self._found(new, change)
        agreed = await self.change(table, lambda old: None if old.next else old.go_on(new.head.id))
        return agreed.next or new.head.id

    async def sit_down(
        self, table: str, seat: int, name: str, nonce: str, browser: Browser | None = None, *, starts: bool = False
    ) -> str:
        """Take a seat; returns the token of its cookie. The same request gets the same one as long as the game is not
        over: only then the nonce is known to others."""
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

    async def add_link(self, table: str, seat: int, allow: Callable[[Table], object]) -> str:
        """A link to a seat, good once; returns its token."""
        token, key = new_key(seat, "link")

        def step(found: Table) -> Change:
            allow(found)
            found.keys[key.hash] = key
            return Change(table, keys=[key])

        await self.change(table, step)
        return token

    async def invitation(self, table: str, allow: Callable[[Table], object]) -> str:
        """The token of a table's invitation, which everybody who sits there may pass on; raises Refused if it was
        withdrawn."""
        token = ""

        def step(found: Table) -> Change | None:
            nonlocal token
            allow(found)
            if not found.company.is_open:
                raise Refused("not_yet", "The invitation was withdrawn: the host can make a new one")
            token, key = key_of(self.mint("invite", table, found.company.invitation), None, "invite")
            return _with_key(found, key)

        await self.change(table, step)
        return token

    async def recognise(self, table: str, seats: list[int], browser: Browser) -> None:
        """A browser has the keys of these seats, whatever it is called now: note that it sees their hands."""

        def step(found: Table) -> Change | None:
            unknown = [seat for seat in seats if browser.person not in found.places[seat].persons]
            if not unknown or found.status not in RUNNING:
                return None
            change = found.step(Opened(unknown[0], browser.person))
            for seat in unknown[1:]:
                change.entries += found.step(Opened(seat, browser.person)).entries
            return change

        await self.change(table, step)

    async def enter(self, table: str, link: str, nonce: str, browser: Browser) -> dict[int, str]:
        """Use a link: an invitation lets the browser in, a seat's link (good once) gives it the seat. Returns the
        token of the seat's cookie by seat. The same request gets the same one."""
        spent = hash_of(link)
        token = self.mint("link", table, spent, nonce) if nonce else new_key(None, "seat")[0]
        given: dict[int, str] = {}

        def step(found: Table) -> Change | None:
            again, key = found.keys.get(hash_of(token)), found.keys.get(spent)
            if again is not None and again.seat is not None:
                given[again.seat] = token
                return None
            if key is None or key.kind not in ("invite", "link"):
                raise Refused("forbidden", "This link is not good (any more): ask for another one")
            if key.seat is None:
                found.company.check_banned(browser.person)
                return _with_key(found, Key(guest_hash(table, browser.person), None, "guest"))
            return _opened(found, key, key_of(given.setdefault(key.seat, token), key.seat, "seat")[1], browser)

        await self.change(table, step)
        return given

    async def wake(self) -> None:
        """After a start: fold every table that is not over, so that bots who are waited for wake up."""
        for table in await self.store.open_tables():
            try:
                async with self.at(table) as found:
                    self.on_change(found)
            except Refused as error:
                log.warning("table %s cannot be played: %s", table, error)

    async def _found(self, table: Table, change: Change) -> Table:
        await self.store.write(change)
        self._keep(table)
        for key in change.keys:
            table.keys[key.hash] = key
        self.on_change(table)
        return table

    async def _get(self, table: str) -> Table:
        if table not in self._kept:
            stored = await self.store.load(table)
            if stored is None:
                raise Refused("not_found", "There is no such table: the link may be cut, or the server another one")
            found = Table.from_store(known_game(stored.head.game), stored)
            self._keep(found)
            persons = [seat for seat, place in enumerate(found.places) if place.kind == "person"]
            self.live.expect(table, persons)
            await self._close_outdated(found)
        return self._kept[table]

    async def _close_outdated(self, table: Table) -> None:
        """Have it on disk that a table of other rules is closed; where that fails, the next start tries again."""
        if table.closing:
            log.warning("table %s is closed: %s", table.head.id, table.reason)
            with suppress(Conflict, Refused):
                await self.store.write(table.closing)
            table.closing = None

    def _keep(self, table: Table) -> None:
        self._kept[table.head.id] = table
        if len(self._kept) > MOST_KEPT:
            idle = [one for one in self._kept if not self.live.is_watched(one) and one not in self._locks]
            for other in idle[: MOST_KEPT // 4]:
                if other != table.head.id:
                    del self._kept[other]
                    self.live.drop(other)


def new_table(game: Game, players: int, deck: Deck, name: str = "") -> Table:
    """A table with no one at it, and the server's share of its deal; without a name it gets one."""
    share, name = ServerShare.draw(), name or secrets.token_urlsafe(TABLE_BYTES)
    return Table(game, Head(name, game.key, game.rules_version, players, json.dumps(deck.data), share.seed, share.salt))


def _opening(table: Table, wanted: NewTable, person: str) -> Change:
    """The first person sits down, and what she wants happens; raises Refused."""
    change = table.sit(0, clean_name(wanted.name, ()), wanted.nonce, person)
    change.head = table.head
    if wanted.options:
        change.entries += table.agree(wanted.options).entries
    for seat, level in enumerate(wanted.bots, start=1):
        change.entries += table.place_bot(seat, known_level(level), is_away=False).entries
    has_company = len(wanted.bots) < wanted.players - 1
    if wanted.advice or (wanted.advice is None and not has_company):
        change.entries += table.allow_advice().entries
    if not has_company:
        change.entries += table.start().entries
    return change


def _with_key(table: Table, key: Key) -> Change | None:
    """Keep a key; None where it is kept already."""
    if key.hash in table.keys:
        return None
    table.keys[key.hash] = key
    return Change(table.head.id, keys=[key])


def _opened(table: Table, link: Key, key: Key, browser: Browser) -> Change:
    """A link is spent, and another browser has the seat."""
    entry = table.company.open_elsewhere(table.status, key.seat or 0, browser.person)
    change = table.step(entry) if entry else Change(table.head.id)
    change.keys, change.spent = [key], [link.hash]
    table.keys[key.hash] = key
    del table.keys[link.hash]
    return change


def known_deck(game: Game, name: str) -> Deck:
    """The default deck, or one of the others by its name; raises Refused."""
    if name and name not in game.other_decks:
        raise Refused("bad_message", f"deck: {game.title} has no deck of that name")
    return game.other_decks[name]() if name else game.default_deck()


def known_game(key: str) -> Game:
    """A game by its key; raises Refused."""
    try:
        return load_game(key)
    except UnknownGame as error:
        raise Refused("not_found", str(error.args[0])) from None


def _table_after(old: Table) -> Table:
    """The table at which a company plays again: the same game with the same cards."""
    try:
        return new_table(old.game, old.head.players, old.deck())
    except DeckError as error:
        raise Refused("closed", f"The cards of this table are not understood any more: {error}") from None


def _options_after(old: Table) -> dict[str, int]:
    if old.match is None or not old.match.over:
        return old.options
    return old.game.next_options(old.match.state, old.options)


def _bots_of(table: Table) -> dict[int, tuple[str, str]]:
    return {
        seat: (place.level, place.name)
        for seat, place in enumerate(table.places)
        if place.kind == "bot" and place.level and not place.is_owned
    }
