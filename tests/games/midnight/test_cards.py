"""Betrayed, Polymorph, Counter Stir and Curse You!: MN-20 to MN-37."""

from __future__ import annotations

from collections import Counter

import pytest

from coven.games.midnight.deck import default_deck
from coven.games.midnight.rules.cards import NONE
from coven.games.midnight.rules.state import Midnight, Phase
from coven.games.midnight.rules.view import hide
from tests.games.midnight.position import (
    HANDS,
    PLAYERS,
    cards,
    cards_of,
    clause,
    counts,
    hand,
    legal,
    play,
    plays,
    same,
    sizes,
    table,
    with_seed,
)

SUITS = ("hat", "cauldron", "broom", "cat", "ball")
DECLARE = [f"declare {suit}" for suit in SUITS]
each_number = pytest.mark.parametrize("players", PLAYERS)


@pytest.mark.clause("MN-20")
@pytest.mark.parametrize(
    ("head", "may"),
    [
        ("top hat-skull", True),
        ("top cauldron-frog", True),
        ("top betrayed", True),
        ("top hat-skull, counts hat", False),
        ("top hat-skull, counts cat", False),
        ("top hat-bat", False),
        ("top curse-hat", False),
        ("top wild, counts hat", False),
        ("top betrayed, counts any", False),
    ],
)
def test_betrayed_goes_on_red_that_counts_in_full_and_on_another_betrayed(head: str, may: bool) -> None:
    s = table(f"turn 0, {head}, pile ...", "betrayed ball-frog cat-crow", players=3)
    assert ("betrayed" in plays(s)) == may
    assert clause(s, 0, "play betrayed") == (None if may else "MN-20")


@each_number
@pytest.mark.clause("MN-21")
def test_betrayed_takes_a_card_from_everybody_who_holds_three_or_more(players: int) -> None:
    numbers = [3, 2, 4, 1, 3, 7, 2][: players - 1]
    others = " ".join(HANDS).split()
    hands = [" ".join(others[sum(numbers[:i]) : sum(numbers[: i + 1])]) for i in range(players - 1)]
    s = table("turn 0, top hat-skull, pile ...", "betrayed cat-snake", *hands)
    robbed = sum(number >= 3 for number in numbers)
    play(s, "0 play betrayed midnight")
    assert sizes(s) == [1 + robbed, *(number - (number >= 3) for number in numbers)]
    assert cards(*(hand(s, seat) for seat in range(players))) == cards("cat-snake", *hands)
    for seat, held in enumerate(hands, 1):
        lost = cards(held) - cards(hand(s, seat))
        assert lost.total() == (numbers[seat - 1] >= 3)
        assert not lost - cards(hand(s, 0))
    assert (s.takings, s.turn) == (robbed, 1)


@pytest.mark.clause("MN-21")
def test_any_card_of_the_hand_is_equally_likely_to_be_taken() -> None:
    s = table(
        "turn 0, top hat-skull, pile ...", "betrayed cat-snake ball-moon", "cat-crow cat-crow hat-bat wild", "spell"
    )
    taken = Counter[str]()
    for seed in range(400):
        other = play(with_seed(s, seed), "0 play betrayed")
        taken += cards("cat-crow cat-crow hat-bat wild") - cards(hand(other, 1))
    assert set(taken) == {"cat-crow", "hat-bat", "wild"}
    assert 165 <= taken["cat-crow"] <= 235
    assert min(taken["hat-bat"], taken["wild"]) >= 70


@pytest.mark.clause("MN-21")
def test_each_taking_has_dice_of_its_own() -> None:
    pairs = set()
    s = table(
        "turn 0, top hat-skull, pile ...",
        "betrayed cat-snake ball-moon",
        "cat-crow hat-bat wild",
        "hat-frog hat-moon cat-bat",
    )
    for takings in range(30):
        other = s.copy()
        other.takings = takings
        play(other, "0 play betrayed")
        places = [
            held.split().index(next(iter(cards(held) - cards(hand(other, seat)))))
            for seat, held in ((1, hand(s, 1)), (2, hand(s, 2)))
        ]
        pairs.add(tuple(places))
    assert len(pairs) == 9


@pytest.mark.clause("MN-21")
def test_only_victim_and_robber_see_the_card_taken() -> None:
    s = table(
        "turn 0, top hat-skull, pile ...", "betrayed cat-snake ball-moon", "cat-crow hat-bat wild", "hat-frog spell"
    )
    play(s, "0 play betrayed")
    views = [Midnight() for _ in range(3)]
    for viewer, view in enumerate(views):
        hide(default_deck().tables, s, viewer, view)
    assert [sum(row) for row in views[2].counts[:3]] == [0, 0, 2]
    assert views[2].hand_size[:3] == [3, 2, 2]
    [taken] = cards("cat-crow hat-bat wild") - cards(hand(s, 1))
    assert cards(hand(views[0], 0)) == cards("cat-snake ball-moon", taken)
    assert (cards_of(default_deck())[views[1].fact_kind[1][0]], views[1].fact_hands[1][0]) == (taken, 0b001)
    assert views[2].fact_kind[2][0] == NONE


