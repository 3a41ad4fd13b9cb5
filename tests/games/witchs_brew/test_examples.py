"""The rulebook's worked examples, seat by seat: Anna 0, Barb 1, Carl 2, Daniel 3, Emma 4."""

from __future__ import annotations

import pytest

from coven.games.witchs_brew.deck import default_deck
from coven.games.witchs_brew.rules.state import WitchsBrew
from tests.games.witchs_brew.position import legal, phase, play, position, same

WARLOCK_IN_FULL = """
    use 3, book herba, as warlock in full
    0 r1 g1 w1 gold 2 | hand wolf witch | played warlock | deposed
    1 r1 g1 w1 gold 3 | hand herb | played warlock | favour used
    2 r1 g1 w1 gold 2 | hand druid | played warlock | deposed
    3 r1 g1 w1 gold 2 | hand alchemist | played warlock | claim
    4 r1 g1 w1 gold 2 | hand cutpurse monk | pass
    """


def warlock_round() -> WitchsBrew:
    """Everybody but the fifth has the warlock in the hand."""
    return position(
        """
        call 0, book herba
        0 r1 g1 w1 gold 2 | hand warlock wolf witch
        1 r1 g1 w1 gold 2 | hand warlock herb
        2 r1 g1 w1 gold 2 | hand warlock druid
        3 r1 g1 w1 gold 2 | hand warlock alchemist
        4 r1 g1 w1 gold 2 | hand monk cutpurse
        """
    )


@pytest.mark.clause("WB-12", "WB-13", "WB-15", "WB-16", "WB-37")
def test_five_warlocks_and_one_who_passes() -> None:
    s = warlock_round()
    play(s, "0 call warlock")
    assert legal(s, 1) == ["claim", "favour"]
    play(s, "1 favour")
    assert legal(s, 1) == ["use", "decline"]
    play(s, "1 use")
    assert phase(s) == "answer 2"
    play(s, "2 claim", "3 claim")
    same(WARLOCK_IN_FULL, s)
    play(s, "3 use")
    same(
        """
        call 3, book herba
        0 r1 g1 w1 gold 2 | hand wolf witch | played warlock
        1 r1 g1 w1 gold 3 | hand herb | played warlock
        2 r1 g1 w1 gold 2 | hand druid | played warlock
        3 r1 w1 gold 2 vials 2 | hand alchemist | played warlock
        4 r1 g1 w1 gold 2 | hand cutpurse monk
        """,
        s,
    )
    play(s, "3 call alchemist")
    assert phase(s) == "use 3"


def cutpurse_round() -> WitchsBrew:
    """The shelf needs 5: it is the third, and two are gone."""
    s = position(
        """
        call 2
        0 gold 3 | hand cutpurse | cards gold-1
        1 gold 4 | hand cutpurse herb
        2 gold 2 | hand cutpurse
        3 gold 5 | hand wolf | cards gold-2
        4 gold 6 | hand cutpurse
        """
    )
    play(s, "2 call cutpurse", "4 favour", "0 claim", "1 claim")
    same(
        """
        use 1, book copia, as cutpurse in full
        0 gold 3 | cards gold-1 | played cutpurse | deposed
        1 gold 4 | hand herb | played cutpurse | claim
        2 gold 2 | played cutpurse | deposed
        3 gold 5 | hand wolf | cards gold-2 | pass
        4 gold 6 | played cutpurse | favour
        """,
        s,
    )
    play(s, "1 use")
    same(
        """
        add 1, book copia, as cutpurse in full, lying gold 3
        0 gold 2 | cards gold-1 | played cutpurse | deposed | toll 1
        1 gold 4 | hand herb | played cutpurse | claim used
        2 gold 2 | played cutpurse | deposed
        3 gold 4 | hand wolf | cards gold-2 | pass | toll 1
        4 gold 5 | played cutpurse | favour | toll 1
        """,
        s,
    )
    return s


@pytest.mark.clause("WB-14", "WB-38", "WB-40")
def test_barb_adds_two_gold_and_takes_the_shelf() -> None:
    assert default_deck().data["gold_shelf"][2]["needs"] == 5
    s = cutpurse_round()
    assert legal(s, 1) == ["add gold", "done"]
    play(s, "1 add gold")
    assert phase(s) == "add 1"
    play(s, "1 add gold")
    same(
        """
        call 1, book copia
        0 gold 2 | cards gold-1 | played cutpurse
        1 gold 2 | hand herb | cards gold-3 | played cutpurse
        2 gold 2 | played cutpurse
        3 gold 4 | hand wolf | cards gold-2
        4 gold 5 | played cutpurse
        """,
        s,
    )


@pytest.mark.clause("WB-38", "WB-40")
def test_without_them_the_shelf_stays_with_three_gold_on_it() -> None:
    s = cutpurse_round()
    play(s, "1 done")
    same(
        """
        call 1, book copia, lying gold 3
        0 gold 2 | cards gold-1 | played cutpurse
        1 gold 4 | hand herb | played cutpurse
        2 gold 2 | played cutpurse
        3 gold 4 | hand wolf | cards gold-2
        4 gold 5 | played cutpurse
        """,
        s,
    )


@pytest.mark.clause("WB-51", "WB-54")
def test_magus_takes_three_green_and_one_white_for_two_white_and_two_red() -> None:
    assert default_deck().data["copper"][4]["cost"] == "wwrr"
    s = position(
        """
        call 0, book magus
        0 g3 w2 | hand warlock wolf
        1 - | cards copper-1..4
        2 -
        """
    )
    play(s, "0 call warlock", "0 pay green", "0 pay white", "0 pay green", "0 pay green")
    same(
        """
        call 0, book magus
        0 w1 | hand wolf | cards copper-5 | played warlock
        1 - | cards copper-1..4
        2 -
        """,
        s,
    )
