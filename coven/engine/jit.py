"""Rules run as they stand in Python and natively in compiled loops: nothing but this and `native` knows of numba.

A rule is a plain function decorated with `rule`. Nothing is imported or compiled until a loop is asked
for with `compiled`, so a game that is played in plain Python never waits for a compiler.
"""

from __future__ import annotations

import gc
import hashlib
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from filelock import FileLock
from platformdirs import user_cache_path

from coven.engine.fallback import Fallback, fall_back
from coven.engine.folders import own_folder

F = TypeVar("F", bound=Callable[..., Any])

COMPILED_PARTS = ("engine", "games", "players")
"""The folders of the package whose sources decide what compiled code does."""

KEPT_FOLDERS = 8
"""How many cache folders of other source states are kept (switching branches should not recompile)."""

PACKAGE = Path(__file__).parents[1]

_rules: list[Callable[..., Any]] = []
_primitives: list[Callable[..., Any]] = []
_outside: set[str] = set()
"""Files of rules and loops that do not belong to this package: a maker's own game, the tests' toy."""
_folders: dict[tuple[str, ...], Path] = {}


def rule(function: F) -> F:
    """Mark `function` as callable from compiled loops; called from Python it runs as it stands."""
    _rules.append(function)
    _note_source(function)
    return function


def _note_source(function: Callable[..., Any]) -> None:
    path = Path(function.__code__.co_filename)
    if PACKAGE not in path.parents and path.is_file():
        _outside.add(str(path))


def _primitive(function: F) -> F:
    """A rule for which `native` has instructions of its own, under the same name."""
    _primitives.append(function)
    return function


def compiled(function: Callable[..., Any], *examples: Any) -> Callable[..., Any]:
    """`function` as native code for arguments of the types of `examples`, from the cache if it is there.

    Arguments may be ints, numpy arrays and numpy records (these are passed by reference).
    Two processes that compile the same sources wait for each other. Where the cache cannot be used, it is compiled
    for this process alone.
    """
    _note_source(function)
    folder = _usable_folder()
    with _locked(folder), _no_collection():
        loop: Callable[..., Any] = _native().compile_loop(function, examples, folder)
    return loop


def _usable_folder() -> Path | None:
    """The cache folder, or None where there can be none."""
    try:
        return cache_folder()
    except OSError as error:
        without_cache(error)
        return None


def without_cache(error: OSError) -> None:
    """Say that what is compiled cannot be kept."""
    where = error.filename or "the cache folder"
    reason = error.strerror or error
    fall_back(
        Fallback.NO_CACHE,
        f"{where}: {reason}: what is compiled cannot be kept and is compiled again each time; "
        "COVEN_CACHE names another folder",
    )


@contextmanager
def _locked(folder: Path | None) -> Iterator[None]:
    """Alone in the folder. Where no lock can be made in it, what is there can still be read."""
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
    """The compile cache for exactly these sources, versions and NUMBA_ flags; made on first use.

    numba's own cache sees neither edits in called functions nor NUMBA_BOUNDSCHECK: this folder's name does.
    COVEN_CACHE names another root than the user's cache folder. Raises OSError where it is not there and cannot be
    made.
    """
    sources = tuple(sorted(_outside))
    if sources not in _folders:
        folder = cache_root() / "compiled" / fingerprint(sources)
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(OSError):  # of a read-only cache nothing can be removed either
            os.utime(folder)
            _prune(folder)
        _folders[sources] = folder
    return _folders[sources]


def cache_root() -> Path:
    """Where caches are kept: COVEN_CACHE, or the user's cache folder; raises OSError for a user without a home."""
    return own_folder("COVEN_CACHE", lambda: user_cache_path("coven", appauthor=False))


def fingerprint(outside: Sequence[str] = ()) -> str:
    """Sixteen hex digits that change with whatever decides what compiled code does; `outside` are files to count in."""
    digest = hashlib.sha256()
    paths = [path for part in COMPILED_PARTS for path in sorted((PACKAGE / part).rglob("*.py"))]
    for path in (*paths, *map(Path, outside)):
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


@contextmanager
def _no_collection() -> Iterator[None]:
    """Compiling makes much and drops little: collecting garbage meanwhile takes a sixth of its time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _native() -> Any:
    """The compiler, which has been told of every rule."""
    from coven.engine import native

    native.add_scratch(scratch)

    while _primitives:
        function = _primitives.pop()
        if function is nth and not native.has_deposit():
            rule(function)
        else:
            native.add_primitive(function, getattr(native, function.__name__))
    while _rules:
        native.add_rule(_rules.pop())
    return native


def scratch(size: int) -> list[int]:
    """`size` zeros to work with until the rule returns; `size` must be a named constant or a number.

    In native code they lie on the stack: nothing is allocated.
    """
    return [0] * size


@_primitive
def signed(word: int) -> int:
    """An unsigned word of a record as a signed number: compiled arithmetic must never mix the two."""
    return word


@_primitive
def popcount(bits: int) -> int:
    """How many bits are set; needs bits >= 0."""
    return bits.bit_count()


@_primitive
def lowest(bits: int) -> int:
    """Position of the lowest set bit; needs bits > 0."""
    return (bits & -bits).bit_length() - 1


@_primitive
def nth(bits: int, n: int) -> int:
    """Position of the n-th lowest set bit, from 0; needs 0 <= n < popcount(bits)."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)
