"""Laws of a game's states, by which `soundness` judges a state that did not come from playing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Law:
    """What is true of every state of a game."""

    clause: str
    """The clause of RULES.md that says so; "" if none does."""
    text: str
    """What is true, for somebody who has set up a state by hand."""
    holds: Callable[[Any, Any], bool]
    """holds(deck, s): is it true of this state? May raise IndexError or ValueError where it is not. It can rely on the
    laws before it."""


@dataclass(frozen=True)
class Within:
    """Are all numbers of these fields from the first to the second of their pair?"""

    ranges: Mapping[str, tuple[int, int]]

    def __call__(self, deck: Any, s: Any) -> bool:
        """As `Law.holds`."""
        return all(_is_within(getattr(s, name), low, high) for name, (low, high) in self.ranges.items())


def _is_within(value: Any, low: int, high: int) -> bool:
    if isinstance(value, list):
        return all(_is_within(part, low, high) for part in value)
    return bool(low <= value <= high)


@dataclass(frozen=True)
class Ended:
    """Are there winners, an ending and nothing to decide when the game is over, and only then?

    For games with fields `phase`, `winners` and `ending`.
    """

    over: int
    """The phase of a game that is over."""
    undecided: int
    """The ending of one that is not."""

    def __call__(self, deck: Any, s: Any) -> bool:
        """As `Law.holds`."""
        is_won = 0 < s.winners < 1 << s.players
        return bool((s.owing == 0) == (s.phase == self.over) == is_won == (s.ending != self.undecided))


ENDED = "a game that is over has winners and an ending, and no other game has"
"""What `Ended` says."""
