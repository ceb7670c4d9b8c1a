"""Designs for several states: bases that pair in all of them, and what a design costs (`puzzles.rna.states`).

A move is legal if the positions that it is linked with, by pairs of any state, can still be filled. That is seen by
narrowing the bases that are left along the links, which is exact (`puzzles.rna.specification.domains`): no playout gets
stuck, and no design has a pair that can't be.

States of a target of two strands are folded by ViennaRNA, and so are those with a ligand. All others are folded with
the matrices of one `FoldState`, one after the other: only tables and targets differ.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from puzzles.engine.kernels import INTERPRETED, inlined, subroutine
from puzzles.rna.energy_models import at_temperature
from puzzles.rna.folding import models
from puzzles.rna.folding.fold import fold_design, target_energy
from puzzles.rna.folding.fold_state import FoldState, Matrices, new_state
from puzzles.rna.kernels import state as rna
from puzzles.rna.kernels.by_vienna import ADDRESS, ANY, WEIGHING, fold_by_vienna, number_of
from puzzles.rna.kernels.state import Ints, States
from puzzles.rna.objective import of_ensemble
from puzzles.rna.specification.states import State, pairings

if TYPE_CHECKING:
    from puzzles.rna.puzzle import RnaPuzzle


def make_states(puzzle: RnaPuzzle) -> States:
    """The arrays; ModelError as by `make_fold`."""
    wanted, n = puzzle.states or (_target(puzzle),), puzzle.length
    numbers = [number_of(one, puzzle.model) for one in wanted]
    folds = [new_state(one.partners, _model(puzzle, one)) for one in wanted]
    total = sum(one.weight for one in wanted)
    alike = np.array([[one.conditions == other.conditions for other in wanted] for one in wanted])
    pairs = np.tril(alike, -1)
    linked, members, firsts = _components(pairings(puzzle.states, puzzle.partners))
    return States(
        targets=np.array([one.target for one in folds], np.int32),
        tables=_records([one.tables for one in folds]),
        contexts=_records([one.contexts for one in folds]),
        hairpins=np.array([one.matrices.hairpins for one in folds], np.int32),
        weights=np.array([one.weight / total for one in wanted]),
        limits=np.array([round(100 * one.within) for one in wanted], np.int64),
        shares=pairs / max(pairs.sum(), 1),
        numbers=np.where([bool(one.ligand or one.nick or one.free) for one in wanted], np.array(numbers, np.int64), -1),
        address=np.array([ADDRESS, WEIGHING], np.int64),
        weighed=np.array(numbers if of_ensemble(puzzle.objective) else [-1] * len(wanted), np.int64),
        figures=np.zeros(2),
        energies=np.zeros(len(wanted), np.int64),
        linked=linked,
        members=members,
        firsts=firsts,
        left=np.zeros(n + 2, np.int64),
        wrong=np.zeros(n + 2, np.int32),
        folded=np.zeros(n + 2, np.int32),
    )


def _target(puzzle: RnaPuzzle) -> State:
    """The target, of two strands or with free positions, as the one state of a design."""
    demands = puzzle.specification
    return State(puzzle.target, puzzle.partners, demands.temperature, nick=puzzle.nick, free=demands.free)


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


A, C, G, U = (1 << code for code in range(1, 5))
"""The bases as bits of what is left at a position."""


@subroutine
def suited(state, component):
    """True if the open positions of a component can be filled so that all its pairs, of all states, can be."""
    states, bases, fixed = state.states, state.bases, state.demands.left
    left = states.left
    first, end = states.firsts[component], states.firsts[component + 1]
    for k in range(first, end):
        position = states.members[k]
        left[position] = fixed[position] if bases[position] == 0 else np.int64(1) << np.int64(bases[position])
    changed = True
    while changed:
        changed = False
        for k in range(first, end):
            position = states.members[k]
            kept = left[position]
            for number in range(states.targets.shape[0]):
                other = np.int64(states.targets[number, position])
                if other != 0:
                    kept &= _partners(left[other])
            if kept == 0:
                return False
            if kept != left[position]:
                left[position] = kept
                changed = True
    return True


@inlined
def _partners(mask):
    """The bases that pair with some base of the mask."""
    found = np.int64(0)
    if mask & A != 0:
        found |= U
    if mask & C != 0:
        found |= G
    if mask & G != 0:
        found |= C | U
    if mask & U != 0:
        found |= A | G
    return found


@subroutine
def judge_states(state, allowed):
    """The cost of a complete design in kcal/mol; a lower bound on it as soon as that is more than `allowed`."""
    states = state.states
    for position in range(state.bases.size):
        states.wrong[position] = 0
    found = 0.0
    for number in range(states.targets.shape[0]):
        room = (allowed - found) / (0.01 * states.weights[number])
        most = ANY if room >= ANY else np.int64(math.floor(room)) + states.limits[number] + 1
        gap = _gap_in(state, number, most)
        found += 0.01 * states.weights[number] * max(gap - states.limits[number], np.int64(0))
        for other in range(number):
            if states.shares[number, other] > 0.0:
                apart = abs(states.energies[number] - states.energies[other])
                apart -= max(states.limits[number], states.limits[other])
                found += 0.01 * states.shares[number, other] * max(apart, np.int64(0))
        if found > allowed:
            return found
    state.costs[rna.NEW] = found
    state.scalars[rna.JUDGED] = 1
    return found


@subroutine
def _gap_in(state, number, most):
    """How far the design's energy in a state lies above its MFE there; where it misfolds is added to `wrong`.

    Where it is more than `most`, perhaps something between the two, and what is added to `wrong` is not known.
    """
    states, shared = state.states, state.fold
    partner = shared.partner
    if states.numbers[number] >= 0:
        fold_by_vienna(states.address[0], states.numbers[number], state.bases, partner, state.moves, most)
        gap = state.moves[1] - state.moves[0]
        states.energies[number] = state.moves[1]
    else:
        m = shared.matrices
        hairpins = states.hairpins[number]
        matrices = Matrices(  # all of the one fold state's, but for the energies by length
            m.pairs,
            m.bulged,
            m.one_sided,
            m.inner,
            m.multi,
            m.rows,
            m.by_size,
            m.prefix,
            hairpins,
            m.windows,
            m.places,
            m.stack,
        )
        tables, contexts, target = states.tables[number], states.contexts[number], states.targets[number]
        whole, best, kernels = shared.whole, shared.best, shared.kernels
        fold = FoldState(partner, shared.gaps, target, whole, best, tables, contexts, matrices, kernels)
        energy = target_energy(fold, state.bases)
        gap = energy - fold_design(fold, state.bases)
        states.energies[number] = energy
    if gap > states.limits[number]:
        for position in range(1, state.bases.size - 1):
            if partner[position] != states.targets[number, position]:
                states.wrong[position] = 1
                states.folded[position] = partner[position]
    return max(gap, np.int64(0))


@inlined
def cost_of(state):
    """The cost of a complete design in kcal/mol, judged unless it is."""
    if state.scalars[rna.JUDGED] == 0:
        judge_states(state, np.inf)
    return state.costs[rna.NEW]


@inlined
def _mark_component(state, component):
    states = state.states
    for k in range(states.firsts[component], states.firsts[component + 1]):
        state.repair.fresh[state.repair.step_at[states.members[k]]] = True


@inlined
def mark_unsuited(state):
    """Marks all components whose bases can't pair in all states."""
    for component in range(state.states.firsts.size - 1):
        if not suited(state, component):
            _mark_component(state, component)


@subroutine
def mark_linked(state, far):
    """Marks what is linked with the marked steps: 0 nothing, 1 their partners in all states, 2 their components.

    A base that pairs in several states can seldom change alone.
    """
    states, repair = state.states, state.repair
    if far == 0:
        return
    for position in range(1, state.bases.size - 1):  # `left` holds what was marked before
        states.left[position] = np.int64(repair.fresh[repair.step_at[position]])
    for position in range(1, state.bases.size - 1):
        if states.left[position] == 0:
            continue
        if far == 2:
            _mark_component(state, states.linked[position])
            continue
        for number in range(states.targets.shape[0]):
            other = np.int64(states.targets[number, position])
            if other != 0:
                repair.fresh[repair.step_at[other]] = True
