"""What can be taken back, and until when: WB-10, WB-17 and WB-40 (gifts: test_gifts)."""

from __future__ import annotations

import pytest

from coven.engine.match import IllegalAction, Match
from coven.games.witchs_brew.deck import default_deck
from coven.games.witchs_brew.game import GAME
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.contract import settles
from coven.games.witchs_brew.rules.state import WitchsBrew
from tests.games.witchs_brew.position import choices, dealt, legal, long, play, table

ALL = 0b111


def settled(s: WitchsBrew, seat: int) -> dict[str, int]:
    """By action of the seat: who can take nothing back after it."""
    tables = default_deck().tables
    return {text: settles(tables, s, seat, actions.parse_action(default_deck(), long(text))) for text in legal(s, seat)}


def called(role: str, goods: str, *others: str, book: str = "copia") -> WitchsBrew:
    s = table(f"call 0, book {book}", f"{goods} | hand {role} herb", *(others or ("-", "-")))
    return play(s, f"0 call {role}")


@pytest.mark.clause("WB-10")
def test_roles_can_be_taken_back_until_the_last_seat_has_its_five() -> None:
    s = dealt(3, 1)
    five = "wolf snake herb witch druid"
    for step in [*choices(0, five), *choices(2, five), *choices(1, five)[:4]]:
        assert set(settled(s, int(step[0])).values()) == {0}
        play(s, step)
    assert set(settled(s, 1).values()) == {ALL}


@pytest.mark.clause("WB-10")
def test_the_fifth_role_of_another_seat_settles_nothing() -> None:
    s = dealt(3, 1)
    play(s, *(step for seat in range(3) for step in choices(seat, "wolf snake herb witch")))
    assert all(set(settled(s, seat).values()) == {0} for seat in range(3))
    play(s, "0 choose druid")
    assert all(set(settled(s, seat).values()) == {0} for seat in (1, 2))


@pytest.mark.clause("WB-12", "WB-13", "WB-17")
def test_calls_answers_and_what_is_used_at_once_stay() -> None:
    s = table("call 0", *["r3 g1 gold 3 | hand witch"] * 3)
    assert set(settled(s, 0).values()) == {ALL}
    play(s, "0 call witch")
    assert settled(s, 1) == {"claim": ALL, "favour": ALL}
    play(s, "1 favour")
    assert settled(s, 1) == {"use": ALL, "decline": ALL}
    play(s, "1 use")
    assert settled(s, 1) == {"pay red": ALL, "pay green": ALL, "decline": ALL}
    assert settled(called("warlock", "r1 g1", book="optio"), 0) == {
        "brew iron": ALL,
        "brew silver": ALL,
        "decline": ALL,
    }
    assert settled(called("cutpurse", "gold 1"), 0) == {"use": ALL, "decline": ALL}


@pytest.mark.clause("WB-17")
def test_of_drops_picked_one_by_one_the_last_settles() -> None:
    for s in (called("assistant", "gold 1"), called("warlock", "-")):
        for picked in range(3):
            last = ALL if picked == 2 else 0
            expected = {f"take {kind}": last for kind in ("red", "green", "white")}
            assert settled(s, 0) == (expected | {"decline": ALL} if picked == 0 else expected)
            play(s, "0 take green")
    s = table("call 0", "- | hand assistant", "gold 1 | hand assistant", "-")
    play(s, "0 call assistant", "1 favour")
    assert set(settled(s, 1).values()) == {ALL}
    assert settled(called("alchemist", "r1 g5"), 0) == {"pay red": ALL, "pay green": ALL, "decline": ALL}


@pytest.mark.clause("WB-17", "WB-51")
def test_the_pick_that_leaves_no_choice_settles_too() -> None:
    s = called("warlock", "r1 g1 w2", "- | cards copper-1..3", "-", book="magus")
    assert settled(s, 0) == {"pay red": 0, "pay green": 0, "pay white": 0, "decline": ALL}
    play(s, "0 pay red")
    assert settled(s, 0) == {"pay green": ALL, "pay white": 0}
    play(s, "0 pay white")
    assert settled(s, 0) == {"pay green": ALL, "pay white": ALL}
    s = called("warlock", "r1 g3", "- | cards copper-1..3", "-", book="magus")
    assert settled(s, 0) == {"pay red": ALL, "pay green": 0, "decline": ALL}


@pytest.mark.clause("WB-40")
def test_added_goods_can_be_taken_back_until_enough_or_done() -> None:
    s = play(called("cutpurse", "gold 9"), "0 use")
    for missing in (3, 2, 1):
        assert settled(s, 0) == {"add gold": ALL if missing == 1 else 0, "done": ALL}
        play(s, "0 add gold")
    s = play(called("monk", "r1 w1"), "0 use")
    assert settled(s, 0) == {"add red": 0, "add white": 0, "done": ALL}
    play(s, "0 add red")
    assert settled(s, 0) == {"add white": ALL, "done": ALL}


@pytest.mark.clause("WB-17")
def test_after_taking_a_pick_back_one_may_decline_again() -> None:
    match = Match(GAME, 3, 5, options={"first_seat": 0})
    for seat in range(3):
        for role in ("assistant", "warlock", "witch", "wizard", "druid")[:: 1 if seat else -1]:
            match.act(seat, f"choose {role}")
    match.act(0, "call assistant")
    match.act(1, "favour")
    match.act(1, "decline")
    match.act(2, "claim")
    match.act(2, "take red")
    match.act(2, "take white")
    match.undo(2)
    match.undo(2)
    assert [action.text for action in match.legal(2)][-1] == "decline"
    with pytest.raises(IllegalAction):
        match.undo(2)
    with pytest.raises(IllegalAction, match="see that at once"):
        match.plan(2, "decline")
    for kind in ("white", "white", "red"):
        match.act(2, f"take {kind}")
    assert match.view(0)["goods"][2] == {"red": 2, "green": 1, "white": 3, "gold": 1, "vials": 0}
