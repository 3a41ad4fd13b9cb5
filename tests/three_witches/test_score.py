"""Score, end and table talk: TW-50 to TW-60."""

from __future__ import annotations

import pytest

from coven.engine.match import IllegalAction, Match
from coven.games.three_witches import rules
from coven.games.three_witches.game import GAME
from coven.games.three_witches.state import Phase, ThreeWitches
from tests.three_witches.position import play, position

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
    rules.payoff(s, out)
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
    assert GAME.phrases(s, 2) == ("win", "lose", "choice")
    assert GAME.phrases(s, 0) == GAME.phrases(s, 1) == ()
    play(s, "2 play newt-2")
    assert GAME.phrases(s, 2) == ()
