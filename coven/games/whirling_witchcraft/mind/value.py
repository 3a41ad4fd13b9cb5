"""What the beginning of a round is worth to each seat: its chance to win, estimated from what everybody sees.

Every seat gets a score, the weighted sum of twelve facts, and the chances are in proportion to e to the power of the
scores. The seat that pours on a flooded one wins, so five of the facts are about the right neighbour. Weights depend on
the number of players and on the round. They were fitted to games of rules of thumb with the default deck; how well they
hold for other decks and better players has not been measured.
"""

from __future__ import annotations

from coven.engine.jit import rule, scratch
from coven.engine.seats import left_of, right_of
from coven.engine.softmax import softmax
from coven.games.whirling_witchcraft.mind.thumb import (
    LARGEST_SEARCH,
    SETS,
    demand,
    fewer,
    note_set,
    select,
    supply,
)
from coven.games.whirling_witchcraft.rules.cubes import COLOURS, LIMITS, count
from coven.games.whirling_witchcraft.rules.recipes import RecipeTables
from coven.games.whirling_witchcraft.rules.state import WhirlingWitchcraft

WHOLE = 24
"""The weight of all cubes of one colour that fit: if 8 of a colour fit, a cube of it weighs 3."""
LIGHTEST = 3
"""The weight of a common cube."""
NEAR = 720
"""What an empty workbench counts, times the lightest cube."""

FACTS = 12
(
    POURED, STUCK, KEPT, EMPTY, LOAD, FULLEST, CROWDED, FLOODED,
    THEIR_FULLEST, THEIR_CROWDED, THEIR_FLOODED, THEY_FLOODED,
) = range(FACTS)  # fmt: skip
"""Facts about a seat: the most that could be on its right neighbour's workbench beyond what that lab can use and all
but one of each colour that fit, if its own lab, as it is, pours; what its lab has no use for; the least that the lab
must leave on the workbench, and how near that is to nothing; everything on it; its fullest colour; what would be too
much if the left neighbour's lab made all it can; the least beyond the limits that feeding would leave. The last three
for the right neighbour too, and 1 if that one must be flooded unless a new recipe helps."""

LEAST_KEPT, LEAST_FLOODED, MOST_POURED = range(3)
REACHES = 3
"""What `note_reach` finds."""

PARTS = 3
"""Parts of a game: rounds 1 to 3, round 4, and later ones."""
EARLY = 3
"""The last round of part 0."""
FEWEST_PLAYERS = 2

WEIGHTS = (
    0.015, -0.029, -0.016, 0.001, 0.022, -0.025, 0.001, -0.022, 0.025, -0.001, 0.022, -0.174,  # 2 players, part 0
    0.004, -0.038, 0.001, 0.022, 0.022, -0.003, -0.001, -0.043, 0.003, 0.001, 0.043, 0.038,  # 2 players, part 1
    0.010, -0.040, 0.014, 0.029, 0.020, 0.008, -0.009, -0.034, -0.008, 0.009, 0.034, 0.201,  # 2 players, part 2
    0.018, -0.035, -0.005, 0.016, 0.031, -0.025, 0.007, 0.004, 0.037, 0.019, 0.075, -0.216,  # 3 players, part 0
    0.018, -0.038, 0.017, 0.036, 0.018, 0.007, 0.006, -0.060, 0.013, 0.006, 0.072, 0.226,  # 3 players, part 1
    0.007, -0.035, 0.014, 0.035, 0.021, 0.014, -0.008, -0.032, 0.002, 0.014, 0.066, 0.244,  # 3 players, part 2
    0.029, -0.044, 0.002, 0.022, 0.042, -0.034, 0.009, 0.001, 0.059, 0.019, 0.025, 0.232,  # 4 players, part 0
    0.025, -0.041, 0.019, 0.032, 0.016, -0.003, 0.007, -0.059, 0.017, 0.006, 0.077, 0.605,  # 4 players, part 1
    0.010, -0.031, 0.005, 0.029, 0.013, 0.006, -0.004, -0.040, 0.004, 0.011, 0.050, 0.794,  # 4 players, part 2
    0.033, -0.039, -0.005, 0.022, 0.043, -0.034, 0.007, 0.001, 0.066, 0.025, 0.025, 0.169,  # 5 players, part 0
    0.027, -0.041, 0.021, 0.033, 0.010, -0.005, 0.006, -0.063, 0.023, -0.001, 0.083, 0.715,  # 5 players, part 1
    0.008, -0.038, 0.010, 0.029, 0.012, -0.011, 0.007, -0.038, 0.010, 0.009, 0.048, 0.932,  # 5 players, part 2
)  # fmt: skip
"""[((players - 2) * PARTS + part of the game) * FACTS + fact]: the weight of a fact, made from the first half of the
games. Log loss in the second half, with 2, 3, 4 and 5 players: 0.586, 0.920, 1.143, 1.313; by what could be poured
alone 0.612, 0.991, 1.240, 1.434; with equal shares 0.693, 1.099, 1.386, 1.609. With 2 players a seat's right neighbour
is its only rival, so what is said of both is said twice.

Made at commit 9a03950 by `python -m bench.values whirling-witchcraft --player thumb --games 30000 --seed 2026`.
"""


@rule
def stage(s: WhirlingWitchcraft) -> int:
    """The number of the round."""
    return s.round


