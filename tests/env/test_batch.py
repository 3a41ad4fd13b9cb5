"""Many games at once: the same games as matches play, told in arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import coven
from coven.engine.game import AnyGame
from coven.engine.match import Match
from coven.engine.soundness import UnsoundState
from coven.env.batch import NO_ACTION, Batch
from coven.games import all_games
from coven.lab.tournament import deal_seed
from tests.candles.game import GAME as CANDLES
from tests.laws.games import IS_CHECKED
from tests.toy.game import GAME as TOY

SMALL: list[AnyGame] = [TOY, CANDLES]
TABLES = [
    *(pytest.param(game, game.players[0], id=game.key) for game in SMALL),
    *(pytest.param(game, game.players[-1], id=game.key, marks=pytest.mark.slow) for game in all_games()),
]
each_table = pytest.mark.parametrize(("game", "players"), TABLES)
each_small = pytest.mark.parametrize("game", SMALL, ids=[game.key for game in SMALL])
LONG = ("midnight", "witchs-brew")
"""Games that do not end in so few steps."""
STEPS = 40 if IS_CHECKED else 400


def rng() -> Any:
    return np.random.default_rng(11)


def everything(batch: Batch) -> bytes:
    arrays = (batch.seat, batch.pending, batch.count, batch.mask, batch.obs, batch.view, batch.rewards, batch.done)
    return b"".join(array.tobytes() for array in (*arrays, batch.final_obs, batch.episode, batch._states))


def assert_shows(batch: Batch, env: int, match: Match) -> None:
    """The batch shows this match in its env."""
    seat, count = match.pending[0], batch.count[env]
    assert (batch.seat[env], batch.pending[env]) == (seat, match.state.owing)
    assert batch.legal[env, :count].tolist() == match.numbers(seat) == np.flatnonzero(batch.mask[env]).tolist()
    assert batch.view[env].tobytes() == match.view_record(seat).to_bytes()
    assert batch.state(env) == match.state
    assert (batch.obs[env] == match.game.observation.of(match.deck, match.view_record(seat))).all()


@each_table
def test_a_batch_plays_the_games_that_matches_play(game: AnyGame, players: int) -> None:
    batch, lots, ended = Batch(game, 3, players, seed=[5, 9, 5], light=False), rng(), 0
    made = [Match(game, players, deal_seed(seed, 0)) for seed in (5, 9, 5)]
    for step in range(STEPS):
        actions = batch.sample(lots)
        batch.step(actions)
        for env, match in enumerate(made):
            match.act(match.pending[0], int(actions[env]))
            assert batch.done[env] == match.over
            if match.outcome:
                ended += 1
                assert batch.rewards[env] == pytest.approx([float(share) for share in match.outcome.payoff])
                last = [game.observation.of(match.deck, match.view_record(seat)) for seat in range(players)]
                assert (batch.final_obs[env] == np.array(last)).all()
                made[env] = match = Match(game, players, deal_seed((5, 9, 5)[env], int(batch.episode[env]) - 1))
            else:
                assert not batch.rewards[env].any()
            if step % 10 == 0 or batch.done[env]:
                assert_shows(batch, env, match)
    assert ended or IS_CHECKED or game.key in LONG


@each_table
def test_an_illegal_action_is_refused_and_nothing_changes(game: AnyGame, players: int) -> None:
    batch = Batch(game, 4, players)
    before, actions = everything(batch), batch.sample(rng())
    for wrong in (int(np.flatnonzero(batch.mask[2] == 0)[0]) if not batch.mask[2].all() else 999, 999, -2):
        with pytest.raises(coven.IllegalAction, match="env 2: seat"):
            batch.step(np.array([*actions[:2], wrong, actions[3]]))
        assert everything(batch) == before
    with pytest.raises(ValueError, match="whole numbers"):
        batch.step(actions.astype(float))


@each_table
def test_deciding_together_is_deciding_one_after_another(game: AnyGame, players: int) -> None:
    batch, lots = Batch(game, 5, players, seed=3, together=True, light=False), rng()
    for _ in range(STEPS // 8):
        matches = [Match.from_state(game, batch.state(env)) for env in range(2)]
        owed, actions = batch.pending.copy(), batch.sample(lots)
        assert ((actions >= 0) == (owed[:, None] >> np.arange(players) & 1 == 1)).all()
        batch.step(actions)
        for env, match in enumerate(matches):
            for seat in match.pending:
                match.act(seat, int(actions[env, seat]))
            assert batch.done[env] == match.over
            assert match.over or batch.state(env) == match.state
    seats = range(players)
    assert all((batch.obs[0, seat] == batch.look(0, seat)).all() for seat in seats)
    assert batch.view["viewer"][0].tolist() == list(seats)


@each_table
def test_a_saved_batch_goes_on_as_if_nothing_had_happened(game: AnyGame, players: int) -> None:
    batch, lots = Batch(game, 6, players, seed=2), rng()
    for _ in range(30):
        batch.step(batch.sample(lots))
    kept, twin = batch.save(), Batch(game, 6, players, seed=99)
    twin.load(kept)
    assert everything(twin) == everything(batch)
    for _ in range(30):
        actions = batch.sample(lots)
        batch.step(actions)
        twin.step(actions)
    assert everything(twin) == everything(batch)
    before = everything(twin)
    with pytest.raises(ValueError, match="not whole"):
        twin.load(kept[:-1])
    with pytest.raises(ValueError, match="not a saved batch"):
        twin.load(b"{}")
    with pytest.raises(ValueError, match="another envs: 6, not 7"):
        Batch(game, 7, players).load(kept)
    assert everything(twin) == before


DAMAGED = {
    "a head that is not JSON": (lambda parts, states: parts.__setitem__(1, b"{"), "its head cannot be read"),
    "a head that is no object": (lambda parts, states: parts.__setitem__(1, b"7"), "its head cannot be read"),
    "a head without names": (lambda parts, states: parts.__setitem__(1, b"{}"), "its head cannot be read"),
    "bytes that are no text": (lambda parts, states: parts.__setitem__(1, b"\xff"), "its head cannot be read"),
    "a seat that is not there": (lambda parts, states: states["owing"].fill(64), "env 0: .* seats at the table owe"),
    "a view": (lambda parts, states: states["viewer"].__setitem__(1, 0), "env 1: .* the truth, not a view"),
    "another number of seats": (lambda parts, states: states["players"].fill(7), "env 0: .* players, not 7"),
    "dice of no stream": (lambda parts, states: states["dice_used"].fill(99), "env 0: .* dice are in a stream"),
    "a game that is over": (lambda parts, states: states["owing"].fill(0), "env 0"),
}


def damaged(batch: Batch, damage: Any) -> bytes:
    """What `save` returned, after the damage."""
    parts = batch.save().split(b"\n", 2)
    size = batch._states.nbytes
    states = np.frombuffer(bytearray(parts[2][:size]), batch._states.dtype)
    damage(parts, states)
    return b"\n".join([*parts[:2], states.tobytes() + parts[2][size:]])


@each_small
@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_batch_is_not_loaded_and_nothing_changes(game: AnyGame, kind: str) -> None:
    damage, message = DAMAGED[kind]
    batch = Batch(game, 3, seed=2)
    before = everything(batch)
    with pytest.raises(ValueError, match=message):
        batch.load(damaged(batch, damage))
    assert everything(batch) == before
    batch.load(damaged(batch, lambda parts, states: None))
    assert everything(batch) == before


@pytest.mark.parametrize(("name", "number"), [("episode", -1), ("done", 2), ("rewards", 2), ("rewards", np.nan)])
def test_a_saved_number_that_no_batch_has_is_refused(name: str, number: float) -> None:
    batch = Batch(TOY, 3, seed=2)
    kept, before = getattr(batch, name).copy(), everything(batch)
    getattr(batch, name)[1] = number
    data = batch.save()
    getattr(batch, name)[:] = kept
    with pytest.raises(ValueError, match=r"damaged: a (number is out of range|reward is not a share)"):
        batch.load(data)
    assert everything(batch) == before


def test_games_that_are_over_are_loaded_where_they_stay_so() -> None:
    batch, lots = Batch(TOY, 4, restart=False), rng()
    while batch.pending.any():
        batch.step(batch.sample(lots))
    twin = Batch(TOY, 4, seed=9, restart=False)
    twin.load(batch.save())
    for name in ("seat", "pending", "count", "mask", "obs", "rewards", "done", "final_obs", "_states"):
        assert (getattr(twin, name) == getattr(batch, name)).all(), name
    with pytest.raises(ValueError, match="env 0 of this saved batch is over"):
        Batch(TOY, 4).load(batch.save())


@each_table
def test_a_position_can_be_set(game: AnyGame, players: int) -> None:
    batch, lots = Batch(game, 3, players, seed=8, light=False), rng()
    for _ in range(7):
        batch.step(batch.sample(lots))
    position = batch.state(2)
    batch.set_state(0, position)
    assert batch.state(0) == position
    assert (batch.seat[0], batch.count[0]) == (batch.seat[2], batch.count[2])
    assert (batch.obs[0] == batch.obs[2]).all()
    assert (batch.mask[0] == batch.mask[2]).all()
    position.owing = 1 << players
    before = everything(batch)
    with pytest.raises(UnsoundState, match="only seats at the table owe decisions"):
        batch.set_state(1, position)
    assert everything(batch) == before


@each_table
def test_threads_and_floats_change_nothing_else(game: AnyGame, players: int) -> None:
    one = Batch(game, 33, players, seed=4)
    many = Batch(game, 33, players, seed=4, threads=4, floats=True)
    lots = rng()
    for _ in range(60):
        actions = one.sample(lots)
        one.step(actions)
        many.step(actions)
        assert (one.seat == many.seat).all()
    assert one._states.tobytes() == many._states.tobytes()
    assert many.obs.dtype == np.float32
    assert many.obs == pytest.approx(one.obs * game.observation.scale(players))
    assert (one.final_obs == many.final_obs).all()


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["random", "thumb"])
def test_advice_is_what_players_do_from_their_views(policy: str) -> None:
    game = coven.load_game("midnight")
    batch, lots = Batch(game, 64, 3, seed=1), rng()
    rngs = batch.lots(3)
    for _ in range(30):
        batch.step(batch.sample(lots))
        before = rngs.copy()
        advice = batch.advise(policy, rngs)
        assert (rngs != before).all()
        assert batch.mask[np.arange(64), advice].all()
    view = game.state.from_bytes(batch.view[5].tobytes())
    legal = batch.legal[5, : batch.count[5]].tolist()
    if policy == "thumb":
        expected = game.rules.thumb(batch.deck.tables, view, view.viewer, list(legal), len(legal), int(rngs[5]))
        assert advice[5] == expected
    with pytest.raises(ValueError, match="not quick enough"):
        batch.advise("witch", rngs)


@pytest.mark.slow
@each_small
def test_games_can_be_left_alone_or_left_over(game: AnyGame) -> None:
    batch, lots = Batch(game, 4, seed=6, restart=False), rng()
    before = [batch.state(env).to_bytes() for env in range(4)]
    batch.step(np.where(np.arange(4) == 1, batch.sample(lots), NO_ACTION))
    assert [batch.state(env).to_bytes() != before[env] for env in range(4)] == [False, True, False, False]
    ended = np.zeros(4, int)
    for _ in range(200):
        batch.step(batch.sample(lots))
        ended += batch.done
    assert ended.tolist() == [1, 1, 1, 1]
    assert batch.seat.tolist() == [-1] * 4
    assert not batch.mask.any()
    batch.reset()
    assert batch.episode.tolist() == [2] * 4
    assert batch.count.all()


@each_small
def test_seeds_are_one_for_each_env(game: AnyGame) -> None:
    batch = Batch(game, 3, seed=40)
    states = [batch.state(env) for env in range(3)]
    assert [Batch(game, 1, seed=40 + env).state(0) for env in range(3)] == states
    batch.reset([42, 41, 40])
    assert [batch.state(env) for env in range(3)] == states[::-1]
    with pytest.raises(ValueError, match="a whole number or 3 of them"):
        batch.reset([1, 2])
    with pytest.raises(ValueError, match="envs is a number from 1"):
        Batch(game, 0)


def test_arrays_are_shared_and_not_copied() -> None:
    batch = Batch(CANDLES, 2, seed=1)
    arrays = {
        name: getattr(batch, name) for name in ("obs", "mask", "legal", "count", "seat", "view", "rewards", "done")
    }
    batch.step(batch.sample(rng()))
    for name, array in arrays.items():
        assert getattr(batch, name) is array
    assert arrays["seat"][0] == Match.from_state(CANDLES, batch.state(0)).pending[0]
