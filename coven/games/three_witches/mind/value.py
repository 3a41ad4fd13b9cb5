"""What the beginning of a round is worth to each seat: its chance to win, from the fate tokens alone.

The table is exact if each seat leads a third of the rounds and makes the bid in a fixed share of them, whatever the
tokens. That held among rules of thumb, which do not look at tokens. The table depends little on the share: with 0.46
instead of 0.41, no chance differs by more than 0.03.
"""

from __future__ import annotations

from coven.engine.jit import rule
from coven.engine.seats import left_of, right_of
from coven.games.three_witches.rules.cards import DeckTables
from coven.games.three_witches.rules.state import GOAL, SEATS, ThreeWitches

CHANCES = (
    0.33333, 0.26262, 0.18085, 0.09918, 0.03377,
    0.26262, 0.21119, 0.14923, 0.08405, 0.02968,
    0.18085, 0.14923, 0.10849, 0.06374, 0.02330,
    0.09918, 0.08405, 0.06374, 0.03891, 0.01546,
    0.03377, 0.02968, 0.02330, 0.01546, 0.00625,
    0.47475, 0.39441, 0.29149, 0.17517, 0.06840,
    0.39441, 0.33333, 0.25163, 0.15510, 0.06227,
    0.29149, 0.25163, 0.19538, 0.12430, 0.05238,
    0.17517, 0.15510, 0.12430, 0.08310, 0.03668,
    0.06840, 0.06227, 0.05238, 0.03668, 0.01875,
    0.63830, 0.55928, 0.44575, 0.29745, 0.13402,
    0.55928, 0.49674, 0.40231, 0.27392, 0.12617,
    0.44575, 0.40231, 0.33333, 0.23358, 0.11134,
    0.29745, 0.27392, 0.23358, 0.16997, 0.08598,
    0.13402, 0.12617, 0.11134, 0.08598, 0.04564,
    0.80163, 0.74077, 0.63880, 0.48055, 0.26621,
    0.74077, 0.68980, 0.60177, 0.45845, 0.25836,
    0.63880, 0.60177, 0.53283, 0.41502, 0.24043,
    0.48055, 0.45845, 0.41502, 0.33333, 0.20239,
    0.26621, 0.25836, 0.24043, 0.20239, 0.13692,
    0.93246, 0.90192, 0.84267, 0.71834, 0.49688,
    0.90192, 0.87547, 0.82145, 0.70496, 0.49063,
    0.84267, 0.82145, 0.77732, 0.67359, 0.47718,
    0.71834, 0.70496, 0.67359, 0.59521, 0.43154,
    0.49688, 0.49063, 0.47718, 0.43154, 0.33333,
)  # fmt: skip
"""[tokens of the seat * 25 + those of one neighbour * 5 + those of the other]: the seat's chance to win. It was made
from the first half of the games (the Lead made the bid in 0.411 of the rounds). In the second half no share of the
victory differed from it by more than 0.0036; the mean deviation was 0.0008.

Made at commit f4e57ee by `python -m bench.values three-witches --player thumb --games 500000 --seed 2026`.
"""


@rule
def stage(s: ThreeWitches) -> int:
    """The number of the round."""
    return s.round


@rule
def value(deck: DeckTables, s: ThreeWitches, out: list[float]) -> None:
    """Write each seat's chance to win, summing to 1. Needs the first moment of a round, so nobody has five tokens."""
    total = 0.0
    for seat in range(SEATS):
        others = s.tokens[left_of(s, seat)] * GOAL + s.tokens[right_of(s, seat)]
        out[seat] = CHANCES[s.tokens[seat] * GOAL * GOAL + others]
        total += out[seat]
    for seat in range(SEATS):
        out[seat] /= total
