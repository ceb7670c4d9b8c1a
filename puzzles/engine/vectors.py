"""LLVM's generic vectors for Numba's intrinsics: one implementation for SSE2, AVX2, AVX-512 and NEON.

Numba offers no vectors. An intrinsic may emit LLVM's, of any length; the code generator splits them into what the
machine has. Used where plain loops do not vectorise: masks of hits, prefix sums.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from puzzles.engine.kernels import INTERPRETED, intrinsic

if not INTERPRETED:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.core.registry import cpu_target

    INT16, INT32, INT64, FLOAT64 = ir.IntType(16), ir.IntType(32), ir.IntType(64), ir.DoubleType()


def compiles_for(feature: str) -> bool:
    """True if code is generated for processors with that feature, such as `avx512vbmi2` (see NUMBA_CPU_FEATURES)."""
    if INTERPRETED:
        return False
    features: str = cpu_target.target_context.codegen().magic_tuple()[2]
    return f"+{feature}" in features.split(",")


def splat(builder: Any, value: Any, lanes: int) -> Any:
    """A vector with the value in all lanes."""
    vector = ir.VectorType(value.type, lanes)
    first = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(INT32, 0))
    return builder.shuffle_vector(first, ir.Constant(vector, ir.Undefined), places([0] * lanes))


def places(chosen: list[int]) -> Any:
    """The constant that says which lanes a shuffle takes."""
    return ir.Constant(ir.VectorType(INT32, len(chosen)), [ir.Constant(INT32, place) for place in chosen])


def declared(builder: Any, name: str, result: Any, arguments: list[Any]) -> Any:
    """LLVM's own function of that name, declared in the module once."""
    known = builder.module.globals.get(name)
    kinds = [argument.type for argument in arguments]
    return known or ir.Function(builder.module, ir.FunctionType(result, kinds), name)


def element_pointer(builder: Any, array: Any, at: Any, element: Any, lanes: int) -> Any:
    """A pointer to `lanes` elements of a one-dimensional contiguous array, from index `at` on."""
    return builder.bitcast(builder.gep(array.data, [at]), ir.VectorType(element, lanes).as_pointer())


def bit_mask(builder: Any, hits: Any, lanes: int) -> Any:
    """A vector of bits as the low bits of a 64-bit word."""
    return builder.zext(builder.bitcast(hits, ir.IntType(lanes)), INT64)


@intrinsic(lambda word: int(word).bit_length() - 1)
def highest_bit(builder, word: types.uint64) -> types.int64:
    """Index of the highest set bit of a non-zero uint64, as int64; undefined for 0 (one instruction)."""
    leading = builder.ctlz(word, ir.Constant(ir.IntType(1), 1))
    return builder.sub(ir.Constant(INT64, 63), leading)


def _trailing_zeros(word):
    return np.uint64((int(word) & -int(word)).bit_length() - 1 if word else 64)


@intrinsic(_trailing_zeros)
def trailing_zeros(builder, word: types.uint64) -> types.uint64:
    """Index of the lowest set bit of a uint64, as uint64; 64 for 0 (one instruction where the machine has it)."""
    return builder.cttz(word, ir.Constant(ir.IntType(1), 0))


def _copy_words(target, source, at, count):
    target[at : at + count] = source[at : at + count]


@intrinsic(_copy_words)
def copy_words(builder, target, source, at: types.int64, count: types.int64):
    """Copies source[at : at + count] to target[at : at + count], two uint64 arrays that share no memory.

    As LLVM's memcpy: a loop over arrays that might overlap is unrolled to single words if its length is known.
    """
    to, since = (builder.gep(array.data, [at]) for array in (target, source))
    cgutils.raw_memcpy(builder, to, since, count, ir.Constant(INT64, 8), align=8)
