"""What the beginning of a round is worth to each seat: its chance to win, from the fate tokens alone.

The table is exact if each seat leads a third of the rounds and makes the bid in a fixed share of them, whatever the
tokens. That held among rules of thumb, which do not look at tokens. The table depends little on the share: with 0.55
instead of 0.46, no chance would be off by more than 0.04.
"""

from __future__ import annotations

from coven.engine.jit import rule
from coven.engine.seats import left_of, right_of
from coven.games.three_witches.rules.cards import DeckTables
from coven.games.three_witches.rules.state import GOAL, SEATS, ThreeWitches

CHANCES = (
    0.33333, 0.26521, 0.18607, 0.10559, 0.03868,
    0.26521, 0.21503, 0.15463, 0.08989, 0.03417,
    0.18607, 0.15463, 0.11406, 0.06911, 0.02706,
    0.10559, 0.08989, 0.06911, 0.04324, 0.01847,
    0.03868, 0.03417, 0.02706, 0.01847, 0.00787,
    0.46958, 0.39248, 0.29413, 0.18145, 0.07636,
    0.39248, 0.33333, 0.25482, 0.16103, 0.06959,
    0.29413, 0.25482, 0.20011, 0.13012, 0.05918,
    0.18145, 0.16103, 0.13012, 0.08874, 0.04200,
    0.07636, 0.06959, 0.05918, 0.04200, 0.02360,
    0.62786, 0.55124, 0.44297, 0.30057, 0.14333,
    0.55124, 0.49037, 0.39995, 0.27661, 0.13474,
    0.44297, 0.39995, 0.33333, 0.23678, 0.11912,
    0.30057, 0.27661, 0.23678, 0.17397, 0.09262,
    0.14333, 0.13474, 0.11912, 0.09262, 0.05121,
    0.78882, 0.72866, 0.63032, 0.47838, 0.28026,
    0.72866, 0.67795, 0.59327, 0.45563, 0.27168,
    0.63032, 0.59327, 0.52644, 0.41302, 0.25327,
    0.47838, 0.45563, 0.41302, 0.33333, 0.21352,
    0.28026, 0.27168, 0.25327, 0.21352, 0.15362,
    0.92264, 0.88947, 0.82962, 0.70127, 0.49607,
    0.88947, 0.86081, 0.80608, 0.68632, 0.48820,
    0.82962, 0.80608, 0.76177, 0.65411, 0.47440,
    0.70127, 0.68632, 0.65411, 0.57295, 0.42319,
    0.49607, 0.48820, 0.47440, 0.42319, 0.33333,
)  # fmt: skip
"""[tokens of the seat * 25 + those of one neighbour * 5 + those of the other]: the seat's chance to win. It was made
from the first half of the games (the Lead made the bid in 0.461 of the rounds). In the second half no share of the
victory differed from it by more than 0.0023; the mean deviation was 0.0006.

Made at commit 3c283fb by `python -m bench.values three-witches --player thumb --games 500000 --seed 2026`.
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
