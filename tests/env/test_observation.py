"""Observations: what a seat sees, all of it and nothing else, in numbers within their ranges."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from coven.engine.dice import open_stream
from coven.engine.game import AnyGame
from coven.engine.sets import members
from coven.engine.states import State
from coven.games import all_games, load_game
from coven.games.midnight.rules.cards import KINDS
from coven.games.midnight.rules.knowledge import do_voids_hold
from coven.games.witchs_brew.rules.roles import FEATURES
from tests.env.played import views

GAMES = all_games()


def is_quick(game: AnyGame, players: int) -> bool:
    return players == game.players[0] and game.key != "midnight"


TABLES = [
    pytest.param(game, players, id=f"{game.key}-{players}", marks=[] if is_quick(game, players) else pytest.mark.slow)
    for game in GAMES
    for players in dict.fromkeys((game.players[0], game.players[-1]))
]
each_table = pytest.mark.parametrize(("game", "players"), TABLES)
OWN = set(State.fields) | {"players", "viewer"}
MOMENTS = 160


@each_table
def test_numbers_are_within_what_their_planes_say(game: AnyGame, players: int) -> None:
    observation = game.observation
    size, most = observation.size(players), observation.most(players)
    seen = np.zeros(size, bool)
    for match, _, view in views(game, players, 4, MOMENTS):
        row = observation.of(match.deck, view)
        assert row.shape == (size,)
        assert [name for name, place in observation.places(players).items() if (row > most)[place].any()] == []
        seen |= row > 0
    silent = {name for name, place in observation.places(players).items() if not seen[place].any()}
    assert len(silent) < len(observation.planes(players)) / 3
    assert len({plane.name for plane in observation.planes(players)}) == len(observation.planes(players))


@each_table
def test_what_is_hidden_changes_nothing(game: AnyGame, players: int) -> None:
    rules, tried = game.rules, 0
    for number, (match, seat, view) in enumerate(views(game, players, 3, 60)):
        if match.over or number % 5:
            continue
        other, again = game.new_state(players, match.options), game.state()
        open_stream(other, 100, number)
        rules.redeal(match.deck.tables, view, other)
        rules.hide(match.deck.tables, other, seat, again)
        tried += other.to_bytes() != match.state.to_bytes()
        assert (game.observation.of(match.deck, again) == game.observation.of(match.deck, view)).all()
    assert tried > 2


def cells(value: Any, path: tuple[int, ...] = ()) -> list[tuple[tuple[int, ...], int]]:
    if isinstance(value, list):
        return [cell for i, part in enumerate(value) for cell in cells(part, (*path, i))]
    return [(path, value)]


def changed(view: Any, name: str, path: tuple[int, ...], number: int) -> Any:
    other = view.copy()
    if not path:
        setattr(other, name, number)
        return other
    place = getattr(other, name)
    for i in path[:-1]:
        place = place[i]
    place[path[-1]] = number
    return other


@each_table
def test_every_number_that_a_seat_sees_is_told(game: AnyGame, players: int) -> None:
    fields = set(game.state.fields) - OWN - set(game.observation.left_out)
    sample = [(match.deck, view) for match, seat, view in views(game, players, 4, MOMENTS) if seat == 0]
    known: dict[tuple[str, tuple[int, ...]], set[int]] = {}
    for _, view in sample:
        for name in sorted(fields):  # a set has another order in each process
            for path, number in cells(getattr(view, name)):
                known.setdefault((name, path), set()).add(number)
    rng, tried = random.Random(1), set()
    for (name, path), numbers in known.items():
        deck, view = rng.choice(sample)
        before = dict(cells(getattr(view, name)))[path]
        for number in rng.sample(sorted(numbers - {before}), min(2, len(numbers - {before}))):
            tried.add(name)
            row = game.observation.of(deck, changed(view, name, path, number))
            assert (row != game.observation.of(deck, view)).any(), (name, path, before, number)
    assert len(tried) > len(fields) / 2
    assert set(game.observation.left_out) <= set(game.state.fields)


@pytest.mark.slow
@each_table
def test_two_views_that_differ_have_two_observations(game: AnyGame, players: int) -> None:
    told: dict[bytes, bytes] = {}
    kept = [name for name in game.state.fields if name not in game.observation.left_out and name not in State.fields]
    for match, seat, view in views(game, players, 6, 700):
        row = bytes([seat]) + game.observation.of(match.deck, view).tobytes()
        assert told.setdefault(row, view.bytes_of(kept)) == view.bytes_of(kept)
    assert len(told) > 80


def test_seats_are_turned_so_that_the_viewer_is_first() -> None:
    game = load_game("three-witches")
    for match, seat, view in views(game, 3, 1, 60):
        planes = game.observation.named(game.observation.of(match.deck, view), 3)
        assert planes["tokens"].tolist() == [view.tokens[(seat + i) % 3] for i in range(3)]
        assert planes["owing"].tolist() == [view.owing >> (seat + i) % 3 & 1 for i in range(3)]
        assert planes["hand"].sum() == view.hands[seat].bit_count()


def test_a_deck_of_other_potion_cards_is_told_by_its_features() -> None:
    game = load_game("witchs-brew")
    data = {**game.decks.default().data}
    data["copper"] = [{**card, "points": card["points"] + 9} for card in data["copper"]]
    deck = game.decks.load(data, "other")
    match, _, view = next(iter(views(game, 3, 1)))
    planes = game.observation.named(game.observation.of(deck, view), 3)
    plain = game.observation.named(game.observation.of(match.deck, view), 3)
    assert (planes["cards"] - plain["cards"]).sum() == 9 * len(data["copper"])
    assert (planes["cards"] != plain["cards"]).sum() == (planes["cards"][0, :, 4] != plain["cards"][0, :, 4]).sum() == 7


def test_witchs_brew_tells_who_took_which_cards_and_which_are_left() -> None:
    game, taken = load_game("witchs-brew"), 0
    features = np.array(game.decks.default().tables.features)
    for match, _, view in views(game, 4, 2, 1500):
        planes = game.observation.named(game.observation.of(match.deck, view), 4)
        owners, turned = np.array(view.owners), [(view.viewer + i) % 4 for i in range(4)]
        assert (planes["owners"] == [owners == seat for seat in turned]).all()
        for stack, told in enumerate(planes["cards"]):
            top = view.taken[stack] * FEATURES
            assert told.reshape(-1).tolist() == [*features[stack][top : told.size], *[0] * top]
        taken = max(taken, sum(view.taken))
    assert taken > 5


@pytest.mark.slow
def test_midnights_bounds_say_just_what_the_voids_say() -> None:
    game, rng, judged = load_game("midnight"), random.Random(5), [0, 0]
    for match, _, view in views(game, 3, 20, 400):
        for seat in range(3):
            bounds = game.observation.named(game.observation.of(match.deck, view), 3)["bounds"]
            own = bounds[(seat - view.viewer) % 3]
            other = view.copy()
            often = members(view.void_kinds[seat][0])[:3] * rng.choice((0, 1, 9))
            hand = [rng.choice([*range(match.deck.tables.kinds), *often]) for _ in range(view.hand_size[seat])]
            other.counts[seat] = [hand.count(kind) for kind in range(KINDS)]
            other.held[seat] = sum(1 << kind for kind in set(hand))
            kept = all(sum(own[kind] <= most for kind in hand) <= most for most in {int(n) for n in own})
            assert kept == do_voids_hold(other, seat)
            judged[kept] += 1
    assert min(judged) > 20


@pytest.mark.slow
def test_midnights_facts_are_told_hand_by_hand() -> None:
    game, facts = load_game("midnight"), 0
    for match, seat, view in views(game, 4, 40, 1500):
        if view.fact_kind[seat][0] < 0:
            continue
        planes = game.observation.named(game.observation.of(match.deck, view), 4)
        for turned in range(1, 4):
            hand = (seat + turned) % 4
            there = [(k, h) for k, h in zip(view.fact_kind[seat], view.fact_hands[seat], strict=True) if k >= 0]
            sure = [kind for kind, hands in there if hands == 1 << hand]
            unsure = [kind for kind, hands in there if hands >> hand & 1 and hands != 1 << hand]
            assert planes["known"][turned - 1].tolist() == [sure.count(kind) for kind in range(KINDS)]
            assert planes["shared"][turned - 1].tolist() == [unsure.count(kind) for kind in range(KINDS)]
            facts += len(sure) + len(unsure)
    assert facts > 20
