"""What a seat has seen and done in a match: its history, and a key for it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from coven.engine.states import State

if TYPE_CHECKING:
    from coven.engine.match import Match


class Moment(NamedTuple):
    """Something that a seat has done or seen."""

    action: int | None
    """The seat's own action; None if something happened to be seen."""
    view: State
    """What it saw then."""


class Recall:
    """A seat's moments, noted while a match is played: the beginning, each of its own actions, and each other act that
    changed its view."""

    def __init__(self, match: Match, seat: int, state: State) -> None:
        self.seat = seat
        self.moments: list[Moment] = []
        self.key = f"{match.game.key} {match.deck.hash} {match.players} {seat}".encode()
        """32 bytes that stand for all of it."""
        self._add(None, _seen(match, state, seat))

    def note(self, match: Match, state: State, actor: int, action: int) -> None:
        """An act has led to this state."""
        view = _seen(match, state, self.seat)
        if actor == self.seat:
            self._add(action, view)
        elif view != self.moments[-1].view:
            self._add(None, view)

    def _add(self, action: int | None, view: State) -> None:
        self.moments.append(Moment(action, view))
        self.key = hashlib.sha256(self.key + f"\0{action}\0".encode() + view.to_bytes()).digest()

    def copy(self) -> Recall:
        """Independent of this one from here on."""
        twin = Recall.__new__(Recall)
        twin.seat, twin.moments, twin.key = self.seat, list(self.moments), self.key
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> Recall:
        return self.copy()


def recall(match: Match, seat: int) -> Recall:
    """All that the seat has seen and done so far."""
    s = match.first_state()
    noted = Recall(match, seat, s)
    for actor, action in match.acts:
        match.game.rules.apply(match.deck.tables, s, actor, action)
        noted.note(match, s, actor, action)
    return noted


def _seen(match: Match, s: State, seat: int) -> State:
    view: State = match.game.state()
    match.game.rules.hide(match.deck.tables, s, seat, view)
    return view
