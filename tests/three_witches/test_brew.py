"""Tricks: TW-30 to TW-48. The Lead sits in seat 1, so First is seat 2 and Second seat 0."""

from __future__ import annotations

import pytest

from coven.games.three_witches import brew, rules
from coven.games.three_witches.deck import default_deck, load_deck
from coven.games.three_witches.state import NONE, Phase, ThreeWitches
from tests.three_witches.position import legal, play, position, same, tables
from tests.three_witches.test_against_naive import TWINS

START = """
    bid 3, trick 1
    0 second  owl-2 dog-3 bat-3 newt-3 newt-4
    1 lead    owl-3 owl-4 dog-2 bat-6 frog-4 elixir
    2 first   owl-5 dog-4 dog-6 bat-5 newt-2
    """


def start(text: str = START) -> ThreeWitches:
    return position(text)


@pytest.mark.clause("TW-30", "TW-31", "TW-47")
def test_lead_lays_one_card_up_then_one_down_and_never_the_elixir_up() -> None:
    s = start()
    assert legal(s, 1) == ["lead owl-3", "lead owl-4", "lead dog-2", "lead bat-6", "lead frog-4"]
    play(s, "1 lead bat-6")
    assert legal(s, 1) == ["conceal owl-3", "conceal owl-4", "conceal dog-2", "conceal frog-4", "conceal elixir"]
    play(s, "1 conceal elixir")
    assert s.owing == 0b100


@pytest.mark.clause("TW-30")
def test_the_card_face_up_is_not_shown_before_the_other_is_chosen() -> None:
    s = start()
    play(s, "1 lead bat-6")
    assert not rules.settles(tables(default_deck()), start(), 1, 0)
    assert rules.settles(tables(default_deck()), s, 1, 0)


@pytest.mark.clause("TW-32", "TW-34")
def test_both_follow_suit_if_they_can() -> None:
    s = start()
    play(s, "1 lead bat-6", "1 conceal dog-2")
    assert legal(s, 2) == ["play bat-5"]
    play(s, "2 play bat-5")
    assert legal(s, 0) == ["play bat-3"]


@pytest.mark.clause("TW-33", "TW-34", "TW-35")
def test_who_cannot_follow_plays_anything_and_only_first_may_pass() -> None:
    s = start()
    play(s, "1 lead frog-4", "1 conceal elixir")
    assert legal(s, 2) == ["pass", "play owl-5", "play dog-4", "play dog-6", "play bat-5", "play newt-2"]
    play(s, "2 pass")
    same(
        """
        second, asked 0
        0 owl-2 dog-3 bat-3 newt-3 newt-4
        1 owl-3 owl-4 dog-2 bat-6
        2 owl-5 dog-4 dog-6 bat-5 newt-2
        up frog-4 down elixir first pass second -
        """,
        s,
    )
    assert legal(s, 0) == ["play owl-2", "play dog-3", "play bat-3", "play newt-3", "play newt-4"]
    play(s, "0 play dog-3")
    assert legal(s, 2) == ["play owl-5", "play dog-4", "play dog-6", "play bat-5", "play newt-2"]


@pytest.mark.clause("TW-33")
def test_first_may_play_the_elixir_where_it_cannot_follow() -> None:
    s = position("bid 3\n0 second owl-2 bat-3\n1 lead frog-4 dog-2\n2 first newt-2 elixir")
    play(s, "1 lead frog-4", "1 conceal dog-2")
    assert legal(s, 2) == ["pass", "play newt-2", "play elixir"]


@pytest.mark.clause("TW-33", "TW-36")
def test_under_an_eye_both_follow_face_down_and_first_may_pass() -> None:
    s = start()
    play(s, "1 lead dog-2", "1 conceal owl-3")
    assert legal(s, 2) == ["play dog-4", "play dog-6"]
    play(s, "2 play dog-6")
    assert s.voids == [0, 0, 0]
    assert legal(s, 0) == ["play dog-3"]
    late = position("bid 3\n0 second owl-2 bat-3\n1 lead dog-2 frog-4\n2 first newt-2 elixir")
    play(late, "1 lead dog-2", "1 conceal frog-4", "2 pass")
    assert late.voids[2] == 1 << tables(default_deck()).suit[late.up[0]], "a pass shows at once"
    play(late, "0 play bat-3")
    assert late.voids[0] == 0, "a card face down shows nothing yet"
    play(late, "2 play newt-2")
    assert late.voids[0] == late.voids[2] != 0


@pytest.mark.clause("TW-36")
def test_a_2_that_lies_face_down_is_no_eye() -> None:
    s = start()
    play(s, "1 lead frog-4", "1 conceal dog-2")
    assert not brew.is_eye(tables(default_deck()), s)
    play(s, "2 play newt-2")
    assert s.voids[2] != 0, "played face up, so the void shows at once"


