"""What goods and deeds are worth to a player of Witch's Brew, in hundredths of a point: for the rules of thumb.

A drop or gold nugget is worth what it can be used for: much if a role in the hand needs it, something if a top cauldron
takes it, little otherwise; and everything is worth less towards the end of the game. A deed is worth the points and
goods that it brings, less the goods that it takes.

The numbers were found by play. Only their proportions matter, and small differences do not.
"""

from __future__ import annotations

from coven.engine.jit import lowest, rule
from coven.games.witchs_brew.rules.effects import (
    DROPS_BY_ROLE,
    GOLD_BY_ALCHEMIST,
    GOLD_BY_ALCHEMIST_FAVOUR,
    VIALS_BY_FORTUNE,
    VIALS_BY_SPELL,
    drop_by_role,
)
from coven.games.witchs_brew.rules.goods import DROPS, GOLD, NOTHING, count, covers, drop_count, some
from coven.games.witchs_brew.rules.means import (
    FAVOUR_PRICE,
    SHARE_OF_DROPS,
    SHARE_OF_GOLD,
    free_stack,
    is_empty,
    is_freely_paid,
    paid_drop,
)
from coven.games.witchs_brew.rules.roles import (
    CAULDRONS,
    CardTables,
    Role,
    Spell,
    Stack,
    is_brewer,
    is_free,
    is_red,
    stack_of,
)
from coven.games.witchs_brew.rules.state import (
    ENOUGH_RAVENS,
    MOST_PLAYERS,
    Answer,
    Phase,
    WitchsBrew,
    is_round_running,
    spell,
)

POINT = 100
"""The unit of all worths."""
PERCENT = 100

KEPT = (135, 125)
"""Worth of a drop, and of a gold nugget, that a role in the hand needs: more than a vial."""
WANTED = (82, 62)
"""Worth of one that a top cauldron takes, or of one of the first few nuggets."""
SPARE = (53, 8)
"""Worth of any other."""
FEW_GOLD = 3
"""This many nuggets are wanted: for the fortune teller or the assistant, and for a cauldron by favour."""
FUTURE = (100, 80, 60, 35, 30)
"""Percentage of its worth kept by what no role in the hand needs, by the number of ravens taken."""
HOPED_DROPS = 2
HOPED_GOLD = 3
"""What a player expects from a collector or the assistant, and from the alchemist: between favour and full action."""

ROW = 16
"""Beyond this many of a kind, each one is worth as much as the last of these."""
BAG = (GOLD + 1) * ROW
SEAT = BAG + 1
USES = SEAT + 1
MIND = USES + MOST_PLAYERS
"""A player's mind: the worth of the first, second, ... of each kind of goods; the goods that it counts on; its own
seat; and the roles that each seat can use."""


@rule
def weigh(deck: CardTables, view: WitchsBrew, seat: int, roles: int, mind: list[int]) -> None:
    """Fill the mind of a seat that has yet to play these roles, with the goods that it has now."""
    picked = view.picked[seat]
    is_taking = view.phase == Phase.USE and not is_freely_paid(view)
    mind[SEAT] = seat
    mind[BAG] = view.goods[seat] + picked if is_taking else view.goods[seat] - picked
    kept, wanted = kept_for(deck, view, seat, roles), wanted_goods(deck, view)
    left = FUTURE[min(ravens(view), ENOUGH_RAVENS)]
    for kind in range(GOLD + 1):
        is_gold = 1 if kind == GOLD else 0
        for number in range(ROW):
            worth = KEPT[is_gold]
            if number >= count(kept, kind):
                worth = (WANTED[is_gold] if number < count(wanted, kind) else SPARE[is_gold]) * left // PERCENT
            mind[kind * ROW + number] = worth


@rule
def kept_for(deck: CardTables, view: WitchsBrew, seat: int, roles: int) -> int:
    """The bag that it takes to use all these roles, as far as the kinds are fixed."""
    total = NOTHING
    while roles:
        role = lowest(roles)
        roles &= roles - 1
        if is_brewer(role):
            total += top_price(deck, view, stack_of(role))
        elif role == Role.FORTUNE_TELLER or role == Role.ASSISTANT:
            total += some(GOLD, 1)
        elif role == Role.CUTPURSE and not is_empty(view, Stack.GOLD_SHELF):
            total += some(GOLD, max(0, lacking(deck, view, seat, role)))
    return total


@rule
def wanted_goods(deck: CardTables, view: WitchsBrew) -> int:
    """The bag that all top cauldrons cost, and some gold."""
    total = some(GOLD, FEW_GOLD)
    for stack in range(CAULDRONS):
        total += top_price(deck, view, stack)
    return total


