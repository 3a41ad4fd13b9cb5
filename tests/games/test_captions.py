"""What games write on the page's table, and what they show between two positions: never more than views do."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import coven
from coven.engine.decks import AnyDeck
from coven.engine.match import Match
from coven.engine.plain import to_builtins
from coven.engine.seats import pending
from coven.engine.states import SPECTATOR, State
from coven.games import all_games

GAMES = {game.key: game for game in all_games()}
BETWEEN = {"three-witches": 4, "witchs-brew": 4, "whirling-witchcraft": 10, "midnight": 0}
"""How often there is something to see between two positions, at the least, in MOST acts of a game."""
MOST = 400


def strings(data: Any) -> Iterator[str]:
    """All texts in plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, (list, dict)):
        for part in data.values() if isinstance(data, dict) else data:
            yield from strings(part)


def cards_of(match: Match, view: State) -> set[str]:
    """The cards that a view's description names."""
    return set(strings(to_builtins(match.game.texts.describe(match.deck, view)))) & set(match.deck.cards)


def written(match: Match, view: State, reader: int) -> str:
    """Everything that is written on the table."""
    captions = match.game.board.captions(match.deck, view, match.names(reader))
    assert msgspec.json.decode(msgspec.json.encode(captions)) == to_builtins(captions)
    return "\n".join(strings(to_builtins(captions)))


def titles_in(deck: AnyDeck, text: str) -> set[str]:
    """The cards that are named by titles which mean nothing else: "Cauldron Bat, green", "RR → BW"."""
    titles = [(card, title) for card, title in zip(deck.cards, deck.titles, strict=True) if re.search(", |→", title)]
    return {card for card, title in titles if re.search(rf"(?<!\w){re.escape(title)}(?!\w)", text)}


def played(game: str, seed: int) -> Iterator[tuple[Match, list[State], list[State]]]:
    """A random game, act by act, with the views of all readers before and after."""
    players, rng = GAMES[game].players[-1], random.Random(seed)
    match = coven.new(game, seed=seed, players=players)
    readers = (*range(players), SPECTATOR)
    before = [match.view_record(reader) for reader in readers]
    while match.pending and len(match.acts) < MOST:
        seat = rng.choice(match.pending)
        match.act(seat, rng.choice(match.numbers(seat)))
        after = [match.view_record(reader) for reader in readers]
        yield match, before, after
        before = after


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_captions_name_no_card_that_the_view_does_not(game: str) -> None:
    for match, _, after in played(game, 2):
        for view in after:
            assert titles_in(match.deck, written(match, view, view.viewer)) <= cards_of(match, view)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_position_between_two_views_shows_cards_of_either(game: str) -> None:
    found = 0
    for match, before, after in played(game, 3):
        for was, now in zip(before, after, strict=True):
            between = match.game.board.between(match.deck, was, now)
            if between is not None:
                found += 1
                assert cards_of(match, between) <= cards_of(match, was) | cards_of(match, now)
                assert not pending(between)
                assert written(match, between, was.viewer)
    assert found >= BETWEEN[game]


@pytest.mark.parametrize("game", GAMES)
def test_before_the_first_deal_there_is_nothing_to_see(game: str) -> None:
    match = coven.new(game, seed=1)
    assert match.game.board.between(match.deck, match.game.state(), match.view_record(0)) is None
