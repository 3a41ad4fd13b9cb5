"""Tournaments: the same games for any number of processes, and files that survive any interruption."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from coven.cli import main
from coven.engine.game import Thinking
from coven.engine.loops import Loops
from coven.engine.match import Match
from coven.engine.seats import pending
from coven.games import load_game
from coven.lab import matches, tournament
from coven.lab.kept import KeptError
from coven.lab.tournament import Plan, Tournament, deal_seed, make_plan, play_tournament, player_seed
from coven.lab.workers import WorkerDied, spread

GAME = "three-witches"
NAMES = ["thumb", "random"]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["tournament", *map(str, words)])


def error_of(result: Result, code: int) -> str:
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result.stderr.strip().splitlines()[-1].removeprefix("Error: ")


def figures(result: Tournament) -> dict[str, Any]:
    """All but what depends on the machine."""
    return result.as_dict() | {"seconds": 0}


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played without a compiler, as those of players that no compiled loop knows."""
    monkeypatch.setattr(tournament, "POLICIES", {})


@pytest.fixture
def plan() -> Plan:
    return make_plan(load_game("midnight"), NAMES, seed=7)


def test_a_deal_is_the_game_of_that_number_in_a_simulation(plan: Plan) -> None:
    loops = Loops(plan.game, plan.deck.tables, plan.seats, plain=True)
    _, _, ends = loops.policy_games(plan.seed, 5, 1, [0, 1], 0)
    match = Match(plan.game, plan.seats, deal_seed(plan.seed, 5), plan.deck)
    assert list(match.state.seed) == list(ends[0].seed)


def test_every_player_has_a_seed_of_its_own() -> None:
    seeds = {player_seed(3, deal, seating, seat) for deal in range(10) for seating in range(6) for seat in range(3)}
    assert len(seeds) == 180


