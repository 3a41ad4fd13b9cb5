"""A finished game position by position, for one reader: what a page needs to look at it again.

It is made from a record and nothing else, and nothing of it is kept. A record may come from anybody.
"""

from __future__ import annotations

import asyncio
import gzip
import time
from collections import Counter
from dataclasses import dataclass, field

import msgspec

from coven.engine.game import AnyGame
from coven.engine.match import Match
from coven.engine.record import GameRecord, RecordError
from coven.engine.sentences import Names
from coven.engine.states import SPECTATOR, State
from coven.games import UnknownGame, load_game
from coven.server.chronicle import line
from coven.server.errors import Refused
from coven.server.messages import Sight, Speech
from coven.server.names import clean_name, isolated
from coven.server.retold import Chapter, Position, Replay

PIECE = 400
"""Acts in one answer; a page asks for the rest piece by piece."""
LONGEST = 10.0
"""Seconds for one answer."""
MOST_WAITING, MOST_OF_ONE = 20, 3
"""More readers than this, or of one address, are sent away until the others have theirs."""
SOURCE = "This file"
BUSY = Refused("slow_down", "Many replays are asked for at the moment: try again in a minute")


@dataclass(frozen=True)
class Wish:
    """What a page asks for."""

    reader: int
    """The seat whose knowledge is shown, or SPECTATOR."""
    is_open: bool
    """Are all cards shown as well?"""
    first: int
    """The number of acts before the first position of the answer."""


def read_record(text: str) -> GameRecord:
    """The record in a file. Raises Refused with what is wrong."""
    try:
        return GameRecord.parse(text, SOURCE)
    except (RecordError, RecursionError) as error:
        raise Refused("bad_record", str(error) or "This file is nested too deeply") from None


def replay_of(record: GameRecord, wish: Wish) -> Replay:
    """Judge the record, and show a piece of it. Raises Refused, with the reason if it cannot be shown."""
    try:
        game = load_game(record.game)
        match = record.start(game)
        if wish.reader != SPECTATOR and not 0 <= wish.reader < match.players:
            raise Refused("not_found", f"There is no seat {wish.reader} in this game")
        match.seat_names = names_of(record, match.players)
        told = _Teller(game, match, wish)
        for _ in record.steps(match):
            told.listen()
        record.check_end(match)
        ending, why = _decided(record, match, Names(match.seat_names, wish.reader))
    except UnknownGame as error:
        raise Refused("bad_record", str(error.args[0])) from None
    except RecordError as error:
        raise Refused("bad_record", _sentence(str(error))) from None
    faces = list(game.board.faces(match.deck))
    names = list(match.seat_names)
    return Replay(
        game.key, names, faces, wish.reader, len(match.acts), wish.first, told.chapters, told.positions, ending, why
    )


def names_of(record: GameRecord, players: int) -> tuple[str, ...]:
    """The names in a record as far as they are names; other seats are called by their numbers."""

    def name(seat: int) -> str:
        try:
            return isolated(clean_name(record.names[seat], ()))
        except (Refused, IndexError):
            return f"seat {seat + 1}"

    return tuple(name(seat) for seat in range(players))


@dataclass
class _Teller:
    """Follows a match from act to act, and keeps what a page shows of the piece that was asked for."""

    game: AnyGame
    match: Match
    wish: Wish
    positions: list[Position] = field(default_factory=list)
    chapters: list[Chapter] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._end = time.monotonic() + LONGEST
        self._acts, self._spoken = 0, 0
        self._before, self._public = self.game.state(), self.game.state()
        self._names = self.match.names(self.wish.reader)
        self._look()

    def listen(self) -> None:
        """Something was played or said."""
        time.sleep(0)  # tables come first
        if time.monotonic() > self._end:
            raise Refused("slow_down", "This game takes too long to replay here: try coven replay")
        if len(self.match.acts) > self._acts:
            self._acts = len(self.match.acts)
            self._look()
        for _, seat, phrase, _ in self.match.spoken[self._spoken :]:
            text = self._names.says(seat, self.game.talk.text(phrase))
            if self._is_wanted:
                self.positions[-1].log.append(line("said", text, self._acts))
                self.positions[-1].said = self._said(self._before)
        self._spoken = len(self.match.spoken)

    @property
    def _is_wanted(self) -> bool:
        return self.wish.first <= self._acts < self.wish.first + PIECE

    def _look(self) -> None:
        """See what has changed."""
        match, deck, game = self.match, self.match.deck, self.game
        game.rules.hide(deck.tables, match.state, SPECTATOR, self._public)
        chapter = game.texts.chapter(deck, self._public)
        if chapter and (not self.chapters or self.chapters[-1].text != chapter):
            self.chapters.append(Chapter(chapter, self._acts))
        view = match.view_record(self.wish.reader)
        if self._is_wanted:
            between = game.board.between(deck, self._before, view)
            if between is not None:
                hands = self.positions[-1].hands if self.positions else []
                self.positions.append(Position(self._acts, self._sight(between), [], [], [], hands))
            told = [line("game", text, self._acts) for text in game.texts.tell(deck, self._before, view, self._names)]
            hands = game.board.hands(deck, match.state, match.names()) if self.wish.is_open else []
            owes = list(match.pending)
            self.positions.append(Position(self._acts, self._sight(view), told, self._said(view), owes, hands))
        self._before = view

    def _sight(self, view: State) -> Sight:
        deck, game = self.match.deck, self.game
        return Sight(game.texts.describe(deck, view), game.board.captions(deck, view, self._names))

    def _said(self, view: State) -> list[Speech]:
        talk = self.game.talk
        return [Speech(seat, talk.text(key)) for seat, key in self.match.heard(talk.moment(view))]


def _decided(record: GameRecord, match: Match, names: Names) -> tuple[str, str]:
    """Who won, and how it was decided."""
    outcome, ending = match.outcome, record.ending(match.players)
    if outcome is None:
        return ending.told(names) or "The record ends before the game does", ""
    return outcome.told(names), match.game.texts.verdict(match.deck, match.view_record(SPECTATOR), names)


def _sentence(text: str) -> str:
    """What is wrong with a record, as a sentence."""
    return text if text[:1].isupper() else f"This record cannot be shown: {text}"


class Replays:
    """Makes replays in threads, one at a time, so that tables are not kept waiting."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)
        self._waiting = Counter[str]()

    async def make(self, who: str, record: GameRecord | str, wish: Wish, *, is_packed: bool) -> bytes:
        """The replay as JSON, gzipped if `is_packed`. A text is read and judged as a record first. `who`: the address
        that asks. Raises Refused."""
        if self._waiting.total() >= MOST_WAITING or self._waiting[who] >= MOST_OF_ONE:
            raise BUSY
        self._waiting[who] += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(_made, record, wish, is_packed)
        finally:
            self._waiting[who] -= 1
            self._waiting += Counter()  # drops those at zero


def _made(record: GameRecord | str, wish: Wish, is_packed: bool) -> bytes:
    found = read_record(record) if isinstance(record, str) else record
    body = msgspec.json.encode(replay_of(found, wish))
    return gzip.compress(body, 1, mtime=0) if is_packed else body