@rule
def top_price(deck: CardTables, view: WitchsBrew, stack: int) -> int:
    """The bag that the top cauldron costs; empty if there is none."""
    return NOTHING if is_empty(view, stack) else deck.price[stack][view.taken[stack]]


@rule
def ravens(view: WitchsBrew) -> int:
    """How many ravens have been taken."""
    total = 0
    for seat in range(view.players):
        total += view.ravens[seat]
    return total


@rule
def next_worth(mind: list[int], kind: int) -> int:
    """What one more of a kind would be worth."""
    return mind[kind * ROW + min(count(mind[BAG], kind), ROW - 1)]


@rule
def last_worth(mind: list[int], kind: int) -> int:
    """What losing one of a kind would cost. Needs one."""
    return mind[kind * ROW + min(count(mind[BAG], kind), ROW) - 1]


@rule
def get(mind: list[int], kind: int, number: int) -> int:
    """Count on this many more of a kind. Returns their worth."""
    total = 0
    for _ in range(number):
        total += next_worth(mind, kind)
        mind[BAG] += some(kind, 1)
    return total


@rule
def lose(mind: list[int], kind: int, number: int) -> int:
    """Count on this many fewer of a kind. Returns their worth."""
    total = 0
    for _ in range(number):
        total += last_worth(mind, kind)
        mind[BAG] -= some(kind, 1)
    return total


@rule
def get_drops(mind: list[int], number: int) -> int:
    """Count on this many more drops, the best each time. Returns their worth."""
    total = 0
    for _ in range(number):
        best = 0
        for kind in range(1, DROPS):
            if next_worth(mind, kind) > next_worth(mind, best):
                best = kind
        total += get(mind, best, 1)
    return total


@rule
def lose_drops(mind: list[int], number: int) -> int:
    """Count on this many fewer drops, the least needed each time. Returns their worth. Needs that many."""
    total = 0
    for _ in range(number):
        least = -1
        for kind in range(DROPS):
            if count(mind[BAG], kind) and (least < 0 or last_worth(mind, kind) < last_worth(mind, least)):
                least = kind
        total += lose(mind, least, 1)
    return total


@rule
def gain(deck: CardTables, view: WitchsBrew, mind: list[int], role: int, is_full: bool) -> int:
    """What a role's full action or favour is worth with the goods in mind; 0 if it can do nothing."""
    before = mind[BAG]
    found = reckoned(deck, view, mind, role, is_full)
    mind[BAG] = before
    return found


@rule
def reckoned(deck: CardTables, view: WitchsBrew, mind: list[int], role: int, is_full: bool) -> int:
    """Like `gain`, but count on what it leaves."""
    if role <= Role.HERB_COLLECTOR:
        return get(mind, drop_by_role(role), DROPS_BY_ROLE if is_full else 1)
    if is_brewer(role):
        return brew_gain(deck, view, mind, role, is_full)
    if role == Role.WARLOCK:
        return spell_gain(deck, view, mind) if is_full else get(mind, GOLD, 1)
    if is_red(role):
        return beg_gain(deck, view, mind, role) if is_full else spared(view, mind, role)
    return trade_gain(mind, role, is_full)


@rule
def trade_gain(mind: list[int], role: int, is_full: bool) -> int:
    """Alchemist, fortune teller or assistant."""
    if role == Role.ALCHEMIST:
        if drop_count(mind[BAG]) == 0:
            return 0
        lost = lose_drops(mind, 1)
        return get(mind, GOLD, GOLD_BY_ALCHEMIST if is_full else GOLD_BY_ALCHEMIST_FAVOUR) - lost
    if count(mind[BAG], GOLD) == 0:
        return 0
    lost = lose(mind, GOLD, 1)
    if role == Role.FORTUNE_TELLER:
        return POINT * (VIALS_BY_FORTUNE if is_full else 1) - lost
    return get_drops(mind, DROPS_BY_ROLE if is_full else 1) - lost


@rule
def brew_gain(deck: CardTables, view: WitchsBrew, mind: list[int], role: int, is_full: bool) -> int:
    """WB-34, WB-35: a cauldron and a vial, for drops and gold."""
    gold = 0 if is_full else FAVOUR_PRICE
    found = cauldron_gain(deck, view, mind, stack_of(role), gold)
    if found and drop_count(mind[BAG]):
        found += max(0, POINT - lose_drops(mind, 1))
    return found


@rule
def cauldron_gain(deck: CardTables, view: WitchsBrew, mind: list[int], stack: int, gold: int) -> int:
    """The top cauldron of a stack for its drops and this much gold; 0 if it cannot be bought."""
    price = top_price(deck, view, stack)
    if price == NOTHING or not covers(mind[BAG], price + some(GOLD, gold)):
        return 0
    found = POINT * deck.points[stack][view.taken[stack]] - lose(mind, GOLD, gold)
    for kind in range(DROPS):
        found -= lose(mind, kind, count(price, kind))
    return found


