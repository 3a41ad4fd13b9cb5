"""The cutpurse and the begging monk: WB-38 to WB-40. Clause ids: RULES.md."""

from __future__ import annotations

from coven.engine.jit import rule
from coven.games.witchs_brew.rules.effects import take_card
from coven.games.witchs_brew.rules.goods import DROPS, GOLD, NOTHING, drop_count, some
from coven.games.witchs_brew.rules.means import can_add, ends_adding, forced_drop, missing, toll_of
from coven.games.witchs_brew.rules.roles import CardTables, Role, Stack, stack_of
from coven.games.witchs_brew.rules.rounds import go_on
from coven.games.witchs_brew.rules.state import Deed, Phase, WitchsBrew


@rule
def start_begging(deck: CardTables, s: WitchsBrew, seat: int) -> None:
    """WB-38, WB-39: set everybody's toll. Gold is given at once, drops when everybody has chosen theirs."""
    s.deed[seat] = Deed.USED
    s.owing = 0
    for other in range(s.players):
        if other == seat:
            continue
        s.toll[other] = toll_of(s, other)
        if s.role == Role.CUTPURSE:
            s.picked[other] = some(GOLD, s.toll[other])
        else:
            ask_gift(s, other)
    if s.owing:
        s.phase = Phase.GIVE
    else:
        collect(deck, s)


@rule
def ask_gift(s: WitchsBrew, seat: int) -> None:
    """WB-39: the seat has to give. If it has no choice, it does so at once."""
    forced = forced_drop(s.goods[seat], s.toll[seat])
    if forced != DROPS:
        s.picked[seat] = some(forced, s.toll[seat])
    elif s.toll[seat]:
        s.owing |= 1 << seat


@rule
def gift_left(s: WitchsBrew, seat: int) -> int:
    """How many drops the seat still has to give."""
    return s.toll[seat] - drop_count(s.picked[seat])


@rule
def give(deck: CardTables, s: WitchsBrew, seat: int, kind: int) -> None:
    """WB-39: give one more drop. What was given is seen when everybody has given."""
    s.picked[seat] += some(kind, 1)
    left = gift_left(s, seat)
    forced = forced_drop(s.goods[seat] - s.picked[seat], left)
    if left and forced == DROPS:
        return
    if left:
        s.picked[seat] += some(forced, left)
    s.owing &= ~(1 << seat)
    if s.owing == 0:
        collect(deck, s)


@rule
def lay_picked(s: WitchsBrew, seat: int) -> None:
    """Lay what the seat has picked on this round's shelf."""
    shelf = stack_of(s.role) - Stack.GOLD_SHELF
    s.goods[seat] -= s.picked[seat]
    s.paid[seat] += s.picked[seat]
    s.on_shelf[shelf] += s.picked[seat]
    s.picked[seat] = NOTHING


@rule
def collect(deck: CardTables, s: WitchsBrew) -> None:
    """WB-38 to WB-40: all tolls go on the shelf. If that is too little, the claimant may add to it."""
    for seat in range(s.players):
        lay_picked(s, seat)
    if can_add(deck, s):
        s.phase = Phase.ADD
        s.owing = 1 << s.claimant
        return
    finish_shelf(deck, s)


@rule
def add(deck: CardTables, s: WitchsBrew, seat: int, kind: int) -> None:
    """WB-40: add one more of one's own, up to what is missing."""
    is_last = ends_adding(deck, s, seat, 1)
    s.picked[seat] += some(kind, 1)
    if is_last:
        stop_adding(deck, s, seat)


@rule
def stop_adding(deck: CardTables, s: WitchsBrew, seat: int) -> None:
    """WB-40: stop adding, even if it is too little."""
    lay_picked(s, seat)
    finish_shelf(deck, s)


@rule
def finish_shelf(deck: CardTables, s: WitchsBrew) -> None:
    """WB-38: if it is enough, the claimant takes the card and the goods are lost; else they stay for the next one."""
    stack = stack_of(s.role)
    if missing(deck, s) <= 0:
        s.on_shelf[stack - Stack.GOLD_SHELF] = NOTHING
        take_card(deck, s, s.claimant, stack)
    go_on(deck, s)
