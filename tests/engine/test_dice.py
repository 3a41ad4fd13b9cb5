"""Dice and random words."""

from __future__ import annotations

import pytest

from coven.engine.dice import (
    MASK,
    draw,
    fill_block,
    next_rng,
    next_word,
    open_stream,
    quarter_round,
    roll,
    seed_words,
)
from coven.engine.states import State


def dice(seed: int, purpose: int = 1, index: int = 0) -> State:
    s = State()
    s.seed = seed_words(seed)
    open_stream(s, purpose, index)
    return s


def test_quarter_round_of_rfc_8439() -> None:
    words = [0x11111111, 0x01020304, 0x9B8D6F43, 0x01234567]
    quarter_round(words, 0, 1, 2, 3)
    assert words == [0xEA2A92F4, 0xCB1CF8CE, 0x4581472E, 0x5881C4BB]


def test_block_of_chacha8_with_a_zero_key_of_128_bits() -> None:
    # test vector 1 of draft-strombergson-chacha-test-vectors: 8 rounds, key of 128 bits, all zero
    out = [0] * 16
    fill_block([0, 0, 0, 0], 0, 0, 0, out)
    stream = b"".join(word.to_bytes(4, "little") for word in out)
    assert stream.hex().startswith("e28a5fa4a67f8c5defed3e6fb7303486aa8427d31419a729572d777953491120")


def test_streams_do_not_depend_on_what_came_before() -> None:
    s = dice(7, 1, 3)
    third = [next_word(s) for _ in range(40)]
    open_stream(s, 2, 3)
    assert [next_word(s) for _ in range(40)] != third
    open_stream(s, 1, 3)
    assert [next_word(s) for _ in range(40)] == third


def test_roll_refuses_what_would_favour_low_numbers() -> None:
    s = dice(1)
    sides = (1 << 31) - 1
    s.dice_used = 15
    s.dice[15] = 0  # product 0 is below the threshold: the next block's word counts
    fresh = dice(1)
    assert roll(s, sides) == roll(fresh, sides)


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


@pytest.mark.parametrize("sides", [2, 3, 6, 18])
def test_rolls_are_even(sides: int) -> None:
    s, counts = dice(11), [0] * sides
    for _ in range(600 * sides):
        counts[roll(s, sides)] += 1
    assert chi_square(counts) < sides + 6 * (2 * sides) ** 0.5


def test_random_words_are_even_and_stay_in_range() -> None:
    rng, counts = 12345, [0] * 7
    for _ in range(7000):
        rng = next_rng(rng)
        assert 0 < rng < 1 << 62
        counts[draw(rng, 7)] += 1
    assert chi_square(counts) < 30


def test_seeds_are_words_and_back() -> None:
    seed = 0x0123456789ABCDEF_FEDCBA9876543210
    assert sum(word << 32 * i for i, word in enumerate(seed_words(seed))) == seed
    assert all(0 <= word <= MASK for word in seed_words(seed))
    for wrong in (-1, 1 << 128):
        with pytest.raises(ValueError, match="seed"):
            seed_words(wrong)
