"""Folding a design, and its energy in the target or another structure: what the search calls for each candidate.

Our kernels serve dangles 1 and 2 at 37 C. Energies are int64 in 0.01 kcal/mol. `bases` is int32[n + 2]: 1 A, 2 C, 3 G,
4 U, 0 at both ends, as many as the target has.

An energy is a sum over loops, and a loop's part depends on its own pairs and free bases alone, with single dangles too:
a free base belongs to one loop, and counts for one of that loop's helices. It is as ViennaRNA's `eval_structure` has
it; of the target it also says how much each loop costs beyond the best fold.

Kernels are called by address (`puzzles.engine.kernels`): folding is compiled once, not into each search, and a search
once for all models. A state has the addresses of its model's kernels, and no others are compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from puzzles.engine.kernels import address_of, call_at, inlined, kernel, subroutine
from puzzles.rna.folding import models
from puzzles.rna.folding.dangles import DoubleDangles, branch_part, closing_part, free_part, last_part, three_side
from puzzles.rna.folding.fold_state import MARGIN, FoldState, new_state
from puzzles.rna.folding.loops import hairpin_energy, interior_energy, pair_type
from puzzles.rna.folding.matrices import fill_from
from puzzles.rna.folding.single_dangles import SingleDangles
from puzzles.rna.folding.tables import FORBIDDEN
from puzzles.rna.folding.traceback import trace_all

if TYPE_CHECKING:
    from puzzles.rna.puzzle import RnaPuzzle


@inlined
def closed_loop(dangles, tables, bases, i, j, branches, p, q, added, end, three):
    """The energy of the loop that (i, j) closes around that many branches; (p, q) is the last, `added` their sum."""
    kind = pair_type(tables, bases, i, j)
    if branches == 0:
        return hairpin_energy(tables, bases, i, j, kind)
    if branches == 1:
        return interior_energy(tables, bases, i, j, p, q, kind, pair_type(tables, bases, q, p))
    return added + closing_part(dangles, tables, bases, i, j, end, three)


@subroutine
def energy_in_target(dangles, fold, bases):
    """The energy of the design in `fold.target`; fills `fold.gaps` if the matrices are those of this design.

    Gaps are never negative, and their sum is the target's energy less the MFE. A loop that no fold has (a pair of
    bases that don't pair, an interior loop of more than 30) counts among the structures that its pair may have.
    """
    tables, pairs, target = fold.tables, fold.matrices.pairs, fold.target
    whole, best, gaps = fold.whole, fold.best, fold.gaps
    length = np.int64(bases.size - 2)
    for i in range(length, 0, -1):
        gaps[i] = 0
        j = np.int64(target[i])
        if j < i:
            continue
        branches, inside, least, loop = 0, np.int64(0), np.int64(0), np.int64(0)
        inner = at = np.int64(i + 1)
        end, three = np.int64(i), three_side(dangles, tables, bases, j, np.int64(i))
        while at < j:
            other = np.int64(target[at])
            if other == 0:
                at += 1
                continue
            branches += 1
            inner = at
            inside += whole[at]
            least += best[at]
            loop += branch_part(dangles, tables, bases, i, at, other, end, three)
            end, three = other, three_side(dangles, tables, bases, at, other)
            at = np.int64(other + 1)
        if branches > 1:
            loop += free_part(dangles, tables, target, i, j)
        outer = np.int64(target[inner])
        loop = closed_loop(dangles, tables, bases, i, j, branches, inner, outer, loop, end, three)
        whole[i] = inside + loop
        best[i] = min(np.int64(pairs[i, MARGIN + j]), least + loop)
        gaps[i] = least + loop - best[i]
    energy, least, at = np.int64(0), np.int64(0), np.int64(1)
    end, three = np.int64(0), np.int64(0)
    while at <= length:
        other = np.int64(target[at])
        if other == 0:
            at += 1
            continue
        added = branch_part(dangles, tables, bases, np.int64(0), at, other, end, three)
        energy += whole[at] + added
        least += best[at] + added
        end, three = other, three_side(dangles, tables, bases, at, other)
        at = np.int64(other + 1)
    added = last_part(dangles, bases, end, three)
    gaps[0] = max(least + added - fold.matrices.prefix[length], np.int64(0))
    return energy + added


@subroutine
def energy_in_structure(dangles, fold, bases, structures, row):
    """The energy of the design in the structure structures[row] (partners, 0 unpaired); FORBIDDEN if it can't form."""
    tables = fold.tables
    n = np.int64(bases.size - 2)
    for i in range(1, n + 1):
        j = structures[row, i]
        if j > i and tables.pair_type[bases[i], bases[j]] == 0:
            return np.int64(FORBIDDEN)
    energy = np.int64(0)
    for i in range(n + 1):
        if i == 0 or structures[row, i] > i:
            energy += _loop_energy(dangles, tables, structures, bases, row, i, n)
    return energy


