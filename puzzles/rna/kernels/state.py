"""The compiled state of a design in the making: bases set step by step, and the score of a complete one by its fold.

There is one class of states. What a specification, a weighted sum or several states need is in fields of its own, None
without: Numba has a type for each combination, so a kernel is compiled without the parts that a puzzle does not have.
Functions take such a part as an argument, as Numba takes out branches on an argument that is None.

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
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.engine.kernels import inlined, subroutine
from puzzles.rna.folding.ensemble_state import EnsembleState
from puzzles.rna.folding.fold import fold_design, target_energy
from puzzles.rna.folding.fold_state import FoldState
from puzzles.rna.puzzle import FIVE_PRIME, KIND_WIDTH, MOVES, THREE_PRIME

SLOTS = 1 << 18
"""Designs remembered, a power of two: 4 MiB. Searches come back to recent designs, not to old ones."""

BUCKET = 4
"""Slots that a design may be in. When all are taken, one of them is overwritten."""

EMPTY = np.uint64(0)

Ints = npt.NDArray[np.int64]
Bases = npt.NDArray[np.int32]
Words = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


class ScoreCache(NamedTuple):
    """An open-addressing table in flat arrays. It changes no result, so it need not be saved with a search."""

    keys: Words  # uint64[slots]: hashes; EMPTY where nothing is remembered
    distances: Bases  # int32[slots]: pairs in exactly one of fold and target
    gaps: Bases  # int32[slots]: energy of the target less that of the fold, in 0.01 kcal/mol


def make_cache(slots: int = SLOTS) -> ScoreCache:
    """An empty table of that many slots, a power of two from BUCKET on."""
    return ScoreCache(np.zeros(slots, np.uint64), np.zeros(slots, np.int32), np.zeros(slots, np.int32))


def zobrist_words(length: int) -> Words:
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


class RepairState(NamedTuple):
    """The current design of a local search, and what the target means for each position. Positions count from 1."""

    kept: Bases  # int32[n + 2]: the current design
    folded: Bases  # int32[n + 2]: its fold, partners, 0 unpaired
    gaps: Bases  # int32[n + 1]: its gaps by loop, as `puzzles.rna.folding.fold` gives them
    scalars: Ints  # int64[3]
    blamed: Ints  # int64[n]: its misfolded positions
    start: Bases  # int32[n + 2]: the puzzle's start sequence, until the first `start` has used it
    step_at: Ints  # int64[n + 2]: the step that sets each position
    mates: Ints  # int64[n + 2]: the mismatch of each position, 0 for none (puzzles.rna.nemo)
    outer: Ints  # int64[n + 2]: where the pair that encloses each position opens, 0 if none does
    fresh: Flags  # bool[steps]: to be drawn; all False between proposals
    odds: Floats  # float64[6]: work of drawing


# repair.scalars[...]: of the current design
KEPT_DISTANCE, KEPT_GAP, MISFOLDED = range(3)  # MISFOLDED: how many of `blamed` count


class Rivals(NamedTuple):
    """Folds of designs that were refused, or were current: a proposal is likely to fold into one of them.

    They save folding and change no result, so they need not be saved with a search.
    """

    structures: Bases  # int32[rivals, n + 2]: partners, 0 unpaired
    order: Ints  # int64[rivals]: their rows, the most useful first
    known: Ints  # int64[1]: how many


class Motifs(NamedTuple):
    """Motifs as rows of masks, bit b of which is set if the base b (1 to 4) fits. Positions count from 1."""

    masks: Ints  # int64[rows, longest]: the rows of a motif follow each other
    rows: Ints  # int64[motifs + 1]: the first row of each motif
    lengths: Ints  # int64[motifs]
    counts: Flags  # bool[motifs, n + 2]: True where a motif that begins there counts


class Demands(NamedTuple):
    """A specification. Its items are ranges of GC, forbidden motifs, required ones, the repeat and the codons.

    Nothing in it changes from move to move but counts: what a move may do is read off the bases themselves.
    """

    free: Flags  # bool[n + 2]: positions that may pair with each other or not
    left: Ints  # int64[n + 2]: masks of the bases that all demands leave a position
    ranges: Ints  # int64[ranges, 3]: window, least, most of G and C
    forbidden: Motifs
    required: Motifs
    hints: Ints  # int64[required]: where each was possible when it was looked at last
    repeat: Ints  # int64[1]: the longest repeat, 0 for any
    codon_at: Ints  # int64[frames, n + 2]: the number of the codon at each position, -1 for none
    codon_starts: Ints  # int64[codons]: its first position
    codons: Words  # uint64[codons]: masks of those admitted, by 16 a + 4 b + c of their bases less 1
    refused: Ints  # int64[items]: moves that each item has refused
    seen: Words  # uint64[a power of 2]: marks of stretches of bases, work of `demands.count_faults`


class Weighed(NamedTuple):
    """What weighs a design by a sum of terms; nothing of it has to be kept."""

    terms: Floats  # float64[8]: the weights by term, then SCALE, OF_FOLD and OF_ENSEMBLE
    ensemble: EnsembleState
    values: Floats  # float64[SLOTS]: the value of each design in the cache, by its slot


class Standing(NamedTuple):
    """What a search by a sum of terms goes on from."""

    worth: Floats  # float64[2]: by NEW and KEPT
    guilt: Floats  # float64[n + 2]: the defects by position of annealing's current design
    odds: Floats  # float64[n + 2]: of the wrong partners in its `repair.folded`
    reference: Bases  # int32[n + 2]: the last current design that was judged exactly; 0 without one
    figures: Floats  # float64[9]: see `puzzles.rna.kernels.estimates`


class States(NamedTuple):
    """The states of a design, the target's first. Positions count from 1, energies are in 0.01 kcal/mol."""

    targets: Bases  # int32[states, n + 2]: partners, 0 unpaired
    tables: Any  # ENERGIES[states] (interpreted, a tuple)
    contexts: Any  # CONTEXTS[states] (interpreted, a tuple)
    hairpins: Bases  # int32[states, n + 1]: hairpins by length
    weights: Floats  # float64[states]: shares of the sum
    limits: Ints  # int64[states]: how far above the MFE
    shares: Floats  # float64[states, states]: of each pair under the same conditions, 0 for others
    numbers: Ints  # int64[states]: of what ViennaRNA folds in the search (`by_vienna`), -1 for our kernels
    address: Ints  # int64[2]: of what folds, and of what weighs
    weighed: Ints  # int64[states]: as `numbers`, of what ViennaRNA weighs; -1 if no term is of the ensemble
    figures: Floats  # float64[2]: ln p and defect in the state that was weighed last
    energies: Ints  # int64[states]: of the last design in each structure
    linked: Ints  # int64[n + 2]: the number of the component of each position that pairs of the states link
    members: Ints  # int64[n]: the positions, component by component
    firsts: Ints  # int64[components + 1]: where each begins in `members`
    left: Ints  # int64[n + 2]: work of `states.suited`
    wrong: Bases  # int32[n + 2]: 1 where the last design misfolds in some state
    folded: Bases  # int32[n + 2]: a wrong partner there


