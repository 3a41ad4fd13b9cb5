"""What a seat of Whirling Witchcraft is asked, in words."""

from __future__ import annotations

from coven.engine.seats import owes, right_of
from coven.engine.sentences import Cited, Names
from coven.games.whirling_witchcraft.rules.recipes import Deck
from coven.games.whirling_witchcraft.rules.state import CHANGING, Phase, WhirlingWitchcraft
from coven.games.whirling_witchcraft.words.sentences import cite


def question(deck: Deck, view: WhirlingWitchcraft, seat: int, names: Names) -> Cited:
    """What the seat is asked, why, and under which clause. If it owes nothing, who is waited for."""
    if view.phase == Phase.OVER:
        return cite("question", "over")
    is_laying = view.phase == Phase.LAY
    if not owes(view, seat):
        chosen = "wait_ball" if view.laid[seat] == CHANGING else "wait_lay"
        return cite("question", chosen if is_laying else "wait_produce", whom=names.row(view.owing))
    if is_laying:
        return cite("question", "lay_new" if view.changed else "lay")
    key = "produce_last" if view.is_last else "produce"
    return cite("question", key, right=names[right_of(view, seat)])
