"""Which parts of a design a local search draws again, and how: where it fails, with bases by the prior's odds.

The fold's own matrix gives the gap loop by loop (`gaps`): which positions are drawn again goes by the faulty loops.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from puzzles.engine.kernels import inlined, subroutine
from puzzles.engine.streams import next_below, next_float
from puzzles.rna.bases import codes_of
from puzzles.rna.kernels import state as rna
from puzzles.rna.kernels.demands import list_moves
from puzzles.rna.kernels.state import FIVE, MISFOLDED, THREE, Ints, RepairState
from puzzles.rna.kernels.weighed import OF_ENSEMBLE
from puzzles.rna.nemo import mismatch_table
from puzzles.rna.puzzle import KIND_WIDTH, RnaPuzzle


def make_repair(puzzle: RnaPuzzle, sites: Sequence[int]) -> RepairState:
    """The state before the first `start`; `sites` are the steps' positions, from 0."""
    n = puzzle.length
    start = np.zeros(n + 2, np.int32)
    if puzzle.start:
        start[1:-1] = codes_of(puzzle.start)
    step_at = np.zeros(n + 2, np.int64)
    for step, site in enumerate(sites):
        step_at[site + 1] = step
        if puzzle.partners[site] >= 0:
            step_at[puzzle.partners[site] + 1] = step
    return RepairState(
        kept=np.zeros(n + 2, np.int32),
        folded=np.zeros(n + 2, np.int32),
        gaps=np.zeros(n + 1, np.int32),
        scalars=np.zeros(3, np.int64),
        blamed=np.zeros(n, np.int64),
        start=start,
        step_at=step_at,
        mates=np.array((0, *(mate + 1 for mate in mismatch_table(puzzle.partners)), 0), np.int64),
        outer=_outer(puzzle.partners),
        fresh=np.zeros(len(sites), np.bool_),
        odds=np.zeros(6),
    )


def _outer(partners: Sequence[int]) -> Ints:
    """The opening position of the pair around each position and around each pair, int64[n + 2]."""
    outer = np.zeros(len(partners) + 2, np.int64)
    around = [0]
    for position, other in enumerate(partners, start=1):
        if 0 <= other < position - 1:
            around.pop()
        outer[position] = around[-1]
        if other >= position:
            around.append(position)
    return outer


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
        move = given_move(state, step)
        if move < 0:
            repair.fresh[step] = True
        else:
            write_move(state, step, move)


@inlined
def given_move(state, step):
    """The one legal move of the step that sets the design's bases; -1 if there is none."""
    site = state.sites[step]
    other = state.partners[site]
    for k in range(state.counts[step]):
        move = state.choices[step, k]
        if FIVE[move] == state.bases[site] and (move >= KIND_WIDTH or THREE[move] == state.bases[other]):
            return move
    return np.int64(-1)


@inlined
def take_back(state):
    """Takes back what restraints and demands never admit."""
    for step in range(state.sites.size):
        if given_move(state, step) < 0:
            site = state.sites[step]
            state.bases[site] = state.repair.kept[site]
            if state.partners[site] != 0:
                state.bases[state.partners[site]] = state.repair.kept[state.partners[site]]


EVEN = 0.03
"""The share of draws in which all moves have equal odds: some targets need moves that the prior makes rare."""

EVENLY = 0.2
"""The share of proposals that are drawn with equal odds if all structures count: then two rare bases of a mismatch may
be best, which the prior draws together in one of a million."""


@inlined
def draws_evenly(weighed, rng):
    """Whether the next proposal is drawn with equal odds."""
    if weighed is None:
        return False
    return weighed.terms[OF_ENSEMBLE] > 0.0 and next_float(rng) < EVENLY


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
        spot = spot_of(state, state.weighed, rng, n)
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


@inlined
def spot_of(state, weighed, rng, n):
    """A position of the design: mostly one at which it fails, or by its defect if a term is of the ensemble."""
    if weighed is None:
        return _misfolded_spot(state, rng, n)
    if weighed.terms[OF_ENSEMBLE] == 0.0:
        return _misfolded_spot(state, rng, n)
    if next_float(rng) >= AT_FAULT:
        return 1 + next_below(rng, n)
    guilt = state.standing.guilt
    total = 0.0
    for position in range(1, n + 1):
        total += guilt[position]
    left = next_float(rng) * total
    for position in range(1, n):
        left -= guilt[position]
        if left < 0.0:
            return np.int64(position)
    return np.int64(n)


@inlined
def _misfolded_spot(state, rng, n):
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
def write_plain_moves(state, weighed, rng):
    """Writes CG or GC at each pair that is to be drawn, and A at each other position, where these are admitted.

    Only if a term is of the ensemble. Demands admit what breaks none of them beside what is written.
    """
    if weighed is None:
        return
    if weighed.terms[OF_ENSEMBLE] == 0.0:
        return
    fresh = state.repair.fresh
    open_marked(state, state.demands)
    for step in range(fresh.size):
        if fresh[step]:
            paired = state.partners[state.sites[step]] != 0
            wanted = next_below(rng, 2) if paired else np.int64(KIND_WIDTH)
            for k in range(list_moves(state, state.demands, step)):
                if state.moves[k] == wanted:
                    fresh[step] = False
                    write_move(state, step, wanted)
                    break


@subroutine
def draw_marked(state, rng, prior):
    """Draws the moves of all marked steps, in the order of the steps, by the prior's odds; takes the marks away.

    A step's odds go by what is set when it is drawn. Under a specification its moves do, too: then all marked positions
    are open at first.
    """
    fresh = state.repair.fresh
    open_marked(state, state.demands)
    for step in range(fresh.size):
        if fresh[step]:
            fresh[step] = False
            write_move(state, step, _drawn(state, rng, prior, step, list_moves(state, state.demands, step)))


@inlined
def open_marked(state, demands):
    """Opens the positions of all marked steps, but for what the restraints fix, if there is a specification."""
    if demands is None:
        return
    for step in range(state.sites.size):
        if state.repair.fresh[step]:
            site = state.sites[step]
            state.bases[site] = state.root[site]
            if state.partners[site] != 0:
                state.bases[state.partners[site]] = state.root[state.partners[site]]


@inlined
def write_move(state, step, move):
    """Writes the move's bases into the design."""
    site = state.sites[step]
    state.bases[site] = FIVE[move]
    if move < KIND_WIDTH:
        state.bases[state.partners[site]] = THREE[move]


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
