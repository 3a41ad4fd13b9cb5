"""Names at a table: they contain nothing invisible, and no two look alike."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from coven.server.errors import Refused
from coven.server.names import BOT_NAMES, bot_name, clean_name, look_alike
from tests.server.serving import Person, nonce

DEFAULT_IGNORABLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u200b\u200c\u200d\u200e\u200f\u202a\u202b"
    "\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2065\u2066\u2067\u2068\u2069\u206a\u206f\u3164\ufe00\ufe0e\ufe0f"
    "\ufeff\uffa0\ufff0\ufff8\U0001bca0\U0001bca3\U0001d173\U0001d17a\U000e0000\U000e0001\U000e0041\U000e007f\U000e0100"
    "\U000e01ef\U000e0fff"
)
"""Of Unicode's Default_Ignorable_Code_Point: the small ranges whole, of the others the first and the last, and one of
the tags."""
DRAWN_EMPTY = "\u2800\U0001d159"
PAIRS = [
    ("Anna", "\u0410nna"), ("Anna", "\uff21\uff4e\uff4e\uff41"), ("Anna", "anna"), ("ALICE", "\u0430lice"),
    ("Ilse", "llse"), ("Ilse", "1lse"), ("Bob", "B0b"), ("Mary", "rnary"), ("Dora", "D\u03bfra"), ("Bea", "\u13f4ea"),
    ("Hesper", "\u041d\u0435\u0455\u0440\u0435r"), ("O'Neill", "O\u2019Neill"), ("Bea", "Bea."),
    ("Bea", "-B e a-"), ("Zoe\u0301", "Zo\u00e9"),
    ("Cora", "\U0001d402\U0001d428\U0001d42b\U0001d41a"),
]  # fmt: skip
DIFFERENT = [("Anna", "Anne"), ("Zoë", "Zoe"), ("Anna 1", "Anna 2"), ("Ann", "Anna"), ("李", "王"), ("שרה", "רחל")]


@pytest.mark.parametrize("sign", [*DEFAULT_IGNORABLE, *DRAWN_EMPTY], ids=lambda sign: f"U+{ord(sign):04X}")
def test_invisible_characters_are_refused_in_words(sign: str) -> None:
    for name in (f"An{sign}na", f"Anna{sign}", sign * 3):
        with pytest.raises(Refused, match=r"invisible characters|1 to 20 letters"):
            clean_name(name, [])


@pytest.mark.slow
def test_a_name_contains_no_format_characters() -> None:
    unseen = [chr(point) for point in range(sys.maxunicode + 1) if unicodedata.category(chr(point)) in ("Cf", "Cc")]
    assert len(unseen) > 150
    for sign in unseen:
        if not sign.isspace():
            with pytest.raises(Refused):
                clean_name(f"An{sign}na", [])


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_names_that_look_alike_are_one_name(one: str, other: str) -> None:
    assert look_alike(one, other)
    for new, there in ((one, other), (other, one)):
        with pytest.raises(Refused, match="looks like"):
            clean_name(new, ["Somebody", there])


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_look_different_are_two(one: str, other: str) -> None:
    assert clean_name(one, [other]) == one


def test_nobody_can_be_called_you() -> None:
    for name in ("You", "y\u03bfu", "\uff39ou"):
        with pytest.raises(Refused):
            clean_name(name, [])


def test_bot_names_look_like_nobody_elses() -> None:
    assert bot_name([]) == "Grizel"
    assert bot_name(["Gr\u0456zel"]) == "Morwen"
    taken: list[str] = []
    for _ in BOT_NAMES:
        taken.append(bot_name(taken))
    assert len(set(taken)) == len(BOT_NAMES)


def test_names_are_checked_on_sitting_down_and_renaming(shared_address: str) -> None:
    anna = Person(shared_address).open_table(bots=("thumb",))
    bea = Person(shared_address).enter(anna)
    for name in ("\u0410nna", "Gr\u0456zel", "Be\u3164a"):
        assert not bea.post(f"/{anna.table}/seats/2", name=name, nonce=nonce()).is_success
    bea.join(anna, 2, "Bea").look()
    assert bea.ask("name", name="\u0410nna")["code"] == "taken"
    assert bea.ask("name", name="\u115f")["code"] == "bad_name"
