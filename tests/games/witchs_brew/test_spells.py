"""The eight spells: WB-37, WB-50 to WB-54."""

from __future__ import annotations

from itertools import product

import pytest

from coven.games.witchs_brew.rules.state import Deed, WitchsBrew
from tests.games.witchs_brew.position import custom, has, legal, phase, play, row, table, why

FREE = {"magus": "copper", "strix": "iron", "sanatio": "silver"}
TURNING = {"herba": "green", "lupus": "red", "serpens": "white"}
each_free = pytest.mark.parametrize("book", FREE)
each_turning = pytest.mark.parametrize("book", TURNING)


def warlock(book: str, goods: str, others: str = "") -> WitchsBrew:
    """Seat 0 has called the warlock and holds the full action."""
    s = table(f"call 0, book {book}", f"{goods} | hand warlock snake", f"- {others}", "-")
    return play(s, "0 call warlock")


def nothing_asked(s: WitchsBrew) -> bool:
    return (phase(s), s.deed[0]) == ("call 0", Deed.UNABLE)


@pytest.mark.clause("WB-50")
def test_copia_takes_any_three() -> None:
    for kinds in product(("red", "green", "white"), repeat=3):
        s = warlock("copia", "r1 gold 2")
        play(s, *(f"0 take {kind}" for kind in kinds))
        counts = [kinds.count(kind) for kind in ("red", "green", "white")]
        counts[0] += 1
        expected = " ".join(f"{letter}{number}" for letter, number in zip("rgw", counts, strict=True) if number)
        assert (has(s, 0), phase(s)) == (f"{expected} gold 2", "call 0")


@pytest.mark.clause("WB-17", "WB-50")
def test_copia_is_always_possible_and_can_be_declined_at_first() -> None:
    s = warlock("copia", "-")
    assert legal(s, 0) == ["take red", "take green", "take white", "decline"]
    play(s, "0 take green")
    assert legal(s, 0) == ["take red", "take green", "take white"]
    play(s, "0 take green")
    assert (legal(s, 0), has(s, 0)) == (["take red", "take green", "take white"], "-")
    s = play(warlock("copia", "-"), "0 decline")
    assert (has(s, 0), phase(s)) == ("-", "call 0")


@each_free
@pytest.mark.clause("WB-51", "WB-54")
def test_a_cauldron_for_as_many_drops_of_any_kinds(book: str) -> None:
    stack = FREE[book]
    for kinds in product(("red", "green", "white"), repeat=3):
        s = warlock(book, "r4 g4 w4 gold 1", f"| cards {stack}-1..3")
        play(s, *(f"0 pay {kind}" for kind in kinds))
        left = [4 - kinds.count(kind) for kind in ("red", "green", "white")]
        expected = " ".join(f"{letter}{number}" for letter, number in zip("rgw", left, strict=True))
        assert row(s, 0) == f"{expected} gold 1 | hand snake | cards {stack}-4 | played warlock"
        assert (phase(s), s.card_points[0]) == ("call 0", 4)


@each_free
@pytest.mark.clause("WB-51")
def test_as_many_drops_as_the_card_shows_are_needed(book: str) -> None:
    stack = FREE[book]
    for place, cost in enumerate([1, 2, 2, 3, 4, 4, 5], 1):
        others = f"| cards {stack}-1..{place - 1}" if place > 1 else ""
        rich = warlock(book, f"r{cost}", others)
        assert legal(rich, 0) == ["pay red", "decline"]
        play(rich, "0 pay red")
        assert (has(rich, 0), phase(rich), rich.taken[list(FREE).index(book)]) == ("-", "call 0", place)
        assert nothing_asked(warlock(book, f"g{cost - 1} gold 9", others))


@each_free
@pytest.mark.clause("WB-51", "WB-52")
def test_an_empty_stack_gives_nothing(book: str) -> None:
    stack = FREE[book]
    assert nothing_asked(warlock(book, "r9 g9 w9", f"| cards {stack}-1..7"))
    others = " ".join(f"{other}-1..7" for other in FREE.values() if other != stack)
    assert phase(warlock(book, "r9 g9 w9", f"| cards {others}")) == "use 0"


@pytest.mark.clause("WB-17", "WB-51")
@pytest.mark.parametrize(
    ("goods", "steps", "left"),
    [
        ("r1 g3", "pay red", "-"),
        ("r2 g9", "pay red;pay red", "g7"),
        ("r9", "pay red", "r5"),
        ("r1 g1 w2", "pay white;pay white;pay red", "-"),
        ("r1 g1 w2", "pay red;pay green", "-"),
        ("r1 g1 w3", "pay white;pay white;pay white;pay red", "g1"),
        ("r1 g1 w3", "pay red;pay green", "w1"),
    ],
)
def test_when_only_one_kind_is_left_the_rest_is_paid_at_once(goods: str, steps: str, left: str) -> None:
    s = warlock("magus", f"{goods} gold 1", "| cards copper-1..4")
    for step in steps.split(";"):
        assert phase(s) == "use 0"
        play(s, f"0 {step}")
    assert has(s, 0) == f"{left} gold 1".removeprefix("- ")
    assert (phase(s), s.picked[0], s.taken[0]) == ("call 0", 0, 5)


