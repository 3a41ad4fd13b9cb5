"""The draw pile and how it is made anew: MN-13."""

from __future__ import annotations

from collections import Counter

import pytest

from coven.games.midnight.deck import default_deck
from coven.games.midnight.rules.cards import CARDS
from tests.games.midnight.position import (
    PLAYERS,
    all_cards,
    cards,
    counts,
    hand,
    pile,
    play,
    position,
    same,
    sizes,
    table,
    top,
    under,
    with_seed,
)

each_number = pytest.mark.parametrize("players", PLAYERS)
OTHERS = ["wild", "", "wild", "spell", "spell", "cackle", "cackle", "recipe"]
"""A card for each seat but the second."""


@pytest.mark.clause("MN-13")
def test_the_last_card_of_the_pile_is_drawn_without_a_shuffle() -> None:
    s = position(
        """
        turn 0, top cat-bat, pile hat-frog, under hat-moon hat-snake
        0 ball-moon
        1 ball-crow
        """
    )
    play(s, "0 draw")
    same(
        """
        turn 1, top cat-bat, under hat-snake hat-moon
        0 hat-frog ball-moon
        1 ball-crow
        """,
        s,
    )
    assert s.shuffles == 0


@pytest.mark.clause("MN-13")
def test_an_empty_draw_pile_is_reshuffled_and_the_top_card_stays() -> None:
    s = position(
        """
        turn 0, top cat-bat, counts hat, sidesteps 2, under cat-bat hat-moon hat-snake wild
        0 ball-moon
        1 ball-crow
        """
    )
    play(s, "0 draw")
    assert cards(pile(s), hand(s, 0)) == cards("hat-moon hat-snake cat-bat ball-moon pox pox wild")
    assert (s.sidesteps, under(s), s.pile_left, sizes(s)) == (0, "", 5, [2, 1])
    assert (top(s), counts(s)) == ("cat-bat", "hat")


@pytest.mark.clause("MN-13")
def test_every_order_of_the_new_pile_is_equally_likely() -> None:
    s = position(
        """
        turn 0, top cat-bat, under hat-moon hat-snake wild
        0 ball-moon
        1 ball-crow
        """
    )
    orders = Counter[str]()
    for seed in range(600):
        other = play(with_seed(s, seed), "0 draw")
        [drawn] = (cards(hand(other, 0)) - cards("ball-moon")).elements()
        orders[f"{drawn} {pile(other)}"] += 1
    assert len(orders) == 6
    assert all(60 <= number <= 140 for number in orders.values())


@pytest.mark.clause("MN-13")
def test_two_cards_are_shuffled_too() -> None:
    s = position("turn 0, top cat-bat, under hat-moon wild\n0 ball-moon\n1 ball-crow")
    assert {pile(play(with_seed(s, seed), "0 draw")) for seed in range(20)} == {"hat-moon", "wild"}


@pytest.mark.clause("MN-13")
def test_the_next_shuffle_is_another_one() -> None:
    orders = set[str]()
    for shuffles in range(10):
        s = position("turn 0, top cat-bat, under hat-moon hat-snake wild hat-frog hat-skull\n0 ball-moon\n1 ball-crow")
        s.shuffles = shuffles
        play(s, "0 draw")
        assert s.shuffles == shuffles + 1
        orders.add(pile(s))
    assert len(orders) > 7


@pytest.mark.clause("MN-13")
def test_a_whole_game_goes_round_and_no_card_is_lost() -> None:
    s = table("turn 0, top cat-bat, pile hat-frog, under ...", players=8)
    before = all_cards(default_deck(), s, s.pile[:1])
    for seat in range(8):
        play(s, f"{seat} draw")
    assert all_cards(default_deck(), s, s.pile[s.pile_top : s.pile_top + s.pile_left]) == before
    assert (s.shuffles, under(s), s.pile_left) == (1, "", CARDS - 24 - 8 - 1)


@pytest.mark.clause("MN-13")
def test_a_new_pile_begins_at_its_first_card_whatever_was_drawn_before() -> None:
    s = position("turn 0, top cat-bat, pile hat-frog cat-crow, under hat-moon hat-skull\n0 ball-moon\n1 ball-crow")
    play(s, "0 draw", "1 draw", "0 draw", "1 draw")
    assert s.pile_left == 0
    assert cards(hand(s, 0), hand(s, 1)) == cards("ball-moon hat-frog ball-crow cat-crow hat-moon hat-skull")


@pytest.mark.clause("MN-13")
def test_a_draw_beyond_the_pile_takes_what_there_is() -> None:
    s = position("turn 0, top cat-bat, pile hat-frog, under hat-moon\n0 spell ball-moon cat-crow\n1 ball-crow")
    play(s, "0 play spell")
    assert hand(s, 0) == "hat-frog hat-moon cat-bat cat-crow ball-moon"
    play(s, "0 declare broom")
    same(
        """
        turn 1, top spell, counts broom
        0 hat-frog hat-moon cat-bat cat-crow ball-moon
        1 ball-crow
        """,
        s,
    )


