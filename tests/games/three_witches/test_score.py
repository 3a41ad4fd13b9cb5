"""Score, end and table talk: TW-50 to TW-60."""

from __future__ import annotations

import random

import pytest

from coven.engine.match import IllegalAction, Match
from coven.engine.states import SPECTATOR
from coven.games.three_witches.game import GAME
from coven.games.three_witches.rules import contract
from coven.games.three_witches.rules.state import MOST_PASSINGS, NONE, TRICKS, Phase, ThreeWitches
from tests.games.three_witches.position import NAMES, play, position

LAST = """
    bid {bid}, trick 5, won {won}, tokens {tokens}
    0 second  owl-2
    1 lead    frog-4 dog-3
    2 first   dog-4
    """
"""The Lead wins this trick with Frog 4 against Dog 4: a tie."""


def finished(bid: int, won: int, tokens: str) -> ThreeWitches:
    """The round after its last trick, of which the Lead had won `won` before."""
    s = position(LAST.format(bid=bid, won=won, tokens=tokens))
    play(s, "1 lead frog-4", "1 conceal dog-3", "2 play dog-4", "0 play owl-2")
    return s


def shares(s: ThreeWitches) -> list[float]:
    out = [0.0] * 3
    contract.payoff(s, out)
    return out


@pytest.mark.clause("TW-50")
@pytest.mark.parametrize(
    ("bid", "won", "tokens"),
    [(3, 2, [0, 2, 0]), (4, 3, [0, 2, 0]), (3, 3, [1, 0, 1]), (3, 1, [1, 0, 1]), (4, 2, [1, 0, 1]), (4, 4, [1, 0, 1])],
)
def test_only_exactly_the_bid_is_paid_to_the_lead(bid: int, won: int, tokens: list[int]) -> None:
    s = finished(bid, won, "0 0 0")
    assert s.tokens == tokens
    assert (s.sheet_lead[0], s.sheet_bid[0], s.sheet_won[0]) == (1, bid, won + 1)


@pytest.mark.clause("TW-3", "TW-51")
@pytest.mark.parametrize(
    ("won", "tokens", "payoff"),
    [
        (2, "4 3 4", [0, 1, 0]),
        (2, "4 4 4", [0, 1, 0]),
        (1, "4 4 3", [1, 0, 0]),
        (1, "2 4 4", [0, 0, 1]),
        (1, "4 4 4", [0.5, 0, 0.5]),
    ],
)
def test_five_tokens_win_and_two_may_share(won: int, tokens: str, payoff: list[float]) -> None:
    s = finished(3, won, tokens)
    assert (s.phase, s.owing) == (Phase.OVER, 0)
    assert shares(s) == payoff


@pytest.mark.clause("TW-51")
def test_a_lead_may_end_on_six_tokens() -> None:
    assert finished(3, 2, "0 4 0").tokens == [0, 6, 0]


@pytest.mark.clause("TW-3", "TW-52")
def test_short_of_five_the_next_round_is_dealt() -> None:
    s = finished(3, 2, "4 2 4")
    assert (s.tokens, s.round, s.phase) == ([4, 4, 4], 2, Phase.BID)
    assert [hand.bit_count() for hand in s.hands] == [6, 6, 6]


def talking() -> Match:
    """A match at the first trick of a round that seat 2 leads."""
    match = Match(GAME, seed=3)
    while match.state.phase != Phase.DISCARD:  # type: ignore[attr-defined]
        seat = match.pending[0]
        match.act(seat, "bid 4" if seat == 2 else "pass")
    assert match.phrases(0) == ()
    for seat in (0, 1):
        match.act(seat, match.legal(seat)[0].number)
    return match


@pytest.mark.clause("TW-60")
def test_lesser_witches_may_say_one_phrase_a_trick_before_their_card() -> None:
    match = talking()
    assert match.phrases(2) == ()
    assert match.phrases(0) == match.phrases(1) == ("win", "lose", "choice")
    match.say(0, "win")
    assert match.phrases(0) == ()
    with pytest.raises(IllegalAction, match="may not be said"):
        match.say(0, "lose")
    match.act(2, match.numbers(2)[0])
    match.act(2, match.numbers(2)[0])
    first = match.pending[0]
    match.act(first, match.numbers(first)[-1])
    assert match.phrases(1) == (("win", "lose", "choice") if first != 1 else ())
    assert match.spoken[0][1:3] == (0, "win")


