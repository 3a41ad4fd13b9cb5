"""Names that people type, and names for bots."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from coven.server.errors import Refused

LONGEST = 20
BOT_NAMES = (
    "Grizel", "Morwen", "Hesper", "Agnes", "Beatrix", "Sabine", "Isolde", "Wilma", "Tamsin", "Elspeth", "Cordula",
    "Ottoline", "Rowena", "Fenella", "Nimue", "Demelza", "Lenore", "Ursula", "Keziah", "Zenobia",
)  # fmt: skip
"""More than a table has seats. Each begins with a letter of its own: narrow seats cut names off."""
RESERVED = {"you"}
"""What sentences call the reader."""

ISOLATE, POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
RIGHT_TO_LEFT = {"R", "AL", "AN"}


def clean_name(text: str, others: Iterable[str]) -> str:
    """A person's name, tidied; raises Refused if it is none or somebody at the table has it."""
    name = " ".join(unicodedata.normalize("NFC", text[: 10 * LONGEST]).split())
    if not 1 <= len(name) <= LONGEST or len(text) > 10 * LONGEST:
        raise Refused("bad_name", f"A name has 1 to {LONGEST} letters")
    if any(unicodedata.category(letter).startswith("C") for letter in name):
        raise Refused("bad_name", "A name may hold no invisible signs")
    if not any(letter.isalnum() for letter in name):
        raise Refused("bad_name", "A name needs at least one letter")
    if _key(name) in RESERVED | {_key(other) for other in others}:
        raise Refused("taken", "Somebody at this table has that name: choose another")
    return name


def bot_name(others: Iterable[str]) -> str:
    """The first name for a bot that nobody at the table has."""
    taken = {_key(other) for other in others}
    return next(name for name in BOT_NAMES if _key(name) not in taken)


def isolated(name: str) -> str:
    """The name for use within a sentence: one written from right to left does not turn the sentence round."""
    if any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in name):
        return f"{ISOLATE}{name}{POP}"
    return name


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