class Parts(NamedTuple):
    """What annealing works with to design parts of a long target, see `puzzles.rna.kernels.parts`."""

    design: Any  # RnaState of a part
    places: Ints  # int64[part's n + 2]: the position in the whole, 0 for what stands for the rest of it
    at: Ints  # int64[n + 2]: the position in the part, 0 outside of it
    chosen: Flags  # bool[n + 2]: True for each loop of the part, by where its pair opens; [0] the exterior loop
    queue: Ints  # int64[n + 2]: work of choosing loops
    share: Floats  # float64[1]: of proposals that are parts
    proposals: Ints  # int64[1]: for a part, at least
    kernels: Ints  # int64[1]: the address of `annealing.redesign_parts`


class Copies(NamedTuple):
    """Which motifs of the target are equal, see `puzzles.rna.kernels.copies`."""

    classes: Bases  # int32[depths, n + 2]: equal numbers for equal motifs that begin at paired positions
    branches: Ints  # int64[3, n + 2]: still to be copied: where to, where from, how deep
    share: Floats  # float64[1]: of whole proposals that are copies


class Library(NamedTuple):
    """Motifs of other designs that fit into the target, see `puzzles.rna.kernels.motifs`."""

    fitting: Ints  # int64[depths, n + 2, 4]: from where in `spots`, how long, from where in `motifs`, how many
    spots: Ints  # int64[...]: positions of the target
    motifs: Bases  # int32[...]: the bases at them
    share: Floats  # float64[1]: of whole proposals, without copies, that write one if one fits


