"""What the beginning of a set is worth to each seat: its chance to win, estimated from what everybody sees.

Every seat gets a score, the sum of five facts times their weights, and the chances are in proportion to e to the power
of the scores. The weights grow towards the end of the game, when less can happen. They were fitted to games of rules of
thumb with the default deck: other decks and better players make them less exact, not wrong.
"""

from __future__ import annotations

import math

from coven.engine.jit import rule, scratch
from coven.games.witchs_brew.goods import GOLD, count, covers
from coven.games.witchs_brew.means import is_empty
from coven.games.witchs_brew.roles import CAULDRONS, STACKS, CardTables
from coven.games.witchs_brew.sets import points
from coven.games.witchs_brew.state import ENOUGH_RAVENS, WitchsBrew, drops

FACTS = 5
POINTS, DROPS_HELD, GOLD_HELD, BEFORE, IN_REACH = range(FACTS)
"""Points, drops, gold, how many others are asked before the seat in the first round (the later the better: whoever
claims last has the full action), and the points of the best top cauldron that it has the drops for."""
PARTS = 6
"""Parts of a game: without a raven, fewer than 5, 10 and any more potion cards taken; one raven, two, three."""
CARDS_A_PART = 5
FEWEST_PLAYERS = 3

WEIGHTS = (
    0.267, 0.200, 0.113, 0.175, 0.040,  # 3 players, part 0
    0.295, 0.240, 0.147, 0.144, 0.047,  # 3 players, part 1
    0.319, 0.283, 0.165, 0.173, 0.022,  # 3 players, part 2
    0.366, 0.320, 0.190, 0.153, 0.068,  # 3 players, part 3
    0.395, 0.319, 0.186, 0.156, 0.090,  # 3 players, part 4
    0.433, 0.312, 0.190, 0.101, 0.125,  # 3 players, part 5
    0.318, 0.255, 0.134, 0.134, 0.015,  # 4 players, part 0
    0.316, 0.271, 0.146, 0.109, 0.030,  # 4 players, part 1
    0.354, 0.297, 0.160, 0.098, 0.037,  # 4 players, part 2
    0.386, 0.303, 0.180, 0.090, 0.083,  # 4 players, part 3
    0.434, 0.330, 0.211, 0.090, 0.096,  # 4 players, part 4
    0.476, 0.337, 0.242, 0.085, 0.139,  # 4 players, part 5
    0.333, 0.247, 0.123, 0.120, 0.008,  # 5 players, part 0
    0.342, 0.273, 0.144, 0.067, 0.028,  # 5 players, part 1
    0.375, 0.305, 0.152, 0.079, 0.035,  # 5 players, part 2
    0.418, 0.320, 0.179, 0.053, 0.069,  # 5 players, part 3
    0.455, 0.305, 0.185, 0.050, 0.121,  # 5 players, part 4
    0.501, 0.334, 0.227, 0.053, 0.142,  # 5 players, part 5
)  # fmt: skip
"""[((players - 3) * PARTS + part of the game) * FACTS + fact]: the weight of a fact.

Made at commit f89383f + changes by
`python -m bench.values witchs-brew --player thumb --games 20000 --seed 2026`.
"""


@rule
def stage(s: WitchsBrew) -> int:
    """The number of the set."""
    return s.set


@rule
def value(deck: CardTables, s: WitchsBrew, out: list[float]) -> None:
    """Write each seat's chance to win, summing to 1; needs the first moment of a set."""
    facts = scratch(FACTS)
    most = 0.0
    row = ((s.players - FEWEST_PLAYERS) * PARTS + part(s)) * FACTS
    for seat in range(s.players):
        note_facts(deck, s, seat, facts)
        score = 0.0
        for i in range(FACTS):
            score += WEIGHTS[row + i] * facts[i]
        out[seat] = score
        most = max(most, score)
    total = 0.0
    for seat in range(s.players):
        out[seat] = math.exp(out[seat] - most)
        total += out[seat]
    for seat in range(s.players):
        out[seat] /= total


@rule
def part(s: WitchsBrew) -> int:
    """In which part of the game a set begins, 0 to 5."""
    ravens, cards = 0, 0
    for seat in range(s.players):
        ravens += s.ravens[seat]
    if ravens:
        return PARTS - ENOUGH_RAVENS + min(ravens, ENOUGH_RAVENS - 1)
    for stack in range(STACKS):
        cards += s.taken[stack]
    return min(cards // CARDS_A_PART, PARTS - ENOUGH_RAVENS)


@rule
def note_facts(deck: CardTables, s: WitchsBrew, seat: int, facts: list[int]) -> None:
    """Write the five facts of a seat."""
    facts[POINTS] = points(s, seat)
    facts[DROPS_HELD] = drops(s, seat)
    facts[GOLD_HELD] = count(s.goods[seat], GOLD)
    facts[BEFORE] = seat - s.turn if seat >= s.turn else seat - s.turn + s.players
    facts[IN_REACH] = in_reach(deck, s, seat)


@rule
def in_reach(deck: CardTables, s: WitchsBrew, seat: int) -> int:
    """Points of the best of the top cauldrons whose drops the seat has; 0 if there is none."""
    best = 0
    for stack in range(CAULDRONS):
        if not is_empty(s, stack) and covers(s.goods[seat], deck.price[stack][s.taken[stack]]):
            best = max(best, deck.points[stack][s.taken[stack]])
    return best
