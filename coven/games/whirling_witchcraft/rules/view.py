"""What a seat may see (RULES.md, "What a seat knows")."""

from __future__ import annotations

from coven.engine.jit import rule, rule_distinct
from coven.engine.lists import copy, copy_rows
from coven.engine.states import hide_dice
from coven.games.whirling_witchcraft.rules.cubes import NO_CUBES
from coven.games.whirling_witchcraft.rules.recipes import ORDINARY, RecipeTables
from coven.games.whirling_witchcraft.rules.state import (
    HIDDEN,
    MOST_HAND,
    MOST_PLAYERS,
    NONE,
    Phase,
    WhirlingWitchcraft,
)


@rule_distinct
def hide(deck: RecipeTables, s: WhirlingWitchcraft, viewer: int, view: WhirlingWitchcraft) -> None:
    """Overwrite all of `view` with what `viewer` (a seat, or SPECTATOR) may see of the truth `s`."""
    hide_dice(s, viewer, view)
    copy_public(s, view)
    for seat in range(MOST_PLAYERS):
        for i in range(MOST_HAND):
            view.hands[seat][i] = seen(s.hands[seat][i], s.hand_known[seat][i], viewer)
        hide_choices(s, viewer, seat, view)
    for i in range(ORDINARY):
        view.pile[i] = seen(s.pile[i], s.pile_known[i], viewer)


@rule
def seen(recipe: int, known: int, viewer: int) -> int:
    """The recipe, if the viewer is among those that know it; NONE if there is none."""
    if recipe == NONE or (viewer >= 0 and known >> viewer & 1):
        return recipe
    return HIDDEN


@rule
def hide_choices(s: WhirlingWitchcraft, viewer: int, seat: int, view: WhirlingWitchcraft) -> None:
    """WW-10, WW-11, WW-26: what a seat has chosen and planned, hidden from others until everybody has."""
    is_own = seat == viewer
    is_laying, is_producing = s.phase == Phase.LAY, s.phase == Phase.PRODUCE
    view.laid[seat] = HIDDEN if is_laying and not is_own and s.laid[seat] != NONE else s.laid[seat]
    shows_plan = is_own or not is_producing
    view.fed[seat] = s.fed[seat] if shows_plan else 0
    view.used[seat] = s.used[seat] if shows_plan else NO_CUBES
    view.made[seat] = s.made[seat] if shows_plan else NO_CUBES


@rule
def copy_public(s: WhirlingWitchcraft, to: WhirlingWitchcraft) -> None:
    """Copy what everybody sees, including who knows which place and what it cannot be, which follow from it."""
    to.phase = s.phase
    to.owing = s.owing
    to.round = s.round
    to.is_last = s.is_last
    to.hand_size = s.hand_size
    to.balls = s.balls
    to.changed = s.changed
    to.top = s.top
    to.left = s.left
    to.winners = s.winners
    to.ending = s.ending
    copy(s.labs, to.labs)
    copy(s.bench, to.bench)
    copy_rows(s.hand_known, to.hand_known)
    copy_rows(s.hand_not, to.hand_not)
    copy_rows(s.arrivals, to.arrivals)
    copy(s.pile_known, to.pile_known)
    copy(s.pile_not, to.pile_not)
