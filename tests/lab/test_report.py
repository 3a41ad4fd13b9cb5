"""`coven report`: figures, files that keep games, the page."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from coven.cli import main
from coven.engine.loops import THUMB
from coven.engine.survey import Survey
from coven.games import load_game
from coven.lab.balance import balance
from coven.lab.blocks import QUICK
from coven.lab.report import Report, deals_for, make_plan, make_report
from coven.terminal.report_page import differ, page_of
from tests.candles.game import GAME as CANDLES


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["report", *words])


def error_of(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.output.splitlines()[-1]


def report_of(key: str, players: list[str], deals: int, **how: Any) -> Report:
    game = load_game(key)
    return make_report(make_plan(game, [game.decks.default()], players, 5), deals, **how)


def without_time(report: Report) -> dict[str, Any]:
    return report.as_dict() | {"seconds": 0}


@pytest.mark.slow
def test_the_figures_are_those_of_the_games() -> None:
    report = report_of("witchs-brew", ["thumb"] * 3, 700)
    game = load_game("witchs-brew")
    shares, notes = Survey(game, game.decks.default().tables, 3).games(5, 0, 700, [THUMB] * 3)
    rows = {row.key: row for row in report.figures}
    begun = shares[np.arange(700), notes["starter"]].mean()
    assert rows["wins.place-1"].value == pytest.approx(begun)
    assert rows["wins.seat-2"].value == pytest.approx(shares[:, 2].mean())
    assert rows["decisions"].value == pytest.approx(notes["decisions"].mean())
    role = next(one for one in report.things if one.key == "alchemist")
    has = notes["first"][:, :3] >> 3 & 1
    won = shares[has == 1].mean()
    assert role.wins_first
    assert role.gain_first
    assert role.wins_first.value == pytest.approx(won)
    assert role.gain_first.value == pytest.approx(won - shares[has == 0].mean())
    assert role.gain_first.low is not None
    assert role.gain_first.low < role.gain_first.value


@pytest.mark.slow
def test_the_figures_do_not_depend_on_processes_or_on_pauses(tmp_path: Path) -> None:
    deals, path = 2 * QUICK + 50, tmp_path / "kept.jsonl"
    whole = without_time(report_of("whirling-witchcraft", ["thumb", "thumb"], deals))
    assert without_time(report_of("whirling-witchcraft", ["thumb", "thumb"], deals, jobs=2)) == whole
    report_of("whirling-witchcraft", ["thumb", "thumb"], QUICK + 20, save=path)
    path.write_bytes(path.read_bytes()[:-40])  # as if killed while writing
    assert without_time(report_of("whirling-witchcraft", ["thumb", "thumb"], deals, save=path)) == whole
    assert without_time(report_of("whirling-witchcraft", ["thumb", "thumb"], deals, save=path)) == whole


@pytest.mark.slow
def test_players_that_are_asked_one_by_one_play_the_same_deals(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    words = ("three-witches", "--players", "apprentice,thumb,thumb", "--seed", "2", "--jobs", "1", "--json")
    found = json.loads(run(*words, "--games", "9", "--save", str(path)).stdout)
    assert (found["deals"], found["games"]) == (3, 9)
    assert path.read_text().count("\n") == 4
    again = json.loads(run(*words, "--games", "9", "--save", str(path)).stdout)
    assert again | {"seconds": 0} == found | {"seconds": 0}
    assert {row["key"] for row in found["bots"]} >= {"player.apprentice.wins-thumb"}


@pytest.mark.slow
def test_a_game_without_measures_has_a_report() -> None:
    report = make_report(make_plan(CANDLES, [CANDLES.decks.default()], None, 1), 50)
    assert report.things == []
    assert sum(row.value for row in report.named("wins.seat-")) == pytest.approx(1)
    assert report.named("wins.place-") == []


@pytest.mark.slow
def test_several_players_are_compared() -> None:
    report = report_of("whirling-witchcraft", ["thumb", "random"], 200)
    assert report.games == 400
    wins = next(row for row in report.bots if row.key == "player.thumb.wins-random")
    assert wins.is_clear
    assert wins.value > 0.8
    assert report.bots[0].is_clear


@pytest.mark.slow
def test_intervals_hold_for_cards_that_do_nothing() -> None:
    """Random players of Whirling Witchcraft: no recipe of the first hand helps, so few gains may be called clear."""
    clear = 0
    for seed in range(20):
        game = load_game("whirling-witchcraft")
        report = make_report(make_plan(game, [game.decks.default()], ["random"] * 3, seed), 500)
        clear += any(one.gain_first and one.gain_first.is_clear for one in report.things if one.group == "Recipes")
    assert clear <= 5


class Parts(HTMLParser):
    """What a page loads, and how many of its tables sort."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.svgs = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.svgs += tag == "svg"
        self.loads += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]


