"""Named integers for rules."""

from __future__ import annotations

from functools import cache


class Codes:
    """Base class for named integers: plain ints, which compare several times faster than enum members."""

    @classmethod
    @cache
    def names(cls) -> dict[int, str]:
        """The names in lower case by number, without the attributes Python itself adds to a class (__firstlineno__)."""
        own = {name: number for name, number in vars(cls).items() if not name.startswith("_")}
        return {number: name.lower() for name, number in own.items() if isinstance(number, int)}
