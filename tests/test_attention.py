"""What players notice out of turn: each thing is noticed or missed once, as long as it can be done."""

from __future__ import annotations

from coven.players import PLAYERS
from coven.players.attention import NOTICES, Attention

OUT_OF_TURN = 10
LEGAL = [3, 5, 10, 12]


def noticed(attention: Attention, legal: list[int]) -> list[int]:
    return [action for action in attention.sees(legal, OUT_OF_TURN) if action >= OUT_OF_TURN]


def test_what_is_asked_is_always_seen_and_nothing_is_seen_at_second_sight() -> None:
    for seed in range(50):
        attention = Attention("thumb", seed)
        first = attention.sees(LEGAL, OUT_OF_TURN)
        assert first[:2] == [3, 5]
        assert all(attention.sees(LEGAL, OUT_OF_TURN) == first for _ in range(20))


def test_what_comes_anew_is_looked_at_anew() -> None:
    attention = Attention("thumb", 1)
    seen = {tuple(noticed(attention, legal)) for _ in range(200) for legal in (LEGAL, [3])}
    assert seen == {(), (10,), (12,), (10, 12)}


def test_every_player_notices_something() -> None:
    assert set(NOTICES) == set(PLAYERS)


def test_each_player_notices_as_often_as_is_said() -> None:
    for player, chance in NOTICES.items():
        times = sum(len(noticed(Attention(player, seed), [10])) for seed in range(4000))
        assert abs(times / 4000 - chance) < 0.04
