"""Rules of thumb for Whirling Witchcraft: a decent beginner, from the view alone.

Every round it looks at everything that its lab can make of its workbench, feeding in any order, cubes of the workbench
first. It takes the result that is worth most: little left on its own workbench, nothing near its limits, and a mixture
that the right neighbour's lab cannot use up. It lays the recipe whose best result is worth most.
"""

from __future__ import annotations

from coven.engine.dice import draw
from coven.engine.jit import lowest, rule, scratch
from coven.engine.seats import left_of, right_of
from coven.games.whirling_witchcraft.rules import actions
from coven.games.whirling_witchcraft.rules.cubes import BITS, COLOURS, LIMITS, count, covers, is_flooded, size
from coven.games.whirling_witchcraft.rules.produce import in_stock, unfed
from coven.games.whirling_witchcraft.rules.recipes import MOST_CUBES, SOURCES, RecipeTables, with_recipe
from coven.games.whirling_witchcraft.rules.state import Phase, WhirlingWitchcraft

LARGEST_SEARCH = 10
"""With up to this many recipes every set is tried; with more, those with the largest input."""
SETS = 1 << LARGEST_SEARCH
NEVER = -1
"""A set that cannot be fed in any order."""

HIGHEST = 24
"""More cubes of a colour than this are worth the same."""
ROW = HIGHEST + 1
OWN, SENT = 0, COLOURS * ROW
"""Where the worths of cubes on the seat's own workbench and in the mixture begin in the table of worths."""
WORTHS = 2 * COLOURS * ROW

UNIT = 8
"""A cube of a colour of which `UNIT` fit weighs 1; rarer ones weigh more."""
KEPT = -9
"""Worth of a cube that is kept."""
CROWDED = -40
"""Worth of each cube beyond what will fit once the next mixture has come and the lab has worked."""
GIVEN = 4
"""Worth of a cube that is sent."""
CRUSHING = 42
"""Worth of each cube beyond what the right neighbour's lab and workbench can take."""
MARGIN = 2
"""This many cubes before the neighbour's limit count as beyond it."""
VICTORY = 100_000
DEFEAT = -20_000
"""Worth of an empty workbench, and of one that is too full."""
BALL_ABOVE = 1
"""The crystal ball is used unless some recipe makes the round better by this than laying nothing."""
WORST = -(10**9)


@rule
def thumb(deck: RecipeTables, view: WhirlingWitchcraft, seat: int, legal: list[int], n: int, rng: int) -> int:
    """One of the n legal actions; `rng` breaks ties between recipes to lay."""
    worths = scratch(WORTHS)
    fill_worths(deck, view, seat, worths)
    if view.phase == Phase.PRODUCE:
        return next_feed(deck, view, seat, worths, legal, n)
    return best_lay(deck, view, seat, worths, legal, n, rng)


@rule
def demand(deck: RecipeTables, recipes: int, colour: int) -> int:
    """How many cubes of a colour the recipes of a set use together."""
    total = 0
    while recipes:
        total += count(deck.needs[lowest(recipes)], colour)
        recipes &= recipes - 1
    return total


@rule
def supply(deck: RecipeTables, recipes: int, colour: int) -> int:
    """How many cubes of a colour the recipes of a set make together."""
    total = 0
    while recipes:
        total += count(deck.gives[lowest(recipes)], colour)
        recipes &= recipes - 1
    return total


@rule
def fill_worths(deck: RecipeTables, view: WhirlingWitchcraft, seat: int, worths: list[int]) -> None:
    """What any number of cubes of each colour is worth, on the seat's own workbench and in the mixture."""
    left, right = left_of(view, seat), right_of(view, seat)
    for colour in range(COLOURS):
        limit = count(LIMITS, colour)
        coming = min(supply(deck, view.labs[left], colour), limit) // 2
        own_use = demand(deck, view.labs[seat], colour)
        their_use = demand(deck, view.labs[right], colour)
        staying = max(0, count(view.bench[right], colour) - their_use)
        for number in range(ROW):
            crowd = max(0, number + coming - own_use - limit)
            crush = max(0, staying + number - their_use - limit + MARGIN)
            weight = UNIT // limit
            worths[OWN + colour * ROW + number] = weight * (number * KEPT + crowd * CROWDED)
            worths[SENT + colour * ROW + number] = weight * (number * GIVEN + min(crush, number) * CRUSHING)


@rule
def worth(worths: list[int], bench: int, made: int) -> int:
    """What ending the round with this workbench and this mixture is worth."""
    total = 0
    if bench == 0:
        total = VICTORY
    elif is_flooded(bench):
        total = DEFEAT
    for colour in range(COLOURS):
        total += worths[OWN + colour * ROW + min(count(bench, colour), HIGHEST)]
        total += worths[SENT + colour * ROW + min(count(made, colour), HIGHEST)]
    return total


