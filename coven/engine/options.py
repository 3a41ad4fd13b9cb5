"""What a table may agree on before a game."""

from __future__ import annotations

from dataclasses import dataclass

from coven.engine.sentences import shown, whole

ANY_SEAT = -1
"""The value of an option that names a seat when none is named."""


@dataclass(frozen=True)
class Option:
    """Something that a table agrees on before a game: a switch (0 or 1), or a seat (ANY_SEAT if none is named).

    A new option's default is how the game was played before, so that older records keep their meaning. Removing an
    option, or changing what it means, is a change of behaviour and raises `Game.rules_version`.
    """

    key: str
    """Name of the state's field that holds it, from before the setup on."""
    title: str
    """The label of its switch: "Calls are made for you"."""
    note: str
    """What it changes, in one sentence."""
    is_seat: bool = False
    players: tuple[int, ...] = ()
    """The numbers of players with which it can be changed; if empty, any number."""

    def is_for(self, players: int) -> bool:
        """Is it available with this many players?"""
        return not self.players or players in self.players

    @property
    def default(self) -> int:
        """The value if nobody asks for anything else."""
        return ANY_SEAT if self.is_seat else 0

    def checked(self, value: object, players: int) -> int:
        """The value as a number for the state. Raises ValueError."""
        number = int(value) if isinstance(value, bool) else whole(value)
        lowest, most = (ANY_SEAT, players - 1) if self.is_seat else (0, 1)
        if number is None or not lowest <= number <= most:
            kind = f"a seat from 0 to {most}, or {ANY_SEAT} for none" if self.is_seat else "0 or 1"
            raise ValueError(f"the option {self.key} is {kind}, not {shown(value)}")
        if number != self.default and not self.is_for(players):
            possible = " or ".join(map(str, self.players))
            raise ValueError(f"the option {self.key} is for {possible} players, not for {players}")
        return number
