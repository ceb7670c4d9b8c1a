"""Folding a design, and the energy of a design in its target: what the search calls for each candidate.

Our kernels fold for dangles 2 at 37 C; ViennaRNA's C functions serve the other models. Energies are int64 in 0.01
kcal/mol. `bases` is int32[n + 2]: 1 A, 2 C, 3 G, 4 U, 0 at both ends, as many as the target has.

Kernels are called by address (`puzzles.engine.kernels`): folding is compiled once, not into each search. So are the
C functions: a ctypes function in a kernel would keep it out of Numba's cache; an address that is a number does not.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import numpy as np

from puzzles.engine.kernels import INTERPRETED, address_of, call_at, inlined, intrinsic, kernel, subroutine
from puzzles.rna.folding import models
from puzzles.rna.folding.fold_state import FoldState, new_state
from puzzles.rna.folding.loops import evaluate_target
from puzzles.rna.folding.matrices import fill
from puzzles.rna.folding.traceback import trace

if TYPE_CHECKING:
    from puzzles.rna.puzzle import RnaPuzzle

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


KERNELS = (fill, trace, evaluate_target, fold_by_library, evaluate_by_library)
FILL, TRACE, IN_TARGET, BY_LIBRARY, IN_TARGET_BY_LIBRARY = range(len(KERNELS))
"""Their numbers, by which `fold.kernels` holds the addresses."""


def make_fold(puzzle: RnaPuzzle) -> FoldState:
    """A state for folding designs for the puzzle; ModelError if this process folds by another model."""
    model = models.load(puzzle.model)
    fold = new_state(puzzle.partners, model)
    bases = np.zeros(len(puzzle.partners) + 2, np.int32)
    for at in (FILL, TRACE, IN_TARGET) if model.native else (BY_LIBRARY, IN_TARGET_BY_LIBRARY):
        fold.kernels[at] = address_of(KERNELS[at], fold, bases)
    return fold


@inlined
def fold_energy(fold, bases):
    """The MFE of the design."""
    return call_at(fold.kernels[FILL if fold.native[0] != 0 else BY_LIBRARY], (fold, bases))


@inlined
def fold_design(fold, bases):
    """The MFE of the design; `fold.partner` is its structure, ties broken as ViennaRNA does."""
    energy = fold_energy(fold, bases)
    if fold.native[0] != 0:
        call_at(fold.kernels[TRACE], (fold, bases))
    return energy


@inlined
def target_energy(fold, bases):
    """The energy of the design in the target; `fold.gaps` is what each loop loses, after a fold of the same design.

    Models that ViennaRNA's functions serve have gaps of 0.
    """
    return call_at(fold.kernels[IN_TARGET if fold.native[0] != 0 else IN_TARGET_BY_LIBRARY], (fold, bases))
