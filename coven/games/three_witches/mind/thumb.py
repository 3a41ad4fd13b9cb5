"""Rules of thumb for 3 Witches: a decent beginner, from the view alone.

Every legal action gets an appeal, and the most appealing one is played. The Lead Witch weighs pairs of cards by how
they compare with two unseen cards, and keeps a hand that fits the tricks she still has to win. The Lesser Witches make
the same guess, from what both see, and decide whether to push the Lead below the bid or above it.
"""

from __future__ import annotations

from coven.engine.dice import draw
from coven.engine.jit import lowest, popcount, rule, scratch
from coven.engine.lists import first_of_best
from coven.games.three_witches.rules import actions
from coven.games.three_witches.rules.brew import is_eye, tricks_won
from coven.games.three_witches.rules.cards import (
    ALL,
    CARDS,
    ELIXIR,
    ELIXIR_BIT,
    DeckTables,
    with_card,
    without_card,
    without_cards,
)
from coven.games.three_witches.rules.state import HIDDEN, NONE, SEATS, TRICKS, Call, Phase, ThreeWitches

PERCENT = 100
TENTHS = 10
"""Levels are in tenths of a rank."""
RANK_CHANCE = 9
"""By how many percent each rank above the level makes a pair likelier to win."""
LIKELIEST = 92
"""No trick still to come is likelier than this to be won, or to be lost, in percent."""
CROWD_CHANCE = 6
"""By how many percent each unseen card of its lead suit above FEW makes the Lead's trick likelier: those who must
follow have no choice."""
FEW = 2
GREATEST_MISS = 70
"""Bid if the hand is forecast to miss the bid by at most this much, in hundredths of a trick."""
ELIXIR_PRICE = 15
"""A Lesser Witch spends a card if it adds more percent to the chance of winning than its price: its rank, or this."""
BALLAST = 8
"""A Lesser Witch who wants to lose tricks gets rid of a card with a rank higher by one if that adds less percent to the
chance of winning."""
LEAST = -(10**6)
MOST = 10**6
"""Beyond any other appeal, in either direction."""


@rule
def thumb(deck: DeckTables, view: ThreeWitches, seat: int, legal: list[int], n: int, rng: int) -> int:
    """The most appealing of the n legal actions. `rng`, a random word, says where to start, and so breaks ties."""
    unseen = unseen_cards(deck, view, seat)
    appeals = scratch(actions.MOST_LEGAL)
    for i in range(n):
        appeals[i] = appeal(deck, view, seat, legal[i], unseen)
    return first_of_best(appeals, legal, n, draw(rng, n))


@rule
def appeal(deck: DeckTables, view: ThreeWitches, seat: int, action: int, unseen: int) -> int:
    """How good an action looks, comparable only with others of the same decision."""
    phase = view.phase
    if phase <= Phase.RAISE:
        return call_appeal(deck, view, seat, action, unseen)
    if action == actions.PASS:
        return pass_appeal(deck, view)
    card = (action - actions.GIVE) % CARDS
    if phase == Phase.GIVE:
        return give_appeal(deck, view, seat, card, unseen)
    if phase == Phase.DISCARD:
        return -company(deck, card, unseen)
    if phase <= Phase.CONCEAL:
        return lay_appeal(deck, view, card, unseen)
    if phase <= Phase.LATE:
        return play_appeal(deck, view, seat, card, unseen)
    if phase == Phase.RETURN:
        return promise(deck, with_card(deck, view.hands[seat], card), needed(view), level(deck, unseen))
    return propose_appeal(deck, view, card)


@rule
def call_appeal(deck: DeckTables, view: ThreeWitches, seat: int, action: int, unseen: int) -> int:
    """Bid what the hand is forecast to make. The bidder of 3 keeps it unless 4 fits better."""
    bid = 0
    if action == actions.BID_4:
        bid = Call.FOUR
    elif action == actions.BID_3 or view.lead == seat:
        bid = Call.THREE
    if bid == 0:
        return -GREATEST_MISS
    return promise(deck, view.hands[seat], bid, level(deck, unseen))


@rule
def give_appeal(deck: DeckTables, view: ThreeWitches, seat: int, card: int, unseen: int) -> int:
    """Give the card that leaves the better start for a bid of 3."""
    rest = without_cards(deck, view.hands[seat], view.given[view.passings][seat])
    return promise(deck, without_card(deck, rest, card), Call.THREE, level(deck, unseen))


