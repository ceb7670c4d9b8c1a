"""A weighted sum of terms over several states, of two strands, and with free positions: score, and merit of annealing.

Its probability is the weighted geometric mean of those of the states, its defect the weighted mean, its gap the cost
(`puzzles.rna.states`). ViennaRNA computes the probabilities, state after state: a proposal is refused as soon as those
that are known, the others being 1, give a merit below what is allowed.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, subroutine
from puzzles.rna.kernels import state as rna
from puzzles.rna.kernels.by_vienna import DEFECT as WITH_DEFECT
from puzzles.rna.kernels.by_vienna import EACH, SHARE, weigh_by_vienna
from puzzles.rna.kernels.states import judge_states
from puzzles.rna.kernels.weighed import IMPOSSIBLE, LEAST_WRONG, SLACK, merit_of, weighed_sum
from puzzles.rna.objective import DEFECT, GAP


@subroutine
def merit_of_states(state, least):
    """The merit of a complete design, judged; or a bound below `least` as soon as there is one."""
    states, terms = state.states, state.weighed.terms
    gap = 100.0 * judge_states(state, np.inf) if terms[GAP] > 0.0 else 0.0
    log_p = defect = 0.0
    total = weighed_sum(state, log_p, defect, 0, gap)
    for number in range(states.targets.shape[0]):
        if number > 0 or terms[GAP] > 0.0:
            above = merit_of(state, log_p, total) + SLACK
            if above < least:
                return above
        _weigh(state, number, WITH_DEFECT if terms[DEFECT] > 0.0 else SHARE)
        log_p += states.weights[number] * max(states.figures[0], IMPOSSIBLE)
        defect += states.weights[number] * states.figures[1]
        total = weighed_sum(state, log_p, defect, 0, gap)
    state.standing.worth[rna.NEW] = total
    state.scalars[rna.JUDGED] = 1
    return merit_of(state, log_p, total)


@inlined
def _weigh(state, number, wanted):
    """Writes ln p and the defect in a state to `figures`; of a design that ViennaRNA can't weigh the worst."""
    states, repair, standing = state.states, state.repair, state.standing
    figures, guilt, odds = states.figures, standing.guilt, standing.odds
    weighed = states.weighed[number]
    done = weigh_by_vienna(
        states.address[1], weighed, state.bases, figures, guilt, odds, repair.folded, np.int64(wanted)
    )
    if done == 0:
        figures[0], figures[1] = IMPOSSIBLE, 1.0


@subroutine
def worth_of_states(state):
    """The objective of a complete design, judged unless it is."""
    if state.scalars[rna.JUDGED] == 0:
        merit_of_states(state, -np.inf)
    return state.standing.worth[rna.NEW]


@subroutine
def keep_states(state):
    """Makes the defects of the design by position, of all states, the guilt of the current one's, and keeps the most
    probable wrong partner of each."""
    standing = state.standing
    for position in range(standing.guilt.size):
        standing.guilt[position] = 0.0
        standing.odds[position] = LEAST_WRONG
        state.repair.folded[position] = 0
    for number in range(state.states.targets.shape[0]):
        _weigh(state, number, EACH)
