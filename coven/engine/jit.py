"""Rules run as plain Python, and natively in compiled loops. Only this module and `native` know of numba.

A rule is a plain function decorated with `rule`. Nothing is imported or compiled until a loop is requested with
`compiled`, so a game played in plain Python never waits for a compiler.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from coven.engine.cache import foreign_code, usable_folder

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R")

_rules: list[tuple[Callable[..., Any], Callable[..., Any]]] = []
"""What is called, and the text that loops compile for it, as far as the compiler does not know them yet."""
texts: dict[Callable[..., Any], Callable[..., Any]] = {}
"""For each rule the text that loops compile for it: the rule itself, or what stands beside it."""
_primitives: list[Callable[..., Any]] = []
_listings: list[Callable[..., Any]] = []
_apart: list[Callable[..., Any]] = []
_distinct: list[Callable[..., Any]] = []


def rule(function: F) -> F:
    """Mark `function` as callable from compiled loops. Called from Python, it runs as it is written."""
    return _register(function, function)


def rule_beside(plain: F) -> Callable[[F], F]:
    """Like `rule`, for a text that is slow in Python: Python runs `plain` in its place, which does the same."""

    def register(function: F) -> F:
        return _register(plain, function)

    return register


def _register(called: F, function: Callable[..., Any]) -> F:
    _rules.append((called, function))
    texts[called] = function
    return called


def rule_apart(function: F) -> F:
    """Like `rule`, for a long text that is seldom run: native code calls it, so that its callers stay short."""
    _apart.append(function)
    return _register(function, function)


def rule_distinct(function: F) -> F:
    """Like `rule`, for a rule that is never called with the same record or list twice: native code then need not read
    again, after writing to one argument, what it has read from another."""
    _distinct.append(function)
    return _register(function, function)


def listing(function: F) -> F:
    """Like `rule`, for function(bits, first, out, n), which writes a set to `out` from place n on and returns the next
    place. Where `out` is lazy, native code keeps the set instead."""
    _listings.append(function)
    return _register(function, function)


def _primitive(function: F) -> F:
    """A rule for which `native` has its own instructions, under the same name."""
    _primitives.append(function)
    return function


def compiled(function: Callable[..., R], *examples: object, in_vectors: bool = False) -> Callable[..., R]:
    """Return `function` as native code for arguments of the types of `examples`, from the cache if possible.

    Arguments may be ints, numpy arrays and numpy records (these are passed by reference). Two processes that compile
    the same loop wait for each other. If the cache cannot be used, the code is compiled for this process only.
    `in_vectors`: write neighbouring numbers at once, which pays for loops that mostly write rows.
    """
    folder = usable_folder()
    native, foreign = _native(), foreign_code(function, texts)
    with _no_collection():
        loop: Callable[..., R] = native.compile_loop(function, examples, folder, foreign, in_vectors=in_vectors)
    return loop


@contextmanager
def _no_collection() -> Iterator[None]:
    """Switch off garbage collection: compiling frees little, and collecting would take a sixth of its time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _native() -> Any:
    """The compiler, with every rule registered."""
    from coven.engine import native, native_lists

    native_lists.add_scratch(scratch)
    native_lists.add_lazily(lazily, native.nth if native.has_deposit() else None)
    while _primitives:
        function = _primitives.pop()
        if function is nth and not native.has_deposit():
            _register(function, function)
        else:
            native.add_primitive(function, getattr(native, function.__name__))
    while _rules:
        called, function = _rules.pop()
        before = [native_lists.lazy_listing(called)] if called in _listings else []
        native.add_rule(called, function, *before, apart=called in _apart, distinct=called in _distinct)
    return native


def scratch(size: int) -> list[int]:
    """`size` zeros to work with until the rule returns. `size` must be a named constant or a literal number.

    In native code they are on the stack: nothing is allocated.
    """
    return [0] * size


def lazily(cells: list[int]) -> list[int]:
    """The same list, to be written from its start by one rule, and read afterwards.

    In native code its last set (`listing`) is not written out: that takes time, and mostly one member is read.
    """
    return cells


@_primitive
def signed(word: int) -> int:
    """An unsigned word of a record as a signed number. Compiled arithmetic must never mix the two."""
    return word


@_primitive
def popcount(bits: int) -> int:
    """How many bits are set. Needs bits >= 0."""
    return bits.bit_count()


@_primitive
def lowest(bits: int) -> int:
    """Position of the lowest set bit. Needs bits > 0."""
    return (bits & -bits).bit_length() - 1


@_primitive
def nth(bits: int, n: int) -> int:
    """Position of the n-th lowest set bit, counting from 0. Needs 0 <= n < popcount(bits)."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)
