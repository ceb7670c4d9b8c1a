"""Local search on designs: drawn by the prior, repaired where they misfold (start, propose, accept).

A design's merit is less the more its target costs above its MFE: -gap in kcal/mol, and 0.01 less if another fold has
the same energy. A solution has merit 0. Where the gap comes from, the fold's own matrix tells loop by loop (`gaps`).
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, subroutine
from puzzles.engine.rules import accept, propose, rule, start
from puzzles.rna.folding.fold import fold_design, target_energy
from puzzles.rna.kernels.annealing_draw import draw_marked, mark_spots, write_move
from puzzles.rna.kernels.annealing_refusal import gap_of_stems
from puzzles.rna.kernels.annealing_rivals import beaten, remember_rival
from puzzles.rna.kernels.annealing_state import BLAMED, KEPT_DISTANCE, KEPT_GAP
from puzzles.rna.kernels.state import DISTANCE, FIVE, GAP, JUDGED, STEP, THREE, RnaState
from puzzles.rna.moves import KIND_WIDTH

LARGEST = 1e9
"""More than any gap, in 0.01 kcal/mol."""


@rule(start, RnaState)
def _start(state, board, rng, prior):
    return draw_design(state, board, rng, prior)


@rule(propose, RnaState)
def _propose(state, rng, prior, least):
    return draw_repair(state, rng, prior, least)


@rule(accept, RnaState)
def _accept(state, accepted):
    keep_or_drop(state, accepted)


@subroutine
def draw_design(state, board, rng, prior):
    """Completes the board by the prior, makes it the current design, and returns its merit.

    The first one takes what the board leaves open from the puzzle's start sequence. What breaks a restraint or does
    not pair as the target wants counts as open.
    """
    repair = state.repair
    for position in range(1, state.bases.size - 1):
        given = np.int32(board[position - 1])
        state.bases[position] = given if given != 0 else repair.start[position]
        repair.start[position] = 0
    for step in range(state.sites.size):
        move = _given_move(state, step)
        if move < 0:
            repair.fresh[step] = True
        else:
            write_move(state, step, move)
    draw_marked(state, rng, prior)
    _complete(state)
    merit = _merit(_gap(state, np.int64(LARGEST)), state.scalars[DISTANCE])
    keep_or_drop(state, True)
    return merit


@inlined
def _given_move(state, step):
    """The one legal move of the step that the design's bases stand for; -1 if there is none."""
    site = state.sites[step]
    other = state.partners[site]
    for k in range(state.counts[step]):
        move = state.choices[step, k]
        if FIVE[move] == state.bases[site] and (move >= KIND_WIDTH or THREE[move] == state.bases[other]):
            return move
    return np.int64(-1)


@subroutine
def draw_repair(state, rng, prior, least):
    """Draws parts of the current design again and returns the merit, or something less than `least` if it is less.

    A proposal that is the current design has no merit: minus infinity.
    """
    mark_spots(state, rng)
    draw_marked(state, rng, prior)
    _complete(state)
    if not _changed(state):
        return -np.inf
    allowed = np.int64(np.floor(min(-100.0 * least, LARGEST) + 1e-6))
    gap = _gap(state, allowed)
    if gap > allowed:
        return _merit(gap, 1)
    return _merit(gap, state.scalars[DISTANCE])


@inlined
def _merit(gap, distance):
    return -0.01 * np.float64(gap + np.int64(distance > 0))


@inlined
def _complete(state):
    """Makes the design a complete one that has not been judged, whatever moves there were before."""
    state.scalars[STEP] = state.sites.size
    state.scalars[JUDGED] = 0
    word = np.uint64(0)
    for position in range(1, state.bases.size - 1):
        word ^= state.words[5 * position + state.bases[position]]
    state.hash[0] = word


@inlined
def _changed(state):
    position = 1
    while position < state.bases.size - 1 and state.bases[position] == state.repair.kept[position]:
        position += 1
    return position < state.bases.size - 1


@inlined
def _gap(state, allowed):
    """The design's gap, judged with its distance; as soon as it must be more than `allowed`, a bound above that."""
    fold, scalars = state.fold, state.scalars
    energy = target_energy(fold, state.bases)
    gap = beaten(state, energy, allowed)
    if gap < 0 and fold.native[0] != 0 and allowed < LARGEST:
        gap = gap_of_stems(state, allowed)
    if gap >= 0:
        return gap
    gap = max(energy - fold_design(fold, state.bases), np.int64(0))
    distance = np.int64(0)
    for position in range(1, state.bases.size - 1):
        found, wanted = fold.partner[position], state.partners[position]
        if found != wanted:
            distance += np.int64(found > position) + np.int64(wanted > position)
    if distance > 0:
        remember_rival(state, fold.partner)
    scalars[JUDGED] = 1
    scalars[DISTANCE] = distance
    scalars[GAP] = gap if distance > 0 else 0
    return gap


@subroutine
def keep_or_drop(state, accepted):
    """Makes the proposal, whose fold is the fold's last one, the current design; or takes the current one back."""
    repair, scalars = state.repair, state.scalars
    if not accepted:
        for position in range(1, state.bases.size - 1):
            state.bases[position] = repair.kept[position]
        _complete(state)
        scalars[JUDGED] = 1
        scalars[DISTANCE] = repair.scalars[KEPT_DISTANCE]
        scalars[GAP] = repair.scalars[KEPT_GAP]
        return
    target_energy(state.fold, state.bases)
    for k in range(repair.gaps.size):
        repair.gaps[k] = state.fold.gaps[k]
    blamed = np.int64(0)
    for position in range(1, state.bases.size - 1):
        repair.kept[position] = state.bases[position]
        repair.folded[position] = state.fold.partner[position]
        if repair.folded[position] != state.partners[position]:
            repair.blamed[blamed] = position
            blamed += 1
    repair.scalars[BLAMED] = blamed
    repair.scalars[KEPT_DISTANCE] = scalars[DISTANCE]
    repair.scalars[KEPT_GAP] = scalars[GAP]
