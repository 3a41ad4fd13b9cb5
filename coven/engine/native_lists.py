"""Lists in native code: on the stack, and lazy ones. Only `jit` and `native` import this, and only when needed.

A lazy list is one whose last set is not written out, for loops that read one number of it. A list of legal actions is
mostly a set of cards. To write it out takes a step for each card, and the processor cannot foretell how many there
are. Here the set is kept as it is, and its n-th member is found by one instruction.
"""

# numba is only partly typed:
# mypy: allow-untyped-calls, allow-untyped-decorators, allow-subclassing-any, no-warn-return-any
# mypy: disable-error-code="attr-defined, arg-type"

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import Any

from llvmlite.ir import IntType, IRBuilder, Value
from numba.core import cgutils, config, types
from numba.core.cpu import CPUContext
from numba.core.datamodel import models, register_default
from numba.core.typing.templates import AbstractTemplate, Signature, infer_global, signature
from numba.extending import lower_builtin

Generate = Callable[..., Value]
"""generate(builder, *words): the LLVM value of a function of 64-bit words."""

WORD = IntType(64)
BYTES = 8
BITS, FIRST, PLACE, WORDS = range(4)
"""What is kept of the last set: its bits, the number of member 0, and its place in the list."""


class LazyList(types.Type):
    """A list of whole numbers that is written from its start, one place after the other."""

    def __init__(self, cells: types.Array) -> None:
        self.cells = cells
        super().__init__(name=f"LazyList({cells})")


@register_default(LazyList)
class LazyListModel(models.StructModel):
    """Where its cells are, and where the last set is kept."""

    def __init__(self, manager: Any, kind: LazyList) -> None:
        members = [("cells", types.CPointer(kind.cells.dtype)), ("last", types.CPointer(types.int64))]
        super().__init__(manager, kind, members)


