"""Drawing parts of a design again: which positions, by the faulty parts, and which bases, by the prior's odds."""

from __future__ import annotations

import numpy as np

from puzzles.engine.kernels import inlined, subroutine
from puzzles.engine.streams import next_below, next_float
from puzzles.rna.kernels.annealing_state import BLAMED
from puzzles.rna.kernels.state import FIVE, PRIOR_CODE, THREE
from puzzles.rna.moves import KIND_WIDTH, MOVES

NGRAM = 1
"""The number of the n-grams among the rules' prior codes."""

EVEN = 0.03
"""The share of draws in which all moves count alike: a prior's rare moves are what some targets need."""

ONE_SPOT, TWO_SPOTS = 0.6, 0.88
"""How often a proposal changes one spot, or at most two; else it changes four."""

AT_FAULT, IN_LOOP = 0.85, 0.85
"""How often a spot is a misfolded position, or one of those or of a loop drawn by its gap; else it is any position."""

RIVAL_SIDE, WITH_NEIGHBOURS = 0.3, 0.6
"""How often what the spot wrongly pairs with is drawn instead, or the spot with neighbours and mismatch; else alone."""


@subroutine
def mark_spots(state, rng):
    """Marks the steps to be drawn again: one, two or four spots, mostly where the design fails."""
    repair = state.repair
    n = state.bases.size - 2
    draw = next_float(rng)
    for _ in range(1 if draw < ONE_SPOT else 2 if draw < TWO_SPOTS else 4):
        spot = _spot(state, rng, n)
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
    """Marks the step that sets the position."""
    state.repair.fresh[state.repair.step_at[position]] = True


@inlined
def _spot(state, rng, n):
    """A position of the design: mostly a misfolded one, or one of a loop with a gap."""
    repair = state.repair
    draw = next_float(rng)
    blamed = repair.scalars[BLAMED]
    if draw < AT_FAULT and blamed > 0:
        return repair.blamed[next_below(rng, blamed)]
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
    """Writes what the move stands for into the design."""
    site = state.sites[step]
    state.bases[site] = FIVE[move]
    if move < KIND_WIDTH:
        state.bases[state.partners[site]] = THREE[move]


@inlined
def _drawn(state, rng, prior, step):
    """A legal move of the step."""
    count = state.counts[step]
    if count == 1:
        return state.choices[step, 0]
    if prior.size == 1 or next_float(rng) < EVEN:
        return state.choices[step, next_below(rng, count)]
    odds = state.repair.odds
    total = 0.0
    for k in range(count):
        odds[k] = prior[_code(state, step, state.choices[step, k])]
        total += odds[k]
    left = next_float(rng) * total
    k = 0
    while k < count - 1 and left >= odds[k]:
        left -= odds[k]
        k += 1
    return state.choices[step, k]


@inlined
def _code(state, step, move):
    """The move's prior code: by the move before it, or by the base that decides, as in the rules."""
    if state.scalars[PRIOR_CODE] == NGRAM:
        return len(MOVES) ** 2 if step == 0 else len(MOVES) * move_at(state, step - 1) + move
    return state.codes[step] + 4 * np.int64(state.bases[state.deciders[step]]) + move % KIND_WIDTH


@inlined
def move_at(state, step):
    """The move that the design's bases stand for at a step."""
    site = state.sites[step]
    base = state.bases[site]
    other = state.partners[site]
    if other == 0:
        return KIND_WIDTH + np.int64(base) - 1
    move = np.int64(0)
    while move < KIND_WIDTH - 1 and (FIVE[move] != base or THREE[move] != state.bases[other]):
        move += 1
    return move
