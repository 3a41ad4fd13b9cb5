"""The last three tricks of a round, solved in one world.

All hands are known there, but not which of her cards the Lead lays face down: the Lesser Witches see the card that lies
face up, and answer to it together. In the third trick that is a game of two sides that choose at the same time: the
Lead one of up to three face-down cards, the others one of up to nine pairs of cards. Its value is what the Lead can
make sure of, by lot if need be (von Neumann 1928): here, the chance that she wins as many tricks as she still needs.

If both sides knew all hands in the fourth trick, too, the Lesser Witches would allow the Lead far less than real ones
do. So there, if she has no card that is sure to do, they know each other's hands, but do not know her cards from the
discards: they play what is best on average over all cards that may be hers, one choice for a whole information set. She
does not foresee it. Results are 0, 1/2 or 1. In the fifth trick nobody has a choice.

The Lesser Witches are one side: none of them lets the Lead make her bid for the sake of the score.
"""

from __future__ import annotations

from coven.engine.jit import lowest, popcount, rule, scratch
from coven.engine.seats import left_of, right_of
from coven.games.three_witches.mind.thumb import needed
from coven.games.three_witches.mind.value import value
from coven.games.three_witches.rules.brew import goal_reached, has_lead_won
from coven.games.three_witches.rules.cards import ELIXIR, ELIXIR_BIT, DeckTables, with_card, with_cards, without_card
from coven.games.three_witches.rules.contract import payoff
from coven.games.three_witches.rules.state import SEATS, TRICKS, Phase, ThreeWitches

FEW = 3
"""A round is solved when so many tricks are left."""
HALF = 1
SURE = 2
"""Chances of the fourth trick are in halves."""
MEMORY = 72
"""Results of the fourth trick by the card that the Lead no longer has (of 4), those that the others have played (of 3
each), and whether the third trick was won."""
UNKNOWN = 0
CASES = 13
"""More than there are: two of four cards, either face down."""


@rule
def solve(deck: DeckTables, s: ThreeWitches, out: list[float]) -> bool:
    """Write each seat's chance to win the game if the Lead is about to lead one of the last tricks, or can no longer
    make her bid; else False."""
    if s.phase != Phase.LEAD:
        return False
    lead, need, left = s.lead, needed(s), TRICKS - s.trick
    made = 0.0
    if need >= 0 and need <= left:
        if left > FEW:
            return False
        first, second = left_of(s, lead), right_of(s, lead)
        made = chance_to_make(deck, s.hands[lead], s.hands[first], s.hands[second], discarded(deck, s), need, left)
    share(deck, s, made, out)
    return True


@rule
def discarded(deck: DeckTables, s: ThreeWitches) -> int:
    """The set of discards."""
    cards = 0
    for seat in range(SEATS):
        if s.discards[seat] >= 0:
            cards = with_card(deck, cards, s.discards[seat])
    return cards


@rule
def chance_to_make(deck: DeckTables, hand: int, first: int, second: int, loose: int, need: int, left: int) -> float:
    """The Lead's chance to win just `need` of the last `left` tricks, 1 to FEW, with these hands and discards."""
    if left == 1:
        return 1.0 if last_trick(deck, hand, first, second, need) else 0.0
    if left == 2:
        return fourth_trick(deck, hand, first, second, loose, need) / SURE
    return third_trick(deck, hand, first, second, loose, need)


@rule
def share(deck: DeckTables, s: ThreeWitches, made: float, out: list[float]) -> None:
    """TW-50, TW-51: each seat's chance to win the game if the Lead makes her bid with the chance `made`."""
    lead = s.lead
    s.tokens[lead] += 2
    worth(deck, s, out)
    s.tokens[lead] -= 2
    chances_0, chances_1, chances_2 = made * out[0], made * out[1], made * out[2]
    for seat in range(SEATS):
        s.tokens[seat] += 1 if seat != lead else 0
    worth(deck, s, out)
    for seat in range(SEATS):
        s.tokens[seat] -= 1 if seat != lead else 0
    out[0] = chances_0 + (1.0 - made) * out[0]
    out[1] = chances_1 + (1.0 - made) * out[1]
    out[2] = chances_2 + (1.0 - made) * out[2]


@rule
def worth(deck: DeckTables, s: ThreeWitches, out: list[float]) -> None:
    """Each seat's chance to win with these tokens, after a round."""
    if goal_reached(s):
        payoff(s, out)
    else:
        value(deck, s, out)


@rule
def last_trick(deck: DeckTables, hand: int, first: int, second: int, need: int) -> bool:
    """Does the Lead make it with her last two cards? Nobody has a choice."""
    won = has_lead_won(deck, lowest(hand), lowest(hand & hand - 1), lowest(first), lowest(second))
    return need == (1 if won else 0)


@rule
def playable(deck: DeckTables, hand: int, up: int) -> int:
    """TW-32, TW-34: the kinds of cards that may be played to a face-up card."""
    following = hand & deck.suit_cards[deck.suit[up]]
    return (following if following else hand) & deck.kinds


