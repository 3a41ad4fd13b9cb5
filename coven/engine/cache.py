"""The compile cache: one folder for each set of sources, versions and flags, and what happens without one."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
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

_outside: set[str] = set()
"""Files of rules and loops outside this package: a maker's own game, the tests' toy."""
_folders: dict[tuple[str, ...], Path] = {}


def note_source(function: Callable[..., Any]) -> None:
    """Count in the file of a rule or loop from outside this package."""
    path = Path(function.__code__.co_filename)
    if PACKAGE not in path.parents and path.is_file():
        _outside.add(str(path))


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
def locked(folder: Path | None) -> Iterator[None]:
    """Hold the folder's lock. If no lock file can be made, go on without: what is cached can still be read."""
    lock = FileLock(folder / "lock") if folder else None
    try:
        if lock:
            lock.acquire()
    except OSError:
        lock = None
    try:
        yield
    finally:
        if lock:
            lock.release()


def cache_folder() -> Path:
    """The compile cache for exactly these sources, versions and NUMBA_ flags, made on first use.

    numba's own cache notices neither edits in called functions nor NUMBA_BOUNDSCHECK; the name of this folder does.
    COVEN_CACHE replaces the user's cache folder as the root. Raises OSError if the folder does not exist and cannot be
    made.
    """
    sources = tuple(sorted(_outside))
    if sources not in _folders:
        folder = cache_root() / "compiled" / fingerprint(sources)
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(OSError):  # a read-only cache cannot be pruned either
            os.utime(folder)
            _prune(folder)
        _folders[sources] = folder
    return _folders[sources]


def cache_root() -> Path:
    """Where caches are kept: COVEN_CACHE, or the user's cache folder. Raises OSError if the user has no home folder."""
    return own_folder("COVEN_CACHE", lambda: user_cache_path("coven", appauthor=False))


def fingerprint(outside: Sequence[str] = ()) -> str:
    """Sixteen hex digits that change with anything that decides what compiled code does, `outside` files included."""
    digest = hashlib.sha256()
    paths = [path for part in COMPILED_PARTS for path in sorted((PACKAGE / part).rglob("*.py"))]
    counted = [path for path in paths if UNCOMPILED not in path.relative_to(PACKAGE).parts]
    for path in (*counted, *map(Path, outside)):
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
