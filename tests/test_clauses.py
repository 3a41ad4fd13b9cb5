"""Every clause of every RULES.md has a test that names it, or says why not; every test names clauses that exist."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

from coven.engine.game import AnyGame
from coven.games import all_games

TESTS = Path(__file__).parent
CLAUSE = re.compile(r"^\*\*([A-Z]{2}-\d+)\*\*(.*)$", re.MULTILINE)
NOTE = re.compile(r"\(note: [^)]{10,}\)")


def clauses_of(game: AnyGame) -> dict[str, bool]:
    """Each clause of a game, and whether it is a note (nothing to execute, with the reason)."""
    found: dict[str, bool] = {}
    for paragraph in re.split(r"\n\s*\n|\n(?=\*\*[A-Z]{2}-)", game.rules_text):
        match = CLAUSE.match(paragraph)
        if match:
            assert match[1] not in found, f"{match[1]} stands twice"
            found[match[1]] = bool(NOTE.search(paragraph))
    return found


def clauses() -> dict[str, bool]:
    """The clauses of the shipped games."""
    found = [clauses_of(game) for game in all_games()]
    together = {clause: is_note for one in found for clause, is_note in one.items()}
    assert len(together) == sum(map(len, found)), "two games share a clause's id"
    return together


@cache
def named() -> dict[str, list[str]]:
    """The tests that name each clause by the mark `clause`."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for clause in marks(node):
                    found[clause].append(f"{path.relative_to(TESTS)}::{node.name}")
    return found


def marks(function: ast.FunctionDef) -> list[str]:
    return [
        argument.value
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.clause"
        for argument in decorator.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def test_clause_table_is_complete_both_ways() -> None:
    known, tests = clauses(), named()
    for clause, is_note in known.items():
        print(f"{clause:6} {'note' if is_note else len(tests[clause])}")
    assert known
    assert [clause for clause, is_note in known.items() if not is_note and not tests[clause]] == []
    assert sorted(clause for clause, names in tests.items() if names and clause not in known) == []
