"""Wicked Cackle: what it forces, in which order the penalties come, and the suit that is turned up: MN-60 to MN-63."""

from __future__ import annotations

import pytest

from coven.games.midnight.rules.state import Midnight, Phase
from tests.games.midnight.position import (
    PLAYERS,
    cards,
    clause,
    counts,
    hand,
    pile,
    play,
    plays,
    position,
    same,
    sizes,
    table,
    top,
    under,
    with_seed,
)

PENALTIES = {"betrayed", "spell"}
TWO_EACH = (
    "hat-frog ball-spider", "cat-spider cat-skull", "hat-snake hat-bat", "ball-frog hat-skull",
    "ball-spider cat-skull", "hat-snake cat-spider", "hat-frog ball-frog", "hat-pentagram cat-bat",
)  # fmt: skip
each_number = pytest.mark.parametrize("players", PLAYERS)
both_ways = pytest.mark.parametrize(("direction", "step"), [("", 1), ("reversed, ", -1)])


def cackled(head: str, *hands: str, players: int = 0, seed: int = 7) -> Midnight:
    """After seat 0 has cackled."""
    s = with_seed(table(f"turn 0, {head}", *hands, players=players), seed)
    return play(s, "0 play cackle midnight" if s.hand_size[0] == 2 else "0 play cackle")


@pytest.mark.clause("MN-5", "MN-60")
@pytest.mark.parametrize(
    "head", ["top hat-bat", "top betrayed", "top curse-cat", "top wild, counts hat", "top cackle, counts any"]
)
def test_it_goes_on_anything(head: str) -> None:
    s = table(f"turn 0, {head}, pile ...", "cackle ball-frog cauldron-crow", players=3)
    assert "cackle" in plays(s)


@each_number
@both_ways
@pytest.mark.clause("MN-63")
def test_where_nothing_is_forced_only_a_suit_is_turned_up(players: int, direction: str, step: int) -> None:
    s = cackled(f"{direction}top hat-bat, pile cat-snake ball-frog ...", "cackle hat-frog ball-spider", players=players)
    assert sizes(s) == [2] + [3] * (players - 1)
    assert (top(s), counts(s), under(s)) == ("cat-snake", "cat", "hat-bat cackle")
    assert (s.turn, s.phase, s.direction) == (step % players, Phase.TURN, step)
    assert pile(s).startswith("ball-frog ")
    assert not any(s.bound)


@pytest.mark.clause("MN-6", "MN-63")
def test_the_suit_alone_counts() -> None:
    s = cackled(
        "top hat-bat, pile cat-snake ...",
        "cackle hat-frog ball-spider",
        "cat-crow cauldron-frog ball-snake polymorph-cat stir-hat curse-cat pox wild",
        "ball-moon",
    )
    assert plays(s) == "cat-crow polymorph-cat curse-cat pox wild"
    assert clause(s, 1, "play cauldron-frog") == "MN-6"


@pytest.mark.clause("MN-20", "MN-40", "MN-63")
@pytest.mark.parametrize(("turned", "card"), [("cat-snake", "betrayed"), ("ball-snake", "recipe")])
def test_neither_red_nor_yellow_counts_on_what_was_turned_up(turned: str, card: str) -> None:
    s = cackled(f"top hat-bat, pile {turned} {card} ...", "cackle hat-frog ball-spider", "cauldron-bat hat-moon wild")
    assert (top(s), plays(s)) == (turned, "wild")
    play(s, "1 draw", "0 draw")
    assert card in hand(s, 1)
    assert plays(s) == "wild"


@pytest.mark.clause("MN-6", "MN-63")
@pytest.mark.parametrize(
    ("turned", "fitting"),
    [
        ("polymorph-ball", "ball-moon polymorph-cat"),
        ("stir-ball", "ball-moon stir-hat"),
        ("curse-ball", "ball-moon"),
    ],
)
def test_a_special_that_is_turned_up_does_nothing_but_its_kind_shows(turned: str, fitting: str) -> None:
    s = cackled(
        f"top hat-bat, pile {turned} ...",
        "cackle hat-frog ball-spider",
        "ball-moon polymorph-cat stir-hat curse-broom",
        "hat-moon",
    )
    assert (s.turn, s.direction, s.curses, s.phase) == (1, 1, 0, Phase.TURN)
    assert (counts(s), plays(s)) == ("ball", fitting)


