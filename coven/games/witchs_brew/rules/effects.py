"""Favours and full actions: WB-30 to WB-37, WB-50 to WB-54. Clause ids: RULES.md."""

from __future__ import annotations

from coven.engine.jit import rule
from coven.games.witchs_brew.rules.goods import DROPS, GOLD, GREEN, NOTHING, RED, VIAL, WHITE, drop_count, some
from coven.games.witchs_brew.rules.means import forced_drop, free_stack, paid_drop, picks, price_by_role
from coven.games.witchs_brew.rules.roles import CardTables, Role, is_brewer, stack_of
from coven.games.witchs_brew.rules.rounds import go_on
from coven.games.witchs_brew.rules.state import Deed, Phase, WitchsBrew, drops

DROPS_BY_ROLE = 3
GOLD_BY_ALCHEMIST = 5
GOLD_BY_ALCHEMIST_FAVOUR = 2
VIALS_BY_FORTUNE = 2
VIALS_BY_SPELL = 2


@rule
def exchange(s: WitchsBrew, seat: int, price: int, gain: int) -> None:
    """Pay the supply a bag of the seat's, and give the seat another one from it."""
    s.goods[seat] += gain - price
    s.paid[seat] += price
    s.got[seat] += gain


@rule
def take_card(deck: CardTables, s: WitchsBrew, seat: int, stack: int) -> None:
    """WB-60, WB-61: give the seat the top card of a stack."""
    place = s.taken[stack]
    s.owners[stack][place] = seat
    s.taken[stack] += 1
    s.card_points[seat] += deck.points[stack][place]
    s.ravens[seat] += deck.raven[stack][place]
    s.got_card[seat] = stack


@rule
def use(deck: CardTables, s: WitchsBrew, seat: int) -> None:
    """Carry out a favour or full action that leaves no choice. Not for the red roles."""
    s.deed[seat] = Deed.USED
    role = s.role
    if is_brewer(role):
        brew_by_role(deck, s, seat)
        return
    if role <= Role.HERB_COLLECTOR:
        exchange(s, seat, NOTHING, some(drop_by_role(role), DROPS_BY_ROLE if s.is_full else 1))
    elif role == Role.FORTUNE_TELLER:
        exchange(s, seat, some(GOLD, 1), some(VIAL, VIALS_BY_FORTUNE if s.is_full else 1))
    else:
        use_warlock(s, seat)
    go_on(deck, s)


@rule
def drop_by_role(role: int) -> int:
    """WB-30: the kind of drop that the Wolf Keeper, Snake Hunter or Herb Collector takes."""
    if role == Role.WOLF_KEEPER:
        return RED
    return WHITE if role == Role.SNAKE_HUNTER else GREEN


@rule
def use_warlock(s: WitchsBrew, seat: int) -> None:
    """WB-53: one drop becomes two vials. WB-37: by favour, one gold."""
    if s.is_full:
        exchange(s, seat, some(paid_drop(s), 1), some(VIAL, VIALS_BY_SPELL))
    else:
        exchange(s, seat, NOTHING, some(GOLD, 1))


@rule
def brew_by_role(deck: CardTables, s: WitchsBrew, seat: int) -> None:
    """WB-34: brew. WB-35: a seat that has a drop left may turn one into a vial."""
    exchange(s, seat, price_by_role(deck, s), NOTHING)
    take_card(deck, s, seat, stack_of(s.role))
    if drops(s, seat) == 0:
        go_on(deck, s)
        return
    s.phase = Phase.VIAL


@rule
def buy_vial(deck: CardTables, s: WitchsBrew, seat: int, kind: int) -> None:
    """WB-35: one drop for one vial."""
    exchange(s, seat, some(kind, 1), some(VIAL, 1))
    go_on(deck, s)


@rule
def brew_by_optio(deck: CardTables, s: WitchsBrew, seat: int, stack: int) -> None:
    """WB-52, WB-54: a top cauldron for its drops, without a vial."""
    s.deed[seat] = Deed.USED
    exchange(s, seat, deck.price[stack][s.taken[stack]], NOTHING)
    take_card(deck, s, seat, stack)
    go_on(deck, s)


@rule
def pick(deck: CardTables, s: WitchsBrew, seat: int, kind: int) -> int:
    """Pick one more drop to pay or take. Returns how many the seat still has to pick."""
    s.picked[seat] += some(kind, 1)
    return picks(deck, s) - drop_count(s.picked[seat])


@rule
def take(deck: CardTables, s: WitchsBrew, seat: int, kind: int) -> None:
    """WB-33, WB-50: drops of any kinds, one by one."""
    if pick(deck, s, seat, kind):
        return
    price = some(GOLD, 1) if s.role == Role.ASSISTANT else NOTHING
    s.deed[seat] = Deed.USED
    exchange(s, seat, price, s.picked[seat])
    s.picked[seat] = NOTHING
    go_on(deck, s)


@rule
def pay(deck: CardTables, s: WitchsBrew, seat: int, kind: int) -> None:
    """WB-31, WB-51: drops of any kinds, one by one. If all that are left are of one kind, the rest are paid at once."""
    left = pick(deck, s, seat, kind)
    forced = forced_drop(s.goods[seat] - s.picked[seat], left)
    if left and forced == DROPS:
        return
    if left:
        s.picked[seat] += some(forced, left)
    finish_payment(deck, s, seat)


@rule
def gold_by_alchemist(s: WitchsBrew) -> int:
    """WB-31: what a drop becomes."""
    return GOLD_BY_ALCHEMIST if s.is_full else GOLD_BY_ALCHEMIST_FAVOUR


@rule
def finish_payment(deck: CardTables, s: WitchsBrew, seat: int) -> None:
    """WB-31: gold for a drop; WB-51, WB-54: a cauldron for drops, without a vial."""
    s.deed[seat] = Deed.USED
    if s.role == Role.ALCHEMIST:
        exchange(s, seat, s.picked[seat], some(GOLD, gold_by_alchemist(s)))
    else:
        exchange(s, seat, s.picked[seat], NOTHING)
        take_card(deck, s, seat, free_stack(s))
    s.picked[seat] = NOTHING
    go_on(deck, s)
