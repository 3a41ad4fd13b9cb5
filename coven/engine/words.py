"""A game's sentences, from its en.toml."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from coven.engine.game import Cited


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


class Words:
    """The sentences of one game by group and key; places in braces are filled when they are said."""

    def __init__(self, package: str) -> None:
        """Read en.toml of the package."""
        text = (files(package) / "en.toml").read_text(encoding="utf-8")
        self.groups: dict[str, Any] = tomllib.loads(text)

    def piece(self, group: str, key: str, **values: object) -> str:
        """A piece of a sentence with its places filled, beginning as it stands there."""
        text: str = self.groups[group][key]
        return text.format(**values) if values else text

    def say(self, group: str, key: str, **values: object) -> str:
        """A sentence with its places filled, beginning with a capital."""
        return capital(self.piece(group, key, **values))

    def cite(self, group: str, key: str, **values: object) -> Cited:
        """A sentence that comes with its clause."""
        clause, text = self.groups[group][key]
        return Cited(clause, capital(text.format(**values)).strip())
