"""What the beginning of a set is worth to each seat: its chance to win, estimated from what everybody sees.

Every seat gets a score, the weighted sum of five facts, and the chances are in proportion to e to the power of the
scores. The weights grow towards the end of the game, when less can happen. They were fitted to games of rules of thumb
with the default deck. In 261 games of three witches they foretold the winner no worse than constants fitted to other
games of witches (bench/results.md); how well they hold for other decks has not been measured.
"""

from __future__ import annotations

from coven.engine.jit import rule, scratch
from coven.engine.softmax import softmax
from coven.games.witchs_brew.rules.goods import GOLD, count, covers
from coven.games.witchs_brew.rules.means import is_empty
from coven.games.witchs_brew.rules.roles import CAULDRONS, STACKS, CardTables
from coven.games.witchs_brew.rules.sets import points
from coven.games.witchs_brew.rules.state import ENOUGH_RAVENS, WitchsBrew, drops

FACTS = 5
POINTS, DROPS_HELD, GOLD_HELD, BEFORE, IN_REACH = range(FACTS)
"""Points, drops, gold, how many others are asked before the seat in the first round (the later the better: the last to
claim has the full action), and the points of the best top cauldron that it has the drops for."""
PARTS = 6
"""Parts of a game: without a raven, fewer than 5, fewer than 10, or more potion cards taken; with 1, 2, 3 ravens."""
CARDS_A_PART = 5
FEWEST_PLAYERS = 3

WEIGHTS = (
    0.269, 0.213, 0.120, 0.172, 0.034,  # 3 players, part 0
    0.296, 0.248, 0.147, 0.152, 0.038,  # 3 players, part 1
    0.332, 0.293, 0.176, 0.186, 0.026,  # 3 players, part 2
    0.374, 0.317, 0.190, 0.158, 0.071,  # 3 players, part 3
    0.399, 0.325, 0.179, 0.146, 0.090,  # 3 players, part 4
    0.451, 0.329, 0.199, 0.122, 0.123,  # 3 players, part 5
    0.311, 0.246, 0.118, 0.130, 0.021,  # 4 players, part 0
    0.320, 0.272, 0.145, 0.110, 0.027,  # 4 players, part 1
    0.357, 0.304, 0.162, 0.103, 0.036,  # 4 players, part 2
    0.394, 0.316, 0.185, 0.097, 0.076,  # 4 players, part 3
    0.437, 0.328, 0.185, 0.095, 0.105,  # 4 players, part 4
    0.483, 0.339, 0.227, 0.080, 0.143,  # 4 players, part 5
    0.322, 0.241, 0.116, 0.119, 0.018,  # 5 players, part 0
    0.336, 0.281, 0.141, 0.072, 0.021,  # 5 players, part 1
    0.379, 0.312, 0.161, 0.076, 0.031,  # 5 players, part 2
    0.421, 0.317, 0.185, 0.064, 0.078,  # 5 players, part 3
    0.460, 0.318, 0.187, 0.053, 0.116,  # 5 players, part 4
    0.506, 0.329, 0.224, 0.064, 0.153,  # 5 players, part 5
)  # fmt: skip
"""[((players - 3) * PARTS + part of the game) * FACTS + fact]: the weight of a fact, made from the first half of the
games. Log loss in the second half, with 3, 4 and 5 players: 0.888, 1.137, 1.331; by points alone 1.006, 1.265, 1.468;
with equal shares 1.099, 1.386, 1.609.

Made at commit 3c283fb by `python -m bench.values witchs-brew --player thumb --games 60000 --seed 2026`.
"""


@rule
def stage(s: WitchsBrew) -> int:
    """The number of the set."""
    return s.set


@rule
def value(deck: CardTables, s: WitchsBrew, out: list[float]) -> None:
    """Write each seat's chance to win, summing to 1. Needs the first moment of a set."""
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
def part(s: WitchsBrew) -> int:
    """The part of the game in which a set begins, 0 to 5."""
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
    """Points of the best top cauldron whose drops the seat has; 0 if there is none."""
    best = 0
    for stack in range(CAULDRONS):
        if not is_empty(s, stack) and covers(s.goods[seat], deck.price[stack][s.taken[stack]]):
            best = max(best, deck.points[stack][s.taken[stack]])
    return best
