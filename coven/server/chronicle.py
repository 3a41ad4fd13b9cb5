"""The log in words, as one seat reads it.

Making a log again must not take longer as a game gets longer, so a table keeps marks, and its chronicles begin at one.
What came before is told again if somebody asks for it (`Chronicles.earlier`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from coven.engine.game import AnyGame
from coven.engine.match import Match
from coven.engine.sentences import Names
from coven.engine.states import State
from coven.server import entries
from coven.server.company import Company
from coven.server.entries import Entry
from coven.server.messages import Line

STEP = 8
"""Entries between two marks."""
KEPT = 3
"""How many marks are kept, the newest ones. Chronicles begin at the oldest of them."""
PERSONS = (*entries.AboutPersons.__args__, entries.Started)
"""Entries that change a company."""

line = lru_cache(maxsize=1 << 10)(Line)
"""Most lines say the same to several seats, one after the other, so they share one object."""


@dataclass(frozen=True)
class Mark:
    """How a table stood after this many entries of its log. It holds the whole truth, and only chronicles read it."""

    entries: int = 0
    acts: int = 0
    """How many acts were settled."""
    state: bytes | None = None
    """The state after these acts; None before the first deal. Bytes take a tenth of the memory of a state."""
    company: Company | None = None
    """The people at that time; None if nobody had come yet."""


class Chronicle:
    """What one seat has been told since a mark.

    It reads only the seat's views between entries of the table's log, so it is the same whenever it is made.
    """

    def __init__(self, game: AnyGame, seat: int, begin: int, view: State) -> None:
        """`begin`: how many entries came before. `view`: what the seat saw then, or an empty state before the deal."""
        self.game, self.seat, self.begin = game, seat, begin
        self.lines: list[Line] = []
        self.between: State | None = None
        """What could be seen before the last change that left something behind (`Board.between`)."""
        self.changed = 0
        """The entry of that change."""
        self.view = view
        """What the seat saw when it was last told something."""

    def after(self, entry: int) -> list[Line]:
        """The lines about later entries."""
        first = len(self.lines)
        while first and self.lines[first - 1].entry > entry:
            first -= 1
        return self.lines[first:]

    def follow(self, match: Match, entry: int, view: State, names: tuple[str, ...]) -> State:
        """Tell what has been settled since the last time. `view` is what the seat sees now.

        Returns what it saw then, which is no longer needed.
        """
        between = self.game.board.between(match.deck, self.view, view)
        if between is not None:
            self.between, self.changed = between, entry
        told = self.game.texts.tell(match.deck, self.view, view, Names(names, self.seat))
        self.lines += [line("game", text, entry) for text in told]
        before, self.view = self.view, view
        return before

    def said(self, entry: int, said: entries.Said, names: tuple[str, ...]) -> None:
        """Somebody spoke."""
        text = Names(names, self.seat).says(said.seat, self.game.talk.text(said.phrase))
        self.lines.append(line("said", text, entry))

    def note(self, entry: int, text: str) -> None:
        """Something happened at the table outside the game."""
        self.lines.append(line("table", text, entry))

    def forget(self, begin: int) -> None:
        """Begin later."""
        self.lines, self.begin = self.after(begin), begin
        if self.changed <= begin:
            self.between = None


class Chronicles:
    """The chronicles of a table, by seat. Each is made when somebody asks for it, and continued from then on."""

    def __init__(self, log: list[Entry], company: Company, length: int) -> None:
        """For the table that writes this log and has this company. Nobody asks before the log has this `length`."""
        self._log, self._company = log, company
        self._first = length - KEPT * STEP
        """Marks before this entry would be forgotten before anybody asks for anything."""
        self._marks = [Mark()]
        self._told: dict[int, Chronicle] = {}

    def of(self, match: Match, seat: int, view: Callable[[int], State]) -> Chronicle:
        """The seat's log in words since the oldest mark. `view`: what a seat sees now."""
        if seat not in self._told:
            self._told[seat] = self._since(self._marks[0], len(self._log), match, seat)
            if not match.unsettled:
                self._told[seat].view = view(seat)  # an equal one: there is no need for two
        return self._told[seat]

    def earlier(self, match: Match, seat: int, last: int) -> list[Line]:
        """All lines of the seat's log about its entries up to the `last` one. Takes longer the more there are."""
        return self._since(Mark(), last, match, seat).lines

    def follow(self, match: Match, view: Callable[[int], State]) -> None:
        """The newest entry was played. `view`: what a seat sees now."""
        entry, names = len(self._log), self._company.names
        for seat, chronicle in self._told.items():
            chronicle.follow(match, entry, view(seat), names)

    def said(self, said: entries.Said) -> None:
        """The newest entry was said."""
        for chronicle in self._told.values():
            chronicle.said(len(self._log), said, self._company.names)

    def note(self, text: str) -> None:
        """The newest entry is about something outside the game."""
        for chronicle in self._told.values():
            chronicle.note(len(self._log), text)

    def mark(self, match: Match | None) -> None:
        """The newest entry has been taken in. Make a mark if it is time for one."""
        before, length = self._marks[-1], len(self._log)
        if length % STEP or length <= self._first:
            return
        is_same = not any(isinstance(entry, PERSONS) for entry in self._log[before.entries :])
        company = before.company if is_same else self._company.copy()
        state = match.settled_state().to_bytes() if match else None
        self._marks = [*self._marks, Mark(length, match.settled if match else 0, state, company)][-KEPT:]
        for chronicle in self._told.values():
            chronicle.forget(self._marks[0].entries)

    def _since(self, mark: Mark, last: int, match: Match, seat: int) -> Chronicle:
        """Tell the entries from a mark up to the `last` one."""
        company = mark.company.copy() if mark.company else Company(match.players)
        game, deck, acts = match.game, match.deck.tables, iter(match.acts[mark.acts : match.settled])
        names, view, spare = company.names, game.state(), game.state()
        state = game.state.from_bytes(mark.state) if mark.state else match.first_state()
        if mark.state:
            game.rules.hide(deck, state, seat, view)
        told = Chronicle(game, seat, mark.entries, view)
        for number, entry in enumerate(self._log[mark.entries : last], mark.entries + 1):
            match entry:
                case entries.Started() | entries.Played():
                    if isinstance(entry, entries.Started):
                        company.begin()
                    else:
                        for actor, action in islice(acts, len(entry.acts)):
                            game.rules.apply(deck, state, actor, action)
                    game.rules.hide(deck, state, seat, spare)
                    spare = told.follow(match, number, spare, names)
                case entries.Said():
                    told.said(number, entry, names)
                case entries.Closed():
                    told.note(number, entry.reason)
                case entries.Redealt() | entries.Repeated() | entries.Taught() | entries.LessonLeft():
                    told.note(number, entry.told)
                case entries.Agreed() | entries.AdviceAllowed() | entries.GoesOn():
                    pass
                case _:
                    for text in company.take(entry):
                        told.note(number, text)
                    names = company.names
        return told
