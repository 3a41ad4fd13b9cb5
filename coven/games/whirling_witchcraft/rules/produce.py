"""Production, its end, and who wins: WW-20 to WW-40. Clause ids: RULES.md."""

from __future__ import annotations

from coven.engine.jit import lowest, popcount, rule
from coven.engine.seats import left_of, right_of
from coven.games.whirling_witchcraft.rules import actions
from coven.games.whirling_witchcraft.rules.cubes import NO_CUBES, covers, is_flooded, size
from coven.games.whirling_witchcraft.rules.lay import draw_for_all, pass_hands, start_round
from coven.games.whirling_witchcraft.rules.recipes import SOURCES, RecipeTables, with_recipe
from coven.games.whirling_witchcraft.rules.state import Ending, Phase, WhirlingWitchcraft

MANY = 1 << 20
"""More ingredients than there can ever be."""


@rule
def in_stock(s: WhirlingWitchcraft, seat: int) -> int:
    """The bag of cubes on the workbench that the plan has not used."""
    return s.bench[seat] - s.used[seat]


@rule
def unfed(s: WhirlingWitchcraft, seat: int) -> int:
    """WW-23: the recipes of the lab that have not been fed; of identical ones, the highest bits."""
    return s.labs[seat] & ~s.fed[seat]


@rule
def list_feeds(deck: RecipeTables, s: WhirlingWitchcraft, seat: int, out: list[int]) -> int:
    """WW-21 to WW-24: any recipe not fed yet, from every source that has its cubes, or done."""
    n = 0
    stock, made = in_stock(s, seat), s.made[seat]
    recipes = unfed(s, seat)
    last = -1
    while recipes:
        recipe = lowest(recipes)
        recipes &= recipes - 1
        kind = deck.kind[recipe]
        if kind == last or not covers(stock + made, deck.needs[kind]):
            continue
        last = kind
        for i in range(deck.way_count[kind]):
            sources = deck.ways[kind][i]
            if can_feed(deck, s, seat, kind, sources):
                out[n] = actions.FEED + kind * SOURCES + sources
                n += 1
    out[n] = actions.DONE
    return n + 1


@rule
def can_feed(deck: RecipeTables, s: WhirlingWitchcraft, seat: int, recipe: int, sources: int) -> bool:
    """WW-21, WW-24: are the cubes there, each in its place?"""
    from_made = deck.from_made[recipe][sources]
    return covers(s.made[seat], from_made) and covers(in_stock(s, seat), deck.needs[recipe] - from_made)


@rule
def feed(deck: RecipeTables, s: WhirlingWitchcraft, seat: int, recipe: int, sources: int) -> None:
    """WW-21, WW-22, WW-24: inputs from the workbench and the mixture, outputs to the mixture."""
    from_made = deck.from_made[recipe][sources]
    s.used[seat] += deck.needs[recipe] - from_made
    s.made[seat] += deck.gives[recipe] - from_made
    s.fed[seat] = with_recipe(deck, s.fed[seat], recipe)


@rule
def say_done(deck: RecipeTables, s: WhirlingWitchcraft, seat: int) -> None:
    """WW-25: once everybody is done, what was used goes to the supply, and step 4 follows."""
    s.owing &= ~(1 << seat)
    if s.owing == 0:
        for other in range(s.players):
            s.bench[other] -= s.used[other]
        check_winners(deck, s)


@rule
def check_winners(deck: RecipeTables, s: WhirlingWitchcraft) -> None:
    """WW-30: step 4, then without a winner steps 5 and 6. WW-34: which comes first."""
    empty, flooded = empty_benches(s), flooded_benches(s)
    if empty and not (flooded and deck.floods_first):
        end_game(s, empty, Ending.EMPTY)
    elif flooded == (1 << s.players) - 1:
        end_game(s, with_fewest(s, flooded), Ending.ALL_FLOODED)
    elif flooded:
        heirs = left_of_losers(s, flooded)
        ending = Ending.FLOODED if popcount(heirs) == 1 else Ending.FEWEST_OF_WINNERS
        end_game(s, with_fewest(s, heirs), ending)
    else:
        pass_on(s)


@rule
def empty_benches(s: WhirlingWitchcraft) -> int:
    """WW-31: bits of the seats whose workbench is empty."""
    seats = 0
    for seat in range(s.players):
        if s.bench[seat] == NO_CUBES:
            seats |= 1 << seat
    return seats


@rule
def flooded_benches(s: WhirlingWitchcraft) -> int:
    """WW-32: bits of the seats that have lost."""
    seats = 0
    for seat in range(s.players):
        if is_flooded(s.bench[seat]):
            seats |= 1 << seat
    return seats


@rule
def left_of_losers(s: WhirlingWitchcraft, losers: int) -> int:
    """WW-32: for each loser, the first seat to the left that has not lost. Needs one that has not."""
    seats = 0
    for loser in range(s.players):
        if losers >> loser & 1:
            heir = left_of(s, loser)
            while losers >> heir & 1:
                heir = left_of(s, heir)
            seats |= 1 << heir
    return seats


@rule
def with_fewest(s: WhirlingWitchcraft, among: int) -> int:
    """WW-33, WW-35, WW-52: the seats among these with the fewest ingredients on the workbench."""
    fewest, seats = MANY, 0
    for seat in range(s.players):
        if among >> seat & 1:
            here = size(s.bench[seat])
            if here < fewest:
                fewest, seats = here, 0
            if here == fewest:
                seats |= 1 << seat
    return seats


@rule
def pass_on(s: WhirlingWitchcraft) -> None:
    """WW-40: every mixture goes to the right neighbour; then step 6, or the end of WW-52."""
    for seat in range(s.players):
        s.bench[right_of(s, seat)] += s.made[seat]
    if s.is_last:
        end_game(s, with_fewest(s, (1 << s.players) - 1), Ending.LAST_ROUND)
        return
    pass_hands(s)
    draw_for_all(s)
    start_round(s)


@rule
def end_game(s: WhirlingWitchcraft, winners: int, ending: int) -> None:
    """The game is over."""
    s.winners = winners
    s.ending = ending
    s.phase = Phase.OVER
    s.owing = 0
