"""What a seat decides with one message: one action, or several in a row."""

from __future__ import annotations

from collections.abc import Sequence

from coven.engine.match import IllegalAction, Match
from coven.server.errors import Refused


def decide(match: Match, seat: int, actions: Sequence[int]) -> None:
    """Play these actions in the match; raises Refused if one of them is not allowed, and then nothing has changed.

    Only the last may be irrevocable: otherwise a later refusal would tell what an earlier one revealed.
    """
    planned = 0
    try:
        for action in actions[:-1]:
            match.plan(seat, action)
            planned += 1
        match.act(seat, actions[-1])
    except IllegalAction as error:
        for _ in range(planned):
            match.undo(seat)
        raise Refused.illegal(error) from None
