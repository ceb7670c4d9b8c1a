"""The one way to declare a kernel: `@kernel`, cached on disk in the salted folder, without the GIL.

Import `kernel` from here and nowhere else: the cache folder must be chosen before the first kernel is declared.

Kernels are compiled without Numba's reference counting (`_nrt=False`): counting the arrays of a fat state at each
inlined call made a playout ten times slower. So a kernel allocates nothing ("NRT required but not enabled" is
Numba's word for it): arrays are made in Python and passed in, and array to array copies are loops, not slices.

With MCS_TUI_JIT=0 in the environment nothing is compiled and numba is not imported: kernels, rules and intrinsics are
the plain Python functions that they are written as. Every array of state and search holds the same bits either way.
So kernels keep to what Numba and NumPy's scalars compute alike: no arithmetic on integers narrower than 64 bits or on
float32 without a cast, no arithmetic on truth values, `math` for functions such as exp.
"""

from __future__ import annotations

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

    from puzzles.engine.dispatchers import compiled, compiled_inner

Function = TypeVar("Function", bound=Callable[..., Any])


def interpreted() -> bool:
    """True if kernels run as plain Python in this process (MCS_TUI_JIT=0), False if they are compiled."""
    return INTERPRETED


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
    """Declares an intrinsic of Numba by its typing function, or, interpreted, its plain `twin`; use as a decorator."""

    def declare(typing: Callable[..., Any]) -> Any:
        if INTERPRETED:
            return twin
        emitted = numba.extending.intrinsic(typing)
        TWINS[emitted] = twin
        return emitted

    return declare


@intrinsic(lambda word: int(word).bit_count())
def popcount(typing_context, word):
    """Number of set bits of a uint64, as int64 (one instruction)."""
    signature = types.int64(types.uint64)

    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return signature, generate


@intrinsic(lambda word: (int(word) & -int(word)).bit_length() - 1)
def lowest_bit(typing_context, word):
    """Index of the lowest set bit of a non-zero uint64, as int64; undefined for 0 (one instruction)."""
    signature = types.int64(types.uint64)

    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return signature, generate
