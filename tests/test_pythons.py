"""Which other Pythons the suite runs on, and how skipped ones are reported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import pythons


def put(path: Path, says: str = "", code: int = 0) -> Path:
    """A program that says something."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{says}'\nexit {code}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def machine(tmp_path: Path) -> dict[str, str]:
    """An environment of a machine with nothing but what a test puts there."""
    return {"PATH": f"{tmp_path / 'shims'}{os.pathsep}{tmp_path / 'bin'}", "HOME": str(tmp_path / "home")}


def test_pythons_are_found_on_the_path_and_with_pyenv_and_uv(tmp_path: Path, machine: dict[str, str]) -> None:
    put(tmp_path / "shims/python3.11", code=127)
    first = put(tmp_path / "bin/python3.11", "3.11 final cpython")
    put(tmp_path / "home/.pyenv/versions/3.12.1/bin/python", "3.12 final cpython")
    newer = put(tmp_path / "home/.pyenv/versions/3.12.4/bin/python", "3.12 final cpython")
    third = put(tmp_path / "home/.local/share/uv/python/cpython-3.13.2-linux/bin/python3.13", "3.13 final cpython")
    found = [pythons.find(version, machine) for version in ("3.11", "3.12", "3.13", "3.14")]
    assert found == [str(first), str(newer), str(third), ""]


@pytest.mark.parametrize("says", ["3.12 final cpython", "3.13 candidate cpython", "3.13 final pypy", ""])
def test_broken_or_other_pythons_are_passed_over(says: str, tmp_path: Path, machine: dict[str, str]) -> None:
    put(tmp_path / "bin/python3.13", says)
    assert not pythons.find("3.13", machine)


def test_the_oldest_and_the_newest_are_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pythons, "OWN", "3.11")
    assert pythons.choose([]) == set()
    assert pythons.choose(["3.12", "3.13"]) == {"3.13"}
    monkeypatch.setattr(pythons, "OWN", "3.12")
    assert pythons.choose(["3.9", "3.10"]) == {"3.9"}
    assert pythons.choose(["3.11", "3.13"]) == {"3.11", "3.13"}


def test_this_python_is_tried_and_the_oldest_is_the_minimum() -> None:
    assert pythons.OWN in pythons.claimed()
    assert f'requires-python = ">={pythons.claimed()[0]}"' in (pythons.ROOT / "pyproject.toml").read_text()


@pytest.mark.parametrize(("required", "code"), [("browser", 0), ("browser,python{other}", 1)])
def test_skipped_pythons_are_told_and_fail_where_required(required: str, code: int, machine: dict[str, str]) -> None:
    other = next(version for version in pythons.claimed() if version != pythons.OWN)
    done = subprocess.run(
        [sys.executable, "tools/pythons.py"], cwd=pythons.ROOT, capture_output=True, text=True,
        env={**machine, "COVEN_REQUIRE": required.format(other=other)},
    )  # fmt: skip
    lines = [line.strip() for line in done.stdout.splitlines()]
    failed = " (FAILED)" if code else ""
    assert f"Python {other}: skipped, not found on this machine{failed}" in lines
    assert any(line.startswith(f"Python {pythons.OWN}: the whole suite, in ") for line in lines)
    assert done.returncode == code
