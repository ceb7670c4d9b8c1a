"""ViennaRNA's C functions, called from kernels by address.

A ctypes function in a kernel would keep it out of Numba's cache; an address that comes in as a number does not.
"""

from __future__ import annotations

import ctypes

import numpy as np

from puzzles.engine.kernels import INTERPRETED, intrinsic, kernel, subroutine

if not INTERPRETED:
    from llvmlite import ir
    from numba import types

LETTERS = np.frombuffer(b"NACGU", np.uint8).copy()
OPENING, CLOSING = ord("("), ord(")")


_FUNCTION = ctypes.PYFUNCTYPE(ctypes.c_float, ctypes.c_void_p, ctypes.c_void_p)


def _call(address, first, second):
    return np.float32(_FUNCTION(int(address))(first.ctypes.data, second.ctypes.data))


@intrinsic(_call)
def call(builder, address: types.int64, first, second) -> types.float32:
    """The float32 that the C function float(char *, char *) at the address gives for two uint8 arrays."""
    text = ir.IntType(8).as_pointer()
    kind = ir.FunctionType(ir.FloatType(), [text, text])
    function = builder.inttoptr(address, kind.as_pointer())
    return builder.call(function, [builder.bitcast(one.data, text) for one in (first, second)])


@subroutine
def write_sequence(fold, bases):
    """Writes the design as text."""
    for position in range(1, bases.size - 1):
        fold.sequence[position - 1] = LETTERS[bases[position]]


@kernel
def fold_by_library(fold, bases):
    """The MFE in 0.01 kcal/mol; fills `fold.partner`."""
    write_sequence(fold, bases)
    energy = call(fold.addresses[0], fold.sequence, fold.structure)
    partner, stack = fold.partner, fold.best
    top = 0
    for position in range(1, bases.size - 1):
        letter = fold.structure[position - 1]
        partner[position] = 0
        if letter == OPENING:
            stack[top] = position
            top += 1
        elif letter == CLOSING:
            top -= 1
            partner[position] = stack[top]
            partner[stack[top]] = position
    return hundredths(energy)


@kernel
def evaluate_by_library(fold, bases):
    """The energy of the design in the target, in 0.01 kcal/mol; all gaps are 0."""
    write_sequence(fold, bases)
    for position in range(fold.gaps.size):
        fold.gaps[position] = 0
    return hundredths(call(fold.addresses[1], fold.sequence, fold.target_text))


@subroutine
def hundredths(energy):
    """The integer of which ViennaRNA has made a float of 32 bits."""
    return np.int64(np.rint(np.float64(energy) * 100.0))
