"""What a seat can do with its role: prices, picks and choices, WB-17, WB-30 to WB-40, WB-50 to WB-53."""

from __future__ import annotations

from coven.engine.jit import rule
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.goods import (
    DROPS,
    GOLD,
    GREEN,
    NOTHING,
    RED,
    WHITE,
    count,
    covers,
    drop_count,
    only_drop,
    some,
)
from coven.games.witchs_brew.rules.roles import (
    CAULDRONS,
    HEIGHTS,
    CardTables,
    Role,
    Spell,
    Stack,
    is_brewer,
    is_free,
    is_red,
    stack_of,
)
from coven.games.witchs_brew.rules.state import Answer, WitchsBrew, drops, spell

FAVOUR_PRICE = 2
"""WB-34: gold that a cauldron costs more by favour."""
DROPS_BY_ASSISTANT = 3
DROPS_BY_COPIA = 3
"""WB-33, WB-50."""
SHARE_OF_GOLD = 3
SHARE_OF_DROPS = 4
"""WB-38, WB-39: one is given for every this many."""


@rule
def is_empty(s: WitchsBrew, stack: int) -> bool:
    """Has the last card of the stack been taken?"""
    return s.taken[stack] == HEIGHTS[stack]


@rule
def price_by_role(deck: CardTables, s: WitchsBrew) -> int:
    """WB-34: what the brewer of this round pays now. Needs a card in the stack."""
    stack = stack_of(s.role)
    price = deck.price[stack][s.taken[stack]]
    return price if s.is_full else price + some(GOLD, FAVOUR_PRICE)


@rule
def can_brew(deck: CardTables, s: WitchsBrew, seat: int, stack: int) -> bool:
    """WB-52: is there a cauldron in the stack, and can the seat pay its drops?"""
    return not is_empty(s, stack) and covers(s.goods[seat], deck.price[stack][s.taken[stack]])


@rule
def free_stack(s: WitchsBrew) -> int:
    """WB-51: the stack of Magus, Strix or Sanatio."""
    return spell(s) - Spell.MAGUS


@rule
def paid_drop(s: WitchsBrew) -> int:
    """WB-53: the kind of drop that Herba, Lupus or Serpens takes."""
    top = spell(s)
    if top == Spell.HERBA:
        return GREEN
    return RED if top == Spell.LUPUS else WHITE


@rule
def can_cast(deck: CardTables, s: WitchsBrew, seat: int) -> bool:
    """WB-37, WB-50 to WB-53: could the top spell do anything?"""
    top = spell(s)
    if top == Spell.COPIA:
        return True
    if is_free(top):
        stack = free_stack(s)
        return not is_empty(s, stack) and drops(s, seat) >= deck.need[stack][s.taken[stack]]
    if top == Spell.OPTIO:
        for stack in range(CAULDRONS):  # noqa: SIM110 - compiled code has no generators
            if can_brew(deck, s, seat, stack):
                return True
        return False
    return count(s.goods[seat], paid_drop(s)) > 0


@rule
def toll_of(s: WitchsBrew, seat: int) -> int:
    """WB-38, WB-39: what a seat must give to the red role, one less with a favour."""
    is_gold = s.role == Role.CUTPURSE
    share = count(s.goods[seat], GOLD) // SHARE_OF_GOLD if is_gold else drops(s, seat) // SHARE_OF_DROPS
    return max(0, share - 1) if s.answer[seat] == Answer.FAVOUR else share


@rule
def own_means(s: WitchsBrew, seat: int) -> int:
    """WB-38, WB-39: how much a seat could itself add to the shelf."""
    return count(s.goods[seat], GOLD) if s.role == Role.CUTPURSE else drops(s, seat)


@rule
def can_beg(s: WitchsBrew) -> bool:
    """WB-17, WB-40: is there a shelf, and anything to lay on it?"""
    if is_empty(s, stack_of(s.role)):
        return False
    total = own_means(s, s.claimant)
    for seat in range(s.players):
        if seat != s.claimant:
            total += toll_of(s, seat)
    return total > 0


@rule
def can_use(deck: CardTables, s: WitchsBrew, seat: int) -> bool:
    """WB-17: could the seat do anything with its favour, or if `is_full` with its full action?"""
    role = s.role
    if is_red(role):
        return s.is_full == 1 and can_beg(s)
    if is_brewer(role):
        return not is_empty(s, stack_of(role)) and covers(s.goods[seat], price_by_role(deck, s))
    if role == Role.WARLOCK:
        return not s.is_full or can_cast(deck, s, seat)
    if role == Role.ALCHEMIST:
        return drops(s, seat) > 0
    return role <= Role.HERB_COLLECTOR or count(s.goods[seat], GOLD) > 0


