"""The one way to declare a kernel: `@kernel`, cached on disk in the salted folder, without the GIL.

Import `kernel` from here and nowhere else: the cache folder must be chosen before the first kernel is declared.

Kernels are compiled without Numba's reference counting (`_nrt=False`): counting references to all arrays of a state at
each inlined call made a playout ten times slower. So a kernel allocates nothing (Numba's message would be "NRT required
but not enabled"): arrays are made in Python and passed in, and array to array copies are loops, not slices.

With MCS_TUI_JIT=0 in the environment nothing is compiled and numba is not imported: kernels, rules and intrinsics are
the plain Python functions that they are written as. Every array of state and search holds the same bits either way.
So kernels keep to what Numba and NumPy's scalars compute alike: no arithmetic on integers narrower than 64 bits or on
float32 without a cast, no arithmetic on truth values, `math` for functions such as exp.
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, TypeVar

import numpy as np

INTERPRETED = os.environ.get("MCS_TUI_JIT") == "0"
"""True if kernels run as plain Python in this process. Read once: a kernel is declared as the one or the other."""

if not INTERPRETED:
    import numba.extending
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils

    from puzzles.engine.dispatchers import compiled, compiled_inner
    from puzzles.engine.state_types import type_of

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """The function, compiled on first call, cached on disk, releasing the GIL while it runs.

    Interpreted, it is the function itself, without NumPy's warnings: integers wrap around as compiled ones do.
    """
    if INTERPRETED:
        return np.errstate(all="ignore")(function)
    return compiled(function)  # type: ignore[no-any-return]


def inlined(function: Function) -> Function:
    """As `kernel`, for small functions that must cost no call: LLVM always inlines them.

    Python should not call them: such a call compiles a kernel of its own, each time the process starts.
    """
    if INTERPRETED:
        return function
    return compiled_inner(function, inline=True)  # type: ignore[no-any-return]


def inlined_loops(function: Function) -> Function:
    """As `inlined`, for loops that take most of a kernel's time: LLVM reduces their arithmetic before it inlines them.

    It takes longer to compile: only where it was measured to be worth it. Folds of 60 to 100 nt take 2 to 6 % less
    time, Morpion's reference designs 1 to 5 %; our rules of Morpion and SameGame the same, of TSPTW 1 to 3 % more.
    """
    if INTERPRETED:
        return function
    return compiled_inner(function, inline=True, loops=True)  # type: ignore[no-any-return]


def subroutine(function: Function) -> Function:
    """As `inlined`, for large functions that kernels call, and Python does not: LLVM chooses what to inline."""
    if INTERPRETED:
        return function
    return compiled_inner(function, inline=False)  # type: ignore[no-any-return]


class _Record(SimpleNamespace):
    """The fields of a record, by attribute as in kernels, and by name as NumPy has them."""

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


def record(fields: np.void) -> Any:
    """A NumPy record for kernels, which read its fields as attributes; interpreted, an object that has them as such."""
    return _Record(**{name: fields[name] for name in fields.dtype.names or ()}) if INTERPRETED else fields


TWINS: dict[Any, Callable[..., Any]] = {}
"""Each intrinsic's plain function, which gives what the intrinsic gives (for tests)."""


def intrinsic(twin: Callable[..., Any]) -> Callable[[Callable[..., Any]], Any]:
    """Declares an intrinsic of Numba by a function that emits its code; interpreted, it is its plain `twin`.

    A decorator. The function gets LLVM's builder and the values of the arguments, of an array a structure with `data`
    and `shape`; it returns LLVM's value, or nothing. Its annotations are Numba's types; arguments without one, such as
    arrays, have the types that they are called with.
    """

    def declare(emit: Callable[..., Any]) -> Any:
        if INTERPRETED:
            return twin
        names = list(inspect.signature(emit).parameters)[1:]
        known = inspect.get_annotations(emit, eval_str=True)

        @functools.wraps(emit)
        def typing(typing_context: Any, *kinds: Any) -> Any:
            arguments = [known.get(name, kind) for name, kind in zip(names, kinds, strict=True)]
            return known.get("return", types.void)(*arguments), generate

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            values = [
                context.make_array(kind)(context, builder, value) if isinstance(kind, types.Array) else value
                for kind, value in zip(signature.args, arguments, strict=True)
            ]
            found = emit(builder, *values)
            return context.get_dummy_value() if found is None else found

        emitted = numba.extending.intrinsic(typing)
        TWINS[emitted] = twin
        return emitted

    return declare


@intrinsic(lambda word: int(word).bit_count())
def popcount(builder, word: types.uint64) -> types.int64:
    """Number of set bits of a uint64, as int64 (one instruction)."""
    return builder.ctpop(word)


@intrinsic(lambda word: (int(word) & -int(word)).bit_length() - 1)
def lowest_bit(builder, word: types.uint64) -> types.int64:
    """Index of the lowest set bit of a non-zero uint64, as int64; undefined for 0 (one instruction)."""
    return builder.cttz(word, ir.Constant(ir.IntType(1), 1))


_interpreted: list[Callable[..., Any]] = []


def address_of(kernel: Any, *arguments: object) -> int:
    """Where the machine code of a kernel for such arguments is; compiled, or loaded from the cache, if it is not yet.

    For large kernels: Numba links the code of what a kernel calls into the kernel and optimises it again, so each
    search would take as long to compile as the folding of RNA does. `call_at` knows nothing of the other side but its
    types. The address holds for one process: it is asked for when a state is built, and handed to kernels in an array
    that no checkpoint keeps. The kernel, a module's own function, must return int64 and raise nothing; ValueError if it
    returns another type. Interpreted, the address is a number that `call_at` knows the kernel by.
    """
    if INTERPRETED:
        if kernel not in _interpreted:
            _interpreted.append(kernel)
        return _interpreted.index(kernel) + 1
    signature = tuple(map(type_of, arguments))
    kernel.compile(signature)
    compiled = kernel.overloads[signature]
    if compiled.signature.return_type != types.int64:
        raise ValueError(f"{kernel.__name__} returns {compiled.signature.return_type}, not int64")
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def call_at(address: Any, arguments: Any) -> Any:
    """What the kernel at the address (int64) returns for a tuple of arguments of the types that it was compiled for."""
    return _interpreted[address - 1](*arguments)


def _type_call_at(typing_context: Any, address: Any, arguments: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kinds = tuple(signature.args[1].types)
        kind = context.call_conv.get_function_type(types.int64, kinds)
        function = builder.inttoptr(values[0], kind.as_pointer())
        given = cgutils.unpack_tuple(builder, values[1])
        status, returned = context.call_conv.call_function(builder, function, types.int64, kinds, given)
        if context.enable_boundscheck:  # else it raises nothing
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
        return returned

    return types.int64(types.int64, arguments), generate


if not INTERPRETED:
    call_at = numba.extending.intrinsic(_type_call_at)
