"""What a high witch would do: a search from one seat's view, shown only to the person who asked."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable

from coven.engine.match import Match
from coven.players import ActionAdvice
from coven.server.deeds import AskAdvice
from coven.server.errors import Refused
from coven.server.messages import Advice, Estimate
from coven.server.table import Table
from coven.server.tables import Tables
from coven.server.thinker import Busy, NoThought, NotWarm, Thinker
from coven.worker import SearchRequest

SEED_BYTES = 7
Place = tuple[str, int]

log = logging.getLogger(__name__)


class Advisor:
    """Answers those who ask; thinks about one question of a seat at a time."""

    def __init__(self, tables: Tables, thinker: Thinker) -> None:
        self._tables, self._thinker = tables, thinker
        self._thoughts: dict[Place, tuple[str, asyncio.Task[list[ActionAdvice]]]] = {}

    async def ask(self, table: str, seat: int, message: AskAdvice, allow: Callable[[Table], None]) -> Advice:
        """The answer. Raises Refused if there is none, or if the question has changed in the meantime."""
        choices = await self._think((table, seat), message.question, allow)
        async with self._tables.at(table) as found:
            match = asked(found, seat, message.question, allow)
            return _told(message, match, seat, choices)

    async def close(self) -> None:
        """Stop all."""
        thoughts = [thought for _, thought in self._thoughts.values()]
        for thought in thoughts:
            thought.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)

    async def _think(self, place: Place, question: str, allow: Callable[[Table], None]) -> list[ActionAdvice]:
        """The same question asked during a search gets the same answer; a different question waits for it."""
        while place in self._thoughts and self._thoughts[place][0] != question:
            await asyncio.wait([self._thoughts[place][1]])
        if place not in self._thoughts:
            request = await self._request(place, question, allow)
            if place in self._thoughts:  # somebody else at this seat was faster
                return await self._think(place, question, allow)
            thought = asyncio.create_task(self._thinker.weigh(place[0], request, seed_of(*place, question)))
            self._thoughts[place] = question, thought
            thought.add_done_callback(lambda done: self._forget(place, done))
        try:
            return await asyncio.shield(self._thoughts[place][1])
        except NotWarm:
            raise Refused("not_yet", "The high witch's search is being compiled, once: ask again in a moment") from None
        except Busy:
            raise Refused("not_yet", "Too many are thinking here, and her turn did not come: ask again") from None
        except NoThought as error:
            log.warning("table %s: no advice for seat %d: %s", *place, error)
            raise Refused("broken", "The high witch could not think about this: ask again") from None

    def _forget(self, place: Place, thought: asyncio.Task[list[ActionAdvice]]) -> None:
        """A search has ended; the person who asked may have gone."""
        del self._thoughts[place]
        if not thought.cancelled():
            thought.exception()

    async def _request(self, place: Place, question: str, allow: Callable[[Table], None]) -> SearchRequest:
        table, seat = place
        async with self._tables.at(table) as found:
            return request_of(asked(found, seat, question, allow), seat)


def asked(table: Table, seat: int, question: str, allow: Callable[[Table], None]) -> Match:
    """The game of a seat that may ask about this question now. Raises Refused."""
    allow(table)
    if not table.has_advice:
        raise Refused("forbidden", "This table was opened without advice")
    match = table.running
    if table.places[seat].kind == "bot":
        raise Refused("forbidden", "A bot plays your seat: take it back first")
    if question != table.question_id(seat):
        raise Refused("stale", "That has changed in the meantime: look again")
    if seat not in match.pending:
        raise Refused("not_yet", "Nothing is asked of you now")
    return match


def request_of(match: Match, seat: int) -> SearchRequest:
    """What the seat knows."""
    return SearchRequest.of(match.game, match.deck, match.view_record(seat), match.numbers(seat))


def seed_of(table: str, seat: int, question: str) -> int:
    """The same question at the same table gets the same seed."""
    return int.from_bytes(hashlib.sha256(f"{table} {seat} {question}".encode()).digest()[:SEED_BYTES], "big")


def _told(message: AskAdvice, match: Match, seat: int, choices: list[ActionAdvice]) -> Advice:
    view, names = match.view_record(seat), match.names(seat)
    estimates = [
        Estimate(choice.action, match.game.texts.action_label(match.deck, view, choice.action, names), choice.chance)
        for choice in choices
    ]
    return Advice(message.id, message.question, estimates)
