"""Table talk, of which this game has none beside its calls and answers, and the reason of a game's end."""

from __future__ import annotations

from coven.engine.game import shown
from coven.games.witchs_brew.rules.state import Ending, WitchsBrew

REASONS = {Ending.RAVENS: "WB-60", Ending.MOST_SETS: "WB-64"}


def phrases(view: WitchsBrew, seat: int) -> tuple[str, ...]:
    """WB-23: nothing but calls and answers, which are plays."""
    return ()


def phrase_text(key: str) -> str:
    """Raises ValueError: there is no phrase."""
    raise ValueError(f'"{shown(key)}" is no phrase: this game has none')


def moment(view: WitchsBrew) -> str:
    """The round."""
    return f"set {view.set} round {view.round}"


def reason(s: WitchsBrew) -> str:
    """The clause that ended a finished game."""
    return REASONS[s.ending]
