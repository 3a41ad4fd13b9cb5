"""What acts tell of hidden cards: likelihoods in 3 Witches."""

from __future__ import annotations

import math

import pytest

from coven.engine.dice import open_stream, seed_words
from coven.engine.match import Match
from coven.games.three_witches.deck import default_deck
from coven.games.three_witches.game import GAME
from coven.games.three_witches.mind import beliefs
from coven.games.three_witches.mind.thumb import company
from coven.games.three_witches.rules.cards import ALL, DeckTables, without_cards
from coven.games.three_witches.rules.state import SEATS, Call, Phase, ThreeWitches
from coven.players import make_player
from tests.games.three_witches.position import cards, tables

DECK = default_deck()
TABLES: DeckTables = tables(DECK)
REDEAL = 100
"""Purpose of the dice stream for redeals."""
GAMES, WORLDS = 12, 12


def hand(text: str) -> int:
    return cards(DECK, text.split())


def members(hand: int) -> list[int]:
    return [card for card in range(18) if hand >> card & 1]


@pytest.mark.clause("TW-20")
def test_the_likeliest_discard_is_the_least_useful_card() -> None:
    six = hand("owl-2 owl-4 dog-2 dog-6 bat-3 newt-4")
    others = without_cards(TABLES, ALL, six)
    chances = {card: beliefs.discard_chance(TABLES, six, card) for card in members(six)}
    assert max(chances, key=lambda card: chances[card]) == min(members(six), key=lambda c: company(TABLES, c, others))
    assert sum(chances.values()) == pytest.approx(1.0)
    assert min(chances.values()) >= beliefs.LAPSE / 6, "no discard is impossible"


@pytest.mark.clause("TW-11", "TW-13")
def test_bids_tell_of_strong_hands_and_declines_of_weak_ones() -> None:
    strong, weak = hand("elixir owl-5 dog-6 bat-6 newt-4 frog-4"), hand("owl-2 owl-3 dog-2 bat-2 newt-2 frog-3")
    s = ThreeWitches()
    for call, likelier, less in ((Call.FOUR, strong, weak), (Call.DECLINED, weak, strong)):
        s.calls = [call, Call.SILENT, Call.SILENT]
        s.bid = Call.FOUR
        chances = [beliefs.call_chance(TABLES, s, 0, held) for held in (likelier, less)]
        assert chances[0] > 2 * chances[1] > 0.0
    assert beliefs.call_chance(TABLES, s, 1, weak) == 1.0, "who was not asked has told nothing"


def test_what_rules_of_thumb_do_is_likelier_in_the_truth() -> None:
    told = 0.0
    for number in range(GAMES):
        match, thumb = Match(GAME, seed=number), make_player("thumb", number)
        assert isinstance(match.state, ThreeWitches)
        while match.state.phase < Phase.LEAD:
            seat = match.pending[0]
            match.act(seat, thumb(GAME, DECK, match.view_record(seat), seat, match.numbers(seat)))
        told += sum(gain(match, viewer) for viewer in range(SEATS))
    assert told / (GAMES * SEATS) > 0.5, "a world by chance gains 0 on average"


def gain(match: Match, viewer: int) -> float:
    """By how much, as a logarithm, the truth is likelier than the mean redeal."""
    view, s, truth = match.view_record(viewer), GAME.new_state(SEATS), match.state
    assert isinstance(view, ThreeWitches)
    assert isinstance(s, ThreeWitches)
    assert isinstance(truth, ThreeWitches)
    s.seed = seed_words(viewer)
    open_stream(s, REDEAL, viewer)
    others = []
    for _ in range(WORLDS):
        GAME.rules.redeal(TABLES, view, s)
        others.append(GAME.rules.likelihood(TABLES, view, s))
    return math.log(GAME.rules.likelihood(TABLES, view, truth) / (sum(others) / WORLDS))
