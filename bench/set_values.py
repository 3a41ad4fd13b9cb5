"""The constants of `coven.games.witchs_brew.mind.value`: what a position at the beginning of a set is worth.

Facts that were tried and left out, because each lowers the log loss by less than 0.0005: gold or drops up to a limit,
drops that the top cauldrons take, the rarest drop, all cauldrons in reach instead of the best one, shelves in reach,
ravens of one's own, and leading or beginning as such.
"""

from __future__ import annotations

from bench.logit import Logit
from coven.games.witchs_brew.mind.value import PARTS, WEIGHTS, note_facts, part

MODEL = Logit(
    key="witchs-brew",
    facts=("points", "drops", "gold", "others asked before", "points in reach"),
    parts=PARTS,
    note_facts=note_facts,
    part=part,
    present=WEIGHTS,
    stage="sets",
)
