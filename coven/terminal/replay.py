"""Replays a recorded game, step by step."""

from __future__ import annotations

import contextlib

from coven.engine.match import Match
from coven.engine.record import GameRecord
from coven.engine.sentences import Names
from coven.engine.states import State
from coven.terminal.screen import Screen
from coven.terminal.seats import names_of, seats_of_record
from coven.terminal.teller import Teller
from coven.terminal.turn import show_look


class OpenTeller(Teller):
    """Tells everything: each act as typed, and the table with all hands. Only for finished games."""

    def __init__(self, match: Match, names: Names) -> None:
        super().__init__(match, names)
        self._acts = 0

    def listen(self) -> None:
        """The acts since the last time, then what they led to."""
        match = self.match
        for seat, action in match.acts[self._acts :]:
            self.lines.append(f"{self.names[seat]}: {match.text(action)}")
        self._acts = len(match.acts)
        super().listen()

    def view(self) -> State:
        """The truth."""
        return self.match.state.copy()


class Replay:
    """Shows a record that replays, for a seat or a spectator."""

    def __init__(self, record: GameRecord, match: Match, screen: Screen, teller: Teller) -> None:
        """Needs the match before its first act."""
        self.record, self.match, self.screen, self.teller = record, match, screen, teller
        self._heading = ""
        screen.use_cards(match.deck.titles)

    def run(self, *, step: bool) -> None:
        """Tell all; with `step` wait for Enter after each step, until q or the end of the input."""
        if step:
            self.screen.note("Enter: the next step. t: the table. l: look at everything else that lies open. q: stop.")
        self.teller.listen()
        with contextlib.suppress(EOFError):
            if not self._show(step=step):
                return
            for _ in self.record.steps(self.match):
                self.teller.listen()
                if not self._show(step=step):
                    return
        self._end()

    def _show(self, *, step: bool) -> bool:
        """Show any news; False if the reader wants to stop."""
        news = self.teller.news()
        if not news:
            return True
        self.screen.news(news)
        heading = self.teller.table()[0]
        if heading != self._heading:
            self.screen.heading(heading)
            self._heading = heading
            if isinstance(self.teller, OpenTeller):
                self.screen.table(self.teller.table()[1:])
        return not step or self.match.over or self._wait()

    def _wait(self) -> bool:
        while True:
            word = self.screen.ask().strip().lower()
            if word in ("t", "table", "view"):
                self.screen.table(self.teller.table()[1:])
            elif word in ("l", "look"):
                show_look(self.screen, self.teller)
            else:
                return word not in ("q", "quit")

    def _end(self) -> None:
        outcome = self.match.outcome
        self.screen.console.print()
        ending = self.record.ending(self.match.players)
        if ending.how:
            self.screen.line(f"{ending.told(self.teller.names)}.", "bold")
            return
        if outcome is None:
            self.screen.note("The record ends here: the game was not finished.")
            return
        self.screen.line(f"{outcome.told(self.teller.names)} ({outcome.reason}).", "bold")


def make_teller(record: GameRecord, match: Match, viewer: int, *, is_open: bool) -> Teller:
    """The teller for a seat or SPECTATOR, or with open hands."""
    names = names_of(seats_of_record(record.names, match.players), viewer)
    return OpenTeller(match, names) if is_open else Teller(match, names)
