"""A walk through random games that asks the laws at every decision: compiled, or plain on mirrors.

The four states of a walk are SPOTS: the truth, a view of it, a redeal of that view, and the view of the redeal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from coven.engine.dice import RUN, draw, next_rng, open_stream, start_game
from coven.engine.game import AnyGame
from coven.engine.jit import compiled, lowest, rule
from coven.engine.loops import Loops
from coven.engine.rules import AnyRules
from coven.engine.seats import over, pending
from coven.engine.states import TRUTH, State

TRUE, VIEW, DEALT, SEEN = range(4)
SPOTS = 4
CLOSE = 1e-9
OFTEN = 5
"""Of so many acts one is tried by any seat, asked or not, among all that is legal; the others are a random player's."""
REDEAL = 100
"""Purpose of the dice stream for redeals."""

LAWS = (
    "kept",
    "somebody is pending iff the game is not over, and has a legal action; others only such as are out of turn",
    "legal actions ascend within the game's numbers",
    "a view's pending seats are the truth's",
    "a seat's view gives its legal actions",
    "fits holds for the truth",
    "hide(redeal(view)) is the view, and the redeal a truth for as many seats",
    "fits holds for a redeal",
    "a redeal has the seat's legal actions",
    "games end within the bound",
    "payoffs sum to one",
    "a random player is left some of the legal actions",
    "a stage never falls, is the same in a view, and begins with chances to win that sum to one",
    "dice are rolled from a stream that was opened",
    "the likelihood of the truth and of a redeal is above 0 and at most 1",
    "what is solved has chances to win that sum to one, and stays as it is",
)
KEPT = 0
PENDING, ASCEND, SAME_PENDING, SAME_LEGAL, FITS_TRUE, REPRODUCES, FITS_DEALT, SAME_DEALT = range(1, 9)
BOUND, PAYOFF, CASUAL, STAGE, STREAM, LIKELIHOOD, SOLVED = range(9, 16)
ABOUT_VIEWS = (SAME_PENDING, SAME_LEGAL, FITS_TRUE, REPRODUCES, FITS_DEALT, SAME_DEALT, LIKELIHOOD)


@rule
def ascends(out: Any, n: int, actions: int) -> bool:
    """Are the first n numbers ascending, from 0 to actions - 1?"""
    for i in range(n):  # noqa: SIM110 - compiled code has no generators
        if out[i] < 0 or out[i] >= actions or (i > 0 and out[i] <= out[i - 1]):
            return False
    return True


@rule
def agrees(a: Any, n: int, b: Any, m: int) -> bool:
    """Are the first n of a the first m of b?"""
    if n != m:
        return False
    for i in range(n):  # noqa: SIM110 - compiled code has no generators
        if a[i] != b[i]:
            return False
    return True


@rule
def has_some(a: Any, n: int, b: Any, m: int) -> bool:
    """Are the first m of b, at least one, among the first n of a? Both ascend."""
    i = 0
    for j in range(m):
        while i < n and a[i] < b[j]:
            i += 1
        if i == n or a[i] != b[j]:
            return False
        i += 1
    return m > 0


@rule
def sums_to_one(shares: Any, players: int) -> bool:
    """Are these chances to win?"""
    total = 0.0
    for seat in range(players):
        if not 0.0 <= shares[seat] <= 1.0:
            return False
        total += shares[seat]
    return bool(abs(total - 1.0) < CLOSE)


def build_likely(rules: AnyRules) -> Callable[..., bool]:
    """is_likely(deck, view, s): is the likelihood a chance, and nothing ruled out by it?"""
    likelihood = rules.likelihood

    @rule
    def is_likely(deck: Any, view: Any, s: Any) -> bool:
        return bool(0.0 < likelihood(deck, view, s) <= 1.0)

    return is_likely


def build_legal(rules: AnyRules, actions: int, out_of_turn: int) -> Callable[..., int]:
    """look_at_legal(deck, spots, viewer, out, out2) -> law: the first that a seat's legal actions break."""
    legal, casual = rules.legal, rules.casual

    @rule
    def look_at_legal(deck: Any, spots: Any, viewer: int, out: Any, out2: Any) -> int:
        n = legal(deck, spots[TRUE], viewer, out)
        if not ascends(out, n, actions):
            return ASCEND
        if (n > 0 and out[0] < out_of_turn) != (pending(spots[TRUE]) >> viewer & 1 == 1):
            return PENDING
        if not agrees(out, n, out2, legal(deck, spots[VIEW], viewer, out2)):
            return SAME_LEGAL
        m = legal(deck, spots[DEALT], viewer, out2)
        if not agrees(out, n, out2, m):
            return SAME_DEALT
        return KEPT if n == 0 or has_some(out, n, out2, casual(deck, spots[TRUE], viewer, out2, m)) else CASUAL

    return look_at_legal