@each_number
@pytest.mark.clause("MN-13", "MN-51")
@pytest.mark.parametrize("reversed_", [False, True])
def test_short_cards_are_drawn_in_turn_order_from_the_next_player(players: int, reversed_: bool) -> None:
    rows = [f"{seat} {'pox ball-moon cat-moon' if seat == 1 else OTHERS[seat]}" for seat in range(players)]
    step = -1 if reversed_ else 1
    drawn = ["hat-frog", "hat-moon", "hat-snake", "hat-bat"][: max(players - 2, 1)]
    head = f"turn 1, {'reversed, ' if reversed_ else ''}top cat-bat, pile {' '.join(drawn)}"
    s = play(position("\n".join([head, *rows])), "1 play pox pox")
    for number in range(1, players):
        got = hand(s, (1 + step * number) % players)
        assert got == " ".join([*drawn[number - 1 : number], OTHERS[(1 + step * number) % players]])


@pytest.mark.clause("MN-13", "MN-50")
def test_a_sidestep_joins_no_shuffle_for_the_draws_of_its_own() -> None:
    s = position("turn 0, top cat-bat, sidesteps 1, under hat-moon\n0 pox ball-moon cat-moon\n1 -\n2 -\n3 -")
    play(s, "0 play pox pox")
    assert cards(hand(s, 1), hand(s, 2)) == cards("hat-moon pox")
    assert (s.sidesteps, hand(s, 3)) == (1, "")
    s = position("turn 0, top cat-bat, sidesteps 1, under hat-moon\n0 pox ball-moon cat-moon\n1 wild")
    play(s, "0 play pox")
    assert hand(s, 0) == "hat-moon cat-moon ball-moon pox"
    assert s.sidesteps == 1


@pytest.mark.clause("MN-13", "MN-37")
def test_stacked_curses_join_no_shuffle_until_they_are_taken() -> None:
    s = position(
        """
        turn 0, top curse-hat*, curses 3, under curse-cat* curse-ball* curse-hat hat-moon
        0 ball-moon
        1 ball-crow
        """
    )
    play(s, "0 take")
    same(
        """
        turn 1, top curse-hat, under curse-cat curse-ball
        0 hat-moon ball-moon curse-hat
        1 ball-crow
        """,
        s,
    )
    play(s, "1 draw", "0 draw")
    assert cards(hand(s, 0), hand(s, 1)) == cards("ball-crow ball-moon hat-moon curse-cat curse-ball curse-hat")


@pytest.mark.clause("MN-13", "MN-40", "MN-42")
def test_a_recipe_joins_no_shuffle_until_its_event_is_over() -> None:
    s = position(
        """
        turn 0, top cat-bat, follow hat, under hat-moon cauldron-skull recipe recipe*
        0 ball-moon
        1 ball-crow
        """
    )
    play(s, "0 draw")
    same(
        """
        turn 1, top cat-bat, under recipe
        0 hat-moon cauldron-skull ball-moon recipe
        1 ball-crow
        """,
        s,
    )
    play(s, "1 draw")
    assert hand(s, 1) == "ball-crow recipe"


@pytest.mark.clause("MN-13", "MN-43")
def test_curses_taken_within_the_event_leave_the_recipe_out_of_the_shuffle() -> None:
    s = position(
        """
        turn 0, top curse-hat*, curses 1, follow hat, under hat-moon recipe*
        0 ball-moon
        1 ball-crow
        """
    )
    play(s, "0 take", "1 draw")
    same(
        """
        turn 0, top curse-hat, still 1, under recipe
        0 hat-moon ball-moon
        1 ball-crow
        """,
        s,
    )


@pytest.mark.clause("MN-13")
def test_a_flip_that_uses_up_the_pile_goes_on_with_a_new_one() -> None:
    s = position(
        """
        turn 0, top cauldron-skull, pile wild spell, sidesteps 1, under cat-moon
        0 recipe ball-moon ball-crow
        1 cat-crow
        """
    )
    tops, left = set(), set()
    for seed in range(60):
        other = play(with_seed(s, seed), "0 play recipe")
        tops.add(top(other))
        left.add(other.pile_left)
        assert counts(other).split()[0] == top(other).split("-")[0]
        there = cards(pile(other), under(other), top(other))
        assert there == cards("cauldron-skull cat-moon recipe pox spell wild")
        assert cards(under(other))["spell"] == 1, "it was the top when the pile was shuffled anew"
        assert cards(under(other))["recipe"] == 1
        assert other.sidesteps == 0
    assert tops == {"cauldron-skull", "cat-moon"}
    assert left == {3, 2, 1}
