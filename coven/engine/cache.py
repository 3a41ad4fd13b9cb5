"""The compile cache: one folder for each set of sources, versions and flags, and what happens without one."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from inspect import getclosurevars
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from filelock import FileLock
from platformdirs import user_cache_path

from coven.engine.fallback import Fallback, fall_back
from coven.engine.folders import own_folder

COMPILED_PARTS = ("engine", "games", "players")
"""The folders of this package whose sources decide what compiled code does."""

UNCOMPILED = "words"
"""The room of a game that compiled code does not depend on: changing a sentence compiles nothing."""

KEPT_FOLDERS = 8
"""How many cache folders of other source states to keep, so that switching branches does not recompile."""

PACKAGE = Path(__file__).parents[1]


def foreign_code(loop: Callable[..., Any], texts: Mapping[Callable[..., Any], Callable[..., Any]]) -> str:
    """What is compiled with `loop` and lies outside this package: a maker's own game, the tests' toy.

    `texts`: the text that is compiled where a rule is called. Names, constants and instructions of each function are
    given, so that an edit shows, and nothing of functions that the loop cannot call.
    """
    found: dict[Callable[..., Any], str] = {}
    waiting = [loop]
    while waiting:
        one = waiting.pop()
        if one in found or not isinstance(one, FunctionType):
            continue
        is_foreign = PACKAGE not in Path(one.__code__.co_filename).parents
        if not (is_foreign or one.__closure__):
            continue  # a function of the package, which knows nobody else
        values = _values(one)
        fixed = {name: value for name, value in values.items() if isinstance(value, int | float | str | tuple)}
        found[one] = _text(one.__code__, fixed) if is_foreign else ""
        waiting += [texts.get(value, value) for value in values.values() if callable(value)]
    return "".join(sorted(found.values()))


def _values(function: FunctionType) -> dict[str, Any]:
    """What the names in a function stand for, also those in modules that it names."""
    known = getclosurevars(function)
    values = {**known.globals, **known.nonlocals}
    for module in [value for value in values.values() if isinstance(value, ModuleType)]:
        values |= {name: getattr(module, name) for name in known.unbound if hasattr(module, name)}
    return values


def _text(code: CodeType, fixed: Mapping[str, object]) -> str:
    constants = [one for one in code.co_consts if not isinstance(one, CodeType)]
    return repr((code.co_code, constants, code.co_names, sorted(fixed.items())))


def usable_folder() -> Path | None:
    """The cache folder, or None if there is none to use."""
    try:
        return cache_folder()
    except OSError as error:
        without_cache(error)
        return None


def without_cache(error: OSError) -> None:
    """Report that compiled code cannot be kept."""
    where = error.filename or "the cache folder"
    reason = error.strerror or error
    fall_back(
        Fallback.NO_CACHE,
        f"{where}: {reason}: compiled code cannot be kept and is compiled again each time; "
        "COVEN_CACHE names another folder",
    )


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of that file. If no lock can be made, go on without: what is cached can still be read."""
    lock = FileLock(path.with_suffix(".lock"))
    try:
        lock.acquire()
    except OSError:
        yield
        return
    try:
        yield
    finally:
        lock.release()


def cache_folder() -> Path:
    """The compile cache for exactly these sources, versions and NUMBA_ flags, made on first use.

    numba's own cache notices neither edits in called functions nor NUMBA_BOUNDSCHECK; the name of this folder does.
    COVEN_CACHE replaces the user's cache folder as the root. Raises OSError if the folder does not exist and cannot be
    made.
    """
    return _made(cache_root())


@cache
def _made(root: Path) -> Path:
    folder = root / "compiled" / fingerprint()
    folder.mkdir(parents=True, exist_ok=True)
    with suppress(OSError):  # a read-only cache cannot be pruned either
        os.utime(folder)
        _prune(folder)
    return folder


def cache_root() -> Path:
    """Where caches are kept: COVEN_CACHE, or the user's cache folder. Raises OSError if the user has no home folder."""
    return own_folder("COVEN_CACHE", lambda: user_cache_path("coven", appauthor=False))


def fingerprint() -> str:
    """Sixteen hex digits that change with anything of this package that decides what compiled code does."""
    digest = hashlib.sha256()
    paths = [path for part in COMPILED_PARTS for path in sorted((PACKAGE / part).rglob("*.py"))]
    counted = [path for path in paths if UNCOMPILED not in path.relative_to(PACKAGE).parts]
    for path in counted:
        digest.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    for name in ("numba", "llvmlite", "numpy"):
        digest.update(f"{name} {version(name)}\0".encode())
    flags = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    digest.update(repr(flags).encode())
    return digest.hexdigest()[:16]


def _prune(current: Path) -> None:
    others = [folder for folder in current.parent.iterdir() if folder != current]
    others.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in others[KEPT_FOLDERS:]:
        shutil.rmtree(folder, ignore_errors=True)
