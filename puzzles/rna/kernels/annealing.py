"""Local search on designs: drawn by the prior, repaired where they misfold (start, propose, accept).

A design's merit is less the more its target costs above its MFE: -gap in kcal/mol, and 0.01 less if another fold has
the same energy. A solution has merit 0. The fold's own matrix gives the gap loop by loop (`gaps`): which positions are
drawn again goes by the faulty loops, and which bases they get by the prior's odds.
"""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, subroutine
from puzzles.engine.rules import accept, default, operation, propose, rule, start
from puzzles.engine.streams import next_below, next_float
from puzzles.rna.folding.fold import fold_design, target_energy
from puzzles.rna.kernels import state as rna
from puzzles.rna.kernels.annealing_refusal import gap_by_rivals, gap_of_stems, remember_rival
from puzzles.rna.kernels.annealing_state import KEPT_DISTANCE, KEPT_GAP, MISFOLDED
from puzzles.rna.kernels.state import DISTANCE, FIVE, GAP, JUDGED, STEP, THREE, RnaState
from puzzles.rna.puzzle import KIND_WIDTH

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
    """Completes the board by the prior, makes it the current design, and returns its merit."""
    lay_board(state, board)
    draw_marked(state, rng, prior)
    return merit_of_start(state)


@inlined
def lay_board(state, board):
    """Writes a board, and marks the steps that it leaves open.

    The first one takes what the board leaves open from the puzzle's start sequence. Bases that break a restraint
    or don't pair as in the target count as open.
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


@operation
def merit_of_start(state):
    """Makes a complete design the current one, and returns its merit."""


@default(merit_of_start)
def _merit_of_start(state):
    complete_design(state)
    merit = _merit(_gap(state, np.int64(LARGEST)), state.scalars[DISTANCE])
    keep_or_drop(state, True)
    return merit


@inlined
def _given_move(state, step):
    """The one legal move of the step that sets the design's bases; -1 if there is none."""
    site = state.sites[step]
    other = state.partners[site]
    for k in range(state.counts[step]):
        move = state.choices[step, k]
        if FIVE[move] == state.bases[site] and (move >= KIND_WIDTH or THREE[move] == state.bases[other]):
            return move
    return np.int64(-1)


@subroutine
def draw_repair(state, rng, prior, least):
    """Draws parts of the current design again and returns the merit, or a number below `least` if it is below that.

    A proposal that equals the current design has the merit minus infinity.
    """
    mark_spots(state, rng)
    draw_marked(state, rng, prior)
    return merit_of_proposal(state, least)


@operation
def merit_of_proposal(state, least):
    """The merit of a complete proposal, or a number below `least` if it is below that."""


@default(merit_of_proposal)
def _merit_of_proposal(state, least):
    complete_design(state)
    if not changed(state):
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
def complete_design(state):
    """Marks the design as complete and not yet judged, whatever moves led to it."""
    state.scalars[STEP] = state.sites.size
    state.scalars[JUDGED] = 0
    word = np.uint64(0)
    for position in range(1, state.bases.size - 1):
        word ^= state.words[5 * position + state.bases[position]]
    state.hash[0] = word


@inlined
def changed(state):
    """True if the proposal is another design than the current one."""
    position = 1
    while position < state.bases.size - 1 and state.bases[position] == state.repair.kept[position]:
        position += 1
    return position < state.bases.size - 1


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
    distance = rna.distance_of_fold(state)
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
        complete_design(state)
        scalars[JUDGED] = 1
        scalars[DISTANCE] = repair.scalars[KEPT_DISTANCE]
        scalars[GAP] = repair.scalars[KEPT_GAP]
        return
    target_energy(state.fold, state.bases)
    for k in range(repair.gaps.size):
        repair.gaps[k] = state.fold.gaps[k]
    misfolded = np.int64(0)
    for position in range(1, state.bases.size - 1):
        repair.kept[position] = state.bases[position]
        repair.folded[position] = state.fold.partner[position]
        if repair.folded[position] != state.partners[position]:
            repair.blamed[misfolded] = position
            misfolded += 1
    repair.scalars[MISFOLDED] = misfolded
    repair.scalars[KEPT_DISTANCE] = scalars[DISTANCE]
    repair.scalars[KEPT_GAP] = scalars[GAP]


EVEN = 0.03
"""The share of draws in which all moves have equal odds: some targets need moves that the prior makes rare."""

ONE_SPOT, TWO_SPOTS = 0.6, 0.88
"""How often a proposal changes one spot, or at most two; else it changes four."""

AT_FAULT, IN_LOOP = 0.85, 0.85
"""How often a spot is a misfolded position, or one of those or of a loop drawn by its gap; else it is any position."""

