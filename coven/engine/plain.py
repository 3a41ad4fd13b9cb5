"""What a game tells the outside world: structs of plain data (str, int, bool, None, lists, dicts by str, structs).

The page's types are made from a game's structs (`coven.server.wire`), so nothing is written twice.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Meta, Struct, to_builtins

__all__ = ["Plain", "among", "seat_or_none", "to_builtins"]


class Plain(Struct):
    """Base class for everything that a game tells: a JSON object with these keys in this order."""


def seat_or_none(seat: int) -> int | None:
    """The state's seat as data: None for a negative number (nobody, or a viewer without a seat)."""
    return seat if seat >= 0 else None


def among(name: str, texts: Iterable[str], listed: str = "") -> Meta:
    """For `Annotated[str, ...]`: one of these texts. The page calls the type `name`, and the list of texts `listed`."""
    return Meta(extra={"name": name, "texts": tuple(texts), "listed": listed})
