"""What a seat of Whirling Witchcraft is asked, in words."""

from __future__ import annotations

from coven.engine.decks import Deck
from coven.engine.game import Cited, Names
from coven.games.whirling_witchcraft.rules.state import CHANGING, Phase, WhirlingWitchcraft, right_of
from coven.games.whirling_witchcraft.words.sentences import cite, seats_of


def question(deck: Deck, view: WhirlingWitchcraft, seat: int, names: Names) -> Cited:
    """What the seat is asked, why, and by which clause; if it owes nothing, who is waited for."""
    if view.phase == Phase.OVER:
        return cite("question", "over")
    is_laying = view.phase == Phase.LAY
    if not view.owing >> seat & 1:
        chosen = "wait_ball" if view.laid[seat] == CHANGING else "wait_lay"
        return cite("question", chosen if is_laying else "wait_produce", whom=seats_of(view, view.owing, names))
    if is_laying:
        return cite("question", "lay_new" if view.changed else "lay")
    key = "produce_last" if view.is_last else "produce"
    return cite("question", key, right=names[right_of(view, seat)])
