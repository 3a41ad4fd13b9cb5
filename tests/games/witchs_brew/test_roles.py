"""The roles one by one, full and by favour, and what cannot be done: WB-17, WB-30 to WB-37."""

from __future__ import annotations

import pytest

from coven.games.witchs_brew.rules.state import Deed, WitchsBrew
from tests.games.witchs_brew.position import custom, has, legal, phase, play, row, table, why

BREWERS = {"wizard": ("copper", "w", "w1"), "witch": ("iron", "r", "r1"), "druid": ("silver", "g", "g1")}
each_brewer = pytest.mark.parametrize("role", BREWERS)


def full(role: str, goods: str, others: str = "", book: str = "copia") -> WitchsBrew:
    """Seat 0 alone holds the role, and others may have cards; it has been called."""
    s = table(f"call 0, book {book}", f"{goods} | hand {role} monk", f"- {others}", "-")
    return play(s, f"0 call {role}")


def favour(role: str, goods: str, others: str = "", claimant: str = "-") -> WitchsBrew:
    """Seat 0 has called the role, and seat 1 has taken its favour."""
    s = table("call 0", f"{claimant} | hand {role} cutpurse", f"{goods} | hand {role} monk", f"- {others}")
    return play(s, f"0 call {role}", "1 favour")


@pytest.mark.clause("WB-30", "WB-31", "WB-32", "WB-33", "WB-37")
@pytest.mark.parametrize(
    ("role", "steps", "before", "after"),
    [
        ("wolf", "use", "-", "r3"),
        ("snake", "use", "-", "w3"),
        ("herb", "use", "-", "g3"),
        ("wolf", "use", "r2 g1 gold 4", "r5 g1 gold 4"),
        ("alchemist", "pay red", "r1 g1", "g1 gold 5"),
        ("alchemist", "pay green", "r1 g2 gold 1", "r1 g1 gold 6"),
        ("alchemist", "pay white", "w1", "gold 5"),
        ("fortune", "use", "gold 1", "vials 2"),
        ("fortune", "use", "r1 gold 4 vials 3", "r1 gold 3 vials 5"),
        ("assistant", "take red;take green;take white", "gold 1", "r1 g1 w1"),
        ("assistant", "take white;take white;take white", "gold 3 w1", "w4 gold 2"),
        ("assistant", "take red;take green;take red", "gold 2", "r2 g1 gold 1"),
    ],
)
def test_full_actions(role: str, steps: str, before: str, after: str) -> None:
    s = full(role, before)
    play(s, *(f"0 {step}" for step in steps.split(";")))
    assert has(s, 0) == after
    assert (phase(s), s.deed[0]) == ("call 0", Deed.USED)
    assert has(s, 1) == has(s, 2) == "-"


@pytest.mark.clause("WB-30", "WB-31", "WB-32", "WB-33", "WB-37")
@pytest.mark.parametrize(
    ("role", "steps", "before", "after"),
    [
        ("wolf", "use", "-", "r1"),
        ("snake", "use", "-", "w1"),
        ("herb", "use", "r1", "r1 g1"),
        ("alchemist", "pay red", "r1 g1", "g1 gold 2"),
        ("alchemist", "pay white", "w2 gold 1", "w1 gold 3"),
        ("fortune", "use", "gold 2", "gold 1 vials 1"),
        ("assistant", "take green", "gold 1", "g1"),
        ("assistant", "take red", "r1 gold 5", "r2 gold 4"),
        ("warlock", "use", "gold 2", "gold 3"),
        ("warlock", "use", "-", "gold 1"),
    ],
)
def test_favours(role: str, steps: str, before: str, after: str) -> None:
    s = favour(role, before, claimant="r1 gold 1")
    play(s, *(f"1 {step}" for step in steps.split(";")))
    assert has(s, 1) == after
    assert (phase(s), s.deed[1], s.deed[0]) == ("use 0", Deed.USED, Deed.OPEN)
    assert has(s, 0) == "r1 gold 1"


