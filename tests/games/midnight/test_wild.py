"""Sidesteps, Coven Circle, Failed Spell and Witch Gone Wild: MN-50 to MN-58, MN-66 and MN-67."""

from __future__ import annotations

import pytest

from coven.games.midnight.deck import default_deck
from coven.games.midnight.rules import actions
from coven.games.midnight.rules.contract import settles
from coven.games.midnight.rules.state import HIDDEN, Midnight, Phase
from coven.games.midnight.rules.view import hide
from tests.games.midnight.position import (
    HANDS,
    PLAYERS,
    cards,
    clause,
    counts,
    hand,
    legal,
    long,
    pile,
    play,
    plays,
    position,
    same,
    sizes,
    table,
    top,
    under,
    why,
)

SUITS = ("hat", "cauldron", "broom", "cat", "ball")
DECLARE = [f"declare {suit}" for suit in SUITS]
each_number = pytest.mark.parametrize("players", PLAYERS)


@pytest.mark.clause("MN-50")
@pytest.mark.parametrize(
    ("head", "what", "fitting"),
    [
        ("top cat-bat", "cat bat pink", "cat-crow"),
        ("top cat-bat, counts hat", "hat", "hat-frog curse-hat"),
        ("top betrayed", "red", "ball-spider"),
        ("top polymorph-ball, counts cat", "cat", "cat-crow polymorph-broom"),
        ("top curse-hat", "hat", "hat-frog curse-hat"),
        ("top spell, counts any", "any", "hat-frog cat-crow ball-spider polymorph-broom curse-hat"),
    ],
)
def test_a_sidestep_leaves_the_pile_as_it_was(head: str, what: str, fitting: str) -> None:
    held = "hat-frog cat-crow ball-spider polymorph-broom curse-hat"
    s = table(f"turn 0, {head}, pile hat-bat ...", "hat-moon ball-frog pox", held, "hat-eyeball")
    before = (top(s), under(s), counts(s))
    assert before[2] == what
    play(s, "0 play pox pox")
    assert (top(s), under(s), counts(s)) == before
    assert (s.sidesteps, s.turn) == (1, 1)
    assert hand(s, 1) == held.replace("hat-frog", "hat-frog hat-bat")
    assert plays(s).replace("hat-bat ", "") == fitting


@each_number
@pytest.mark.clause("MN-51")
def test_announced_all_others_draw_one(players: int) -> None:
    s = table("turn 0, top cat-bat, pile ...", "pox hat-bat hat-frog", players=players)
    play(s, "0 play pox pox")
    assert sizes(s) == [2] + [4] * (players - 1)
    assert s.turn == 1


@each_number
@pytest.mark.clause("MN-51")
def test_unannounced_its_player_draws_three_and_the_others_nothing(players: int) -> None:
    s = table("turn 0, top cat-bat, pile hat-skull cat-spider ball-frog ...", "pox hat-bat hat-frog", players=players)
    play(s, "0 play pox")
    assert cards(hand(s, 0)) == cards("hat-bat hat-frog hat-skull cat-spider ball-frog")
    assert sizes(s) == [5] + [3] * (players - 1)
    assert (s.turn, s.sidesteps) == (1, 1)


@pytest.mark.clause("MN-51")
def test_only_a_sidestep_is_announced() -> None:
    s = table("turn 0, top cat-bat, pile ...", "pox cat-crow cat-moon", players=2)
    assert legal(s, 0) == ["play cat-crow", "play cat-moon", "play pox", "play pox pox", "draw"]
    assert why(s, 0, "play cat-crow pox") == "Only A Pox on All of You! is announced like that (MN-51)"


@pytest.mark.clause("MN-50", "MN-51")
def test_several_sidesteps_lie_beside_each_other() -> None:
    s = table("turn 0, top cat-bat, pile ...", "pox hat-bat hat-frog", "pox cat-crow hat-eyeball")
    play(s, "0 play pox pox", "1 play pox")
    assert (s.sidesteps, sizes(s), s.turn) == (2, [2, 6], 0)