@rule
def fewer(cubes: int, some: int) -> int:
    """The smaller number of each colour, as a bag."""
    least = 0
    for colour in range(COLOURS):
        least |= min(count(cubes, colour), count(some, colour)) << BITS * colour
    return least


@rule
def can_matter(deck: RecipeTables, pool: int, recipes: int) -> int:
    """The set of recipes that could be fed if cubes were never used up."""
    recipes_fed, before = 0, NEVER
    while recipes_fed != before:
        before = recipes_fed
        left = recipes & ~recipes_fed
        while left:
            recipe = lowest(left)
            left &= left - 1
            if covers(pool, deck.needs[recipe]):
                recipes_fed |= 1 << recipe
                pool += deck.gives[recipe]
    return recipes_fed


@rule
def select(deck: RecipeTables, pool: int, recipes: int, numbers: list[int]) -> int:
    """Write the recipes to search to `numbers`, largest input first. Returns how many."""
    left, n = can_matter(deck, pool, recipes), 0
    for cubes in range(MOST_CUBES, 0, -1):
        some = left
        while some and n < LARGEST_SEARCH:
            recipe = lowest(some)
            some &= some - 1
            if size(deck.needs[recipe]) == cubes:
                numbers[n] = recipe
                n += 1
    return n


@rule
def step_before(deck: RecipeTables, numbers: list[int], pools: list[int], feeding: int) -> int:
    """A member of the set, as a bit, that can be fed after all the others; 0 if there is none."""
    left = feeding
    while left:
        last = left & -left
        left &= left - 1
        pool = pools[feeding & ~last]
        if pool != NEVER and covers(pool, deck.needs[numbers[lowest(last)]]):
            return last
    return 0


@rule
def note_set(deck: RecipeTables, numbers: list[int], pools: list[int], eaten: list[int], feeding: int) -> bool:
    """Note the pool after a set and what is eaten, once all smaller sets are noted. Returns if the set can be fed."""
    last = step_before(deck, numbers, pools, feeding)
    if last == 0:
        pools[feeding] = NEVER
        return False
    recipe, before = numbers[lowest(last)], feeding & ~last
    pools[feeding] = pools[before] + deck.gives[recipe] - deck.needs[recipe]
    eaten[feeding] = eaten[before] + deck.needs[recipe]
    return True


@rule
def best_set(deck: RecipeTables, stock: int, made: int, recipes: int, worths: list[int], first: list[int]) -> int:
    """The worth of the best result of feeding recipes of a set. first[0] becomes the one to begin with, or NEVER.

    `stock` and `made` are what is on the workbench and in the mixture now. Sets of the recipes searched are numbers
    from 0. What a set leaves does not depend on the order, so each is looked at once, after all smaller ones.
    """
    numbers, pools, eaten = scratch(LARGEST_SEARCH), scratch(SETS), scratch(SETS)
    n = select(deck, stock + made, recipes, numbers)
    best, chosen = worth(worths, stock, made), 0
    pools[0] = stock + made
    for feeding in range(1, 1 << n):
        if not note_set(deck, numbers, pools, eaten, feeding):
            continue
        bench = stock - fewer(stock, eaten[feeding])
        score = worth(worths, bench, pools[feeding] - bench)
        if score > best:
            best, chosen = score, feeding
    first[0] = NEVER
    while chosen:
        last = step_before(deck, numbers, pools, chosen)
        first[0] = numbers[lowest(last)]
        chosen &= ~last
    return best


@rule
def next_feed(
    deck: RecipeTables, view: WhirlingWitchcraft, seat: int, worths: list[int], legal: list[int], n: int
) -> int:
    """The next step towards the best result, from the workbench as far as possible, or done."""
    first = scratch(1)
    best_set(deck, in_stock(view, seat), view.made[seat], unfed(view, seat), worths, first)
    if first[0] != NEVER:
        kind = deck.kind[first[0]]
        for i in range(n):
            if (legal[i] - actions.FEED) // SOURCES == kind:
                return legal[i]
    return actions.DONE


@rule
def best_lay(
    deck: RecipeTables, view: WhirlingWitchcraft, seat: int, worths: list[int], legal: list[int], n: int, rng: int
) -> int:
    """The recipe that makes the most of this round; the crystal ball if none makes anything of it."""
    first = scratch(1)
    bench, lab = view.bench[seat], view.labs[seat]
    idle = best_set(deck, bench, 0, lab, worths, first)
    best, chosen, start = WORST, legal[0], draw(rng, n)
    for i in range(n):
        action = legal[(start + i) % n]
        if action == actions.BALL:
            continue
        score = best_set(deck, bench, 0, with_recipe(deck, lab, action - actions.LAY), worths, first)
        if score > best:
            best, chosen = score, action
    if legal[n - 1] == actions.BALL and best < idle + BALL_ABOVE:
        return actions.BALL
    return chosen
