"""Rules run as they stand in Python and natively in compiled loops: this is the only module that names numba.

A rule is a plain function decorated with `rule`. Nothing is imported or compiled until a loop is asked
for with `compiled`, so a game that is played in plain Python never waits for a compiler.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from filelock import FileLock
from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., Any])

COMPILED_PARTS = ("engine", "games", "players")
"""The folders of the package whose sources decide what compiled code does."""

KEPT_FOLDERS = 4
"""How many cache folders of other source states are kept (switching branches should not recompile)."""

_rules: list[Callable[..., Any]] = []
_twins: list[tuple[Callable[..., Any], Callable[..., Any]]] = []
_folder: Path | None = None


def rule(function: F) -> F:
    """Mark `function` as callable from compiled loops; called from Python it runs as it stands."""
    _rules.append(function)
    return function


def compiled(function: Callable[..., Any], *examples: Any) -> Callable[..., Any]:
    """`function` as native code for arguments of the types of `examples`, from the cache if it is there.

    Arguments may be ints, numpy arrays and numpy records (these are passed by reference).
    Two processes that compile the same sources wait for each other.
    """
    folder = cache_folder()
    numba = _numba(folder)
    with FileLock(folder / "lock"):
        loop: Callable[..., Any] = numba.njit(cache=True, nogil=True)(function)
        loop.compile(tuple(numba.typeof(example) for example in examples))  # type: ignore[attr-defined]
    return loop


def cache_folder() -> Path:
    """The compile cache for exactly these sources, versions and NUMBA_ flags; made on first use.

    numba's own cache sees neither edits in called functions nor NUMBA_BOUNDSCHECK: this folder's name does.
    COVEN_CACHE names another root than the user's cache folder.
    """
    global _folder
    if _folder is None:
        root = Path(os.environ.get("COVEN_CACHE") or user_cache_path("coven", appauthor=False))
        _folder = root / "compiled" / fingerprint()
        _folder.mkdir(parents=True, exist_ok=True)
        os.utime(_folder)
        _prune(_folder)
    return _folder


def fingerprint() -> str:
    """Sixteen hex digits that change with whatever decides what compiled code does."""
    digest = hashlib.sha256()
    package = Path(__file__).parents[1]
    for part in COMPILED_PARTS:
        for path in sorted((package / part).rglob("*.py")):
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


def _numba(folder: Path) -> Any:
    """Import numba with its cache in `folder`, and tell it of every rule that it does not know yet."""
    import numba
    from numba.extending import overload, register_jitable

    numba.config.CACHE_DIR = str(folder)
    while _twins:
        function, twin = _twins.pop()
        overload(function)(twin)
    while _rules:
        register_jitable(no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)(_rules.pop())
    return numba


def _twin_of(function: Callable[..., Any]) -> Callable[[F], F]:
    """Give `function` a text of its own for compiled code (a builder, as numba's `overload` wants it)."""

    def register(builder: F) -> F:
        _twins.append((function, builder))
        return builder

    return register


def signed(word: int) -> int:
    """An unsigned word of a record as a signed number: compiled arithmetic must never mix the two."""
    return word


@_twin_of(signed)
def _signed(word: Any) -> Any:
    def convert(word: Any) -> Any:
        return np.int64(word)

    return convert


def popcount(bits: int) -> int:
    """How many bits are set; needs bits >= 0."""
    return bits.bit_count()


@_twin_of(popcount)
def _popcount(bits: Any) -> Any:
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def count(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    def convert(bits: Any) -> Any:
        return count(np.int64(bits))

    return convert


def lowest(bits: int) -> int:
    """Position of the lowest set bit; needs bits > 0."""
    return (bits & -bits).bit_length() - 1


@_twin_of(lowest)
def _lowest(bits: Any) -> Any:
    from numba.cpython.unsafe.numbers import trailing_zeros

    def convert(bits: Any) -> Any:
        return np.int64(trailing_zeros(np.int64(bits)))

    return convert