@pytest.mark.clause("WB-17")
@pytest.mark.parametrize("role", ["alchemist", "fortune", "assistant", "wizard", "witch", "druid"])
def test_where_nothing_can_be_done_nothing_is_asked(role: str) -> None:
    useless = {"alchemist": "gold 9 vials 2", "fortune": "r9 g9 w9", "assistant": "r9 g9 w9", "wizard": "r9 g9 gold 9",
               "witch": "g9 w9 gold 9", "druid": "r9 w9 gold 9"}[role]  # fmt: skip
    s = full(role, useless)
    assert (phase(s), s.deed[0]) == ("call 0", Deed.UNABLE)
    s = favour(role, useless, f"| hand {role}")
    assert (phase(s), s.deed[1]) == ("answer 2", Deed.UNABLE)
    assert has(s, 1) == has(full(role, useless), 0) == " ".join(useless.split())


@pytest.mark.clause("WB-17")
@pytest.mark.parametrize(
    "role", ["wolf", "snake", "herb", "alchemist", "fortune", "assistant", "wizard", "witch", "druid", "warlock"]
)
def test_a_usable_role_may_be_declined_once(role: str) -> None:
    rich = "r3 g3 w3 gold 3"
    s = full(role, rich)
    assert legal(s, 0)[-1] == "decline"
    play(s, "0 decline")
    assert (has(s, 0), phase(s), s.deed[0]) == (rich, "call 0", Deed.DECLINED)
    s = favour(role, rich, f"| hand {role}")
    assert legal(s, 1)[-1] == "decline"
    play(s, "1 decline")
    assert (has(s, 1), phase(s), s.deed[1]) == (rich, "answer 2", Deed.DECLINED)


@pytest.mark.clause("WB-17")
def test_the_red_roles_may_be_declined_and_nobody_pays() -> None:
    for role in ("cutpurse", "monk"):
        s = table("call 0", f"r5 gold 5 | hand {role} wolf", "r9 gold 9", "-")
        play(s, f"0 call {role}", "0 decline")
        assert (has(s, 0), has(s, 1), phase(s)) == ("r5 gold 5", "r9 gold 9", "call 0")
        assert s.on_shelf[:2] == [0, 0]


@pytest.mark.clause("WB-17", "WB-33")
def test_an_action_begun_is_finished() -> None:
    s = full("assistant", "gold 1")
    assert legal(s, 0) == ["take red", "take green", "take white", "decline"]
    play(s, "0 take red")
    assert legal(s, 0) == ["take red", "take green", "take white"]
    assert why(s, 0, "decline") == "Finish what you have begun: pick the rest, or take it back (WB-17)"
    play(s, "0 take red")
    assert legal(s, 0) == ["take red", "take green", "take white"]
    assert has(s, 0) == "gold 1"


@pytest.mark.clause("WB-31")
def test_the_alchemist_pays_one_of_the_kinds_that_are_there() -> None:
    assert legal(full("alchemist", "g1 w2"), 0) == ["pay green", "pay white", "decline"]
    assert legal(full("alchemist", "r1"), 0) == ["pay red", "decline"]
    assert legal(favour("alchemist", "r1 g1 w2"), 1) == ["pay red", "pay green", "pay white", "decline"]


@each_brewer
@pytest.mark.clause("WB-34", "WB-35")
def test_brewing_in_full_pays_the_drops_of_the_top_card(role: str) -> None:
    stack, price = BREWERS[role][0], BREWERS[role][2]
    s = full(role, f"{price} gold 2")
    assert legal(s, 0) == ["use", "decline"]
    play(s, "0 use")
    assert row(s, 0) == f"gold 2 | hand monk | cards {stack}-1 | played {role}"
    assert (phase(s), s.card_points[0]) == ("call 0", 2)
    s = full(role, "r2 g2 w2 gold 2", f"| cards {stack}-1")
    play(s, "0 use")
    cost = {"wizard": "r1 g2 w1", "witch": "r1 g1 w2", "druid": "r2 g1 w1"}[role]
    assert row(s, 0).startswith(f"{cost} gold 2 | hand monk | cards {stack}-2 | played {role}")
    assert (phase(s), s.card_points[0]) == ("vial 0", 3)


