"""The rules of a design for several states: bases that pair in all of them, and what it costs (`puzzles.rna.states`).

A move is legal if the positions that it is linked with, by pairs of any state, can still be filled. That is seen by
narrowing the bases that are left along the links, which is exact (`puzzles.rna.specification.states`): no playout gets
stuck, and no design has a pair that can't be.
"""

from __future__ import annotations

import math

import numpy as np

from puzzles.engine import rules
from puzzles.engine.kernels import inlined, subroutine
from puzzles.engine.rules import rule
from puzzles.engine.streams import next_below
from puzzles.rna.folding.fold import fold_design, target_energy
from puzzles.rna.folding.fold_state import FoldState, Matrices
from puzzles.rna.kernels import state as rna
from puzzles.rna.kernels.annealing import lay_board, mark_spots
from puzzles.rna.kernels.annealing_state import MISFOLDED
from puzzles.rna.kernels.by_vienna import ANY, fold_by_vienna
from puzzles.rna.kernels.demands import compatible, count_faults, list_admitted
from puzzles.rna.kernels.specified import draw_within
from puzzles.rna.kernels.states_state import COST, KEPT_COST, StatesState

A, C, G, U = (1 << code for code in range(1, 5))
"""The bases as bits of what is left at a position."""


@rule(rules.legal_moves, StatesState)
def _legal_moves(state, rng):
    if rna.complete(state):
        return 0
    return list_admitted(state, state.scalars[rna.STEP])


@rule(compatible, StatesState)
def _compatible(state, site):
    return suited(state, state.states.linked[site])


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
    state.costs[COST] = found
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
def _judged(state):
    if state.scalars[rna.JUDGED] == 0:
        judge_states(state, np.inf)
    return state.costs[COST]


@rule(rules.score, StatesState)
def _score(state):
    if not rna.complete(state):
        return rna.UNFINISHED
    return 0.0 - _judged(state) - count_faults(state)


@rule(rules.solved, StatesState)
def _solved(state):
    if not rna.complete(state):
        return False
    return _judged(state) == 0.0 and count_faults(state) == 0


@rule(rules.start, StatesState)
def _start(state, board, rng, prior):
    lay_board(state, board)
    _open_marked(state)
    for component in range(state.states.firsts.size - 1):
        if not suited(state, component):
            _mark_component(state, component)
    draw_within(state, rng, prior)
    _complete(state)
    cost = judge_states(state, np.inf)
    _keep(state)
    return 0.0 - cost - count_faults(state)


@rule(rules.propose, StatesState)
def _propose(state, rng, prior, least):
    mark_spots(state, rng)
    _mark_linked(state, next_below(rng, 3))
    draw_within(state, rng, prior)
    if not _complete(state):
        return -np.inf
    faults = count_faults(state)
    return -judge_states(state, -least - faults) - faults


@rule(rules.accept, StatesState)
def _accept(state, accepted):
    if accepted:
        _keep(state)
        return
    for position in range(1, state.bases.size - 1):
        state.bases[position] = state.repair.kept[position]
    state.costs[COST] = state.costs[KEPT_COST]
    state.scalars[rna.JUDGED] = 1


@inlined
def _complete(state):
    """Marks the design as complete and not judged; True if it is another one than the current design."""
    state.scalars[rna.STEP] = state.sites.size
    state.scalars[rna.JUDGED] = 0
    changed = False
    for position in range(1, state.bases.size - 1):
        changed = changed or state.bases[position] != state.repair.kept[position]
    return changed


@subroutine
def _keep(state):
    """Makes the proposal the current design, with the positions where it misfolds in some state."""
    repair, states = state.repair, state.states
    misfolded = np.int64(0)
    for position in range(1, state.bases.size - 1):
        repair.kept[position] = state.bases[position]
        repair.folded[position] = states.folded[position] if states.wrong[position] != 0 else 0
        if states.wrong[position] != 0:
            repair.blamed[misfolded] = position
            misfolded += 1
    repair.scalars[MISFOLDED] = misfolded
    state.costs[KEPT_COST] = state.costs[COST]


@inlined
def _open_marked(state):
    for step in range(state.sites.size):
        if state.repair.fresh[step]:
            site = state.sites[step]
            state.bases[site] = state.root[site]
            other = state.partners[site]
            if other != 0:
                state.bases[other] = state.root[other]


@inlined
def _mark_component(state, component):
    states = state.states
    for k in range(states.firsts[component], states.firsts[component + 1]):
        state.repair.fresh[state.repair.step_at[states.members[k]]] = True


@subroutine
def _mark_linked(state, far):
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
