"""The last three tricks of a round, solved outright in one world.

All hands are known there, but not which of her cards the Lead lays face down: the Lesser Witches see the card that lies
face up, and answer to it together. So a trick is a game of two sides that choose at the same time: the Lead one of up
to three face-down cards, the others one of up to nine pairs of cards. Its value is what the Lead can make sure of, by
lot if need be (von Neumann 1928): here, the chance that she wins as many tricks as she still needs. In the fifth trick
nobody has a choice. In the fourth, every result is 0, 1/2 or 1. Both solutions are exact.

The Lesser Witches are one side: none of them lets the Lead make her bid for the sake of the score.
"""

from __future__ import annotations

from coven.engine.jit import lowest, popcount, rule, scratch
from coven.engine.seats import left_of, right_of
from coven.games.three_witches.mind.thumb import needed
from coven.games.three_witches.mind.value import value
from coven.games.three_witches.rules.brew import goal_reached, has_lead_won
from coven.games.three_witches.rules.cards import ELIXIR, ELIXIR_BIT, DeckTables, with_card, without_card
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
        made = chance_to_make(deck, s.hands[lead], s.hands[left_of(s, lead)], s.hands[right_of(s, lead)], need, left)
    share(deck, s, made, out)
    return True


@rule
def chance_to_make(deck: DeckTables, hand: int, first: int, second: int, need: int, left: int) -> float:
    """The Lead's chance to win just `need` of the last `left` tricks, 1 to FEW, with these three hands."""
    if left == 1:
        return 1.0 if last_trick(deck, hand, first, second, need) else 0.0
    if left == 2:
        return fourth_trick(deck, hand, first, second, need) / SURE
    return third_trick(deck, hand, first, second, need)


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
def fourth_trick(deck: DeckTables, hand: int, first: int, second: int, need: int) -> int:
    """The Lead's chance, in halves, to win `need` of the last two tricks."""
    if need < 0 or need > 2:
        return 0
    best, ups = 0, hand & deck.kinds & ~ELIXIR_BIT
    while ups and best < SURE:
        up = lowest(ups)
        ups &= ups - 1
        best = max(best, answered(deck, without_card(deck, hand, up), up, first, second, need))
    return best


@rule
def answered(deck: DeckTables, hand: int, up: int, first: int, second: int, need: int) -> int:
    """The Lead's chance, in halves, once `up` lies face up in the fourth trick. `hand` holds her two other cards.

    1 if a face-down card makes it whatever they play, 0 if they have a pair against both; else both sides draw lots.
    """
    downs = hand & deck.kinds
    one = lowest(downs)
    other = lowest(downs & downs - 1) if downs & downs - 1 else one
    is_one_sure, is_other_sure, firsts = True, True, playable(deck, first, up)
    while firsts:
        f = lowest(firsts)
        firsts &= firsts - 1
        seconds = playable(deck, second, up)
        while seconds:
            c = lowest(seconds)
            seconds &= seconds - 1
            rest_first, rest_second = without_card(deck, first, f), without_card(deck, second, c)
            makes_one = after_fourth(deck, hand, up, one, f, c, rest_first, rest_second, need)
            makes_other = makes_one
            if other != one:
                makes_other = after_fourth(deck, hand, up, other, f, c, rest_first, rest_second, need)
            if not makes_one and not makes_other:
                return 0
            is_one_sure = is_one_sure and makes_one
            is_other_sure = is_other_sure and makes_other
    return SURE if is_one_sure or is_other_sure else HALF


@rule
def after_fourth(
    deck: DeckTables, hand: int, up: int, down: int, f: int, c: int, first: int, second: int, need: int
) -> bool:
    """TW-43 to TW-46: does the Lead make it after this fourth trick, when the winners choose what goes back?"""
    rest = without_card(deck, hand, down)
    won = has_lead_won(deck, up, down, f, c)
    left = need - 1 if won else need
    with_up = last_trick(deck, with_card(deck, rest, up), first, second, left)
    if won and (with_up or down == ELIXIR):
        return with_up
    if not won and not with_up:
        return False
    return last_trick(deck, with_card(deck, rest, down), first, second, left)


@rule
def third_trick(deck: DeckTables, hand: int, first: int, second: int, need: int) -> float:
    """The Lead's chance to win `need` of the last three tricks."""
    memory, best, ups = scratch(MEMORY), 0.0, hand & deck.kinds & ~ELIXIR_BIT
    while ups and best < 1.0:
        up = lowest(ups)
        ups &= ups - 1
        best = max(best, met(deck, hand, up, first, second, need, memory))
    return best


@rule
def met(deck: DeckTables, hand: int, up: int, first: int, second: int, need: int, memory: list[int]) -> float:
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
                column += weight * after_third(deck, hand, up, lowest(left), f, c, first, second, need, memory)
                weight *= SURE + 1
                left = left & left - 1 if left & left - 1 else left
            if column == 0:
                return 0.0
            types |= 1 << column
    return game_value(types)


@rule
def after_third(
    deck: DeckTables, hand: int, up: int, down: int, f: int, c: int, first: int, second: int, need: int,
    memory: list[int],
) -> int:  # fmt: skip
    """TW-43 to TW-46: the Lead's chance, in halves, after this third trick, when the winners choose what goes back."""
    won = has_lead_won(deck, up, down, f, c)
    left = need - 1 if won else need
    with_up = recalled(deck, hand, down, f, c, first, second, left, need - left, memory)
    if won and (with_up == SURE or down == ELIXIR):
        return with_up
    if not won and with_up == 0:
        return 0
    with_down = recalled(deck, hand, up, f, c, first, second, left, need - left, memory)
    return max(with_up, with_down) if won else min(with_up, with_down)


@rule
def recalled(
    deck: DeckTables, hand: int, gone: int, f: int, c: int, first: int, second: int, need: int, won: int,
    memory: list[int],
) -> int:  # fmt: skip
    """`fourth_trick` when the Lead no longer has `gone`, and the others not `f` and `c`: solved once."""
    place = ((rank_in(hand, gone) * FEW + rank_in(first, f)) * FEW + rank_in(second, c)) * 2 + won
    if memory[place] == UNKNOWN:
        memory[place] = 1 + fourth_trick(
            deck, without_card(deck, hand, gone), without_card(deck, first, f), without_card(deck, second, c), need
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