@each_brewer
@pytest.mark.clause("WB-34")
def test_brewing_by_favour_costs_two_gold_more(role: str) -> None:
    stack, _, price = BREWERS[role]
    for gold in range(4):
        s = favour(role, f"{price} gold {gold}", f"| hand {role}")
        assert phase(s) == ("use 1" if gold >= 2 else "answer 2")
        if gold >= 2:
            play(s, "1 use")
            rest = f"gold {gold - 2}" if gold > 2 else "-"
            assert row(s, 1) == f"{rest} | hand monk | cards {stack}-1 | played {role} | favour used"
            assert phase(s) == "answer 2"


@pytest.mark.clause("WB-34")
@pytest.mark.parametrize(
    ("goods", "can"),
    [("r2 g2", True), ("r3 g3 w1", True), ("r2 g1 w9", False), ("r1 g3", False), ("r9", False), ("g9 gold 9", False)],
)
def test_every_drop_on_the_card_is_needed(goods: str, can: bool) -> None:
    assert phase(full("witch", goods, "| cards iron-1..4")) == ("use 0" if can else "call 0")


@pytest.mark.clause("WB-34", "WB-36")
def test_a_favour_can_make_it_too_dear_for_the_claimant() -> None:
    s = favour("witch", "r1 gold 2", claimant="r1 gold 9")
    play(s, "1 use")
    assert row(s, 0) == "r1 gold 9 | hand cutpurse | played witch"
    assert (phase(s), s.deed[0]) == ("call 0", Deed.UNABLE)
    s = favour("witch", "r1 gold 2", claimant="r1 gold 9")
    play(s, "1 decline", "0 use")
    assert row(s, 0) == "gold 9 | hand cutpurse | cards iron-1 | played witch"


@pytest.mark.clause("WB-36")
def test_a_favour_can_take_the_last_cauldron() -> None:
    s = favour("druid", "g3 w2 gold 2", "| hand druid | cards silver-1..6", claimant="r9 g9 w9")
    play(s, "1 use")
    assert (phase(s), s.taken[2]) == ("answer 2", 7)
    play(s, "2 favour")
    assert (phase(s), s.deed[:3]) == ("call 0", [Deed.UNABLE, Deed.USED, Deed.UNABLE])
    assert row(s, 1) == "- | hand monk | cards silver-7 | played druid"


@each_brewer
@pytest.mark.clause("WB-17", "WB-36")
def test_an_empty_stack_asks_nobody(role: str) -> None:
    stack = BREWERS[role][0]
    s = table(
        "call 0", f"r9 g9 w9 gold 9 | hand {role} monk", f"r9 g9 w9 gold 9 | hand {role}", f"- | cards {stack}-1..7"
    )
    play(s, f"0 call {role}", "1 favour")
    assert (phase(s), s.deed[:2]) == ("call 0", [Deed.UNABLE, Deed.UNABLE])


@pytest.mark.clause("WB-35")
def test_one_more_drop_may_become_a_vial_and_only_one() -> None:
    s = full("witch", "r3 w1 gold 1")
    play(s, "0 use")
    assert (phase(s), legal(s, 0)) == ("vial 0", ["pay red", "pay white", "decline"])
    play(s, "0 pay red")
    assert row(s, 0) == "r1 w1 gold 1 vials 1 | hand monk | cards iron-1 | played witch"
    assert phase(s) == "call 0"
    s = play(full("witch", "r3 w1 gold 1"), "0 use", "0 pay white")
    assert has(s, 0) == "r2 gold 1 vials 1"
    s = play(full("witch", "r3 w1 gold 1"), "0 use", "0 decline")
    assert (has(s, 0), phase(s), s.deed[0]) == ("r2 w1 gold 1", "call 0", Deed.USED)


