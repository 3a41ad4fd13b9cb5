"""What the beginning of a set is worth: the model, and how well it foretells fresh games."""

from __future__ import annotations

import random

import numpy as np
import pytest

from bench.logit import foretold
from bench.set_values import MODEL
from bench.stages import log_loss, played
from coven.engine.jit import compiled
from coven.engine.states import SPECTATOR
from coven.games.witchs_brew.deck import default_deck
from coven.games.witchs_brew.game import GAME
from coven.games.witchs_brew.mind.value import FACTS, PARTS, WEIGHTS, in_reach, part
from coven.games.witchs_brew.rules.goods import VIAL, some
from coven.games.witchs_brew.rules.state import Phase, WitchsBrew
from tests.games.witchs_brew.position import PLAYERS, dealt, play_set, seen, table

DECK = default_deck().tables
EXACT = 1e-12
GAMES = 3000
BETTER = 0.15
"""Nats by which the model is better than equal shares; more than 0.2 where it was made."""
OFF = 0.05
"""How far the shares won may be from the chances foretold, in a bin of at least so many."""
SEEN = 1000


def value(s: WitchsBrew) -> list[float]:
    out = [0.0] * s.players
    GAME.rules.value(DECK, s, out)
    return out


def beginnings(players: int, seed: int) -> list[WitchsBrew]:
    """The first moments of all sets of a game that is played without much thought."""
    s, found = dealt(players, seed), []
    rng = random.Random(seed)
    while s.phase != Phase.OVER and s.set < 20:
        found.append(s.copy())
        play_set(s, tuple(rng.sample(["claim", "favour", "use", "decline", "done"], 3)))
    return found


@pytest.mark.parametrize("players", PLAYERS)
def test_chances_sum_to_one_and_every_view_gives_the_same(players: int) -> None:
    for s in beginnings(players, 1):
        assert abs(sum(value(s)) - 1) < EXACT
        assert min(value(s)) > 0
        for viewer in range(SPECTATOR, players):
            assert value(seen(s, viewer)) == value(s)


@pytest.mark.parametrize("players", PLAYERS)
def test_chances_turn_with_the_seats(players: int) -> None:
    for s in beginnings(players, 2):
        moved = s.copy()
        moved.turn = (s.turn + 1) % players
        for seat in range(players):
            further = (seat + 1) % players
            moved.goods[further], moved.card_points[further] = s.goods[seat], s.card_points[seat]
            moved.ravens[further] = s.ravens[seat]
        chances = value(s)
        assert value(moved) == pytest.approx(chances[-1:] + chances[:-1], abs=EXACT)


@pytest.mark.parametrize("players", PLAYERS)
def test_more_points_vials_drops_or_gold_never_hurt(players: int) -> None:
    for s in beginnings(players, 3):
        for seat in range(players):
            before = value(s)[seat]
            for kind in range(VIAL + 1):
                more = s.copy()
                more.goods[seat] += some(kind, 1)
                assert value(more)[seat] > before
            more = s.copy()
            more.card_points[seat] += 1
            assert value(more)[seat] > before


def test_a_point_is_worth_more_than_a_drop_and_a_drop_more_than_gold() -> None:
    for row in range(len(PLAYERS) * PARTS):
        points, drops, gold = WEIGHTS[row * FACTS : row * FACTS + 3]
        assert points > drops > gold > 0


def test_a_point_is_worth_more_towards_the_end() -> None:
    for players in range(len(PLAYERS)):
        first, last = WEIGHTS[players * PARTS * FACTS], WEIGHTS[((players + 1) * PARTS - 1) * FACTS]
        assert last > 1.3 * first


def test_far_ahead_before_the_last_set_is_nearly_won() -> None:
    s = table("choose 0 1 2", "r1 g1 w1 | cards copper-1..7", "r1 g1 w1 | cards iron-1..5", "r1 g1 w1")
    assert part(s) == PARTS - 1
    first, second, third = value(s)
    assert first > 0.9 > second > third


def test_parts_of_a_game_go_by_ravens_and_cards_taken() -> None:
    cards = ("", "iron-1..4", "iron-1..4 copper-1", "iron-1..4 copper-1..4 silver-1 silver-2", "iron-1..5", "iron-1..7")
    rows = [f"r1 | cards {text}" if text else "r1" for text in cards]
    assert [part(table("choose 0 1 2", row, players=3)) for row in rows] == [0, 0, 1, 2, 3, 4]


def test_the_best_cauldron_in_reach_counts() -> None:
    s = table("choose 0 1 2", "r2 g1 | cards iron-1..3", "gold 5", "r1 w1 | cards copper-1")
    assert [in_reach(DECK, s, seat) for seat in range(3)] == [4, 0, 3]


def test_the_stage_is_the_set() -> None:
    assert [GAME.rules.stage(s) for s in beginnings(3, 4)][:4] == [1, 2, 3, 4]


def test_the_first_set_favours_who_is_asked_last() -> None:
    s = dealt(4, 5, first_seat=1)
    assert s.goods[0] == s.goods[3]
    chances = value(s)
    assert chances[0] == max(chances)
    assert chances[1] == min(chances)


@pytest.mark.slow
def test_compiled_chances_are_the_plain_ones() -> None:
    deck, example = DECK.to_record(), dealt(3, 1)
    native = compiled(GAME.rules.value, deck, example.to_record(), np.zeros(3))
    for players in PLAYERS:
        for s in beginnings(players, 6):
            out = np.zeros(players)
            native(deck, s.to_record(), out)
            assert out.tolist() == pytest.approx(value(s), abs=EXACT)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_fresh_games_go_as_foretold(players: int) -> None:
    stages = played(GAME.key, players, "thumb", GAMES, seed=77)
    facts, parts = MODEL.facts_of(stages)
    weights = np.array(WEIGHTS).reshape(len(PLAYERS), PARTS, FACTS)[players - PLAYERS[0]]
    chances, won = foretold(facts, parts, weights), stages.won
    for i in range(0, len(chances), 1000):
        s = WitchsBrew.from_bytes(stages.views[i].tobytes())
        assert chances[i].tolist() == pytest.approx(value(s), abs=EXACT)
    assert log_loss(chances, won).mean() < np.log(players) - BETTER
    bins = np.minimum((chances * 10).astype(int), 9)
    for one in range(10):
        here = bins == one
        if here.sum() >= SEEN:
            assert abs(chances[here].mean() - won[here].mean()) < OFF
