"""Random play through a Match: mostly as a random player does, now and then by anybody who may do anything."""

from __future__ import annotations

import random

from coven.engine.match import Match

OFTEN = 6
"""Of so many acts one is by any seat, asked or not, among all that is legal."""


def some_act(match: Match, rng: random.Random) -> tuple[int, int]:
    """A seat and one of its legal actions; needs a match that is not over."""
    if rng.randrange(OFTEN) == 0:
        seat = rng.choice([seat for seat in range(match.players) if match.numbers(seat)])
        return seat, rng.choice(match.numbers(seat))
    seat = rng.choice(match.pending)
    return seat, casual(match, seat, rng)


def casual(match: Match, seat: int, rng: random.Random) -> int:
    """What a random player does, with the seat's view alone."""
    legal = match.numbers(seat)
    number = match.game.rules.casual(match.deck.tables, match.view_record(seat), seat, legal, len(legal))
    return legal[rng.randrange(number)]
