"""The compiled state of a design in the making: bases set step by step, and the score of a complete one.

Positions count from 1, as in the folding kernels; 0 is none. Moves are numbered in `puzzles.rna.puzzle`.

A design's distance is the number of pairs in exactly one of fold and target; its gap is its energy in the target less
its least energy, in 0.01 kcal/mol. Both objectives are highest for a design that folds into its target.

What designs scored is remembered by their Zobrist hash, so that none is folded twice while it is (Cazenave & Fournier,
Monte Carlo Inverse Folding, section 3.8). A design's hash is the exclusive or of a random word for each position and
base. Two designs of one hash are taken for each other. This is accepted: a look-up meets the hash of another design
with a chance of at most 4 in 2^64 (the slots of a bucket), and its result would still have to pass the checker. A key
of 0 marks an empty slot, so a design whose hash is 0 is folded each time.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined, subroutine
from puzzles.engine.rules import default, operation
from puzzles.rna.folding.fold import fold_design, target_energy
from puzzles.rna.folding.fold_state import FoldState
from puzzles.rna.kernels.annealing_state import RepairState, Rivals
from puzzles.rna.puzzle import FIVE_PRIME, KIND_WIDTH, MOVES, THREE_PRIME

SLOTS = 1 << 18
"""Designs remembered, a power of two: 4 MiB. Searches come back to recent designs, not to old ones."""

BUCKET = 4
"""Slots that a design may be in. When all are taken, one of them is overwritten."""

EMPTY = np.uint64(0)


class ScoreCache(NamedTuple):
    """An open-addressing table in flat arrays. It changes no result, so it need not be saved with a search."""

    keys: npt.NDArray[np.uint64]  # uint64[slots]: hashes; EMPTY where nothing is remembered
    distances: npt.NDArray[np.int32]  # int32[slots]: pairs in exactly one of fold and target
    gaps: npt.NDArray[np.int32]  # int32[slots]: energy of the target less that of the fold, in 0.01 kcal/mol


def make_cache(slots: int = SLOTS) -> ScoreCache:
    """An empty table of that many slots, a power of two from BUCKET on."""
    return ScoreCache(np.zeros(slots, np.uint64), np.zeros(slots, np.int32), np.zeros(slots, np.int32))


def zobrist_words(length: int) -> npt.NDArray[np.uint64]:
    """One random word for each position (1 to length) and base (1 to 4), uint64[(length + 1) * 5]; base 0 has 0.

    The word of a base at a position is at 5 * position + base. The same in every process, whatever the versions: a
    saved search holds a hash made of them.
    """
    stream = hashlib.shake_256(b"mcs-tui rna designs").digest(8 * 5 * (length + 1))
    words = np.frombuffer(stream, "<u8").astype(np.uint64)
    words[::5] = 0
    return words


@inlined
def find(cache, key):
    """The slot in which the design of that hash stands, or -1."""
    if key != EMPTY:
        first = np.int64(key & np.uint64(cache.keys.size - BUCKET))
        for slot in range(first, first + BUCKET):
            if cache.keys[slot] == key:
                return slot
    return -1


@inlined
def remember_score(cache, key, distance, gap):
    """Adds a design that is not there: in an empty slot of its bucket, else over one that its hash picks."""
    first = np.int64(key & np.uint64(cache.keys.size - BUCKET))
    slot = first + np.int64(key >> np.uint64(62))
    for other in range(first, first + BUCKET):
        if cache.keys[other] == EMPTY:
            slot = np.int64(other)
            break
    cache.keys[slot] = key
    cache.distances[slot] = distance
    cache.gaps[slot] = gap


BY_NEMO, LEXICOGRAPHIC = range(2)
"""The numbers of these objectives in `puzzles.rna.objective.OF_THE_FOLD`."""


@inlined
def design_score(objective, pairs, distance, gap):
    """float64, higher is better; of a solution 1 by NEMO, 0 lexicographically. `pairs` are the target's.

    NEMO, as Portela's program: K / (1.01 + dE), or K (1.01 + dE) where K < 0; dE is the gap in kcal/mol, K is
    1 - distance / (2 pairs), or 1 / (1 + distance) if the target has no pair.
    Lexicographic: -distance - dE / (1 + dE), the distance first, then the gap.
    """
    excess = gap / 100.0
    if objective == LEXICOGRAPHIC:
        return -distance - excess / (1.0 + excess) if distance != 0 else 0.0
    if distance == 0:
        return 1.0
    near = 1.0 - distance / (2.0 * pairs) if pairs > 0 else 1.0 / (1.0 + distance)
    factor = 1.01 + excess
    return near / factor if near >= 0.0 else near * factor


Ints = npt.NDArray[np.int64]

# scalars[...]: of the position first, in the order in which a frame holds them
STEP, LAST, PAST, JUDGED, DISTANCE, GAP = range(6)  # PAST: the last moves as a number, for policy codes
MODULUS, PRIOR_CODE, OBJECTIVE, PAIRS, FOLDS = range(6, 11)  # MODULUS: 7 ** history; FOLDS made so far
NUMBERS = 11

NO_PRIOR, NGRAM, NEMO, NEMO_PAPER, NEMO_PAIRS = range(5)
"""The numbers of the prior codes, as in the family's list of priors. NEMO's readings differ in weights alone."""

FIRST_MOVE = len(MOVES) ** 2
"""The n-gram code of a playout's first move, which follows none."""

