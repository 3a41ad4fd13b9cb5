"""Golden views of 3 Witches, once in each phase: see `tests.golden_views`."""

from __future__ import annotations

import random
from typing import Any

from coven.games.three_witches.game import GAME
from coven.games.three_witches.rules.state import Phase
from tests.golden_views import check, render_game

SEED = 12


def moment(s: Any) -> str:
    return Phase.names()[s.phase]


def choose(rng: random.Random, s: Any, legal: list[int]) -> int:
    """Declining often shows the passing and the raise."""
    declines = s.phase <= Phase.RAISE and rng.random() < 0.6
    return legal[0] if declines else rng.choice(legal)


def test_views_questions_and_log_are_as_kept() -> None:
    now = render_game(GAME, 3, SEED, moment, choose)
    assert now.count("===") == len(Phase.names())
    check("three_witches", now)
