"""The end of a round, solved: against a plain solution of the same game, one position after the other."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, permutations
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pytest

from coven.engine.jit import compiled
from coven.games.three_witches.deck import default_deck
from coven.games.three_witches.mind.endgame import FEW, SURE, fourth_trick, game_value, last_trick, solve, third_trick
from coven.games.three_witches.mind.value import value
from coven.games.three_witches.rules.cards import CARDS, ELIXIR, DeckTables
from coven.games.three_witches.rules.state import NONE, SEATS, TRICKS, ThreeWitches
from tests.games.three_witches.position import position, tables

TABLES: DeckTables = tables(default_deck())
Results: TypeAlias = npt.NDArray[np.float64]
POSITIONS = 40
GAMES = 40
PLAYED = 120
TINY = 1e-9


def matrix_value(results: Results) -> float:
    """What the player who chooses a row can make sure of.

    By Shapley and Snow 1950 it is the best of what the kernels promise: square parts in which all rows of a lot do
    equally well against all columns.
    """
    rows, columns = results.shape
    best = 0.0
    for size in range(1, rows + 1):
        for some in combinations(range(rows), size):
            for others in combinations(range(columns), min(size, columns)):
                if len(others) == size:
                    best = max(best, kernel_value(results, some, others))
    return best


def kernel_value(results: Results, some: tuple[int, ...], others: tuple[int, ...]) -> float:
    """The worst answer to the lot over `some` rows that equalizes `others`; 0 if there is none."""
    size = len(some)
    equations = np.ones((size + 1, size + 1))
    equations[:size, :size], equations[:size, size], equations[size, size] = results[np.ix_(some, others)].T, -1.0, 0.0
    if abs(np.linalg.det(equations)) < TINY:
        return 0.0
    lot = np.linalg.solve(equations, [0.0] * size + [1.0])[:size]
    return float((lot @ results[list(some)]).min()) if lot.min() > -TINY else 0.0


Cards: TypeAlias = tuple[int, ...]


class Plain:
    """The same game with hands as sorted tuples of cards. `is_open`: the Lesser Witches know the Lead's cards."""

    def __init__(self, deck: DeckTables, *, is_open: bool = False) -> None:
        self.deck, self.is_open = deck, is_open
        self.value = cache(self._value)

    def follow(self, hand: Iterable[int], up: int) -> list[int]:
        same = [card for card in hand if self.deck.suit[card] == self.deck.suit[up]]
        return same or list(hand)

    def _value(self, lead: Cards, first: Cards, second: Cards, loose: Cards, need: int) -> float:
        """`loose`: the discards."""
        if not first:
            return float(need == 0)
        values = []
        for up in lead:
            if up == ELIXIR:
                continue
            pairs = [(f, s) for f in self.follow(first, up) for s in self.follow(second, up)]
            others = [card for card in lead if card != up]
            rows = [[self.after(lead, up, down, first, second, pair, loose, need) for pair in pairs] for down in others]
            if len(first) != 2 or self.is_open or any(min(row) == 1.0 for row in rows):
                values.append(matrix_value(np.array(rows)))
            else:
                answers = self.answers(up, (*others, *loose), first, second, pairs, need)
                some = {row[pairs.index(pair)] for row in rows for pair in answers}
                values.append(0.5 if len(some) > 1 else some.pop())
        return max(values)

    def answers(
        self, up: int, pool: Cards, first: Cards, second: Cards, pairs: list[tuple[int, int]], need: int
    ) -> list[tuple[int, int]]:
        """The pairs against which a Lead with any two cards of the pool makes it least often in the last two tricks."""
        cases = [
            sum(self.after((up, a, b), up, a, first, second, pair, (), need) for a, b in permutations(pool, 2))
            for pair in pairs
        ]
        return [pair for pair, made in zip(pairs, cases, strict=True) if made == min(cases)]

    def after(
        self, lead: Cards, up: int, down: int, first: Cards, second: Cards, pair: tuple[int, int], loose: Cards,
        need: int,
    ) -> float:  # fmt: skip
        f, s = pair
        won = self.deck.value[up][down] >= self.deck.value[f][s]
        rest = [card for card in lead if card not in (up, down)]
        backs = [up] if won and down == ELIXIR else [up, down]
        results = [
            self.value(
                tuple(sorted([*rest, back])), tuple(c for c in first if c != f), tuple(c for c in second if c != s),
                loose, need - won,
            )
            for back in backs
        ]  # fmt: skip
        return max(results) if won else min(results)


def endings(number: int) -> list[ThreeWitches]:
    """Rounds before one of the last tricks, with the cards of a lot. In some the bid is out of reach."""
    lot, found = random.Random(5), []
    for _ in range(number):
        tricks = lot.randint(1, FEW)
        cards = lot.sample(range(CARDS), 3 * tricks + 3)
        s = position("bid 3, tokens 1 3 4\n0 first\n1 lead\n2 second")
        s.bid, s.trick, s.lead_won = lot.randint(3, 4), TRICKS - tricks, [NONE] * TRICKS
        s.lead_won[: s.trick] = [lot.randint(0, 1) for _ in range(s.trick)]
        s.hands[1], s.hands[2], s.hands[0] = (
            bits(cards[: tricks + 1]),
            bits(cards[tricks + 1 : 2 * tricks + 1]),
            bits(cards[2 * tricks + 1 : -2]),
        )
        s.discards[2], s.discards[0] = cards[-2:]
        found.append(s)
    return found


