"""The log in words begins at a mark, and is always the end of the whole log; the rest comes to whoever asks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from coven.engine.game import AnyGame
from coven.games import all_games, load_game
from coven.server.changes import Stored
from coven.server.chronicle import KEPT, STEP
from coven.server.errors import Refused
from coven.server.folding import fold
from coven.server.frames import encode, frame_of, last_told
from coven.server.limits import UNLIMITED, Rate
from coven.server.messages import Line
from coven.server.opening import new_table
from coven.server.table import Table
from tests.laws.late import prolong
from tests.server.serving import Person, nonce, serving, settings
from tests.server.test_play import company, due

GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
MOST = 150
BREW = load_game("witchs-brew")


def begun(game: AnyGame, players: int) -> Table:
    """A table in memory, with people on every seat, at which much has happened before the start."""
    table = new_table(game, players, game.decks.default())
    for seat in range(players):
        table.sit(seat, f"Anna {seat}", nonce())
    pass_a_mark(table)
    pass_a_mark(table)
    table.start()
    return table


def pass_a_mark(table: Table) -> None:
    """So many entries that a mark is made."""
    for number in range(STEP):
        table.step(table.company.rename(0, f"Dora {number}"))


def act(table: Table, rng: random.Random) -> None:
    """Anybody decides; what she can take back she often does, sometimes after a mark was made."""
    seat, match = rng.choice(table.running.pending), table.running
    legal = list(match.numbers(seat))
    kept = match.game.rules.casual(match.deck.tables, match.state, seat, legal, len(legal))
    table.act(seat, table.question_id(seat), rng.choice(legal[:kept]))
    if table.status != "playing" or not match.can_undo(seat):
        return
    if rng.random() < 0.05:
        pass_a_mark(table)
    if rng.random() < 0.5:
        table.undo(seat, table.question_id(seat))


def disturb(table: Table, rng: random.Random) -> None:
    """What people do beside the game; now and then it is refused."""
    seat, company = rng.randrange(len(table.places)), table.company
    speeches = [(one, phrase) for one in range(len(table.places)) for phrase in table.running.phrases(one)]
    deeds: list[Any] = [
        lambda: table.step(company.rename(seat, f"Bea {rng.randrange(100)}")),
        lambda: table.step(company.want_end(table.status, seat, seat not in company.wants_end)) if seat else None,
        lambda: table.place_bot(seat, "thumb", is_away=True),
        lambda: table.step(company.take_back(seat)),
        lambda: table.leave(seat) if rng.random() < 0.1 else None,
        lambda: table.sit(seat, f"Cora {rng.randrange(100)}", nonce()),
    ]
    if speeches and rng.random() < 0.5:
        table.say(*rng.choice(speeches))
        return
    with suppress(Refused):
        rng.choice(deeds)()


def played(game: AnyGame, rng: random.Random) -> Iterator[Table]:
    """A table after everything that happens at it."""
    table = begun(game, rng.choice(game.players))
    for _ in range(MOST):
        if table.status == "playing":
            act(table, rng)
            yield table
        if table.status == "playing" and rng.random() < 0.3:
            disturb(table, rng)
            yield table
    if table.status == "playing":
        table.close("The server has closed this table")
        yield table


@pytest.mark.slow
@GAMES
def test_a_log_that_begins_later_is_the_end_of_the_whole_log(game: AnyGame) -> None:
    rng, told, whole, later = random.Random(game.key), list[int](), list[list[Line]](), 0
    for table in played(game, rng):
        seats = range(len(table.places))
        told, whole = told or [0] * len(seats), whole or [table.earlier(seat, len(table.log) - 1) for seat in seats]
        for seat in seats:
            frame = frame_of(table, seat, set(), told[seat] or whole[seat][-1].entry)
            whole[seat] += frame.log
            told[seat] = last_told(frame)
        if rng.random() < 0.1:
            again = fold(game, Stored(table.head, list(table.log), [], [], []))
            for seat in seats:
                later += check_end(table, again, seat, whole[seat])
    assert later > 10
    spoken = {"said"} if game.key == "three-witches" else set()
    assert {line.kind for line in whole[0]} == {"game", "table"} | spoken


def check_end(table: Table, again: Table, seat: int, whole: list[Line]) -> bool:
    """A new page gets the end, and the rest when it asks; does it lack anything?"""
    frame = frame_of(table, seat, set(), 0)
    assert frame.log == [line for line in whole if line.entry > frame.log_from]
    assert again.chronicle(seat).lines == table.chronicle(seat).lines == frame.log
    table._chronicles._told.pop(seat)  # as if nobody had asked for it before
    assert table.chronicle(seat).lines == frame.log
    assert table.earlier(seat, frame.log_from) + frame.log == whole
    return frame.log_from > 0


def longer(table: Table, rng: random.Random) -> None:
    """One decision by somebody who prolongs the game."""
    seat = rng.choice(table.running.pending)
    table.act(seat, table.question_id(seat), prolong(table.game, table.running.numbers(seat), rng))


def test_coming_back_costs_the_same_however_long_a_game_has_lasted() -> None:
    table, rng, sizes = new_table(BREW, 5, BREW.decks.default()), random.Random(3), list[int]()
    for seat in range(5):
        table.sit(seat, f"Anna {seat}", nonce())
    table.start()
    tell = Mock(side_effect=BREW.texts.tell)
    counting = replace(BREW, texts=replace(BREW.texts, tell=tell))
    for number in range(1, 1201):
        longer(table, rng)
        if number in (10, 400, 1200):
            again = fold(counting, Stored(table.head, list(table.log), [], [], []))
            tell.reset_mock()
            frame = frame_of(again, 0, set(), 0)
            assert 0 < tell.call_count <= KEPT * STEP
            sizes.append(len(encode(frame)))
    assert max(sizes) < 2 * sizes[0]


def played_long(address: str) -> list[Person]:
    """People whose log is longer than what a new page gets."""
    people = company(address)
    while people[0].told is None or people[0].told < 2 * KEPT * STEP:
        for person in due(people):
            if person.now["question"]["is_due"]:
                person.act(person.now["choices"][0]["action"])
        due(people)
    return people


@pytest.mark.slow
def test_a_page_that_comes_back_gets_the_end_and_the_rest_when_it_asks(shared_address: str) -> None:
    for person in played_long(shared_address):
        whole = list(person.log)
        person.close()
        person.look()
        start = person.now["log_from"]
        assert start > 0
        assert person.log == whole[-len(person.log) :]
        earlier = person.ask("log", last=start)
        assert earlier["type"] == "earlier"
        assert earlier["last"] == start
        assert [line["text"] for line in earlier["log"]] + person.log == whole
        assert [line["entry"] for line in earlier["log"]] == sorted(line["entry"] for line in earlier["log"])
        assert person.ask("log", last=1 << 40)["log"][-1]["entry"] == person.told


def test_before_the_deal_there_is_no_log_to_be_asked_for(shared_address: str) -> None:
    host = Person(shared_address).open_table(bots=()).look()
    assert host.ask("log", last=1)["code"] == "not_yet"
    for last in (-1, "1", None, 1.5):
        assert host.ask("log", last=last)["code"] == "bad_message"


@pytest.mark.slow
def test_nobody_has_the_whole_log_told_again_and_again(tmp_path: Path) -> None:
    few = replace(UNLIMITED, logs=Rate(0.001, 3))
    with serving(settings(tmp_path, limits=few)) as address:
        people = company(address)
        answers = [people[0].ask("log", last=5) for _ in range(5)]
        assert [answer.get("code") for answer in answers] == [None, None, None, "slow_down", "slow_down"]
        assert people[1].ask("log", last=5)["type"] == "earlier"
