"""Positions that did not come from playing: which are taken, and which law others break; what seats have seen."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

import coven
from coven.engine.dice import open_stream
from coven.engine.game import AnyGame
from coven.engine.match import Match
from coven.engine.soundness import UnsoundState, check_state
from coven.games import all_games, load_game
from tests.env.played import matches
from tests.random_play import some_act

each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)


@pytest.mark.slow
@each_game
def test_every_state_of_a_game_keeps_the_laws(game: AnyGame) -> None:
    for players in (game.players[0], game.players[-1]):
        for number, match in enumerate(matches(game, players, 3, 400)):
            if number % 5 == 0 or match.over:
                check_state(game, match.deck, match.state)


def put(name: str, value: Any, *path: int) -> Callable[[Any], None]:
    def spoil(s: Any) -> None:
        place = getattr(s, name)
        if not path:
            setattr(s, name, value)
            return
        for i in path[:-1]:
            place = place[i]
        place[path[-1]] = value

    return spoil


BROKEN = [
    ("three-witches", put("tokens", 5, 1), "TW-51"),
    ("three-witches", put("hands", 0b111111, 0), "TW-1"),
    ("three-witches", put("phase", 40), "within their ranges"),
    ("three-witches", put("owing", 7), "those that the phase asks"),
    ("three-witches", put("trick", 9), "within their ranges"),
    ("witchs-brew", put("goods", -1, 0), "WB-2"),
    ("witchs-brew", put("card_points", 3, 2), "points and ravens are those"),
    ("witchs-brew", put("owners", 1, 0, 3), "WB-3"),
    ("witchs-brew", put("books", 0, 7), "WB-4"),
    ("witchs-brew", put("winners", 1), "has winners and an ending"),
    ("midnight", put("hand_size", 9, 1), "MN-1"),
    ("midnight", put("turn", 1 << 6), "within their ranges"),
    ("midnight", put("pile_left", 124), "MN-13"),
    ("midnight", put("direction", 0), "MN-12"),
    ("whirling-witchcraft", put("labs", 0, 0), "WW-20"),
    ("whirling-witchcraft", put("bench", -5, 1), "WW-4"),
    ("whirling-witchcraft", put("hands", 60, 0, 0), "within their ranges"),
    ("whirling-witchcraft", put("hand_size", 2), "WW-51"),
    ("whirling-witchcraft", put("viewer", 0), "the truth, not a view"),
    ("whirling-witchcraft", put("round", 300), "within its field's range"),
]


@pytest.mark.parametrize(("key", "spoil", "law"), BROKEN)
def test_a_broken_state_is_refused_with_the_law(key: str, spoil: Callable[[Any], None], law: str) -> None:
    game = load_game(key)
    match = next(match for i, match in enumerate(matches(game, game.players[0], 9)) if match.pending and i > 5)
    state = match.state.copy()
    Match.from_state(game, state)
    spoil(state)
    with pytest.raises(UnsoundState, match="this state breaks a law") as told:
        Match.from_state(game, state)
    assert law in str(told.value)


def test_states_of_another_game_or_table_are_refused() -> None:
    moonless = coven.new("three-witches", seed=1).state
    with pytest.raises(UnsoundState, match="it is a state of Witch's Brew"):
        Match.from_state(load_game("witchs-brew"), moonless)
    state = coven.new("witchs-brew", 3, seed=1).state
    state.players = 7
    with pytest.raises(UnsoundState, match="not for 7 players"):
        Match.from_state(load_game("witchs-brew"), state)


@each_game
def test_a_match_goes_on_from_a_position(game: AnyGame) -> None:
    rng = random.Random(3)
    match = next(match for i, match in enumerate(matches(game, game.players[0], 1)) if i == 12)
    twin = Match.from_state(game, match.state, match.deck)
    assert (twin.pending, twin.settled, twin.acts) == (match.pending, 0, [])
    for _ in range(5):
        if not match.over:
            act = some_act(match, rng)
            match.act(*act)
            twin.act(*act)
    assert twin.state == match.state
    assert twin.copy().first_state() == twin.first_state() != twin.state
    with pytest.raises(ValueError, match="a position of its own"):
        twin.record()


@each_game
def test_a_pickled_match_goes_on_as_it_was(game: AnyGame) -> None:
    rng = random.Random(4)
    match = next(match for i, match in enumerate(matches(game, game.players[0], 1)) if i == 9)
    twin = pickle.loads(pickle.dumps(match))  # noqa: S301  # its own
    assert vars(twin).keys() == vars(match).keys()
    assert (twin.acts, twin.state, twin.seed, twin.info_key(0)) == (
        match.acts,
        match.state,
        match.seed,
        match.info_key(0),
    )
    for _ in range(8):
        if not match.over:
            act = some_act(match, rng)
            match.act(*act)
            twin.act(*act)
    assert twin.state == match.state


def test_a_seats_key_tells_all_that_it_has_seen_and_nothing_else() -> None:
    first = coven.new("three-witches", seed=3)
    again = coven.new("three-witches", seed=3)
    keys = set()
    while not first.over:
        seat = first.pending[0]
        number = first.numbers(seat)[-1]
        hidden = [other for other in range(3) if other != seat]
        before = [first.info_key(other) for other in range(3)]
        views = [first.view_record(other) for other in range(3)]
        first.act(seat, number)
        again.act(seat, number)
        for other in hidden:
            assert (first.info_key(other) == before[other]) == (first.view_record(other) == views[other])
        assert first.info_key(seat) != before[seat]
        assert first.info_key(seat) == again.info_key(seat)
        keys.add(first.info_key(0))
        if len(first.acts) == 40:
            break
    assert len(keys) > 20


def test_a_key_does_not_depend_on_what_is_hidden() -> None:
    match = coven.new("three-witches", seed=5)
    seat, other, rules = match.pending[0], match.state.copy(), match.game.rules
    open_stream(other, 100, 0)
    rules.redeal(match.deck.tables, match.view_record(seat), other)
    twin = Match.from_state(match.game, other)
    keys = [[one.info_key(viewer) for viewer in range(3)] for one in (match, twin)]
    assert match.state != other
    assert [keys[0][viewer] == keys[1][viewer] for viewer in range(3)] == [viewer == seat for viewer in range(3)]


def test_a_history_is_what_the_seat_did_and_saw() -> None:
    match = coven.new("three-witches", seed=7)
    match.act(2, "bid 4")
    own = match.numbers(0)[0]
    match.act(0, own)
    moments = match.history(0)
    assert [moment.action for moment in moments] == [None, None, own]
    assert moments[-1].view == match.view_record(0)
    assert [moment.action for moment in match.history(2)] == [None, match.parse("bid 4"), None]
    match.undo(0)
    assert [moment.action for moment in match.history(0)] == [None, None]
