"""A game's rules, as loops, matches and players ask for them; what a game need not say has a default here."""

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
    """Every action is seen as soon as it is played."""
    return everybody(s)


@rule
def any_of_them(deck: D, s: State, seat: int, legal: list[int], n: int) -> int:
    """A random player chooses among all that is legal."""
    return n


@rule
def keep_all(s: State) -> None:
    """Nothing is kept for redeals alone."""


@rule
def one_stage(s: State) -> int:
    """The whole game is one stage."""
    return 0


@rule
def equal_shares(deck: D, s: State, out: list[float]) -> None:
    """Every seat has the same chance to win."""
    for seat in range(s.players):
        out[seat] = 1.0 / s.players


@dataclass(frozen=True)
class Rules(Generic[S, D]):
    """A game's rules: every function is a `jit.rule`, usable from Python and from compiled loops.

    `deck` and `s` are records in compiled code and their plain mirrors in Python. Callers pass only what is
    asked for; nothing is checked here (`Match` checks). Who owes a decision is no function of a game's: it keeps
    `s.owing`, from which `seats` tells what is pending and whether the game is over.
    """

    setup: Callable[[D, S], None]
    """setup(deck, s): make the first position. Players, seed and options already stand in `s`, and all else is set
    here: on a record in which another game has been played it makes the same position as on a fresh one."""
    legal: Callable[[D, S, int, list[int]], int]
    """legal(deck, s, seat, out): write the seat's legal actions into `out`, ascending; returns how many.

    The only source of legality. `s` may be the truth or the seat's own view. For a seat that is not pending
    it holds out-of-turn actions alone, if any (`Actions.out_of_turn`).
    """
    apply: Callable[[D, S, int, int], None]
    """apply(deck, s, seat, action): play a legal action. Trusts its caller."""
    hide: Callable[[D, S, int, S], None]
    """hide(deck, s, viewer, view): overwrite all of `view` with what a seat (or SPECTATOR) may see of the truth."""
    redeal: Callable[[D, S, S], None]
    """redeal(deck, view, s): overwrite `s`, but for its seed and dice, with a whole state that fits the view.

    Uniform over the hidden placements of the unseen cards; random numbers come from the dice in `s`.
    """
    fits: Callable[[D, S, S], bool]
    """fits(deck, view, s): could `s` be what is behind `view`? Written apart from `redeal`, to judge it.

    Needs hide(s) to equal the view already: only what is hidden is judged.
    """
    thumb: Callable[[D, S, int, list[int], int, int], int]
    """thumb(deck, view, seat, legal, n, rng): one of the n legal actions, by rules of thumb, from the view alone."""
    settles: Callable[[D, S, int, int], int] = settle_at_once
    """settles(deck, s, seat, action): bits of the seats that can take nothing back after this legal action; `s` is the
    state before it.

    The seat itself is among them if the action rolls dice or shows anybody anything; others are if what they have
    decided is shown by it too. What is not settled may be taken back by its seat, and shows in no other seat's view
    but as a decision made; what other seats have left unsettled could as well have been decided later.
    """
    payoff: Callable[[S, list[float]], None] = share_victory
    """payoff(s, out): each seat's share of the victory, summing to 1 (1/k each for k winners); needs a finished game.
    A state that has no `winners` says it here."""
    casual: Callable[[D, S, int, list[int], int], int] = any_of_them
    """casual(deck, s, seat, legal, n): keep at the front of `legal`, ascending, those of its n actions among which a
    random player chooses; returns how many. All of them, unless a game would hardly end that way.
    """
    lighten: Callable[[S], None] = keep_all
    """lighten(s): keep no more what only `redeal`, `fits` and the log read; all else is as before.

    For worlds that are played on by millions, seen by rules of thumb alone and never dealt again.
    """
    stage: Callable[[S], int] = one_stage
    """stage(s): a number from 0 that never falls, and is raised where a simulation may stop, as at the end of a round.

    The same from the truth and from any view. Where it is always 0, simulations run to the end of the game.
    """
    value: Callable[[D, S, list[float]], None] = equal_shares
    """value(deck, s, out): each seat's chance to win (0 to 1, sum 1), estimated from what everybody sees.

    Needs the first moment of a stage (nothing of it is decided yet) in a game that is not over. `s` may be the truth
    or any view, and all give the same. Equal shares, unless a game knows better.
    """


AnyRules: TypeAlias = Rules[Any, Any]
"""Rules, for those who do not care of which game."""