FIVE = np.array(FIVE_PRIME, np.int32)
THREE = np.array(THREE_PRIME, np.int32)

UNFINISHED = -1e9
"""The score of a design with open positions, which can't be folded: less than that of any design."""


class RnaState(NamedTuple):
    """A design in the making. `fold`, `cache` and `rivals` hold nothing that a search has to keep (`rules.SCRATCH`)."""

    scalars: Ints  # int64[11]
    hash: npt.NDArray[np.uint64]  # uint64[1]: of the bases that moves have set
    bases: npt.NDArray[np.int32]  # int32[n + 2]: 1 A, 2 C, 3 G, 4 U, 0 open; 0 at both ends
    moves: Ints  # int64[6]: the legal moves
    root: npt.NDArray[np.int32]  # int32[n + 2]: the bases that the restraints fix
    sites: Ints  # int64[steps]: the position of each step, the 5' one of a pair
    partners: npt.NDArray[np.int32]  # int32[n + 2]: the target
    choices: Ints  # int64[steps, 6]: the moves that the restraints leave at each step
    counts: Ints  # int64[steps]: how many
    codes: Ints  # int64[steps]: NEMO's first prior code at each step
    deciders: Ints  # int64[steps]: the position whose base, times 4, is added to it; 0 if none
    words: npt.NDArray[np.uint64]  # uint64[(n + 1) * 5]: Zobrist words
    cache: ScoreCache
    fold: FoldState
    repair: RepairState  # the current design of a local search
    rivals: Rivals


@inlined
def complete(state):
    """True if every position has its base."""
    return state.scalars[STEP] == state.sites.size


@operation
def distance_of_fold(state):
    """The number of pairs in exactly one of the fold's last structure and the target, int64."""


@default(distance_of_fold)
def _distance_of_fold(state):
    distance = 0
    for position in range(1, state.bases.size - 1):
        found = state.fold.partner[position]
        wanted = state.partners[position]
        if found != wanted:  # each pair is counted at its 5' base
            distance += int(found > position) + int(wanted > position)
    return np.int64(distance)


@operation
def reached(state):
    """The score of a complete design by the objective, faults aside."""


@default(reached)
def _reached(state):
    judge_design(state)
    scalars = state.scalars
    return design_score(scalars[OBJECTIVE], scalars[PAIRS], scalars[DISTANCE], scalars[GAP])


@inlined
def prior_code_at(state, step, last, move):
    """The prior code of a move at the step, by the move before it, or by the base that decides; 0 without a prior."""
    code = state.scalars[PRIOR_CODE]
    if code == NO_PRIOR:
        return 0
    if code == NGRAM:
        return FIRST_MOVE if step == 0 else last * len(MOVES) + move
    return state.codes[step] + 4 * np.int64(state.bases[state.deciders[step]]) + move % KIND_WIDTH


@subroutine
def judge_design(state):
    """Computes distance and gap of a complete design, unless they are known or remembered."""
    scalars = state.scalars
    if scalars[JUDGED] != 0:
        return
    scalars[JUDGED] = 1
    slot = find(state.cache, state.hash[0])
    if slot >= 0:
        scalars[DISTANCE] = state.cache.distances[slot]
        scalars[GAP] = state.cache.gaps[slot]
        return
    least = fold_design(state.fold, state.bases)
    distance = distance_of_fold(state)
    scalars[FOLDS] += 1
    scalars[DISTANCE] = distance
    scalars[GAP] = 0 if distance == 0 else max(target_energy(state.fold, state.bases) - least, 0)
    remember_score(state.cache, state.hash[0], scalars[DISTANCE], scalars[GAP])
