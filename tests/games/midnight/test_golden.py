"""Golden views of Midnight, at every kind of moment of one game and at its end: see `tests.golden_views`."""

from __future__ import annotations

import random
from typing import Any

from coven.games.midnight.deck import default_deck
from coven.games.midnight.game import GAME
from coven.games.midnight.rules import actions
from coven.games.midnight.rules.cards import NONE
from coven.games.midnight.rules.state import Phase
from tests.golden_views import check, render_game

SEED = 2
EARLY = 2


def moment(s: Any) -> str:
    """The phase, and what is out of the ordinary."""
    card = default_deck().cards[s.top]
    what = "" if default_deck().tables.type[s.top] == 0 else f" on {card}"
    parts = [
        f"{Phase.names()[s.phase]}{what}",
        "begin" if s.turns <= EARLY else "",
        "curses" if s.curses else "",
        "the recipe" if s.follow != NONE else "",
        "an offence" if s.offences else "",
        "turned" if s.direction < 0 else "",
        "some have chosen" if s.phase == Phase.PASS and s.owing != 0b111 else "",
    ]
    return ", ".join(filter(None, parts))


def plays_first(rng: random.Random, s: Any, legal: list[int]) -> int:
    """A play if there is one, with or without its calls; now and then a catch."""
    plays = [action for action in legal if action < actions.DRAW]
    return rng.choice(plays if plays and rng.random() < 0.9 else legal)


def test_views_questions_and_log_are_as_kept() -> None:
    now = render_game(GAME, 3, SEED, moment, plays_first)
    for word in ("OVER", "PASS", "CURSES", "THE RECIPE", "AN OFFENCE", "DECLARE"):
        assert word in now
    check("midnight", now)
