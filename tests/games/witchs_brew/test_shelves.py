"""Cutpurse and begging monk: WB-38 to WB-40."""

from __future__ import annotations

import pytest

from coven.games.witchs_brew.rules.goods import GOLD, count, drop_count
from coven.games.witchs_brew.rules.state import Deed, WitchsBrew
from tests.games.witchs_brew.position import PLAYERS, custom, goods_text, has, legal, phase, play, row, same, table, why

EMPTY = {"cutpurse": "gold-1..5", "monk": "drops-1..5"}


def caller(role: str, own: str, *others: str, lying: str = "", answers: str = "") -> WitchsBrew:
    """Seat 0 has called the role, the others have answered: "3 claim 2 favour" and so on; needs their hands."""
    s = table("call 0" + (f", lying {lying}" if lying else ""), f"{own} | hand {role} wolf", *others)
    words = answers.split()
    return play(s, f"0 call {role}", *(f"{seat} {word}" for seat, word in zip(words[::2], words[1::2], strict=True)))


@pytest.mark.clause("WB-38")
@pytest.mark.parametrize("gold", range(13))
def test_a_third_of_the_gold_rounded_down(gold: int) -> None:
    s = play(caller("cutpurse", "-", f"gold {gold} r9", "gold 3", lying="gold 9" if gold == 12 else ""), "0 use")
    assert count(s.goods[1], GOLD) == gold - gold // 3
    assert s.toll[1] == gold // 3
    assert drop_count(s.goods[1]) == 9


