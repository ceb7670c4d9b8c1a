"""Annealing's current design: a proposal becomes it or is dropped; where p is estimated, the search may go back.

Of estimates see `estimates`.
"""

from __future__ import annotations

import math

import numpy as np

from puzzles.engine import rules
from puzzles.engine.kernels import inlined, subroutine
from puzzles.rna.folding.fold import target_energy
from puzzles.rna.kernels.demands import count_faults, faults_near
from puzzles.rna.kernels.estimates import CHANGES, EXACT, LEAST, MERIT, REFERENCE, REVISED, estimates
from puzzles.rna.kernels.state import (
    DISTANCE,
    GAP,
    JUDGED,
    KEPT,
    KEPT_DISTANCE,
    KEPT_GAP,
    MISFOLDED,
    NEW,
    complete_design,
)
from puzzles.rna.kernels.weighed import keep_weighed, log_probability
from puzzles.rna.kernels.weighed_states import keep_states


@subroutine
def keep_or_drop(state, accepted):
    """Makes the proposal the current design; else goes back to that one, or to the reference if it fails, too."""
    repair, scalars = state.repair, state.scalars
    if accepted and _is_estimated(state, state.weighed):
        _keep_estimated(state, state.weighed)
        return
    if accepted:
        _note_misfolded(state, state.states)
        repair.scalars[KEPT_DISTANCE] = scalars[DISTANCE]
        repair.scalars[KEPT_GAP] = scalars[GAP]
        _keep_value(state, state.standing, state.costs)
        _keep_ensemble(state, state.standing, state.states)
        return
    for position in range(1, state.bases.size - 1):
        state.bases[position] = repair.kept[position]
    complete_design(state)
    scalars[JUDGED] = 1
    scalars[DISTANCE] = repair.scalars[KEPT_DISTANCE]
    scalars[GAP] = repair.scalars[KEPT_GAP]
    _take_value_back(state.standing, state.costs)
    _settle(state, state.weighed, state.states)


@inlined
def _is_estimated(state, weighed):
    """Whether of the design only an estimate is known."""
    if weighed is None:
        return False
    return estimates(state) and state.scalars[JUDGED] == 0


@inlined
def _keep_estimated(state, weighed):
    """Makes a design of which only an estimate is known the current one."""
    if weighed is None:
        return
    standing = state.standing
    for position in range(state.bases.size):
        state.repair.kept[position] = state.bases[position]
    _blame_as_reference(state, weighed)
    standing.worth[KEPT] = standing.worth[NEW]
    standing.figures[EXACT] = 0.0


@inlined
def _blame_as_reference(state, weighed):
    """Makes the defects of the reference the guilt of the current design; nothing else is blamed."""
    state.repair.scalars[MISFOLDED] = 0
    guilt, defects = state.standing.guilt, weighed.ensemble.defects
    for position in range(guilt.size):
        guilt[position] = defects[position]


@inlined
def note_least(standing, least):
    """If the proposal failed by its exact merit: what was allowed, its faults included."""
    if standing is None:
        return
    if standing.figures[LEAST] > -np.inf:
        standing.figures[LEAST] = least


@inlined
def _settle(state, weighed, states):
    if weighed is None:
        return
    if states is not None:
        return
    if estimates(state):
        _settle_estimate(state)


@subroutine
def _settle_estimate(state):
    """After a proposal failed by its exact merit: judges the current design, or goes back to the reference."""
    standing, figures, thermal = state.standing, state.standing.figures, state.weighed.ensemble.weights.thermal
    least = figures[LEAST]
    figures[LEAST] = -np.inf
    state.scalars[JUDGED] = np.int64(figures[EXACT])
    if figures[EXACT] != 0.0 or least == -np.inf:
        return
    merit = thermal * log_probability(state, target_energy(state.fold, state.bases))
    if merit - count_faults(state, state.demands) >= least:
        keep_weighed(state)
    else:
        for position in range(state.bases.size):
            state.bases[position] = state.repair.kept[position] = standing.reference[position]
        complete_design(state)
        _blame_as_reference(state, state.weighed)
        merit = figures[REFERENCE]
        figures[EXACT] = 1.0
        figures[CHANGES] = max(figures[CHANGES] // 2.0, 1.0)
    state.scalars[JUDGED] = 1
    standing.worth[NEW] = standing.worth[KEPT] = math.exp(merit / thermal)
    figures[REVISED], figures[MERIT] = 1.0, merit


@inlined
def is_revised(standing):
    """Whether the last proposal failed, and the current design was then judged exactly, or is the reference again."""
    if standing is None:
        return False
    return standing.figures[REVISED] != 0.0


@inlined
def rough_score_of(state, weighed):
    """As the rule `rough_score`."""
    if weighed is None:
        return rules.score(state)
    if not _is_estimated(state, weighed):
        return rules.score(state)
    return state.standing.worth[NEW] - count_faults(state, state.demands)


@inlined
def revised_merit(state, weighed, merit):
    """As the rule `merit_now`."""
    if weighed is None:
        return merit
    figures = state.standing.figures
    if figures[REVISED] == 0.0:
        return merit
    figures[REVISED] = 0.0
    return figures[MERIT] - count_faults(state, state.demands)


@inlined
def _note_misfolded(state, states):
    """Keeps the design, its fold, the gaps of its loops, and its misfolded positions."""
    repair = state.repair
    if states is None:
        target_energy(state.fold, state.bases)
        for k in range(repair.gaps.size):
            repair.gaps[k] = state.fold.gaps[k]
    misfolded = np.int64(0)
    for position in range(1, state.bases.size - 1):
        repair.kept[position] = state.bases[position]
        if _misfolds(state, states, position):
            repair.blamed[misfolded] = position
            misfolded += 1
    repair.scalars[MISFOLDED] = misfolded


@inlined
def _misfolds(state, states, position):
    """True if the position is not paired as wanted; its partner, in several states a wrong one, is kept."""
    folded = state.repair.folded
    if states is None:
        folded[position] = state.fold.partner[position]
        return folded[position] != state.partners[position]
    folded[position] = states.folded[position] if states.wrong[position] != 0 else 0
    return states.wrong[position] != 0


@inlined
def _keep_value(state, standing, costs):
    if standing is not None:
        standing.worth[KEPT] = standing.worth[NEW]
    if costs is not None:
        costs[KEPT] = costs[NEW]


@inlined
def _keep_ensemble(state, standing, states):
    if standing is not None:
        if states is not None:
            keep_states(state)
        else:
            keep_weighed(state)


@inlined
def _take_value_back(standing, costs):
    if standing is not None:
        standing.worth[NEW] = standing.worth[KEPT]
    if costs is not None:
        costs[NEW] = costs[KEPT]


@inlined
def blame_faults(state, demands, states):
    """Lets positions at which a demand is broken be drawn again most."""
    if demands is None:
        return
    if count_faults(state, demands) > 0:
        if states is None:
            _blame(state)
        _blame_in_ensemble(state, state.standing)


@subroutine
def _blame(state):
    repair = state.repair
    misfolded = repair.scalars[MISFOLDED]
    for position in range(1, state.bases.size - 1):
        if repair.folded[position] == state.partners[position] and faults_near(state, position, np.int64(0)) > 0:
            repair.blamed[misfolded] = position
            misfolded += 1
    repair.scalars[MISFOLDED] = misfolded


@inlined
def _blame_in_ensemble(state, standing):
    if standing is not None:
        for position in range(1, state.bases.size - 1):
            if faults_near(state, position, np.int64(0)) > 0:
                standing.guilt[position] += 1.0
