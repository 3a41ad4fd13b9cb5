"""The commands of docs/lab.md, as they stand there, most of them with fewer games."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from coven.cli import main
from coven.games import all_games

PAGE = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^coven (.+)$", PAGE, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.chdir(tmp_path)
    (wanted,) = (text for text in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) if "[[target]]" in text)
    Path("wanted.toml").write_text(wanted)
    fewer = re.sub(r"--games (\d\d)\d+", r"--games \1", command) if "wanted.toml" not in command else command
    done = CliRunner().invoke(main, [*shlex.split(fewer), "--jobs", "1"])
    assert done.exit_code == 0, done.output
    if "wanted.toml" in command:
        assert "card.betrayed.playable of the game's own: 6.7, surely" in re.sub(r"6\.\d,", "6.7,", done.output)
        assert "missed" in done.output


def test_the_page_names_every_switch() -> None:
    for game in all_games():
        name = game.title.split(": ")[-1].split(",")[0]
        for ruling in game.measures.rulings:
            row = rf"\| {name} \| `{ruling.key}` \|.*{ruling.clause}"
            assert not ruling.key or re.search(row, PAGE), row