@rule
def fourth_trick(deck: DeckTables, hand: int, first: int, second: int, loose: int, need: int) -> int:
    """The Lead's chance, in halves, to win `need` of the last two tricks. `loose`: the discards."""
    if need < 0 or need > 2:
        return 0
    best, ups = 0, hand & deck.kinds & ~ELIXIR_BIT
    while ups and best < SURE:
        up = lowest(ups)
        ups &= ups - 1
        best = max(best, answered(deck, without_card(deck, hand, up), up, first, second, loose, need))
    return best


@rule
def answered(deck: DeckTables, hand: int, up: int, first: int, second: int, loose: int, need: int) -> int:
    """The Lead's chance, in halves, once `up` lies face up in the fourth trick. `hand` holds her two other cards."""
    one, other = lowest(hand), lowest(hand & hand - 1)
    pairs, with_one, with_other, firsts = 0, 0, 0, playable(deck, first, up)
    while firsts:
        f = lowest(firsts)
        firsts &= firsts - 1
        seconds = playable(deck, second, up)
        while seconds:
            c = lowest(seconds)
            seconds &= seconds - 1
            theirs, last = deck.value[f][c], last_value(deck, first, f, second, c)
            pairs += 1
            with_one += 1 if makes(deck, up, one, other, theirs, last, need) else 0
            with_other += 1 if makes(deck, up, other, one, theirs, last, need) else 0
    best = max(with_one, with_other)
    if best == pairs:
        return SURE
    return guessed(deck, hand, up, first, second, loose, need) if best else 0


@rule
def guessed(deck: DeckTables, hand: int, up: int, first: int, second: int, loose: int, need: int) -> int:
    """The Lead's chance, in halves, if the Lesser Witches take her two other cards for any two of those that are hers
    or discarded.

    They play the pair against which she makes it least often, or one of those. She does not foresee it, and so cannot
    tell which card to lay: half, unless both make it against each such pair, or neither against any.
    """
    one, other, pool = lowest(hand), lowest(hand & hand - 1), with_cards(deck, hand, loose)
    least, alike, made, firsts = CASES, 0, 0, playable(deck, first, up)
    while firsts:
        f = lowest(firsts)
        firsts &= firsts - 1
        seconds = playable(deck, second, up)
        while seconds:
            c = lowest(seconds)
            seconds &= seconds - 1
            theirs, last = deck.value[f][c], last_value(deck, first, f, second, c)
            cases = cases_made(deck, pool, up, theirs, last, need, least)
            if cases < least:
                least, alike, made = cases, 0, 0
            if cases == least:
                alike += 1
                made += 1 if makes(deck, up, one, other, theirs, last, need) else 0
                made += 1 if makes(deck, up, other, one, theirs, last, need) else 0
    return SURE if made == 2 * alike else HALF if made else 0


@rule
def last_value(deck: DeckTables, first: int, f: int, second: int, c: int) -> int:
    """What the Lesser Witches' last two cards are worth, once they have played these two."""
    return deck.value[lowest(without_card(deck, first, f))][lowest(without_card(deck, second, c))]


@rule
def cases_made(deck: DeckTables, pool: int, up: int, theirs: int, last: int, need: int, most: int) -> int:
    """With how many pairs out of the pool the Lead makes it, one laid face down and the other kept; counted until they
    are more than `most`."""
    cases = 0
    while pool and cases <= most:
        a = lowest(pool)
        pool &= pool - 1
        others = pool
        while others:
            b = lowest(others)
            others &= others - 1
            cases += 1 if makes(deck, up, a, b, theirs, last, need) else 0
            cases += 1 if makes(deck, up, b, a, theirs, last, need) else 0
    return cases


@rule
def makes(deck: DeckTables, up: int, down: int, kept: int, theirs: int, last: int, need: int) -> bool:
    """TW-42 to TW-46: does the Lead win `need` of two tricks with these three cards, when the winners of the first
    choose what goes back? `theirs` and `last` are the values of the pairs that the others play now and at the end."""
    won = deck.value[up][down] >= theirs
    left = need - 1 if won else need
    with_up = left == (1 if deck.value[up][kept] >= last else 0)
    if won and (with_up or down == ELIXIR):
        return with_up
    if not won and not with_up:
        return False
    return left == (1 if deck.value[down][kept] >= last else 0)


@rule
def third_trick(deck: DeckTables, hand: int, first: int, second: int, loose: int, need: int) -> float:
    """The Lead's chance to win `need` of the last three tricks."""
    memory, best, ups = scratch(MEMORY), 0.0, hand & deck.kinds & ~ELIXIR_BIT
    while ups and best < 1.0:
        up = lowest(ups)
        ups &= ups - 1
        best = max(best, met(deck, hand, up, first, second, loose, need, memory))
    return best


