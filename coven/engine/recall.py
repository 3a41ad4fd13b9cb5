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


def recall(match: Match, seat: int) -> list[Moment]:
    """The seat's moments: the beginning, each of its own actions, and each other act that changed its view."""
    rules, deck = match.game.rules, match.deck.tables
    s = match.first_state()
    moments = [Moment(None, _seen(match, s, seat))]
    for actor, action in match.acts:
        rules.apply(deck, s, actor, action)
        view = _seen(match, s, seat)
        if actor == seat or view != moments[-1].view:
            moments.append(Moment(action if actor == seat else None, view))
    return moments


def _seen(match: Match, s: State, seat: int) -> State:
    view: State = match.game.state()
    match.game.rules.hide(match.deck.tables, s, seat, view)
    return view


def key_of(match: Match, seat: int) -> bytes:
    """A hash of the seat's moments."""
    digest = hashlib.sha256(f"{match.game.key} {match.deck.hash} {match.players} {seat}".encode())
    for moment in recall(match, seat):
        digest.update(f"\0{moment.action}\0".encode() + moment.view.to_bytes())
    return digest.digest()
