"""What the beginning of a round is worth: the model, and how well it foretells fresh games."""

from __future__ import annotations

import numpy as np
import pytest

from bench.logit import foretold
from bench.round_values import MODEL
from bench.stages import log_loss, played
from coven.engine.jit import compiled
from coven.engine.states import SPECTATOR
from coven.games.whirling_witchcraft.deck import default_deck
from coven.games.whirling_witchcraft.game import GAME
from coven.games.whirling_witchcraft.mind.value import (
    CROWDED,
    EMPTY,
    FACTS,
    FLOODED,
    FULLEST,
    KEPT,
    LOAD,
    PARTS,
    POURED,
    STUCK,
    THEIR_CROWDED,
    THEIR_FLOODED,
    THEIR_FULLEST,
    THEY_FLOODED,
    WEIGHTS,
    note_facts,
    part,
)
from coven.games.whirling_witchcraft.rules.state import Phase, WhirlingWitchcraft
from tests.games.whirling_witchcraft.position import PLAYERS, dealt, position, random_game, seen

DECK = default_deck().tables
EXACT = 1e-12
GAMES = 3000
BETTER = {2: 0.08, 3: 0.14, 4: 0.19, 5: 0.24}
"""Nats by which the model is better than equal shares; a quarter more where it was made."""
OFF = 0.06
"""How far the shares won may be from the chances foretold, in a bin of at least so many."""
SEEN = 1000
ROWS = np.array(WEIGHTS).reshape(len(PLAYERS), PARTS, FACTS)


def value(s: WhirlingWitchcraft) -> list[float]:
    out = [0.0] * s.players
    GAME.rules.value(DECK, s, out)
    return out


def facts(s: WhirlingWitchcraft, seat: int) -> list[int]:
    found = [0] * FACTS
    note_facts(DECK, s, seat, found)
    return found


def beginnings(players: int, seed: int) -> list[WhirlingWitchcraft]:
    """The first moments of all rounds of some random games."""
    found: list[WhirlingWitchcraft] = []
    for game in range(seed, seed + 4):
        last = 0
        for s, _, _ in random_game(players, game):
            if s.round > last and s.phase != Phase.OVER:
                found.append(s)
            last = s.round
    return found


def moved(s: WhirlingWitchcraft) -> WhirlingWitchcraft:
    """The same table with everybody a seat further."""
    further = s.copy()
    for seat in range(s.players):
        to = (seat + 1) % s.players
        further.bench[to], further.labs[to] = s.bench[seat], s.labs[seat]
    return further


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_chances_sum_to_one_and_every_view_gives_the_same(players: int) -> None:
    for s in beginnings(players, 1):
        assert abs(sum(value(s)) - 1) < EXACT
        assert min(value(s)) > 0
        for viewer in range(SPECTATOR, players):
            assert value(seen(s, viewer)) == value(s)


@pytest.mark.parametrize("players", PLAYERS)
def test_chances_turn_with_the_seats(players: int) -> None:
    for s in beginnings(players, 5):
        chances = value(s)
        assert value(moved(s)) == pytest.approx(chances[-1:] + chances[:-1], abs=EXACT)


@pytest.mark.parametrize("players", PLAYERS)
def test_value_leaves_the_state_as_it_was(players: int) -> None:
    for s in beginnings(players, 9):
        before = s.copy()
        value(s)
        assert s.to_bytes() == before.to_bytes()


def test_the_stage_is_the_round_and_parts_go_by_it() -> None:
    s, parts = dealt(3, 4), []
    for s.round in range(1, 8):
        assert GAME.rules.stage(s) == s.round
        parts.append(part(s))
    assert parts == [0, 0, 0, 1, 2, 2, 2]


def test_facts_of_a_small_table() -> None:
    s = position("""
        lay, deck ...
        0 bench ggg bb w        | lab g-br      | hand bb-gw
        1 bench bbbbbbbb rr kkk | lab b-gr      | hand rr-gw
    """)
    found = facts(s, 0)
    assert found[STUCK] == 2 * 3 + 2 * 3 + 6
    assert found[LOAD] == 5 * 3 + 6
    assert found[KEPT] == 4 * 3 + 6
    assert found[EMPTY] == 720 // (4 * 3 + 6 + 3)
    assert found[FULLEST] == 3 * 3
    assert found[CROWDED] == found[FLOODED] == 0
    assert found[POURED] == 3 + 2 * 12, "one blue cube on seven that its lab cannot use, and three black ones there"
    assert found[THEIR_FULLEST] == 36
    assert found[THEIR_CROWDED] == found[THEIR_FLOODED] == 12
    assert found[THEY_FLOODED] == 1


def test_an_empty_workbench_in_reach_is_the_nearest() -> None:
    s = position("""
        lay, deck ...
        0 bench g  | lab g-br | hand bb-gw
        1 bench gg | lab b-gr | hand rr-gw
    """)
    assert facts(s, 0)[KEPT] == 0
    assert facts(s, 0)[EMPTY] > 2 * facts(s, 1)[EMPTY]
    assert value(s)[0] > 0.5


@pytest.mark.parametrize("players", PLAYERS)
def test_the_left_neighbour_of_a_flooded_seat_is_likeliest_to_win(players: int) -> None:
    s = dealt(players, 3)
    s.round = 4
    before = value(s)
    s.bench[0] += 3 << 50
    after = value(s)
    assert after[1] == max(after)
    assert after[1] > before[1] + 0.1
    assert after[0] < before[0]


def test_weights_point_where_they_should() -> None:
    assert (ROWS[:, :, POURED] >= 0).all()
    assert (ROWS[:, :, STUCK] < 0).all()
    assert (ROWS[:, :, EMPTY] > 0).all()
    assert (ROWS[:, 1:, FLOODED] < 0).all()
    assert (ROWS[:, :, THEIR_FLOODED] > 0).all()


@pytest.mark.slow
def test_compiled_chances_are_the_plain_ones() -> None:
    deck, example = DECK.to_record(), dealt(3, 1)
    native = compiled(GAME.rules.value, deck, example.to_record(), np.zeros(3))
    for players in PLAYERS:
        for s in beginnings(players, 13):
            out = np.zeros(players)
            native(deck, s.to_record(), out)
            assert out.tolist() == pytest.approx(value(s), abs=EXACT)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_fresh_games_go_as_foretold(players: int) -> None:
    stages = played(GAME.key, players, "thumb", GAMES, seed=77)
    found, parts = MODEL.facts_of(stages)
    chances, won = foretold(found, parts, ROWS[players - PLAYERS[0]]), stages.won
    for i in range(0, len(chances), 1000):
        s = WhirlingWitchcraft.from_bytes(stages.views[i].tobytes())
        assert chances[i].tolist() == pytest.approx(value(s), abs=EXACT)
    assert log_loss(chances, won).mean() < np.log(players) - BETTER[players]
    bins = np.minimum((chances * 10).astype(int), 9)
    for one in range(10):
        here = bins == one
        if here.sum() >= SEEN:
            assert abs(chances[here].mean() - won[here].mean()) < OFF