@pytest.mark.clause("WB-17", "WB-51")
def test_paying_that_has_begun_is_finished_with_what_is_left() -> None:
    s = warlock("strix", "r1 g3 w1", "| cards iron-1..4")
    assert legal(s, 0) == ["pay red", "pay green", "pay white", "decline"]
    play(s, "0 pay red")
    assert legal(s, 0) == ["pay green", "pay white"]
    assert why(s, 0, "pay red") == "You have no red wolf blood left for it (WB-17)"
    assert has(s, 0) == "r1 g3 w1"


@pytest.mark.clause("WB-52", "WB-54")
@pytest.mark.parametrize(
    ("goods", "cards", "may"),
    [
        ("r1 g1 w1", "", "copper iron silver"),
        ("r1", "", "iron"),
        ("g1 w1", "", "copper silver"),
        ("r9 g9", "", "iron silver"),
        ("r1 g1 w1", "copper-1", "copper iron silver"),
        ("g1 w1", "copper-1", "silver"),
        ("r9 g9 w9", "iron-1..7", "copper silver"),
        ("r9 g9 w9", "copper-1..7 silver-1..7", "iron"),
        ("r1 w1", "iron-1..4 copper-1..3", ""),
        ("r1 w2", "iron-1..4 copper-1..3", "copper"),
        ("r9 g9 w9 gold 9", "copper-1..7 iron-1..7 silver-1..7", ""),
        ("gold 9", "", ""),
    ],
)
def test_optio_takes_any_top_cauldron_that_can_be_paid(goods: str, cards: str, may: str) -> None:
    s = warlock("optio", goods, f"| cards {cards}" if cards else "")
    if not may:
        assert nothing_asked(s)
        return
    assert legal(s, 0) == [*(f"brew {stack}" for stack in may.split()), "decline"]


@pytest.mark.clause("WB-52", "WB-54")
def test_optio_pays_the_kinds_on_the_card_and_brings_no_vial() -> None:
    paid = {"copper": "r8 g9 w7", "iron": "r7 g8 w9", "silver": "r9 g7 w8"}
    for stack, left in paid.items():
        s = warlock("optio", "r9 g9 w9 gold 1", "| cards copper-1..3 iron-1..3 silver-1..3")
        play(s, f"0 brew {stack}")
        assert row(s, 0) == f"{left} gold 1 | hand snake | cards {stack}-4 | played warlock"
        assert (phase(s), s.card_points[0], sum(s.taken)) == ("call 0", 4, 10)


@each_turning
@pytest.mark.clause("WB-53")
def test_one_drop_of_the_kind_becomes_two_vials(book: str) -> None:
    letter = TURNING[book][0]
    s = warlock(book, f"{letter}2 gold 1")
    assert legal(s, 0) == ["use", "decline"]
    play(s, "0 use")
    assert (has(s, 0), phase(s)) == (f"{letter}1 gold 1 vials 2", "call 0")
    others = " ".join(f"{kind}9" for kind in "rgw" if kind != letter)
    assert nothing_asked(warlock(book, f"{others} gold 9"))
    assert phase(play(warlock(book, f"{letter}2"), "0 decline")) == "call 0"


@pytest.mark.clause("WB-37")
@pytest.mark.parametrize("book", ["copia", *FREE, "optio", *TURNING])
def test_the_favour_is_one_gold_whatever_the_spell(book: str) -> None:
    s = table(
        f"call 0, book {book}", "- | hand warlock", "- | hand warlock", "- | cards copper-1..7 iron-1..7 silver-1..7"
    )
    play(s, "0 call warlock", "1 favour")
    assert legal(s, 1) == ["use", "decline"]
    play(s, "1 use")
    assert (has(s, 1), s.got[1] > 0, s.card_points[1]) == ("gold 1", True, 0)


@pytest.mark.clause("WB-4", "WB-37")
def test_the_top_book_counts_in_every_set() -> None:
    for number in (1, 2, 8, 9, 17):
        s = table(f"call 0, set {number}, book herba optio", "r1 g1 | hand warlock snake", "-", "-")
        play(s, "0 call warlock", "0 use")
        assert has(s, 0) == "r1 vials 2"


@pytest.mark.clause("WB-51")
def test_a_cauldron_of_twelve_drops_is_paid_by_a_spell_too() -> None:
    deck = custom(iron=[{"cost": "rgwrgwrgwrgw", "points": 9, "raven": i < 2} for i in range(7)])
    s = table("call 0, book strix", "r9 g2 w2 | hand warlock snake", "-", "-", deck=deck)
    play(s, "0 call warlock", "0 pay green", "0 pay green", "0 pay white", "0 pay white", deck=deck)
    assert has(s, 0) == "r1"
    s = table("call 0, book strix", "r9 g2 | hand warlock snake", "-", "-", deck=deck)
    assert phase(play(s, "0 call warlock", deck=deck)) == "call 0"
