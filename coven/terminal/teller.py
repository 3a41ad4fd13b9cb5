"""What one reader is told of a game: the log in words, so far."""

from __future__ import annotations

from coven.engine.match import Match
from coven.engine.sentences import Names
from coven.engine.states import State


class Teller:
    """The log for one seat or for a spectator, from that viewer's own views."""

    def __init__(self, match: Match, names: Names) -> None:
        """Starts before the game's beginning: the first `listen` tells of it."""
        self.match, self.names = match, names
        self.lines: list[str] = []
        """Everything told so far."""
        self._view = match.game.state()
        self._heard = 0
        self._read = 0
        self._seen: list[str] = []
        self._others = -1

    def listen(self) -> None:
        """Take in what has happened; call it after every act and every phrase."""
        view = self.view()
        game = self.match.game
        self.lines += game.texts.tell(self.match.deck, self._view, view, self.names)
        self._view = view
        for _, seat, phrase, _ in self.match.spoken[self._heard :]:
            self.lines.append(f"{self.names.says(seat, game.talk.text(phrase))}.")
        self._heard = len(self.match.spoken)

    def step_back(self) -> None:
        """A choice was taken back: continue from the current position."""
        self._view = self.view()

    def skip(self, kept: int) -> None:
        """Count all but the last lines as read."""
        self._read = max(0, len(self.lines) - kept)

    def news(self) -> list[str]:
        """What was told since the last call."""
        fresh = self.lines[self._read :]
        self._read = len(self.lines)
        return fresh

    def view(self) -> State:
        """What the reader may see now."""
        return self.match.view_record(self.names.you)

    def table(self) -> list[str]:
        """The table for the reader; its first line is a heading."""
        return self.match.game.texts.table(self.match.deck, self.view(), self.names)

    def look(self) -> list[str]:
        """What else the reader may look through."""
        return self.match.game.texts.look(self.match.deck, self.view(), self.names)

    def unseen(self) -> list[str]:
        """The table without its heading, or less: if only the reader has acted since the last call, just the lines
        that have changed."""
        now, before = self.table()[1:], self._seen
        others = sum(seat != self.names.you for seat, _ in self.match.acts)
        is_own = others == self._others
        self._seen, self._others = now, others
        return [line for line in now if line not in before] if is_own else now

    def forget(self) -> None:
        """The reader no longer sees the table."""
        self._others = -1
