"""Golden views of Witch's Brew, at every kind of moment of one game and at its end: see `tests.golden_views`."""

from __future__ import annotations

import random
from typing import Any

from coven.games.witchs_brew.game import GAME
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.roles import Role, is_brewer, is_red
from coven.games.witchs_brew.rules.state import Phase
from tests.golden_views import check, render_game

SEED = 4


def moment(s: Any) -> str:
    """The phase, what kind of role it is about, and what is out of the ordinary."""
    kind = (
        "brewer" if is_brewer(s.role) else "red role" if is_red(s.role) else "warlock" if s.role == Role.WARLOCK else ""
    )
    is_using = s.phase in (Phase.USE, Phase.VIAL, Phase.GIVE, Phase.ADD)
    parts = [
        Phase.names()[s.phase],
        "first set" if s.set == 1 and s.phase == Phase.CHOOSE else "",
        kind if is_using else "",
        ("full action" if s.is_full else "favour") if is_using else "",
        "picked" if any(s.picked) else "",
    ]
    return ", ".join(filter(None, parts))


def mostly_uses(rng: random.Random, s: Any, legal: list[int]) -> int:
    """Something else than to decline or to have done, if there is something."""
    found = [action for action in legal if action < actions.DONE]
    return rng.choice(found if found and rng.random() < 0.9 else legal)


def test_views_questions_and_log_are_as_kept() -> None:
    now = render_game(GAME, 3, SEED, moment, mostly_uses)
    for word in ("OVER", "CALL", "ANSWER", "VIAL", "GIVE", "ADD", "FAVOUR", "WARLOCK"):
        assert word in now
    check("witchs_brew", now)
