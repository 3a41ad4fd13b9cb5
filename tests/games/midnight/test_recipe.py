"""Follow the Recipe from the turned-up suit to whoever cannot follow: MN-40 to MN-45."""

from __future__ import annotations

import pytest

from coven.games.midnight.rules.cards import NONE
from coven.games.midnight.rules.state import Midnight, Phase
from tests.games.midnight.position import (
    HANDS,
    PLAYERS,
    cards,
    clause,
    counts,
    hand,
    legal,
    pile,
    play,
    plays,
    same,
    sizes,
    table,
    under,
    why,
)

SUIT_NUMBERS = {"hat": 0, "cauldron": 1, "broom": 2, "cat": 3, "ball": 4}
each_number = pytest.mark.parametrize("players", PLAYERS)
both_ways = pytest.mark.parametrize(("direction", "step"), [("", 1), ("reversed, ", -1)])


def event(*hands: str, suit: str = "hat", top: str = "hat-moon", more: str = "", players: int = 0) -> Midnight:
    """Seat 0 must follow."""
    return table(f"turn 0, {more}top {top}, follow {suit}, under recipe*, pile ...", *hands, players=players)


@pytest.mark.clause("MN-40")
@pytest.mark.parametrize(
    ("head", "may"),
    [
        ("top cauldron-skull", True),
        ("top broom-frog", True),
        ("top cat-spellbook", True),
        ("top ball-snake", True),
        ("top cauldron-skull, counts cauldron", False),
        ("top ball-snake, counts cat", False),
        ("top cauldron-bat", False),
        ("top hat-skull", False),
        ("top betrayed", False),
        ("top curse-cauldron", False),
        ("top wild, counts cauldron", False),
        ("top spell, counts any", False),
    ],
)
def test_the_recipe_goes_on_a_yellow_standard_card_that_counts_in_full(head: str, may: bool) -> None:
    s = table(f"turn 0, {head}, pile ...", "recipe hat-frog cat-crow", players=3)
    assert ("recipe" in plays(s)) == may
    assert clause(s, 0, "play recipe") == (None if may else "MN-22" if "betrayed" in head else "MN-40")


@each_number
@both_ways
@pytest.mark.clause("MN-40", "MN-41")
def test_a_card_is_turned_over_and_its_suit_is_to_be_followed_by_the_next(
    players: int, direction: str, step: int
) -> None:
    head = f"turn 0, {direction}top cauldron-skull, pile hat-frog cat-bat ..."
    s = table(head, "recipe ball-frog cat-spider", players=players)
    play(s, "0 play recipe")
    assert (s.follow, counts(s), under(s)) == (SUIT_NUMBERS["hat"], "hat frog brown", "cauldron-skull recipe")
    assert (s.turn, s.phase, s.curses, s.direction) == (step % players, Phase.TURN, 0, step)
    assert pile(s).startswith("cat-bat ")
    assert sizes(s) == [2] + [3] * (players - 1)


@pytest.mark.clause("MN-40")
@pytest.mark.parametrize("shown", ["polymorph-ball", "stir-ball", "curse-ball", "ball-frog"])
def test_turned_cards_do_nothing_and_those_without_a_suit_are_covered(shown: str) -> None:
    s = table(
        f"turn 0, top cauldron-skull, pile betrayed pox spell cackle circle wild recipe {shown} hat-bat ...",
        "recipe hat-frog cat-spider",
        players=3,
    )
    play(s, "0 play recipe")
    same(
        f"""
        turn 1, top {shown}, follow ball, pile hat-bat ..., \
under cauldron-skull betrayed recipe* recipe pox circle spell cackle wild
        0 hat-frog cat-spider
        1 cauldron-eyeball broom-crow broom-moon
        2 cat-crow cat-moon cat-eyeball
        """,
        s,
    )


@pytest.mark.clause("MN-41")
def test_only_the_suit_and_sidesteps_serve_and_its_holder_may_not_draw() -> None:
    held = "hat-frog ball-moon polymorph-hat polymorph-ball stir-hat stir-cat curse-hat curse-cat"
    s = event(f"{held} betrayed recipe pox circle spell cackle wild", "cat-crow")
    assert plays(s) == "hat-frog polymorph-hat stir-hat curse-hat pox"
    assert "draw" not in legal(s, 0)
    assert why(s, 0, "draw") == "You hold Witch's Hat: you must follow the recipe (MN-41)"
    for card in ("ball-moon", "polymorph-ball", "stir-cat", "curse-cat", "betrayed", "circle", "spell", "wild"):
        assert clause(s, 0, f"play {card}") == "MN-41"


@pytest.mark.clause("MN-41")
@pytest.mark.parametrize("card", ["hat-frog", "polymorph-hat", "stir-hat", "curse-hat"])
def test_one_card_of_the_suit_is_enough_to_be_bound(card: str) -> None:
    assert legal(event(f"{card} cat-crow wild", "cat-bat"), 0) == [f"play {card}"]


