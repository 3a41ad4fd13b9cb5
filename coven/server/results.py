"""How a game ended, as pages are told: a part of the messages of the server."""

from __future__ import annotations

from msgspec import Struct

from coven.engine.story import Revealed, Standing


class Moment(Struct, frozen=True):
    """Something remarkable that happened in a finished game."""

    text: str
    entry: int
    """Number of the table's entry that tells it in the log."""
    acts: int
    """How many acts had been played then."""


class Result(Struct):
    """How the game ended. What is not said to be for the reader has everybody's name in it, and can be shown to
    others."""

    winners: list[int]
    shares: list[str]
    """Each seat's share of the victory, such as "1" or "1/2"."""
    clause: str
    """The clause of the rules that decided it; "" if the game was ended otherwise."""
    text: str
    """Who won, in words for the reader."""
    why: str
    """How it was decided, in words for the reader."""
    told: str
    """Who won."""
    decided: str
    """How it was decided."""
    standings: list[Standing]
    """Every seat, the winners first."""
    moments: list[Moment]
    """At most three, in the order in which they happened."""
    hidden: list[Revealed]
    """What was hidden during the game."""
