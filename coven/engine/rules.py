"""A game's rules, as loops, matches and players call them, with defaults for what a game may leave out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from coven.engine.decks import D
from coven.engine.jit import rule
from coven.engine.seats import everybody, share_victory
from coven.engine.states import State

S = TypeVar("S", bound=State)


@rule
def settle_at_once(deck: D, s: State, seat: int, action: int) -> int:
    """Everybody sees an action as soon as it is played."""
    return everybody(s)


@rule
def any_of_them(deck: D, s: State, seat: int, legal: list[int], n: int) -> int:
    """A random player chooses among all legal actions."""
    return n


@rule
def keep_all(s: State) -> None:
    """Drop nothing: no field is only for redeals."""


@rule
def one_stage(s: State) -> int:
    """The whole game is one stage."""
    return 0


@rule
def never(s: State) -> bool:
    """There is no such moment."""
    return False


@rule
def leave(s: State, seat: int) -> None:
    """Nothing has to be taken back."""


@rule
def equal_shares(deck: D, s: State, out: list[float]) -> None:
    """Every seat has the same chance to win."""
    for seat in range(s.players):
        out[seat] = 1.0 / s.players


@rule
def equally_likely(deck: D, view: S, s: S) -> float:
    """Nothing that was done makes one world likelier than another."""
    return 1.0


@rule
def unsolved(deck: D, s: State, out: list[float]) -> bool:
    """Nothing is solved: it is played on."""
    return False


@dataclass(frozen=True)
class Rules(Generic[S, D]):
    """A game's rules. Every function is a `jit.rule`, usable from Python and from compiled loops.

    `deck` and `s` are records in compiled code, and their plain mirrors in Python. Callers pass only what is asked for;
    nothing is checked here (`Match` checks). There is no function for who owes a decision: a game keeps `s.owing`, from
    which `seats` tells who is pending and whether the game is over.
    """

    setup: Callable[[D, S], None]
    """setup(deck, s): make the first position. Players, seed and options are already set in `s`. Everything else is set
    here, so that a record used for another game before ends up in the same position as a new one."""
    legal: Callable[[D, S, int, list[int]], int]
    """legal(deck, s, seat, out): write the seat's legal actions to `out`, ascending, and return how many there are.

    The only source of legality. `s` may be the truth or the seat's own view. A seat that is not pending has only
    out-of-turn actions, if any (`Actions.out_of_turn`).
    """
    apply: Callable[[D, S, int, int], None]
    """apply(deck, s, seat, action): play a legal action. Trusts its caller."""
    hide: Callable[[D, S, int, S], None]
    """hide(deck, s, viewer, view): overwrite all of `view` with what a seat (or SPECTATOR) may see of the truth.
    `view` is another record than `s`: a `jit.rule_distinct` is quicker."""
    redeal: Callable[[D, S, S], None]
    """redeal(deck, view, s): overwrite `s`, except for its seed and dice, with a whole state that fits the view.

    Uniform over the hidden placements of the unseen cards. Random numbers come from the dice in `s`.
    """
    fits: Callable[[D, S, S], bool]
    """fits(deck, view, s): could `s` be what is behind `view`? Written independently of `redeal`, to judge it.

    Needs hide(s) to equal the view already: only what is hidden is judged.
    """
    thumb: Callable[[D, S, int, list[int], int, int], int]
    """thumb(deck, view, seat, legal, n, rng): one of the n legal actions, by rules of thumb, from the view alone."""
    settles: Callable[[D, S, int, int], int] = settle_at_once
    """settles(deck, s, seat, action): bits of the seats that can take nothing back after this legal action; `s` is the
    state before it.

    The seat itself is among them if the action rolls dice or shows anything to anybody; other seats are if it also
    shows what they have decided. An action that does not settle can be taken back by its seat, and other seats' views
    show only that a decision was made. What other seats have left unsettled could as well have been decided later.
    """
    payoff: Callable[[S, list[float]], None] = share_victory
    """payoff(s, out): each seat's share of the victory, summing to 1 (1/k each for k winners). Needs a finished game.
    Only a state without `winners` has to provide it."""
    casual: Callable[[D, S, int, list[int], int], int] = any_of_them
    """casual(deck, s, seat, legal, n): keep at the front of `legal`, ascending, those of its n actions that a random
    player chooses from, and return how many. All of them, unless the game would hardly ever end that way."""
    lighten: Callable[[S], None] = keep_all
    """lighten(s): drop what only `redeal`, `fits` and the log read; everything else stays as it is.

    For worlds that are played on by the million, seen only by rules of thumb and never redealt.
    """
    stage: Callable[[S], int] = one_stage
    """stage(s): a number from 0 that never falls, and rises where a simulation may stop, such as the end of a round.

    The same from the truth and from any view. If it is always 0, simulations run to the end of the game.
    """
    value: Callable[[D, S, list[float]], None] = equal_shares
    """value(deck, s, out): each seat's chance to win (0 to 1, sum 1), estimated from what everybody sees.

    Needs the first moment of a stage (nothing in it has been decided yet) in a game that is not over. `s` may be the
    truth or any view, and all give the same result. Equal shares, unless the game knows better.
    """
    likelihood: Callable[[D, S, S], float] = equally_likely
    """likelihood(deck, view, s): how likely the others are, up to a factor, to do what the view shows of them if `s` is
    behind it. Above 0 and at most 1: what nobody would expect makes a world unlikely, never impossible.

    `s` fits the view. Only what the view shows is judged, and only in the light of `s`.
    """
    solve: Callable[[D, S, list[float]], bool] = unsolved
    """solve(deck, s, out): if so little of the stage is left that it can be solved, write each seat's chance to win (0
    to 1, sum 1) if all play well from here, and return True. `s`, a whole state, stays as it is.

    A simulation that has left the tree ends there. It is asked before every decision, so "no" must cost little.
    """
    sealed: Callable[[S], bool] = never
    """sealed(s): is every seat choosing a set in secret: so many actions in any order, none of them seen by others
    before all have chosen? Search then seeks chances of whole sets. The same from the truth and from any view."""
    reopen: Callable[[S, int], None] = leave
    """reopen(s, seat): take back what the other seats have chosen, so that they owe it again. Needs `sealed(s)`."""


AnyRules: TypeAlias = Rules[Any, Any]
"""The rules of any game."""
