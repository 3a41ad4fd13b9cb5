"""How a game may end other than by its rules: people agree to end it, concede it, or the host closes the table.

The rules know nothing of this, so the acts of such a game lead to no result. A record notes it in its options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from coven.engine.sentences import Names, capital, listed

AGREED, CONCEDED, CLOSED = "by agreement", "by concession", "by its host"


class NoEnding(ValueError):
    """What a record says about its ending is impossible. Says why."""


@dataclass(frozen=True)
class Ending:
    """The end of a game. `how` is "" if the rules ended it, or if it has not ended."""

    how: str
    conceded: tuple[int, ...]
    """Seats whose people gave up the game, ascending."""
    players: int

    @classmethod
    def of(cls, options: Mapping[str, Any], players: int) -> Ending:
        """Read the ending from a record's options. Raises NoEnding."""
        how, conceded = options.get("ended", ""), options.get("conceded", [])
        if how not in ("", AGREED, CONCEDED, CLOSED):
            raise NoEnding(f"options.ended must be {AGREED!r}, {CONCEDED!r} or {CLOSED!r}")
        if not isinstance(conceded, list) or not all(type(seat) is int and 0 <= seat < players for seat in conceded):
            raise NoEnding("options.conceded must be a list of seats")
        if conceded != sorted(set(conceded)):
            raise NoEnding("options.conceded must name each seat once, in their order")
        if how == CONCEDED and not conceded:
            raise NoEnding("a game that ended by concession names who conceded, in options.conceded")
        return cls(how, tuple(conceded), players)

    @property
    def options(self) -> dict[str, Any]:
        """The ending as a record's options; empty if there is nothing to say."""
        told = {"ended": self.how, "conceded": list(self.conceded)}
        return {key: value for key, value in told.items() if value}

    @property
    def winner(self) -> int | None:
        """The seat that has won because all the others conceded."""
        left = set(range(self.players)) - set(self.conceded)
        return left.pop() if self.how == CONCEDED and len(left) == 1 else None

    def told(self, names: Names) -> str:
        """How the game ended, as a sentence without a full stop; "" if the rules ended it."""
        losers = listed([names[seat] for seat in self.conceded])
        if self.how == AGREED:
            return "The game was ended by agreement: nobody has won"
        if self.how == CLOSED:
            return "The host closed the table before the game had ended"
        if self.how != CONCEDED:
            return ""
        if self.winner is None:
            return f"{capital(losers)} conceded, and nobody played on: nobody has won"
        winner = names[self.winner]
        return f"{capital(winner)} {'win' if winner == 'you' else 'wins'} the game: {losers} conceded"