@rule
def company(deck: DeckTables, card: int, others: int) -> int:
    """What a card is worth with each of the others, summed. The least useful one is discarded."""
    total = 0
    while others:
        total += deck.value[card][lowest(others)]
        others &= others - 1
    return total


@rule
def unseen_cards(deck: DeckTables, view: ThreeWitches, seat: int) -> int:
    """The cards that the seat cannot place, and those that it believes to be back in the Lead's hand."""
    cards = without_cards(deck, ALL, view.hands[seat])
    if view.discards[seat] >= 0:
        cards = without_card(deck, cards, view.discards[seat])
    if view.lead != NONE:
        for t in range(view.trick + 1):
            cards = less_trick(deck, view, t, seat, cards)
    return cards


@rule
def less_trick(deck: DeckTables, view: ThreeWitches, t: int, seat: int, cards: int) -> int:
    """The set without what trick `t` has shown. A Lesser Witch assumes that a Lead who won took the better card."""
    for card in (view.up[t], view.down[t], view.first[t], view.second[t]):
        if card >= 0:
            cards = without_card(deck, cards, card)
    back = view.back[t]
    if back == HIDDEN:
        back = better_card(deck, view.up[t], view.down[t])
    return with_card(deck, cards, back) if back >= 0 and seat != view.lead else cards


@rule
def better_card(deck: DeckTables, a: int, b: int) -> int:
    """The card of higher rank. The Elixir has none and is spent first."""
    return a if deck.rank[a] > deck.rank[b] else b


@rule
def level(deck: DeckTables, unseen: int) -> int:
    """The average worth of two unseen cards, in tenths of a rank: what the Lead has to reach."""
    total, pairs = 0, 0
    while unseen & unseen - 1:
        card = lowest(unseen)
        unseen &= unseen - 1
        total += company(deck, card, unseen)
        pairs += popcount(unseen)
    return TENTHS * total // max(pairs, 1)


@rule
def chance(deck: DeckTables, a: int, b: int, goal: int) -> int:
    """The chance, in percent, that the Lead wins with two cards against a level."""
    percent = PERCENT // 2 + RANK_CHANCE * (TENTHS * deck.value[a][b] - goal) // TENTHS
    return min(max(percent, PERCENT - LIKELIEST), LIKELIEST)


@rule
def promise(deck: DeckTables, hand: int, need: int, goal: int) -> int:
    """0 if a Lead's hand can win as few tricks as it needs and as many; else minus the miss, in 1/100 trick."""
    most = forecast(deck, hand, 1, goal)
    fewest = forecast(deck, hand, -1, goal)
    return min(most - PERCENT * need, 0) + min(PERCENT * need - fewest, 0)


@rule
def forecast(deck: DeckTables, hand: int, sign: int, goal: int) -> int:
    """Tricks, in hundredths, if the Lead always lays her best pair (sign 1) or worst (-1) and one card comes back."""
    total = 0
    while hand & hand - 1:
        pair = extreme_pair(deck, hand, sign)
        a, b = lowest(pair), lowest(pair & pair - 1)
        total += chance(deck, a, b, goal)
        better = better_card(deck, a, b)
        hand ^= 1 << (a + b - better if sign > 0 else better)
    return total


@rule
def extreme_pair(deck: DeckTables, hand: int, sign: int) -> int:
    """The two cards of the hand that are together worth most (sign 1) or least (-1)."""
    best, pair = LEAST, 0
    while hand & hand - 1:
        a = lowest(hand)
        hand &= hand - 1
        others = hand
        while others:
            b = lowest(others)
            others &= others - 1
            if sign * deck.value[a][b] > best:
                best, pair = sign * deck.value[a][b], 1 << a | 1 << b
    return pair


@rule
def needed(view: ThreeWitches) -> int:
    """How many tricks the Lead still has to win."""
    return view.bid - tricks_won(view)


@rule
def lay_appeal(deck: DeckTables, view: ThreeWitches, card: int, unseen: int) -> int:
    """A face-down card with the one already laid, or a face-up card with the best one to go with it."""
    if view.phase == Phase.CONCEAL:
        return pair_appeal(deck, view, view.up[view.trick], card, unseen)
    best = LEAST
    others = without_card(deck, view.hands[view.lead], card)
    while others:
        best = max(best, pair_appeal(deck, view, card, lowest(others), unseen))
        others &= others - 1
    return best


