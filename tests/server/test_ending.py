"""What pages are told of a game that is over: by its rules, by agreement, by concession, or closed."""

from __future__ import annotations

import random

import pytest

from coven.engine.game import AnyGame
from coven.games import all_games, load_game
from coven.server.frames import frame_of
from coven.server.messages import Frame
from coven.server.results import Result
from coven.server.table import Table
from tests.browser.moments import NAMES, begun

GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
LONGEST = 5000


def play(table: Table, acts: int = LONGEST, seed: int = 1) -> None:
    """Decisions by rules of thumb, and now and then any."""
    rng, rules, deck = random.Random(seed), table.game.rules, table.running.deck.tables
    for _ in range(acts):
        if table.status != "playing":
            return
        seat = rng.choice(table.running.pending)
        numbers, view = list(table.numbers(seat)), table.view(seat)
        chosen = rules.thumb(deck, view, seat, list(numbers), len(numbers), rng.getrandbits(32))
        rest = numbers[: rules.casual(deck, view, seat, numbers, len(numbers))]
        table.act(seat, table.question_id(seat), chosen if rng.random() < 0.8 else rng.choice(rest))


def frame(table: Table, seat: int = 0) -> Frame:
    return frame_of(table, seat, {0}, 0)


def result(table: Table, seat: int = 0) -> Result:
    found = frame(table, seat).result
    assert found
    return found


@GAMES
def test_every_seat_stands_in_order_and_moments_lie_in_the_log(game: AnyGame) -> None:
    for players in (game.players[0], game.players[-1]):
        table = begun(game, players)
        play(table, seed=players)
        found = result(table)
        assert sorted(one.seat for one in found.standings) == list(range(players))
        assert [one.seat for one in found.standings if one.place == 1] == sorted(found.winners)
        places = [one.place for one in found.standings]
        assert places == sorted(places)
        assert all(one.text for one in found.standings)
        told = {line.entry for line in table.earlier(0, len(table.log))}
        assert 1 <= len(found.moments) <= 3
        assert [one.entry for one in found.moments] == sorted(one.entry for one in found.moments)
        assert {one.entry for one in found.moments} <= told
        cards = {face.id for face in table.faces}  # type: ignore[attr-defined]
        assert all(set(one.cards) <= cards for one in found.hidden)


@GAMES
def test_nothing_of_the_end_is_told_before_it(game: AnyGame) -> None:
    table = begun(game, game.players[0])
    for _ in range(60):
        play(table, 1, seed=len(table.log))
        if table.status == "playing":
            assert all(frame(table, seat).result is None for seat in range(table.head.players))
            assert table.story is None


@GAMES
def test_every_seat_is_told_the_same_story(game: AnyGame) -> None:
    table = begun(game, game.players[-1])
    play(table)
    mine, yours = result(table, 0), result(table, 1)
    assert (mine.told, mine.decided, mine.standings) == (yours.told, yours.decided, yours.standings)
    assert (mine.moments, mine.hidden) == (yours.moments, yours.hidden)
    texts = [*(one.text for one in mine.moments), *(one.text for one in mine.hidden)]
    for text in (mine.told, mine.decided, *texts):
        assert " you " not in f" {text.lower()} "


@GAMES
def test_a_game_ended_by_agreement_tells_how_all_stood(game: AnyGame) -> None:
    table = begun(game, game.players[-1])
    play(table, 40)
    for seat in range(table.head.players):
        table.step(table.company.want_end(table.status, seat, wants=True))
    found = result(table)
    assert (found.winners, found.clause) == ([], "")
    assert found.text == "The game was ended by agreement: nobody has won"
    assert {one.place for one in found.standings} == {0}
    assert len(found.standings) == table.head.players


def test_whoever_wins_by_concession_stands_first() -> None:
    table = begun(load_game("midnight"), 2)
    play(table, 5)
    table.step(table.company.concede(table.status, 0))
    found = result(table)
    assert (found.winners, [one.seat for one in found.standings]) == ([1], [1, 0])
    assert [one.place for one in found.standings] == [1, 2]
    assert (found.text, found.told) == (
        "Bartholomew wins the game: you conceded",
        "Bartholomew wins the game: Anna conceded",
    )


def test_a_table_that_its_host_has_closed_tells_how_all_stood() -> None:
    table = begun(load_game("witchs-brew"), 3)
    play(table, 30)
    table.step(table.company.close(table.status, 0))
    found = result(table)
    assert (found.winners, found.text) == ([], table.reason)
    assert all(one.text for one in found.standings)
    assert NAMES[0] not in found.why
