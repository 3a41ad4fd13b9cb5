"""Rules of thumb: a decent beginner who sees only the view."""

from __future__ import annotations

from coven.engine.dice import draw
from coven.engine.jit import rule
from coven.games.three_witches.cards import DeckTables
from coven.games.three_witches.state import ThreeWitches


@rule
def thumb(deck: DeckTables, view: ThreeWitches, seat: int, legal: list[int], n: int, lots: int) -> int:
    """One of the n legal actions."""
    return legal[draw(lots, n)]
