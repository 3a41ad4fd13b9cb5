"""Giving to the begging monk: at the same time, sealed until all have given, taken back until then: WB-39."""

from __future__ import annotations

from itertools import permutations

import pytest

from coven.engine.match import IllegalAction, Match
from coven.engine.states import SPECTATOR
from coven.games.witchs_brew.deck import default_deck
from coven.games.witchs_brew.game import GAME
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.contract import settles
from coven.games.witchs_brew.rules.state import WitchsBrew
from tests.games.witchs_brew.position import asked, goods_text, has, legal, long, phase, play, position, same, seen, why


def begging() -> WitchsBrew:
    """Seat 0 owes one drop, 1 two, and 2 one of its only kind."""
    s = position(
        """
        call 3
        0 r4 g4 | hand monk
        1 r1 g3 w5 gold 9 | hand wolf
        2 w8 | hand monk
        3 r1 | hand monk herb
        """
    )
    return play(s, "3 call monk", "0 favour", "2 favour", "3 use")


def settled(s: WitchsBrew, step: str) -> int:
    """The seats that can take nothing back after the step."""
    return settles(default_deck().tables, s, int(step[0]), actions.parse_action(default_deck(), long(step[2:])))


@pytest.mark.clause("WB-39")
def test_all_who_have_a_choice_are_asked_at_the_same_time() -> None:
    s = begging()
    same(
        """
        give 0 1, book copia, as monk in full
        0 r4 g4 | played monk | favour | toll 1
        1 r1 g3 w5 gold 9 | hand wolf | pass | toll 2
        2 w8 | played monk | favour | toll 1 | picked w1
        3 r1 | hand herb | played monk | claim used
        """,
        s,
    )
    assert legal(s, 0) == ["give red", "give green"]
    assert legal(s, 1) == ["give red", "give green", "give white"]
    assert legal(s, 2) == legal(s, 3) == []


@pytest.mark.clause("WB-39")
def test_gifts_are_seen_when_all_have_given_and_not_before() -> None:
    s = begging()
    views = {viewer: seen(s, viewer) for viewer in (SPECTATOR, 0, 2, 3)}
    play(s, "1 give white")
    assert all(seen(s, viewer) == view for viewer, view in views.items())
    play(s, "1 give red")
    for viewer, view in views.items():
        now = seen(s, viewer)
        assert now.owing == 0b0001
        now.owing = view.owing
        assert now == view
    assert goods_text(seen(s, 1).picked[1]) == "r1 w1"
    play(s, "0 give green")
    same(
        """
        add 3, book copia, as monk in full, lying r1 g1 w2
        0 r4 g3 | played monk | favour | toll 1
        1 g3 w4 gold 9 | hand wolf | pass | toll 2
        2 w7 | played monk | favour | toll 1
        3 r1 | hand herb | played monk | claim used
        """,
        s,
    )
    play(s, "3 add red")
    assert (has(s, 3), s.card_points[3]) == ("-", 3)


@pytest.mark.clause("WB-39")
def test_a_gift_shows_in_the_givers_view_alone() -> None:
    worlds = [
        play(begging(), f"1 give {first}", f"1 give {second}")
        for first, second in permutations(("red", "green", "white"), 2)
    ]
    for viewer in (SPECTATOR, 0, 2, 3):
        assert len({seen(s, viewer).to_bytes() for s in worlds}) == 1
    assert len({seen(s, 1).to_bytes() for s in worlds}) == 3


@pytest.mark.clause("WB-39")
def test_the_order_of_giving_changes_nothing() -> None:
    steps = ["0 give red", "1 give white", "1 give green"]
    ends = {play(begging(), *order).to_bytes() for order in permutations(steps)}
    assert len(ends) == 1


@pytest.mark.clause("WB-39")
def test_a_seat_that_gave_or_has_no_toll_is_not_asked_again() -> None:
    s = play(begging(), "0 give red")
    assert asked(s) == [1]
    assert why(s, 0, "give red") == "Bob must still give to the Begging Monk (WB-39)"
    assert why(s, 3, "add red") == "Bob must still give to the Begging Monk (WB-39)"
    assert why(s, 1, "give white") is None