def build_look(rules: AnyRules, actions: int, out_of_turn: int) -> Callable[..., int]:
    """look(deck, spots, raw, viewer, out, out2, stream) -> law: 0, or the first law that a viewer's view breaks.

    `raw[i]` are the bytes of `spots[i]`, by which views are compared.
    """
    hide, redeal, fits = rules.hide, rules.redeal, rules.fits
    is_likely, look_at_legal = build_likely(rules), build_legal(rules, actions, out_of_turn)

    @rule
    def look(deck: Any, spots: Any, raw: Any, viewer: int, out: Any, out2: Any, stream: int) -> int:
        hide(deck, spots[TRUE], viewer, spots[VIEW])
        if pending(spots[VIEW]) != pending(spots[TRUE]):
            return SAME_PENDING
        if not fits(deck, spots[VIEW], spots[TRUE]):
            return FITS_TRUE
        open_stream(spots[DEALT], REDEAL, stream)
        spots[DEALT].players, spots[DEALT].viewer = 0, viewer
        redeal(deck, spots[VIEW], spots[DEALT])
        hide(deck, spots[DEALT], viewer, spots[SEEN])
        is_truth = spots[DEALT].viewer == TRUTH and spots[DEALT].players == spots[TRUE].players
        if not is_truth or not agrees(raw[VIEW], len(raw[VIEW]), raw[SEEN], len(raw[SEEN])):
            return REPRODUCES
        if not fits(deck, spots[VIEW], spots[DEALT]):
            return FITS_DEALT
        if not (is_likely(deck, spots[VIEW], spots[TRUE]) and is_likely(deck, spots[VIEW], spots[DEALT])):
            return LIKELIHOOD
        return KEPT if viewer < 0 else look_at_legal(deck, spots, viewer, out, out2)

    return look


def build_stage(rules: AnyRules) -> Callable[..., int]:
    """look_at_stage(deck, spots, raw, last, shares) -> law: the stage by a view, and its end if that can be solved;
    `last` was the stage before, -1 at first."""
    stage, value, solve, hide = rules.stage, rules.value, rules.solve, rules.hide

    @rule
    def look_at_end(deck: Any, spots: Any, raw: Any, shares: Any) -> int:
        """The last redeal, which is that of VIEW, solved if it can be."""
        view, s = spots[VIEW], spots[DEALT]
        if not solve(deck, s, shares):
            return KEPT
        hide(deck, s, view.viewer, spots[SEEN])
        are_chances = sums_to_one(shares, s.players)
        return KEPT if are_chances and agrees(raw[VIEW], len(raw[VIEW]), raw[SEEN], len(raw[SEEN])) else SOLVED

    @rule
    def look_at_stage(deck: Any, spots: Any, raw: Any, last: int, shares: Any) -> int:
        view = spots[VIEW]
        law = look_at_end(deck, spots, raw, shares)
        if law != KEPT:
            return law
        if stage(view) != stage(spots[TRUE]) or stage(view) < max(last, 0):
            return STAGE
        if stage(view) == last:
            return KEPT
        value(deck, view, shares)
        return KEPT if sums_to_one(shares, view.players) else STAGE

    return look_at_stage


def build_looks(rules: AnyRules, actions: int, out_of_turn: int) -> Callable[..., int]:
    """look_at_all(deck, spots, raw, out, out2, decisions, last, shares) -> law: everybody's views, then the stage."""
    look, look_at_stage = build_look(rules, actions, out_of_turn), build_stage(rules)

    @rule
    def look_at_all(
        deck: Any, spots: Any, raw: Any, out: Any, out2: Any, decisions: int, last: int, shares: Any
    ) -> int:  # fmt: skip
        if spots[TRUE].dice_used > 0 and spots[TRUE].dice_purpose == RUN:
            return STREAM
        for viewer in range(-1, spots[TRUE].players):
            law = look(deck, spots, raw, viewer, out, out2, decisions * 16 + viewer + 1)
            if law != KEPT:
                return law
        return look_at_stage(deck, spots, raw, last, shares)

    return look_at_all