@pytest.mark.slow
def test_compiled_it_solves_the_same() -> None:
    """To the bit, and the position stays as it was."""
    positions = endings(PLAYED)
    deck, out = TABLES.to_record(), np.zeros(SEATS)
    native = compiled(solve, deck, positions[0].to_record(), out)
    values = set()
    for s in positions:
        wanted, record, before = [0.0] * SEATS, s.to_record(), s.to_bytes()
        is_solved = solve(TABLES, s, wanted)
        assert native(deck, record, out) == is_solved
        assert record.tobytes() == s.to_bytes() == before
        if is_solved:
            assert out.tolist() == wanted, s
            values.add(out[s.lead])
    assert len(values) > SURE + 1, "some are decided by lot"


def bits(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


@pytest.mark.parametrize(
    ("tricks", "positions"),
    [
        (1, 200),
        (2, POSITIONS),
        pytest.param(2, 5 * POSITIONS, marks=pytest.mark.slow),
        pytest.param(3, POSITIONS // 2, marks=pytest.mark.slow),
    ],
)
def test_the_last_tricks_are_solved_as_plainly(tricks: int, positions: int) -> None:
    plain, found = Plain(TABLES), set()
    for lead, first, second, loose, need in ends(tricks, positions):
        wanted = plain.value(lead, first, second, loose, need)
        hands = bits(lead), bits(first), bits(second)
        if tricks == 1:
            value = float(last_trick(TABLES, *hands, need))
        elif tricks == 2:
            value = fourth_trick(TABLES, *hands, bits(loose), need) / SURE
        else:
            value = third_trick(TABLES, *hands, bits(loose), need)
        assert value == pytest.approx(wanted, abs=1e-7), (lead, first, second, loose)
        found.add(wanted)
    assert len(found) > 1


def ends(tricks: int, positions: int) -> Iterator[tuple[Cards, Cards, Cards, Cards, int]]:
    """Hands before one of the last tricks: the Lead's, the others', the discards; and how many tricks she needs."""
    lot = random.Random(tricks)
    for _ in range(positions):
        cards = lot.sample(range(CARDS), 3 * tricks + 3)
        if ELIXIR in cards:  # she has it, and so it is laid
            cards.remove(ELIXIR)
            cards.insert(0, ELIXIR)
        lead, first = tuple(sorted(cards[: tricks + 1])), tuple(cards[tricks + 1 : 2 * tricks + 1])
        yield lead, first, tuple(cards[2 * tricks + 1 : -2]), tuple(cards[-2:]), lot.randint(0, tricks)


@pytest.mark.slow
def test_who_does_not_know_the_leads_cards_allows_her_no_less() -> None:
    """And now and then more."""
    open_hands, more = Plain(TABLES, is_open=True), 0
    for lead, first, second, loose, need in ends(2, 5 * POSITIONS):
        value = fourth_trick(TABLES, bits(lead), bits(first), bits(second), bits(loose), need) / SURE
        least = open_hands.value(lead, first, second, loose, need)
        assert value >= least
        more += value > least
    assert more


def test_small_games_have_the_value_of_their_kernels() -> None:
    lot = random.Random(3)
    for _ in range(GAMES):
        columns = lot.sample(range(27), lot.randint(1, 9))
        results = np.array([[column // 3**row % 3 / 2 for column in columns] for row in range(FEW)])
        assert game_value(bits(columns)) == pytest.approx(matrix_value(results), abs=1e-9), columns


def test_the_end_is_worth_the_tokens_that_it_brings() -> None:
    """One trick is left: the Lead makes 3 if she wins it. Her pair is worth 3, and so is theirs, or 4."""
    for theirs, made in (("frog-3", True), ("frog-4", False)):
        s = position(
            f"""bid 3, trick 5, tokens 2 3 3
            0 lead    owl-2 bat-3
            1 first   {theirs}
            2 second  newt-2"""
        )
        s.lead_won = [1, 1, 0, 0, -1]
        before, out = s.copy(), [0.0] * 3
        assert solve(TABLES, s, out)
        assert s == before
        s.tokens = [4, 3, 3] if made else [2, 4, 4]
        wanted = [0.0] * 3
        value(TABLES, s, wanted)
        assert out == pytest.approx(wanted)


def test_a_bid_that_is_out_of_reach_is_lost_at_once() -> None:
    s = position(
        """bid 3, trick 2, tokens 0 4 2
        0 lead    owl-3 owl-5 elixir newt-2 bat-5
        1 first   owl-2 dog-4 bat-3 newt-4
        2 second  frog-3 newt-3 bat-6 dog-3"""
    )
    out = [0.0] * 3
    assert not solve(TABLES, s, out)
    s.lead_won = [1, 1, 1, 1, -1]
    assert solve(TABLES, s, out)
    assert out == [0.0, 1.0, 0.0], "the first neighbour has five tokens"
