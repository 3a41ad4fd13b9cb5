"""Table talk (TW-60), and the reason of a game's end."""

from __future__ import annotations

from coven.games.three_witches.rules.bidding import left_of
from coven.games.three_witches.rules.state import NONE, PASSED, Phase, ThreeWitches
from coven.games.three_witches.words.sentences import WORDS

PHRASES: tuple[str, ...] = tuple(WORDS["phrase"])
"""Keys of the fixed phrases: win, lose, choice."""


def phrases(view: ThreeWitches, seat: int) -> tuple[str, ...]:
    """TW-60: what a seat may say now: Lesser Witches, once the discards are made, before their card of the trick."""
    if seat == view.lead or not Phase.DISCARD < view.phase < Phase.OVER:
        return ()
    own = view.first[view.trick] if seat == left_of(view.lead) else view.second[view.trick]
    return PHRASES if own in (NONE, PASSED) else ()


def phrase_text(key: str) -> str:
    """The phrase; raises ValueError for an unknown key."""
    if key not in PHRASES:
        raise ValueError(f'"{key}" is no phrase: {", ".join(PHRASES)}')
    return str(WORDS["phrase"][key])


def moment(view: ThreeWitches) -> str:
    """TW-60: one phrase a trick."""
    return f"round {view.round}, trick {view.trick + 1}"


def reason(s: ThreeWitches) -> str:
    """Every game ends by TW-51."""
    return "TW-51"