@pytest.mark.slow
def test_the_page_is_one_file_that_loads_nothing(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    done = run("midnight", "--players", "2", "--games", "600", "--jobs", "1", "--html", str(path))
    assert done.exit_code == 0, done.output
    page, parts = path.read_text(encoding="utf-8"), Parts()
    parts.feed(page)
    assert parts.svgs == 4
    assert all(one.startswith("#") for one in parts.loads)
    assert not re.search(r"@import|url\((?!#)", page)
    assert "Betrayed" in page
    assert "Holm" in page


@pytest.mark.slow
def test_a_page_says_what_the_games_cannot_tell() -> None:
    game = load_game("three-witches")
    plan = make_plan(game, [game.decks.default()], None, 5)
    assert "Who begins makes no difference that these games could show" in page_of(make_report(plan, 20), plan)
    plan = make_plan(load_game("witchs-brew"), [load_game("witchs-brew").decks.default()], ["thumb"] * 4, 5)
    report = make_report(plan, 3000)
    assert differ(report.named("wins.place-"), 0.25)
    assert "It matters who begins" in page_of(report, plan)


REFUSED = [
    (["four-witches"], 'no game "four-witches"'),
    (["midnight", "--players", "9"], "is for 2, 3, 4, 5, 6, 7, 8 players, not 9"),
    (["midnight", "--players", "thumb,gandalf"], 'no player "gandalf"'),
    (["midnight", "--games", "0"], "--games"),
    (["midnight", "--deck", "nowhere.toml"], "nowhere.toml: no such file"),
    (["midnight", "--save", "/nowhere/at/all"], "cannot save a file there"),
    (["midnight", "--html", "/nowhere/at/all"], "cannot save a file there"),
]


@pytest.mark.parametrize(("words", "sentence"), REFUSED)
def test_an_impossible_report_is_refused_in_a_sentence(words: list[str], sentence: str) -> None:
    assert sentence in error_of(run(*words))


BROKEN = [
    ("a diary\n", "is not a counts file"),
    ('{"format": "coven-counts", "version": 0}\n', "holds another counts: version 0, not 1"),
]


@pytest.mark.parametrize(("content", "sentence"), BROKEN)
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: str, sentence: str) -> None:
    path = tmp_path / "kept.jsonl"
    path.write_text(content)
    assert sentence in error_of(run("midnight", "--save", str(path)))
    assert path.read_text() == content


def test_a_number_of_games_is_made_of_whole_deals() -> None:
    game = load_game("three-witches")
    plan = make_plan(game, [game.decks.default()], ["thumb", "random", "random"], 0)
    assert plan.games_a_deal == 3
    assert deals_for(plan, 10) == 4
    assert deals_for(make_plan(game, [game.decks.default()], ["witch"] * 3, 0), None) == 24
    with pytest.raises(ValueError, match="must be 1 or more"):
        deals_for(plan, 0)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["three-witches", "whirling-witchcraft"])
def test_identical_cards_are_counted_as_one(key: str) -> None:
    game = load_game(key)
    changed = [game.decks.load(data, title) for title, data in game.measures.nearby(game.decks.default())]
    twice = next(deck for deck in changed if len(set(deck.cards)) < len(deck.cards))
    plan = make_plan(game, [game.decks.default(), twice], None, 1)
    found = make_report(make_plan(game, [twice], None, 1), 40)
    assert sorted(row.key for row in found.things) == sorted({row.key for row in found.things})
    (name,) = {card for card in twice.cards if twice.cards.count(card) > 1}
    played = {row.key: row.played.value for row in found.things if row.played}
    others = [value for card, value in played.items() if card != name]
    assert played[name] > sum(others) / len(others), "two of them are played more often than one"
    assert len(balance(plan, 40, [], ["a", "b"]).differences) > 10


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_stopped_report_of_slow_players_goes_on(tmp_path: Path, number: int) -> None:
    path, names = tmp_path / "kept.jsonl", ["apprentice", "thumb", "thumb"]
    words = ["report", "three-witches", "--players", ",".join(names), "--games", "100000", "--save", str(path)]
    with subprocess.Popen(
        [sys.executable, "-m", "coven", *words, "--seed", "5", "--jobs", "1"], stderr=subprocess.PIPE, text=True
    ) as found:
        try:
            while not path.exists() or path.read_bytes().count(b"\n") < 4:
                assert found.poll() is None
                time.sleep(0.02)
            found.send_signal(number)
            _, errors = found.communicate(timeout=60)
        finally:
            found.kill()
    assert re.search(r"^100002 games: about .* to go\.$", errors, re.MULTILINE)
    if number == signal.SIGINT:
        assert found.returncode == 130
        kept = f"The finished games are saved in {path}: run the same command to continue."
        assert errors.splitlines()[-2:] == [kept, "Stopped."]
    plan = make_plan(load_game("three-witches"), [load_game("three-witches").decks.default()], names, 5)
    assert without_time(make_report(plan, 5, save=path)) == without_time(make_report(plan, 5))