@inlined
def _loop_energy(dangles, tables, structures, bases, row, i, n):
    """The energy of the loop that the pair opening at i closes; of the exterior loop for i = 0."""
    j = n + 1 if i == 0 else np.int64(structures[row, i])
    branches, inner, loop = 0, np.int64(i + 1), np.int64(0)
    end, three = np.int64(i), np.int64(0)
    if i != 0:
        three = three_side(dangles, tables, bases, j, np.int64(i))
    at = np.int64(i + 1)
    while at < j:
        other = np.int64(structures[row, at])
        if other == 0:
            at += 1
            continue
        branches += 1
        inner = at
        loop += branch_part(dangles, tables, bases, i, at, other, end, three)
        end, three = other, three_side(dangles, tables, bases, at, other)
        at = other + 1
    if i == 0:
        return loop + last_part(dangles, bases, end, three)
    if branches > 1:
        loop += free_part(dangles, tables, structures[row], i, j)
    outer = np.int64(structures[row, inner])
    return closed_loop(dangles, tables, bases, i, j, branches, inner, outer, loop, end, three)


@kernel
def fill(fold, bases, first, last):
    return fill_from(DoubleDangles(2), fold, bases, np.int64(1), np.int64(bases.size - 2))


@kernel
def fill_single(fold, bases, first, last):
    return fill_from(SingleDangles(1), fold, bases, first, last)


@kernel
def trace(fold, bases):
    return trace_all(DoubleDangles(2), fold, bases)


@kernel
def trace_single(fold, bases):
    return trace_all(SingleDangles(1), fold, bases)


@kernel
def in_target(fold, bases):
    return energy_in_target(DoubleDangles(2), fold, bases)


@kernel
def in_target_single(fold, bases):
    return energy_in_target(SingleDangles(1), fold, bases)


@kernel
def in_structure_single(fold, bases, structures, row):
    return energy_in_structure(SingleDangles(1), fold, bases, structures, row)


KERNELS = {
    2: (fill, trace, in_target),
    1: (fill_single, trace_single, in_target_single, in_structure_single),
}
"""By dangles. For dangles 2 the fold of a part and the energy in any structure are compiled into what needs them: local
search on designs is 2 to 4 % faster without the calls."""

FILL, TRACE, IN_TARGET, IN_STRUCTURE = range(4)
"""Their numbers, by which `fold.kernels` holds the addresses."""


def make_fold(puzzle: RnaPuzzle) -> FoldState:
    """A state for folding designs for the puzzle; ModelError as by `read_tables`."""
    model = models.named(puzzle.energy_model)
    fold = new_state(puzzle.partners, model)
    bases = np.zeros(len(puzzle.partners) + 2, np.int32)
    position, structures = np.int64(1), np.zeros((1, bases.size), np.int32)
    given = ((fold, bases, position, position), (fold, bases), (fold, bases), (fold, bases, structures, position))
    for at, (one, arguments) in enumerate(zip(KERNELS[model.dangles], given, strict=False)):
        fold.kernels[at] = address_of(one, *arguments)
    return fold


@inlined
def fold_energy(fold, bases):
    """The MFE of the design."""
    return call_at(fold.kernels[FILL], (fold, bases, np.int64(1), np.int64(bases.size - 2)))


@inlined
def fold_part(fold, bases, first, last):
    """The least energy of the design's bases from first to last, if these two pair; of a part, not the whole."""
    first, last = np.int64(first), np.int64(last)
    if fold.kernels[IN_STRUCTURE] == 0:
        return fill_from(DoubleDangles(2), fold, bases, first, last)
    return call_at(fold.kernels[FILL], (fold, bases, first, last))


@inlined
def fold_design(fold, bases):
    """The MFE of the design; `fold.partner` is its structure, ties broken as ViennaRNA does."""
    energy = fold_energy(fold, bases)
    call_at(fold.kernels[TRACE], (fold, bases))
    return energy


@inlined
def target_energy(fold, bases):
    """The energy of the design in the target; `fold.gaps` is what each loop loses, after a fold of the same design."""
    return call_at(fold.kernels[IN_TARGET], (fold, bases))


@inlined
def structure_energy(fold, bases, structures, row):
    """The energy of the design in structures[row] (int32, partners, 0 unpaired); FORBIDDEN if it can't form."""
    if fold.kernels[IN_STRUCTURE] == 0:
        return energy_in_structure(DoubleDangles(2), fold, bases, structures, row)
    return call_at(fold.kernels[IN_STRUCTURE], (fold, bases, structures, np.int64(row)))
