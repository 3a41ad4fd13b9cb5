"""Makes a table from what is on disk, whatever has happened there, or says in `Damaged` what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from coven.engine.decks import DeckError
from coven.engine.game import AnyGame
from coven.games import UnknownGame, load_game
from coven.server import entries
from coven.server.changes import MOST_ANSWERED, Change, Draft, Head, Key, Stored
from coven.server.errors import Damaged, why_outdated
from coven.server.table import Table

if TYPE_CHECKING:
    from coven.server.store import Store

MOST_SEATS = 32
"""No game of any version has more."""


async def load_table(store: Store, table: str) -> Table | None:
    """A table as it is on disk; None if there is none. Raises Damaged, or Refused if the disk cannot be read."""
    stored = await store.load(table)
    if stored is None:
        return None
    try:
        return fold(load_game(stored.head.game), stored)
    except UnknownGame:
        raise Damaged("its game is unknown") from None


def stored_of(head: dict[str, Any], rows: Mapping[str, Sequence[Any]]) -> Stored:
    """A table from its rows, by names of the database's tables, with log and drafts as text. Raises Damaged."""
    texts = {row[0]: row[1] for row in rows["log"]}
    last = len(texts) - MOST_ANSWERED
    messages = [(number, asker, message) for number, _, asker, message in rows["log"] if message is not None]
    answered = [
        _read("an answer", lambda row: msgspec.convert(row, tuple[int, int, str]), tuple(row))
        for row in [*messages, *rows["answered"]]
    ]
    log: list[entries.Entry] = []
    for number in range(1, len(texts) + 1):
        if number not in texts:
            raise Damaged(f"entry {number} is missing")
        log.append(_read(f"entry {number}", entries.decode, texts[number]))
    kept = Stored(
        _read("the row of the table", lambda row: msgspec.convert(row, Head), head), log, [],
        [(seat, message) for length, seat, message in sorted(answered) if length > last],
        [Key(*_read("a key", lambda row: msgspec.convert(row, tuple[str, int | None, str]), tuple(row)))
         for row in rows["keys"]],
    )  # fmt: skip
    for seat, text in rows["drafts"]:
        try:
            kept.drafts.append(Draft(msgspec.convert(seat, int), *entries.decode_draft(text)))
        except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
            kept.unread.append(seat)
    return kept


def fold(game: AnyGame, stored: Stored) -> Table:
    """The table, with what had to be changed for it in `unwritten`. Drops illegal drafts only. Raises Damaged."""
    if not (1 <= stored.head.players <= MOST_SEATS and stored.head.rules_version >= 0):
        raise Damaged("its number of players or version of the rules is invalid")
    try:
        if stored.head.rules_version != game.rules_version:
            return _outdated(game, stored)
        return _without_bad_drafts(game, stored)
    except Damaged:
        raise
    except Exception as error:
        raise Damaged(f"it cannot be set up ({type(error).__name__})") from error


def _without_bad_drafts(game: AnyGame, stored: Stored) -> Table:
    table, lost = _folded(game, stored), list(stored.unread)
    drafts = list(stored.drafts) if table.status == "playing" else []
    while bad := next((draft for draft in drafts if not _takes_draft(table, draft)), None):
        drafts.remove(bad)
        lost.append(bad.seat)
        table = _folded(game, stored)
    if lost:
        table.unwritten = Change(stored.head.id, drafts=dict.fromkeys(lost))
        table.lost_drafts = {seat for seat in lost if isinstance(seat, int)}
    return table


def _folded(game: AnyGame, stored: Stored) -> Table:
    if stored.head.players not in game.players:
        raise Damaged(f"{game.title} is not for {stored.head.players}")
    table = _empty(game, stored)
    for number, entry in enumerate(stored.entries, start=1):
        _take(table, number, entry, table._take)
    if table.match is None and table.reason is None:
        try:
            table.deck()
        except (DeckError, ValueError, RecursionError):
            raise Damaged("its deck cannot be read") from None
    return table


def _empty(game: AnyGame, stored: Stored) -> Table:
    table = Table(game, stored.head, len(stored.entries))
    table.answered.extend(stored.answered)
    table.keys = {key.hash: key for key in stored.keys}
    return table


def _take(table: Table, number: int, entry: entries.Entry, how: Callable[[entries.Entry], None]) -> None:
    try:
        seats = [getattr(entry, "seat", 0), getattr(entry, "by", None) or 0]
        for seat in [*seats, *(seat for seat, _ in getattr(entry, "acts", ()))]:
            table.place(seat)
        how(entry)
    except Exception as error:
        raise Damaged(f"entry {number} cannot be applied ({type(error).__name__})") from error


def _takes_draft(table: Table, draft: Draft) -> bool:
    """Can the draft be what the seat has chosen? If not, the table can no longer be used."""
    try:
        table.place(draft.seat)
        for text in draft.acts:
            table.running.act(draft.seat, text)
        is_kept = len([actor for actor, _ in table.running.unsettled if actor == draft.seat]) == len(draft.acts)
    except Exception:
        return False
    table.drafts[draft.seat] = draft
    table._forget()
    return is_kept


def _outdated(game: AnyGame, stored: Stored) -> Table:
    """Handle changed rules: nothing is played, the people who sat here can still be read, and the table is closed."""
    table = _empty(game, stored)

    def keep(entry: entries.Entry) -> None:
        table.log.append(entry)
        table.company.begin()

    for number, entry in enumerate(stored.entries, start=1):
        is_kept = isinstance(entry, entries.Agreed | entries.Started | entries.Played | entries.Said)
        _take(table, number, entry, keep if is_kept else table._take)
    if table.reason is None:
        table.unwritten = table.step(entries.Closed(why_outdated(game, stored.head.rules_version)))
    return table


def _read(what: str, read: Any, value: Any) -> Any:
    try:
        return read(value)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as error:
        said = f": {error}" if isinstance(error, msgspec.DecodeError) else f" ({type(error).__name__})"
        raise Damaged(f"{what} cannot be read{said}") from None
