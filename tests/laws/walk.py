"""A walk through random games that asks the laws at every decision: compiled, or plain on mirrors.

The four states of a walk are SPOTS: the truth, a view of it, a redeal of that view, and the view of the redeal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from coven.engine.dice import draw, next_lots, open_stream, start_game
from coven.engine.game import Game, Rules
from coven.engine.jit import compiled, lowest, rule
from coven.engine.loops import Loops

TRUE, VIEW, DEALT, SEEN = range(4)
SPOTS = 4
REDEAL = 100
"""Purpose of the dice stream for redeals."""

LAWS = (
    "kept",
    "somebody is pending iff the game is not over, and has a legal action",
    "legal actions ascend within the game's numbers",
    "a view's pending seats are the truth's",
    "a seat's view gives its legal actions",
    "fits holds for the truth",
    "hide(redeal(view)) is the view",
    "fits holds for a redeal",
    "a redeal has the seat's legal actions",
    "games end within the bound",
    "payoffs sum to one",
)
PENDING, ASCEND, SAME_PENDING, SAME_LEGAL, FITS_TRUE, REPRODUCES, FITS_DEALT, SAME_DEALT, BOUND, PAYOFF = range(1, 11)


@rule
def ascends(out: Any, n: int, actions: int) -> bool:
    """Are the first n numbers ascending, from 0 to actions - 1?"""
    for i in range(n):
        if out[i] < 0 or out[i] >= actions or (i > 0 and out[i] <= out[i - 1]):
            return False
    return True


@rule
def agrees(a: Any, n: int, b: Any, m: int) -> bool:
    """Are the first n of a the first m of b?"""
    if n != m:
        return False
    for i in range(n):
        if a[i] != b[i]:
            return False
    return True


def build_walk(rules: Rules, actions: int, bound: int) -> Callable[..., Any]:
    """walk(deck, spots, raw, out, out2, master, first, games, shares) -> (law, game, decision); law 0: all kept.

    `raw` are the bytes of `spots` (the mirrors themselves in plain Python), by which views are compared.
    """
    setup, pending, legal, apply, over = rules.setup, rules.pending, rules.legal, rules.apply, rules.over
    hide, redeal, fits, payoff = rules.hide, rules.redeal, rules.fits, rules.payoff

    def walk(
        deck: Any, spots: Any, raw: Any, out: Any, out2: Any, master: Any, first: int, games: int, shares: Any
    ) -> Any:  # noqa: E501
        s, view, dealt, seen = spots[TRUE], spots[VIEW], spots[DEALT], spots[SEEN]
        for number in range(first, first + games):
            lots = start_game(master, number, s)
            setup(deck, s)
            decisions = 0
            while not over(s):
                if pending(s) == 0:
                    return PENDING, number, decisions
                for viewer in range(-1, s.players):
                    hide(deck, s, viewer, view)
                    if pending(view) != pending(s):
                        return SAME_PENDING, number, decisions
                    if not fits(deck, view, s):
                        return FITS_TRUE, number, decisions
                    start_game(master, number, dealt)
                    open_stream(dealt, REDEAL, decisions * 16 + viewer + 1)
                    redeal(deck, view, dealt)
                    hide(deck, dealt, viewer, seen)
                    if not (raw[VIEW] == raw[SEEN]).all():
                        return REPRODUCES, number, decisions
                    if not fits(deck, view, dealt):
                        return FITS_DEALT, number, decisions
                    if viewer >= 0:
                        n = legal(deck, s, viewer, out)
                        if not ascends(out, n, actions):
                            return ASCEND, number, decisions
                        if (n > 0) != (pending(s) >> viewer & 1 == 1):
                            return PENDING, number, decisions
                        if not agrees(out, n, out2, legal(deck, view, viewer, out2)):
                            return SAME_LEGAL, number, decisions
                        if not agrees(out, n, out2, legal(deck, dealt, viewer, out2)):
                            return SAME_DEALT, number, decisions
                seat = lowest(pending(s))
                n = legal(deck, s, seat, out)
                lots = next_lots(lots)
                apply(deck, s, seat, out[draw(lots, n)])
                decisions += 1
                if decisions > bound:
                    return BOUND, number, decisions
            payoff(s, shares)
            total = 0.0
            for seat in range(s.players):
                total += shares[seat]
            if pending(s) != 0 or abs(total - 1.0) > 1e-9:
                return PAYOFF, number, decisions
        return 0, 0, 0

    return walk


class _Same:
    """In plain Python views are compared as mirrors."""

    def __init__(self, mirror: Any) -> None:
        self.mirror = mirror

    def __eq__(self, other: object) -> Any:
        equal = isinstance(other, _Same) and self.mirror == other.mirror
        return np.array([equal])

    __hash__ = None  # type: ignore[assignment]


def walk(game: Game, players: int, seed: int, games: int, *, plain: bool) -> tuple[str, int, int]:
    """Walk through `games` random games; returns the law that broke ("kept" if none did), the game, the decision."""
    loops = Loops(game, game.default_deck().tables, players, plain=plain)
    spots = loops.states(SPOTS)
    raw = [_Same(s) for s in spots] if plain else spots.view(np.uint8).reshape(SPOTS, -1)
    loop = build_walk(game.rules, game.actions, game.most_decisions[players])
    arguments = (
        loops.deck, spots, raw, loops.out, loops.buffer("i", game.most_legal), loops.master(seed), 0, games,
        loops.buffer("d", players),
    )  # fmt: skip
    run = loop if plain else compiled(loop, *arguments)
    law, number, decision = run(*arguments)
    return LAWS[law], int(number), int(decision)
