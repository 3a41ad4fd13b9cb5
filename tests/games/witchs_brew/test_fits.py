"""Fits: it is true of what can be behind a view, and false of everything that cannot."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from coven.engine.states import SPECTATOR
from coven.games.witchs_brew.deck import default_deck
from coven.games.witchs_brew.mind.fits import fits
from coven.games.witchs_brew.rules.state import WitchsBrew
from tests.games.witchs_brew.position import goods, legal, play, position, roles, seen, table

Make = Callable[[], WitchsBrew]


def fit(s: WitchsBrew) -> bool:
    return fits(default_deck().tables, seen(s, SPECTATOR), s)


def choosing() -> WitchsBrew:
    return position(
        "choose 0 2, turned herb monk\n0 - | hand witch wolf\n1 - | hand wolf snake druid witch wizard\n2 -"
    )


def calling() -> WitchsBrew:
    return position(
        """
        call 0, set 2, turned herb monk snake wizard
        0 - | hand witch | played wolf
        1 - | hand druid | played fortune
        2 - | hand herb
        """
    )


def answering() -> WitchsBrew:
    s = table(
        "call 0", "- | hand witch", "- | hand druid", "- | hand witch herb", "- | hand witch wolf", "- | hand wolf"
    )
    return play(s, "0 call witch")


def asked_late() -> WitchsBrew:
    s = table("call 0", "- | hand witch | played wolf", "- | hand witch herb", "- | hand herb | played wolf")
    return play(s, "0 call witch")


def favour() -> WitchsBrew:
    s = table("call 0", "- | hand assistant", "gold 1 | hand assistant herb", "- | hand assistant wolf")
    return play(s, "0 call assistant", "1 favour")


def full() -> WitchsBrew:
    s = table("call 0", "gold 3 | hand assistant", "- | hand herb", "- | hand wolf")
    return play(s, "0 call assistant")


def giving() -> WitchsBrew:
    s = position("call 0\n0 r1 | hand monk wolf\n1 r2 g6 w1\n2 w9\n3 r4 g4 gold 3\n4 r1")
    return play(s, "0 call monk", "0 use", "3 give red", "3 give red")


def paying() -> WitchsBrew:
    s = table("call 0, book magus", "r1 g3 w1 gold 2 | hand warlock wolf", "- | cards copper-1..4", "-")
    return play(s, "0 call warlock", "0 pay green")


def vial() -> WitchsBrew:
    return play(table("call 0", "r4 | hand witch wolf", "-", "-"), "0 call witch", "0 use")


def calling_again() -> WitchsBrew:
    return play(table("call 0", "r4 | hand monk wolf", "-", "-"), "0 call monk", "0 decline")


def adding_gold() -> WitchsBrew:
    s = table("call 0", "r1 gold 5 | hand cutpurse wolf", "-", "-")
    return play(s, "0 call cutpurse", "0 use", "0 add gold")


def adding() -> WitchsBrew:
    s = table("call 0", "r2 g1 gold 1 | hand monk wolf", "-", "-")
    return play(s, "0 call monk", "0 use", "0 add red")


POSSIBLE: list[tuple[Make, str, int, str]] = [
    (choosing, "hand", 0, ""),
    (choosing, "hand", 0, "witch wolf snake druid"),
    (choosing, "hand", 1, "cutpurse alchemist fortune druid assistant"),
    (calling, "hand", 0, "warlock"),
    (calling, "hand", 1, "herb"),
    (answering, "hand", 2, "witch cutpurse"),
    (answering, "hand", 3, "wolf monk"),
    (answering, "hand", 4, "witch"),
    (answering, "hand", 1, "wolf"),
    (asked_late, "hand", 1, "witch druid"),
    (favour, "hand", 2, "assistant monk"),
    (favour, "hand", 2, "witch monk"),
    (giving, "picked", 1, "-"),
    (giving, "picked", 1, "r1"),
    (giving, "picked", 3, "r1 g1"),
    (giving, "picked", 3, "g2"),
    (full, "picked", 0, "r1 g1"),
    (favour, "picked", 1, "-"),
    (adding, "picked", 0, "r1 g1"),
    (adding_gold, "picked", 0, "gold 2"),
    (paying, "picked", 0, "r1 g1"),
    (paying, "picked", 0, "g3"),
    (adding, "picked", 0, "-"),
]

IMPOSSIBLE: list[tuple[str, Make, str, int, str]] = [
    ("a role that is out is chosen", choosing, "hand", 1, "wolf snake druid witch herb"),
    ("a role that is out is being chosen", choosing, "hand", 0, "monk"),
    ("four are ready", choosing, "hand", 1, "wolf snake druid witch"),
    ("six are ready", choosing, "hand", 1, "wolf snake druid witch wizard alchemist"),
    ("who has five still chooses", choosing, "hand", 0, "wolf snake druid witch wizard"),
    ("who has six still chooses", choosing, "hand", 2, "wolf snake druid witch wizard alchemist"),
    ("too many in a hand", calling, "hand", 1, "druid warlock"),
    ("too few in a hand", calling, "hand", 1, ""),
    ("a role that is out is held", calling, "hand", 1, "snake"),
    ("a role that one has played", calling, "hand", 0, "wolf"),
    ("a role that another has called", calling, "hand", 2, "wolf"),
    ("who is asked has not got the role", answering, "hand", 2, "herb druid"),
    ("who is asked holds a role called before", asked_late, "hand", 1, "witch wolf"),
    ("who has passed holds the role", answering, "hand", 1, "witch"),
    ("who has called the role holds it", answering, "hand", 0, "witch"),
    ("in the full action somebody holds the role", full, "hand", 1, "assistant"),
    ("who has had the favour holds the role", favour, "hand", 1, "assistant"),
    ("a gift too small", giving, "picked", 3, "r1"),
    ("a gift too large", giving, "picked", 3, "r2 g1"),
    ("a gift of more than there is", giving, "picked", 2, "r2"),
    ("a gift of gold", giving, "picked", 3, "r1 gold 1"),
    ("gold beside a gift", giving, "picked", 3, "r1 g1 gold 1"),
    ("nothing given by who has given", giving, "picked", 3, "-"),
    ("all given by who still gives", giving, "picked", 1, "g2"),
    ("a gift of who has no toll", giving, "picked", 4, "r1"),
    ("a gift of the monk", giving, "picked", 0, "r1"),
    ("picks of somebody else", full, "picked", 1, "r1"),
    ("as many picks as are due", full, "picked", 0, "r2 g1"),
    ("more picks than are due", full, "picked", 0, "r2 g2"),
    ("a favour's only pick", favour, "picked", 1, "r1"),
    ("picks of the claimant while a favour is used", favour, "picked", 0, "r1"),
    ("picks while roles are called", calling, "picked", 0, "r1"),
    ("picks while roles are chosen", choosing, "picked", 0, "r1"),
    ("picks while one answers", answering, "picked", 2, "r1"),
    ("more of a kind added than there is", adding, "picked", 0, "g2"),
    ("all added that there is", adding, "picked", 0, "r2 g1"),
    ("more added than there is", adding, "picked", 0, "r3"),
    ("another adds", adding, "picked", 1, "r1"),
    ("gold added to drops", adding, "picked", 0, "gold 1"),
    ("drops added to gold", adding_gold, "picked", 0, "r1"),
    ("a drop beside gold", adding_gold, "picked", 0, "r1 gold 1"),
    ("as much gold added as is missing", adding_gold, "picked", 0, "gold 3"),
    ("gold beside drops", adding, "picked", 0, "r1 gold 1"),
    ("gold beside picks", full, "picked", 0, "r1 gold 1"),
    ("more paid than there is", paying, "picked", 0, "r2"),
    ("gold beside a payment", paying, "picked", 0, "r1 gold 1"),
    ("a payment that leaves no choice and goes on", paying, "picked", 0, "r1 w1"),
    ("all that is due paid", paying, "picked", 0, "r1 g3"),
    ("picks while a vial is offered", vial, "picked", 0, "r1"),
    ("picks after the monk's round", calling_again, "picked", 0, "r1"),
    ("gold as a pick", full, "picked", 0, "gold 1"),
]


def changed(make: Make, field: str, seat: int, text: str) -> WitchsBrew:
    s = make()
    getattr(s, field)[seat] = roles(text.split()) if field == "hand" else goods(text)
    return s


@pytest.mark.clause("WB-10", "WB-13", "WB-14", "WB-20", "WB-39", "WB-70")
@pytest.mark.parametrize(("make", "field", "seat", "text"), POSSIBLE)
def test_possible_worlds_fit(make: Make, field: str, seat: int, text: str) -> None:
    assert fit(make())
    assert fit(changed(make, field, seat, text))


@pytest.mark.clause("WB-10", "WB-13", "WB-14", "WB-17", "WB-20", "WB-39", "WB-40", "WB-70")
@pytest.mark.parametrize(("what", "make", "field", "seat", "text"), IMPOSSIBLE)
def test_impossible_worlds_do_not_fit(what: str, make: Make, field: str, seat: int, text: str) -> None:
    s, wrong = make(), changed(make, field, seat, text)
    assert wrong != s
    assert seen(wrong, SPECTATOR) == seen(s, SPECTATOR)
    assert not fit(wrong), what


@pytest.mark.clause("WB-4", "WB-70")
def test_packs_hold_each_card_once() -> None:
    for field, place, card in (("books", 7, 0), ("books", 7, -1), ("books", 7, 8), ("spare", 11, 0), ("spare", 11, 12),
                               ("spare", 11, -2)):  # fmt: skip
        s = calling()
        assert getattr(s, field)[place] != card
        getattr(s, field)[place] = card
        assert not fit(s), (field, card)
    s = calling()
    s.books[6], s.books[7] = s.books[7], s.books[6]
    s.spare[10], s.spare[11] = s.spare[11], s.spare[10]
    assert fit(s)


@pytest.mark.clause("WB-39")
def test_a_seat_without_a_choice_is_not_asked_to_give() -> None:
    s = giving()
    assert legal(s, 1) == ["give red", "give green", "give white"]
    s.goods[1] = goods("r2 g6")
    s.picked[1] = goods("r1")
    assert fit(s)
    s.goods[1] = goods("r1 g7")
    assert not fit(s), "after its only red drop nothing but green is left"
