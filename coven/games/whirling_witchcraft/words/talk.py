"""Table talk, of which this game has none, and the reason of a game's end."""

from __future__ import annotations

from coven.engine.game import shown
from coven.games.whirling_witchcraft.rules.state import Ending, WhirlingWitchcraft

REASONS = {
    Ending.EMPTY: "WW-31",
    Ending.FLOODED: "WW-32",
    Ending.FEWEST_OF_WINNERS: "WW-33",
    Ending.ALL_FLOODED: "WW-35",
    Ending.LAST_ROUND: "WW-52",
}


def phrases(view: WhirlingWitchcraft, seat: int) -> tuple[str, ...]:
    """The rules have no fixed phrases."""
    return ()


def phrase_text(key: str) -> str:
    """Raises ValueError: there is no phrase."""
    raise ValueError(f'"{shown(key)}" is no phrase: this game has none')


def moment(view: WhirlingWitchcraft) -> str:
    """The round."""
    return f"round {view.round}"


def reason(s: WhirlingWitchcraft) -> str:
    """The clause that ended a finished game."""
    return REASONS[s.ending]
