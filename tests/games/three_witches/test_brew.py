"""Tricks: TW-30 to TW-48. The Lead sits in seat 1, so First is seat 2 and Second seat 0."""

from __future__ import annotations

import pytest

from coven.engine.states import SPECTATOR
from coven.games.three_witches.deck import default_deck, load_deck
from coven.games.three_witches.rules import brew, contract
from coven.games.three_witches.rules.state import HIDDEN, NONE, Phase, ThreeWitches
from tests.games.three_witches.position import legal, play, position, same, seen, tables
from tests.games.three_witches.test_against_naive import TWINS

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
    assert not contract.settles(tables(default_deck()), start(), 1, 0)
    assert contract.settles(tables(default_deck()), s, 1, 0)


@pytest.mark.clause("TW-32", "TW-34")
def test_both_follow_suit_if_they_can() -> None:
    s = start()
    play(s, "1 lead bat-6", "1 conceal dog-2")
    assert legal(s, 2) == ["play bat-5"]
    play(s, "2 play bat-5")
    assert legal(s, 0) == ["play bat-3"]


@pytest.mark.clause("TW-33", "TW-34", "TW-35")
def test_without_the_suit_any_card_goes_and_only_first_may_pass() -> None:
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


OTHERS = (0, 2, SPECTATOR)
"""All viewers but the Lead."""


@pytest.mark.clause("TW-30")
@pytest.mark.parametrize("viewer", OTHERS)
def test_nobody_sees_the_lead_choose_and_the_card_face_down_stays_hidden(viewer: int) -> None:
    s = start()
    before = seen(s, viewer)
    play(s, "1 lead bat-6")
    assert seen(s, viewer) == before
    play(s, "1 conceal elixir")
    view = seen(s, viewer)
    assert (view.up[0], view.down[0], view.elixir) == (s.up[0], HIDDEN, 1)
    assert seen(s, 1).down[0] == s.down[0]


@pytest.mark.clause("TW-36")
def test_under_an_eye_each_sees_its_own_card_until_the_trick_ends() -> None:
    s = start()
    play(s, "1 lead dog-2", "1 conceal owl-3", "2 play dog-6")
    assert {viewer: seen(s, viewer).first[0] for viewer in (0, 1, 2)} == {0: HIDDEN, 1: HIDDEN, 2: s.first[0]}
    play(s, "0 play dog-3")
    for viewer in (0, 1, 2, SPECTATOR):
        view = seen(s, viewer)
        assert (view.down[0], view.first[0], view.second[0]) == (s.down[0], s.first[0], s.second[0])


@pytest.mark.clause("TW-33", "TW-35", "TW-36")
def test_under_an_eye_a_pass_is_seen_but_not_seconds_card() -> None:
    s = position("bid 3\n0 second owl-2 bat-3\n1 lead dog-2 frog-4\n2 first newt-2 elixir")
    play(s, "1 lead dog-2", "1 conceal frog-4", "2 pass", "0 play bat-3")
    same("late, asked 2\n0\n1\n2 newt-2 elixir\nup dog-2 down ? first pass second ?", seen(s, 2))
    same("late, asked 2\n0 owl-2\n1\n2\nup dog-2 down ? first pass second bat-3", seen(s, 0))


@pytest.mark.clause("TW-36")
@pytest.mark.parametrize("first", ["play newt-2", "play dog-4"])
def test_without_an_eye_face_up_a_lesser_witchs_card_is_seen_at_once(first: str) -> None:
    s = start()
    play(s, "1 lead frog-4", "1 conceal dog-2", f"2 {first}")
    assert seen(s, 0).first[0] == s.first[0]


@pytest.mark.clause("TW-44")
@pytest.mark.parametrize("viewer", OTHERS)
def test_which_card_a_lead_who_won_took_back_is_its_secret(viewer: int) -> None:
    views = []
    for card in ("owl-4", "frog-4"):
        s = start()
        play(s, "1 lead frog-4", "1 conceal owl-4", "2 play bat-5", "0 play newt-4", f"1 return {card}")
        views.append(seen(s, viewer))
        assert seen(s, 1).back[0] == s.back[0]
    assert views[0] == views[1]
    assert (views[0].down[0], views[0].back[0]) == (s.down[0], HIDDEN)


@pytest.mark.clause("TW-45")
def test_a_return_without_a_choice_is_public() -> None:
    s = start()
    play(s, "1 lead bat-6", "1 conceal elixir", "2 play bat-5", "0 play bat-3")
    assert [seen(s, viewer).back[0] for viewer in OTHERS] == [s.back[0]] * 3
    twins = load_deck({"suits": TWINS}, "twins")
    s = position("bid 3\n0 second owl-2 frog-3\n1 lead dog-2 dog-2 owl-3\n2 first owl-2 bat-2", twins)
    play(s, "1 lead dog-2", "1 conceal dog-2", "2 play owl-2", "0 play owl-2", deck=twins)
    assert [seen(s, viewer, twins).back[0] for viewer in OTHERS] == [s.back[0]] * 3