@pytest.mark.clause("WB-35")
def test_without_a_drop_left_no_vial_is_asked() -> None:
    s = play(full("witch", "r1 gold 5 vials 2"), "0 use")
    assert phase(s) == "call 0"
    s = favour("witch", "r1 gold 5", "| hand witch")
    play(s, "1 use")
    assert (phase(s), has(s, 1)) == ("answer 2", "gold 3")


@pytest.mark.clause("WB-35")
def test_each_who_brews_in_a_round_is_asked_for_a_vial_at_once() -> None:
    s = favour("witch", "r2 gold 2", "| hand wolf", claimant="r1 g2 w1")
    play(s, "1 use")
    assert (phase(s), legal(s, 1)) == ("vial 1", ["pay red", "decline"])
    play(s, "1 pay red", "0 use")
    assert (phase(s), legal(s, 0)) == ("vial 0", ["pay green", "pay white", "decline"])
    play(s, "0 pay green")
    assert (has(s, 0), has(s, 1)) == ("w1 vials 1", "vials 1")


@pytest.mark.clause("WB-34", "WB-61")
def test_cards_are_taken_from_the_top_with_their_points_and_ravens() -> None:
    points, ravens = [], []
    for place in range(1, 8):
        below = f"| cards copper-1..{place - 1}" if place > 1 else ""
        s = play(full("wizard", "r9 g9 w9", below), "0 use")
        points.append(s.card_points[0])
        ravens.append(s.ravens[0])
        assert f"| cards copper-{place} |" in row(s, 0)
    assert points == [2, 3, 3, 4, 5, 5, 6]
    assert ravens == [0, 0, 0, 0, 1, 0, 1]


@pytest.mark.clause("WB-60", "WB-61")
def test_points_and_ravens_of_several_cards_add_up() -> None:
    s = table("call 0", "r9 g9 w9 gold 9 | hand wizard witch cutpurse | cards copper-1..4", "- | cards iron-1..6", "-")
    play(s, "0 call wizard", "0 use", "0 decline", "0 call witch", "0 use", "0 decline")
    play(s, "0 call cutpurse", "0 use", *["0 add gold"] * 3)
    assert (s.card_points[0], s.ravens[0]) == (12 + 5 + 6 + 2, 2)
    assert s.owners[0][4] == s.owners[1][6] == s.owners[3][0] == 0


@pytest.mark.clause("WB-3", "WB-34")
def test_a_deck_of_ones_own_sets_price_points_and_ravens() -> None:
    deck = custom(copper=[{"cost": "rrg", "points": 7, "raven": True}, {"cost": "w", "points": 7, "raven": True},
                          *[{"cost": "w", "points": 8}] * 5])  # fmt: skip
    for goods, can in (("r2 g1", True), ("r1 g1 w3", False)):
        s = table("call 0", f"{goods} | hand wizard wolf", "-", "-", deck=deck)
        play(s, "0 call wizard", deck=deck)
        assert phase(s) == ("use 0" if can else "call 0")
    s = table("call 0", "r2 g1 | hand wizard wolf", "-", "-", deck=deck)
    play(s, "0 call wizard", "0 use", deck=deck)
    assert (has(s, 0), s.card_points[0], s.ravens[0]) == ("-", 7, 1)


@pytest.mark.clause("WB-2", "WB-30", "WB-32")
def test_goods_never_run_out() -> None:
    s = full("wolf", "r500 gold 900 vials 700")
    play(s, "0 use")
    assert has(s, 0) == "r503 gold 900 vials 700"
    s = play(full("fortune", "gold 2047 vials 2000"), "0 use")
    assert has(s, 0) == "gold 2046 vials 2002"
