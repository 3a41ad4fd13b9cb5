"""The constants of `coven.games.whirling_witchcraft.mind.value`: what a position at the beginning of a round is worth.

Facts that were tried and left out, because they gain little beside these: how many cubes there are, squares of how full
colours are, what recipes take and make in all, how many of them can be fed, crystal balls, what rules of thumb think of
the round and what they would leave after it, and the same facts of the left neighbour.
"""

from __future__ import annotations

from bench.logit import Logit
from coven.games.whirling_witchcraft.mind.value import PARTS, WEIGHTS, note_facts, part

MODEL = Logit(
    key="whirling-witchcraft",
    facts=(
        "poured", "stuck", "kept", "empty", "load", "fullest", "crowded", "flooded",
        "their fullest", "their crowded", "their flooded", "they flooded",
    ),
    parts=PARTS,
    note_facts=note_facts,
    part=part,
    present=WEIGHTS,
    stage="rounds",
)  # fmt: skip