@cache
def add_scratch(function: Callable[..., object]) -> None:
    """Let rules call a function that returns an array of a constant number of zeros, on the stack."""

    class ScratchTemplate(AbstractTemplate):
        key = function
        prefer_literal = True

        def generic(self, args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Signature | None:
            (size,) = args
            return signature(types.Array(types.int64, 1, "C"), size) if isinstance(size, types.IntegerLiteral) else None

    def lowered(context: CPUContext, builder: IRBuilder, kinds: Signature, words: tuple[Value, ...]) -> Value:
        size = kinds.args[0].literal_value
        place = cgutils.alloca_once(builder, WORD, size=size)
        cgutils.memset(builder, place, WORD(size * BYTES), 0)
        array = context.make_array(kinds.return_type)(context, builder)
        context.populate_array(
            array, data=place, shape=[WORD(size)], strides=[WORD(BYTES)], itemsize=BYTES, meminfo=None
        )
        return array._getvalue()

    infer_global(function, types.Function(ScratchTemplate))
    lower_builtin(function, types.IntegerLiteral)(lowered)


@cache
def add_lazily(lazily: Callable[..., object], nth: Generate | None) -> None:
    """Let loops and rules call lazily(cells): a list that is written to `cells`, all but its last set.

    `nth(builder, bits, n)`: the position of the n-th lowest set bit, or None if this processor has no instruction for
    it. Then, and where every index is checked, it is the array itself.
    """
    is_plain = nth is None or bool(config.BOUNDSCHECK)

    class LazilyTemplate(AbstractTemplate):
        key = lazily

        def generic(self, args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Signature | None:
            (cells,) = args
            return signature(cells if is_plain else LazyList(cells), cells)

    def lowered(context: CPUContext, builder: IRBuilder, kinds: Signature, words: tuple[Value, ...]) -> Value:
        if is_plain:
            return words[0]
        array = context.make_array(kinds.args[0])(context, builder, words[0])
        lazy = cgutils.create_struct_proxy(kinds.return_type)(context, builder)
        lazy.cells, lazy.last = array.data, cgutils.alloca_once(builder, WORD, size=WORDS)
        _keep(builder, lazy.last, WORD(0), WORD(0), WORD(0))
        return lazy._getvalue()

    infer_global(lazily, types.Function(LazilyTemplate))
    lower_builtin(lazily, types.Array)(lowered)
    if nth:
        _add_cells(nth)


def lazy_listing(listing: Callable[..., object]) -> type[AbstractTemplate]:
    """The type of listing(bits, first, out, n) where `out` is lazy: keep the set, and write out the one before it."""

    class ListingTemplate(AbstractTemplate):
        key = listing

        def generic(self, args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Signature | None:
            word = types.int64
            return signature(word, word, word, args[2], word) if isinstance(args[2], LazyList) else None

    def lowered(context: CPUContext, builder: IRBuilder, kinds: Signature, words: tuple[Value, ...]) -> Value:
        bits, first, out, n = words
        lazy = cgutils.create_struct_proxy(kinds.args[2])(context, builder, out)
        _write_out(builder, lazy)
        _keep(builder, lazy.last, bits, first, n)
        return builder.add(n, builder.ctpop(bits))

    word = types.int64
    lower_builtin(listing, word, word, LazyList, word)(lowered)
    return ListingTemplate


def _keep(builder: IRBuilder, last: Value, *words: Value) -> None:
    for place, word in enumerate(words):
        builder.store(word, builder.gep(last, [WORD(place)]))


def _kept(builder: IRBuilder, last: Value) -> list[Value]:
    return [builder.load(builder.gep(last, [WORD(place)])) for place in range(WORDS)]


def _write_out(builder: IRBuilder, lazy: Any) -> None:
    """Write the members of the last set to their cells."""
    bits, first, place = _kept(builder, lazy.last)
    rest, at = cgutils.alloca_once_value(builder, bits), cgutils.alloca_once_value(builder, place)
    with cgutils.loop_nest(builder, [builder.ctpop(bits)], WORD):
        left, here = builder.load(rest), builder.load(at)
        number = builder.add(first, builder.cttz(left, IntType(1)(1)))
        cell = builder.gep(lazy.cells, [here])
        builder.store(builder.trunc(number, cell.type.pointee), cell)
        builder.store(builder.and_(left, builder.sub(left, WORD(1))), rest)
        builder.store(builder.add(here, WORD(1)), at)


@cache
def _add_cells(nth: Generate) -> None:
    """Let loops and rules write out[n] = number, and loops read out[n]."""

    @infer_global(operator.setitem)
    class SetCell(AbstractTemplate):
        def generic(self, args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Signature | None:
            return signature(types.none, args[0], types.int64, types.int64) if isinstance(args[0], LazyList) else None

    @infer_global(operator.getitem)
    class GetCell(AbstractTemplate):
        def generic(self, args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Signature | None:
            return signature(types.int64, args[0], types.int64) if isinstance(args[0], LazyList) else None

    @lower_builtin(operator.setitem, LazyList, types.int64, types.int64)
    def set_cell(context: CPUContext, builder: IRBuilder, kinds: Signature, words: tuple[Value, ...]) -> Value:
        lazy = cgutils.create_struct_proxy(kinds.args[0])(context, builder, words[0])
        cell = builder.gep(lazy.cells, [words[1]])
        builder.store(builder.trunc(words[2], cell.type.pointee), cell)
        return context.get_dummy_value()

    @lower_builtin(operator.getitem, LazyList, types.int64)
    def get_cell(context: CPUContext, builder: IRBuilder, kinds: Signature, words: tuple[Value, ...]) -> Value:
        lazy = cgutils.create_struct_proxy(kinds.args[0])(context, builder, words[0])
        bits, first, place = _kept(builder, lazy.last)
        number = builder.sub(words[1], place)
        is_member = builder.icmp_unsigned("<", number, builder.ctpop(bits))
        with builder.if_else(is_member) as (then, otherwise):
            with then:
                member = builder.add(first, nth(builder, bits, number))
                then_block = builder.block
            with otherwise:
                cell = builder.sext(builder.load(builder.gep(lazy.cells, [words[1]])), WORD)
                other_block = builder.block
        found = builder.phi(WORD)
        found.add_incoming(member, then_block)
        found.add_incoming(cell, other_block)
        return found
