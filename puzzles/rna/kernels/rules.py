"""The compiled rules of inverse RNA folding (Cazenave & Fournier, Monte Carlo Inverse Folding, sections 3.2 and 3.6).

A playout makes one move for each pair and each unpaired position of the target, then folds the design. Policy code: the
step, the last `history` moves and the move, each by its number within its kind. Prior code: for the n-grams the
previous move times 10 plus the move (Learning a Prior, 4.3), for NEMO a row of
`puzzles.rna.nemo` plus the move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from puzzles.engine import rules
from puzzles.engine.kernels import inlined
from puzzles.engine.limits import Limits
from puzzles.engine.rules import rule
from puzzles.rna.bases import BASES
from puzzles.rna.folding.fold import make_fold
from puzzles.rna.kernels import annealing as annealing  # registers the operations of annealing
from puzzles.rna.kernels import state as rna
from puzzles.rna.kernels.annealing_refusal import make_rivals
from puzzles.rna.kernels.copies import make_copies
from puzzles.rna.kernels.demand_arrays import make_demands, refusals
from puzzles.rna.kernels.demands import count_faults, list_moves
from puzzles.rna.kernels.hairpins import make_hairpins
from puzzles.rna.kernels.motifs import make_library
from puzzles.rna.kernels.parts import blank, demands_of_part
from puzzles.rna.kernels.redrawing import make_repair
from puzzles.rna.kernels.state import RnaState
from puzzles.rna.kernels.states import cost_of, make_states
from puzzles.rna.kernels.weighed import OF_ENSEMBLE, judge_weighed, make_standing, make_weighed
from puzzles.rna.kernels.weighed_states import worth_of_states
from puzzles.rna.nemo import NEMO_CODES, contexts
from puzzles.rna.objective import OF_THE_FOLD, of_ensemble, weights_of
from puzzles.rna.puzzle import FIVE_PRIME, KIND_WIDTH, THREE_PRIME, moves_at, sites
from puzzles.rna.specification.domains import domains_of

if TYPE_CHECKING:
    from puzzles.rna.puzzle import RnaPuzzle
    from puzzles.rna.specification.domains import Domains

SCRATCH = rna.SCRATCH

ADDED = {
    "state.copies.share": 0.0,
    "state.hairpins.share": 0.0,
    "state.library.share": 0.0,
    "state.standing.reference": 0,
    "state.standing.figures": 0.0,
}
"""Annealing that began before motifs were copied or known, hairpins written, or p estimated, goes on without."""


def build_state(
    puzzle: RnaPuzzle,
    *,
    mode: str = "",
    prior_code: int = rna.NO_PRIOR,
    trail: bool = False,
    ties: str = "random",
    order: str = "auto",
    history: int = 0,
) -> RnaState:
    """A state without a move made, with the parts that the specification and the objective need.

    `mode` and `ties` have no effect; ValueError with `trail`, as moves are not undone.

    `prior_code` 0 (none), 1 (n-grams), 2 to 4 (NEMO); `order` pairs, string or auto (string for n-grams, else pairs);
    `history` 0 to 2: the moves before it that are part of a move's policy code. ModelError if ViennaRNA lacks the
    model's energies.
    """
    if trail:
        raise ValueError("a design's moves are not undone")
    if order == "auto":
        order = "string" if prior_code == rna.NGRAM else "pairs"
    n = puzzle.length
    steps = sites(puzzle.partners, order)
    wanted = puzzle.specification
    domains = domains_of(wanted, puzzle.partners, puzzle.restraints) if wanted or puzzle.nick else None
    moves = [moves_at(puzzle, site) if domains is None else _admitted_moves(puzzle, domains, site) for site in steps]
    choices = np.zeros((len(steps), KIND_WIDTH), np.int64)
    for step, found in enumerate(moves):
        choices[step, : len(found)] = found
    root = np.zeros(n + 2, np.int32)
    root[1 : n + 1] = puzzle.start_board
    known = {position for position, base in enumerate(puzzle.start_board) if base}
    of_nemo = contexts(puzzle.partners, steps, known)
    scalars = np.zeros(rna.NUMBERS, np.int64)
    scalars[rna.MODULUS] = (KIND_WIDTH + 1) ** history
    scalars[rna.PRIOR_CODE] = prior_code
    weights = weights_of(puzzle.objective)
    scalars[rna.OBJECTIVE] = rna.BY_NEMO if weights else OF_THE_FOLD.index(puzzle.objective)
    scalars[rna.PAIRS] = puzzle.pairs
    several = bool(puzzle.states or puzzle.nick or (puzzle.free and of_ensemble(puzzle.objective)))
    weighed = None if weights is None else make_weighed(puzzle, weights, several=several)
    return RnaState(
        scalars=scalars,
        hash=np.zeros(1, np.uint64),
        bases=root.copy(),
        moves=np.zeros(KIND_WIDTH, np.int64),
        root=root,
        sites=np.array(steps, np.int64) + 1,
        partners=np.array((0, *(other + 1 for other in puzzle.partners), 0), np.int32),
        choices=choices,
        counts=np.array([len(found) for found in moves], np.int64),
        codes=np.array([one.code for one in of_nemo], np.int64),
        deciders=np.array([one.decider + 1 for one in of_nemo], np.int64),
        words=rna.zobrist_words(n),
        cache=rna.make_cache(),
        fold=make_fold(puzzle),
        repair=make_repair(puzzle, steps),
        rivals=make_rivals(n),
        demands=None if domains is None else make_demands(puzzle, domains),
        weighed=weighed,
        standing=None if weighed is None else make_standing(n, weighed, several=several),
        states=make_states(puzzle) if several else None,
        costs=np.zeros(2) if several else None,
    )


def _admitted_moves(puzzle: RnaPuzzle, domains: Domains, site: int) -> tuple[int, ...]:
    """The moves at a step's position that the demands leave, each alone."""
    other = puzzle.partners[site]
    here = {BASES.index(base) + 1 for base in domains.bases[site]}
    there = {BASES.index(base) + 1 for base in domains.bases[other]} if other >= 0 else {0}
    return tuple(
        move
        for move in moves_at(puzzle, site)
        if FIVE_PRIME[move] in here and (move >= KIND_WIDTH or THREE_PRIME[move] in there)
    )


