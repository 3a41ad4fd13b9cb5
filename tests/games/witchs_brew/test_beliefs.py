"""What a role promises to a seat tells of its hand: likelihoods in Witch's Brew."""

from __future__ import annotations

import math

import pytest

from coven.engine.dice import open_stream, seed_words
from coven.engine.jit import popcount
from coven.engine.match import Match
from coven.games.witchs_brew.deck import default_deck
from coven.games.witchs_brew.game import GAME
from coven.games.witchs_brew.mind.beliefs import HEAT, MOST, likelihood
from coven.games.witchs_brew.rules.state import Phase, WitchsBrew
from coven.players import make_player
from tests.games.witchs_brew.position import roles, seen, table

DECK = default_deck()
PLAYERS, SETS, WORLDS = 3, 12, 12
REDEAL = 100


def position(*goods: str) -> WitchsBrew:
    """Seat 0 is to call a role; the others have these goods and one role each."""
    return table("call 0", "r1 g1 w1 gold 2 | hand wizard", *(f"{held} | hand witch" for held in goods), players=3)


def chance(s: WitchsBrew, *hands: str) -> float:
    """The likelihood in the eyes of seat 0, if the others hold these."""
    view, world = seen(s, 0), s.copy()
    for seat, hand in enumerate(hands, start=1):
        world.hand[seat] = roles(hand.split())
    return likelihood(DECK.tables, view, world)


def test_a_role_that_a_seat_can_use_is_likelier_in_its_hand() -> None:
    s = position("gold 2", "r3 g3 w3")
    assert chance(s, "fortune", "witch") > 1.5 * chance(s, "witch", "witch"), "gold but no drops: no cauldron"
    assert chance(s, "fortune", "witch") > 1.5 * chance(s, "fortune", "fortune"), "drops but no gold"
    assert chance(s, "witch", "fortune") == pytest.approx(
        chance(s, "witch", "witch") * chance(s, "fortune", "fortune") / chance(s, "fortune", "witch")
    ), "hands say nothing of each other"


def test_nothing_is_ruled_out_and_nothing_is_more_than_certain() -> None:
    s = position("-", "r3 g3 w3 gold 5")
    assert math.exp(-2 * MOST / HEAT) - 1e-9 <= chance(s, "fortune", "witch") <= 1.0
    assert chance(s, "-", "-") == 1.0


def test_only_what_the_view_shows_and_the_hands_of_others_count() -> None:
    s = position("gold 2", "r3 g3 w3")
    other = s.copy()
    other.hand[0], other.books = roles(["witch", "monk"]), list(reversed(s.books))
    assert chance(other, "fortune", "witch") == chance(s, "fortune", "witch")


def test_the_truth_is_likelier_than_a_redeal() -> None:
    told, sets, match, thumb = 0.0, 0, Match(GAME, PLAYERS, seed=0), make_player("thumb", 7)
    while sets < SETS:
        s = match.state
        assert isinstance(s, WitchsBrew)
        if s.phase == Phase.CALL and popcount(s.called) == 0:
            told += sum(gain(match, viewer) for viewer in range(PLAYERS)) / PLAYERS
            sets += 1
        seat = match.pending[0]
        match.act(seat, thumb(GAME, DECK, match.view_record(seat), seat, match.numbers(seat)))
        if match.over:
            match = Match(GAME, PLAYERS, seed=sets)
    assert told / SETS > 0.5, "a world by chance gains less than 0 on average"


def gain(match: Match, viewer: int) -> float:
    """By how much, as a logarithm, the truth is likelier than the mean redeal."""
    view, s, truth = match.view_record(viewer), GAME.new_state(PLAYERS), match.state
    assert isinstance(view, WitchsBrew)
    assert isinstance(s, WitchsBrew)
    assert isinstance(truth, WitchsBrew)
    s.seed, others = seed_words(viewer), 0.0
    open_stream(s, REDEAL, viewer)
    for _ in range(WORLDS):
        GAME.rules.redeal(DECK.tables, view, s)
        others += likelihood(DECK.tables, view, s) / WORLDS
    return math.log(likelihood(DECK.tables, view, truth) / others)