@rule
def value(deck: RecipeTables, s: WhirlingWitchcraft, out: list[float]) -> None:
    """Write each seat's chance to win, summing to 1. Needs the first moment of a round."""
    facts = scratch(FACTS)
    row = ((s.players - FEWEST_PLAYERS) * PARTS + part(s)) * FACTS
    for seat in range(s.players):
        note_facts(deck, s, seat, facts)
        score = 0.0
        for i in range(FACTS):
            score += WEIGHTS[row + i] * facts[i]
        out[seat] = score
    softmax(out, s.players)


@rule
def part(s: WhirlingWitchcraft) -> int:
    """The part of the game in which a round begins, 0 to 2."""
    return min(max(s.round - EARLY, 0), PARTS - 1)


@rule
def note_facts(deck: RecipeTables, s: WhirlingWitchcraft, seat: int, facts: list[int]) -> None:
    """Write the twelve facts of a seat."""
    reach, right = scratch(REACHES), right_of(s, seat)
    note_reach(deck, s, right, reach)
    facts[THEIR_FULLEST] = fullest(s.bench[right])
    facts[THEIR_CROWDED] = crowded(deck, s, right)
    facts[THEIR_FLOODED] = reach[LEAST_FLOODED]
    facts[THEY_FLOODED] = min(reach[LEAST_FLOODED], 1)
    note_reach(deck, s, seat, reach)
    facts[POURED] = reach[MOST_POURED]
    facts[STUCK] = stuck(deck, s.bench[seat], s.labs[seat])
    facts[KEPT] = reach[LEAST_KEPT]
    facts[EMPTY] = NEAR // (reach[LEAST_KEPT] + LIGHTEST)
    facts[LOAD] = weight(s.bench[seat])
    facts[FULLEST] = fullest(s.bench[seat])
    facts[CROWDED] = crowded(deck, s, seat)
    facts[FLOODED] = reach[LEAST_FLOODED]


@rule
def weighed(number: int, colour: int) -> int:
    """The weight of this many cubes of a colour; 0 if the number is negative."""
    return max(number, 0) * (WHOLE // count(LIMITS, colour))


@rule
def weight(cubes: int) -> int:
    """The weight of a bag."""
    total = 0
    for colour in range(COLOURS):
        total += weighed(count(cubes, colour), colour)
    return total


@rule
def beyond(cubes: int) -> int:
    """The weight of what is beyond the limits of a workbench."""
    total = 0
    for colour in range(COLOURS):
        total += weighed(count(cubes, colour) - count(LIMITS, colour), colour)
    return total


@rule
def fullest(bench: int) -> int:
    """The weight of the colour that is fullest in proportion to what fits."""
    most = 0
    for colour in range(COLOURS):
        most = max(most, weighed(count(bench, colour), colour))
    return most


@rule
def stuck(deck: RecipeTables, bench: int, lab: int) -> int:
    """The weight of the cubes on a workbench that exceed the inputs of all recipes of the lab."""
    total = 0
    for colour in range(COLOURS):
        total += weighed(count(bench, colour) - demand(deck, lab, colour), colour)
    return total


@rule
def crowded(deck: RecipeTables, s: WhirlingWitchcraft, seat: int) -> int:
    """The weight of what would be too much if everything came that the left neighbour's lab can make.

    No more of a colour comes than fits, and the seat's own lab uses all it can.
    """
    total = 0
    for colour in range(COLOURS):
        limit = count(LIMITS, colour)
        coming = min(supply(deck, s.labs[left_of(s, seat)], colour), limit)
        total += weighed(count(s.bench[seat], colour) + coming - demand(deck, s.labs[seat], colour) - limit, colour)
    return total


@rule
def note_reach(deck: RecipeTables, s: WhirlingWitchcraft, seat: int, reach: list[int]) -> None:
    """Write the best that the seat's lab, without a new recipe, can make of its workbench, for each aim separately."""
    numbers, pools, eaten, room = scratch(LARGEST_SEARCH), scratch(SETS), scratch(SETS), scratch(COLOURS)
    bench, right = s.bench[seat], right_of(s, seat)
    note_room(deck, s.bench[right], s.labs[right], room)
    reach[LEAST_KEPT], reach[LEAST_FLOODED], reach[MOST_POURED] = weight(bench), beyond(bench), poured(0, room)
    n = select(deck, bench, s.labs[seat], numbers)
    pools[0] = bench
    for feeding in range(1, 1 << n):
        if not note_set(deck, numbers, pools, eaten, feeding):
            continue
        kept = bench - fewer(bench, eaten[feeding])
        reach[LEAST_KEPT] = min(reach[LEAST_KEPT], weight(kept))
        reach[LEAST_FLOODED] = min(reach[LEAST_FLOODED], beyond(kept))
        reach[MOST_POURED] = max(reach[MOST_POURED], poured(pools[feeding] - kept, room))


@rule
def note_room(deck: RecipeTables, bench: int, lab: int, room: list[int]) -> None:
    """Write how many cubes of each colour may come before the workbench is full, once the lab has used what it can."""
    for colour in range(COLOURS):
        staying = max(0, count(bench, colour) - demand(deck, lab, colour))
        room[colour] = count(LIMITS, colour) - 1 - staying


@rule
def poured(made: int, room: list[int]) -> int:
    """The weight of what exceeds the room once a mixture has come, including what has no room without it."""
    total = 0
    for colour in range(COLOURS):
        total += weighed(count(made, colour) - room[colour], colour)
    return total