@each_number
@pytest.mark.clause("MN-55")
@pytest.mark.parametrize(("direction", "step"), [("", 1), ("reversed, ", -1)])
def test_coven_circle_declares_and_then_everybody_passes_one_on(players: int, direction: str, step: int) -> None:
    s = table(f"turn 0, {direction}top cat-bat, pile ...", "circle hat-bat hat-frog", players=players)
    play(s, "0 play circle")
    assert legal(s, 0) == DECLARE
    assert clause(s, 1, f"pass {HANDS[1].split()[0]}") == clause(s, 0, "pass hat-bat") == "MN-67"
    play(s, "0 declare broom")
    assert (s.phase, s.owing, counts(s)) == (Phase.PASS, (1 << players) - 1, "broom")
    hands = ["hat-bat hat-frog", *HANDS[1:players]]
    given = [held.split()[0] for held in hands]
    for seat in reversed(range(players)):
        assert [cards(hand(s, one)) for one in range(players)] == [cards(held) for held in hands]
        play(s, f"{seat} pass {given[seat]}")
    for seat in range(players):
        giver = (seat - step) % players
        assert cards(hand(s, seat)) == cards(hands[seat], given[giver]) - cards(given[seat])
    assert (s.phase, s.turn, s.owing) == (Phase.TURN, step % players, 1 << step % players)
    assert s.passed == [-1] * 8


@pytest.mark.clause("MN-55")
def test_any_card_of_the_hand_may_be_passed_even_the_only_one() -> None:
    s = table(
        "turn 0, top cat-bat, pile ...", "circle hat-frog", "betrayed recipe pox circle spell cackle wild", "cat-crow"
    )
    play(s, "0 play circle midnight", "0 declare hat")
    assert legal(s, 0) == ["pass hat-frog"]
    assert legal(s, 1) == [f"pass {card}" for card in hand(s, 1).split()]
    assert clause(s, 1, "pass hat-frog") == "MN-12", "it does not hold that"
    assert clause(s, 1, "draw") == "MN-55"
    play(s, "0 pass hat-frog", "1 pass cackle", "2 pass cat-crow")
    assert [hand(s, seat) for seat in (0, 2)] == ["cat-crow", "cackle"]
    assert s.turn == 1


@pytest.mark.clause("MN-55")
def test_passed_cards_are_secret_until_all_have_chosen_and_stay() -> None:
    s = table("turn 0, top cat-bat, pile ...", "circle hat-frog hat-bat", "cat-crow wild spell", "ball-frog hat-moon")
    play(s, "0 play circle", "0 declare hat", "1 pass wild")
    assert legal(s, 1) == []
    assert clause(s, 1, "pass spell") == "MN-55"
    for viewer in (0, 2):
        view = Midnight()
        hide(default_deck().tables, s, viewer, view)
        assert view.passed[1] == HIDDEN
        assert view.hand_size[:3] == [2, 3, 2]
    play(s, "0 pass hat-bat", "2 pass ball-frog")
    assert [hand(s, seat) for seat in range(3)] == ["hat-frog ball-frog", "hat-bat cat-crow spell", "hat-moon wild"]


@pytest.mark.clause("MN-55")
def test_alike_cards_cross() -> None:
    s = table("turn 0, top cat-bat, pile ...", "circle hat-frog hat-frog", "hat-moon hat-moon")
    play(s, "0 play circle", "0 declare hat", "0 pass hat-frog", "1 pass hat-moon")
    assert [hand(s, seat) for seat in range(2)] == ["hat-frog hat-moon", "hat-frog hat-moon"]
    s = table("turn 0, top cat-bat, pile ...", "circle hat-frog hat-bat", "hat-frog hat-moon")
    play(s, "0 play circle", "0 declare hat", "0 pass hat-frog", "1 pass hat-frog")
    assert [hand(s, seat) for seat in range(2)] == ["hat-frog hat-bat", "hat-frog hat-moon"]


