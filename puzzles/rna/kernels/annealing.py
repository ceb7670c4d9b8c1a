"""Local search on designs: drawn by the prior, repaired where they misfold (start, propose, accept).

A design's merit is less the more its target costs above its MFE: -gap in kcal/mol, and 0.01 less if another fold has
the same energy. A solution has merit 0. By a weighted sum it is as `weighed` says; for several states it is minus the
cost. Each demand that is broken takes 1 kcal/mol off it: proposals keep the demands where they can.
"""

from __future__ import annotations

import math

import numpy as np

from puzzles.engine import rules
from puzzles.engine.kernels import address_of, call_at, inlined, kernel, subroutine
from puzzles.engine.rules import rule
from puzzles.engine.streams import next_below, next_float
from puzzles.rna.folding.fold import fold_design, target_energy
from puzzles.rna.kernels import state as rna
from puzzles.rna.kernels.annealing_refusal import gap_by_rivals, gap_of_stems, remember_rival
from puzzles.rna.kernels.copies import copy_motif
from puzzles.rna.kernels.current import (
    blame_faults,
    is_revised,
    keep_or_drop,
    note_least,
    revised_merit,
    rough_score_of,
)
from puzzles.rna.kernels.demands import count_faults, faults_near
from puzzles.rna.kernels.estimates import CHANGES, PARTS
from puzzles.rna.kernels.hairpins import write_hairpin
from puzzles.rna.kernels.motifs import write_motif
from puzzles.rna.kernels.parts import cut_out, make_parts, write_back
from puzzles.rna.kernels.redrawing import (
    draw_marked,
    draws_evenly,
    lay_board,
    mark_spots,
    open_marked,
    spot_of,
    write_plain_moves,
)
from puzzles.rna.kernels.state import (
    DISTANCE,
    GAP,
    JUDGED,
    RnaState,
    changed,
    complete_design,
)
from puzzles.rna.kernels.states import judge_states, mark_linked, mark_unsuited
from puzzles.rna.kernels.weighed import cooling_of, weighed_merit
from puzzles.rna.kernels.weighed_states import merit_of_states

LARGEST = 1e9
"""More than any gap, in 0.01 kcal/mol."""


@rule(rules.start, RnaState)
def _start(state, board, rng, prior):
    return _start_design(state, board, rng, prior)


@rule(rules.propose, RnaState)
def _propose(state, rng, prior, least):
    return _propose_any(state, state.parts, rng, prior, least)


@rule(rules.accept, RnaState)
def _accept(state, accepted):
    keep_or_drop(state, accepted)
    if accepted or is_revised(state.standing):
        blame_faults(state, state.demands, state.states)


@rule(rules.rough_score, RnaState)
def _rough_score(state):
    return rough_score_of(state, state.weighed)


@rule(rules.merit_now, RnaState)
def _merit_now(state, merit):
    return revised_merit(state, state.weighed, merit)


@rule(rules.cooling, RnaState)
def _cooling(state):
    return cooling_of(state.weighed, state.parts)


@subroutine
def _start_design(state, board, rng, prior):
    """Completes the board by the prior, makes it the current design, and returns its merit."""
    lay_board(state, board)
    _prepare_start(state, rng, state.demands, state.weighed, state.states)
    draw_marked(state, rng, prior)
    complete_design(state)
    merit = _merit_of_start(state, state.weighed, state.states)
    keep_or_drop(state, True)
    blame_faults(state, state.demands, state.states)
    return merit - count_faults(state, state.demands)


@inlined
def _prepare_start(state, rng, demands, weighed, states):
    """Marks what can't stay beside the board in all states, or writes what needs not be drawn of it."""
    if states is not None:
        open_marked(state, demands)
        mark_unsuited(state)
    else:
        write_plain_moves(state, weighed, rng)


@inlined
def _merit_of_start(state, weighed, states):
    if states is not None:
        if weighed is not None:
            return merit_of_states(state, -np.inf)
        return 0.0 - judge_states(state, np.inf)
    if weighed is not None:
        return weighed_merit(state, -np.inf)
    return _merit(_gap(state, np.int64(LARGEST)), state.scalars[DISTANCE])


@subroutine
def _propose_design(state, rng, prior, least):
    """Draws parts of the current design again and returns the merit, or a number below `least` if it is below that.

    A proposal that equals the current design has the merit minus infinity.
    """
    mark_spots(state, rng)
    _mark_linked(state, state.states, rng)
    draw_marked(state, rng, prior)
    return _judge_proposal(state, least)


@subroutine
def _judge_proposal(state, least):
    """As `_propose_design`, of what was written."""
    faults = count_faults(state, state.demands)
    complete_design(state)
    if not changed(state):
        return -np.inf
    if _any_free(state.demands, state.states):  # a fold that pairs free positions may be right: no bound refuses it
        merit = _merit_of_proposal(state, state.weighed, state.states, -np.inf)
        return (0.0 if state.scalars[DISTANCE] == 0 else merit) - faults
    merit = _merit_of_proposal(state, state.weighed, state.states, least + faults)
    note_least(state.standing, least)
    return merit - faults


@inlined
def _propose_any(state, parts, rng, prior, least):
    if parts is not None and next_float(rng) < parts.share[0] and call_at(parts.kernels[0], (state, rng, prior)) != 0:
        _redraw_faults(state, state.demands, rng, prior)
        return _judge_proposal(state, least)
    if _writes_motif(state, state.copies, state.hairpins, state.library, rng):
        _redraw_faults(state, state.demands, rng, prior)
        return _judge_proposal(state, least)
    return _propose_design(state, rng, prior[:1] if draws_evenly(state.weighed, rng) else prior, least)


