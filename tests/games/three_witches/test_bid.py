"""Deal, bid, passing, discards: TW-1 to TW-21."""

from __future__ import annotations

import pytest

from coven.engine.dice import seed_words
from coven.engine.jit import lowest
from coven.engine.states import SPECTATOR
from coven.games.three_witches.deck import default_deck
from coven.games.three_witches.game import GAME
from coven.games.three_witches.rules import contract
from coven.games.three_witches.rules.cards import ALL, ELIXIR_BIT
from coven.games.three_witches.rules.state import SEATS, Call, Phase, ThreeWitches
from tests.games.three_witches.position import MARKS, cards, legal, play, position, same, seen, tables

BIDDING = """
    tokens 0 0 0
    0 owl-2 owl-3 dog-2 dog-3 bat-2 newt-2
    1 owl-4 dog-4 bat-3 newt-3 frog-3 elixir
    2 owl-5 dog-6 bat-5 bat-6 newt-4 frog-4
    """


def bidding() -> ThreeWitches:
    return position(BIDDING)


def decline(s: ThreeWitches) -> None:
    """All three decline."""
    for i in range(SEATS):
        play(s, f"{(s.elixir + 1) % SEATS if i == 0 else lowest(s.owing)} pass")


def give_all(s: ThreeWitches) -> None:
    """Everybody gives the first two cards allowed."""
    for seat in range(SEATS):
        play(s, f"{seat} {legal(s, seat)[0]}")
        play(s, f"{seat} {legal(s, seat)[0]}")


@pytest.mark.clause("TW-1")
def test_only_three_may_play() -> None:
    assert GAME.players == (3,)


@pytest.mark.clause("TW-4", "TW-5")
def test_deal_splits_the_deck_and_shows_the_elixir() -> None:
    for seed in range(50):
        s = ThreeWitches()
        s.players, s.seed = SEATS, seed_words(seed)
        contract.setup(tables(default_deck()), s)
        assert [hand.bit_count() for hand in s.hands] == [6, 6, 6]
        assert s.hands[0] | s.hands[1] | s.hands[2] == ALL
        assert s.hands[s.elixir] & ELIXIR_BIT
        assert s.owing == 1 << (s.elixir + 1) % SEATS


@pytest.mark.clause("TW-4")
def test_every_card_comes_to_every_seat_equally_often() -> None:
    counts = [[0] * 18 for _ in range(SEATS)]
    for seed in range(1800):
        s = ThreeWitches()
        s.players, s.seed = SEATS, seed_words(seed)
        contract.setup(tables(default_deck()), s)
        for seat in range(SEATS):
            for card in range(18):
                counts[seat][card] += s.hands[seat] >> card & 1
    chi_square = sum((count - 600) ** 2 / 600 for row in counts for count in row)
    assert chi_square < 90  # 34 degrees of freedom: one alarm in a million


@pytest.mark.clause("TW-10", "TW-11")
def test_bidding_goes_clockwise_and_ends_with_the_holder() -> None:
    s = bidding()
    for seat in (2, 0, 1):
        assert [other for other in range(SEATS) if legal(s, other)] == [seat]
        assert legal(s, seat) == ["pass", "bid 3", "bid 4"]
        play(s, f"{seat} pass")


@pytest.mark.clause("TW-12", "TW-20", "TW-21")
@pytest.mark.parametrize("before", [(), ("2 pass",), ("2 pass", "0 pass")])
def test_a_bid_of_4_ends_the_bidding(before: tuple[str, ...]) -> None:
    s = bidding()
    bidder = (2, 0, 1)[len(before)]
    play(s, *before, f"{bidder} bid 4")
    assert (s.lead, s.bid, s.phase) == (bidder, 4, Phase.DISCARD)
    assert s.owing == 0b111 ^ 1 << bidder


@pytest.mark.clause("TW-13", "TW-14")
def test_after_a_bid_of_3_all_have_one_more_turn_the_bidder_last() -> None:
    s = bidding()
    play(s, "2 pass", "0 bid 3")
    for seat in (1, 2, 0):
        assert [other for other in range(SEATS) if legal(s, other)] == [seat]
        assert legal(s, seat) == ["pass", "bid 4"]
        play(s, f"{seat} pass")
    assert (s.lead, s.bid, s.phase) == (0, 3, Phase.DISCARD)


@pytest.mark.clause("TW-14")
@pytest.mark.parametrize("raiser", [0, 1, 2])
def test_anybody_may_raise_the_bidder_too(raiser: int) -> None:
    s = bidding()
    play(s, "2 pass", "0 bid 3")
    for seat in (1, 2, 0):
        if seat == raiser:
            play(s, f"{seat} bid 4")
            break
        play(s, f"{seat} pass")
    assert (s.lead, s.bid, s.phase) == (raiser, 4, Phase.DISCARD)


