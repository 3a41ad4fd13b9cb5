"""How rules become native code: a lean compiler made of numba's parts. Only `jit` imports this, and only when needed.

By default numba compiles every called function as a library of its own: it optimises it, makes machine code of it,
links it into its caller and optimises it there again, and all that for every mixture of integer types. Here a rule is
typed and lowered once, with 64-bit numbers throughout; a loop links the rules it calls and is optimised as a whole. Not
all of these parts are public, so numba's version must be pinned, and the suite compares compiled play with Python.

Rules and loops are plain: no closures, comprehensions, `with`, `raise`, default values or keyword arguments.
"""

# numba is only partly typed:
# mypy: allow-untyped-calls, allow-untyped-decorators, allow-subclassing-any, no-warn-return-any
# mypy: disable-error-code="attr-defined, override, arg-type, type-var"

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from contextlib import nullcontext, suppress
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

import llvmlite.binding as llvm
import numba
from llvmlite.ir import FunctionType, IntType, IRBuilder, Value
from numba.core import compiler, config, ir, types
from numba.core.caching import _Cache
from numba.core.codegen import Codegen, CodeLibrary, JITCodeLibrary
from numba.core.compiler import CompileResult, StateDict
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target
from numba.core.serialize import dumps
from numba.core.typed_passes import (
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.typing.context import BaseContext
from numba.core.typing.templates import AbstractTemplate, Signature, infer_global, signature
from numba.core.untyped_passes import FixupArgs, IRProcessing, ReconstructSSA, TranslateByteCode
from numba.extending import lower_builtin

from coven.engine.cache import locked, without_cache
from coven.engine.codes import Codes
from coven.engine.fallback import Fallback, fall_back
from coven.engine.native_lists import WORD, Generate


class LoopCache(_Cache):
    """The cache of one loop: a folder for these sources, with a file per processor and argument types.

    A file begins with the hash of the rest, so damaged code is never loaded. A file that cannot be read is compiled
    again; if one cannot be written, Coven goes on without it.
    """

    def __init__(self, function: Callable[..., object], folder: Path, foreign: str, in_vectors: bool) -> None:
        self._function, self._folder, self._foreign, self._in_vectors = function, folder, foreign, in_vectors

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def load_overload(self, sig: Signature, target_context: CPUContext) -> CompileResult | None:
        """The compiled loop, or None if it has to be compiled."""
        target_context.refresh()
        path = self.path(sig, target_context.codegen())
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            without_cache(error)
            return None
        if sha256(content[HASH_BYTES:]).digest() != content[:HASH_BYTES]:
            fall_back(Fallback.BROKEN_CACHE, f"{path}: this file of the compile cache is damaged; it is made again")
            return None
        kept = pickle.loads(content[HASH_BYTES:])  # noqa: S301  # Coven wrote it, as the hash shows
        return compiler.CompileResult._rebuild(target_context, *kept)

    def save_overload(self, sig: Signature, data: CompileResult) -> None:
        """Save a compiled loop. Its file is written completely or not at all."""
        path, content = self.path(sig, data.codegen), dumps(data._reduce())
        part = path.with_suffix(f".{os.getpid()}.part")
        try:
            part.write_bytes(sha256(content).digest() + content)
            part.replace(path)
        except OSError as error:
            with suppress(OSError):
                part.unlink()
            without_cache(error)

    def path(self, sig: Signature, codegen: Codegen) -> Path:
        """Named by the loop's text, its rules, its arguments, the processor, and whether it works in vectors."""
        rules = [cell.cell_contents for cell in self._function.__closure__ or ()]
        text = sha256(self._function.__code__.co_code).hexdigest()
        identity = (sig, codegen.magic_tuple(), text, self._foreign, self._in_vectors)
        key = sha256(repr(identity).encode() + dumps(rules)).hexdigest()
        return self._folder / f"{self._function.__module__}.{self._function.__name__}-{key[:KEY_DIGITS]}.loop"

    def enable(self) -> None:
        """Do nothing: it is always in use."""

    def disable(self) -> None:
        """Do nothing: it is always in use."""

    def flush(self) -> None:
        """Do nothing: no writes are pending."""


RULE_OPTIONS = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}

HASH_BYTES = 32
KEY_DIGITS = 24


