"""The rules of a design under a specification, where they differ from those of any design.

Moves and proposals keep the demands where they can (`demands`). What is broken all the same takes 1 off the score for
each fault, and 1 kcal/mol off the merit of annealing. Only a design without a fault is a solution.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine import rules
from puzzles.engine.kernels import inlined, subroutine
from puzzles.engine.rules import operation, rule
from puzzles.engine.streams import next_below, next_float
from puzzles.rna.kernels import state as rna
from puzzles.rna.kernels.annealing import (
    EVEN,
    keep_or_drop,
    lay_board,
    mark_spots,
    merit_of_proposal,
    merit_of_start,
    move_at,
    write_move,
)
from puzzles.rna.kernels.annealing_state import MISFOLDED
from puzzles.rna.kernels.demand_state import SpecifiedState
from puzzles.rna.kernels.demands import count_faults, faults_near, list_admitted
from puzzles.rna.kernels.state import DISTANCE
from puzzles.rna.kernels.weighed import draws_evenly, keep_weighed, solved_by_fold
from puzzles.rna.kernels.weighed_state import SpecifiedWeighedState


@rule(rna.distance_of_fold, SpecifiedState, SpecifiedWeighedState)
def _distance_of_fold(state):
    """Pairs of two free positions aside, which the target does not have."""
    free = state.demands.free
    distance = 0
    for position in range(1, state.bases.size - 1):
        found = state.fold.partner[position]
        wanted = state.partners[position]
        if found != wanted and not (found > position and free[position] and free[found]):
            distance += int(found > position) + int(wanted > position)
    return np.int64(distance)


@rule(rules.legal_moves, SpecifiedState, SpecifiedWeighedState)
def _legal_moves(state, rng):
    if rna.complete(state):
        return 0
    return list_admitted(state, state.scalars[rna.STEP])


@rule(rules.score, SpecifiedState, SpecifiedWeighedState)
def _score(state):
    if not rna.complete(state):
        return rna.UNFINISHED
    return rna.reached(state) - count_faults(state)


@rule(rules.solved, SpecifiedState)
def _solved(state):
    if not rna.complete(state):
        return False
    rna.judge_design(state)
    return state.scalars[rna.DISTANCE] == 0 and count_faults(state) == 0


@rule(rules.solved, SpecifiedWeighedState)
def _solved_weighed(state):
    return solved_by_fold(state) and count_faults(state) == 0


@rule(rules.start, SpecifiedState, SpecifiedWeighedState)
def _start(state, board, rng, prior):
    lay_board(state, board)
    draw_within(state, rng, prior)
    merit = merit_of_start(state)
    faults = count_faults(state)
    if faults > 0:
        blame(state)
    return merit - faults


@rule(rules.propose, SpecifiedState)
def _propose(state, rng, prior, least):
    return propose_within(state, rng, prior, least)


@rule(rules.propose, SpecifiedWeighedState)
def _propose_weighed(state, rng, prior, least):
    return propose_within(state, rng, prior[:1] if draws_evenly(state, rng) else prior, least)


@subroutine
def propose_within(state, rng, prior, least):
    """As `draw_repair`, within the demands; what they are broken by is off the merit."""
    mark_spots(state, rng)
    draw_within(state, rng, prior)
    faults = count_faults(state)
    if _any_free(state):  # a fold that pairs free positions may be a solution: no bound refuses it
        merit = merit_of_proposal(state, -np.inf)
        solved = state.scalars[DISTANCE] == 0
        return (0.0 if solved and merit > -np.inf else merit) - faults
    return merit_of_proposal(state, least + faults) - faults


@rule(rules.accept, SpecifiedState)
def _accept(state, accepted):
    keep_or_drop(state, accepted)
    if accepted and count_faults(state) > 0:
        blame(state)


@rule(rules.accept, SpecifiedWeighedState)
def _accept_weighed(state, accepted):
    keep_weighed(state, accepted)
    if accepted and count_faults(state) > 0:
        blame(state)


@inlined
def _any_free(state):
    free = state.demands.free
    position = 1
    while position < free.size and not free[position]:
        position += 1
    return position < free.size


@operation
def blame(state):
    """Lets positions at which a demand is broken be drawn again most."""


@rule(blame, SpecifiedState)
def _blame(state):
    add_to_misfolded(state)


@rule(blame, SpecifiedWeighedState)
def _blame_of_ensemble(state):
    add_to_misfolded(state)
    for position in range(1, state.bases.size - 1):
        if faults_near(state, position, np.int64(0)) > 0:
            state.standing.guilt[position] += 1.0


@subroutine
def add_to_misfolded(state):
    repair = state.repair
    misfolded = repair.scalars[MISFOLDED]
    for position in range(1, state.bases.size - 1):
        if repair.folded[position] == state.partners[position] and faults_near(state, position, np.int64(0)) > 0:
            repair.blamed[misfolded] = position
            misfolded += 1
    repair.scalars[MISFOLDED] = misfolded


@subroutine
def draw_within(state, rng, prior):
    """Draws the moves of all marked steps, in the order of the steps, within the demands; takes the marks away.

    Their positions are open until then.
    """
    fresh = state.repair.fresh
    for step in range(fresh.size):
        if fresh[step]:
            site = state.sites[step]
            state.bases[site] = state.root[site]
            if state.partners[site] != 0:
                state.bases[state.partners[site]] = state.root[state.partners[site]]
    for step in range(fresh.size):
        if fresh[step]:
            fresh[step] = False
            write_move(state, step, _drawn(state, rng, prior, step, list_admitted(state, step)))


@inlined
def _drawn(state, rng, prior, step, count):
    """One of the first `count` of state.moves, by the prior's odds."""
    if count == 1:
        return state.moves[0]
    if prior.size == 1 or next_float(rng) < EVEN:
        return state.moves[next_below(rng, count)]
    odds = state.repair.odds
    last = move_at(state, step - 1) if step > 0 and state.scalars[rna.PRIOR_CODE] == rna.NGRAM else np.int64(0)
    total = 0.0
    for k in range(count):
        odds[k] = prior[rna.prior_code_at(state, step, last, state.moves[k])]
        total += odds[k]
    left = next_float(rng) * total
    k = 0
    while k < count - 1 and left >= odds[k]:
        left -= odds[k]
        k += 1
    return state.moves[k]