@pytest.mark.clause("MN-41")
def test_a_sidestep_needs_no_reason_and_the_duty_goes_on() -> None:
    s = event("hat-frog cat-crow pox", "pox ball-moon wild", "hat-snake ball-crow ball-crow")
    assert legal(s, 0) == ["play hat-frog", "play pox", "play pox pox"]
    play(s, "0 play pox pox")
    assert (s.turn, s.follow, counts(s)) == (1, SUIT_NUMBERS["hat"], "hat moon blue")
    assert plays(s) == "hat-frog pox", "it has drawn the first of the pile"
    s = event("cat-crow pox ball-frog", "pox ball-moon wild", "hat-snake ball-crow ball-crow")
    assert legal(s, 0) == ["play pox", "play pox pox", "draw"]
    play(s, "0 play pox")
    assert legal(s, 1) == ["play pox", "play pox pox", "draw"]
    play(s, "1 play pox")
    assert (plays(s), s.follow) == ("hat-snake", SUIT_NUMBERS["hat"])
    assert legal(s, 2) == ["play hat-snake"]


@each_number
@both_ways
@pytest.mark.clause("MN-41", "MN-42")
def test_it_goes_round_until_somebody_cannot_and_draws_three(players: int, direction: str, step: int) -> None:
    hats = ["hat-frog", "hat-pentagram", "hat-skull", "hat-bat", "hat-snake", "hat-spellbook", "hat-frog", "hat-skull"]
    others = ["ball-spider", "ball-snake", "cat-skull", "cat-spider", "wild", "spell", "circle", "cackle"]
    hands = [f"{card} {other} {other}" for card, other in zip(hats, others, strict=True)]
    s = event(*hands[:players], more=direction)
    for number in range(players):
        seat = step * number % players
        assert s.turn == seat
        assert plays(s) == hats[seat]
        play(s, f"{seat} play {hats[seat]}")
        assert (s.follow, s.curses) == (SUIT_NUMBERS["hat"], 0)
    assert legal(s, 0) == ["draw"]
    before = cards(hand(s, 0))
    first, second, third, *_ = pile(s).split()
    play(s, "0 draw")
    assert cards(hand(s, 0)) - before == cards(first, second, third)
    assert (s.follow, s.turn, s.phase) == (NONE, step % players, Phase.TURN)
    assert not any(s.bound)
    assert "draw" in legal(s, s.turn)


@pytest.mark.clause("MN-6", "MN-42")
@pytest.mark.parametrize(
    ("top", "what", "fitting"),
    [
        ("hat-skull", "hat skull red", "hat-frog cauldron-frog polymorph-hat betrayed wild"),
        ("cauldron-skull", "cauldron skull yellow", "cauldron-frog recipe wild"),
        ("stir-hat", "hat", "hat-frog polymorph-hat stir-ball wild"),
        ("polymorph-cat", "cat", "polymorph-hat wild"),
    ],
)
def test_when_it_is_over_play_goes_on_normally_on_the_top_in_full(top: str, what: str, fitting: str) -> None:
    s = event(
        "cat-crow ball-moon",
        "hat-frog cauldron-frog polymorph-hat stir-ball betrayed recipe wild",
        suit="broom",
        top=top,
    )
    play(s, "0 draw")
    assert (counts(s), plays(s)) == (what, fitting)


@pytest.mark.clause("MN-42")
def test_a_call_of_two_cards_drawn_is_no_draw_of_the_event() -> None:
    s = event("hat-frog cat-crow", "ball-moon ball-crow cat-moon", "hat-bat hat-moon cat-moon")
    play(s, "0 play hat-frog", "1 catch 0")
    assert (sizes(s)[0], s.follow) == (3, SUIT_NUMBERS["hat"])


@pytest.mark.clause("MN-13", "MN-42")
def test_failing_to_follow_draws_what_there_is_and_ends_the_event() -> None:
    s = table(
        "turn 0, top hat-moon, follow hat, pile cat-bat, under recipe* wild", "cat-crow ball-moon", "ball-crow spell"
    )
    play(s, "0 draw")
    same(
        """
        turn 1, top hat-moon, under recipe
        0 cat-bat cat-crow ball-moon wild
        1 ball-crow spell
        """,
        s,
    )


@each_number
@pytest.mark.clause("MN-43")
def test_a_curse_curses_as_usual_and_the_lost_turn_does_not_end_the_event(players: int) -> None:
    hands = ["curse-hat ball-frog ball-frog", "hat-frog hat-bat hat-skull"]
    s = event(*hands, players=players)
    play(s, "0 play curse-hat")
    assert (s.turn, s.curses, s.follow) == (1, 1, SUIT_NUMBERS["hat"])
    assert legal(s, 1) == ["take"]
    assert clause(s, 1, "play hat-frog") == clause(s, 1, "draw") == "MN-36"
    play(s, "1 take")
    assert (sizes(s)[1], s.turn, s.curses, s.follow) == (4, 2 % players, 0, SUIT_NUMBERS["hat"])
    assert ("draw" in legal(s, s.turn)) == ("hat" not in hand(s, s.turn))


