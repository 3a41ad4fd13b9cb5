"""What the beginning of a round is worth to each seat: its chance to win, from the fate tokens alone.

The table is exact for players of whom each leads a third of the rounds and who make the bid in a certain share of
them, whatever the tokens: so it was with rules of thumb, in which no effect of tokens or seats is to be seen.
"""

from __future__ import annotations

from coven.engine.jit import rule
from coven.games.three_witches.bidding import left_of, right_of
from coven.games.three_witches.cards import DeckTables
from coven.games.three_witches.state import GOAL, SEATS, ThreeWitches

CHANCES = (
    0.33333, 0.26528, 0.18913, 0.10577, 0.03986,
    0.26528, 0.21728, 0.15478, 0.08927, 0.03431,
    0.18913, 0.15478, 0.11469, 0.06926, 0.02854,
    0.10577, 0.08927, 0.06926, 0.04181, 0.01856,
    0.03986, 0.03431, 0.02854, 0.01856, 0.00712,
    0.46944, 0.39136, 0.29421, 0.18421, 0.07660,
    0.39136, 0.33333, 0.25631, 0.16119, 0.07351,
    0.29421, 0.25631, 0.20024, 0.13068, 0.05939,
    0.18421, 0.16119, 0.13068, 0.08889, 0.04371,
    0.07660, 0.07351, 0.05939, 0.04371, 0.02375,
    0.62173, 0.55101, 0.44265, 0.30064, 0.15240,
    0.55101, 0.48737, 0.39988, 0.27565, 0.13499,
    0.44265, 0.39988, 0.33333, 0.23685, 0.12553,
    0.30064, 0.27565, 0.23685, 0.16310, 0.09280,
    0.15240, 0.13499, 0.12553, 0.09280, 0.05083,
    0.78845, 0.72652, 0.63010, 0.47910, 0.28069,
    0.72652, 0.67762, 0.59367, 0.45555, 0.27200,
    0.63010, 0.59367, 0.52629, 0.41845, 0.25367,
    0.47910, 0.45555, 0.41845, 0.33333, 0.21204,
    0.28069, 0.27200, 0.25367, 0.21204, 0.15412,
    0.92028, 0.88909, 0.81906, 0.70075, 0.49644,
    0.88909, 0.85299, 0.80562, 0.68429, 0.48812,
    0.81906, 0.80562, 0.74894, 0.65353, 0.47458,
    0.70075, 0.68429, 0.65353, 0.57593, 0.42294,
    0.49644, 0.48812, 0.47458, 0.42294, 0.33333,
)  # fmt: skip
"""[tokens of the seat * 25 + those of one neighbour * 5 + those of the other]: the seat's chance to win.

Made at commit f89383f + changes by
`python -m bench.values three-witches --player thumb --games 20000 --seed 2026`.
"""


@rule
def stage(s: ThreeWitches) -> int:
    """The number of the round."""
    return s.round


@rule
def value(deck: DeckTables, s: ThreeWitches, out: list[float]) -> None:
    """Write each seat's chance to win, summing to 1; needs the first moment of a round, so nobody has five tokens."""
    total = 0.0
    for seat in range(SEATS):
        others = s.tokens[left_of(seat)] * GOAL + s.tokens[right_of(seat)]
        out[seat] = CHANCES[s.tokens[seat] * GOAL * GOAL + others]
        total += out[seat]
    for seat in range(SEATS):
        out[seat] /= total
