"""Faces that people show each other: seen by everybody at the table, limited, and kept nowhere."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from coven.games import all_games
from coven.server.limits import UNLIMITED, Rate
from tests.server.serving import Person, serving, settings
from tests.server.test_play import company, due

FREE = "midnight"


def shown(person: Person) -> list[tuple[int, str]]:
    """The faces that her page was shown, as (seat, face); she has read everything up to now."""
    person.ask("undo", question="none")
    return [(one["seat"], one["emote"]) for one in person.others if one["type"] == "emote"]


def test_only_three_witches_has_a_law_of_talk() -> None:
    laws = {game.key: game.talk.law for game in all_games()}
    assert [key for key, law in laws.items() if law] == ["three-witches"]
    law = laws["three-witches"]
    assert law
    assert law.clause == "TW-60"


def test_everybody_is_shown_a_face_and_the_sender_too(shared_address: str) -> None:
    people = company(shared_address, game=FREE)
    assert all(person.now["has_emotes"] for person in people)
    assert people[1].ask("emote", emote="wow")["type"] == "answer"
    assert people[0].ask("emote", emote="laugh")["type"] == "answer"
    for person in people:
        assert shown(person) == [(1, "wow"), (0, "laugh")]


def test_a_face_is_no_frame_no_line_and_no_row(tmp_path: Path) -> None:
    def rows() -> list[Any]:
        with closing(sqlite3.connect(tmp_path / "tables.sqlite", timeout=30)) as database:
            names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return [database.execute(f"SELECT * FROM {name}").fetchall() for name in names]  # noqa: S608

    with serving(settings(tmp_path)) as address:
        people = company(address, game=FREE)
        due(people)
        before, frames = rows(), [len(person.frames) for person in people]
        assert people[0].ask("emote", emote="sly")["type"] == "answer"
        assert [shown(person) for person in people] == [[(0, "sly")]] * 3
        assert [len(person.frames) for person in people] == frames
        assert rows() == before
        people[2].close()
        people[2].others.clear()
        people[2].look()
        assert shown(people[2]) == []


@pytest.mark.clause("TW-60")
def test_three_witches_has_no_faces_and_says_why(shared_address: str) -> None:
    people = company(shared_address)
    assert not people[0].now["has_emotes"]
    answer = people[0].ask("emote", emote="wow")
    assert (answer["code"], answer["clause"]) == ("illegal", "TW-60")
    assert "phrases" in answer["text"]
    assert shown(people[1]) == []


def test_a_seat_shows_only_some_faces_at_once_and_goes_on_playing(tmp_path: Path) -> None:
    few = replace(UNLIMITED, emotes=Rate(0.001, 3))
    with serving(settings(tmp_path, limits=few)) as address:
        people = company(address, game=FREE)
        answers = [people[0].ask("emote", emote="angry") for _ in range(5)]
        assert [one["type"] for one in answers] == ["answer"] * 3 + ["error"] * 2
        assert answers[-1]["code"] == "slow_down"
        assert len(shown(people[1])) == 3
        assert people[1].ask("emote", emote="sleep")["type"] == "answer"
        actor = due(people)[0]
        assert actor.act(actor.now["choices"][0]["action"])["type"] == "answer"


@pytest.mark.parametrize("emote", ["", "LAUGH", "<b>", 7, None, ["laugh"]])
def test_an_unknown_face_is_refused_with_the_reason(shared_address: str, emote: object) -> None:
    anna = Person(shared_address).open_table(game=FREE, players=3).look()
    answer = anna.ask("emote", emote=emote)
    assert answer["code"] == "bad_message"
    assert "emote" in answer["text"]
    assert anna.ask("emote", emote="wow", seat=1)["code"] == "bad_message"


def test_no_faces_before_the_start_from_a_bots_seat_or_at_a_closed_table(shared_address: str) -> None:
    anna = Person(shared_address).open_table(bots=(), game=FREE, players=3).look()
    bea = Person(shared_address).join(anna, 1, "Bea").look()
    Person(shared_address).join(anna, 2, "Cora").look()
    assert not anna.now["has_emotes"]
    assert anna.ask("emote", emote="wow")["code"] == "not_yet"
    anna.ask("start")
    assert bea.ask("concede")["type"] == "answer"
    answer = bea.ask("emote", emote="cry")
    assert (answer["code"], "bot" in answer["text"]) == ("forbidden", True)
    assert anna.ask("close")["type"] == "answer"
    assert anna.ask("emote", emote="wow")["code"] == "closed"
