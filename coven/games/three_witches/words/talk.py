"""Table talk (TW-60)."""

from __future__ import annotations

from coven.engine.game import Talk
from coven.engine.seats import left_of
from coven.games.three_witches.rules.state import NONE, PASSED, Phase, ThreeWitches
from coven.games.three_witches.words.sentences import WORDS, cite


def phrases(view: ThreeWitches, seat: int) -> tuple[str, ...]:
    """TW-60: what a Lesser Witch may say between the discards and her card of the trick."""
    if seat == view.lead or not Phase.DISCARD < view.phase < Phase.OVER:
        return ()
    own = view.first[view.trick] if seat == left_of(view, view.lead) else view.second[view.trick]
    return tuple(WORDS["phrase"]) if own in (NONE, PASSED) else ()


def moment(view: ThreeWitches) -> str:
    """TW-60: one phrase per trick."""
    return f"round {view.round}, trick {view.trick + 1}"


TALK = Talk(WORDS["phrase"], phrases, moment, cite("refusal", "talk"))
