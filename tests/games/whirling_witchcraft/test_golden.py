"""Golden views of Whirling Witchcraft, at every step of the first rounds and at the end: see `tests.golden_views`."""

from __future__ import annotations

from typing import Any

from coven.games.whirling_witchcraft.game import GAME
from coven.games.whirling_witchcraft.rules.state import CHANGING, Phase
from tests.golden_views import check, render_game

SEED = 4
SHOWN_ROUNDS = 2


def moment(s: Any) -> str:
    """The phase, in the first rounds by its number; whether somebody has decided, and chosen or used the ball."""
    number = str(s.round) if s.round <= SHOWN_ROUNDS else "later"
    decided = "" if s.owing == 0b111 or s.phase == Phase.OVER else ", some have decided"
    balls = ", a ball chosen" if CHANGING in s.laid else ", a ball used" if s.balls != 0b111 else ""
    return f"{Phase.names()[s.phase]}, round {number}{decided}{balls}"


def test_views_questions_and_log_are_as_kept() -> None:
    now = render_game(GAME, 3, SEED, moment)
    assert "OVER" in now
    assert "a ball chosen" in now.lower()
    assert "a ball used" in now.lower()
    check("whirling_witchcraft", now)