@inlined
def _writes_motif(state, copies, hairpins, library, rng):
    """Copies a motif, writes one of the library, or a special hairpin, each as often as its share says."""
    if copies is None:
        return False
    if _by_chance(copies.share[0], rng) and copy_motif(state, rng, _spot(state, rng)):
        return True
    if _writes_known(state, library, rng):
        return True
    return _by_chance(hairpins.share[0], rng) and write_hairpin(state, rng, _spot(state, rng))


@inlined
def _writes_known(state, library, rng):
    if library is None:
        return False
    return _by_chance(library.share[0], rng) and write_motif(state, rng, _spot(state, rng))


@inlined
def _by_chance(share, rng):
    """True that often. For 0 no random number is drawn: so a search saved before the share was added stays the same."""
    return share > 0.0 and next_float(rng) < share


@inlined
def _spot(state, rng):
    return spot_of(state, state.weighed, rng, state.bases.size - 2)


@inlined
def _redraw_faults(state, demands, rng, prior):
    """Draws again what is new in the proposal and breaks a demand."""
    if demands is None:
        return
    repair = state.repair
    for position in range(1, state.bases.size - 1):
        if state.bases[position] != repair.kept[position] and faults_near(state, position, np.int64(0)) > 0:
            repair.fresh[repair.step_at[position]] = True
    draw_marked(state, rng, prior)


HOT, COLD = 0.1, 0.0001
"""A part is cooled from a temperature between these, in kcal/mol, all magnitudes alike, down to COLD."""

DOUBLINGS = 4
"""Proposals for a part are the fewest, doubled with a chance of 1/2 each up to that often: lengths take equal time."""

OWN_SHARE = 0.5
"""A part is annealed if its spot has at least that share of its defect in the part alone."""

EACH = 400
"""A proposal has one part more for each so many positions, as the whole takes longer to judge."""


def with_parts(state, design):
    """A state of a long target with that of its parts, which was built for `parts.blank`."""
    state = state._replace(parts=make_parts(design, state.bases.size - 2))
    state.parts.kernels[0] = address_of(redesign_parts, state, np.zeros(1, np.uint64), np.zeros(1))
    return state


@kernel
def redesign_parts(state, rng, prior):
    """How many parts of the current design were annealed alone; 0 if the first spot fails by what is beyond its part.

    Those that became better are written into the design.
    """
    parts, design = state.parts, state.parts.design
    annealed = np.int64(0)
    for _ in range(1 + (state.bases.size - 2) // EACH):
        spot = _spot(state, rng)
        own = cut_out(state, parts, spot) > 0
        before = -np.inf
        if own:
            complete_design(design)
            design.standing.figures[CHANGES] = state.standing.figures[PARTS]
            before = weighed_merit(design, -np.inf) - count_faults(design, design.demands)
            keep_or_drop(design, True)
            own = design.standing.guilt[parts.at[spot]] >= OWN_SHARE * state.standing.guilt[spot]
        if own:
            annealed += 1
            if _anneal(design, rng, prior, before, parts.proposals[0]) > before:
                write_back(state, parts)
        elif annealed == 0:
            return annealed
    return annealed


@subroutine
def _anneal(design, rng, prior, merit, shortest):
    """The merit that a part's design has after it was cooled, from `merit`."""
    count = np.int64(shortest)
    while count < shortest << DOUBLINGS and next_below(rng, 2) == 0:
        count *= 2
    temperature = HOT * (COLD / HOT) ** next_float(rng)
    factor = (COLD / temperature) ** (1.0 / count)
    for _ in range(count):
        least = merit + temperature * math.log(1.0 - next_float(rng))
        odds = prior[:1] if draws_evenly(design.weighed, rng) else prior
        reached = _propose_design(design, rng, odds, least)
        keep_or_drop(design, reached >= least)
        if reached >= least:
            merit = reached
        merit = revised_merit(design, design.weighed, merit)
        temperature *= factor
    return merit


@inlined
def _mark_linked(state, states, rng):
    if states is not None:
        mark_linked(state, next_below(rng, 3))


@inlined
def _any_free(demands, states):
    if demands is None or states is not None:
        return False
    position = 1
    while position < demands.free.size and not demands.free[position]:
        position += 1
    return position < demands.free.size


@inlined
def _merit_of_proposal(state, weighed, states, least):
    if states is not None:
        if weighed is not None:
            return merit_of_states(state, least)
        return -judge_states(state, -least)
    if weighed is not None:
        return weighed_merit(state, least)
    allowed = np.int64(np.floor(min(-100.0 * least, LARGEST) + 1e-6))
    gap = _gap(state, allowed)
    return _merit(gap, 1 if gap > allowed else state.scalars[DISTANCE])


@inlined
def _merit(gap, distance):
    return -0.01 * np.float64(gap + np.int64(distance > 0))


@inlined
def _gap(state, allowed):
    """The design's gap, judged with its distance; as soon as it must be more than `allowed`, a bound above that."""
    fold, scalars = state.fold, state.scalars
    energy = target_energy(fold, state.bases)
    gap = gap_by_rivals(state, energy, allowed)
    if gap < 0 and allowed < LARGEST:
        gap = gap_of_stems(state, allowed)
    if gap >= 0:
        return gap
    gap = max(energy - fold_design(fold, state.bases), np.int64(0))
    distance = rna.distance_of_fold(state, state.demands)
    if distance > 0:
        remember_rival(state, fold.partner)
    scalars[JUDGED] = 1
    scalars[DISTANCE] = distance
    scalars[GAP] = gap if distance > 0 else 0
    return gap