@pytest.mark.clause("MN-22")
def test_after_betrayed_the_next_card_is_red_or_wild_or_a_sidestep() -> None:
    s = table(
        "turn 0, top hat-skull, pile ...",
        "betrayed cat-bat ball-frog",
        "betrayed recipe hat-eyeball hat-skull cat-snake polymorph-hat stir-hat curse-hat pox circle spell wild",
        "ball-moon",
    )
    play(s, "0 play betrayed")
    taken = "".join(cards(hand(s, 0)) - cards("cat-bat ball-frog"))
    red = "hat-skull cat-snake betrayed pox circle spell wild"
    assert plays(s) == " ".join(card for card in red.split() if card != taken)
    refused = [card for card in ("hat-eyeball", "polymorph-hat", "stir-hat", "curse-hat", "recipe") if card != taken]
    assert {clause(s, 1, f"play {card}") for card in refused} == {"MN-22"}


@pytest.mark.clause("MN-22")
def test_red_only_lasts_until_a_card_is_played_on_it() -> None:
    s = table(
        "turn 0, top betrayed, pile ...", "pox cat-bat ball-frog", "cat-snake cat-crow hat-moon", "ball-moon wild"
    )
    play(s, "0 play pox pox")
    assert counts(s) == "red"
    assert plays(s) == "cat-snake"
    play(s, "1 draw")
    assert counts(s) == "red"
    assert plays(s) == "wild"
    play(s, "2 draw", "0 draw", "1 play cat-snake")
    assert counts(s) == "cat snake red"
    assert "ball-moon" not in plays(s)


@pytest.mark.clause("MN-22", "MN-66")
def test_a_declaration_ends_red_only() -> None:
    s = table("turn 0, top betrayed, pile ...", "wild cat-bat ball-frog", "ball-moon hat-skull")
    play(s, "0 play wild", "0 declare ball")
    assert (counts(s), plays(s)) == ("ball", "ball-moon")


@pytest.mark.clause("MN-25", "MN-67")
@pytest.mark.parametrize("suit", SUITS)
def test_polymorph_declares_any_suit_but_the_printed_one(suit: str) -> None:
    s = table(f"turn 0, top wild, counts {suit}, pile ...", f"polymorph-{suit} hat-frog cat-crow", players=3)
    play(s, f"0 play polymorph-{suit}")
    assert (s.phase, s.turn, s.owing) == (Phase.DECLARE, 0, 1)
    assert legal(s, 0) == [text for text in DECLARE if text != f"declare {suit}"]
    assert clause(s, 0, f"declare {suit}") == "MN-25"
    assert clause(s, 0, "draw") == clause(s, 1, "draw") == "MN-67"
    for other in set(SUITS) - {suit}:
        after = play(s.copy(), f"0 declare {other}")
        assert (counts(after), after.turn, after.phase) == (other, 1, Phase.TURN)


@pytest.mark.clause("MN-25", "MN-67")
def test_polymorph_goes_on_any_polymorph_and_may_name_the_same_suit() -> None:
    s = table(
        "turn 0, top polymorph-hat, counts cat, pile ...", "polymorph-ball hat-frog cat-crow", "cat-bat ball-moon"
    )
    assert plays(s) == "cat-crow polymorph-ball"
    play(s, "0 play polymorph-ball", "0 declare cat")
    same(
        """
        turn 1, top polymorph-ball, counts cat, pile ..., under polymorph-hat
        0 hat-frog cat-crow
        1 cat-bat ball-moon
        """,
        s,
    )
    assert plays(s) == "cat-bat"


@pytest.mark.clause("MN-25")
def test_polymorph_needs_its_suit_on_everything_else() -> None:
    assert plays(table("turn 0, top cat-bat, pile ...", "polymorph-cat polymorph-hat", "wild")) == "polymorph-cat"
    assert plays(table("turn 0, top stir-cat, pile ...", "polymorph-cat polymorph-hat", "wild")) == "polymorph-cat"
    assert plays(table("turn 0, top betrayed, pile ...", "polymorph-cat polymorph-hat", "wild")) == ""


@each_number
@pytest.mark.clause("MN-30")
def test_counter_stir_turns_the_direction_until_the_next_one(players: int) -> None:
    hands = ["stir-cat hat-bat hat-frog", "stir-hat ball-frog ball-frog"]
    s = table("turn 0, top cat-bat, pile ...", *hands, players=players)
    play(s, "0 play stir-cat")
    assert (s.direction, s.turn, counts(s)) == (-1, players - 1, "cat")
    for step in range(2, players):
        play(s, f"{s.turn} draw")
        assert s.turn == (players - step) % players
    assert s.turn == 1
    play(s, "1 play stir-hat")
    assert (s.direction, s.turn, counts(s)) == (1, 2 % players, "hat")


@pytest.mark.clause("MN-30")
def test_with_two_players_the_turn_simply_goes_to_the_other() -> None:
    s = table("turn 0, top cat-bat, pile ...", "stir-cat stir-hat hat-frog", "stir-ball hat-moon hat-moon")
    play(s, "0 play stir-cat", "1 play stir-ball", "0 play stir-hat midnight")
    assert (s.direction, s.turn) == (-1, 1)
    play(s, "1 play hat-moon midnight")
    assert s.turn == 0


