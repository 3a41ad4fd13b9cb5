"""Random numbers that live in the state, and random words for players.

Dice: ChaCha with 8 rounds (Bernstein 2008) under the game's 128-bit seed. A stream is named by a purpose and an index,
so deal 3 is the same whatever happened in deals 1 and 2. And unlike with the usual generators, nobody can work out the
seed from the cards that have been seen.

`rng`, a random word: multiply-with-carry (Marsaglia 1994), for the choices of players; no deal depends on its quality.
"""

from __future__ import annotations

from coven.engine.jit import rule, rule_apart, signed
from coven.engine.states import State

MASK = 0xFFFFFFFF
WORDS = 16
ROUNDS = 8

RUN = 0
"""Purpose of the stream that seeds each game of a run. Games use purposes 1 to 127."""

RNG_MULTIPLIER = 698769069


@rule
def open_stream(s: State, purpose: int, index: int) -> None:
    """Go to the start of stream (`purpose`, `index`), with purpose 1 to 127 and index 0 to 2**31 - 1."""
    s.dice_purpose = purpose
    s.dice_index = index
    s.dice_block = 0
    s.dice_used = WORDS


@rule
def next_word(s: State) -> int:
    """The stream's next random word, 0 to 2**32 - 1."""
    if s.dice_used == WORDS:
        fill_block(s.seed, s.dice_block, s.dice_purpose, s.dice_index, s.dice)
        s.dice_block += 1
        s.dice_used = 0
    word = signed(s.dice[s.dice_used])
    s.dice_used += 1
    return word


@rule
def roll(s: State, sides: int) -> int:
    """A number from 0 to sides - 1, all exactly equally likely (Lemire 2019); 1 <= sides < 2**31."""
    product = next_word(s) * sides
    if product & MASK < sides:
        threshold = (1 << 32) % sides
        while product & MASK < threshold:
            product = next_word(s) * sides
    return product >> 32


@rule_apart
def fill_block(key: list[int], block: int, purpose: int, index: int, out: list[int]) -> None:
    """Write the 16 words of one ChaCha8 block to `out`: a 4-word key used twice, and 4 words of position."""
    load_input(key, block, purpose, index, out)
    for _ in range(ROUNDS // 2):
        quarter_round(out, 0, 4, 8, 12)
        quarter_round(out, 1, 5, 9, 13)
        quarter_round(out, 2, 6, 10, 14)
        quarter_round(out, 3, 7, 11, 15)
        quarter_round(out, 0, 5, 10, 15)
        quarter_round(out, 1, 6, 11, 12)
        quarter_round(out, 2, 7, 8, 13)
        quarter_round(out, 3, 4, 9, 14)
    add_input(key, block, purpose, index, out)


@rule
def load_input(key: list[int], block: int, purpose: int, index: int, out: list[int]) -> None:
    """The block before its rounds. Its first four words spell "expand 16-byte k"."""
    out[0] = 0x61707865
    out[1] = 0x3120646E
    out[2] = 0x79622D36
    out[3] = 0x6B206574
    for i in range(4):
        out[4 + i] = key[i]
        out[8 + i] = key[i]
    out[12] = block
    out[13] = purpose
    out[14] = index
    out[15] = 0


@rule
def add_input(key: list[int], block: int, purpose: int, index: int, out: list[int]) -> None:
    """Add the words of `load_input` to the permuted block, so that its rounds cannot be undone."""
    out[0] = (signed(out[0]) + 0x61707865) & MASK
    out[1] = (signed(out[1]) + 0x3120646E) & MASK
    out[2] = (signed(out[2]) + 0x79622D36) & MASK
    out[3] = (signed(out[3]) + 0x6B206574) & MASK
    for i in range(4):
        out[4 + i] = (signed(out[4 + i]) + signed(key[i])) & MASK
        out[8 + i] = (signed(out[8 + i]) + signed(key[i])) & MASK
    out[12] = (signed(out[12]) + block) & MASK
    out[13] = (signed(out[13]) + purpose) & MASK
    out[14] = (signed(out[14]) + index) & MASK


@rule
def quarter_round(w: list[int], i: int, j: int, k: int, m: int) -> None:
    """ChaCha's quarter round on four words of `w`."""
    a, b, c, d = signed(w[i]), signed(w[j]), signed(w[k]), signed(w[m])
    a = (a + b) & MASK
    d ^= a
    d = (d << 16 | d >> 16) & MASK
    c = (c + d) & MASK
    b ^= c
    b = (b << 12 | b >> 20) & MASK
    a = (a + b) & MASK
    d ^= a
    d = (d << 8 | d >> 24) & MASK
    c = (c + d) & MASK
    b ^= c
    b = (b << 7 | b >> 25) & MASK
    w[i], w[j], w[k], w[m] = a, b, c, d


@rule
def start_game(master: list[int], number: int, s: State) -> int:
    """Seed game `number` of a run from the run's master key. Returns the first random word of its players."""
    fill_block(master, 0, RUN, number, s.dice)
    for i in range(4):
        s.seed[i] = s.dice[i]
    rng = (signed(s.dice[4]) >> 3) << 32 | signed(s.dice[5]) | 1
    close_stream(s)
    return rng


@rule
def close_stream(s: State) -> None:
    """Wipe the current block, so that the state depends only on its seed and its history."""
    for i in range(WORDS):
        s.dice[i] = 0
    s.dice_purpose = 0
    s.dice_index = 0
    s.dice_block = 0
    s.dice_used = 0


@rule
def next_rng(rng: int) -> int:
    """The generator's next state, 1 to 2**62."""
    return RNG_MULTIPLIER * (rng & MASK) + (rng >> 32)


@rule
def draw(rng: int, choices: int) -> int:
    """A number from 0 to choices - 1 from the generator's state (bias below choices / 2**32)."""
    return ((rng & MASK) ^ (rng >> 32)) * choices >> 32


def seed_words(seed: int) -> list[int]:
    """A seed as the four words that a state holds. Raises ValueError if it has more than 128 bits."""
    if not 0 <= seed < 1 << 128:
        raise ValueError("a seed is a whole number from 0 to 2**128 - 1")
    return [seed >> 32 * i & MASK for i in range(4)]