@pytest.mark.clause("MN-63")
def test_cards_without_a_suit_are_turned_over_on_the_way_and_do_nothing() -> None:
    s = cackled(
        "top hat-bat, pile betrayed spell pox cackle circle wild recipe cat-crow ball-moon ...",
        "cackle hat-frog ball-spider",
        "hat-moon hat-moon cat-moon",
    )
    same(
        """
        turn 1, top cat-crow, counts cat, pile ball-moon ..., \
under hat-bat betrayed recipe pox circle spell cackle cackle wild
        0 hat-frog ball-spider
        1 hat-moon hat-moon cat-moon
        """,
        s,
    )


@each_number
@pytest.mark.clause("MN-60", "MN-61")
def test_everybody_must_play_all_of_them_the_cackler_too(players: int) -> None:
    for holder in range(players):
        hands = list(TWO_EACH)
        hands[holder] += " betrayed spell spell betrayed"
        hands[0] += " cackle"
        s = cackled("top broom-bat, pile ...", *hands[:players])
        assert not PENALTIES & set(cards(*(hand(s, seat) for seat in range(players))))
        assert cards(under(s))["betrayed"] == cards(under(s))["spell"] == 2
        assert sizes(s) == [12 if seat == holder else 2 for seat in range(players)]
        assert (s.turn, s.phase, s.red_only, s.offences) == (1, Phase.TURN, 0, 0)


@pytest.mark.clause("MN-60")
def test_a_forced_spell_draws_five_and_declares_nothing() -> None:
    s = cackled(
        "top hat-bat, pile hat-frog hat-skull hat-moon cat-moon ball-moon cat-crow ...",
        "cackle ball-frog hat-snake",
        "spell ball-crow",
        "broom-bat",
    )
    same(
        """
        turn 1, top cat-crow, counts cat, pile ..., under hat-bat spell cackle
        0 hat-snake ball-frog
        1 hat-frog hat-skull hat-moon cat-moon ball-crow ball-moon
        2 broom-bat
        """,
        s,
    )


@pytest.mark.clause("MN-60")
def test_two_forced_spells_draw_ten() -> None:
    s = cackled("top hat-bat, pile ...", "cackle ball-frog hat-snake", "spell spell ball-crow", "broom-bat broom-crow")
    assert sizes(s) == [2, 11, 2]


@pytest.mark.clause("MN-21", "MN-60")
def test_each_forced_betrayed_takes_for_itself_from_hands_of_three_or_more() -> None:
    four, three = "ball-crow ball-moon ball-snake ball-spider", "cat-crow cat-moon cat-skull"
    s = cackled("top hat-bat, pile hat-snake ...", "cackle hat-frog", "betrayed betrayed hat-bat", four, three)
    assert sizes(s) == [1, 4, 2, 2]
    assert cards(hand(s, 1)) - cards("hat-bat") == cards(four, three) - cards(hand(s, 2), hand(s, 3))
    assert (s.takings, s.turn) == (3, 1)


@pytest.mark.clause("MN-61")
def test_all_are_laid_first_so_no_betrayed_takes_a_spell_or_a_betrayed() -> None:
    for seed in range(20):
        s = cackled(
            "top hat-bat, pile cat-crow ...", "cackle hat-frog", "betrayed ball-moon", "spell spell betrayed", seed=seed
        )
        assert not PENALTIES & set(cards(hand(s, 0), hand(s, 1), hand(s, 2)) - cards("spell betrayed"))
        assert under(s).count("spell") == under(s).count("betrayed") == 2
        assert s.takings == 0, "once all are laid nobody holds three"
        assert sizes(s) == [1, 1, 10]


@pytest.mark.clause("MN-61")
def test_cards_drawn_as_a_penalty_are_not_forced_out() -> None:
    s = cackled(
        "top hat-bat, pile betrayed spell cackle hat-moon betrayed cat-crow ...",
        "cackle hat-frog cat-moon",
        "spell ball-moon",
        "ball-crow",
    )
    assert hand(s, 1) == "hat-moon ball-moon betrayed betrayed spell cackle"
    assert top(s) == "cat-crow"


@pytest.mark.clause("MN-61")
def test_a_betrayed_may_take_what_another_drew_as_a_penalty() -> None:
    taken = set()
    for seed in range(60):
        s = cackled(
            "top hat-bat, pile betrayed spell cackle hat-moon wild cat-crow ...",
            "cackle hat-frog",
            "spell",
            "betrayed ball-crow",
            seed=seed,
        )
        taken |= set(hand(s, 2).split()) - {"ball-crow"}
        assert sizes(s) == [1, 4, 2]
    assert taken == {"betrayed", "spell", "cackle", "hat-moon", "wild"}


