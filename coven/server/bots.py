"""Bots at tables: they get their seat's view, think for a bounded time, and answer after a short pause.

Quick bots think in a thread, searching bots in a separate process, and the operator's own bots each in a process of its
own (`own_bots.py`). Bots play only while a page of their table is
open: a game waits for people, and an abandoned table costs nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

from coven.engine.decks import AnyDeck
from coven.engine.fallback import Fallback, fall_back
from coven.engine.game import NEVER, AnyGame
from coven.engine.lesson import NEWCOMER
from coven.engine.states import State
from coven.players import SEARCHING, BotFailed, make_player
from coven.players.attention import Attention
from coven.server.changes import Change
from coven.server.entries import OwnBotFailed
from coven.server.errors import Elsewhere, Refused
from coven.server.levels import NOTES
from coven.server.own_bots import NotOffered, OwnBots
from coven.server.table import Table
from coven.server.tables import Tables
from coven.server.thinker import DEADLINE, Busy, NoThought, NotWarm, Thinker
from coven.worker import SearchRequest

LONGEST_THOUGHT = 10.0
"""Seconds for a quick player; after that it gets a random move."""
LATE = 3
"""A bot that is not asked takes this many times as long to act."""
SEED_BITS = 60
REST = 2.0
"""Seconds before the next attempt if the disk refuses an answer, or the table is nobody's for the moment."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Turn:
    """What a bot is given."""

    game: AnyGame
    deck: AnyDeck
    level: str
    view: State
    question: str
    legal: list[int]
    is_due: bool
    """Does it owe a decision? If not, it may do something out of turn."""
    has_failed: bool = False
    """Has the operator's own bot that plays this seat failed in this game?"""

    @property
    def occasion(self) -> str:
        """The question, without any draft of its answer."""
        return self.question.split(".")[0]

    def pause(self, shortest: float, longest: float) -> float:
        """Seconds to wait before the answer, at the usual pace."""
        return random.uniform(shortest, longest) * (1 if self.is_due else LATE)


