"""Rulings that a deck file switches: the usual laws hold with them, and they do what they say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from coven.engine.decks import AnyDeck, DeckError
from coven.engine.game import AnyGame
from coven.engine.loops import RANDOM, THUMB, Loops
from coven.engine.match import Match
from coven.engine.record import GameRecord
from coven.games import all_games, load_game
from tests.laws.walk import walk
from tests.test_clauses import clauses_of

GAMES = all_games()
each = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


@dataclass(frozen=True)
class Ruled:
    """A game's deck with every ruling switched."""

    load: Callable[[dict[str, Any], str], AnyDeck]
    default: Callable[[], AnyDeck]
    keys: tuple[str, ...]

    def __call__(self) -> AnyDeck:
        return self.load({**self.default().data, "rulings": dict.fromkeys(self.keys, True)}, "ruled")


def switches(game: AnyGame) -> tuple[str, ...]:
    return tuple(one.key for one in game.measures.rulings if one.key)


def ruled(game: AnyGame) -> AnyGame:
    decks = game.decks
    return replace(game, decks=replace(decks, default=Ruled(decks.load, decks.default, switches(game))))


@each
def test_rulings_are_listed_with_their_clauses(game: AnyGame) -> None:
    clauses = clauses_of(game)
    assert switches(game)
    for one in game.measures.rulings:
        assert one.other
        assert set(one.clause.split(", ")) <= set(clauses), one.clause


@each
def test_a_deck_without_switches_is_the_same_deck(game: AnyGame) -> None:
    deck = game.decks.default()
    for rulings in ({}, dict.fromkeys(switches(game), False)):
        assert game.decks.load({**deck.data, "rulings": rulings}, "x").hash == deck.hash
    other = ruled(game).decks.default()
    assert other.hash != deck.hash
    assert other.tables != deck.tables
    assert game.decks.load(other.data, "x").hash == other.hash


@each
@pytest.mark.parametrize("rulings", [{"more-gold": True}, {"": 1}, [], "all"])
def test_bad_rulings_are_refused_with_their_place(game: AnyGame, rulings: Any) -> None:
    with pytest.raises(DeckError, match=r"^my\.toml: rulings"):
        game.decks.load({**game.decks.default().data, "rulings": rulings}, "my.toml")
    with pytest.raises(DeckError, match="must be true or false, not 1"):
        game.decks.load({**game.decks.default().data, "rulings": {switches(game)[0]: 1}}, "my.toml")


@pytest.mark.slow
@each
def test_the_laws_hold_with_other_rulings(game: AnyGame) -> None:
    other, players = ruled(game), game.players[0]
    assert walk(other, players, 5, 3, 60, plain=True) == ("kept", 0, 0)
    tables = other.decks.default().tables
    for policy in (RANDOM, THUMB):
        native = Loops(other, tables, players).policy_games(3, 0, 10, [policy] * players, 0)
        plain = Loops(other, tables, players, plain=True).policy_games(3, 0, 10, [policy] * players, 0)
        assert native[2].tobytes() == b"".join(state.to_bytes() for state in plain[2])


@pytest.mark.slow
@each
def test_a_record_keeps_the_rulings_it_was_played_by(game: AnyGame) -> None:
    match = Match(game, game.players[0], 3, ruled(game).decks.default())
    while not match.over:
        seat = match.pending[0]
        match.act(seat, match.numbers(seat)[-1 if len(match.acts) % 3 else 0])
    record = GameRecord.parse(GameRecord.of(match).text(), "it")
    assert record.verify(game).state == match.state


def test_first_decides_in_every_trick() -> None:
    from coven.games.three_witches.rules.brew import decider

    game: AnyGame = load_game("three-witches")
    state: Any = game.new_state(3)
    state.lead = 1
    found: dict[str, list[int]] = {}
    for name, one in (("usual", game), ("switched", ruled(game))):
        found[name] = []
        for state.trick in range(4):
            found[name].append(decider(one.decks.default().tables, state))
    assert found == {"usual": [2, 0, 2, 0], "switched": [2, 2, 2, 2]}


@pytest.mark.parametrize("is_switched", [False, True])
def test_a_flood_may_come_before_an_empty_workbench(is_switched: bool) -> None:
    from coven.games.whirling_witchcraft.rules.cubes import bag
    from coven.games.whirling_witchcraft.rules.produce import check_winners
    from coven.games.whirling_witchcraft.rules.state import Ending

    game: AnyGame = load_game("whirling-witchcraft")
    deck = (ruled(game) if is_switched else game).decks.default()
    state: Any = game.new_state(3)
    game.rules.setup(deck.tables, state)
    state.bench[:3] = [0, bag(1), bag(9)]
    check_winners(deck.tables, state)
    assert state.ending == (Ending.FLOODED if is_switched else Ending.EMPTY)
    assert state.winners == 1  # seat 0 is empty, and the one that sends to seat 2 sits to the left of it


@pytest.mark.parametrize("is_switched", [False, True])
def test_one_may_have_to_add_all_that_is_missing(is_switched: bool) -> None:
    from coven.games.witchs_brew.rules import actions
    from coven.games.witchs_brew.rules.goods import GOLD, some
    from coven.games.witchs_brew.rules.means import can_add
    from coven.games.witchs_brew.rules.roles import Role
    from coven.games.witchs_brew.rules.state import Phase

    game: AnyGame = load_game("witchs-brew")
    deck = (ruled(game) if is_switched else game).decks.default()
    state: Any = game.new_state(3)
    game.rules.setup(deck.tables, state)
    state.role, state.claimant, state.is_full = Role.CUTPURSE, 0, 1
    state.goods[0] = some(GOLD, 2)
    assert can_add(deck.tables, state) is not is_switched  # the first gold shelf needs 3
    state.goods[0] = some(GOLD, 4)
    assert can_add(deck.tables, state)
    state.phase, state.owing = Phase.ADD, 1
    assert game.legal(deck, state, 0) == [actions.ADD + GOLD, actions.DONE]
    state.picked[0] = some(GOLD, 1)
    assert game.legal(deck, state, 0) == [actions.ADD + GOLD] + [actions.DONE] * (not is_switched)


@pytest.mark.slow
def test_a_card_turned_up_by_a_cackle_may_count_in_full() -> None:
    from coven.games.midnight.rules.cards import NONE, Type

    game: AnyGame = load_game("midnight")
    colours = {}
    for name, one in (("usual", game), ("switched", ruled(game))):
        match, found = Match(one, 4, 11, one.decks.default()), set()
        for seed in range(11, 60):
            match = Match(one, 4, seed, one.decks.default())
            while not match.over:
                seat = match.pending[0]
                legal = match.numbers(seat)
                cackles = [a for a in legal if "cackle" in match.text(a)]
                match.act(seat, cackles[0] if cackles else legal[0])
                state: Any = match.state
                if cackles and not match.over and match.deck.tables.type[state.top] == Type.STANDARD:
                    found.add(state.colour != NONE)
        colours[name] = found
    assert colours == {"usual": {False}, "switched": {True}}
