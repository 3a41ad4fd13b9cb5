"""Redeal: a whole state that fits a view, uniform over the placements of what is unseen.

Every other hand is a uniform subset, of the right size, of the roles that may be in it. A seat that is still choosing,
picking or giving is assumed to have picked nothing yet. What a seat has given in secret is drawn drop by drop, each
kind being equally likely.
"""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import rule
from coven.engine.seats import owes
from coven.engine.sets import any_member
from coven.engine.states import TRUTH
from coven.games.witchs_brew.rules.goods import DROPS, NOTHING, count, some
from coven.games.witchs_brew.rules.means import forced_drop
from coven.games.witchs_brew.rules.roles import ALL_ROLES, CHOSEN, ROLES, SPELLS, CardTables
from coven.games.witchs_brew.rules.shelves import gift_left
from coven.games.witchs_brew.rules.state import (
    HIDDEN,
    MOST_PLAYERS,
    Answer,
    Phase,
    WitchsBrew,
    is_round_running,
)
from coven.games.witchs_brew.rules.view import copy_public


@rule
def redeal(deck: CardTables, view: WitchsBrew, s: WitchsBrew) -> None:
    """Overwrite `s`, except for its seed and dice, with a state that fits `view`; see the module's docstring."""
    s.players = view.players
    s.viewer = TRUTH
    copy_public(view, s)
    fill(s, view.books, s.books, SPELLS)
    fill(s, view.spare, s.spare, ROLES)
    for seat in range(MOST_PLAYERS):
        s.hand[seat] = view.hand[seat]
        s.picked[seat] = view.picked[seat]
        if seat != view.viewer and seat < view.players:
            s.hand[seat] = draw_choice(view, s, seat) if view.phase == Phase.CHOOSE else draw_hand(view, s, seat)
            draw_gift(view, s, seat)


@rule
def fill(s: WitchsBrew, seen: list[int], cards: list[int], number: int) -> None:
    """Complete a permutation that is partly seen, with the rest in random order."""
    unseen = (1 << number) - 1
    for place in range(number):
        if seen[place] >= 0:
            unseen &= ~(1 << seen[place])
    for place in range(number):
        cards[place] = seen[place]
        if seen[place] == HIDDEN:
            cards[place] = any_member(s, unseen)
            unseen &= ~(1 << cards[place])


@rule
def draw_roles(s: WitchsBrew, roles: int, number: int) -> int:
    """A uniform subset of this many roles."""
    found = 0
    for _ in range(number):
        role = any_member(s, roles)
        roles &= ~(1 << role)
        found |= 1 << role
    return found


@rule
def draw_choice(view: WitchsBrew, s: WitchsBrew, seat: int) -> int:
    """WB-10: what a seat that is ready has chosen."""
    return 0 if owes(view, seat) else draw_roles(s, ALL_ROLES & ~view.excluded, CHOSEN)


@rule
def sealed(s: WitchsBrew) -> bool:
    """WB-10: are roles being chosen?"""
    return s.phase == Phase.CHOOSE


@rule
def reopen(s: WitchsBrew, seat: int) -> None:
    """WB-10: the other seats choose anew."""
    for other in range(s.players):
        if other != seat:
            s.hand[other] = 0
            s.owing |= 1 << other


@rule
def draw_hand(view: WitchsBrew, s: WitchsBrew, seat: int) -> int:
    """WB-14, WB-23: roles not called yet, and perhaps the one called now.

    That one is certain while its holder is asked, and possible for seats that have not been reached.
    """
    roles, size, sure = ALL_ROLES & ~(view.called | view.excluded), view.hand_size[seat], 0
    if is_round_running(view) and view.answer[seat] == Answer.OPEN:
        if view.phase == Phase.ANSWER and view.turn == seat:
            sure = 1 << view.role
            size -= 1
        elif not view.is_full:
            roles |= 1 << view.role
    return sure | draw_roles(s, roles, size)


@rule
def draw_gift(view: WitchsBrew, s: WitchsBrew, seat: int) -> None:
    """WB-39: what a seat gives that has chosen, or has no choice."""
    s.picked[seat] = NOTHING
    if view.phase != Phase.GIVE or owes(view, seat):
        return
    while gift_left(s, seat) > 0:
        left = view.goods[seat] - s.picked[seat]
        kind = forced_drop(left, 1)
        if kind == DROPS:
            kind = roll(s, DROPS)
        if count(left, kind):
            s.picked[seat] += some(kind, 1)
