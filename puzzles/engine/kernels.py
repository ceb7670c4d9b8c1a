"""The one way to declare a kernel: `@kernel`, cached on disk in the salted folder, without the GIL.

Import `kernel` from here and nowhere else: the cache folder must be chosen before the first kernel is declared.

Kernels are compiled without Numba's reference counting (`_nrt=False`): counting the arrays of a fat state at each
inlined call made a playout ten times slower. So a kernel allocates nothing ("NRT required but not enabled" is
Numba's word for it): arrays are made in Python and passed in, and array to array copies are loops, not slices.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from puzzles.engine import kernel_cache

numba.config.CACHE_DIR = str(kernel_cache.folder())

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """The function, compiled on first call, cached on disk, releasing the GIL while it runs."""
    compiled: Function = numba.njit(cache=True, nogil=True, _nrt=False)(function)
    return compiled


def inlined(function: Function) -> Function:
    """As `kernel`, for small functions that must cost no call: LLVM is told to inline them always."""
    compiled: Function = numba.njit(cache=True, nogil=True, forceinline=True, _nrt=False)(function)
    return compiled


@intrinsic
def popcount(typing_context, word):
    """Number of set bits of a uint64, as int64 (one instruction)."""
    signature = types.int64(types.uint64)

    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return signature, generate


@intrinsic
def lowest_bit(typing_context, word):
    """Index of the lowest set bit of a non-zero uint64, as int64; undefined for 0 (one instruction)."""
    signature = types.int64(types.uint64)

    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return signature, generate
