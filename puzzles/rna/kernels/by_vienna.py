"""ViennaRNA's fold of a design inside a search: of what our kernels do not fold, states with a ligand and two strands;
and its probabilities, of states, two strands and free positions.

Kernels call back into Python, through the address of a C function that takes Python's lock. Such a fold takes some
40 times as long as one of ours at 50 nt, and threads wait for each other. Its energies are those of the checker.

Of two strands, earlier folds are kept as rivals: where one of them alone shows that a proposal costs too much, it is
refused without a fold, as a fold would refuse it.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from puzzles.engine.kernels import INTERPRETED, intrinsic
from puzzles.rna.bases import PAIRS
from puzzles.rna.structure import paired, pairs_of

if not INTERPRETED:
    from llvmlite import ir
    from numba import types

if TYPE_CHECKING:
    from puzzles.rna.specification.states import State

ANY = 1_000_000
"""More than any two energies differ by, in 0.01 kcal/mol."""

KEPT = 16
"""Rivals of a target of two strands, those that refused something last first."""

_folded: list[tuple[State, str]] = []
_rivals: dict[int, list[str]] = {}


def number_of(state: State, model: str) -> int:
    """The number by which `fold_by_vienna` knows the state."""
    if (state, model) not in _folded:
        _folded.append((state, model))
    return _folded.index((state, model))


def _fold(number: int, bases: Any, partner: Any, energies: Any, most: int) -> int:
    """1; writes the design's fold, its energy and that of the state's structure. 0 if ViennaRNA fails.

    Where these are known to differ by more than `most`, in 0.01 kcal/mol, it may write another structure's energy and
    leave `partner` as it is. Of two strands another fold of the same energy is one too many: 0.01 kcal/mol are added
    to that of the structure.
    """
    from puzzles.rna import energy_models, states, vienna

    state, model = _folded[number]
    length = len(state.structure)
    sequence = "".join("NACGU"[bases[place]] for place in range(1, length + 1))
    found: vienna.Fold | states.StateFold
    try:
        if state.joined:
            joined = state.own(sequence)
            conditions = energy_models.at_temperature(model, state.temperature)
            rivals = _rivals.setdefault(number, [])
            if (known := _refused(joined, state.structure, conditions, rivals, most)) is not None:
                energies[0], energies[1] = known
                return 1
            found = vienna.fold(joined, state.structure, conditions)
            if found.structure != state.structure and found.structure not in rivals:
                rivals.insert(0, found.structure)
                del rivals[KEPT:]
        else:
            found = states.fold(sequence, state, model)
    except RuntimeError:
        return 0
    for place, other in enumerate(paired(found.structure), start=1):
        partner[place] = other + 1
    energies[0], energies[1] = found.energy, found.target_energy
    if state.joined and found.structure != state.structure:
        energies[1] = max(found.target_energy, found.energy + 1)
    return 1


def _refused(sequence: str, target: str, model: str, rivals: list[str], most: int) -> tuple[int, int] | None:
    """The energies of a rival and of the target, if they differ by more than `most`; it goes to the front of all."""
    from puzzles.rna import energy_models

    if not rivals or most >= ANY:
        return None
    compound, plain = energy_models.compound(sequence, energy_models.energies(model)), sequence.replace("&", "")
    energy = round(100 * compound.eval_structure(target))
    for place, rival in enumerate(rivals):
        if all(plain[one] + plain[other] in PAIRS for one, other in pairs_of(rival)):
            least = round(100 * compound.eval_structure(rival))
            if energy - least > most:
                rivals.insert(0, rivals.pop(place))
                return least, energy
    return None


def _weigh(number: int, bases: Any, shares: Any, defects: Any, odds: Any, folded: Any, wanted: int) -> int:
    """1; writes ln of the probability of the state's structure and, if they are wanted, its ensemble defect, and what
    follows from the odds of pairs. 0 if ViennaRNA fails."""
    from puzzles.rna import states

    state, model = _folded[number]
    sequence = "".join("NACGU"[bases[place]] for place in range(1, len(state.structure) + 1))
    try:
        if wanted == SHARE:
            shares[0] = states.log_probability(sequence, state, model)
            return 1
        found = states.ensemble(sequence, state, model)
    except RuntimeError:
        return 0
    shares[0], shares[1] = found.log_probability, found.defect
    if wanted == EACH:
        for place, defect in enumerate(found.defects, start=1):
            defects[place] += defect
        for one, other, share in found.odds:
            if state.partners[one] != other and not state.free.issuperset((one, other)):
                for place, partner in ((one + 1, other + 1), (other + 1, one + 1)):
                    if share >= odds[place]:
                        odds[place], folded[place] = share, partner
    return 1


SHARE, DEFECT, EACH = range(3)
"""What `weigh_by_vienna` is asked for: the probability alone, the defect too, or also that of each position."""

_FUNCTION = ctypes.CFUNCTYPE(
    ctypes.c_int64,
    ctypes.c_int64,
    ctypes.POINTER(ctypes.c_int32),
    ctypes.POINTER(ctypes.c_int32),
    ctypes.POINTER(ctypes.c_int64),
    ctypes.c_int64,
)(_fold)
_WEIGHING = ctypes.CFUNCTYPE(
    ctypes.c_int64,
    ctypes.c_int64,
    ctypes.POINTER(ctypes.c_int32),
    *(ctypes.POINTER(ctypes.c_double),) * 3,
    ctypes.POINTER(ctypes.c_int32),
    ctypes.c_int64,
)(_weigh)
ADDRESS: int = ctypes.cast(_FUNCTION, ctypes.c_void_p).value or 0
"""Of the C function; it holds for one process."""
WEIGHING: int = ctypes.cast(_WEIGHING, ctypes.c_void_p).value or 0
"""Of the one that weighs."""


def _interpreted(address: int, number: int, bases: Any, partner: Any, energies: Any, most: int) -> int:
    return _fold(int(number), bases, partner, energies, int(most))


@intrinsic(_interpreted)
def fold_by_vienna(
    builder, address: types.int64, number: types.int64, bases, partner, energies, most: types.int64
) -> types.int64:
    """1; fills `partner` (int32[n + 2]) and `energies` (int64[2], MFE and state's structure) of the design `bases`.

    Where these differ by more than `most`, that may be all that they say; ANY: they are exact.
    """
    word = ir.IntType(64)
    given = [number, bases.data, partner.data, energies.data, most]
    function = builder.inttoptr(address, ir.FunctionType(word, [one.type for one in given]).as_pointer())
    return builder.call(function, given)


def _weighed(
    address: int, number: int, bases: Any, shares: Any, defects: Any, odds: Any, folded: Any, wanted: int
) -> int:
    return _weigh(int(number), bases, shares, defects, odds, folded, int(wanted))


@intrinsic(_weighed)
def weigh_by_vienna(
    builder, address: types.int64, number: types.int64, bases, shares, defects, odds, folded, wanted: types.int64
) -> types.int64:
    """1; fills `shares` (float64[2]: ln p and the defect) of the design `bases` in a state; 0 if ViennaRNA fails.

    With EACH it adds to `defects` (float64[n + 2]) that of each position, and writes the most probable wrong partners
    that have larger `odds` (float64[n + 2]) than are known to `folded` (int32[n + 2]).
    """
    word = ir.IntType(64)
    given = [number, bases.data, shares.data, defects.data, odds.data, folded.data, wanted]
    function = builder.inttoptr(address, ir.FunctionType(word, [one.type for one in given]).as_pointer())
    return builder.call(function, given)
