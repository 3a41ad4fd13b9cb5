"""Rules of thumb for Witch's Brew: a decent beginner, from the view alone.

Roles are drawn one after the other, each the likelier the more it promises by its full action or its favour. That
depends on how likely others seem to have it too, on the goods in hand, and on those that the roles chosen before should
bring. It calls the role that others seem least likely to take over, unless that role would be worth more later. An
answer weighs the full action, which may be lost to those who have not answered, against the favour. For everything else
the worth of goods decides.

The numbers, here and in `worth`, were found by play; small differences do not matter.
"""

from __future__ import annotations

from coven.engine.dice import draw
from coven.engine.jit import lowest, popcount, rule, scratch
from coven.engine.lists import first_of_best
from coven.engine.seats import left_of
from coven.games.witchs_brew.mind.worth import (
    BAG,
    MIND,
    PERCENT,
    POINT,
    SEAT,
    USES,
    cauldron_gain,
    fill_gain,
    gain,
    hope,
    lacking,
    last_worth,
    next_worth,
    wanted_goods,
    weigh,
)
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.effects import drop_by_role
from coven.games.witchs_brew.rules.goods import GOLD, NOTHING, count, drop_count
from coven.games.witchs_brew.rules.means import can_brew, can_cast, is_empty, missing
from coven.games.witchs_brew.rules.roles import ALL_ROLES, CHOSEN, ROLES, CardTables, Role, stack_of
from coven.games.witchs_brew.rules.state import Phase, WitchsBrew, is_round_running

LIKING = (0, 0, 0, 0, 10, 10, 10, 10, 10, -10, 15, 0)
"""What a role is worth beyond what it promises, by number: little, but enough for each to be chosen now and then."""
UNSURE = 20
"""Percentage of its worth that a role promises if the goods for it are still to come."""
DOUBLING = 25
"""Of two roles, one that is worth this much more is chosen twice as often."""
STEPS = 12
"""A role that is worth less by this many times DOUBLING is never chosen."""
USEFUL = 10
"""Others are assumed to choose a role that they can use this many times as often as another."""
SUREST = 95
"""Nobody is assumed to hold a role with more than this probability, in percent."""
RIVALRY = 20
"""Percentage of a role's holders assumed to get its full action before oneself, when roles are chosen."""
WAITING = 75
"""Percentage of its worth that a role is assumed to bring if it is not called now."""
LEADING = 45
"""The cost of having to begin the next round."""
MANY_DROPS = 3
"""A seat with this many drops, and less gold, can use the alchemist."""
WORST = -(10**9)
"""Less than anything is worth."""


@rule
def thumb(deck: CardTables, view: WitchsBrew, seat: int, legal: list[int], n: int, rng: int) -> int:
    """One of the n legal actions: a role by lot, for other decisions the best one. `rng` draws, and breaks ties."""
    mind = scratch(MIND)
    roles = view.hand[seat] & ~(1 << view.role) if is_round_running(view) else view.hand[seat]
    weigh(deck, view, seat, roles, mind)
    if view.phase <= Phase.ANSWER:
        watch(deck, view, mind)
    if view.phase == Phase.CHOOSE:
        return choice(deck, view, mind, legal, n, rng)
    if is_refused(deck, view, mind):
        return legal[n - 1]
    appeals = scratch(actions.MOST_LEGAL)
    for i in range(n):
        appeals[i] = appeal(deck, view, mind, legal[i])
    return first_of_best(appeals, legal, n, draw(rng, n))


@rule
def watch(deck: CardTables, view: WitchsBrew, mind: list[int]) -> None:
    """Note which roles each seat can use."""
    wanted = wanted_goods(deck, view)
    for seat in range(view.players):
        mind[USES + seat] = uses(deck, view, seat, wanted)


@rule
def uses(deck: CardTables, view: WitchsBrew, seat: int, wanted: int) -> int:
    """The set of roles that a seat can use, as everybody sees."""
    goods, useful = view.goods[seat], 0
    for role in range(Role.ALCHEMIST):
        if count(goods, drop_by_role(role)) < count(wanted, drop_by_role(role)):
            useful |= 1 << role
    if count(goods, GOLD):
        useful |= 1 << Role.FORTUNE_TELLER | 1 << Role.ASSISTANT
    if drop_count(goods) >= MANY_DROPS > count(goods, GOLD):
        useful |= 1 << Role.ALCHEMIST
    for role in range(Role.WIZARD, Role.WARLOCK):
        if can_brew(deck, view, seat, stack_of(role)):
            useful |= 1 << role
    if can_cast(deck, view, seat):
        useful |= 1 << Role.WARLOCK
    for role in range(Role.CUTPURSE, ROLES):
        own = count(goods, GOLD) if role == Role.CUTPURSE else drop_count(goods)
        if not is_empty(view, stack_of(role)) and own >= lacking(deck, view, seat, role):
            useful |= 1 << role
    return useful


