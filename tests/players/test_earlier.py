"""Earlier players: where they are, what they play, and what is said when they cannot."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from coven.cli import main
from coven.engine.cache import cache_folder
from coven.engine.match import Match
from coven.games import load_game
from coven.lab import tournament
from coven.lab.kept import KeptError
from coven.lab.tournament import make_plan, play_tournament
from coven.players import VERSIONS, UnknownPlayer, earlier, make_player, version_of
from coven.players.earlier import KEPT, MARK, Asked, Earlier, EarlierFailed, folder_of
from coven.players.witches import SEARCHING
from tools import keep

NAME = "high-witch-1"
DECISIONS = 6


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nobody has been kept here."""
    monkeypatch.setenv("COVEN_CACHE", str(tmp_path))
    return tmp_path


@pytest.fixture
def here(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment like that of a commit whose package is the present one."""
    monkeypatch.delenv("COVEN_CACHE")
    compiled = cache_folder().parents[1]
    monkeypatch.setenv("COVEN_CACHE", str(nowhere))
    folder, own = folder_of(NAME), Path(sys.prefix)
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "python").symlink_to(sys.executable)
    (folder / "pyvenv.cfg").write_bytes((own / "pyvenv.cfg").read_bytes())
    (folder / "lib").symlink_to(own / "lib")
    (folder / "cache").symlink_to(compiled)
    (folder / MARK).write_text(KEPT[NAME].commit)
    return folder


@pytest.mark.usefixtures("nowhere")
def test_who_is_not_here_is_refused_with_the_command_that_makes_her() -> None:
    done = CliRunner().invoke(main, ["tournament", "three-witches", "--players", f"thumb,{NAME}"])
    assert done.exit_code == 2
    assert f'the player "{NAME}" is not on this machine: make her with "python tools/keep.py {NAME}"' in done.stderr
    with pytest.raises(UnknownPlayer, match="is not on this machine"):
        make_player(NAME)


def test_a_folder_of_another_commit_is_not_hers(here: Path) -> None:
    assert earlier.why_not_here(NAME) == ""
    (here / MARK).write_text("f" * 40)
    assert "is not on this machine" in earlier.why_not_here(NAME)


@pytest.mark.usefixtures("here")
def test_a_game_that_has_other_rules_now_is_refused() -> None:
    with pytest.raises(ValueError, match=r"cannot play Whirling Witchcraft.*: she knows version 1 of its rules, not"):
        make_plan(load_game("whirling-witchcraft"), ["thumb", NAME])


HERSELF = """if True:
    import json, sys
    from coven.games import load_game
    from coven.players.witches import Witch
    game, witch = load_game("three-witches"), Witch("high-witch")
    deck = game.decks.default()
    for view, legal, seed in json.loads(sys.argv[1]):
        seen = game.state.from_bytes(bytes.fromhex(view))
        print(witch.choose(game, deck, seen, seen.viewer, legal, seed + 1))
"""
"""What the player would choose in a process of the present package."""


@pytest.mark.slow
@pytest.mark.usefixtures("here")
def test_she_decides_in_her_process_as_she_would_in_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Her package is the present one here, so what she is sent and what she answers can be compared."""
    game, questions, answers = load_game("three-witches"), [], []
    match, there, asked = Match(game, seed=11), Earlier(NAME, 5), Asked(NAME, game.key)
    monkeypatch.setattr(earlier, "asked_about", lambda name, key: asked)
    choose = asked.choose

    def noted(question: dict[str, Any]) -> int:
        questions.append((view.to_bytes().hex(), question["legal"], question["seed"]))
        return choose(question)

    monkeypatch.setattr(asked, "choose", noted)
    for _ in range(DECISIONS):
        seat = match.pending[0]
        view = match.view_record(seat)
        answers.append(there(game, match.deck, view, seat, match.numbers(seat)))
        match.act(seat, answers[-1])
    monkeypatch.delenv("COVEN_CACHE")
    herself = subprocess.run(
        [sys.executable, "-c", HERSELF, json.dumps(questions)], check=True, capture_output=True, text=True
    )
    assert list(map(int, herself.stdout.split())) == answers
    assert len({seed for _, _, seed in questions}) == DECISIONS


@pytest.mark.slow
def test_one_that_fails_ends_the_tournament_and_says_why(here: Path) -> None:
    (here / "bin" / "python").unlink()
    (here / "bin" / "python").symlink_to("/bin/false")
    with pytest.raises(EarlierFailed, match=f"{NAME} has ended"):
        play_tournament(make_plan(load_game("three-witches"), ["thumb", NAME]), 1)


def test_a_saved_tournament_names_the_versions_and_refuses_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament, "POLICIES", {})  # so that nothing is compiled
    path, plan = tmp_path / "t.jsonl", make_plan(load_game("three-witches"), ["thumb", "random"])
    play_tournament(plan, 1, save=path)
    head, *deals = path.read_text().splitlines(keepends=True)
    assert json.loads(head)["versions"] == ["thumb-1", "random-1"]
    old = head.replace("thumb-1", "thumb-0") + "".join(deals)
    path.write_text(old)
    with pytest.raises(
        KeptError, match=r"was played by thumb-0,random-1, and these are thumb-1,random-1; continue with"
    ):
        play_tournament(plan, 2, save=path)
    path.write_text(head.replace('"versions":["thumb-1","random-1"],', "") + "".join(deals))
    with pytest.raises(KeptError, match="its rules or players have changed since it was begun"):
        play_tournament(plan, 2, save=path)


def test_an_earlier_version_has_a_lower_number_than_the_present_one() -> None:
    for name, kept in KEPT.items():
        player, _, number = name.rpartition("-")
        assert kept.player == player
        assert int(number) < VERSIONS[player]
        assert player in SEARCHING
        assert version_of(name) == f"{name} of {kept.commit[:7]}"


def test_the_tool_names_whom_it_can_make(nowhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert keep.main(["merlin"]) == 2
    assert capsys.readouterr().err == f'no earlier player is called "merlin": choose among {NAME}\n'
    assert not list(nowhere.iterdir())


@pytest.mark.usefixtures("nowhere")
def test_the_tool_leaves_nothing_behind_when_it_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*words: str) -> bytes:
        folder_of(NAME).mkdir(parents=True, exist_ok=True)
        raise subprocess.CalledProcessError(3, words)

    monkeypatch.setattr(keep, "run", fail)
    assert keep.main([NAME]) == 1
    assert f"{NAME} cannot be made: git -C" in capsys.readouterr().err
    assert not folder_of(NAME).exists()