@pytest.mark.clause("MN-30")
def test_counter_stir_goes_on_its_suit_and_on_any_counter_stir() -> None:
    assert plays(table("turn 0, top cat-bat, pile ...", "stir-cat stir-hat", "wild")) == "stir-cat"
    assert plays(table("turn 0, top stir-ball, pile ...", "stir-cat stir-hat", "wild")) == "stir-hat stir-cat"
    assert plays(table("turn 0, top stir-ball, counts cat, pile ...", "stir-hat hat-bat", "wild")) == "stir-hat"
    assert plays(table("turn 0, top polymorph-ball, counts cat, pile ...", "stir-cat stir-hat", "wild")) == "stir-cat"
    assert plays(table("turn 0, top curse-ball, pile ...", "stir-cat stir-ball", "wild")) == "stir-ball"


@each_number
@pytest.mark.clause("MN-35", "MN-37")
@pytest.mark.parametrize(("direction", "step"), [("", 1), ("reversed, ", -1)])
def test_a_cursed_player_draws_one_and_loses_the_turn(players: int, direction: str, step: int) -> None:
    s = table(f"turn 0, {direction}top cat-bat, pile hat-frog ...", "curse-cat hat-bat hat-frog", players=players)
    play(s, "0 play curse-cat")
    cursed = step % players
    assert (s.turn, s.curses, counts(s)) == (cursed, 1, "cat")
    assert legal(s, cursed) == ["take"]
    before = hand(s, cursed)
    play(s, f"{cursed} take")
    assert cards(hand(s, cursed)) == cards(before, "hat-frog")
    assert (s.turn, s.curses, counts(s)) == (2 * step % players, 0, "cat")
    assert "draw" in legal(s, s.turn)


@pytest.mark.clause("MN-35", "MN-37")
def test_curse_you_goes_on_its_suit_only() -> None:
    assert plays(table("turn 0, top cat-bat, pile ...", "curse-cat curse-hat", "wild")) == "curse-cat"
    assert plays(table("turn 0, top curse-cat, pile ...", "curse-cat curse-hat", "wild")) == "curse-cat"
    assert plays(table("turn 0, top polymorph-cat, counts hat, pile ...", "curse-cat curse-hat", "wild")) == "curse-hat"


@each_number
@pytest.mark.clause("MN-36", "MN-37")
def test_every_curse_on_top_makes_it_one_more_for_the_next(players: int) -> None:
    curses = ["curse-cat", "curse-hat", "curse-ball", "curse-broom", "curse-cauldron", "curse-cat", "curse-hat"]
    others = ["hat-frog", "ball-frog", "wild", "spell"] * 2
    hands = [f"{curse} {other}" for curse, other in zip(curses[: players - 1], others, strict=False)]
    s = table("turn 0, top cat-bat, pile ...", *hands, players=players)
    for seat, curse in enumerate(curses[: players - 1]):
        assert s.turn == seat
        play(s, f"{seat} play {curse} midnight")
        assert (s.curses, counts(s)) == (seat + 1, curse.split("-")[1])
    last, before = players - 1, sizes(s)
    assert s.turn == last
    assert legal(s, last) == ["take"]
    play(s, f"{last} take")
    assert sizes(s) == [*before[:-1], before[-1] + players - 1]
    assert (s.turn, s.curses, s.phase) == (0, 0, Phase.TURN)
    assert not any(s.bound)


@pytest.mark.clause("MN-36")
def test_a_curse_goes_round_and_grows() -> None:
    s = table("turn 0, top cat-bat, pile ...", "curse-cat curse-hat ball-frog", "curse-hat curse-ball ball-frog")
    play(s, "0 play curse-cat", "1 play curse-ball", "0 play curse-hat midnight", "1 play curse-hat midnight")
    assert s.curses == 4
    play(s, "0 take")
    assert (sizes(s), s.turn, counts(s)) == ([5, 1], 1, "hat")


@pytest.mark.clause("MN-36")
def test_under_a_curse_only_curses_may_be_played_and_need_not_be() -> None:
    refused = "hat-bat polymorph-hat stir-hat pox circle cackle spell wild betrayed"
    s = table("turn 0, top curse-hat*, curses 1, pile ...", f"curse-cat {refused}", players=3)
    assert legal(s, 0) == ["play curse-cat", "take"]
    assert {clause(s, 0, f"play {card}") for card in refused.split()} == {"MN-36"}
    assert clause(s, 0, "draw") == clause(s, 0, "play pox pox") == "MN-36"
    play(s, "0 take")
    assert sizes(s)[0] == 11
    assert (s.turn, "curse-cat" in hand(s, 0)) == (1, True)


@pytest.mark.clause("MN-36")
def test_after_a_sidestep_the_next_player_may_still_curse() -> None:
    s = table("turn 0, top cat-bat, pile ...", "pox hat-bat hat-frog", "curse-cat curse-hat hat-frog")
    play(s, "0 play pox pox")
    assert plays(s) == "curse-cat"
