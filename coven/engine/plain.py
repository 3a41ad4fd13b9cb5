"""What a game tells the outside: structs with plain data in them (str, int, bool, None, lists, dicts by str, structs).

The page's types are made from a game's structs (`coven.server.wire`), so nothing is written down twice.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Meta, Struct, to_builtins

__all__ = ["Plain", "among", "seat_or_none", "to_builtins"]


class Plain(Struct):
    """The base of everything that a game tells: an object of JSON with these keys in this order."""


def seat_or_none(seat: int) -> int | None:
    """A seat of the state as data: None for a negative number, which is nobody or a viewer without a seat."""
    return seat if seat >= 0 else None


def among(name: str, texts: Iterable[str], listed: str = "") -> Meta:
    """For `Annotated[str, ...]`: one of these texts. The page knows the type by the name, and the list as `listed`."""
    return Meta(extra={"name": name, "texts": tuple(texts), "listed": listed})
