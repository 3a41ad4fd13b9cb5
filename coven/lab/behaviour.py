"""The identity of everything that decides how games go: it changes only with rules and players."""

from __future__ import annotations

import ast
import hashlib
import inspect
import sys
from collections.abc import Iterable, Iterator
from importlib.util import resolve_name
from types import ModuleType

from coven.engine.decks import AnyDeck
from coven.engine.game import AnyGame
from coven.lab.lines import KeptError
from coven.players import SEARCHING

PLAYERS = "coven.players"
WITCHES = "coven.players.witches"
BORDER = {
    f"coven.engine.{name}" for name in ("decks", "texts", "record", "fair", "jit", "native", "cache", "words", "plain")
}
"""Engine modules that decide nothing in a game: they read, write and name things, or make native code of rules."""


def behaviour(game: AnyGame, deck: AnyDeck, players: Iterable[str], *, measured: bool = False) -> str:
    """Sixteen hex digits; if they are equal, these players play games of this deck in the same way.

    They come from the deck's tables and the sources of rules and players, with all their imports, without
    comments and docstrings; if `measured`, from those of the game's measures, too. Words, decks' notes, files and the
    server do not count. Raises KeptError if a source is not available, since nobody could tell later whether it has
    changed.
    """
    searches = bool(set(players) & set(SEARCHING))
    roots = {rule.__module__ for rule in vars(game.rules).values()} | {PLAYERS}
    if measured:
        roots |= {what.__module__ for what in vars(game.measures).values() if callable(what)}
    trees: dict[str, ast.Module] = {}
    _follow(sorted(roots), set() if searches else {WITCHES}, trees)
    digest = hashlib.sha256(deck.tables.to_bytes())
    for name in sorted(trees):
        digest.update(f"\0{name}\0{ast.unparse(trees[name])}".encode())
    return digest.hexdigest()[:16]


def _follow(names: Iterable[str], left_out: set[str], trees: dict[str, ast.Module]) -> None:
    """The trees of these modules, and of those that they import from their own package and from this one."""
    for name in names:
        if name not in trees and name not in left_out | BORDER:
            trees[name] = _tree(sys.modules[name])
            _follow(_imported(trees[name], sys.modules[name]), left_out, trees)


def _tree(module: ModuleType) -> ast.Module:
    try:
        tree = ast.parse(inspect.getsource(module))
    except (OSError, TypeError, SyntaxError):
        raise KeptError(f"a saved tournament needs its sources, but {module.__name__} has none to read") from None
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [part for part in body if not _is_docstring(part)]  # type: ignore[attr-defined]
    return tree


def _is_docstring(node: ast.AST) -> bool:
    """A string that stands alone: a module's, a function's or a field's docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _imported(tree: ast.Module, module: ModuleType) -> Iterator[str]:
    """Names of the modules that the module imports on loading, from its own package and from this one."""
    packages = {"coven", module.__name__.partition(".")[0]}
    for node in tree.body:
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), module.__package__)
            names = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        yield from (name for name in names if name in sys.modules and name.partition(".")[0] in packages)
