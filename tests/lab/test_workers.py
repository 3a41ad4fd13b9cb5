"""Programs that use several processes: scripts with and without a main guard, and programs without a file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOURNAMENT = """
import sys
from pathlib import Path
import coven
from coven.lab.tournament import make_plan, play_tournament

print("begun")
plan = make_plan(coven.load_game("three-witches"), ["thumb", "random"], seed=2)
print(play_tournament(plan, 4, jobs=2, save=Path("kept.jsonl")).games, "games")
"""
OWN_WORK = """
from coven.lab.workers import spread

class Double:
    def __call__(self, number):
        return 2 * number

print(sorted(spread(Double, (), range(3), 2)))
"""
GUARDED = OWN_WORK.replace("print(", 'if __name__ == "__main__":\n    print(')
"""Work that the script itself defines: the processes have to read the script."""


def run(words: list[str], folder: Path, text: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], cwd=folder, input=text, capture_output=True, text=True, timeout=300,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip


def ways(text: str, folder: Path) -> dict[str, tuple[list[str], str | None]]:
    """How a program can be run: the words of the command, and what is typed."""
    (folder / "script.py").write_text(text)
    return {
        "script": (["script.py"], None),
        "module": (["-m", "script"], None),
        "command": (["-c", text], None),
        "input": (["-"], text),
        "typed": (["-i"], f"exec({text!r})\n"),
        "notebook": (["-c", f"exec({text!r}, {{'__name__': '__main__'}})"], None),
    }


@pytest.mark.slow
@pytest.mark.parametrize("way", ["script", "module", "command", "input", "typed", "notebook"])
def test_a_tournament_in_processes_needs_no_main_guard(way: str, tmp_path: Path) -> None:
    words, typed = ways(TOURNAMENT, tmp_path)[way]
    done = run(words, tmp_path, typed)
    assert done.stdout == "begun\n24 games\n", done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_guarded_script_can_run_its_own_work(tmp_path: Path) -> None:
    done = run(ways(GUARDED, tmp_path)["script"][0], tmp_path)
    assert done.stdout == "[(0, 0), (1, 2), (2, 4)]\n", done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("way", ["script", "module"])
def test_work_without_a_guard_ends_with_advice(way: str, tmp_path: Path) -> None:
    done = run(ways(OWN_WORK, tmp_path)[way][0], tmp_path)
    assert done.returncode == 1
    assert done.stderr.count("Traceback") == 1, "of the script alone, not of the processes"
    last = done.stderr.splitlines()[-1]
    assert last.startswith("coven.lab.workers.WorkerDied: the worker processes read script.py")
    assert 'put what it does under `if __name__ == "__main__":`' in last


@pytest.mark.slow
@pytest.mark.parametrize("way", ["input", "typed", "notebook"])
def test_work_of_a_program_without_a_file_says_so(way: str, tmp_path: Path) -> None:
    words, typed = ways(OWN_WORK, tmp_path)[way]
    done = run(words, tmp_path, typed)
    assert done.stderr.count("Traceback") == 1
    assert "put it into a module, or use a single process" in done.stderr
