"""What a seat is asked says what its legal actions do."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from coven.engine.match import Match
from coven.games.midnight.deck import full_grid
from coven.games.midnight.game import GAME
from coven.games.midnight.rules.state import Midnight, Phase
from tests.games.midnight.position import PLAYERS, table

CHANCE_TO_DRAW = 0.8


def came(match: Match, seat: int, number: int) -> int:
    """How many cards the act brings to the seat that acts."""
    before = match.state.hand_size[seat]  # type: ignore[attr-defined]
    match.act(seat, number)
    return int(match.state.hand_size[seat] - before)  # type: ignore[attr-defined]


def said(text: str) -> int:
    """How many cards a question or a label says that are drawn."""
    words = {"draw a card": 1, "draw two cards": 2, "draw three cards": 3}
    for part, number in words.items():
        if part in text.lower():
            return number
    taken = [
        int(word) for part in ("take ", "draw ") for word in text.lower().split(part)[-1].split()[:1] if word.isdigit()
    ]
    return taken[0] if taken else 0


@pytest.mark.slow
@pytest.mark.clause("MN-12", "MN-37", "MN-42", "MN-64")
@pytest.mark.parametrize("players", PLAYERS)
def test_with_one_legal_action_the_question_names_its_effect(players: int) -> None:
    asked: Counter[str] = Counter()
    for seed in range(14):
        deck = full_grid() if seed % 2 else GAME.decks.default()
        match, rng = Match(GAME, players, seed, deck), random.Random(seed)
        while match.pending:
            seat = match.pending[0]
            numbers = [number for number in match.numbers(seat) if number < GAME.actions.out_of_turn]
            draws = [number for number in numbers if match.text(number) in ("draw", "take")]
            number = rng.choice(draws if draws and rng.random() < CHANCE_TO_DRAW else numbers)
            s = match.state
            assert isinstance(s, Midnight)
            if s.phase == Phase.TURN and len(numbers) == 1 and draws:
                text = match.question(seat).text
                [label] = [action.label for action in match.legal(seat) if action.number == number]
                got = came(match, seat, number)
                assert (said(text), said(label)) == (got, got), (text, label, got)
                asked[f"{match.text(number)} {got}"] += 1
            else:
                match.act(seat, number)
    assert asked["draw 1"] > 0
    assert asked["draw 3"] > 0


@pytest.mark.clause("MN-42", "MN-64")
@pytest.mark.parametrize(
    ("head", "hand"),
    [
        ("turn 0, top cauldron-eyeball, under recipe*, pile hat-moon cat-moon ball-moon ..., follow cauldron", "pox"),
        ("turn 0, top cauldron-eyeball, under recipe*, pile hat-moon cat-moon, follow cauldron", "circle"),
        ("turn 0, top cauldron-eyeball, under recipe*, follow cauldron", "hat-moon"),
        ("turn 0, top cauldron-eyeball", "circle"),
        ("turn 0, top cauldron-eyeball", "hat-moon broom-crow"),
        ("turn 0, top curse-hat*, curses 1", "hat-moon"),
    ],
)
def test_with_a_lone_card_and_with_nothing_to_draw_the_question_is_true(head: str, hand: str) -> None:
    s = table(head, hand, players=2)
    match = Match(GAME, 2, 1)
    match.state = s
    [action] = match.legal(0)
    text = match.question(0).text
    got = came(match, 0, action.number)
    assert (said(text), said(action.label)) == (got, got), (text, action.label)
