"""What players notice out of turn: each thing is noticed or missed once, as long as it can be done."""

from __future__ import annotations

import random

import pytest

from coven.engine.match import Match
from coven.games import load_game
from coven.players import PLAYERS, make_player
from coven.players.attention import NOTICES, Attention

OUT_OF_TURN = 10
LEGAL = [3, 5, 10, 12]


def noticed(attention: Attention, legal: list[int]) -> list[int]:
    return [action for action in attention.sees(legal, OUT_OF_TURN) if action >= OUT_OF_TURN]


def test_questions_are_always_seen_and_a_miss_stays_a_miss() -> None:
    for seed in range(50):
        attention = Attention("thumb", seed)
        first = attention.sees(LEGAL, OUT_OF_TURN)
        assert first[:2] == [3, 5]
        assert all(attention.sees(LEGAL, OUT_OF_TURN) == first for _ in range(20))


def test_a_chance_that_comes_again_is_noticed_anew() -> None:
    attention = Attention("thumb", 1)
    seen = {tuple(noticed(attention, legal)) for _ in range(200) for legal in (LEGAL, [3])}
    assert seen == {(), (10,), (12,), (10, 12)}


def test_every_player_notices_something() -> None:
    assert set(NOTICES) == set(PLAYERS)


def test_each_player_notices_as_often_as_is_said() -> None:
    for player, chance in NOTICES.items():
        times = sum(len(noticed(Attention(player, seed), [10])) for seed in range(4000))
        assert abs(times / 4000 - chance) < 0.04


@pytest.mark.slow
def test_a_witch_takes_no_catch_that_she_has_not_noticed() -> None:
    game, rng, met = load_game("midnight"), random.Random(8), 0
    witch = make_player("witch", 1)
    for seed in range(40):
        match = Match(game, 4, seed)
        for _ in range(60):
            if match.outcome is not None:
                break
            seat = rng.choice(match.pending)
            legal = match.numbers(seat)
            asked = [action for action in legal if action < game.actions.out_of_turn]
            if 1 < len(asked) < len(legal) and met < 15:
                met += 1
                assert witch(game, match.deck, match.view_record(seat), seat, asked) in asked
            match.act(seat, rng.choice(asked))
    assert met > 10