@pytest.mark.usefixtures("plain")
def test_the_first_owing_seat_is_asked_and_sees_its_view(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []

    def make(name: str, seed: int | None = None) -> Any:
        def choose(game: Any, deck: Any, view: Any, seat: int, legal: list[int]) -> int:
            asked.append((seat, view.viewer))
            assert pending(view) & ((2 << seat) - 1) == 1 << seat
            return random.Random(seed).choice(legal)

        return choose

    monkeypatch.setattr(matches, "make_player", make)
    play_tournament(make_plan(load_game("whirling-witchcraft"), NAMES, seed=2), 1)
    assert {seat for seat, _ in asked} == {0, 1}
    assert all(seat == viewer for seat, viewer in asked)


@pytest.mark.slow
@pytest.mark.usefixtures("plain")
def test_a_tournament_goes_on_where_it_stopped(plan: Plan, tmp_path: Path) -> None:
    path, whole = tmp_path / "t.jsonl", figures(play_tournament(plan, 6))
    play_tournament(plan, 2, save=path)
    text = path.read_bytes()
    steps: list[int] = []
    assert figures(play_tournament(plan, 6, save=path, progress=steps.append)) == whole
    assert steps == list(range(4, 13))
    assert path.read_bytes().startswith(text)
    assert len(path.read_text().splitlines()) == 7
    assert figures(play_tournament(plan, 2, save=path)) == figures(play_tournament(plan, 2))


@pytest.mark.slow
@pytest.mark.usefixtures("plain")
def test_a_half_written_deal_is_played_again(plan: Plan, tmp_path: Path) -> None:
    path, whole = tmp_path / "t.jsonl", figures(play_tournament(plan, 3))
    play_tournament(plan, 3, save=path)
    text = path.read_bytes()
    lines = text.splitlines(keepends=True)
    last = len(text) - len(lines[-1])
    for cut in (*range(0, len(lines[0]), 40), last, last + 1, len(text) - 5, len(text) - 1):
        path.write_bytes(text[:cut])
        assert figures(play_tournament(plan, 3, save=path)) == whole
        assert sorted(path.read_bytes().splitlines()) == sorted(text.splitlines())
    path.write_bytes(text[:last] + b'{"deal": 2, "win\n')
    assert figures(play_tournament(plan, 3, save=path)) == whole


BROKEN = [b"{", b'{"deal":-1,"winners":[[0],[0]]}', b'{"deal":1,"winners":[[0]]}', b'{"deal":1,"winners":[[0],[2]]}',
          b'{"deal":1,"winners":[[0],[]]}', b'{"deal":1,"winners":[[0],[1,0]]}', b"[" * 9999, b"\xff", b""]  # fmt: skip


@pytest.mark.slow
@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("line", BROKEN, ids=range(len(BROKEN)))
def test_a_broken_line_in_the_middle_is_named(plan: Plan, tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "t.jsonl"
    play_tournament(plan, 2, save=path)
    head, *deals = path.read_bytes().splitlines(keepends=True)
    content = b"".join([head, line + b"\n", *deals])
    path.write_bytes(content)
    with pytest.raises(KeptError, match=r"t\.jsonl: .*line 2"):
        play_tournament(plan, 2, save=path)
    assert path.read_bytes() == content


@pytest.mark.usefixtures("plain")
def test_a_deal_that_ended_in_two_ways_is_named(plan: Plan, tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    play_tournament(plan, 1, save=path)
    head, deal = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(
        head + deal + deal + deal.replace(b"[[0", b"[[7").replace(b"[[1", b"[[0").replace(b"[[7", b"[[1") + deal
    )
    with pytest.raises(KeptError, match="line 4 is broken: deal 0 ended differently"):
        play_tournament(plan, 1, save=path)


@pytest.mark.slow
@pytest.mark.usefixtures("plain")
def test_other_settings_are_refused_and_named(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    words = ("midnight", "--deals", "1", "--jobs", "1", "--save", str(path), "--json")
    assert run(*words, "--players", "thumb,random").exit_code == 0
    text = error_of(run(*words, "--players", "random,thumb,thumb", "--seed", "4"), 2)
    assert "players thumb,random, not random,thumb,thumb; seats 2, not 3; seed 0, not 4" in text
    assert "deck_hash" in error_of(run(*words, "--players", "thumb,random", "--deck", "full-grid"), 2)


@pytest.mark.slow
def test_a_file_with_other_thinking_settings_is_refused(tmp_path: Path) -> None:
    path, plan = tmp_path / "t.jsonl", make_plan(load_game(GAME), ("thumb", "random"))
    play_tournament(plan, 1, save=path)
    other = replace(plan, game=replace(plan.game, thinking=Thinking(high_simulations=7)))
    with pytest.raises(KeptError, match="thinking: high_simulations 2500, not 7"):
        play_tournament(other, 2, save=path)


@pytest.mark.parametrize("content", ["a diary\n", "a diary", "{}\n", "[1]\n", '{"format": 7}\n'])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(content)
    assert "is not a tournament file" in error_of(run(GAME, "--players", "thumb,random", "--save", str(path)), 2)
    assert path.read_text() == content


REFUSED = [
    (["--players", "thumb,gandalf"], 'no player "gandalf"'),
    (["--players", "thumb,thumb,thumb"], "at least two different players"),
    (["--players", "thumb"], "at least two different players"),
    (["--players", "thumb,random" * 7], "no player"),
    (["--players", ",".join(["thumb", "random"] * 7)], "at most 12 players"),
    (["--players", "thumb,random", "--seats", "4"], "is for 3 players"),
    (["--players", "thumb,random", "--deck", "nowhere.toml"], "no such file"),
    (["--players", "thumb,random", "--save", "/nowhere/at/all"], "cannot save a file there"),
]


@pytest.mark.parametrize(("words", "sentence"), REFUSED)
def test_an_impossible_tournament_is_refused_in_a_sentence(words: list[str], sentence: str) -> None:
    assert sentence in error_of(run(GAME, *words), 2)


@pytest.mark.parametrize(("deals", "jobs"), [(0, 1), (1, 0), (True, 1)])
def test_numbers_below_one_are_refused(plan: Plan, deals: int, jobs: int) -> None:
    with pytest.raises(ValueError, match="must be 1 or more"):
        play_tournament(plan, deals, jobs=jobs)


@pytest.mark.slow
def test_thumb_beats_random_the_same_with_any_number_of_jobs() -> None:
    words = (GAME, "--players", "random,thumb", "--deals", "60", "--seed", "1", "--json")
    found = [json.loads(run(*words, "--jobs", jobs).stdout) for jobs in ("1", "2")]
    assert found[0] | {"seconds": 0} == found[1] | {"seconds": 0}
    data = found[0]
    assert {"game": GAME, "deals": 60, "seats": 3, "games": 360, "seed": 1}.items() <= data.items()
    assert {"deck_hash", "rules_version", "seconds", "standings", "pairs"} <= set(data)
    first, second = data["standings"]
    assert (first["player"], second["player"]) == ("thumb", "random")
    assert second["high"] < 1 / 3 < first["low"]
    assert first["rating_low"] > second["rating_high"]
    assert set(first) == {"player", "win_share", "low", "high", "rating", "rating_low", "rating_high", "games"}
    (pair,) = data["pairs"]
    assert pair["low"] > 0
    text = run(*words[:-1], "--jobs", "1").output
    assert f"thumb: wins {first['win_share']:.1%} a seat" in text
    assert "points more than random" in text


class Work:
    """Leaves a file for each number; number 5 ends its process when those before it are done."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, number: int) -> int:
        if number == 5:
            while len(list(self.folder.iterdir())) < 5:
                time.sleep(0.01)
            time.sleep(0.5)  # the last of them may still be on its way
            os._exit(3)
        if number < 5:
            (self.folder / str(number)).touch()
        return number


@pytest.mark.slow
def test_a_process_that_dies_takes_nothing_with_it(tmp_path: Path) -> None:
    found: list[int] = []
    with pytest.raises(WorkerDied, match="ended with exit code 3"):
        found.extend(number for number, _ in spread(Work, (tmp_path,), range(20), 2))
    assert set(found) >= {0, 1, 2, 3, 4}
    assert not multiprocessing.active_children()


@pytest.mark.slow
def test_a_tournament_goes_on_after_a_process_was_killed(tmp_path: Path) -> None:
    plan, path = make_plan(load_game(GAME), NAMES, seed=2), tmp_path / "t.jsonl"

    def kill_one(games: int) -> None:
        if games == 20:
            os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)

    with pytest.raises(WorkerDied, match="signal 9"):
        play_tournament(plan, 1000, jobs=2, save=path, progress=kill_one)
    assert len(path.read_bytes().splitlines()) >= 3
    assert figures(play_tournament(plan, 20, save=path)) == figures(play_tournament(plan, 20))


@pytest.fixture
def running(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A long tournament that has finished some deals."""
    path = tmp_path / "t.jsonl"
    words = [
        GAME,
        "--players",
        ",".join(NAMES),
        "--deals",
        "1000000",
        "--seed",
        "2",
        "--jobs",
        "2",
        "--save",
        str(path),
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "coven", "tournament", *words], stderr=subprocess.PIPE, start_new_session=True
    ) as found:
        while not path.exists() or path.read_bytes().count(b"\n") < 10:
            assert found.poll() is None
            time.sleep(0.05)
        yield found
        found.kill()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_stopped_tournament_goes_on(running: subprocess.Popen[bytes], tmp_path: Path, number: int) -> None:
    path, plan = tmp_path / "t.jsonl", make_plan(load_game(GAME), NAMES, seed=2)
    group = os.getpgid(running.pid)
    if number == signal.SIGKILL:
        running.kill()
    else:
        os.killpg(group, number)
    _, errors = running.communicate(timeout=20)
    if number == signal.SIGINT:
        assert running.returncode == 130
        assert errors.decode().splitlines()[-2:] == [
            f"The finished deals are saved in {path}: run the same command to continue.", "Stopped.",
        ]  # fmt: skip
    deadline = time.monotonic() + 20
    while workers_of(group) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not workers_of(group)
    assert figures(play_tournament(plan, 12, save=path)) == figures(play_tournament(plan, 12))


def workers_of(group: int) -> list[str]:
    """The processes of a group that still run."""
    listed = subprocess.run(["ps", "-eo", "pgid=,stat=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    return [args for pgid, state, args in rows if int(pgid) == group and not state.startswith("Z")]