def compile_loop(
    function: Callable[..., object], examples: tuple[object, ...], folder: Path | None, foreign: str, *,
    in_vectors: bool = False,
) -> Callable[..., Any]:  # fmt: skip
    """Return `function` as native code for arguments of the types of `examples`, using the cache in `folder` if any.

    `foreign`: what of it lies outside this package (`cache.foreign_code`). `in_vectors`: join numbers that are written
    side by side (LLVM's SLP vectorizer, which numba leaves off).
    """
    loop: Any = numba.njit(nogil=True, pipeline_class=LoopCompiler)(function)
    kinds = tuple(numba.typeof(example) for example in examples)
    lock: Any = nullcontext()
    if folder:
        loop._cache = LoopCache(function, folder, foreign, in_vectors)
        lock = locked(loop._cache.path(kinds, loop.targetctx.codegen()))
    before = config.SLP_VECTORIZE
    config.SLP_VECTORIZE = int(in_vectors or before)
    try:
        with lock:
            loop.compile(kinds)
    finally:
        config.SLP_VECTORIZE = before
    return loop


def add_rule(
    called: Callable[..., object], function: Callable[..., object], *before: type[AbstractTemplate],
    apart: bool = False, distinct: bool = False,
) -> None:  # fmt: skip
    """Let loops and other rules call `called`, in whose place `function` is compiled once for each combination of
    argument types; unless one of the templates `before` has instructions for them. `apart`: never inline it.
    `distinct`: what its arguments point to lies apart."""
    done: dict[tuple[types.Type, ...], CompileResult] = {}

    class RuleTemplate(AbstractTemplate):
        key = called

        def generic(self, args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Signature | None:
            kinds = tuple(_wide(kind) for kind in args)
            if kinds not in done:  # typing a call compiles its callee: callees come first, each once
                rule = done[kinds] = _compile_rule(self.context, function, kinds, distinct)
                if apart:
                    rule.library.get_function(rule.fndesc.mangled_name).add_function_attribute("noinline")
            return done[kinds].signature

        def get_impl_key(self, kinds: Signature) -> Any:
            return done[kinds.args].fndesc

    infer_global(called, types.Function((*before, RuleTemplate)))


def add_primitive(function: Callable[..., object], generate: Generate) -> None:
    """Let loops and rules call an integer function, and put `generate`'s instructions in its place."""

    class PrimitiveTemplate(AbstractTemplate):
        key = function

        def generic(self, args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Signature | None:
            return signature(types.int64, *(types.int64 for _ in args))

    def lowered(context: CPUContext, builder: IRBuilder, kinds: Signature, words: tuple[Value, ...]) -> Value:
        return generate(builder, *words)

    infer_global(function, types.Function(PrimitiveTemplate))
    lower_builtin(function, types.VarArg(types.int64))(lowered)


def signed(builder: IRBuilder, word: Value) -> Value:
    """A word is already its own signed number."""
    return word


def popcount(builder: IRBuilder, word: Value) -> Value:
    """How many bits are set."""
    return builder.ctpop(word)


def lowest(builder: IRBuilder, word: Value) -> Value:
    """Position of the lowest set bit. Undefined for 0."""
    return builder.cttz(word, IntType(1)(1))


def nth(builder: IRBuilder, word: Value, n: Value) -> Value:
    """Position of the n-th lowest set bit. Needs `has_deposit`."""
    kind = FunctionType(WORD, [WORD, WORD])
    deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind)
    return lowest(builder, builder.call(deposit, [builder.shl(WORD(1), n), word]))


def has_deposit() -> bool:
    """Does this processor have x86's instruction that deposits bits under a mask (BMI2)?"""
    return bool(llvm.get_host_cpu_features().get("bmi2"))


def _wide(kind: types.Type) -> types.Type:
    """The type as which a rule takes an argument: signed numbers become 64-bit and are not constants."""
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


def _compile_rule(
    context: BaseContext, function: Callable[..., object], kinds: tuple[types.Type, ...], distinct: bool
) -> CompileResult:
    flags = RuleFlags()
    cpu_target.options.parse_as_flags(flags, RULE_OPTIONS)
    flags.noalias = distinct  # type: ignore[assignment]  # numba's options are descriptors
    target = cpu_target.target_context
    rule = compiler.compile_extra(context, target, function, kinds, None, flags, {}, pipeline_class=RuleCompiler)
    target.insert_user_function(rule.fndesc, rule.fndesc, [rule.library])
    return rule


class RuleFlags(compiler.Flags):
    """The same flags for all rules, so there is nothing to compare, as numba does for every call that it types."""

    def __hash__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        return type(other) is RuleFlags


class RuleLibrary(JITCodeLibrary):
    """The code of a single rule, not optimised: it is only ever linked into a loop."""

    def add_llvm_module(self, module: llvm.ModuleRef) -> None:
        """Add code without changing it."""
        self._final_module.link_in(module)

    def finalize(self) -> None:
        """Do nothing: only the loop is finalised."""
        self._finalized = True


class LoopLibrary(JITCodeLibrary):
    """The code of a loop and of all rules that it calls, directly or indirectly."""

    def add_linking_library(self, library: CodeLibrary) -> None:
        """Add a rule and the rules that it calls, each one once."""
        if library in self._linking_libraries:
            return
        super().add_linking_library(library)
        if isinstance(library, RuleLibrary):
            for called in library._linking_libraries:
                self.add_linking_library(called)

    def _optimize_final_module(self) -> None:
        """Make rules private to their loop, so that a rule called in only one place is always inlined there."""
        # numba marks functions that may be defined in several libraries; here the loop's module holds them all.
        for function in self.get_defined_functions():
            if function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = "internal"
        super()._optimize_final_module()


@register_pass(mutates_CFG=False, analysis_only=False)
class ConstantMembers(FunctionPass):
    """Turn integers in modules and Codes classes into constants, which are typed faster."""

    _name = "coven_constant_members"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: StateDict) -> bool:
        """Replace them in one function.

        A variable that holds a module or a Codes class is assigned before its members are read, in block order, because
        it comes straight from a global or free variable. Variables have not been renamed yet (SSA).
        """
        holders: dict[str, Any] = {}
        for block in state.func_ir.blocks.values():
            for statement in block.find_insts(ir.Assign):
                if isinstance(statement.value, ir.Global | ir.FreeVar):
                    holders[statement.target.name] = statement.value.value
                    self.forget(statement)
                elif isinstance(statement.value, ir.Expr) and statement.value.op == "getattr":
                    self.replace(statement, holders.get(statement.value.value.name))
        return True

    def forget(self, statement: ir.Assign) -> None:
        """Drop a Codes class: it has no type in compiled code, and no use once its members are constants."""
        if isinstance(statement.value.value, type) and issubclass(statement.value.value, Codes):
            statement.value = ir.Const(0, statement.loc)

    def replace(self, statement: ir.Assign, holder: object) -> None:
        """Replace `holder.name` with the number itself."""
        if isinstance(holder, ModuleType) or (isinstance(holder, type) and issubclass(holder, Codes)):
            member = getattr(holder, statement.value.attr)
            if isinstance(member, int):
                statement.value = ir.Const(int(member), statement.loc)