@pytest.mark.clause("TW-46")
def test_proposals_are_sealed_until_both_are_in_and_then_seen() -> None:
    s = position(DIFFER.format(1))
    play(s, "1 lead owl-4", "1 conceal dog-2", "2 play owl-3", "0 play owl-2", "2 propose dog-2")
    assert {viewer: seen(s, viewer).proposals[2] for viewer in (0, 1, 2)} == {0: HIDDEN, 1: HIDDEN, 2: s.down[0]}
    play(s, "0 propose owl-4")
    for viewer in (0, 1, 2, SPECTATOR):
        view = seen(s, viewer)
        assert (view.proposals, view.back[0]) == ([s.up[0], NONE, s.down[0]], s.down[0])


@pytest.mark.clause("TW-41", "TW-42")
@pytest.mark.parametrize(("second", "lead_won"), [("dog-2", 1), ("dog-3", 0)])
def test_the_elixir_is_worth_twice_its_partner_for_the_lead(second: str, lead_won: int) -> None:
    s = position(f"bid 3\n0 second {second} bat-2\n1 lead owl-4 elixir frog-3\n2 first dog-6 newt-2")
    play(s, "1 lead owl-4", "1 conceal elixir", "2 play dog-6", f"0 play {second}")
    assert s.lead_won[0] == lead_won


@pytest.mark.clause("TW-41")
@pytest.mark.parametrize(("second", "lead_won"), [("bat-3", 1), ("bat-5", 0)])
def test_the_elixir_is_worth_twice_its_partner_for_the_lesser_witches(second: str, lead_won: int) -> None:
    s = position(f"bid 3\n0 second {second} bat-2\n1 lead owl-4 owl-3 frog-3\n2 first dog-6 elixir")
    play(s, "1 lead owl-4", "1 conceal owl-3", "2 play elixir", f"0 play {second}")
    assert (s.lead_won[0], s.elixir) == (lead_won, NONE)


ROUND = (
    ("2 pass", "0 pass", "1 bid 3", "2 pass", "0 pass", "1 pass", "2 discard frog-4", "0 discard owl-2"),
    ("1 lead frog-3", "1 conceal elixir", "2 pass", "0 play owl-3", "2 play owl-5"),
    ("2 propose elixir", "0 propose frog-3"),
    ("1 lead owl-4", "1 conceal dog-4", "2 play bat-6", "0 play dog-3", "1 return owl-4"),
    ("1 lead owl-4", "1 conceal elixir", "2 play dog-6", "0 play dog-2"),
    ("1 lead bat-3", "1 conceal newt-3", "2 play bat-5", "0 play bat-2"),
    ("2 propose bat-3", "0 propose newt-3"),
    ("1 lead owl-4", "1 conceal newt-3", "2 play newt-4"),
)
"""6 against 8; 8 against 6; 8 against 8; 6 against 7; and the last trick but for Second's card."""


@pytest.mark.clause("TW-21", "TW-35", "TW-42", "TW-43", "TW-45", "TW-46", "TW-47", "TW-48", "TW-50")
def test_a_whole_round_with_the_elixir_sent_back() -> None:
    s = position(
        """
        tokens 0 0 0
        0 owl-2 owl-3 dog-2 dog-3 bat-2 newt-2
        1 owl-4 dog-4 bat-3 newt-3 frog-3 elixir
        2 owl-5 dog-6 bat-5 bat-6 newt-4 frog-4
        """
    )
    for steps in ROUND:
        play(s, *steps)
    same("second, asked 0\n0 newt-2\n1\n2\nup owl-4 down newt-3 first newt-4 second -", s)
    texts = [default_deck().cards[card] for card in s.back[:4]]
    assert texts == ["elixir", "owl-4", "owl-4", "newt-3"]
    assert s.lead_won == [0, 1, 1, 0, NONE]
    play(s, "0 play newt-2")
    assert (s.tokens, s.round, s.sheet_won[0]) == ([1, 0, 1], 2, 2)


@pytest.mark.clause("TW-40", "TW-41")
@pytest.mark.parametrize(
    ("a", "b", "value"),
    [
        ("owl-3", "dog-3", 6),
        ("owl-2", "owl-5", 7),
        ("owl-3", "bat-5", 5),
        ("bat-5", "owl-3", 5),
        ("newt-4", "elixir", 8),
        ("elixir", "dog-6", 12),
    ],
)
def test_value_of_a_pair(a: str, b: str, value: int) -> None:
    deck = default_deck()
    assert tables(deck).value[deck.cards.index(a)][deck.cards.index(b)] == value


@pytest.mark.clause("TW-34", "TW-35")
def test_second_shows_at_once_that_it_cannot_follow_even_after_a_pass() -> None:
    s = start()
    play(s, "1 lead frog-4", "1 conceal elixir", "2 pass", "0 play dog-3")
    assert s.phase == Phase.LATE
    assert s.voids == [1 << tables(default_deck()).suit[s.up[0]], 0, 1 << tables(default_deck()).suit[s.up[0]]]


@pytest.mark.clause("TW-48")
def test_the_round_goes_on_when_the_bid_is_already_lost() -> None:
    s = position("bid 3, trick 4, won 3\n0 second owl-2 bat-2\n1 lead owl-4 owl-3 dog-6\n2 first newt-2 newt-3")
    play(s, "1 lead owl-4", "1 conceal owl-3", "2 play newt-2", "0 play owl-2", "1 return owl-3")
    assert (s.round, s.trick, s.phase, s.owing) == (1, 4, Phase.LEAD, 0b010)