RIVAL_SIDE, WITH_NEIGHBOURS = 0.3, 0.6
"""How often the base that the spot wrongly pairs with is drawn instead, or the spot with its neighbours and mismatch;
else the spot alone."""


@subroutine
def mark_spots(state, rng):
    """Marks the steps to be drawn again: one, two or four spots, mostly where the design fails."""
    repair = state.repair
    n = state.bases.size - 2
    draw = next_float(rng)
    for _ in range(1 if draw < ONE_SPOT else 2 if draw < TWO_SPOTS else 4):
        spot = spot_of(state, rng, n)
        draw = next_float(rng)
        if draw < RIVAL_SIDE and repair.folded[spot] != 0:
            _mark(state, np.int64(repair.folded[spot]))
        elif draw < WITH_NEIGHBOURS:
            _mark(state, spot)
            if spot > 1 and next_below(rng, 2) == 0:
                _mark(state, spot - 1)
            if spot < n and next_below(rng, 2) == 0:
                _mark(state, spot + 1)
            if repair.mates[spot] != 0:
                _mark(state, repair.mates[spot])
        else:
            _mark(state, spot)


@inlined
def _mark(state, position):
    state.repair.fresh[state.repair.step_at[position]] = True


@operation
def spot_of(state, rng, n):
    """A position of the design: mostly one at which the design fails."""


@default(spot_of)
def _spot_of(state, rng, n):
    return misfolded_spot(state, rng, n)


@inlined
def misfolded_spot(state, rng, n):
    """Mostly a misfolded position, or one of a loop with a gap."""
    repair = state.repair
    draw = next_float(rng)
    misfolded = repair.scalars[MISFOLDED]
    if draw < AT_FAULT and misfolded > 0:
        return repair.blamed[next_below(rng, misfolded)]
    spot = np.int64(0)
    if draw < IN_LOOP:
        spot = _loop_spot(state, rng, n)
    return spot if spot > 0 else 1 + next_below(rng, n)


@inlined
def _loop_spot(state, rng, n):
    """A position of a loop of the target drawn by its gap: of its closing pair, its bases or its branches; or 0."""
    gaps, partners = state.repair.gaps, state.partners
    total = np.int64(0)
    for i in range(1, n + 1):
        total += gaps[i]
    if total <= 0:
        return np.int64(0)
    left = next_below(rng, total)
    closing = np.int64(1)
    while left >= gaps[closing]:
        left -= gaps[closing]
        closing += 1
    places = np.int64(1)
    at = closing + 1
    while at < partners[closing]:
        places += 1
        at = np.int64(max(partners[at], at)) + 1
    wanted = next_below(rng, places)
    at = closing
    for place in range(wanted):
        at = closing + 1 if place == 0 else np.int64(max(partners[at], at)) + 1
    return at


@subroutine
def draw_marked(state, rng, prior):
    """Draws the moves of all marked steps, in the order of the steps, by the prior's odds; takes the marks away.

    Bases that are still open are 0; a step's odds go by what is set when it is drawn.
    """
    fresh = state.repair.fresh
    for step in range(fresh.size):
        if fresh[step]:
            fresh[step] = False
            write_move(state, step, _drawn(state, rng, prior, step))


@inlined
def write_move(state, step, move):
    """Writes the move's bases into the design."""
    site = state.sites[step]
    state.bases[site] = FIVE[move]
    if move < KIND_WIDTH:
        state.bases[state.partners[site]] = THREE[move]


@inlined
def _drawn(state, rng, prior, step):
    count = state.counts[step]
    if count == 1:
        return state.choices[step, 0]
    if prior.size == 1 or next_float(rng) < EVEN:
        return state.choices[step, next_below(rng, count)]
    odds = state.repair.odds
    last = move_at(state, step - 1) if step > 0 and state.scalars[rna.PRIOR_CODE] == rna.NGRAM else np.int64(0)
    total = 0.0
    for k in range(count):
        odds[k] = prior[rna.prior_code_at(state, step, last, state.choices[step, k])]
        total += odds[k]
    left = next_float(rng) * total
    k = 0
    while k < count - 1 and left >= odds[k]:
        left -= odds[k]
        k += 1
    return state.choices[step, k]


@inlined
def move_at(state, step):
    """The move that sets the design's bases at a step."""
    site = state.sites[step]
    base = state.bases[site]
    other = state.partners[site]
    if other == 0:
        return KIND_WIDTH + np.int64(base) - 1
    move = np.int64(0)
    while move < KIND_WIDTH - 1 and (FIVE[move] != base or THREE[move] != state.bases[other]):
        move += 1
    return move