def repairing(state: RnaState, puzzle: RnaPuzzle) -> RnaState:
    """The state for annealing: with the target's equal motifs, those of other designs and the model's special hairpins,
    and that of a long target with one for its parts."""
    if state.states is None:
        state = state._replace(copies=make_copies(puzzle.partners), hairpins=make_hairpins(state.fold.tables))
        if state.weighed is not None:
            state = state._replace(library=make_library(puzzle.partners))
    if not puzzle.in_parts:
        return state
    design = build_state(blank(puzzle), prior_code=int(state.scalars[rna.PRIOR_CODE]))
    design = design._replace(cache=rna.make_cache(rna.BUCKET), demands=demands_of_part(state.demands))
    whole: RnaState = annealing.with_parts(state, design)
    return whole


def limits(state: RnaState) -> Limits:
    """The sizes that a search needs. Every playout has one step for each pair and each unpaired position."""
    steps = len(state.sites)
    prior = int(state.scalars[rna.PRIOR_CODE])
    return Limits(
        policy_codes=steps * int(state.scalars[rna.MODULUS]) * KIND_WIDTH,
        prior_codes={rna.NO_PRIOR: 1, rna.NGRAM: rna.FIRST_MOVE + 1}.get(prior, NEMO_CODES),
        width=KIND_WIDTH,
        steps=steps,
        choices=int(state.counts.sum()),
        board=len(state.bases) - 2,
        frame=4 + len(state.bases) - 2,
    )


def unmet(state: RnaState, puzzle: RnaPuzzle) -> str:
    return refusals(state.demands, puzzle) if state.demands is not None else ""


@rule(rules.reset, RnaState)
def _reset(state):
    for position in range(state.bases.size):
        state.bases[position] = state.root[position]
    state.hash[0] = np.uint64(0)
    state.scalars[rna.STEP] = 0
    state.scalars[rna.PAST] = 0
    state.scalars[rna.JUDGED] = 0


@rule(rules.legal_moves, RnaState)
def _legal_moves(state, rng):
    if rna.complete(state):
        return 0
    return list_moves(state, state.demands, state.scalars[rna.STEP])


