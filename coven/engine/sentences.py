"""What sentences are made of: lists of names, seats by name, reasons with their clause, and user input."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index

from msgspec import Struct

from coven.engine.sets import members

MOST_SHOWN = 40


def capital(text: str) -> str:
    """The text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


def shown(value: object, most: int = MOST_SHOWN) -> str:
    """User input for a sentence about it: printable, and cut if it is long."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except ValueError:
        text = "a huge number"
    kept = "".join(letter if letter.isprintable() else "?" for letter in text.strip()[: most + 1])
    return kept if len(kept) <= most else kept[:most] + "..."


def listed(names: Sequence[str]) -> str:
    """Names in a list: "a, b and c"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def whole(value: object) -> int | None:
    """An integer of any type as an int; None for everything else, bools included."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    return index(value)


class Cited(Struct, frozen=True):
    """Why an action is not allowed: a clause of RULES.md ("" if none is needed) and a sentence."""

    clause: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})" if self.clause else self.text


class Names(Struct, frozen=True):
    """What sentences call the seats. `you` is the seat that reads them, or -1."""

    seats: tuple[str, ...]
    you: int = -1

    def __getitem__(self, seat: int) -> str:
        return "you" if seat == self.you else self.seats[seat]

    def says(self, seat: int, phrase: str) -> str:
        """A phrase of table talk, as a line of the log."""
        name = self.seats[seat]
        return f'{"You say" if seat == self.you else f"{name[:1].upper()}{name[1:]} says"}: "{phrase}"'

    def row(self, seats: int) -> str:
        """The seats of a set in a list: "you, Anna and Bea"."""
        return listed([self[seat] for seat in members(seats)])

    def verb(self, seat: int, you: str, others: str = "") -> str:
        """The verb after a seat's name: "begin" for the reader, "begins" or `others` for everybody else."""
        return you if seat == self.you else others or f"{you}s"
