"""Table talk, of which this game has none beside its calls, and the reason of a game's end."""

from __future__ import annotations

from coven.engine.game import shown
from coven.games.midnight.rules.state import Ending, Midnight

REASONS = {Ending.EMPTY_HAND: "MN-15", Ending.STANDSTILL: "MN-64", Ending.MOST_TURNS: "MN-65"}


def phrases(view: Midnight, seat: int) -> tuple[str, ...]:
    """The rules have no fixed phrases: calls are part of a play."""
    return ()


def phrase_text(key: str) -> str:
    """Raises ValueError: there is no phrase."""
    raise ValueError(f'"{shown(key)}" is no phrase: this game has none')


def moment(view: Midnight) -> str:
    """The turn."""
    return f"turn {view.turns + 1}"


def reason(s: Midnight) -> str:
    """The clause that ended a finished game."""
    return REASONS[s.ending]