@rule
def hold_percent(view: WitchsBrew, mind: list[int], seat: int, role: int) -> int:
    """How likely another seat is to hold a role that was not called before this round."""
    roles = ALL_ROLES & ~(view.called | view.excluded) | 1 << role
    size = CHOSEN if view.phase == Phase.CHOOSE else view.hand_size[seat]
    useful = mind[USES + seat]
    total = popcount(roles) + (USEFUL - 1) * popcount(roles & useful)
    weight = USEFUL if useful >> role & 1 else 1
    return min(SUREST, PERCENT * size * weight // total)


@rule
def keep_percent(view: WitchsBrew, mind: list[int], seat: int, role: int, taking: int) -> int:
    """How likely a seat is to get a role's full action if this percentage of its holders would take it."""
    kept, other = PERCENT, left_of(view, seat)
    last = view.leader if view.phase == Phase.ANSWER else seat
    while other != last:
        taken = hold_percent(view, mind, other, role) * taking // PERCENT
        kept = kept * (PERCENT - taken) // PERCENT
        other = left_of(view, other)
    return kept


@rule
def choice(deck: CardTables, view: WitchsBrew, mind: list[int], legal: list[int], n: int, rng: int) -> int:
    """WB-10: a role by lot. DOUBLING says how much likelier a better one is."""
    weights, best, total, now = scratch(ROLES), WORST, 0, mind[BAG]
    hope_for(deck, view, mind, view.hand[view.viewer])
    for i in range(n):
        weights[i] = promise(deck, view, mind, legal[i] - actions.CHOOSE, now)
        best = max(best, weights[i])
    for i in range(n):
        steps, rest = (best - weights[i]) // DOUBLING, (best - weights[i]) % DOUBLING
        weights[i] = (2 * DOUBLING - rest) << STEPS - steps if steps < STEPS else 0
        total += weights[i]
    ticket, i = draw(rng, total), 0
    while ticket >= weights[i]:
        ticket -= weights[i]
        i += 1
    return legal[i]


@rule
def hope_for(deck: CardTables, view: WitchsBrew, mind: list[int], roles: int) -> None:
    """Count on what these roles should bring."""
    while roles:
        hope(deck, view, mind, lowest(roles))
        roles &= roles - 1


@rule
def promise(deck: CardTables, view: WitchsBrew, mind: list[int], role: int, now: int) -> int:
    """What a role promises to the seat in mind if it chooses it and has these goods now."""
    keep = keep_percent(view, mind, mind[SEAT], role, RIVALRY)
    full = max(0, gain(deck, view, mind, role, True))
    favour = max(0, gain(deck, view, mind, role, False))
    promised = (keep * full + (PERCENT - keep) * favour) // PERCENT
    if full and gain_with(deck, view, mind, role, now) <= 0:
        promised = promised * UNSURE // PERCENT
    return promised + LIKING[role]


@rule
def gain_with(deck: CardTables, view: WitchsBrew, mind: list[int], role: int, goods: int) -> int:
    """What a role's full action is worth to a player who has these goods."""
    before = mind[BAG]
    mind[BAG] = goods
    gained = gain(deck, view, mind, role, True)
    mind[BAG] = before
    return gained


@rule
def is_refused(deck: CardTables, view: WitchsBrew, mind: list[int]) -> bool:
    """WB-17, WB-40: is the favour or full action not worth using, or the shelf not worth filling?"""
    if view.phase == Phase.USE:
        is_begun = view.picked[view.viewer] != NOTHING
        return not is_begun and gain(deck, view, mind, view.role, view.is_full == 1) <= 0
    if view.phase != Phase.ADD:
        return False
    before = mind[BAG]
    gained = fill_gain(deck, view, mind, view.role, missing(deck, view))
    mind[BAG] = before
    return gained <= 0


@rule
def appeal(deck: CardTables, view: WitchsBrew, mind: list[int], action: int) -> int:
    """How good an action looks beside others of the same decision, given that something is to be done."""
    if action < actions.CLAIM:
        return call_appeal(deck, view, mind, action - actions.CALL)
    if action == actions.CLAIM:
        return claim_appeal(deck, view, mind)
    if action == actions.FAVOUR:
        return max(0, gain(deck, view, mind, view.role, False))
    if action == actions.USE:
        return 0
    if action < actions.TAKE:
        return brew_appeal(deck, view, mind, action - actions.BREW)
    if action < actions.PAY:
        return next_worth(mind, action - actions.TAKE)
    if action < actions.DONE:
        return part_appeal(view, mind, action)
    return 0 if view.phase == Phase.VIAL else WORST


@rule
def call_appeal(deck: CardTables, view: WitchsBrew, mind: list[int], role: int) -> int:
    """WB-12: what calling a role now promises, less what it promises later, including what others should bring."""
    seat = view.viewer
    others = view.hand[seat] & ~(1 << role)
    weigh(deck, view, seat, others, mind)
    now = max(0, gain(deck, view, mind, role, True))
    hope_for(deck, view, mind, others)
    later = max(now, gain(deck, view, mind, role, True))
    return keep_percent(view, mind, seat, role, PERCENT) * now - WAITING * later


@rule
def claim_appeal(deck: CardTables, view: WitchsBrew, mind: list[int]) -> int:
    """WB-13: what claiming the role promises."""
    full = max(0, gain(deck, view, mind, view.role, True))
    return keep_percent(view, mind, view.viewer, view.role, PERCENT) * (full - LEADING) // PERCENT


@rule
def brew_appeal(deck: CardTables, view: WitchsBrew, mind: list[int], stack: int) -> int:
    """WB-52: what the top cauldron is worth."""
    before = mind[BAG]
    gained = cauldron_gain(deck, view, mind, stack, 0)
    mind[BAG] = before
    return gained


@rule
def part_appeal(view: WitchsBrew, mind: list[int], action: int) -> int:
    """Part with the drop that is needed least; for a vial, only with one that is worth less."""
    if action >= actions.ADD:
        return -last_worth(mind, action - actions.ADD)
    if action >= actions.GIVE:
        return -last_worth(mind, action - actions.GIVE)
    lost = last_worth(mind, action - actions.PAY)
    return POINT - lost if view.phase == Phase.VIAL else -lost
