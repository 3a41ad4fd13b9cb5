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