@rule
def spell_gain(deck: CardTables, view: WitchsBrew, mind: list[int]) -> int:
    """WB-37: what the top spell is worth."""
    top = spell(view)
    if top == Spell.COPIA:
        return get_drops(mind, DROPS_BY_ROLE)
    if is_free(top):
        stack = free_stack(view)
        if is_empty(view, stack) or drop_count(mind[BAG]) < deck.need[stack][view.taken[stack]]:
            return 0
        place = view.taken[stack]
        return POINT * deck.points[stack][place] - lose_drops(mind, deck.need[stack][place])
    if top == Spell.OPTIO:
        return optio_gain(deck, view, mind)
    kind = paid_drop(view)
    return POINT * VIALS_BY_SPELL - lose(mind, kind, 1) if count(mind[BAG], kind) else 0


@rule
def optio_gain(deck: CardTables, view: WitchsBrew, mind: list[int]) -> int:
    """WB-52: the best of the three top cauldrons."""
    best, before, after = 0, mind[BAG], mind[BAG]
    for stack in range(CAULDRONS):
        mind[BAG] = before
        found = cauldron_gain(deck, view, mind, stack, 0)
        if found > best:
            best, after = found, mind[BAG]
    mind[BAG] = after
    return best


@rule
def share_of(view: WitchsBrew, seat: int, role: int) -> int:
    """WB-38, WB-39: what a red role would take from a seat, given its answer so far."""
    goods = view.goods[seat]
    share = count(goods, GOLD) // SHARE_OF_GOLD if role == Role.CUTPURSE else drop_count(goods) // SHARE_OF_DROPS
    if share and is_round_running(view) and view.role == role and view.answer[seat] == Answer.FAVOUR:
        share -= 1
    return share


@rule
def shares(view: WitchsBrew, seat: int, role: int) -> int:
    """What it would take from everybody but this seat."""
    total = 0
    for other in range(view.players):
        if other != seat:
            total += share_of(view, other, role)
    return total


@rule
def lacking(deck: CardTables, view: WitchsBrew, seat: int, role: int) -> int:
    """How much a seat would have to add of its own to a red role's top shelf. Needs a shelf there."""
    stack = stack_of(role)
    lying = view.on_shelf[stack - Stack.GOLD_SHELF]
    return deck.need[stack][view.taken[stack]] - drop_count(lying) - count(lying, GOLD) - shares(view, seat, role)


@rule
def beg_gain(deck: CardTables, view: WitchsBrew, mind: list[int], role: int) -> int:
    """WB-38, WB-39: a shelf, if it can be filled, and the average loss of each of the others."""
    if is_empty(view, stack_of(role)):
        return 0
    seat = mind[SEAT]
    lost = shares(view, seat, role) * WANTED[1 if role == Role.CUTPURSE else 0] // (view.players - 1)
    return lost + max(0, fill_gain(deck, view, mind, role, lacking(deck, view, seat, role)))


@rule
def fill_gain(deck: CardTables, view: WitchsBrew, mind: list[int], role: int, number: int) -> int:
    """The top shelf of a red role for this many of one's own goods; 0 if there are not so many."""
    stack = stack_of(role)
    points = POINT * deck.points[stack][view.taken[stack]]
    if number <= 0:
        return points
    if role == Role.CUTPURSE:
        return points - lose(mind, GOLD, number) if count(mind[BAG], GOLD) >= number else 0
    return points - lose_drops(mind, number) if drop_count(mind[BAG]) >= number else 0


@rule
def spared(view: WitchsBrew, mind: list[int], role: int) -> int:
    """WB-38, WB-39: what a red role's favour saves."""
    if role == Role.CUTPURSE:
        return last_worth(mind, GOLD) if count(mind[BAG], GOLD) >= SHARE_OF_GOLD else 0
    return lose_drops(mind, 1) if drop_count(mind[BAG]) >= SHARE_OF_DROPS else 0


@rule
def hope(deck: CardTables, view: WitchsBrew, mind: list[int], role: int) -> None:
    """Count on what a role in the hand can be expected to bring."""
    if role <= Role.HERB_COLLECTOR:
        get(mind, drop_by_role(role), HOPED_DROPS)
    elif role == Role.ALCHEMIST and drop_count(mind[BAG]):
        lose_drops(mind, 1)
        get(mind, GOLD, HOPED_GOLD)
    elif role == Role.ASSISTANT and count(mind[BAG], GOLD):
        lose(mind, GOLD, 1)
        get_drops(mind, HOPED_DROPS)
    elif role == Role.WARLOCK:
        get(mind, GOLD, 1)
    elif role != Role.ALCHEMIST and role != Role.ASSISTANT:
        reckoned(deck, view, mind, role, True)