def settled(s: Midnight, seat: int, text: str) -> list[int]:
    """Who can take nothing back after this legal action."""
    assert text in legal(s, seat)
    action = actions.parse_action(default_deck(), long(text))
    bits = settles(default_deck().tables, s, seat, action)
    return [one for one in range(s.players) if bits >> one & 1]


@pytest.mark.clause("MN-55")
def test_the_last_choice_settles_all_and_a_catch_settles_the_others() -> None:
    s = table("turn 0, top cat-bat, pile ...", "circle hat-frog", "cat-crow wild", "ball-frog hat-moon")
    play(s, "0 play circle", "0 declare hat")
    assert settled(s, 1, "pass wild") == []
    assert settled(s, 2, "catch 0") == [2]
    play(s, "1 pass wild", "2 pass hat-moon")
    assert settled(s, 0, "pass hat-frog") == [0, 1, 2]


@each_number
@pytest.mark.clause("MN-58")
def test_failed_spell_draws_five_and_declares(players: int) -> None:
    s = table(
        "turn 0, top cat-bat, pile hat-skull cat-spider ball-frog pox spell wild ...",
        "spell hat-bat hat-frog",
        players=players,
    )
    play(s, "0 play spell")
    assert cards(hand(s, 0)) == cards("hat-bat hat-frog hat-skull cat-spider ball-frog pox spell")
    assert pile(s).startswith("wild ")
    assert legal(s, 0) == DECLARE
    play(s, "0 declare ball")
    assert (counts(s), s.turn, sizes(s)) == ("ball", 1, [7] + [3] * (players - 1))


@pytest.mark.clause("MN-66", "MN-67")
@pytest.mark.parametrize("suit", SUITS)
def test_witch_gone_wild_declares_any_suit_that_which_counts_too(suit: str) -> None:
    s = table("turn 0, top cat-bat, pile ...", "wild hat-bat hat-frog", players=4)
    play(s, "0 play wild")
    assert legal(s, 0) == DECLARE
    play(s, f"0 declare {suit}")
    assert (counts(s), s.turn, sizes(s)) == (suit, 1, [2, 3, 3, 3])


@pytest.mark.clause("MN-67")
@pytest.mark.parametrize("card", ["circle", "spell", "wild"])
def test_on_a_polymorph_others_may_declare_its_printed_suit(card: str) -> None:
    s = table("turn 0, top polymorph-hat, counts cat, pile ...", f"{card} hat-bat hat-frog", players=2)
    play(s, f"0 play {card}")
    assert legal(s, 0) == DECLARE


@pytest.mark.clause("MN-67")
def test_nobody_else_declares_and_nothing_else_is_done_meanwhile() -> None:
    s = table("turn 0, top cat-bat, pile ...", "wild hat-bat hat-frog", "cat-crow pox wild")
    play(s, "0 play wild")
    assert legal(s, 1) == []
    assert clause(s, 1, "play pox pox") == clause(s, 0, "play hat-bat") == clause(s, 1, "declare cat") == "MN-67"


@pytest.mark.clause("MN-36", "MN-43")
def test_position_of_a_stack_is_drawn_back() -> None:
    s = position(
        """
        turn 1, reversed, top curse-hat*, curses 2, sidesteps 1, forgot 0, pile hat-bat ..., under wild curse-cat*
        0 ball-moon
        1 curse-ball pox
        2 cat-crow
        """
    )
    play(s, "1 play curse-ball midnight")
    same(
        """
        turn 0, reversed, top curse-ball*, curses 3, sidesteps 1, pile hat-bat ..., under curse-hat* curse-cat* wild
        0 ball-moon
        1 pox
        2 cat-crow
        """,
        s,
    )