@pytest.mark.clause("MN-62")
@pytest.mark.parametrize(
    ("direction", "first", "second", "expected"),
    [
        ("", "betrayed ball-moon", "spell cat-moon cat-crow", [1, 1, 7]),
        ("", "spell cat-moon cat-crow", "betrayed ball-moon", [1, 6, 2]),
        ("reversed, ", "betrayed ball-moon", "spell cat-moon cat-crow", [1, 2, 6]),
        ("reversed, ", "spell cat-moon cat-crow", "betrayed ball-moon", [1, 7, 1]),
    ],
)
def test_penalties_are_taken_in_turn_order_from_the_next_player_on(
    direction: str, first: str, second: str, expected: list[int]
) -> None:
    s = cackled(f"{direction}top hat-bat, pile ...", "cackle hat-frog", first, second)
    assert sizes(s) == expected


@pytest.mark.clause("MN-62")
def test_the_cackler_comes_last() -> None:
    s = cackled("top hat-bat, pile ...", "cackle hat-frog betrayed", "spell ball-moon", "cat-crow cat-moon")
    assert sizes(s) == [2, 5, 2], "five were drawn before one was taken"
    s = cackled(
        "top hat-bat, pile hat-frog hat-skull hat-moon hat-snake hat-spellbook cat-crow cat-moon cat-skull cat-bat "
        "ball-frog broom-bat ...",
        "cackle wild spell",
        "ball-moon",
        "spell ball-crow",
    )
    assert hand(s, 2) == "hat-frog hat-skull hat-snake hat-moon hat-spellbook ball-crow"
    assert hand(s, 0) == "cat-skull cat-bat cat-crow cat-moon ball-frog wild"
    s = cackled("top hat-bat, pile ...", "cackle hat-frog spell", "betrayed ball-moon", "cat-crow cat-moon")
    assert sizes(s) == [6, 1, 2], "the cackler had one card when the other took"


@pytest.mark.clause("MN-13", "MN-62")
@pytest.mark.parametrize(("direction", "expected"), [("", [1, 6, 3]), ("reversed, ", [1, 3, 6])])
def test_where_cards_are_short_the_first_in_turn_order_draws_them(direction: str, expected: list[int]) -> None:
    s = cackled(
        f"{direction}top hat-bat, pile hat-frog hat-skull hat-moon hat-snake hat-spellbook cat-crow",
        "cackle wild",
        "spell ball-moon",
        "spell ball-crow",
    )
    assert sizes(s) == expected
    assert counts(s) == "any"


@pytest.mark.clause("MN-13")
def test_the_cackle_and_what_it_forces_stay_out_of_the_shuffle() -> None:
    for seed in range(20):
        s = cackled(
            "top hat-bat, sidesteps 1, under wild hat-frog hat-skull hat-moon cat-crow",
            "cackle ball-frog betrayed",
            "spell ball-moon",
            "spell ball-crow",
            seed=seed,
        )
        drawn = cards(*(hand(s, seat) for seat in range(3))) - cards("ball-frog ball-moon ball-crow")
        assert drawn == cards("hat-bat pox wild hat-frog hat-skull hat-moon cat-crow")
        assert cards(under(s), top(s)) == cards("cackle spell spell betrayed")
        assert (s.any_suit, s.pile_left, s.sidesteps) == (1, 0, 0)


@pytest.mark.clause("MN-13", "MN-63")
def test_when_it_is_over_they_are_discards_like_others() -> None:
    s = cackled(
        "top hat-bat, pile hat-frog hat-skull hat-moon hat-snake hat-spellbook cat-crow",
        "cackle wild betrayed",
        "spell ball-moon",
        "ball-crow ball-frog",
    )
    assert (top(s), s.pile_left) == ("cat-crow", 0)
    play(s, "1 draw")
    assert cards(hand(s, 1), pile(s)) >= cards("hat-bat cackle spell betrayed")
    assert under(s) == ""


@pytest.mark.clause("MN-13", "MN-63")
def test_a_flip_may_need_a_new_pile_and_turns_the_card_under_the_cackle() -> None:
    tops = set()
    for seed in range(40):
        s = cackled(
            "top hat-bat, pile wild, sidesteps 1, under cat-crow spell",
            "cackle ball-frog ball-moon",
            "ball-crow",
            seed=seed,
        )
        tops.add(top(s))
        assert cards(top(s), under(s), pile(s)) == cards("hat-bat wild pox cat-crow spell cackle")
        assert "cackle" in under(s)
        assert "wild" in under(s)
    assert tops == {"hat-bat", "cat-crow"}


