"""All tables: loads them, lets one thing at a time happen to each, and has it on disk before anybody hears of it."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from weakref import WeakValueDictionary

from coven.engine.decks import Deck, DeckError
from coven.engine.fair import ServerShare
from coven.engine.game import Game
from coven.games import UnknownGame, load_game
from coven.server.changes import Change, Head
from coven.server.counting import ACT_SECONDS
from coven.server.errors import Damaged, Refused
from coven.server.folding import fold
from coven.server.keys import new_key
from coven.server.levels import known_level
from coven.server.live import Live
from coven.server.logs import tell
from coven.server.messages import Act, Agree, Deed, Leave, NewTable, PlaceBot, Rename, Say, Start, TakeBack, Undo
from coven.server.names import clean_name
from coven.server.store import Conflict, Store
from coven.server.table import Table

MOST_KEPT = 400
"""Tables kept in memory though nobody looks at them."""
TRIES = 3
DAY = 86_400
DAMAGED = (
    "This table cannot be opened: what the server has kept of it is damaged. Nothing of it has been deleted: tell "
    "whoever runs this server"
)

log = logging.getLogger(__name__)


class Tables:
    """The only way to a table. What it hands out may be read until the next `await`."""

    def __init__(self, store: Store, live: Live) -> None:
        self.store, self.live = store, live
        self.on_change: Callable[[Table], None] = lambda table: None
        """Called after every change, and when a page has opened: bots wake up by it."""
        self._kept: dict[str, Table] = {}
        self._damaged: set[str] = set()
        """Tables that are set aside until the next start."""
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
            change = self._step(found, seat, message)
            change.answered = (seat, message.id)
            found.answered.add(change.answered)
            return change

        began = time.perf_counter()
        await self.change(table, step)
        if isinstance(message, Act):
            ACT_SECONDS.observe(time.perf_counter() - began)

    def _step(self, table: Table, seat: int, message: Deed) -> Change:
        if isinstance(message, Act | Undo | Say) and table.places[seat].kind == "bot":
            raise Refused("forbidden", "A bot plays your seat: take it back first")
        match message:
            case Act():
                return table.act(seat, message.question, message.action, *message.then)
            case Undo():
                return table.undo(seat, message.question, message.steps)
            case Say():
                return table.say(seat, message.phrase)
            case Agree():
                return table.agree(message.options)
            case Start():
                return table.start()
            case PlaceBot():
                is_away = message.seat not in self.live.present(table.head.id)
                return table.place_bot(message.seat, known_level(message.level), is_away)
            case TakeBack():
                return table.take_back(seat)
            case Leave():
                return table.leave(seat)
            case Rename():
                return table.rename(seat, message.name)

    async def create(self, wanted: NewTable) -> tuple[Table, str, str]:
        """A new table with its first person; returns it, her cookie's token, and the invitation's token."""
        game = known_game(wanted.game)
        if wanted.players not in game.players or len(wanted.bots) >= wanted.players:
            possible = ", ".join(map(str, game.players))
            raise Refused("bad_message", f"{game.title} is for {possible} players, you among them")
        name = clean_name(wanted.name, ())
        table = new_table(game, wanted.players, known_deck(game, wanted.deck))
        change = table.sit(0, name, wanted.nonce)
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
        token, key = new_key(0, "seat")
        invite, invite_key = new_key(None, "invite")
        change.keys = [key, invite_key]
        return await self._found(table, change), token, invite

    async def again(self, table: str, seat: int, nonce: str) -> tuple[str, str, str | None]:
        """The next table of a company: its id, a cookie's token, and its invitation for whoever asked first."""
        async with self._locks.setdefault(f"{table}/again", asyncio.Lock()):  # who asks first makes it
            return await self._again(table, seat, nonce)

    async def _again(self, table: str, seat: int, nonce: str) -> tuple[str, str, str | None]:
        async with self.at(table) as old:
            if old.status not in ("over", "closed"):
                raise Refused("not_yet", "This game is not over")
            following, place, new = old.next, old.places[seat], _table_after(old)
            bots, options, has_advice = _bots_of(old), _options_after(old), old.has_advice
        invite: str | None = None
        if following is None:
            change = Change(new.head.id, head=new.head, first=1)
            if options:
                change.entries += new.agree(options).entries
            if has_advice:
                change.entries += new.allow_advice().entries
            for other, (level, name) in bots.items():
                change.entries += new.place_bot(other, level, is_away=False, name=name).entries
            invite, invite_key = new_key(None, "invite")
            change.keys = [invite_key]
            await self._found(new, change)
            agreed = await self.change(table, lambda old: None if old.next else old.go_on(new.head.id))
            following = agreed.next or new.head.id
        token = await self.sit_down(following, seat, place.name, nonce, starts=True)
        return following, token, invite

    async def sit_down(self, table: str, seat: int, name: str, nonce: str, *, starts: bool = False) -> str:
        """Take a seat; returns the token of its cookie."""
        token, key = new_key(seat, "seat")

        def step(found: Table) -> Change:
            change = found.sit(seat, name, nonce)
            if starts and found.is_full and found.status == "lobby":
                change.entries += found.start().entries
            change.keys = [key]
            found.keys[key.hash] = key
            return change

        await self.change(table, step)
        return token

    async def add_key(
        self, table: str, seat: int | None, kind: str, allow: Callable[[Table], object], spends: str = ""
    ) -> str:
        """A new key to a table; the one with the hash `spends` is good no more. Returns the token."""
        token, key = new_key(seat, kind)

        def step(found: Table) -> Change:
            allow(found)
            found.keys[key.hash] = key
            found.keys.pop(spends, None)
            return Change(table, keys=[key], spent=[spends] if spends else [])

        await self.change(table, step)
        return token

    async def wake(self, table: str) -> None:
        """A page has opened: bots that are waited for wake up, and the table counts as visited."""
        async with self.at(table) as found:
            self.on_change(found)
        await self.visit(table)

    async def visit(self, table: str) -> None:
        """Somebody who may has come to the table; that is kept to a day."""
        if await self.store.visited(table) < time.time() - DAY:
            with suppress(Refused, Conflict):
                await self.store.write(Change(table, is_visit=True))

    async def has_lost_draft(self, table: str, seat: int) -> bool:
        """Did the fold lose what the seat had chosen? True once."""
        async with self.at(table) as found:
            is_lost = seat in found.lost_drafts
            found.lost_drafts.discard(seat)
            return is_lost

    async def forget(self, table: str) -> None:
        """Remove a table from the database, for ever."""
        async with self._locks.setdefault(table, asyncio.Lock()):
            await self.store.remove(table)
            self._kept.pop(table, None)

    async def _found(self, table: Table, change: Change) -> Table:
        await self.store.write(change)
        self._keep(table)
        for key in change.keys:
            table.keys[key.hash] = key
        self.on_change(table)
        return table

    async def _get(self, table: str) -> Table:
        if table in self._kept:
            return self._kept[table]
        if table in self._damaged:
            raise Refused("damaged", DAMAGED)
        try:
            found = await load_table(self.store, table)
        except Damaged as error:
            self._damaged.add(table)
            tell(log, "table_damaged", logging.ERROR, table=table, reason=str(error))
            raise Refused("damaged", DAMAGED) from None
        if found is None:
            raise Refused("not_found", "There is no such table: the link may be cut, or the server another one")
        self._keep(found)
        await self._write_fold(found)
        return found

    async def _write_fold(self, table: Table) -> None:
        """Have it on disk what the fold had to change; where that fails, the next one tries again."""
        if table.unwritten:
            what = "table_outdated" if table.unwritten.ends else "drafts_lost"
            tell(log, what, logging.WARNING, table=table.head.id)
            with suppress(Conflict, Refused):
                await self.store.write(table.unwritten)
            table.unwritten = None

    def _keep(self, table: Table) -> None:
        self._kept[table.head.id] = table
        if len(self._kept) > MOST_KEPT:
            idle = [one for one in self._kept if not self.live.is_watched(one) and one not in self._locks]
            for other in idle[: MOST_KEPT // 4]:
                if other != table.head.id:
                    del self._kept[other]


async def load_table(store: Store, table: str) -> Table | None:
    """A table as it is on disk, None if there is none; raises Damaged, or Refused where the disk cannot be read."""
    stored = await store.load(table)
    if stored is None:
        return None
    try:
        return fold(load_game(stored.head.game), stored)
    except UnknownGame:
        raise Damaged("its game is not known") from None


def new_table(game: Game, players: int, deck: Deck) -> Table:
    """A table with no one at it, and the server's share of its deal."""
    share, table = ServerShare.draw(), secrets.token_urlsafe(9)
    return Table(
        game, Head(table, game.key, game.rules_version, players, json.dumps(deck.data), share.seed, share.salt)
    )


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
    if old.status != "over":
        return old.options
    return old.game.next_options(old.running.state, old.options)


def _bots_of(table: Table) -> dict[int, tuple[str, str]]:
    return {
        seat: (place.level, place.name)
        for seat, place in enumerate(table.places)
        if place.kind == "bot" and place.level and not place.is_owned
    }
