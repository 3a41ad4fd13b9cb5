"""Candles by its rules, and what was stumbled over when it was written."""

from __future__ import annotations

import pytest

from coven.engine.decks import DeckError
from coven.engine.match import IllegalAction, Match
from tests.candles.game import GAME, load_deck
from tests.candles.rules import SEATS, Candles

NAMES = ("Anna", "Bea", "Cleo")


def dealt(*hands: str) -> Match:
    """A match in which each seat holds these cards, by rank."""
    match = Match(GAME, seed=0, seat_names=NAMES)
    assert isinstance(match.state, Candles)
    match.state.hands = [sum(1 << match.deck.cards.index(f"candle-{rank}") for rank in hand.split()) for hand in hands]
    return match


def play(match: Match, *ranks: int) -> None:
    for rank in ranks:
        match.act(match.pending[0], f"play candle-{rank}")


def test_the_middle_card_lights_a_candle_and_leads() -> None:
    match = dealt("2 5 7", "11 13 17", "19 23 29")
    play(match, 5, 11, 19)
    assert match.view()["candles"] == [0, 1, 0]
    assert match.pending == (1,)
    play(match, 13, 29, 2)
    assert match.view()["candles"] == [0, 2, 0]
    play(match, 17, 23, 7)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason) == ((1,), "CA-5")


def test_three_with_a_candle_each_share_the_victory() -> None:
    match = dealt("2 5 31", "3 7 11", "13 17 19")
    play(match, 5, 3, 13, 31, 7, 17, 19, 2, 11)
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1, 2)


def test_refusals_cite_the_clause_and_questions_name_who_is_waited_for() -> None:
    match = dealt("2 5 7", "11 13 17", "19 23 29")
    with pytest.raises(IllegalAction, match=r"You do not hold the 11 \(CA-3\)"):
        match.act(0, "play candle-11")
    with pytest.raises(IllegalAction, match=r"It is not your turn: Anna to play \(CA-3\)"):
        match.act(1, "play candle-11")
    assert str(match.question(2)) == "Anna to play (CA-3)"


def test_what_is_no_deck_says_why() -> None:
    with pytest.raises(DeckError, match="needs 12 different ranks, ascending"):
        load_deck({"ranks": [1, 1]}, "deck")


def test_a_game_without_a_board_has_a_table_and_no_things() -> None:
    match = dealt("2 5 7", "11 13 17", "19 23 29")
    assert GAME.closed(match.deck, Candles(), 0, match.names(0)) == []
    assert match.game.hint(match.deck, match.view_record(0), 0) is None
    lines = match.game.texts.table(match.deck, match.view_record(1), match.names(1))
    assert lines == [
        "Candles: Anna 0, you 0 and Cleo 0",
        "Cards that lie there: none",
        "You hold: the 11, the 13 and the 17",
    ]
    assert len(match.game.texts.table(match.deck, match.state, match.names())) == 2 + SEATS