@pytest.mark.clause("MN-63")
def test_red_only_of_a_forced_betrayed_does_not_apply() -> None:
    s = cackled("top betrayed, pile cat-crow ...", "cackle hat-frog", "betrayed cat-moon hat-skull", "hat-moon")
    assert (counts(s), plays(s)) == ("cat", "cat-moon")


@pytest.mark.clause("MN-63")
@pytest.mark.parametrize(
    "piles", ["pile wild pox", "under wild pox circle", "pile wild, under pox, sidesteps 1", "pile -"]
)
def test_with_no_suit_left_nothing_is_turned_and_any_suit_may_follow(piles: str) -> None:
    head = f"turn 0, top spell, counts hat, {piles}"
    s = table(head, "cackle hat-frog", "cat-moon polymorph-cat stir-hat curse-broom recipe wild", "hat-moon")
    before = (pile(s), s.sidesteps, cards(under(s), "spell cackle"))
    play(s, "0 play cackle midnight")
    assert (pile(s), s.sidesteps, cards(under(s), top(s))) == before
    assert (top(s), counts(s)) == ("cackle", "any")
    assert plays(s) == "cat-moon polymorph-cat stir-hat curse-broom wild"
    assert clause(s, 1, "play recipe") == "MN-40"
    play(s, "1 play cat-moon")
    assert counts(s) == "cat moon orange"


@pytest.mark.clause("MN-20", "MN-63")
def test_no_betrayed_follows_a_forced_one_when_no_suit_is_left() -> None:
    held = 0
    for seed in range(10):
        s = cackled(
            "top spell, counts hat, pile betrayed wild wild circle circle pox",
            "cackle hat-frog",
            "spell cat-moon",
            "betrayed recipe",
            seed=seed,
        )
        assert (top(s), counts(s)) == ("betrayed", "any")
        assert not cards(plays(s)) & cards("betrayed recipe")
        if "betrayed" in hand(s, 1):
            assert clause(s, 1, "play betrayed") == "MN-20"
            held += 1
    assert held > 5


@pytest.mark.clause("MN-15", "MN-60", "MN-61")
def test_a_hand_emptied_by_force_wins_after_the_suit_is_turned_up() -> None:
    s = cackled("top hat-bat, pile cat-crow ...", "cackle hat-frog", "hat-moon ball-moon", "betrayed betrayed")
    same(
        """
        over, won 2 by MN-15, top cat-crow, counts cat, pile ..., under hat-bat betrayed betrayed cackle
        0 hat-frog
        1 hat-moon ball-moon
        2 -
        """,
        s,
    )


@pytest.mark.clause("MN-15", "MN-62")
@pytest.mark.parametrize(
    ("direction", "hands", "winner"),
    [
        ("", ["cackle hat-frog", "betrayed", "betrayed"], 1),
        ("reversed, ", ["cackle hat-frog", "betrayed", "betrayed"], 2),
        ("", ["cackle betrayed", "hat-frog", "hat-moon"], 0),
        ("", ["cackle betrayed", "hat-frog", "betrayed"], 2),
        ("reversed, ", ["cackle betrayed", "betrayed", "hat-moon"], 1),
        ("", ["cackle betrayed betrayed", "hat-frog hat-moon", "cat-moon cat-crow", "ball-moon"], 0),
    ],
)
def test_of_several_empty_hands_the_first_in_turn_order_wins(direction: str, hands: list[str], winner: int) -> None:
    s = cackled(f"{direction}top hat-bat, pile cat-crow ...", *hands)
    assert (s.phase, s.winners, s.owing) == (Phase.OVER, 1 << winner, 0)


@pytest.mark.clause("MN-15", "MN-60")
def test_a_hand_that_is_filled_again_by_its_penalty_does_not_win() -> None:
    s = cackled("top hat-bat, pile cat-crow ...", "cackle hat-frog", "betrayed", "ball-moon ball-crow ball-frog")
    assert (s.phase, sizes(s)) == (Phase.TURN, [1, 1, 2])
    s = cackled("top hat-bat, pile ...", "cackle hat-frog", "spell", "ball-moon ball-crow ball-frog")
    assert (s.phase, sizes(s)) == (Phase.TURN, [1, 5, 3])


@pytest.mark.clause("MN-13", "MN-15")
def test_a_forced_spell_with_nothing_to_draw_empties_the_hand() -> None:
    s = position("turn 0, top wild, counts hat\n0 cackle hat-frog\n1 spell hat-moon\n2 spell")
    play(s, "0 play cackle midnight")
    same(
        """
        over, won 2 by MN-15, top spell, counts any, under spell cackle
        0 hat-frog
        1 hat-moon wild
        2 -
        """,
        s,
    )
