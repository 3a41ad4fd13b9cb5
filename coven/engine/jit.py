"""Rules run as they stand in Python and natively in compiled loops: nothing but this and `native` knows of numba.

A rule is a plain function decorated with `rule`. Nothing is imported or compiled until a loop is asked
for with `compiled`, so a game that is played in plain Python never waits for a compiler.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from coven.engine.cache import locked, note_source, usable_folder

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R")

_rules: list[Callable[..., Any]] = []
_primitives: list[Callable[..., Any]] = []


def rule(function: F) -> F:
    """Mark `function` as callable from compiled loops; called from Python it runs as it stands."""
    _rules.append(function)
    note_source(function)
    return function


def _primitive(function: F) -> F:
    """A rule for which `native` has instructions of its own, under the same name."""
    _primitives.append(function)
    return function


def compiled(function: Callable[..., R], *examples: object) -> Callable[..., R]:
    """`function` as native code for arguments of the types of `examples`, from the cache if it is there.

    Arguments may be ints, numpy arrays and numpy records (these are passed by reference).
    Two processes that compile the same sources wait for each other. Where the cache cannot be used, it is compiled
    for this process alone.
    """
    note_source(function)
    folder = usable_folder()
    with locked(folder), _no_collection():
        loop: Callable[..., R] = _native().compile_loop(function, examples, folder)
    return loop


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