@rule(rules.play, RnaState)
def _play(state, move):
    scalars = state.scalars
    site = state.sites[scalars[rna.STEP]]
    _set_base(state, site, rna.FIVE[move])
    if move < KIND_WIDTH:
        _set_base(state, state.partners[site], rna.THREE[move])
    scalars[rna.STEP] += 1
    scalars[rna.LAST] = move
    scalars[rna.PAST] = (scalars[rna.PAST] * (KIND_WIDTH + 1) + move % KIND_WIDTH + 1) % scalars[rna.MODULUS]
    scalars[rna.JUDGED] = 0


@inlined
def _set_base(state, position, base):
    state.bases[position] = base
    state.hash[0] ^= state.words[5 * position + base]


@rule(rules.score, RnaState)
def _score(state):
    """What is broken of a specification takes 1 off the score for each fault."""
    if not rna.complete(state):
        return rna.UNFINISHED
    return _reached(state, state.weighed, state.states) - count_faults(state, state.demands)


@inlined
def _reached(state, weighed, states):
    """The score of a complete design by the objective, faults aside."""
    if states is not None:
        if weighed is not None:
            return worth_of_states(state)
        return 0.0 - cost_of(state)
    if weighed is not None:
        judge_weighed(state)
        return state.standing.worth[rna.NEW]
    rna.judge_design(state)
    scalars = state.scalars
    return rna.design_score(scalars[rna.OBJECTIVE], scalars[rna.PAIRS], scalars[rna.DISTANCE], scalars[rna.GAP])


@rule(rules.solved, RnaState)
def _solved(state):
    """Only a design without a fault is a solution."""
    if not rna.complete(state):
        return False
    return _fulfilled(state, state.weighed, state.states) and count_faults(state, state.demands) == 0


@inlined
def _fulfilled(state, weighed, states):
    """True if a complete design is one for its target, faults aside, and no term looks at other structures."""
    if states is not None:
        if weighed is not None:
            return False
        return cost_of(state) == 0.0
    if weighed is not None:
        if weighed.terms[OF_ENSEMBLE] > 0.0:
            return False
        judge_weighed(state)
    else:
        rna.judge_design(state)
    return state.scalars[rna.DISTANCE] == 0


@rule(rules.policy_code, RnaState)
def _policy_code(state, move):
    scalars = state.scalars
    return (scalars[rna.STEP] * scalars[rna.MODULUS] + scalars[rna.PAST]) * KIND_WIDTH + move % KIND_WIDTH


@rule(rules.prior_code, RnaState)
def _prior_code(state, move):
    return rna.prior_code_at(state, state.scalars[rna.STEP], state.scalars[rna.LAST], move)


@rule(rules.snapshot, RnaState)
def _snapshot(state, board):
    n = state.bases.size - 2
    for k in range(n):
        board[k] = state.bases[k + 1]
    return n


@rule(rules.agrees, RnaState)
def _agrees(state, solution, move):
    site = state.sites[state.scalars[rna.STEP]]
    other = np.int64(state.partners[site])
    if solution.size != state.bases.size - 2 or solution[site - 1] != rna.FIVE[move]:
        return False
    return other == 0 or solution[other - 1] == rna.THREE[move]


@rule(rules.save_position, RnaState)
def _save_position(state, frame):
    frame[0] = np.uint64(state.scalars[rna.STEP])
    frame[1] = np.uint64(state.scalars[rna.LAST])
    frame[2] = np.uint64(state.scalars[rna.PAST])
    frame[3] = state.hash[0]
    for k in range(state.bases.size - 2):
        frame[4 + k] = np.uint64(state.bases[k + 1])


@rule(rules.restore_position, RnaState)
def _restore_position(state, frame):
    state.scalars[rna.STEP] = np.int64(frame[0])
    state.scalars[rna.LAST] = np.int64(frame[1])
    state.scalars[rna.PAST] = np.int64(frame[2])
    state.hash[0] = frame[3]
    for k in range(state.bases.size - 2):
        state.bases[k + 1] = np.int32(frame[4 + k])
    state.scalars[rna.JUDGED] = 0