@rule
def is_casting(s: WitchsBrew, top: int) -> bool:
    """Is this spell being cast?"""
    return s.role == Role.WARLOCK and s.is_full == 1 and spell(s) == top


@rule
def is_freely_paid(s: WitchsBrew) -> bool:
    """WB-31, WB-51: does the seat choose which drops it pays?"""
    return s.role == Role.ALCHEMIST or (s.role == Role.WARLOCK and s.is_full == 1 and is_free(spell(s)))


@rule
def picks(deck: CardTables, s: WitchsBrew) -> int:
    """WB-31, WB-33, WB-50, WB-51: how many drops of any kinds to pay or take; 0 if nothing is picked."""
    if s.role == Role.ALCHEMIST:
        return 1
    if s.role == Role.ASSISTANT:
        return DROPS_BY_ASSISTANT if s.is_full else 1
    if s.role != Role.WARLOCK or not s.is_full:
        return 0
    if is_free(spell(s)):
        stack = free_stack(s)
        return deck.need[stack][s.taken[stack]]
    return DROPS_BY_COPIA if spell(s) == Spell.COPIA else 0


@rule
def forced_drop(left: int, number: int) -> int:
    """The only kind of drop in `left` (a bag) for somebody who owes `number` more.

    DROPS if there is a choice, or nothing is owed.
    """
    return only_drop(left) if number > 0 else DROPS


@rule
def missing(deck: CardTables, s: WitchsBrew) -> int:
    """WB-40: how much this round's shelf still needs, counting the adder's picks as laid."""
    stack = stack_of(s.role)
    laid = s.on_shelf[stack - Stack.GOLD_SHELF] + s.picked[s.claimant]
    return deck.need[stack][s.taken[stack]] - drop_count(laid) - count(laid, GOLD)


@rule
def can_add(deck: CardTables, s: WitchsBrew) -> bool:
    """WB-40: is anything missing, and has the claimant anything to add (all of it, if the deck's rulings say so)?"""
    left, own = missing(deck, s), own_means(s, s.claimant)
    return left > 0 and own > 0 and (own >= left or not deck.all_or_nothing)


@rule
def ends_adding(deck: CardTables, s: WitchsBrew, seat: int, added: int) -> bool:
    """WB-40: if the seat adds this much more, is the shelf full, or does it have nothing left to add?"""
    laid = drop_count(s.picked[seat]) + count(s.picked[seat], GOLD)
    return missing(deck, s) <= added or own_means(s, seat) == laid + added


@rule
def list_drops(goods: int, first: int, out: list[int], n: int) -> int:
    """Write actions numbered from `first` for the kinds of drops in a bag. Returns how many actions there are now."""
    for kind in range(DROPS):
        if count(goods, kind):
            out[n] = first + kind
            n += 1
    return n


@rule
def list_use(deck: CardTables, s: WitchsBrew, seat: int, out: list[int]) -> int:
    """WB-17: ways to carry out the favour or full action, or to decline it before the first pick."""
    n = 0
    if is_freely_paid(s):
        n = list_drops(s.goods[seat] - s.picked[seat], actions.PAY, out, n)
    elif picks(deck, s):
        for kind in range(DROPS):
            out[n] = actions.TAKE + kind
            n += 1
    elif is_casting(s, Spell.OPTIO):
        for stack in range(CAULDRONS):
            if can_brew(deck, s, seat, stack):
                out[n] = actions.BREW + stack
                n += 1
    else:
        out[n] = actions.USE
        n += 1
    if s.picked[seat] == NOTHING:
        out[n] = actions.DECLINE
        n += 1
    return n


@rule
def list_adds(deck: CardTables, s: WitchsBrew, seat: int, out: list[int]) -> int:
    """WB-40: add one more of one's own, or be done; not half-way, if the deck's rulings say so."""
    left = s.goods[seat] - s.picked[seat]
    n = 0
    if s.role == Role.BEGGING_MONK:
        n = list_drops(left, actions.ADD, out, n)
    elif count(left, GOLD):
        out[n] = actions.ADD + GOLD
        n += 1
    if deck.all_or_nothing and s.picked[seat] != NOTHING:
        return n
    out[n] = actions.DONE
    return n + 1
