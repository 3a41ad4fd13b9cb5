"""Every result of a production that physical cubes allow can be reached by the engine's decisions, and no other."""

from __future__ import annotations

import random

import pytest

from coven.engine.states import TRUTH
from coven.games.whirling_witchcraft.deck import default_deck
from coven.games.whirling_witchcraft.rules import actions, contract
from coven.games.whirling_witchcraft.rules.cubes import bag, counts
from coven.games.whirling_witchcraft.rules.lay import start_production
from coven.games.whirling_witchcraft.rules.produce import in_stock
from coven.games.whirling_witchcraft.rules.recipes import RECIPES, STARTING, with_recipe
from coven.games.whirling_witchcraft.rules.state import WhirlingWitchcraft
from tests.games.whirling_witchcraft.naive import COLOURS as LETTERS
from tests.games.whirling_witchcraft.naive import Counts, results

DECK = default_deck().tables
TEXTS = default_deck().cards
LABS = 400
LARGEST = 5


def production(lab: list[int], bench: tuple[int, ...]) -> WhirlingWitchcraft:
    """Step 3 of two seats, the first with this lab and workbench."""
    s = WhirlingWitchcraft()
    s.players, s.viewer = 2, TRUTH
    s.bench[0] = bag(*bench)
    for recipe in lab:
        s.labs[0] = with_recipe(DECK, s.labs[0], recipe)
    start_production(s)
    return s


def reachable(s: WhirlingWitchcraft) -> set[tuple[Counts, Counts]]:
    """What the workbench and the mixture of seat 0 can be after any of its decisions."""
    found, met, to_try = set(), {s.to_bytes()}, [s]
    while to_try:
        here = to_try.pop()
        found.add((counts(in_stock(here, 0)), counts(here.made[0])))
        out = [0] * actions.MOST_LEGAL
        for action in out[: contract.legal(DECK, here, 0, out)]:
            if action == actions.DONE:
                continue
            after = here.copy()
            contract.apply(DECK, after, 0, action)
            if after.to_bytes() not in met:
                met.add(after.to_bytes())
                to_try.append(after)
    return found


def random_lab(rng: random.Random) -> tuple[list[int], tuple[int, ...]]:
    """A starting recipe, some ordinary ones, and a workbench from bare to full, rare cubes among them."""
    size = rng.randrange(1, LARGEST)
    lab = [rng.randrange(STARTING), *rng.sample(range(STARTING, RECIPES), size)]
    most = rng.choice([(2, 2, 2, 1, 0, 0), (3, 3, 3, 1, 0, 0), (4, 4, 4, 2, 1, 1), (8, 8, 8, 4, 3, 2)])
    return lab, tuple(rng.randint(0, number) for number in most)


@pytest.mark.slow
@pytest.mark.clause("WW-21", "WW-22", "WW-23", "WW-24", "WW-25")
def test_reachable_results_are_those_of_brute_force() -> None:
    rng, largest = random.Random(1), 0
    for _ in range(LABS):
        lab, bench = random_lab(rng)
        by_force = results([TEXTS[recipe] for recipe in lab], dict(zip(LETTERS, bench, strict=True)))
        assert reachable(production(lab, bench)) == by_force
        largest = max(largest, len(by_force))
    assert largest > 100


@pytest.mark.clause("WW-21", "WW-22")
def test_one_recipe_by_hand() -> None:
    lab = [TEXTS.index("b-gr"), TEXTS.index("rr-bw")]
    found = reachable(production(lab, (0, 1, 1, 0, 0, 0)))
    nothing, start_fed, both = (0, 0, 0, 0, 0, 0), (1, 0, 1, 0, 0, 0), (1, 1, 0, 1, 0, 0)
    assert found == {((0, 1, 1, 0, 0, 0), nothing), ((0, 0, 1, 0, 0, 0), start_fed), (nothing, both)}
