"""What the documents claim: links, commands, examples, dependencies."""

from __future__ import annotations

import doctest
import re
import subprocess
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest
from click.testing import CliRunner
from packaging.requirements import Requirement

import coven
from coven.cli import main

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("coven/games/*/RULES.md")])
ADDRESS = re.compile(
    r"https?://(?![{\[]|127\.0\.0\.1|localhost|evil\.example|example\.org|www\.apache\.org/licenses|www\.w3\.org/)[^\s\"')]+"
)
SESSION_WORDS = re.compile(r"\b(claude|anthropic|subagent|/work/)\b|/\.library|\.\./shared", re.IGNORECASE)


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


@pytest.mark.slow
@pytest.mark.parametrize("name", ["README.md"])
def test_examples_give_what_they_show(name: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / name), module_relative=False)
    assert tried > 8
    assert failed == 0


def test_the_package_example_gives_what_it_shows() -> None:
    assert doctest.testmod(coven).failed == 0


def test_commands_in_the_readme_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`coven ([a-z]+)", text))
    assert named == set(main.commands)
    for command in named:
        assert CliRunner().invoke(main, [command, "--help"]).exit_code == 0
    targets = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"`?make ([a-z]+)", text):
        assert re.search(rf"^{target}:", targets, re.MULTILINE), target


def test_every_dependency_has_its_reason_and_its_pin() -> None:
    reasons = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    pins = dict(line.lower().split("==") for line in (ROOT / "constraints.txt").read_text().split())
    needed = [Requirement(text).name for text in requires("coven-games") or []]
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    for name in [*needed, *(Requirement(text).name for text in build)]:
        assert name in reasons, name
        assert name in pins, name


def test_no_file_has_an_address_or_a_word_about_a_workplace() -> None:
    for path in tracked():
        if path.name in ("LICENSE", "test_docs.py") or path.suffix == ".png":
            continue
        text = path.read_text(encoding="utf-8")
        assert not ADDRESS.search(text), f"{path}: {ADDRESS.search(text)}"
        assert not SESSION_WORDS.search(text), f"{path}: {SESSION_WORDS.search(text)}"


def test_files_and_functions_stay_short() -> None:
    import ast

    for path in tracked():
        if path.suffix != ".py":
            continue
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= 400, f"{path} has more than 400 lines"
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.end_lineno:
                assert node.end_lineno - node.lineno <= 40, f"{path}: {node.name}"


def test_the_types_of_the_wire_are_fresh() -> None:
    from coven.server.wire import files

    for path, text in files().items():
        assert path.read_text(encoding="utf-8") == text, path


def test_page_packages_are_pinned_and_explained_without_addresses() -> None:
    import json

    reasons = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    needed = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    for name, version in needed.items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), name
        assert name in reasons, name
    lock = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    assert '"funding"' not in lock  # addresses, too: npm puts them there


def test_names_of_tests_have_at_most_70_characters() -> None:
    names = {name for path in ROOT.glob("tests/**/*.py") for name in re.findall(r"def (test_\w+)", path.read_text())}
    assert len(names) > 1000
    assert [name for name in names if len(name) > 70] == []
