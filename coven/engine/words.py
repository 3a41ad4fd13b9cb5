"""A game's sentences, from its en.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Hashable, Iterable
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any, TypeVar

from coven.engine.sentences import Cited, Names, capital, listed

F = TypeVar("F", bound=Callable[..., Any])
MOST_KEPT = 1 << 12


def kept(method: F) -> F:
    """Keep what a method returns. A table says the same to every seat, and repeats much of it after each act."""
    found: Any = cached_property(lambda self: lru_cache(MOST_KEPT, typed=True)(method.__get__(self)))
    return found  # type: ignore[no-any-return]


class Words:
    """The sentences of one game by group and key. Places in braces are filled when they are said."""

    def __init__(self, package: str) -> None:
        """Read the package's en.toml."""
        text = (files(package) / "en.toml").read_text(encoding="utf-8")
        self.groups: dict[str, Any] = tomllib.loads(text)

    @kept
    def piece(self, group: str, key: str, **values: Hashable) -> str:
        """Part of a sentence with its places filled, its first letter left as it is."""
        text: str = self.groups[group][key]
        return text.format(**values) if values else text

    @kept
    def say(self, group: str, key: str, **values: Hashable) -> str:
        """A sentence with its places filled and its first letter capitalised."""
        return capital(self.piece(group, key, **values))

    @kept
    def about(self, group: str, key: str, seat: int, names: Names, **values: Hashable) -> str:
        """A sentence about a seat, in the form for the seat itself (KEY_you) or for the others (KEY_they).

        The seat is `who` at the beginning, and `whom` elsewhere unless `whom` is given.
        """
        form = "you" if seat == names.you else "they"
        return self.say(group, f"{key}_{form}", **{"who": capital(names[seat]), "whom": names[seat], **values})

    @kept
    def cite(self, group: str, key: str, **values: Hashable) -> Cited:
        """A sentence with its clause."""
        clause, text = self.groups[group][key]
        return Cited(clause, capital(text.format(**values)).strip())

    def counted(self, group: str, things: Iterable[str], numbers: Iterable[int]) -> str:
        """Counts of things in a list, such as "2 red drops and 1 vial", or "nothing".

        Under each thing, the group has a list of two forms: singular and plural.
        """
        some = [(thing, number) for thing, number in zip(things, numbers, strict=True) if number]
        return listed([f"{number} {self.groups[group][thing][number > 1]}" for thing, number in some]) or "nothing"

    def winners(self, group: str, seats: int, names: Names, won: str = "won") -> str:
        """Who has won: for one seat, as `about` says it; for several, the sentence `shared` about `winners`."""
        if seats.bit_count() == 1:
            return self.about(group, won, seats.bit_length() - 1, names)
        return self.say(group, "shared", winners=names.row(seats))
