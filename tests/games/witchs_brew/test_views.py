"""What each seat and a spectator see: WB-4, WB-6, WB-14, WB-20 and WB-23."""

from __future__ import annotations

import random

import pytest

from coven.engine.states import SPECTATOR
from coven.games.witchs_brew.rules.state import WitchsBrew
from tests.games.witchs_brew.position import (
    PLAYERS,
    asked,
    books,
    choose_all,
    dealt,
    draw,
    legal,
    play,
    play_set,
    position,
    same,
    seen,
)

HANDS = ("wolf snake herb warlock cutpurse", "wolf herb witch monk druid", "assistant fortune alchemist wolf herb")
BOOKS = "herba optio copia magus strix sanatio lupus serpens"


@pytest.mark.clause("WB-20", "WB-23")
def test_of_other_hands_only_their_size_is_seen() -> None:
    s = position(
        """
        call 0
        0 r1 | hand witch wolf
        1 g1 vials 3 | hand witch druid monk | cards copper-1
        2 gold 2 | hand herb
        """
    )
    same(
        """
        call 0, book copia
        0 r1 | hand wolf witch
        1 g1 vials 3 | hand ? ? ? | cards copper-1
        2 gold 2 | hand ?
        """,
        seen(s, 0),
    )
    same(
        """
        call 0, book copia
        0 r1 | hand ? ?
        1 g1 vials 3 | hand ? ? ? | cards copper-1
        2 gold 2 | hand ?
        """,
        seen(s, SPECTATOR),
    )


@pytest.mark.clause("WB-14", "WB-23")
def test_the_asked_seat_shows_the_role_and_later_seats_nothing() -> None:
    s = position("call 0\n0 - | hand witch\n1 - | hand wolf\n2 - | hand witch\n3 - | hand witch\n4 - | hand herb")
    play(s, "0 call witch")
    same(
        """
        answer 2, book copia, as witch
        0 - | played witch | claim
        1 - | hand ? | pass
        2 - | hand ?
        3 - | hand ?
        4 - | hand herb
        """,
        seen(s, 4),
    )


@pytest.mark.clause("WB-10", "WB-20")
def test_while_roles_are_chosen_only_who_is_ready_is_seen() -> None:
    views = set()
    for hand in (HANDS[0], HANDS[1]):
        s = dealt(3, 1)
        first, *rest = hand.split()
        play(s, f"1 choose {first}", "0 choose wolf")
        views.add((0, seen(s, 0).to_bytes()))
        assert seen(s, 2) == seen(play(dealt(3, 1), "0 choose monk"), 2)
        play(s, *(f"1 choose {role}" for role in rest))
        views |= {(viewer, seen(s, viewer).to_bytes()) for viewer in (SPECTATOR, 2)}
        head = f"choose 0 2, book {books(s).split()[0]}"
        same("\n".join([head, *(f"{seat} r1 g1 w1 gold 2" for seat in range(3))]), seen(s, 2))
    assert len(views) == 3


@pytest.mark.clause("WB-20", "WB-23")
def test_worlds_that_differ_in_a_hand_alone_look_alike_to_everybody_else() -> None:
    worlds = [choose_all(dealt(3, 1, first_seat=0), HANDS[0], hand, HANDS[2]) for hand in HANDS]
    for viewer in (SPECTATOR, 0, 2):
        assert len({seen(s, viewer).to_bytes() for s in worlds}) == 1
    assert len({seen(s, 1).to_bytes() for s in worlds}) == 3


@pytest.mark.clause("WB-6")
def test_goods_vials_and_points_are_open() -> None:
    s = position(
        "call 0\n0 r1 vials 2 | hand wolf | cards iron-1..2\n1 gold 5 vials 7 | hand witch | cards drops-1\n2 -"
    )
    for viewer in (SPECTATOR, 0, 1, 2):
        view = seen(s, viewer)
        assert (view.goods, view.card_points, view.ravens, view.owners) == (s.goods, s.card_points, s.ravens, s.owners)