@pytest.mark.clause("TW-37", "TW-40", "TW-42")
def test_values_decide_not_the_lead_suit() -> None:
    s = start()
    play(s, "1 lead frog-4", "1 conceal owl-3", "2 play dog-4", "0 play dog-3")
    assert s.lead_won[0] == 0, "Dog 4 and Dog 3 are worth 7, Frog 4 and Owl 3 only 4"
    assert s.owing == 0b101


@pytest.mark.clause("TW-42")
def test_a_tie_is_the_leads() -> None:
    s = start()
    play(s, "1 lead frog-4", "1 conceal owl-3", "2 play dog-4", "0 play newt-3")
    assert s.lead_won[0] == 1


@pytest.mark.clause("TW-41", "TW-45")
def test_elixir_doubles_and_a_lead_who_won_with_it_has_no_choice() -> None:
    s = start()
    play(s, "1 lead bat-6", "1 conceal elixir", "2 play bat-5", "0 play bat-3")
    assert s.lead_won[0] == 1
    same(
        """
        lead, asked 1
        0 owl-2 dog-3 newt-3 newt-4
        1 owl-3 owl-4 dog-2 bat-6 frog-4
        2 owl-5 dog-4 dog-6 newt-2
        up - down - first - second -
        """,
        s,
    )
    assert s.elixir == NONE


@pytest.mark.clause("TW-43", "TW-44")
def test_a_lead_who_won_takes_one_of_its_two_cards_back() -> None:
    s = start()
    play(s, "1 lead frog-4", "1 conceal owl-4", "2 play bat-5", "0 play newt-4")
    assert s.lead_won[0] == 1
    assert legal(s, 1) == ["return owl-4", "return frog-4"]
    assert legal(s, 0) == legal(s, 2) == []
    play(s, "1 return owl-4")
    assert s.hands[1].bit_count() == 5
    assert legal(s, 1) == ["lead owl-3", "lead owl-4", "lead dog-2", "lead bat-6"]


DIFFER = "bid 3, trick {}\n0 second owl-2 bat-2 newt-2\n1 lead owl-4 frog-4 dog-2 bat-6\n2 first owl-3 dog-4 newt-4"


@pytest.mark.clause("TW-43", "TW-46")
@pytest.mark.parametrize(("trick", "decider"), [(1, 2), (2, 0), (3, 2), (4, 0)])
def test_where_proposals_differ_first_and_second_decide_in_turn(trick: int, decider: int) -> None:
    s = position(DIFFER.format(trick))
    play(s, "1 lead owl-4", "1 conceal dog-2", "2 play owl-3", "0 play owl-2")
    assert s.lead_won[trick - 1] == 0
    assert legal(s, 0) == legal(s, 2) == ["propose owl-4", "propose dog-2"]
    wanted = {0: "propose owl-4", 2: "propose dog-2"}
    play(s, f"0 {wanted[0]}")
    assert s.hands[1].bit_count() == 2, "nothing moves before both are in"
    play(s, f"2 {wanted[2]}")
    assert ("lead " + wanted[decider].split()[1]) in legal(s, 1)
    assert ("lead " + wanted[2 - decider].split()[1]) not in legal(s, 1)


@pytest.mark.clause("TW-46")
def test_lesser_witches_may_send_the_elixir_back_or_keep_it_out() -> None:
    for sent, place in (("elixir", 1), ("dog-2", NONE)):
        s = position("bid 3\n0 second owl-2 dog-3\n1 lead dog-2 frog-4 elixir\n2 first dog-4 owl-3")
        play(s, "1 lead dog-2", "1 conceal elixir", "2 play dog-4", "0 play dog-3")
        play(s, f"0 propose {sent}", f"2 propose {sent}")
        assert s.elixir == place


@pytest.mark.clause("TW-43", "TW-44", "TW-46")
def test_two_alike_cards_leave_nothing_to_choose() -> None:
    deck = load_deck({"suits": TWINS}, "twins")
    s = position("bid 3\n0 second owl-2 frog-3\n1 lead dog-2 dog-2 owl-3\n2 first owl-2 bat-2", deck)
    play(s, "1 lead dog-2", "1 conceal dog-2", "2 play owl-2", "0 play owl-2", deck=deck)
    assert s.phase == Phase.LEAD
    assert legal(s, 1, deck) == ["lead owl-3", "lead dog-2"]


@pytest.mark.clause("TW-43", "TW-48")
def test_all_five_tricks_are_played_and_nothing_returns_after_the_last() -> None:
    s = position("bid 3, trick 5, won 0\n0 second owl-2\n1 lead frog-4 dog-2\n2 first dog-4")
    assert legal(s, 1) == ["lead dog-2", "lead frog-4"]
    play(s, "1 lead frog-4", "1 conceal dog-2", "2 play dog-4", "0 play owl-2")
    assert (s.round, s.phase) == (2, Phase.BID)
    texts = [default_deck().cards[card] for card in s.last_trick]
    assert texts == ["frog-4", "dog-2", "dog-4", "owl-2"]
    assert s.sheet_won[0] == 1