@rule
def met(
    deck: DeckTables, hand: int, up: int, first: int, second: int, loose: int, need: int, memory: list[int]
) -> float:
    """The Lead's chance once `up` lies face up in the third trick."""
    downs, types, column = without_card(deck, hand, up) & deck.kinds, 0, 0
    firsts = playable(deck, first, up)
    while firsts:
        f = lowest(firsts)
        firsts &= firsts - 1
        seconds = playable(deck, second, up)
        while seconds:
            c = lowest(seconds)
            seconds &= seconds - 1
            column, left, weight = 0, downs, 1
            for _ in range(FEW):
                # Where she has fewer than three kinds to lay, the last one stands for the missing ones.
                column += weight * after_third(deck, hand, up, lowest(left), f, c, first, second, loose, need, memory)
                weight *= SURE + 1
                left = left & left - 1 if left & left - 1 else left
            if column == 0:
                return 0.0
            types |= 1 << column
    return game_value(types)


@rule
def after_third(
    deck: DeckTables, hand: int, up: int, down: int, f: int, c: int, first: int, second: int, loose: int, need: int,
    memory: list[int],
) -> int:  # fmt: skip
    """TW-43 to TW-46: the Lead's chance, in halves, after this third trick, when the winners choose what goes back."""
    won = has_lead_won(deck, up, down, f, c)
    left = need - 1 if won else need
    with_up = recalled(deck, hand, down, f, c, first, second, loose, left, need - left, memory)
    if won and (with_up == SURE or down == ELIXIR):
        return with_up
    if not won and with_up == 0:
        return 0
    with_down = recalled(deck, hand, up, f, c, first, second, loose, left, need - left, memory)
    return max(with_up, with_down) if won else min(with_up, with_down)


@rule
def recalled(
    deck: DeckTables, hand: int, gone: int, f: int, c: int, first: int, second: int, loose: int, need: int, won: int,
    memory: list[int],
) -> int:  # fmt: skip
    """`fourth_trick` when the Lead no longer has `gone`, and the others not `f` and `c`: solved once."""
    place = ((rank_in(hand, gone) * FEW + rank_in(first, f)) * FEW + rank_in(second, c)) * 2 + won
    if memory[place] == UNKNOWN:
        memory[place] = 1 + fourth_trick(
            deck,
            without_card(deck, hand, gone),
            without_card(deck, first, f),
            without_card(deck, second, c),
            loose,
            need,
        )
    return memory[place] - 1


@rule
def rank_in(hand: int, card: int) -> int:
    """How many cards of the hand come before this one."""
    return popcount(hand & (1 << card) - 1)


@rule
def game_value(types: int) -> float:
    """What a player with three choices can make sure of, by lot, against an enemy with these answers (a set of types).

    A type is how an answer does against each choice: three results in halves, as a number to base three.

    The best lot is where as many answers do equally well as it has choices with a chance: all such lots are tried.
    """
    best, rest = 0.0, types
    for row in range(FEW):
        best = max(best, least(types, 1.0 if row == 0 else 0.0, 1.0 if row == 1 else 0.0))
    while rest:
        p = lowest(rest)
        rest &= rest - 1
        others = rest
        while others:
            q = lowest(others)
            others &= others - 1
            best = max(best, of_two(types, p, q))
            thirds = others
            while thirds:
                best = max(best, of_three(types, p, q, lowest(thirds)))
                thirds &= thirds - 1
    return best


@rule
def cell(column: int, row: int) -> float:
    """The result of an answer against a choice."""
    digit = column
    for _ in range(row):
        digit //= SURE + 1
    return digit % (SURE + 1) / SURE


@rule
def least(types: int, x: float, y: float) -> float:
    """The worst answer to a lot with the chances x, y and 1 - x - y."""
    worst = 1.0
    while types:
        column = lowest(types)
        types &= types - 1
        worst = min(worst, x * cell(column, 0) + y * cell(column, 1) + (1.0 - x - y) * cell(column, 2))
    return worst


@rule
def of_two(types: int, p: int, q: int) -> float:
    """The best lot of two choices against which two answers do equally well."""
    best = 0.0
    for out in range(FEW):
        a, b = (1 if out == 0 else 0), (1 if out == 2 else 2)
        lean_p, lean_q = cell(p, a) - cell(p, b), cell(q, a) - cell(q, b)
        if lean_p != lean_q:
            chance = (cell(q, b) - cell(p, b)) / (lean_p - lean_q)
            if 0.0 < chance < 1.0:
                x = 0.0 if out == 0 else chance
                y = chance if out == 0 else 1.0 - chance if out == 2 else 0.0
                best = max(best, least(types, x, y))
    return best


@rule
def of_three(types: int, p: int, q: int, r: int) -> float:
    """The lot of all three choices against which three answers do equally well, if there is one."""
    a, b = cell(p, 0) - cell(p, 2) - cell(q, 0) + cell(q, 2), cell(p, 1) - cell(p, 2) - cell(q, 1) + cell(q, 2)
    c, d = cell(p, 0) - cell(p, 2) - cell(r, 0) + cell(r, 2), cell(p, 1) - cell(p, 2) - cell(r, 1) + cell(r, 2)
    e, f = cell(q, 2) - cell(p, 2), cell(r, 2) - cell(p, 2)
    determinant = a * d - b * c
    if determinant == 0.0:
        return 0.0
    x, y = (e * d - b * f) / determinant, (a * f - e * c) / determinant
    return least(types, x, y) if x > 0.0 and y > 0.0 and x + y < 1.0 else 0.0
