"""A game at the keyboard: people are asked, bots answer for themselves, and nothing is lost when the game stops."""

from __future__ import annotations

import shlex
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from coven.engine.fallback import told_to
from coven.engine.game import Outcome
from coven.engine.match import Match
from coven.engine.record import GameRecord
from coven.engine.sentences import Names, listed
from coven.engine.states import SPECTATOR
from coven.players import SEARCHING, BotFailed
from coven.players.attention import Attention
from coven.terminal import files
from coven.terminal.compile_notice import compile_notice
from coven.terminal.minds import Beside
from coven.terminal.screen import GOLD, Screen, sentence
from coven.terminal.seats import Seat, make_players, names_of
from coven.terminal.teller import Teller
from coven.terminal.turn import Quit, Turn
from coven.terminal.typed import Failure

KEPT_LINES = 6
"""How much of the log is shown again when a game is resumed."""

INTERRUPTED = 128
"""Exit codes of a program ended by a signal: this plus the signal's number."""


class Hangup(Exception):
    """The system has asked the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@dataclass(frozen=True)
class Options:
    """How a game is played and saved."""

    pause: float = 0.0
    """Seconds after each act of a bot."""
    record: Path | None = None
    """Where the finished game is saved; None: in the data folder."""
    unfinished: Path | None = None
    """The file that this game resumes from."""


class Play:
    """One game on one screen."""

    def __init__(self, match: Match, seats: Sequence[Seat], screen: Screen, options: Options) -> None:
        self.match, self.seats, self.screen, self.options = match, seats, screen, options
        self.people = [number for number, seat in enumerate(seats) if seat.is_person]
        viewers = self.people or [SPECTATOR]
        self.tellers = {viewer: Teller(match, names_of(seats, viewer)) for viewer in viewers}
        self.beside = Beside(match.game.key)
        self._players = make_players(seats, match, self.beside)
        self._attention = {seat: Attention(seats[seat].kind, match.seed + seat) for seat in self._players}
        self._notebook = files.Notebook(match)
        self._current = self.people[0] if len(self.people) == 1 else None
        self._heading = ""
        screen.use_cards(match.deck.titles)

    def run(self) -> int:
        """Play to the end, or until somebody stops. Returns the exit code."""
        try:
            with _hangups(), self._in_company():
                self._welcome()
                while self.match.outcome is None:
                    self._step()
                return self._finish(self.match.outcome)
        except (Quit, EOFError):
            return self._stop(0)
        except KeyboardInterrupt:
            return self._stop(INTERRUPTED + signal.SIGINT)
        except Hangup as hangup:
            self._save_unfinished()
            return INTERRUPTED + hangup.number
        except BaseException:
            self._save_unfinished()
            raise

    @contextmanager
    def _in_company(self) -> Iterator[None]:
        """Prepare witches who play with people while people look at their cards."""
        if self.people and any(seat.kind in SEARCHING for seat in self.seats):
            self.beside.warm()
        try:
            with told_to(lambda _, text: self.screen.note(f"{sentence(text)}.")):
                yield
        finally:
            self.beside.close()

    def catch_up(self, record: GameRecord) -> None:
        """Play what a record holds of this game. Needs a match before its first act and a record that replays."""
        self.listen()
        for _ in record.steps(self.match):
            self.listen()
        for teller in self.tellers.values():
            teller.skip(KEPT_LINES)

    def listen(self) -> None:
        """Tell everybody what has happened, and remember the game so far."""
        self._notebook.note()
        for teller in self.tellers.values():
            teller.listen()

    def step_back(self) -> None:
        """A choice was taken back."""
        self._notebook.note()
        for teller in self.tellers.values():
            teller.step_back()

    def show_news(self, teller: Teller) -> None:
        """The log since the reader last saw it, then a heading if the game has gone on to something new."""
        news = teller.news()
        self.screen.news(news)
        heading = teller.table()[0]
        if heading != self._heading:
            self.screen.heading(heading)
            self._heading = heading
        elif news and teller.names.you != SPECTATOR:
            self.screen.line()

    def _welcome(self) -> None:
        game = self.match.game
        people = [self._name(number) for number in self.people]
        others = [f"{seat.name} ({seat.kind})" for seat in self.seats if not seat.is_person]
        self.screen.line(f"{game.title}: {listed([*people, *others])}.", "bold")
        if self.people:
            self.screen.note("Type ? for help at any time, q to stop and continue later.")
        if self.match.acts:
            self.screen.note("Continuing where the game stopped.")
        else:
            self.listen()

    @property
    def _names(self) -> Names:
        """Names of the seats when everybody reads; a single person is "you"."""
        return names_of(self.seats, self.people[0] if len(self.people) == 1 else -1)

    def _name(self, seat: int) -> str:
        return self._names[seat]

    def _step(self) -> None:
        """One decision; if several are owed, people come first."""
        pending = self.match.pending
        waiting = [seat for seat in pending if seat in self.people]
        if waiting:
            seat = self._current if self._current in waiting else waiting[0]
            self._hand_over(seat)
            Turn(self.match, self.tellers[seat], self.screen, self).take()
        else:
            self._let_play(pending[0])

    def _let_play(self, seat: int) -> None:
        player, match = self._players[seat], self.match
        legal = self._attention[seat].sees(match.numbers(seat), match.game.actions.out_of_turn)
        with nullcontext() if self.people else compile_notice(f"{self.seats[seat].kind} {match.game.key}"):
            try:
                action = player(match.game, match.deck, match.view_record(seat), seat, legal)
            except BotFailed as error:
                raise Failure(f"{self.seats[seat].name} has lost the game, which ends here: {error}") from None
        match.act(seat, action)
        self.listen()
        if not self.people:
            self.show_news(self.tellers[SPECTATOR])
        if self.options.pause:
            time.sleep(self.options.pause)

    def _hand_over(self, seat: int) -> None:
        """If several people share the keyboard, hide from one what another saw."""
        if self._current == seat:
            return
        if self._current is not None:
            self.screen.hide_earlier()
        self.screen.heading(f"Pass the keyboard to {self.seats[seat].name}")
        self.screen.note("Then press Enter.")
        self.screen.ask()
        if self._current is not None:
            self.screen.hide_earlier()
        self._current, self._heading = seat, ""
        self.tellers[seat].forget()

    def _finish(self, outcome: Outcome) -> int:
        """Say who won and why, and save the game."""
        teller = self.tellers[self._current if self._current is not None else SPECTATOR]
        self.show_news(teller)
        self.screen.table(teller.table()[1:])
        self._announce(outcome)
        with files.undisturbed():
            path = files.save(self._record(), self.options.record, files.RECORDS)
            old = self.options.unfinished
            if old and old.resolve() != path.resolve() and files.is_kept_unfinished(old):
                old.unlink(missing_ok=True)
        self.screen.unbroken(
            f"Seed {self.match.seed}. The game is saved: {files.program()} replay {shlex.quote(str(path))}"
        )
        return 0

    def _announce(self, outcome: Outcome) -> None:
        reason = f" ({outcome.reason})" if outcome.reason else ""
        self.screen.console.print()
        self.screen.line(f"{outcome.told(self._names)}{reason}.", f"bold {GOLD}")

    def _stop(self, code: int) -> int:
        """Save the unfinished game and say how to continue."""
        path = self._save_unfinished()
        self.screen.console.print()
        self.screen.unbroken(f"Game saved. Continue with: {files.program()} play --resume {shlex.quote(str(path))}")
        return code

    def _save_unfinished(self) -> Path:
        with files.undisturbed():
            return files.save(self._record(), self.options.unfinished, files.UNFINISHED)

    def _record(self) -> GameRecord:
        return self._notebook.record(tuple(seat.full_name for seat in self.seats))


@contextmanager
def _hangups() -> Iterator[None]:
    """Turn the system's termination signals into Hangup."""

    def hang_up(number: int, _: FrameType | None) -> None:
        raise Hangup(number)

    if not files.is_main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(number, hang_up) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