def build_stop(rules: AnyRules) -> Callable[..., int]:
    """look_at_stop(s, decisions, bound, shares) -> law: how a game stands where its walk stops."""
    payoff = rules.payoff

    @rule
    def look_at_stop(s: Any, decisions: int, bound: int, shares: Any) -> int:
        if not over(s):
            return PENDING if pending(s) == 0 else KEPT
        if decisions > bound:
            return BOUND
        payoff(s, shares)
        total = 0.0
        for seat in range(s.players):
            total += shares[seat]
        return KEPT if pending(s) == 0 and abs(total - 1.0) < CLOSE else PAYOFF

    return look_at_stop


def build_walk(rules: AnyRules, actions: int, out_of_turn: int) -> Callable[..., Any]:
    """walk(deck, spots, raw, out, out2, master, games, looks, bound, shares) -> (law, game, decision); law 0: all kept.

    It ends after so many looks at views, in the middle of a game too, or after so many games.
    """
    setup, legal, apply = rules.setup, rules.legal, rules.apply
    casual, stage = rules.casual, rules.stage
    look_at_all, look_at_stop = build_looks(rules, actions, out_of_turn), build_stop(rules)

    def walk(
        deck: Any, spots: Any, raw: Any, out: Any, out2: Any, master: Any,
        games: int, looks: int, bound: int, shares: Any,
    ) -> Any:  # fmt: skip
        s, looked = spots[TRUE], 0
        for number in range(games):
            rng = start_game(master, number, s)
            start_game(master, number, spots[DEALT])
            setup(deck, s)
            decisions, law, last = 0, KEPT, -1
            while not over(s) and law == KEPT and pending(s) != 0 and looked < looks:
                looked += s.players + 1
                law = look_at_all(deck, spots, raw, out, out2, decisions, last, shares)
                last = stage(s)
                rng = next_rng(rng)
                seat = draw(rng, s.players * OFTEN)
                n = legal(deck, s, seat, out) if seat < s.players else 0
                if n == 0:
                    seat = lowest(pending(s))
                    n = casual(deck, s, seat, out, legal(deck, s, seat, out))
                rng = next_rng(rng)
                apply(deck, s, seat, out[draw(rng, n)])
                decisions += 1
            if law == KEPT:
                law = look_at_stop(s, decisions, bound, shares)
            if law != KEPT:
                return law, number, decisions
            if looked >= looks:
                break
        return KEPT, 0, 0

    return walk


class PlainBytes:
    """The bytes of mirrors as they are at the moment."""

    def __init__(self, spots: list[State]) -> None:
        self.spots = spots

    def __getitem__(self, spot: int) -> bytes:
        return self.spots[spot].to_bytes()


def walk(game: AnyGame, players: int, seed: int, games: int, looks: int, *, plain: bool) -> tuple[str, int, int]:
    """Walk through random games, as many as are asked for or until so many views have been looked at.

    Returns the law that broke and by what ("kept" if none did), the game, the decision.
    """
    loops = Loops(game, game.decks.default().tables, players, plain=plain)
    spots = loops.states(SPOTS)
    raw = PlainBytes(spots) if plain else spots.view(np.uint8).reshape(SPOTS, -1)
    loop = build_walk(game.rules, game.actions.count, game.actions.out_of_turn)
    arguments = (
        loops.deck, spots, raw, loops.out, loops.buffer("i", game.actions.most_legal), loops.master(seed), games, looks,
        game.most_decisions[players], loops.buffer("d", players),
    )  # fmt: skip
    run = loop if plain else compiled(loop, *arguments)
    law, number, decision = run(*arguments)
    return broken(game, law, raw), int(number), int(decision)


def broken(game: AnyGame, law: int, raw: Any) -> str:
    """A law in words; of one about views also whose view broke it, and the fields that a redeal shows otherwise."""
    if law not in ABOUT_VIEWS:
        return LAWS[law]
    view, seen = (game.state.from_bytes(bytes(raw[spot])) for spot in (VIEW, SEEN))
    fields = ", ".join(differing(view, seen)) if law == REPRODUCES else ""
    return f"{LAWS[law]}: viewer {view.viewer}" + (f", {fields} differ" if fields else "")


def differing(one: State, other: State) -> dict[str, tuple[Any, Any]]:
    """The fields that differ, each with both of its values."""
    return {name: (mine, vars(other)[name]) for name, mine in vars(one).items() if mine != vars(other)[name]}
