"""The rules of thumb see every result that there is, and take the best one."""

from __future__ import annotations

import random

from coven.engine.jit import scratch
from coven.engine.match import Match
from coven.games.whirling_witchcraft.deck import default_deck
from coven.games.whirling_witchcraft.game import GAME
from coven.games.whirling_witchcraft.mind.thumb import NEVER, WORTHS, best_set, worth
from coven.games.whirling_witchcraft.rules.cubes import bag, counts, size
from coven.games.whirling_witchcraft.rules.recipes import RECIPES
from coven.games.whirling_witchcraft.rules.state import WhirlingWitchcraft
from tests.games.whirling_witchcraft.naive import COLOURS, results

DECK = default_deck().tables
TEXTS = default_deck().cards


def random_worths(rng: random.Random) -> list[int]:
    """Worths that make any result the best one now and then."""
    worths = scratch(WORTHS)
    for i in range(WORTHS):
        worths[i] = rng.randrange(-100, 100)
    return worths


def test_the_best_of_all_results_with_cubes_of_the_workbench_first() -> None:
    rng = random.Random(4)
    for _ in range(150):
        lab = rng.sample(range(RECIPES), rng.randrange(1, 5))
        bench = tuple(rng.randint(0, most) for most in (3, 3, 3, 2, 1, 1))
        worths, first = random_worths(rng), [NEVER]
        found = best_set(DECK, bag(*bench), 0, sum(1 << recipe for recipe in lab), worths, first)
        by_force = results([TEXTS[recipe] for recipe in lab], dict(zip(COLOURS, bench, strict=True)))
        assert found == max(worth(worths, bag(*left), bag(*made)) for left, made in thrifty(by_force))
        assert first[0] == NEVER or first[0] in lab


def thrifty(found: set[tuple[tuple[int, ...], tuple[int, ...]]]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Of results with the same cubes in all, those with the fewest on the workbench."""
    best: dict[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]]] = {}
    for left, made in found:
        total = tuple(a + b for a, b in zip(left, made, strict=True))
        if total not in best or sum(left) < sum(best[total][0]):
            best[total] = (left, made)
    return list(best.values())


def test_a_workbench_that_can_be_emptied_is_emptied() -> None:
    match = Match(GAME, 3, 5)
    for seat in range(3):
        match.act(seat, match.numbers(seat)[0])
    s = match.state
    assert isinstance(s, WhirlingWitchcraft)
    s.bench[0] = DECK.needs[s.arrivals[0][0]]
    assert size(s.bench[0]) == 1
    out = match.numbers(0)
    action = match.game.rules.thumb(match.deck.tables, match.view_record(0), 0, out, len(out), 1)
    match.act(0, action)
    assert counts(s.bench[0] - s.used[0]) == (0,) * 6