@pytest.mark.clause("WB-39")
@pytest.mark.parametrize(
    ("goods", "steps", "left"),
    [
        ("r4 g4 w4", "red;red;red", "r1 g4 w4"),
        ("r1 g1 w10", "red;green", "w9"),
        ("r2 w10", "red;red", "w9"),
        ("r2 w10", "white;white;white", "r2 w7"),
        ("r2 w10", "white;red;white", "r1 w8"),
        ("r1 g11", "red", "g9"),
    ],
)
def test_gifts_are_picked_one_by_one_while_there_is_a_choice(goods: str, steps: str, left: str) -> None:
    s = position(f"call 0\n0 r1 | hand monk wolf\n1 {goods}\n2 -")
    play(s, "0 call monk", "0 use")
    assert s.toll[1] == 3
    for step in steps.split(";"):
        assert phase(s) == "give 1"
        play(s, f"1 give {step}")
    assert (phase(s), has(s, 1)) == ("add 0", left)


@pytest.mark.clause("WB-39")
def test_a_kind_that_has_been_given_to_the_last_is_no_choice() -> None:
    s = position("call 0\n0 r1 | hand monk wolf\n1 r1 g5 w6\n2 -")
    play(s, "0 call monk", "0 use", "1 give red")
    assert legal(s, 1) == ["give green", "give white"]
    assert why(s, 1, "give red") == "You have no red wolf blood left for it (WB-17)"
    assert has(s, 1) == "r1 g5 w6"


@pytest.mark.clause("WB-39")
def test_the_toll_is_fixed_when_the_action_starts() -> None:
    s = position("call 0\n0 r1 | hand monk wolf\n1 r4 g4\n2 w4 g3")
    play(s, "0 call monk", "0 use")
    assert s.toll[:3] == [0, 2, 1]
    play(s, "1 give red")
    assert s.toll[:3] == [0, 2, 1]


@pytest.mark.clause("WB-39")
def test_a_gift_can_be_taken_back_until_the_last_seat_has_given() -> None:
    s = begging()
    assert [settled(s, step) for step in ("0 give red", "1 give red")] == [0, 0]
    play(s, "1 give white")
    assert [settled(s, step) for step in ("0 give red", "1 give red")] == [0, 0]
    play(s, "1 give white")
    assert settled(s, "0 give red") == 0b1111
    s = play(begging(), "0 give red")
    assert settled(s, "1 give white") == 0
    play(s, "1 give white")
    assert [settled(s, f"1 give {kind}") for kind in ("red", "green", "white")] == [0b1111] * 3


@pytest.mark.clause("WB-39")
def test_the_pick_that_leaves_no_choice_is_the_last() -> None:
    s = position("call 0\n0 r1 | hand monk wolf\n1 r1 w11\n2 -")
    play(s, "0 call monk", "0 use")
    assert (settled(s, "1 give red"), settled(s, "1 give white")) == (0b111, 0)


def monk_match() -> Match:
    """Everybody has drops enough, and somebody has just begged."""
    match = Match(GAME, 3, 5, options={"first_seat": 0})
    for seat in range(3):
        for role in ("wolf-keeper", "snake-hunter", "herb-collector", "begging-monk", "cutpurse"):
            match.act(seat, f"choose {role}")
    for role in ("wolf-keeper", "snake-hunter", "herb-collector"):
        match.act(0, f"call {role}")
        for seat in (1, 2):
            match.act(seat, "favour")
            match.act(seat, "use")
        match.act(0, "use")
    match.act(0, "call begging-monk")
    match.act(1, "claim")
    match.act(2, "claim")
    match.act(2, "use")
    return match


@pytest.mark.clause("WB-39")
def test_undo_at_the_table() -> None:
    match = monk_match()
    assert list(match.pending) == [0, 1]
    before = match.state.copy()
    match.act(0, "give red")
    assert match.can_undo(0)
    assert not match.can_undo(2)
    match.act(0, "give white")
    match.act(0, "give white")
    assert list(match.pending) == [1]
    match.undo(0)
    match.undo(0)
    match.undo(0)
    assert match.state == before
    for kind in ("green", "white", "white"):
        match.act(0, f"give {kind}")
    match.act(1, "give red")
    assert not match.can_undo(0)
    with pytest.raises(IllegalAction, match="nothing to take back"):
        match.undo(0)
