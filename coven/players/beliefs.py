"""Beliefs: worlds behind a view, as likely as what the others did makes them.

A redeal knows what is possible, and all placements of the unseen cards are alike to it. A game's `likelihood` says how
well a world explains what the others did. By Bayes' rule the two together are a belief. Worlds are drawn from it by an
independence chain (Hastings 1970): each redeal is a proposal, which replaces the kept world with the chance
min(1, its likelihood / the kept one's). In the long run every world is kept as often as it deserves. Judging a world
may cost as much as a simulation, so several simulations play on from the same one, each with dice of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coven.engine.dice import MASK, RUN, draw, next_rng, open_stream
from coven.engine.jit import rule
from coven.engine.lists import copy
from coven.engine.rules import AnyRules, equally_likely

BURN_IN = 32
"""Proposals before the first world, so that the chain forgets where it began."""
EACH = 4
"""Simulations for every proposal."""
FINE = 1 << 30


@rule
def seed_dice(s: Any, rng: int) -> int:
    """Give a simulation's state dice of its own. Returns the next random word."""
    for i in range(4):
        rng = next_rng(rng)
        s.seed[i] = (rng ^ rng >> 32) & MASK
    open_stream(s, RUN, 0)
    return next_rng(rng)


def determinizer(rules: AnyRules) -> Callable[..., int]:
    """determinize(deck, root, s, words, kept, used, rng): a whole state that fits the root's view, ready to play on.

    `words` are those of `s`, and `kept` as many for the chain's world. `used` counts what it has given, from 0, and
    knows the kept world's likelihood. Returns the next random word.
    """
    redeal, lighten, likelihood = rules.redeal, rules.lighten, rules.likelihood

    @rule
    def anything_possible(deck: Any, root: Any, s: Any, words: Any, kept: Any, used: Any, rng: int) -> int:
        rng = seed_dice(s, rng)
        redeal(deck, root, s)
        lighten(s)
        return rng

    @rule
    def believed(deck: Any, root: Any, s: Any, words: Any, kept: Any, used: Any, rng: int) -> int:
        proposals = BURN_IN if used.worlds == 0 else 1 if used.worlds % EACH == 0 else 0
        used.worlds += 1
        for _ in range(proposals):
            rng = seed_dice(s, rng)
            redeal(deck, root, s)
            found = likelihood(deck, root, s)
            rng = next_rng(rng)
            if found * FINE >= used.likelihood * draw(rng, FINE):
                used.likelihood = found
                copy(words, kept)
        copy(kept, words)
        rng = seed_dice(s, next_rng(rng))
        lighten(s)
        return rng

    return anything_possible if likelihood is equally_likely else believed
