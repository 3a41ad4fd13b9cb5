"""The longest games that the rules allow, played by players who prolong them, and when to look at them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from coven.engine.dice import seed_words
from coven.engine.game import AnyGame
from coven.engine.match import Match
from coven.engine.seats import over, pending
from tests.laws.games import GAMES

PROLONGING = {"whirling-witchcraft": ("lay", "done"), "midnight": ("draw",), "witchs-brew": ("decline",),
              "three-witches": ("decline",)}  # fmt: skip
"""What keeps a game going: a recipe laid and none fed, a card drawn, no cauldron brewed, no bid."""
LIMITS = {"whirling-witchcraft": "WW-52", "midnight": "MN-65", "witchs-brew": "WB-64"}
"""The clause of the last round that the rules allow, where there is one."""
GAMES_TRIED = 1000
"""Of a game without such a clause the one that comes farthest of so many is taken, by stages, then by acts."""
LOOKS = 13
"""Rounds that are looked at, evenly spread, besides the last one."""
LAST_ACTS = 40
"""The last acts of all are looked at one by one, as many as are in the last round or at most so many."""

Acts = list[tuple[int, int]]


@dataclass(frozen=True)
class Played:
    """A game from its seed on."""

    seed: int
    acts: Acts
    stage: int
    reason: str


def prolonged(game: AnyGame, players: int, seed: int) -> Played:
    """A game of players that prolong it: they choose by chance among what does, else among all that is legal."""
    deck, rules, rng = game.decks.default(), game.rules, random.Random(seed)
    s, acts, out = game.new_state(players), Acts(), [0] * game.actions.most_legal
    s.seed = seed_words(seed)
    rules.setup(deck.tables, s)
    while not over(s):
        seat = rng.choice([seat for seat in range(players) if pending(s) >> seat & 1])
        acts.append((seat, prolong(game, out[: rules.legal(deck.tables, s, seat, out)], rng)))
        rules.apply(deck.tables, s, *acts[-1])
    return Played(seed, acts, rules.stage(s), game.texts.reason(s))


def prolong(game: AnyGame, legal: list[int], rng: random.Random) -> int:
    """One of the legal actions: any of those that keep the game going, where there are some."""
    deck, verbs = game.decks.default(), PROLONGING.get(game.key, ())
    return rng.choice([one for one in legal if game.actions.text(deck, one).split()[0] in verbs] or legal)


@cache
def longest(key: str, players: int) -> Played:
    """The first game that comes to the limit of the rules, or the longest of many."""
    game = next(one for one in GAMES if one.key == key)
    games = (prolonged(game, players, seed) for seed in range(GAMES_TRIED))
    if key in LIMITS:
        return next(one for one in games if one.reason == LIMITS[key])
    return max(games, key=lambda one: (one.stage, len(one.acts)))


def moments_to_look(game: AnyGame, players: int, played: Played) -> list[int]:
    """How many acts lie before each look, ascending: where a round begins, every act of the last round, the end."""
    match, starts, moment = Match(game, players, played.seed), list[int](), None
    for number, (seat, action) in enumerate(played.acts):
        if game.talk.moment(match.state) != moment:
            moment = game.talk.moment(match.state)
            starts.append(number)
        game.rules.apply(match.deck.tables, match.state, seat, action)
    end = len(played.acts)
    late = range(max(starts[-1], end - LAST_ACTS), end + 1)
    return sorted({*starts[:: max(1, len(starts) // LOOKS)], *late})