@pytest.mark.clause("MN-43")
def test_the_cursed_player_may_not_sidestep_within_the_event_either() -> None:
    s = event("curse-hat ball-frog ball-frog", "pox hat-frog cat-crow", "cat-bat")
    play(s, "0 play curse-hat")
    assert legal(s, 1) == ["take"]
    assert clause(s, 1, "play pox pox") == "MN-36"


@pytest.mark.clause("MN-44")
@pytest.mark.parametrize("suit", ["cauldron", "broom", "cat", "ball"])
def test_a_polymorph_makes_the_declared_suit_the_new_follow_suit(suit: str) -> None:
    s = event("polymorph-hat ball-frog ball-frog", "hat-frog cauldron-bat broom-bat cat-bat ball-spider", "cat-crow")
    play(s, "0 play polymorph-hat")
    assert clause(s, 0, "declare hat") == "MN-25"
    play(s, f"0 declare {suit}")
    assert (s.follow, counts(s), s.turn) == (SUIT_NUMBERS[suit], suit, 1)
    assert plays(s).split("-")[0] == suit
    assert len(legal(s, 1)) == 1
    play(s, f"1 {legal(s, 1)[0]}")
    assert s.follow == SUIT_NUMBERS[suit]


@pytest.mark.clause("MN-6", "MN-44")
def test_if_the_event_ends_on_a_declared_suit_that_suit_alone_counts() -> None:
    s = event(
        "polymorph-hat ball-frog ball-frog", "hat-moon ball-crow wild", "cat-crow polymorph-ball cat-moon hat-bat"
    )
    play(s, "0 play polymorph-hat", "0 declare cat", "1 draw")
    assert (s.follow, counts(s), plays(s)) == (NONE, "cat", "cat-crow cat-moon polymorph-ball")


@pytest.mark.clause("MN-41")
def test_another_polymorph_or_counter_stir_on_its_like_does_not_follow() -> None:
    s = event("polymorph-ball stir-cat cat-crow", "wild", top="polymorph-hat")
    assert legal(s, 0) == ["draw"]
    s = event("polymorph-ball stir-cat cat-crow", "wild", top="stir-hat")
    assert legal(s, 0) == ["draw"]


@each_number
@pytest.mark.clause("MN-44")
def test_a_counter_stir_turns_the_direction_of_the_event(players: int) -> None:
    s = event("stir-hat ball-frog ball-frog", players=players)
    play(s, "0 play stir-hat")
    assert (s.turn, s.direction, s.follow) == (players - 1, -1, SUIT_NUMBERS["hat"])
    assert ("draw" in legal(s, s.turn)) == ("hat" not in hand(s, s.turn))


@pytest.mark.clause("MN-15", "MN-44")
@pytest.mark.parametrize("card", ["hat-frog", "polymorph-hat", "stir-hat", "curse-hat"])
def test_an_empty_hand_within_the_event_wins(card: str) -> None:
    s = event(card, "cat-crow")
    assert legal(s, 0) == [f"play {card}"]
    play(s, f"0 play {card}")
    assert (s.phase, s.winners) == (Phase.OVER, 0b01)


@pytest.mark.clause("MN-36", "MN-45")
def test_a_curse_is_stacked_whatever_its_suit_and_the_follow_suit_stays() -> None:
    s = event("curse-hat ball-frog cat-bat", "curse-cat ball-moon wild", "hat-bat hat-frog", "cat-crow hat-moon")
    play(s, "0 play curse-hat")
    assert legal(s, 1) == ["play curse-cat", "take"]
    play(s, "1 play curse-cat")
    assert (s.curses, s.follow, counts(s)) == (2, SUIT_NUMBERS["hat"], "cat")
    play(s, "2 take")
    assert (sizes(s)[2], s.turn, plays(s)) == (4, 3, "hat-moon")
    assert clause(s, 3, "play cat-crow") == "MN-41"


@pytest.mark.clause("MN-42", "MN-45")
def test_if_the_event_ends_under_a_curse_the_curses_own_suit_counts() -> None:
    s = event("curse-hat ball-frog cat-bat", "curse-cat ball-moon wild", "hat-bat ball-snake", "cauldron-bat broom-bat")
    play(s, "0 play curse-hat", "1 play curse-cat", "2 take", "3 draw")
    assert (s.follow, counts(s), s.turn) == (NONE, "cat", 0)
    assert plays(s) == "cat-bat"


@pytest.mark.clause("MN-41")
def test_the_player_of_the_recipe_follows_as_well() -> None:
    s = table("turn 0, top cauldron-skull, pile hat-frog ...", "recipe hat-bat cat-spider", "hat-moon ball-moon wild")
    play(s, "0 play recipe", "1 play hat-moon")
    assert legal(s, 0) == ["play hat-bat", "play hat-bat midnight"]


@pytest.mark.clause("MN-40", "MN-42")
def test_one_recipe_after_another() -> None:
    s = table(
        "turn 0, top cauldron-skull, pile ball-snake ...", "recipe cat-spider cat-spider", HANDS[1], "recipe wild"
    )
    play(s, "0 play recipe", "1 draw")
    assert plays(s) == "recipe wild"
    play(s, "2 play recipe midnight")
    assert sum(s.bound) == 1
    assert under(s).count("recipe") == 2