@pytest.mark.clause("WB-14", "WB-38")
@pytest.mark.parametrize("gold", range(10))
def test_the_favour_of_the_cutpurse_saves_one_gold_and_never_brings_any(gold: int) -> None:
    s = caller("cutpurse", "gold 1", f"gold {gold} | hand cutpurse", "-", answers="1 favour")
    play(s, "0 use")
    toll = max(0, gold // 3 - 1)
    assert (count(s.goods[1], GOLD), s.toll[1]) == (gold - toll, toll)


@pytest.mark.clause("WB-39")
@pytest.mark.parametrize("drops", range(14))
@pytest.mark.parametrize("is_favour", [False, True])
def test_a_quarter_of_all_drops_rounded_down_and_one_less_by_favour(drops: int, is_favour: bool) -> None:
    s = caller("monk", "r1", f"w{drops} gold 9 | hand {'monk' if is_favour else 'snake'}", "-",
               answers="1 favour" if is_favour else "")  # fmt: skip
    play(s, "0 use")
    toll = max(0, drops // 4 - is_favour)
    assert has(s, 1) == (f"w{drops - toll} gold 9" if drops else "gold 9")
    assert s.toll[1] == toll


@pytest.mark.clause("WB-39")
@pytest.mark.parametrize(("goods", "toll"), [("r1 g1 w1", 0), ("r2 g1 w1", 1), ("r3 g3 w1", 1), ("r3 g3 w2", 2)])
def test_drops_of_all_kinds_count_together(goods: str, toll: int) -> None:
    s = play(caller("monk", "r1", goods, "-"), "0 use")
    assert s.toll[1] == toll


@pytest.mark.clause("WB-14", "WB-38", "WB-39")
@pytest.mark.parametrize(("role", "own", "most"), [("cutpurse", "gold 9", 3), ("monk", "r12", 3)])
def test_deposed_claimants_pay_in_full_and_the_claimant_never(role: str, own: str, most: int) -> None:
    s = caller(role, own, f"{own} | hand {role}", f"{own} | hand {role}", f"{own} | hand {role}",
               f"{own} | hand wolf", answers="1 favour 2 claim 3 favour")  # fmt: skip
    assert row(s, 0).endswith(f"| hand wolf | played {role} | deposed")
    play(s, "2 use")
    assert s.toll[:5] == [most, most - 1, 0, most - 1, most]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.clause("WB-38", "WB-39")
def test_everybody_else_pays(players: int) -> None:
    for claimant in range(players):
        for role, own, left in (("cutpurse", "gold 3", "gold 2"), ("monk", "w4", "w3")):
            hands = [f"{own} | hand {role}" if seat in (0, claimant) else own for seat in range(players)]
            s = table("call 0", *hands)
            play(s, f"0 call {role}", *[f"{claimant} claim"] * (claimant > 0), f"{claimant} use")
            assert [has(s, seat) for seat in range(players) if seat != claimant] == [left] * (players - 1)
            assert s.toll[claimant] == 0


@pytest.mark.clause("WB-38", "WB-40")
def test_enough_on_the_shelf_takes_it_at_once_and_the_surplus_is_lost() -> None:
    s = play(caller("cutpurse", "gold 7", "gold 9", "gold 8"), "0 use")
    same(
        """
        call 0, book copia
        0 gold 7 | hand wolf | cards gold-1 | played cutpurse
        1 gold 6
        2 gold 6
        """,
        s,
    )
    assert (s.card_points[0], s.deed[0]) == (2, Deed.USED)


@pytest.mark.clause("WB-38", "WB-40")
def test_exactly_enough_is_enough() -> None:
    s = play(caller("cutpurse", "gold 7", "gold 6", "gold 3"), "0 use")
    assert row(s, 0) == "gold 7 | hand wolf | cards gold-1 | played cutpurse"
    s = play(caller("cutpurse", "gold 7", "gold 6", "gold 2"), "0 use")
    assert (phase(s), legal(s, 0)) == ("add 0", ["add gold", "done"])
    play(s, "0 add gold")
    assert row(s, 0) == "gold 6 | hand wolf | cards gold-1 | played cutpurse"
    assert s.on_shelf[0] == 0


@pytest.mark.clause("WB-38", "WB-40")
@pytest.mark.parametrize(
    ("added", "left", "lying"),
    [(0, "gold 5", "-"), (1, "gold 4", "gold 1"), (2, "gold 3", "gold 2"), (3, "gold 2", "-")],
)
def test_one_adds_from_nothing_to_what_is_missing(added: int, left: str, lying: str) -> None:
    s = play(caller("cutpurse", "gold 5", "r5", "gold 2"), "0 use", *["0 add gold"] * added)
    assert phase(s) == ("call 0" if added == 3 else "add 0")
    if added < 3:
        play(s, "0 done")
    assert has(s, 0) == left
    assert goods_text(s.on_shelf[0]) == lying
    assert (phase(s), s.taken[3]) == ("call 0", int(added == 3))


@pytest.mark.clause("WB-40")
def test_with_the_last_of_ones_own_adding_ends() -> None:
    s = play(caller("cutpurse", "r5 gold 2", "-", "-"), "0 use", "0 add gold")
    assert phase(s) == "add 0"
    play(s, "0 add gold")
    assert (phase(s), has(s, 0), goods_text(s.on_shelf[0])) == ("call 0", "r5", "gold 2")
    assert s.taken[3] == 0


@pytest.mark.clause("WB-40")
def test_a_seat_without_goods_is_not_asked_to_add() -> None:
    s = play(caller("cutpurse", "r9", "gold 3", "-"), "0 use")
    assert (phase(s), goods_text(s.on_shelf[0]), s.deed[0]) == ("call 0", "gold 1", Deed.USED)
    s = play(caller("monk", "gold 9", "w4", "-"), "0 use")
    assert (phase(s), goods_text(s.on_shelf[1])) == ("call 0", "w1")


@pytest.mark.clause("WB-17", "WB-40")
def test_where_nobody_has_anything_nothing_is_asked() -> None:
    for role, goods in (("cutpurse", "gold 2 r9"), ("monk", "r3 gold 9")):
        own = "r9" if role == "cutpurse" else "gold 9"
        s = caller(role, own, goods, goods)
        assert (phase(s), s.deed[0]) == ("call 0", Deed.UNABLE)
        s = caller(role, goods, own, own)
        assert phase(s) == "use 0"


@pytest.mark.clause("WB-17", "WB-40")
def test_by_favours_there_may_be_nothing_to_collect() -> None:
    s = caller("cutpurse", "-", "gold 5 | hand cutpurse", "gold 2", answers="1 favour")
    assert (phase(s), s.deed[0]) == ("call 0", Deed.UNABLE)


@pytest.mark.clause("WB-40")
def test_with_no_shelf_left_nothing_is_done_and_nobody_pays() -> None:
    for role, gone in EMPTY.items():
        s = caller(role, "r9 gold 9", f"r9 gold 9 | cards {gone}", f"r9 gold 9 | hand {role}", answers="2 favour")
        assert (phase(s), s.deed[0], s.toll[:3]) == ("call 0", Deed.UNABLE, [0, 0, 0])
        assert [has(s, seat) for seat in range(3)] == ["r9 gold 9"] * 3
        other = EMPTY["monk" if role == "cutpurse" else "cutpurse"]
        assert phase(caller(role, "r9 gold 9", f"- | cards {other}", "-")) == "use 0"


@pytest.mark.clause("WB-38", "WB-39")
def test_goods_on_a_shelf_stay_over_rounds_and_sets() -> None:
    s = table(
        "call 0",
        "gold 1 | hand cutpurse monk",
        "gold 4 r4 w1 | hand wolf",
        "gold 3 w5 | hand wolf",
    )
    play(
        s, "0 call cutpurse", "0 use", "0 done", "0 call monk", "0 use", "1 give red", "1 call wolf", "2 claim", "2 use"
    )
    same(
        """
        choose 0 1 2, set 2, book magus, lying r1 w1 gold 2
        0 gold 1
        1 r3 w1 gold 3
        2 r3 w4 gold 2
        """,
        s,
    )


@pytest.mark.clause("WB-38")
def test_gold_of_former_rounds_counts_and_all_of_it_goes() -> None:
    s = play(caller("cutpurse", "gold 1", "gold 3", "-", lying="gold 2 r4"), "0 use")
    assert row(s, 0) == "gold 1 | hand wolf | cards gold-1 | played cutpurse"
    assert [goods_text(some) for some in s.on_shelf] == ["-", "r4"]
    s = play(caller("cutpurse", "gold 1", "gold 3", "-", lying="gold 1"), "0 use", "0 add gold")
    assert row(s, 0) == "- | hand wolf | cards gold-1 | played cutpurse"


@pytest.mark.clause("WB-39", "WB-40")
def test_the_monk_takes_a_shelf_with_drops_of_any_kinds() -> None:
    s = play(caller("monk", "r1 g2 w1 gold 3", "w8", "g4", lying="w1 gold 2"), "0 use")
    assert legal(s, 0) == ["add red", "add green", "add white", "done"]
    play(s, "0 add green")
    same(
        """
        call 0, book copia, lying gold 2
        0 r1 g1 w1 gold 3 | hand wolf | cards drops-1 | played monk
        1 w6
        2 g3
        """,
        s,
    )


@pytest.mark.clause("WB-40")
def test_drops_are_added_one_by_one_while_they_last() -> None:
    s = play(caller("monk", "r1 g1 gold 9", "-", "-"), "0 use", "0 add red")
    assert legal(s, 0) == ["add green", "done"]
    assert why(s, 0, "add red") == "You have no red wolf blood left for it (WB-17)"
    play(s, "0 add green")
    assert (phase(s), has(s, 0), goods_text(s.on_shelf[1])) == ("call 0", "gold 9", "r1 g1")


@pytest.mark.clause("WB-38", "WB-39")
@pytest.mark.parametrize(("role", "stack", "kind"), [("cutpurse", "gold", "gold "), ("monk", "drops", "r")])
def test_every_shelf_needs_what_it_shows_and_bears_its_points(role: str, stack: str, kind: str) -> None:
    needs, points = ([3, 4, 5, 6, 7], [2, 3, 4, 5, 6]) if role == "cutpurse" else ([5, 6, 6, 7, 8], [3, 4, 4, 5, 6])
    for place, (need, worth) in enumerate(zip(needs, points, strict=True), 1):
        below = f"- | cards {stack}-1..{place - 1}" if place > 1 else "-"
        add = "0 add gold" if role == "cutpurse" else "0 add red"
        s = play(caller(role, f"{kind}9", below, "-"), "0 use", *[add] * (need - 1))
        assert phase(s) == "add 0"
        play(s, add)
        assert (phase(s), s.card_points[0], s.ravens[0]) == ("call 0", worth, int(place in (3, 5)))
        assert row(s, 0) == f"{kind}{9 - need} | hand wolf | cards {stack}-{place} | played {role}"


@pytest.mark.clause("WB-40")
def test_a_shelf_brings_no_vial() -> None:
    s = play(caller("monk", "r9", "w20", "-"), "0 use")
    assert (phase(s), row(s, 0)) == ("call 0", "r9 | hand wolf | cards drops-1 | played monk")


@pytest.mark.clause("WB-38", "WB-40")
def test_a_shelf_of_a_deck_of_ones_own() -> None:
    deck = custom(gold_shelf=[{"needs": 1, "points": 9, "raven": True}, {"needs": 30, "points": 9, "raven": True},
                              *[{"needs": 2, "points": 10}] * 3])  # fmt: skip
    s = table("call 0", "gold 30 | hand cutpurse wolf", "gold 3", "gold 3", deck=deck)
    play(s, "0 call cutpurse", "0 use", deck=deck)
    assert (phase(s), row(s, 0)) == ("call 0", "gold 30 | hand wolf | cards gold-1 | played cutpurse")
    s = table("call 0", "gold 30 | hand cutpurse wolf", "gold 3 | cards gold-1", "gold 3", deck=deck)
    play(s, "0 call cutpurse", "0 use", *["0 add gold"] * 27, deck=deck)
    assert phase(s) == "add 0"
    play(s, "0 add gold", deck=deck)
    assert (has(s, 0), s.card_points[0]) == ("gold 2", 9)
