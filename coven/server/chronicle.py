"""The log in words, as one seat reads it."""

from __future__ import annotations

from coven.engine.match import Match
from coven.engine.sentences import Names
from coven.engine.states import State
from coven.server.messages import Line


class Chronicle:
    """What one seat has been told. It reads the seat's views between entries of the table's log and nothing else,
    so it is the same whenever it is made."""

    def __init__(self, match: Match, seat: int) -> None:
        """Begins before the first deal."""
        self.seat = seat
        self.lines: list[Line] = []
        self.between: State | None = None
        """What was to be seen before the last change that left such a thing behind (`Board.between`)."""
        self.told_before = 0
        """How many lines came before that change."""
        self._view: State = match.game.state()

    def follow(self, match: Match, view: State, names: tuple[str, ...]) -> None:
        """Tell what has become settled since the last time; `view`: what the seat sees now."""
        between = match.game.board.between(match.deck, self._view, view)
        if between is not None:
            self.between, self.told_before = between, len(self.lines)
        for text in match.game.texts.tell(match.deck, self._view, view, Names(names, self.seat)):
            self.lines.append(Line("game", text))
        self._view = view

    def said(self, speaker: int, phrase: str, names: tuple[str, ...]) -> None:
        """Somebody spoke."""
        self.lines.append(Line("said", Names(names, self.seat).says(speaker, phrase)))

    def note(self, text: str) -> None:
        """Something happened at the table outside the game."""
        self.lines.append(Line("table", text))