class Bots:
    """Plays every seat of a bot that owes a decision."""

    def __init__(
        self, tables: Tables, pause: tuple[float, float], thinker: Thinker, own: OwnBots | None = None
    ) -> None:
        """`pause`: shortest and longest wait before an answer, in seconds; random, so it says nothing about a hand."""
        self._tables, self._pause, self._thinker, self._own = tables, pause, thinker, own or OwnBots({})
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._attention: dict[str, dict[int, Attention]] = {}
        self._thoughts: dict[tuple[str, int], tuple[str, asyncio.Task[int]]] = {}
        """Searches that run or wait for their turn: the question, and the action to come."""

    def wake(self, table: Table) -> None:
        """A table has changed, or somebody looks at it: wake the bots that owe a decision or may act out of turn."""
        name = table.head.id
        if table.status != "playing":
            self._attention.pop(name, None)
            self._tables.live.forget(name)
            self._own.end(name)
        self._drop_stale_thoughts(table)
        if needs_thinker(table) and self._tables.live.is_watched(name):
            self._thinker.warm(table.game.key)
        for seat in self._busy(table):
            if (name, seat) not in self._tasks:
                self._tasks[name, seat] = asyncio.create_task(self._play(name, seat))

    def _busy(self, table: Table) -> list[int]:
        """Seats of bots that have something to do; none if nobody is watching."""
        return busy_bots(table) if self._tables.live.is_watched(table.head.id) else []

    def _drop_stale_thoughts(self, table: Table) -> None:
        if not self._thoughts:
            return
        for seat in range(len(table.places)):
            question, thought = self._thoughts.get((table.head.id, seat), ("", None))
            if thought and not (table.is_due_bot(seat) and question == table.question_id(seat)):
                thought.cancel()

    async def close(self) -> None:
        """Stop all."""
        for task in list(self._tasks.values()):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _play(self, table: str, seat: int) -> None:
        """Answer for a seat until there is nothing left to do.

        It pauses once per answer, however many steps that takes or others have taken before, and thinks meanwhile, so
        that timing reveals nothing. More steps do not take longer either: the deadline is for the whole answer.
        """
        answering, clock, asked, pause = "", asyncio.get_running_loop().time, 0.0, 0.0
        try:
            while True:
                try:
                    turn = await self._turn(table, seat)
                    if turn is None:
                        return
                    if turn.occasion != answering:
                        answering = turn.occasion
                        asked = clock()
                        pause = turn.pause(*self._pause)
                    action = await self._think(table, seat, turn, asked + DEADLINE)
                    await self._rest(table, turn, asked, pause)
                    await self._answer(table, seat, turn.question, action)
                except Elsewhere:  # for good, so that its next owner wakes the bot; or until a late lease is renewed
                    if not self._tables.live.is_watched(table):
                        return
                    await asyncio.sleep(REST)
                except Refused as error:  # its question has changed: look again
                    if error.code == "storage":
                        await asyncio.sleep(REST)
                    elif error.code != "stale":
                        raise
        except Refused as error:
            log.warning("table %s: the bot of seat %d stops: %s", table, seat, error.code)
        finally:
            del self._tasks[table, seat]

    async def _rest(self, table: str, turn: Turn, asked: float, pause: float) -> None:
        """Out of turn it is a race with people: their wish for a pace does not make a bot faster there."""
        if turn.is_due:
            await self._tables.live.pause(table, asked, pause)
        else:
            await asyncio.sleep(asked + pause - asyncio.get_running_loop().time())

    async def _turn(self, table: str, seat: int) -> Turn | None:
        async with self._tables.at(table) as found:
            if seat not in self._busy(found):
                return None
            match, level = found.running, found.places[seat].level or ""
            scripted = scripted_of(found)
            notices = Attention(level if level in NOTES else "thumb")
            attention = self._attention.setdefault(table, {}).setdefault(seat, notices)
            if scripted is not None:
                level, legal = "thumb", [scripted[seat]]
            else:
                legal = attention.sees(match.numbers(seat), match.game.actions.out_of_turn)
            if not legal:
                return None
            view, is_due = match.view_record(seat), found.is_due_bot(seat)
            question, has_failed = found.question_id(seat), seat in found.company.failed
            return Turn(match.game, match.deck, level, view, question, legal, is_due, has_failed)

    async def _think(self, table: str, seat: int, turn: Turn, until: float) -> int:
        """Nobody searches out of turn, or asks the operator's own bots; with a single choice, a searching bot takes as
        long as usual."""
        if turn.is_due and (turn.level in SEARCHING or turn.level not in NOTES):
            try:
                if turn.level in SEARCHING:
                    return await self._search(table, seat, turn, until)
                return await self._ask_own(table, seat, turn)
            except Busy as error:
                self._fall_back(Fallback.BUSY, table, seat, "by rules of thumb, because too many are thinking", error)
            except NotWarm as error:
                how = "her search is compiled" if turn.level in SEARCHING else "this bot has loaded"
                self._fall_back(Fallback.COLD, table, seat, f"by rules of thumb until {how}", error)
            except NoThought as error:
                how = "her search failed" if turn.level in SEARCHING else "this bot cannot be started"
                self._fall_back(Fallback.NO_THOUGHT, table, seat, f"by rules of thumb, because {how}", error)
            except NotOffered as error:
                how = "by rules of thumb, because it is not offered any more"
                self._fall_back(Fallback.NO_BOT, table, seat, how, error)
            except BotFailed as error:
                how = "by rules of thumb, because it failed"
                self._fall_back(Fallback.BOT_FAILED, table, seat, how, f"the bot {error.name} {error.fault}")
                await self._tables.change(table, lambda found: failing(found, seat, turn.level))
        return await self._think_quickly(table, seat, turn)

    async def _ask_own(self, table: str, seat: int, turn: Turn) -> int:
        """Raises Refused("stale") if it is no longer wanted, and whatever `OwnBots.choose` raises."""
        if turn.has_failed:
            raise BotFailed(turn.level, "has failed before")
        asked = self._own.choose(table, turn.level, turn.game, turn.deck, turn.view, turn.legal)
        return await self._found(table, seat, turn, asked)

    async def _think_quickly(self, table: str, seat: int, turn: Turn) -> int:
        player = make_player(turn.level if turn.level in NOTES and turn.level not in SEARCHING else "thumb")
        thought = asyncio.to_thread(player, turn.game, turn.deck, turn.view, seat, turn.legal)
        try:
            return await asyncio.wait_for(thought, LONGEST_THOUGHT)
        except TimeoutError:
            why = f"no move within {LONGEST_THOUGHT:.0f} seconds"
            self._fall_back(Fallback.TOO_SLOW, table, seat, "at random, because thinking took too long", why)
            return random.choice(turn.legal)

    def _fall_back(self, kind: Fallback, table: str, seat: int, how: str, why: object) -> None:
        """The seat shows how the bot plays, until it plays as asked again; only the log says why."""
        live = self._tables.live
        if live.excuses(table).get(seat) != how:
            text = f"table {table}: the bot of seat {seat} plays {how} ({why})"
            fall_back(kind, text, lambda *_: live.excuse(table, seat, how))

    async def _search(self, table: str, seat: int, turn: Turn, until: float) -> int:
        """Raises Refused("stale") if it is no longer wanted, and whatever `Thinker.choose` raises."""
        request = SearchRequest.of(turn.game, turn.deck, turn.view, turn.legal)
        searched = self._thinker.choose(table, request, turn.level, secrets.randbits(SEED_BITS), until)
        return await self._found(table, seat, turn, searched)

    async def _found(self, table: str, seat: int, turn: Turn, thinking: Coroutine[Any, Any, int]) -> int:
        """What comes of a thought, as long as it is wanted; it is dropped when the seat's question changes."""
        thought = asyncio.create_task(thinking)
        self._thoughts[table, seat] = turn.question, thought
        try:
            await asyncio.wait([thought])
        finally:
            thought.cancel()
            del self._thoughts[table, seat]
        if thought.cancelled():
            raise Refused("stale", "Nobody is waiting for this any more")
        action = thought.result()
        if action not in turn.legal:
            raise NoThought(f"action {action} is not allowed")
        self._tables.live.excuse(table, seat, None)
        return action

    async def _answer(self, table: str, seat: int, question: str, action: int) -> None:
        def step(found: Table) -> Change | None:
            is_late = action >= found.game.actions.out_of_turn and not found.may(seat, action)
            if seat not in self._busy(found) or is_late:
                return None  # somebody else was faster
            return found.act(seat, question, action)

        await self._tables.change(table, step)