class Hairpins(NamedTuple):
    """Hairpins that the energy model has in a table, see `puzzles.rna.kernels.hairpins`."""

    loops: Bases  # int32[hairpins, 9]: how many bases with the closing pair, and these
    share: Floats  # float64[1]: of whole proposals, without copies and motifs of the library, that write one


NEW, KEPT = range(2)
"""worth[...], costs[...]: of the last design and of annealing's current one."""


class RnaState(NamedTuple):
    """A design in the making. What is in `SCRATCH` holds nothing that a search has to keep."""

    scalars: Ints  # int64[11]
    hash: Words  # uint64[1]: of the bases that moves have set
    bases: Bases  # int32[n + 2]: 1 A, 2 C, 3 G, 4 U, 0 open; 0 at both ends
    moves: Ints  # int64[6]: the legal moves
    root: Bases  # int32[n + 2]: the bases that the restraints fix
    sites: Ints  # int64[steps]: the position of each step, the 5' one of a pair
    partners: Bases  # int32[n + 2]: the target
    choices: Ints  # int64[steps, 6]: the moves that the restraints leave at each step
    counts: Ints  # int64[steps]: how many
    codes: Ints  # int64[steps]: NEMO's first prior code at each step
    deciders: Ints  # int64[steps]: the position whose base, times 4, is added to it; 0 if none
    words: Words  # uint64[(n + 1) * 5]: Zobrist words
    cache: ScoreCache
    fold: FoldState
    repair: RepairState
    rivals: Rivals
    demands: Demands | None = None  # with a specification, and of several states
    weighed: Weighed | None = None  # by a weighted sum, with `standing`
    standing: Standing | None = None
    states: States | None = None  # for several states, with `costs`
    costs: Floats | None = None  # float64[2]: by NEW and KEPT, in kcal/mol
    copies: Copies | None = None  # annealing's, of one state
    hairpins: Hairpins | None = None  # with `copies`
    library: Library | None = None  # with `copies`, by a weighted sum
    parts: Parts | None = None  # of a long target, by a weighted sum with a term of the ensemble


_PARTS = ("fold", "cache", "rivals", "demands", "weighed", "states", "parts")
SCRATCH = (*_PARTS, "classes", "branches", "fitting", "spots", "motifs", "loops")
"""Fields that a checkpoint leaves out: matrices that each fold fills again, what only saves folding, and what is the
same for all designs but for counts of refusals."""


@inlined
def complete(state):
    """True if every position has its base."""
    return state.scalars[STEP] == state.sites.size


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
def distance_of_fold(state, demands):
    """The number of pairs in exactly one of the fold's last structure and the target, int64.

    Pairs of two free positions aside, which the target does not have.
    """
    distance = 0
    for position in range(1, state.bases.size - 1):
        found = state.fold.partner[position]
        wanted = state.partners[position]
        if found != wanted and not _both_free(demands, position, found):  # each pair is counted at its 5' base
            distance += int(found > position) + int(wanted > position)
    return np.int64(distance)


@inlined
def _both_free(demands, position, found):
    if demands is None:
        return False
    return found > position and demands.free[position] and demands.free[found]


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
    distance = distance_of_fold(state, state.demands)
    scalars[FOLDS] += 1
    scalars[DISTANCE] = distance
    scalars[GAP] = 0 if distance == 0 else max(target_energy(state.fold, state.bases) - least, 0)
    remember_score(state.cache, state.hash[0], scalars[DISTANCE], scalars[GAP])