@pytest.mark.clause("WB-4")
@pytest.mark.parametrize("number", [1, 2, 7, 8, 9, 20])
def test_a_book_is_known_from_when_it_was_first_on_top(number: int) -> None:
    order = BOOKS.split()
    s = position(f"call 0, set {number}, book {BOOKS}\n0 - | hand wolf\n1 -\n2 -")
    known = min(number, 8)
    for viewer in (SPECTATOR, 0, 1):
        assert books(seen(s, viewer)).split() == [
            name if place == 0 or place > 8 - known else "?" for place, name in enumerate(order)
        ]
    play(s, "0 call wolf", "0 use")
    shown = [*order[1:], order[0]]
    known = min(number + 1, 8)
    assert books(seen(s, 2)).split() == [
        name if place == 0 or place > 8 - known else "?" for place, name in enumerate(shown)
    ]


@pytest.mark.clause("WB-4", "WB-22")
def test_the_next_book_is_seen_after_the_last_set_too() -> None:
    for number in (1, 3, 8):
        s = position(
            f"call 0, set {number}, book {BOOKS}\n0 - | hand wolf | cards copper-1..7\n1 - | cards iron-1..7\n2 -"
        )
        play(s, "0 call wolf", "0 use")
        assert draw(s).startswith("over")
        found = books(seen(s, 1)).split()
        assert found[0] == "optio"
        assert found.count("?") == max(0, 8 - number - 1)


@pytest.mark.clause("WB-17", "WB-33")
def test_unfinished_picks_show_to_their_seat_alone() -> None:
    s = position("call 0\n0 gold 1 | hand assistant\n1 -\n2 -")
    play(s, "0 call assistant")
    before = {viewer: seen(s, viewer) for viewer in (SPECTATOR, 1, 2)}
    play(s, "0 take red", "0 take white")
    assert all(seen(s, viewer) == view for viewer, view in before.items())
    assert draw(seen(s, 0)).splitlines()[1] == "0 gold 1 | played assistant | claim | picked r1 w1"
    assert draw(seen(s, 1)).splitlines()[1] == "0 gold 1 | played assistant | claim"


def leaks(s: WitchsBrew, view: WitchsBrew) -> list[str]:
    """Fields in which a view shows what its viewer may not know."""
    seats = range(s.players)
    found = [f"hand {seat}" for seat in seats if seat != view.viewer and view.hand[seat]]
    found += [f"picked {seat}" for seat in seats if seat != view.viewer and view.picked[seat]]
    return found + ["dice"] * any([*view.seed, *view.dice, view.dice_purpose, view.dice_used, view.dice_block])


@pytest.mark.parametrize("players", [3, *(pytest.param(players, marks=pytest.mark.slow) for players in PLAYERS[1:])])
@pytest.mark.clause("WB-20", "WB-23", "WB-39")
def test_in_a_random_game_views_hide_what_is_hidden_and_show_all_else(players: int) -> None:
    s, rng = dealt(players, players), random.Random(players)
    hidden = ("hand", "picked", "books", "spare", "viewer", "seed", "dice", "dice_purpose", "dice_used", "dice_block",
              "dice_index")  # fmt: skip
    while s.owing:
        for viewer in (SPECTATOR, rng.randrange(players)):
            view = seen(s, viewer)
            assert leaks(s, view) == []
            assert {name: value for name, value in vars(view).items() if name not in hidden} == {
                name: value for name, value in vars(s).items() if name not in hidden
            }
            if viewer >= 0:
                assert (view.hand[viewer], view.picked[viewer]) == (s.hand[viewer], s.picked[viewer])
                assert legal(view, viewer) == legal(s, viewer)
        seat = rng.choice(asked(s))
        play(s, f"{seat} {rng.choice(legal(s, seat))}")


@pytest.mark.clause("WB-4")
def test_books_are_known_the_second_time_round() -> None:
    s = dealt(3, 2)
    for number in range(1, 11):
        assert books(seen(s, 0)).count("?") == max(0, 8 - number)
        play_set(s)