def failing(table: Table, seat: int, level: str) -> Change | None:
    """Note that the operator's own bot in this seat has failed, unless it is noted or does not play there any more."""
    if table.status != "playing" or table.places[seat].level != level or seat in table.company.failed:
        return None
    return table.step(OwnBotFailed(seat))


def busy_bots(table: Table) -> list[int]:
    """Seats of bots that owe a decision or may act out of turn; in a lesson, those whose part comes next."""
    if table.status != "playing":
        return []
    bots = [seat for seat, place in enumerate(table.places) if place.kind == "bot"]
    if not bots:
        return []
    match, is_plain = table.running, table.game.actions.out_of_turn == NEVER
    scripted = scripted_of(table)
    if scripted is not None:
        return [seat for seat in bots if seat in scripted]
    return [seat for seat in bots if seat in match.pending or (not is_plain and table.numbers(seat))]


def scripted_of(table: Table) -> dict[int, int] | None:
    """What bots do next in a lesson, by seat; None where there is none, or where a bot plays for the newcomer."""
    if table.places[NEWCOMER].kind == "bot":
        return None
    return table.course.scripted(table.running)


def needs_thinker(table: Table) -> bool:
    """Will anybody at this table search?"""
    is_open = table.status in ("lobby", "playing")
    return is_open and (table.has_advice or any(place.level in SEARCHING for place in table.places))
