"""Games played at random, for tests of observations and environments."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from coven.engine.game import AnyGame
from coven.engine.match import Match
from tests.random_play import some_act


def matches(game: AnyGame, players: int, games: int, most: int = 10_000) -> Iterator[Match]:
    """The match at each moment of some random games, at most `most` moments."""
    moments = 0
    for seed in range(games):
        match, rng = Match(game, players, seed), random.Random(seed)
        while moments < most:
            moments += 1
            yield match
            if match.over:
                break
            match.act(*some_act(match, rng))


def views(game: AnyGame, players: int, games: int, most: int = 10_000) -> Iterator[tuple[Match, int, Any]]:
    """A view of some seat at each moment: the match, the seat and its view."""
    rng = random.Random(1)
    for match in matches(game, players, games, most):
        seat = rng.randrange(players)
        yield match, seat, match.view_record(seat)