@pytest.mark.clause("TW-15", "TW-16", "TW-17")
def test_passing_goes_left_all_at_once_with_the_elixir() -> None:
    s = bidding()
    play(s, "2 pass", "0 pass", "1 pass")
    assert s.owing == 0b111
    assert legal(s, 1) == ["give elixir"]
    play(s, "1 give elixir", "0 give owl-2")
    assert legal(s, 0) == ["give owl-3", "give dog-2", "give dog-3", "give bat-2", "give newt-2"]
    play(s, "2 give owl-5", "2 give frog-4", "0 give newt-2")
    assert s.hands[0].bit_count() == 6, "nothing moves before all have chosen"
    play(s, "1 give frog-3")
    same(
        """
        bid, asked 0
        0 owl-3 owl-5 dog-2 dog-3 bat-2 frog-4
        1 owl-2 owl-4 dog-4 bat-3 newt-2 newt-3
        2 dog-6 bat-5 bat-6 newt-4 frog-3 elixir
        """,
        s,
    )
    assert s.elixir == 2
    assert s.calls == [Call.SILENT] * SEATS


@pytest.mark.clause("TW-16", "TW-18", "TW-19")
def test_after_three_passings_the_holder_must_bid() -> None:
    s = bidding()
    for passing in range(3):
        assert (s.passings, s.elixir) == (passing, (1 + passing) % SEATS)
        decline(s)
        give_all(s)
    assert (s.passings, s.elixir) == (3, 1)
    play(s, "2 pass", "0 pass")
    assert legal(s, 1) == ["bid 3", "bid 4"]
    play(s, "1 bid 3")
    assert legal(s, 2) == ["pass", "bid 4"]
    play(s, "2 pass", "0 bid 4")
    assert (s.lead, s.bid, s.passings) == (0, 4, 3)


@pytest.mark.clause("TW-18")
def test_in_the_last_bidding_others_may_still_decline_and_bid() -> None:
    s = position(BIDDING.replace("tokens", "passings 3, tokens"))
    assert legal(s, 2) == ["pass", "bid 3", "bid 4"]
    play(s, "2 pass")
    assert legal(s, 0) == ["pass", "bid 3", "bid 4"]


@pytest.mark.clause("TW-20", "TW-21")
def test_lesser_witches_discard_at_once_the_elixir_too() -> None:
    s = bidding()
    play(s, "2 bid 4")
    assert legal(s, 2) == []
    assert "discard elixir" in legal(s, 1)
    play(s, "1 discard elixir")
    assert (s.phase, s.owing, s.elixir) == (Phase.DISCARD, 0b001, 1)
    play(s, "0 discard owl-3")
    same(
        """
        lead, asked 2
        0 owl-2 dog-2 dog-3 bat-2 newt-2
        1 owl-4 dog-4 bat-3 newt-3 frog-3
        2 owl-5 dog-6 bat-5 bat-6 newt-4 frog-4
        up - down - first - second -
        """,
        s,
    )
    assert [deck_text(card) for card in s.discards] == ["owl-3", "elixir", "-"]


def deck_text(card: int) -> str:
    return MARKS.get(card) or default_deck().cards[card]


@pytest.mark.clause("TW-5", "TW-16")
def test_everybody_sees_where_the_elixir_is_and_no_other_card() -> None:
    s = bidding()
    for _ in range(2):
        for viewer in (SPECTATOR, 0, 1, 2):
            view = seen(s, viewer)
            assert view.elixir == s.elixir
            assert view.hands == [s.hands[seat] if seat == viewer else 0 for seat in range(SEATS)]
        decline(s)
        give_all(s)


@pytest.mark.clause("TW-15")
def test_gifts_show_to_giver_and_receiver_once_all_have_chosen() -> None:
    s = bidding()
    play(s, "2 pass", "0 pass", "1 pass", "0 give owl-2", "0 give newt-2")
    given = cards(default_deck(), ["owl-2", "newt-2"])
    assert [seen(s, viewer).given[0][0] for viewer in (0, 1, 2, SPECTATOR)] == [given, 0, 0, 0]
    assert legal(s, 0) == []
    play(s, "1 give elixir", "1 give frog-3", "2 give owl-5", "2 give frog-4")
    assert [seen(s, viewer).given[0][0] for viewer in (0, 1, 2, SPECTATOR)] == [given, given, 0, 0]


@pytest.mark.clause("TW-13", "TW-14", "TW-18")
def test_a_bid_of_3_in_the_last_bidding_may_stand() -> None:
    s = position(BIDDING.replace("tokens", "passings 3, tokens"))
    play(s, "2 pass", "0 pass", "1 bid 3", "2 pass", "0 pass")
    assert legal(s, 1) == ["pass", "bid 4"]
    play(s, "1 pass")
    assert (s.lead, s.bid, s.phase) == (1, 3, Phase.DISCARD)


@pytest.mark.clause("TW-20")
def test_a_discard_is_seen_by_nobody_else_not_even_the_partner() -> None:
    s = bidding()
    play(s, "2 bid 4", "1 discard elixir", "0 discard owl-3")
    for viewer, shown in ((1, "elixir"), (0, "?"), (2, "?"), (SPECTATOR, "?")):
        assert deck_text(seen(s, viewer).discards[1]) == shown
