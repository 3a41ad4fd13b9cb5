"""The package as it is distributed."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import REQUIRED

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "coven" / "server" / "static" / "index.html"


@pytest.mark.slow
@pytest.mark.skipif(not PAGE.is_file() and not REQUIRED, reason="the page is not built")
def test_the_wheel_holds_the_page_the_rules_and_the_decks(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(ROOT / "coven", source / "coven", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--wheel-dir", str(tmp_path), str(source)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    built = [path.relative_to(ROOT).as_posix() for path in PAGE.parent.rglob("*") if path.is_file()]
    assert "coven/server/static/index.html" in built
    assert set(built) <= set(names)
    rooms = (ROOT / "coven" / "games").rglob("*")
    kept = {path.relative_to(ROOT).as_posix() for path in rooms if path.suffix in (".py", ".toml", ".md")}
    wanted = ("RULES.md", "deck.toml", "words/en.toml", "rules/contract.py", "mind/redeal.py")
    assert {f"coven/games/three_witches/{name}" for name in wanted} <= kept
    assert kept <= set(names)
