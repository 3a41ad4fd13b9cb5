"""Names that people type, and names for bots. Two names at a table must look different."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

from confusable_homoglyphs import confusables

from coven.server.errors import Refused

LONGEST = 20
BOT_NAMES = (
    "Grizel", "Morwen", "Hesper", "Agnes", "Beatrix", "Sabine", "Isolde", "Wilma", "Tamsin", "Elspeth", "Cordula",
    "Ottoline", "Rowena", "Fenella", "Nimue", "Demelza", "Lenore", "Ursula", "Keziah", "Zenobia",
)  # fmt: skip
"""More than a table has seats. Each begins with a different letter, since narrow seats cut names off."""
RESERVED = {"you"}
"""What sentences call the reader."""

ISOLATE, POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
RIGHT_TO_LEFT = {"R", "AL", "AN"}

UNSEEN = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D159, 0x1D159), (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)  # fmt: skip
"""First and last code points of invisible characters: Unicode's Default_Ignorable_Code_Point, and two characters that
are drawn empty, U+2800 and U+1D159."""


def clean_name(text: str, others: Iterable[str]) -> str:
    """A person's name, tidied. Raises Refused if it is not a name, or looks like somebody else's at the table."""
    name = " ".join(unicodedata.normalize("NFC", text[: 10 * LONGEST]).split())
    if not 1 <= len(name) <= LONGEST or len(text) > 10 * LONGEST:
        raise Refused("bad_name", f"A name has 1 to {LONGEST} letters")
    if any(_is_unseen(letter) for letter in name):
        raise Refused("bad_name", "A name may not contain invisible characters")
    if not any(letter.isalnum() for letter in name):
        raise Refused("bad_name", "A name needs at least one letter")
    if any(look_alike(name, other) for other in (*RESERVED, *others)):
        raise Refused("taken", "Somebody at this table has that name, or one that looks like it: choose another")
    return name


def bot_name(others: Iterable[str]) -> str:
    """The first name for a bot that looks like nobody else's at the table."""
    taken = list(others)
    return next(name for name in BOT_NAMES if not any(look_alike(name, other) for other in taken))


def look_alike(one: str, other: str) -> bool:
    """Do the two names look alike, ignoring case?"""
    return not _looks(one).isdisjoint(_looks(other))


@lru_cache(1024)
def isolated(name: str) -> str:
    """The name for use within a sentence: right-to-left names do not reverse the sentence."""
    if any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in name):
        return f"{ISOLATE}{name}{POP}"
    return name


def _is_unseen(letter: str) -> bool:
    is_ignorable = any(first <= ord(letter) <= last for first, last in UNSEEN)
    return is_ignorable or unicodedata.category(letter).startswith("C")


def _looks(name: str) -> set[str]:
    """How a name looks, as written and in lower case: in some scripts only the capitals look alike."""
    name = unicodedata.normalize("NFKC", name)
    return {_skeleton(name).casefold(), _skeleton(name.casefold())}


def _skeleton(text: str) -> str:
    """The skeleton of Unicode's technical standard 39: texts that look alike have the same one."""
    prototypes = _prototypes()
    letters = (letter for letter in unicodedata.normalize("NFD", text) if not _is_small(letter))
    return unicodedata.normalize("NFD", "".join(prototypes.get(letter, letter) for letter in letters))


def _is_small(letter: str) -> bool:
    """A space or a punctuation mark: too small to tell two names apart."""
    return unicodedata.category(letter)[0] in "PZ"


@cache
def _prototypes() -> dict[str, str]:
    """By letter: the letters that represent all its lookalikes.

    The library's table gives a prototype all its letters and each letter its prototype. If a prototype has only one
    letter, the table does not say which is which: it is the longer text, or the lower code point.
    """
    table = confusables.confusables_data
    return {letter: _prototype(letter, table) for letter in table if len(letter) == 1}


def _prototype(letter: str, table: dict[str, list[dict[str, str]]]) -> str:
    alike = [one["c"] for one in table[letter]]
    if len(alike) > 1:
        return letter
    other = alike[0]
    if len(table.get(other, ())) > 1:
        return _bare(other)
    return min(letter, _bare(other), key=lambda text: (-len(text), text))


def _bare(text: str) -> str:
    """Without the direction marks that the table puts around letters of right-to-left scripts."""
    return text.strip("\u200e\u200f")
