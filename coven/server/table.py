"""A table: the fold of its log, and what may happen next. It knows a game only by its contract, and no database."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from functools import cached_property
from typing import NoReturn

from coven.engine.decks import AnyDeck, DeckError
from coven.engine.fair import ServerShare
from coven.engine.game import AnyGame
from coven.engine.match import IllegalAction, Match
from coven.engine.plain import Plain
from coven.engine.states import State
from coven.server import entries
from coven.server.changes import MOST_ANSWERED, Change, Draft, Head, Key
from coven.server.chronicle import Chronicle, Chronicles
from coven.server.company import RUNNING, Company, Place
from coven.server.decks import shared_deck
from coven.server.entries import AboutPersons, Entry, seed_of
from coven.server.errors import Refused
from coven.server.lessons import Course
from coven.server.messages import Line, Status
from coven.server.results import Result
from coven.server.tokens import guest_hash


class Table:
    """The fold of a table's log. Methods named after what people do check it, change the table, and return the
    `Change` to be written; they raise Refused before anything has changed."""

    def __init__(self, game: AnyGame, head: Head, length: int = 0) -> None:
        """`length`: how many entries will be taken in at once."""
        self.game, self.head = game, head
        self.share = ServerShare(head.seed, head.salt)
        self.log: list[Entry] = []
        self.company = Company(head.players)
        self.match: Match | None = None
        self.options = game.agreed({}, head.players)
        """What the table has agreed on."""
        self.course = Course()
        self.has_advice = False
        """May the player to decide ask what a high witch would do?"""
        self.next: str | None = None
        self.reason: str | None = None
        self.closed_by: int | None = None
        """Why the table is closed, and the host's seat if the host closed it."""
        self.unwritten: Change | None = None
        """What has yet to be written because the fold had to change something (see `folding`)."""
        self.lost_drafts: set[int] = set()
        """Seats that must be told that their draft could not be read."""
        self.answered: deque[tuple[int, str]] = deque(maxlen=MOST_ANSWERED)
        """(seat, message) of the newest messages that were answered."""
        self.keys: dict[str, Key] = {}
        self.epoch: int | None = None
        """See `Change.epoch`."""
        self.drafts: dict[int, Draft] = {}
        self.story: Result | None = None
        """How the game ended, for readers who have no seat, once somebody has asked (see `ending`)."""
        self._settled = 0
        self._since = [0] * head.players
        self._options: list[list[int]] = [[] for _ in range(head.players)]
        self._chronicles = Chronicles(self.log, self.company, length)
        self._views: dict[int, State] = {}
        self._numbers: dict[int, list[int]] = {}

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a table is the fold of its log, and cannot be copied")

    # What holds now

    @property
    def status(self) -> Status:
        """The table's stage of life."""
        if self.reason is not None:
            return "closed"
        if self.match is None:
            return "lobby"
        return "over" if self.match.over or self.company.ended else "playing"

    @property
    def running(self) -> Match:
        """The game. Raises Refused if there is none yet, or if the table is closed."""
        if self.reason is not None:
            raise Refused("closed", self.reason)
        if self.match is None:
            raise Refused("not_yet", "The game has not begun")
        if self.company.ended:
            raise Refused("closed", f"This game was ended {self.company.ended}")
        return self.match

    @property
    def _dealt(self) -> Match:
        """The game, running or not. Raises Refused if there is none yet."""
        if self.match is None:
            raise Refused("not_yet", "The game has not begun")
        return self.match

    @property
    def places(self) -> list[Place]:
        """The seats."""
        return self.company.places

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called in sentences."""
        return self.company.names

    def place(self, seat: int) -> Place:
        """A seat of this table. Raises Refused if it does not exist."""
        return self.company.place(seat)

    @property
    def is_full(self) -> bool:
        """Is every seat a person's or a bot's?"""
        return all(place.kind != "empty" for place in self.places)

    def view(self, seat: int) -> State:
        """What the seat sees of the game. Made once per state and shared, so callers must not change it."""
        if seat not in self._views:
            self._views[seat] = self._dealt.view_record(seat)
        return self._views[seat]

    def numbers(self, seat: int) -> list[int]:
        """The numbers of the seat's legal actions, ascending. Found once per state of the game."""
        if seat not in self._numbers:
            self._numbers[seat] = self.running.numbers(seat)
        return self._numbers[seat]

    def question_id(self, seat: int) -> str:
        """Changes only when the seat's own options change."""
        draft = self.drafts.get(seat)
        return f"{self._since[seat]}.{draft.steps if draft else 0}"

    @cached_property
    def faces(self) -> list[Plain]:
        """The cards of this table's deck, for its board; none if the deck can no longer be understood."""
        try:
            return list(self.game.board.faces(self.deck()))
        except DeckError:
            return []

    def deck(self) -> AnyDeck:
        """The cards of this table. Raises DeckError if they can no longer be understood."""
        return shared_deck(self.game, self.head.deck)

    def is_due_bot(self, seat: int) -> bool:
        """Is this a bot's seat that owes a decision?"""
        return self.status == "playing" and self.places[seat].kind == "bot" and seat in self.running.pending

    def may(self, seat: int, action: int) -> bool:
        """Is the action legal for the seat now?"""
        return self.status == "playing" and action in self.numbers(seat)

    def chronicle(self, seat: int) -> Chronicle:
        """The last part of the seat's log in words."""
        return self._chronicles.of(self._dealt, seat, self.view)

    def earlier(self, seat: int, last: int) -> list[Line]:
        """The seat's log in words about the entries up to the `last` one."""
        return self._chronicles.earlier(self._dealt, seat, last)

    # What people do

    def step(self, entry: Entry) -> Change:
        """Take in a checked entry and what follows from it: keys that are no longer valid, drafts nobody finishes."""
        change = Change(self.head.id, first=len(self.log) + 1, entries=[entry])
        self._take(entry)
        change.spent = self._spent(entry)
        for spent in change.spent:
            del self.keys[spent]
        change.ends = self.status in ("over", "closed")
        if change.ends:
            change.drafts = dict.fromkeys(self.drafts)
            self.drafts.clear()
        return change

    def sit(self, seat: int, name: str, nonce: str, person: str = "") -> Change:
        """Take a free seat. `person` is her browser."""
        self._need_running()
        return self.step(self.company.sit(self.status, seat, name, nonce, person))

    def place_bot(self, seat: int, level: str, is_away: bool, name: str = "") -> Change:
        """Let a bot play a seat that is empty, or whose person is not there."""
        self._need_running()
        return self.step(self.company.place_bot(seat, level, is_away, name))

    def leave(self, seat: int) -> Change:
        """Give up one's seat. Its keys are no longer valid."""
        return self.step(entries.Left(seat))

    def agree(self, options: dict[str, int], level: str = "", devices: bool | None = None) -> Change:
        """Agree on the game's options, the level of bots that stand in for people, and whether people may share a
        browser.

        What is not named stays as it is.
        """
        if self.status != "lobby":
            raise Refused("not_yet", "The game has already begun")
        try:
            agreed = self.game.agreed({**self.options, **options}, self.head.players)
        except ValueError as error:
            raise Refused("bad_message", str(error)) from None
        found: list[Entry] = [self.company.agree_level(level)] if level else []
        found += [] if devices is None else [self.company.agree_devices(devices)]
        found += [entries.Agreed(agreed)] if options or not found else []
        change = self.step(found[0])
        for entry in found[1:]:
            change.entries += self.step(entry).entries
        return change

    def allow_advice(self) -> Change:
        """When the table is made: let the player to decide ask what a high witch would do."""
        return self.step(entries.AdviceAllowed())

    def start(self) -> Change:
        """Deal: every seat is taken."""
        if self.status != "lobby":
            raise Refused("not_yet", "The game has already begun")
        if not self.is_full:
            raise Refused("not_yet", "A seat is empty: ask a friend, or let a bot play")
        return self.step(entries.Started())

    def act(self, seat: int, question: str, action: int, *then: int) -> Change:
        """Make one decision, or several in a row: all of them, or none.

        What settles is played; the rest is a draft that can be taken back. What is done out of turn answers no
        question, so it does not matter which one was asked.
        """
        match = self.running
        if min([action, *then]) < self.game.actions.out_of_turn:
            self._check_question(seat, question)
        try:
            if self.places[seat].kind == "person":
                self.course.check(match, seat, [action, *then])
            match.act_all(seat, [action, *then])
        except IllegalAction as error:
            raise Refused.illegal(error) from None
        settled = match.acts[self._settled : match.settled]
        acts = tuple((actor, match.text(number)) for actor, number in settled)
        if not acts:
            return self._drafted(seat)
        entry = entries.Played(acts)
        change = self._record(entry)
        self._settle({actor for actor, _ in acts})
        for gone in [other for other in self.drafts if self._since[other] == len(self.log)]:
            del self.drafts[gone]
            change.drafts[gone] = None
        self._follow()
        change.ends = match.over
        return change

    def undo(self, seat: int, question: str, steps: int = 1) -> Change:
        """Take back the seat's last decisions that nobody has seen: this many, or as many as there are."""
        match = self.running
        self._check_question(seat, question)
        mine = sum(actor == seat for actor, _ in match.unsettled)
        try:
            for _ in range(max(1, min(steps, mine))):
                match.undo(seat)
        except IllegalAction as error:
            raise Refused.illegal(error) from None
        return self._drafted(seat)

    def say(self, seat: int, phrase: str) -> Change:
        """Say a fixed phrase."""
        try:
            self.running.say(seat, phrase)
        except IllegalAction as error:
            raise Refused.illegal(error) from None
        entry = entries.Said(seat, phrase)
        change = self._record(entry)
        self._chronicles.said(entry)
        return change

    def close(self, reason: str) -> Change:
        """End the table, if it has not ended by itself. Nobody comes in any more."""
        change = Change(self.head.id) if self.status in ("over", "closed") else self.step(entries.Closed(reason))
        change.ends, change.spent = bool(change.entries), list(self.keys)
        self.keys.clear()
        return change

    def go_on(self, table: str) -> Change:
        """The same people play again at another table."""
        return self.step(entries.GoesOn(table))

    # Inner workings

    def _need_running(self) -> None:
        if self.status not in RUNNING:
            raise Refused("closed", self.reason or "This game is over")

    def _spent(self, entry: Entry) -> list[str]:
        """Hashes of the keys that an entry makes invalid."""
        match entry:
            case entries.Left() | entries.Freed() | entries.SentAway():
                guests = {guest_hash(self.head.id, person) for person in self.company.banned}
                return [key.hash for key in self.keys.values() if key.seat == entry.seat or key.hash in guests]
            case entries.Invited(is_open=False):
                return [key.hash for key in self.keys.values() if key.kind in ("invite", "guest")]
            case _:
                return []

    def _check_question(self, seat: int, question: str) -> None:
        if question != self.question_id(seat):
            raise Refused("stale", "That has changed in the meantime: look again")

    def _record(self, entry: Entry) -> Change:
        """Record an entry whose effect has already taken place."""
        self.log.append(entries.shared(entry))
        self._chronicles.mark(self.match)
        return Change(self.head.id, first=len(self.log), entries=[entry])

    def _forget(self) -> None:
        """Forget what was derived from the game: it has changed."""
        self._views.clear()
        self._numbers.clear()

    def _drafted(self, seat: int) -> Change:
        match = self.running
        self._forget()
        acts = tuple(match.text(number) for actor, number in match.unsettled if actor == seat)
        before = self.drafts.get(seat)
        self.drafts[seat] = Draft(seat, acts, before.steps + 1 if before else 1)
        return Change(self.head.id, drafts={seat: self.drafts[seat]})

    def _settle(self, actors: set[int]) -> None:
        """After acts that stay: find whose options have changed. Those of a seat with a draft have not."""
        match = self.running
        self._forget()
        self._settled = match.settled
        drafting = {actor for actor, _ in match.unsettled}
        for seat in set(range(len(self.places))) - drafting:
            options = self.numbers(seat)
            options = options[: bisect_left(options, self.game.actions.out_of_turn)]
            if seat in actors or options != self._options[seat]:
                self._since[seat] = len(self.log)
                self._options[seat] = options

    # The fold

    def _take(self, entry: Entry) -> None:
        """Take in the next entry of the log."""
        self.log.append(entries.shared(entry))
        match entry:
            case entries.Started():
                self._begin()
            case entries.Played():
                for seat, text in entry.acts:
                    self.running.act(seat, text)
                self._settle({seat for seat, _ in entry.acts})
                self._follow()
            case entries.Said():
                self.running.say(entry.seat, entry.phrase)
                self._chronicles.said(entry)
            case entries.Agreed():
                self.options = self.game.agreed(entry.options, self.head.players)
            case entries.AdviceAllowed():
                self.has_advice = True
            case entries.Taught() | entries.LessonLeft():
                self.course.take(self.game, entry)
                self._chronicles.note(entry.told)
            case entries.GoesOn():
                self.next = entry.table
            case entries.Redealt() | entries.Repeated():
                self._chronicles.note(entry.told)
            case entries.Closed():
                self.reason, self.closed_by = entry.reason, entry.by
                self._chronicles.note(entry.reason)
                self._stop()
            case _:
                self._meet(entry)
        self._chronicles.mark(self.match)

    def _begin(self) -> None:
        seed = seed_of(self.share, self.log)
        self.match = Match(self.game, self.head.players, seed, self.deck(), self.names, self.options)
        self.company.begin()
        self._settle(set())
        self._follow()

    def _meet(self, entry: AboutPersons) -> None:
        for line in self.company.take(entry):
            self._chronicles.note(line)
        if self.match:
            self.match.seat_names = self.names
        if self.company.ended:
            self._stop()

    def _stop(self) -> None:
        """The game goes no further. What was not settled was never played."""
        self._forget()
        if self.match:
            for seat, _ in reversed(self.match.unsettled):
                self.match.undo(seat)

    def _follow(self) -> None:
        self._chronicles.follow(self.running, self.view)
