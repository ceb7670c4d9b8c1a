"""The state of a design for several states: that of a design under a specification, and the states as arrays.

A target of two strands is one state, which ViennaRNA folds. All other states are folded with the matrices of one
`FoldState`, one after the other: only tables and targets differ.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import INTERPRETED
from puzzles.rna.energy_models import at_temperature
from puzzles.rna.folding import models
from puzzles.rna.folding.fold_state import new_state
from puzzles.rna.kernels.by_vienna import ADDRESS, number_of
from puzzles.rna.kernels.demand_state import SpecifiedState
from puzzles.rna.specification.states import State, pairings

if TYPE_CHECKING:
    from puzzles.rna.puzzle import RnaPuzzle

Ints = npt.NDArray[np.int64]
Bases = npt.NDArray[np.int32]


class States(NamedTuple):
    """The states of a design, the target's first. Positions count from 1, energies are in 0.01 kcal/mol."""

    targets: Bases  # int32[states, n + 2]: partners, 0 unpaired
    tables: Any  # ENERGIES[states] (interpreted, a tuple)
    contexts: Any  # CONTEXTS[states] (interpreted, a tuple)
    hairpins: Bases  # int32[states, n + 1]: hairpins by length
    weights: npt.NDArray[np.float64]  # float64[states]: shares of the sum
    limits: Ints  # int64[states]: how far above the MFE
    shares: npt.NDArray[np.float64]  # float64[states, states]: of each pair under the same conditions, 0 for others
    numbers: Ints  # int64[states]: of what ViennaRNA folds in the search (`by_vienna`), -1 for our kernels
    address: Ints  # int64[1]: of that
    energies: Ints  # int64[states]: of the last design in each structure
    linked: Ints  # int64[n + 2]: the number of the component of each position that pairs of the states link
    members: Ints  # int64[n]: the positions, component by component
    firsts: Ints  # int64[components + 1]: where each begins in `members`
    left: Ints  # int64[n + 2]: work of `suited`
    wrong: Bases  # int32[n + 2]: 1 where the last design misfolds in some state
    folded: Bases  # int32[n + 2]: a wrong partner there


StatesState = namedtuple("StatesState", (*SpecifiedState._fields, "states", "costs"))  # type: ignore[misc]
"""A `SpecifiedState` with `states` and the costs (float64[2], kcal/mol) of the last and of the current design."""

COST, KEPT_COST = range(2)


def make_states(puzzle: RnaPuzzle) -> States:
    """The arrays; ModelError as by `make_fold`."""
    wanted, n = puzzle.states or (_two_strands(puzzle),), puzzle.length
    folds = [new_state(one.partners, _model(puzzle, one)) for one in wanted]
    total = sum(one.weight for one in wanted)
    alike = np.array([[one.conditions == other.conditions for other in wanted] for one in wanted])
    pairs = np.tril(alike, -1)
    linked, members, firsts = _components(pairings(puzzle.specification, puzzle.partners))
    return States(
        targets=np.array([one.target for one in folds], np.int32),
        tables=_records([one.tables for one in folds]),
        contexts=_records([one.contexts for one in folds]),
        hairpins=np.array([one.matrices.hairpins for one in folds], np.int32),
        weights=np.array([one.weight / total for one in wanted]),
        limits=np.array([round(100 * one.within) for one in wanted], np.int64),
        shares=pairs / max(pairs.sum(), 1),
        numbers=np.array([number_of(one, puzzle.model) if one.ligand or one.nick else -1 for one in wanted], np.int64),
        address=np.array([ADDRESS], np.int64),
        energies=np.zeros(len(wanted), np.int64),
        linked=linked,
        members=members,
        firsts=firsts,
        left=np.zeros(n + 2, np.int64),
        wrong=np.zeros(n + 2, np.int32),
        folded=np.zeros(n + 2, np.int32),
    )


def _two_strands(puzzle: RnaPuzzle) -> State:
    """The target of two strands as the one state of a design."""
    return State(puzzle.target, puzzle.partners, puzzle.specification.temperature, nick=puzzle.nick)


def _model(puzzle: RnaPuzzle, state: State) -> models.EnergyModel:
    return models.named(at_temperature(puzzle.model, state.temperature))


def _records(records: Sequence[Any]) -> Any:
    return tuple(records) if INTERPRETED else np.array(records)


def _components(linked: Sequence[Sequence[int]]) -> tuple[Ints, Ints, Ints]:
    """The component of each position, the positions by component, and where each component begins."""
    n = len(linked[0])
    number = np.full(n + 2, -1, np.int64)
    members: list[int] = []
    firsts = [0]
    for start in range(n):
        if number[start + 1] >= 0:
            continue
        waiting = [start]
        number[start + 1] = len(firsts) - 1
        for place in waiting:
            for other in (one[place] for one in linked if one[place] >= 0):
                if number[other + 1] < 0:
                    number[other + 1] = len(firsts) - 1
                    waiting.append(other)
        members += [place + 1 for place in waiting]
        firsts.append(len(members))
    return number, np.array(members, np.int64), np.array(firsts, np.int64)