@pytest.mark.clause("TW-60")
def test_first_may_speak_until_its_late_card() -> None:
    s = position("bid 3\n0 second owl-2 bat-3\n1 lead frog-4 dog-2\n2 first newt-2 elixir")
    play(s, "1 lead frog-4", "1 conceal dog-2", "2 pass", "0 play owl-2")
    assert GAME.talk.sayable(s, 2) == ("win", "lose", "choice")
    assert GAME.talk.sayable(s, 0) == GAME.talk.sayable(s, 1) == ()
    play(s, "2 play newt-2")
    assert GAME.talk.sayable(s, 2) == ()


@pytest.mark.clause("TW-3", "TW-19", "TW-50", "TW-51", "TW-52")
def test_games_take_three_to_seven_rounds_of_two_tokens_each() -> None:
    rng = random.Random(1)
    rounds = set()
    for seed in range(60):
        match = Match(GAME, seed=seed)
        s = match.state
        assert isinstance(s, ThreeWitches)
        while not match.over:
            assert s.passings <= MOST_PASSINGS
            assert sum(s.tokens) == 2 * (s.round - 1)
            assert max(s.tokens) < 5
            seat = rng.choice(match.pending)
            match.act(seat, rng.choice(match.numbers(seat)))
        assert max(s.tokens) in (5, 6)
        rounds.add(s.round)
    assert min(rounds) >= 3
    assert max(rounds) <= 7
    assert len(rounds) > 2


@pytest.mark.clause("TW-3", "TW-10")
def test_nothing_of_a_round_but_tokens_and_sheet_stays_for_the_next() -> None:
    s = position(LAST.format(bid=3, won=2, tokens="0 0 0"))
    s.passings, s.voids, s.given[1], s.discards = 2, [1, 0, 2], [3, 12, 48], [0, NONE, 1]
    play(s, "1 lead frog-4", "1 conceal dog-3", "2 play dog-4", "0 play owl-2")
    assert (s.passings, s.trick, s.bid, s.lead, s.calls) == (0, 0, 0, NONE, [0, 0, 0])
    assert (s.voids, s.given, s.discards) == ([0, 0, 0], [[0, 0, 0]] * MOST_PASSINGS, [NONE] * 3)
    assert [s.up, s.down, s.first, s.second, s.back, s.lead_won] == [[NONE] * TRICKS] * 6


@pytest.mark.clause("TW-60")
def test_the_next_trick_brings_the_next_phrase() -> None:
    match = talking()
    match.say(0, "win")
    while match.state.trick == 0:  # type: ignore[attr-defined]
        assert match.phrases(0) == ()
        match.act(match.pending[0], match.numbers(match.pending[0])[0])
    assert match.phrases(0) == ("win", "lose", "choice")


@pytest.mark.clause("TW-50", "TW-51")
def test_the_end_counts_tokens_and_bids_and_names_who_share() -> None:
    deck, s = GAME.decks.default(), finished(3, 1, "4 4 4")
    one, lead, other = GAME.texts.counts(deck, s, NAMES)
    assert (one.rank, one.text, one.detail) == (other.rank, "5 tokens", "never Lead Witch")
    assert (lead.rank < one.rank, lead.text, lead.detail) == (True, "4 tokens", "0 of 1 bids met")
    assert GAME.texts.verdict(deck, s, NAMES) == "Ann and Cat have 5 tokens each after round 1, and 5 are enough"
    s = finished(3, 2, "4 3 4")
    assert GAME.texts.verdict(deck, s, NAMES) == "Bob has 5 tokens after round 1, and 5 are enough"
    assert GAME.texts.counts(deck, s, NAMES)[1].detail == "1 of 1 bids met"


@pytest.mark.clause("TW-42")
def test_a_bid_lost_by_a_tie_is_a_moment_and_says_so() -> None:
    deck, before, after = GAME.decks.default(), GAME.state(), GAME.state()
    GAME.rules.hide(deck.tables, position(LAST.format(bid=3, won=3, tokens="0 0 0")), SPECTATOR, before)
    GAME.rules.hide(deck.tables, finished(3, 3, "0 0 0"), SPECTATOR, after)
    [told] = GAME.texts.highlights(deck, before, after, NAMES)
    assert told.text == (
        "Round 1: a tie in the last trick is the Lead's, so Bob wins 4 of a bid of 3, and Ann and Cat score"
    )
    assert GAME.texts.highlights(deck, after, after, NAMES) == []
