"""Rules of thumb for Witch's Brew: a decent beginner, from the view alone."""

from __future__ import annotations

from coven.engine.dice import draw
from coven.engine.jit import rule
from coven.games.witchs_brew import actions
from coven.games.witchs_brew.roles import CardTables
from coven.games.witchs_brew.state import WitchsBrew


@rule
def thumb(deck: CardTables, view: WitchsBrew, seat: int, legal: list[int], n: int, lots: int) -> int:
    """One of the n legal actions; the lots break ties."""
    if n > 1 and legal[n - 1] == actions.DECLINE:
        return legal[draw(lots, n - 1)]
    return legal[draw(lots, n)]
