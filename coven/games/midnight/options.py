"""What a table of Midnight may agree on: MN-11, and the calls of MN-14 and MN-51."""

from __future__ import annotations

from collections.abc import Mapping

from coven.engine.options import Option
from coven.games.midnight.rules.state import Midnight
from coven.games.midnight.words.sentences import WORDS

OPTIONS = (
    Option("calls_made", **WORDS["option"]["calls_made"]),
    Option("first_seat", **WORDS["option"]["first_seat"], is_seat=True),
)


def next_options(s: Midnight, options: Mapping[str, int]) -> dict[str, int]:
    """MN-11: in a rematch the seat after the last starter begins."""
    return {**options, "first_seat": (s.starter + 1) % s.players}
