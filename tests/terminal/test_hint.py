"""In the terminal: players that think, and asking what a high witch would do."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

import coven
from coven.terminal.answers import keyed
from coven.terminal.compile_notice import compile_notice
from coven.terminal.screen import percent
from coven.terminal.seats import parse_seats, seats_of_record
from tests.terminal.test_terminal import Desk


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COVEN_DATA", str(tmp_path))
    monkeypatch.setattr("coven.terminal.minds.PATIENCE", 300.0)
    return tmp_path


@pytest.mark.slow
def test_a_hint_weighs_each_choice_and_changes_nothing() -> None:
    desk = Desk()
    assert desk.run(["hint", "hint"]) == 0
    assert not [seat for seat, _ in desk.match.acts if seat == 0]
    told = desk.text.split("A high witch would: ")[1:]
    assert len(told) == 2
    assert told[0].split("\n\n")[0].strip() == told[1].split("\n\n")[0].strip()
    choices = desk.match.legal(0)
    rows = re.findall(r"^(\d+)\. (?:<1|>99|\d+)%: (.+)$", told[0], re.MULTILINE)
    assert sorted(label for _, label in rows) == sorted(action.label for action in choices)
    keys = keyed(choices)
    assert all(keys[key].label == label for key, label in rows)
    assert told[0].startswith(rows[0][1])


@pytest.mark.slow
def test_a_hint_is_named_in_the_help_and_drawn_with_bars() -> None:
    desk = Desk(plain=False)
    desk.run(["?", "hint"])
    assert "what a high witch would do" in desk.text
    assert "\u2588" in desk.text


def test_every_player_can_sit_down() -> None:
    game = coven.new("whirling-witchcraft", players=5).game
    seats = parse_seats("me,witch,High-Witch,apprentice,thumb", game)
    assert [seat.kind for seat in seats] == ["me", "witch", "high-witch", "apprentice", "thumb"]
    assert seats_of_record([seat.full_name for seat in seats], 5) == seats


@pytest.mark.parametrize(("chance", "text"), [(0, "0%"), (0.001, "<1%"), (0.334, "33%"), (0.999, ">99%"), (1, "100%")])
def test_only_certain_chances_are_shown_as_certain(chance: float, text: str) -> None:
    assert percent(chance) == text


def test_slow_compiling_is_explained_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("coven.terminal.compile_notice.LONG", 0.02)
    for seconds in (0.2, 0.2):
        with compile_notice("something slow"):
            time.sleep(seconds)
    with compile_notice("something quick"):
        pass
    time.sleep(0.1)
    assert capsys.readouterr().err.count("kettle") == 1


@pytest.mark.slow
def test_a_witch_plays_at_the_terminal() -> None:
    desk = Desk("witch,thumb,apprentice")
    assert desk.run([]) == 0
    assert "wins the game" in desk.text or "share the victory" in desk.text
