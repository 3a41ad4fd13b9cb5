"""The commands, as people and programs type them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import coven
from coven.cli import main
from coven.engine.record import GameRecord, digest_of
from coven.games import MODULES
from tests.server.worker_jobs import warm_at_once

GAME = "three-witches"
DECK = Path(coven.__file__).parent / "games" / "three_witches" / "deck.toml"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COVEN_DATA", str(tmp_path / "data"))
    return tmp_path


def run(*words: str, text: str = "") -> Result:
    return CliRunner().invoke(main, [*map(str, words)], input=text)


def error_of(result: Result, code: int) -> str:
    """The one sentence that a failed command says; checks that it is one, without a traceback."""
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    line = result.stderr.strip().splitlines()[-1]
    assert line.startswith("Error: ")
    return line.removeprefix("Error: ")


@pytest.fixture(scope="module")
def finished_text(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("finished") / "game.json"
    result = run("play", GAME, "--seats", "thumb,random,thumb", "--seed", "4", "--record", str(path))
    assert result.exit_code == 0, result.output
    return path.read_text()


@pytest.fixture
def finished(folder: Path, finished_text: str) -> Path:
    path = folder / "game.json"
    path.write_text(finished_text)
    return path


@pytest.fixture
def unfinished(folder: Path) -> Path:
    assert run("play", GAME, "--seed", "3", text="1\n1\nq\n").exit_code == 0
    (path,) = (folder / "data" / "unfinished").iterdir()
    return path


def test_help_names_every_command_and_each_has_an_example() -> None:
    text = run("--help").output
    for name in main.commands:
        assert name in text
        page = run(name, "--help").output
        assert f"coven {name}" in page.split("Options:")[0].split("Example")[1]


def test_help_loads_no_compiler() -> None:
    code = "import sys, coven.cli; print([m for m in ('numba', 'llvmlite', 'rich.markdown') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_version() -> None:
    assert run("--version").output.strip() == f"coven, version {coven.__version__}"


def test_games_say_where_the_cards_come_from() -> None:
    text = run("games").output
    assert GAME in text
    assert "reconstructed: chosen to meet every printed and reported fact" in text
    games = {data["key"]: data for data in json.loads(run("games", "--json").output)}
    assert list(games) == list(MODULES)
    assert games[GAME]["players"] == [3]
    assert all(data["title"] in text and data["provenance_text"] in text for data in games.values())


def test_rules_whole_and_by_clause() -> None:
    text = run("rules", GAME).output
    assert "TW-32" in text
    assert "reconstructed" in text.split("Where the card data comes from")[1]
    clause = run("rules", GAME, "--clause", "tw-32").output
    assert clause.startswith("TW-32: ")
    assert len(clause.splitlines()) == 1


def test_play_to_the_end_saves_the_record(folder: Path) -> None:
    result = run("play", GAME, "--seed", "3", text="1\n" * 1000)
    assert result.exit_code == 0
    assert "\x1b" not in result.output
    (path,) = (folder / "data" / "records").iterdir()
    assert str(path) in result.output
    assert run("verify", str(path)).exit_code == 0


def test_play_with_a_custom_deck(folder: Path) -> None:
    deck = folder / "deck.toml"
    deck.write_text(DECK.read_text().replace("Owl ", "Hen "))
    assert "Hen 3" in run("play", GAME, "--seats", "thumb,thumb,thumb", "--seed", "1", "--deck", str(deck)).output


def test_quit_and_resume(unfinished: Path, folder: Path) -> None:
    acts = GameRecord.load(unfinished).data["acts"]
    result = run("play", "--resume", str(unfinished), text="1\n" * 1000)
    assert result.exit_code == 0, result.output
    assert not unfinished.exists()
    (path,) = (folder / "data" / "records").iterdir()
    assert GameRecord.load(path).data["acts"][: len(acts)] == acts


def test_resume_keeps_the_file_when_stopped_again(unfinished: Path) -> None:
    before = len(GameRecord.load(unfinished).data["acts"])
    result = run("play", GAME, "--resume", str(unfinished), text="1\n1\n")
    assert result.exit_code == 0
    assert len(GameRecord.load(unfinished).data["acts"]) > before
    assert [unfinished] == list(unfinished.parent.iterdir())


def test_resume_with_other_seats(unfinished: Path) -> None:
    assert run("play", "--resume", str(unfinished), "--seats", "thumb,thumb,thumb").exit_code == 0


def test_verify(finished: Path, unfinished: Path) -> None:
    assert "verified to the end" in run("verify", str(finished)).output
    assert "verified so far" in run("verify", str(unfinished)).output
    data = json.loads(run("verify", str(finished), "--json").output)
    assert data["agrees"] is True
    assert data["finished"] is True


def edited(path: Path, change: Callable[[dict[str, Any]], None], *, is_signed: bool) -> str:
    data = json.loads(path.read_text())
    change(data)
    if is_signed:
        data["digest"] = digest_of(data)
    path.write_text(json.dumps(data))
    return str(path)


def change_act(data: dict[str, Any]) -> None:
    data["acts"][0][1] = "bid 4" if data["acts"][0][1] != "bid 4" else "bid 3"


def drop_act(data: dict[str, Any]) -> None:
    data["acts"].pop()


def change_result(data: dict[str, Any]) -> None:
    data["result"] = ["1/3"] * 3


def change_seed(data: dict[str, Any]) -> None:
    data["seed"] = f"{int(data['seed'], 16) + 1:032x}"


def break_seed(data: dict[str, Any]) -> None:
    data["seed"] = "seven"


def change_deck(data: dict[str, Any]) -> None:
    data["deck"]["suits"][0][1] = [2, 3, 4, 6]


def change_phrases(data: dict[str, Any]) -> None:
    data["phrases"].append([1, 0, "win"])


def change_game(data: dict[str, Any]) -> None:
    data["game"] = "four-witches"


def change_version(data: dict[str, Any]) -> None:
    data["rules_version"] = 999


def change_form(data: dict[str, Any]) -> None:
    data["acts"] = [["me", 1]]


CHANGES = [change_act, drop_act, change_result, change_seed, break_seed, change_deck, change_phrases, change_game,
           change_version, change_form]  # fmt: skip


@pytest.mark.parametrize("is_signed", [False, True])
@pytest.mark.parametrize("change", CHANGES)
def test_an_edited_record_is_detected(
    finished: Path, change: Callable[[dict[str, Any]], None], is_signed: bool
) -> None:
    path = edited(finished, change, is_signed=is_signed)
    assert path in error_of(run("verify", path), 1)
    assert error_of(run("replay", path), 1)
    assert error_of(run("play", "--resume", path), 1)
    result = run("verify", path, "--json")
    assert result.exit_code == 1
    assert json.loads(result.output)["error"]


@pytest.mark.parametrize("content", ["", "{", "[]", "7", '"text"', '{"format": "coven-record"}', "[" * 100_000,
                                     '{"players": ' + "1" * 5000 + "}"])  # fmt: skip
def test_a_file_that_holds_no_record_is_refused(folder: Path, content: str) -> None:
    path = folder / "no.json"
    path.write_text(content)
    assert "no.json" in error_of(run("verify", str(path)), 1)


def test_replay_as_spectator_as_seat_and_with_open_hands(finished: Path, unfinished: Path) -> None:
    spectator = run("replay", str(finished))
    assert spectator.exit_code == 0
    assert "(TW-51)" in spectator.output.splitlines()[-1]
    assert run("replay", str(finished), "--seat", "0").output != spectator.output
    assert run("replay", str(finished), "--all").exit_code == 0
    assert "not finished" in run("replay", str(unfinished)).output
    assert "not over" in error_of(run("replay", str(unfinished), "--all"), 2)
    assert "no seat 3" in error_of(run("replay", str(finished), "--seat", "3"), 2)


def test_replay_step_by_step(finished: Path) -> None:
    whole = run("replay", str(finished)).output
    some = run("replay", str(finished), "--step", text="\nt\n\nq\n").output
    assert len(some) < len(whole) / 4
    assert run("replay", str(finished), "--step", text="\n" * 1000).output.splitlines()[-1] == whole.splitlines()[-1]


@pytest.mark.slow
def test_simulate_for_programs_and_for_people() -> None:
    words = ("simulate", GAME, "--games", "200", "--players", "thumb,random,random", "--seed", "5")
    data = json.loads(run(*words, "--json").stdout)
    wanted = {"game", "games", "seed", "players", "win_share", "win_share_low", "win_share_high", "seat_win_share",
              "decisions_mean", "decisions_max", "decisions_per_second"}  # fmt: skip
    assert wanted <= set(data)
    assert data["players"] == ["thumb", "random", "random"]
    assert abs(sum(data["win_share"]) - 1) < 1e-9
    assert json.loads(run(*words, "--json").stdout)["win_share"] == data["win_share"]
    text = run(*words).stdout
    assert f"{data['win_share'][0]:.1%}" in text
    assert "95 % interval" in text
    fixed = json.loads(run(*words, "--json", "--fixed-seats").stdout)
    assert fixed["win_share"] == fixed["seat_win_share"]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["play", "four-witches"], 'no game "four-witches": choose one of three-witches'),
        (["rules", "four-witches"], 'no game "four-witches"'),
        (["simulate", "four-witches"], 'no game "four-witches"'),
        (["rules", GAME, "--clause", "TW-999"], 'no clause "TW-999"'),
        (["play"], "name a game"),
        (["play", GAME, "--seats", "me,thumb"], "for 3 players"),
        (["play", GAME, "--seats", "me,thumb,ghost"], 'no player "ghost"'),
        (["play", GAME, "--seed", "-1"], "not a seed"),
        (["play", GAME, "--seed", "seven"], "not a seed"),
        (["play", GAME, "--deck", "nowhere.toml"], "nowhere.toml: no such file"),
        (["play", GAME, "--record", "/nowhere/game.json"], "cannot save a file there"),
        (["play", "--resume", "nowhere.json"], "nowhere.json: no such file"),
        (["play", "--resume", "nowhere.json", "--seed", "1"], "leave out --seed"),
        (["simulate", GAME, "--players", "thumb,ghost,random"], 'no player "ghost"'),
        (["simulate", GAME, "--players", "thumb"], "is for 3 players"),
        (["simulate", GAME, "--games", "0"], "--games"),
        (["verify", "nowhere.json"], "nowhere.json: no such file"),
        (["replay", "nowhere.json"], "nowhere.json: no such file"),
        (["dance"], "dance"),
        (["play", GAME, "--dance"], "--dance"),
    ],
)
def test_wrong_usage_gets_a_sentence(words: list[str], part: str) -> None:
    assert part in error_of(run(*words), 2)


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("Owl  = [2, 3, 4, 5]", "Owl = [2, 3, 4]", "suits: hold 16 cards"),
        ("Dog  = [2, 3, 4, 6]", "Dog = [2, 3, 4, 5]", "suits.Dog: has the same ranks as Owl"),
        ("[suits]", "[suits", "is not TOML"),
        ("Frog = [3, 4]", 'Frog = [3, "four"]', "suits.Frog: 'four' is not a rank"),
        ("Frog = [3, 4]", "", "suits: needs a table of 5 suits"),
        ("provenance =", "origin =", "origin: is unknown; a deck file has"),
    ],
)
def test_a_broken_deck_is_refused_with_file_key_and_reason(folder: Path, old: str, new: str, part: str) -> None:
    path = folder / "mine.toml"
    text = DECK.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    assert f"{path}: " in error_of(run("play", GAME, "--deck", str(path)), 2)
    assert part in error_of(run("simulate", GAME, "--deck", str(path)), 2)


@pytest.mark.parametrize("content", ["x = " + "[" * 100_000, "x = " + "1" * 5000, "\x00", ""])
def test_a_file_that_holds_no_deck_is_refused(folder: Path, content: str) -> None:
    path = folder / "no.toml"
    path.write_text(content)
    assert "no.toml" in error_of(run("play", GAME, "--deck", str(path)), 2)


def test_an_unwritable_data_folder_saves_the_game_elsewhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "data").write_text("no folder")
    (folder / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder / "temporary"))
    assert run("play", GAME, text="1\nq\n").exit_code == 0
    (path,) = (folder / "temporary").iterdir()
    assert GameRecord.load(path).data["acts"]


@pytest.mark.slow
def test_a_search_is_compiled_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COVEN_CACHE", str(folder / "cache"))
    monkeypatch.setattr("coven.worker.prepare", warm_at_once)
    for said in ("Compiling the witches' searches, once ...\n", ""):
        result = run("prepare")
        assert result.exit_code == 0
        assert result.stdout == "The witches are ready.\n"
        assert result.stderr == said


def test_resuming_a_finished_game_is_refused(finished: Path) -> None:
    assert "this game is over" in error_of(run("play", "--resume", str(finished)), 2)


def start(*words: str, **env: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "coven", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, env={**os.environ, **env},
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_signals_save_the_game(folder: Path, number: signal.Signals, code: int) -> None:
    game = start("play", GAME, "--seed", "3")
    assert game.stdin is not None
    assert game.stdout is not None
    while not game.stdout.readline().startswith("1. "):
        pass
    game.stdin.write("1\n")
    game.stdin.flush()
    time.sleep(0.3)
    game.send_signal(number)
    _, err = game.communicate(timeout=20)
    assert game.returncode == code
    assert err == ""
    assert not list((folder / "data").rglob("*.part"))
    (path,) = (folder / "data" / "unfinished").iterdir()
    assert GameRecord.load(path).data["acts"]


def test_a_closed_pipe_ends_quietly(folder: Path) -> None:
    words = f'"{sys.executable}" -m coven play {GAME} --seats random,random,random --seed 3 | head -n 1'
    done = subprocess.run(["bash", "-o", "pipefail", "-c", words], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1
    assert list((folder / "data").rglob("*.json")), "the game is kept"


@pytest.mark.parametrize("option", [["--all"], ["--seat", "0"]])
def test_replay_hides_the_hands_of_an_unfinished_game(tmp_path: Path, option: list[str]) -> None:
    path = tmp_path / "game.json"
    GameRecord.of(coven.new(GAME, seed=7)).save(path)
    result = CliRunner().invoke(main, ["replay", str(path), *option])
    assert result.exit_code == 2
    assert "its hands stay hidden" in result.output
    assert CliRunner().invoke(main, ["replay", str(path)]).exit_code == 0