@register_pass(mutates_CFG=False, analysis_only=False)
class PlainIndexes(FunctionPass):
    """Take every index as unsigned: numba then does not ask whether it counts from the end."""

    _name = "coven_plain_indexes"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: StateDict) -> bool:
        """Change the types with which cells are read and written in one function."""
        for step, kinds in list(state.calltypes.items()):
            is_cell = isinstance(step, ir.SetItem) or (isinstance(step, ir.Expr) and step.op == "getitem")
            if is_cell and isinstance(kinds.args[0], types.Array) and isinstance(kinds.args[1], types.Integer):
                cells, _, *number = kinds.args
                del state.calltypes[step]  # each key can be set once
                state.calltypes[step] = signature(kinds.return_type, cells, types.uint64, *number)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(NativeLowering):
    """Turn a rule into a RuleLibrary, without making machine code."""

    _name = "coven_rule_lowering"

    def run_pass(self, state: StateDict) -> bool:
        """Lower one rule."""
        # NativeLowering fills this library; with `no_compile` it stops there. `_compile_rule` registers the rule.
        state.library = RuleLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        return bool(super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class LoopLowering(NativeLowering):
    """Turn a loop into a LoopLibrary and machine code that can be cached."""

    _name = "coven_loop_lowering"

    def run_pass(self, state: StateDict) -> bool:
        """Lower one loop."""
        # Object caching has to be on before code is added: the cache keeps this library's object file.
        state.library = LoopLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


# From bytecode to typed instructions, as in numba's own pipeline, minus what rules do not need: inlining, rewrites,
# array expressions, parallel loops. Constant members come before SSA, so that only numbers are renamed and typed.
STEPS_BEFORE = (
    TranslateByteCode, FixupArgs, IRProcessing, ConstantMembers, ReconstructSSA,
    NopythonTypeInference, PlainIndexes, PreLowerStripPhis, IRLegalization,
)  # fmt: skip


def _passes(lowering: type[FunctionPass]) -> list[PassManager]:
    manager = PassManager(lowering.__name__)
    for step in (*STEPS_BEFORE, lowering, NoPythonBackend):
        manager.add_pass(step, step.__name__)
    manager.finalize()
    return [manager]


class RuleCompiler(compiler.CompilerBase):
    """Compiles a rule."""

    def define_pipelines(self) -> list[PassManager]:
        """The steps from a text to its code."""
        return _passes(RuleLowering)


class LoopCompiler(compiler.CompilerBase):
    """Compiles a loop."""

    def define_pipelines(self) -> list[PassManager]:
        """The steps from a text to its code."""
        return _passes(LoopLowering)