@rule
def pair_appeal(deck: DeckTables, view: ThreeWitches, up: int, down: int, unseen: int) -> int:
    """What laying two cards promises for the rest of the round; one of them may be laid already."""
    hand = view.hands[view.lead]
    if view.phase == Phase.CONCEAL:
        hand = with_card(deck, hand, up)
    return pair_worth(deck, hand, up, down, needed(view), level(deck, unseen), unseen)


@rule
def pair_worth(deck: DeckTables, hand: int, up: int, down: int, need: int, goal: int, unseen: int) -> int:
    """What two cards of a Lead's hand promise for the rest of the round, won or lost, weighed by the chance to win."""
    crowd = popcount(unseen & deck.suit_cards[deck.suit[up]])
    win = min(max(chance(deck, up, down, goal) + CROWD_CHANCE * (crowd - FEW), 0), PERCENT)
    rest = without_card(deck, without_card(deck, hand, down), up)
    with_up, with_down = with_card(deck, rest, up), with_card(deck, rest, down)
    won = promise(deck, with_up, need - 1, goal)
    if down != ELIXIR:
        won = max(won, promise(deck, with_down, need - 1, goal))
    lost = min(promise(deck, with_up, need, goal), promise(deck, with_down, need, goal))
    return win * won + (PERCENT - win) * lost


@rule
def is_push_down(view: ThreeWitches) -> bool:
    """Are the Lesser Witches trying to win tricks? Yes, if the Lead can spare at most half as many as she needs."""
    played = 0
    for t in range(TRICKS):
        if view.lead_won[t] != NONE:
            played += 1
    need = needed(view)
    return 2 * (TRICKS - played - need) <= need


@rule
def pass_appeal(deck: DeckTables, view: ThreeWitches) -> int:
    """First passes to see Second's card before it chooses, which is useless under an Eye (TW-36)."""
    return LEAST + 1 if is_eye(deck, view) else MOST


@rule
def play_appeal(deck: DeckTables, view: ThreeWitches, seat: int, card: int, unseen: int) -> int:
    """A Lesser Witch's card: win as cheaply as possible, or lose and get rid of a high card."""
    darks = unseen if view.elixir == view.lead else unseen & ~ELIXIR_BIT
    percent = win_share(deck, view, card, mate_cards(deck, view, seat, unseen), darks)
    if not is_push_down(view):
        return BALLAST * deck.rank[card] - percent
    return percent - (ELIXIR_PRICE if card == ELIXIR else deck.rank[card])


@rule
def mate_cards(deck: DeckTables, view: ThreeWitches, seat: int, unseen: int) -> int:
    """The other Lesser Witch's card in this trick if it is seen, or the cards that it may be."""
    mate = SEATS - seat - view.lead
    seen = view.first[view.trick] if view.phase == Phase.SECOND else view.second[view.trick]
    if seen >= 0:
        return 1 << seen
    suit = deck.suit[view.up[view.trick]]
    cards = unseen if view.elixir == mate else unseen & ~ELIXIR_BIT
    following = cards & deck.suit_cards[suit]
    if view.voids[mate] >> suit & 1:
        return cards & ~following
    return following if following else cards


@rule
def win_share(deck: DeckTables, view: ThreeWitches, card: int, mates: int, darks: int) -> int:
    """In what percentage of cases a card beats the Lead, over the partner's cards and the Lead's face-down ones."""
    up = view.up[view.trick]
    cases = popcount(mates) * popcount(darks)
    wins = 0
    while mates:
        value = deck.value[card][lowest(mates)]
        mates &= mates - 1
        others = darks
        while others:
            if value > deck.value[up][lowest(others)]:
                wins += 1
            others &= others - 1
    return PERCENT * wins // max(cases, 1)


@rule
def propose_appeal(deck: DeckTables, view: ThreeWitches, card: int) -> int:
    """Give the Lead the weaker card back if it should lose, the stronger one if it should win."""
    strength = MOST if card == ELIXIR else deck.rank[card]
    return -strength if is_push_down(view) else strength
