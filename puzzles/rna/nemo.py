"""NEMO's weights as a prior: the context of each step of a design, and a logarithm for each context and move.

Plain Python and data, no numba. The contexts are those of NEMO's program (F. Portela, An unexpectedly effective Monte
Carlo technique for the RNA inverse folding problem, 2018), worked out once from the target; see Cazenave & Fournier,
Monte Carlo Inverse Folding, section 2.3: its mismatch table holds one mismatch a position, and where two compete (in
1-n loops) the one seen later, going from 5' to 3', stands.

Readings of the same rules. `program`: the integers in NEMO's source. `paper`: the percentages in Cazenave & Fournier,
which are rounded and have one row for both sides of an internal loop. `pairs`: the program's pairs, and its general row
for every unpaired base: the part of NEMO that Cazenave's Learning a Prior, section 4.3, names as its own. Left out of
all, as there: NEMO's near-certain rules ("boosts") for triloops, tetraloops, 1-1 and 2-2 loops.

A prior code is the first code of the context's row, plus the move's number within its kind.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.rna.puzzle import BASE_MOVES, KIND_WIDTH

# Contexts of a pair: in general; in a junction, the helix before its 5' base touches it, or the one after its 5' base.
# The names are the paper's, for the program's weights; both readings share the contexts.
PAIR, LEFTMOST, RIGHTMOST = range(3)

# Contexts of an unpaired base. *_BESIDE_A is the first of four: the mismatch's base is A, C, G, U.
SINGLE, PAIRED_BESIDE_A = 0, 1  # in general; its mismatch is a paired base
# In an internal loop: the mismatch is open yet (from 5' to 3' it never is on the 3' side), or it is that base.
INTERNAL_5, INTERNAL_3, INTERNAL_BESIDE_A = 5, 6, 7
OUTER = 11  # mismatches in junctions and in the exterior loop
SINGLE_CONTEXTS = 12

FIRST_SINGLE = 3 * KIND_WIDTH
"""The prior codes below it are of pairs."""

NEMO_CODES = FIRST_SINGLE + SINGLE_CONTEXTS * len(BASE_MOVES)

READINGS = ("program", "paper", "pairs")

LEAST_SHARE = 0.001
"""What a weight of 0 is read as, a tenth of the least percentage that is printed. The program never plays such a move.
A prior's odds must be above 0: restraints may leave nothing else, and a policy must be able to learn otherwise."""

# CG GC AU UA GU UG; the program adds 6 to or takes 6 from its general weights
_PAIRS = {
    "program": ((16, 16, 9, 9, 2, 2), (22, 22, 3, 3, 2, 2), (10, 10, 15, 15, 2, 2)),
    "paper": ((30, 30, 16.5, 16.5, 3.5, 3.5), (41, 41, 5.5, 5.5, 3.5, 3.5), (18.5, 18.5, 28, 28, 3.5, 3.5)),
}
_PAIRS["pairs"] = _PAIRS["program"]

# Columns A U G C, as both print them. Rows: in general; mismatches that are a paired A, U, G, C; in an internal loop
# the mismatch open on the 5' side, on the 3' side, or A, U, G, C; in a junction or the exterior loop.
_SINGLES = {
    "program": """
        93 1 5 1
        5 0 2 1    0 6 1 4    2 1 5 0    6 4 0 1
        5 1 20 1   21 1 4 1   4 0 4 1    0 6 1 2    6 1 2 0    4 1 0 1
        97 1 1 1""",
    "paper": """
        93 1 5 1
        63 0 25 12   0 55 9 36   25 12 63 0   55 36 0 9
        18 4 74 4    18 4 74 4   44 0 44 12   0 67 11 22   67 11 22 0   66 17 0 17
        97 1 1 1""",
    "pairs": SINGLE_CONTEXTS * "93 1 5 1 ",
}
_PRINTED = "AUGC"


def pair_code(context: int) -> int:
    """The first prior code of a pair's context."""
    return context * KIND_WIDTH


def single_code(context: int) -> int:
    """The first prior code of an unpaired base's context."""
    return FIRST_SINGLE + context * len(BASE_MOVES)


def nemo_weights(reading: str) -> npt.NDArray[np.float64]:
    """The logarithm of each prior code's share of its context's weights, float64[NEMO_CODES]; none above 0.

    `reading` is one of READINGS; KeyError for another. No share is below LEAST_SHARE.
    """
    shares = np.zeros(NEMO_CODES)
    for context, pairs in enumerate(_PAIRS[reading]):
        shares[pair_code(context) :][: len(pairs)] = np.array(pairs) / sum(pairs)
    table = np.array(_SINGLES[reading].split(), float).reshape(-1, len(_PRINTED))
    context_of_row = [0, 1, 4, 3, 2, 5, 6, 7, 10, 9, 8, 11]  # printed A U G C, ours A C G U
    for context, row in zip(context_of_row, table, strict=True):
        singles = [row[_PRINTED.index(base)] for base in BASE_MOVES]
        shares[single_code(context) :][: len(singles)] = np.array(singles) / sum(singles)
    logarithms: npt.NDArray[np.float64] = np.log(np.maximum(shares, LEAST_SHARE))
    return logarithms


class Context(NamedTuple):
    """A step's prior codes begin at `code`, or where a base decides, at `code` plus 4 times its number on the board."""

    code: int
    decider: int = -1  # the position of the base that decides, from 0


class Loops(NamedTuple):
    """The loops of a target, by number; 0 is the exterior one, without a closing pair."""

    around: tuple[int, ...]  # the loop in which each position lies; for a paired one the loop outside its pair
    inside: tuple[int, ...]  # for each paired position the loop that its pair closes; else 0
    pairs: tuple[int, ...]  # how many pairs each loop has, the closing one among them


def contexts(partners: Sequence[int], sites: Sequence[int], fixed: Container[int] = ()) -> tuple[Context, ...]:
    """The context of each step, for the steps' positions in the order in which they are played.

    `fixed` are the positions whose base is known from the start. A base that is not known when its step is played is
    NEMO's "not assigned": a mismatch that is paired (which comes about in string order only) then decides nothing and
    the general row holds; one in an internal loop has a row for that.
    """
    mismatches = mismatch_table(partners)
    loops = loops_of(partners)
    played: set[int] = set()
    found = []
    for site in sites:
        if partners[site] >= 0:
            found.append(Context(pair_code(_of_pair(partners, mismatches, loops, site))))
            played |= {site, partners[site]}
        else:
            known = mismatches[site] in played or mismatches[site] in fixed
            found.append(_of_single(partners, mismatches[site], loops, site, known))
            played.add(site)
    return tuple(found)


def mismatch_table(partners: Sequence[int]) -> tuple[int, ...]:
    """The mismatch of each position, from 0, or -1: what faces it across the neighbouring pair.

    Of an unpaired position beside a pair it is the position on the pair's other side. Two helices that touch have one
    too: the next base and the base before the partner, if both are paired but not with each other.
    """
    n = len(partners)
    table = [-1] * n
    for position, other in enumerate(partners):
        before = partners[position - 1] if position > 0 else -1
        after = partners[position + 1] if position + 1 < n else -1
        one, two = position, -1
        if other > 0 and after >= 0 and partners[other - 1] >= 0 and after != other - 1:
            one, two = position + 1, other - 1
        elif other < 0 and 0 <= after < n - 1:
            two = after + 1
        elif other < 0 and before > 0:
            two = before - 1
        if two >= 0:
            table[one], table[two] = two, one
    return tuple(table)


def loops_of(partners: Sequence[int]) -> Loops:
    """The loops of the target."""
    around, inside = [0] * len(partners), [0] * len(partners)
    pairs = [0]
    open_loops = [0]
    for position, other in enumerate(partners):
        if other > position:
            around[position] = open_loops[-1]
            pairs[open_loops[-1]] += 1
            open_loops.append(len(pairs))
            pairs.append(1)
            inside[position] = inside[other] = open_loops[-1]
        else:
            if other >= 0:
                open_loops.pop()
            around[position] = open_loops[-1]
    return Loops(tuple(around), tuple(inside), tuple(pairs))


def _of_pair(partners: Sequence[int], mismatches: Sequence[int], loops: Loops, site: int) -> int:
    """Leftmost or rightmost if the pair touches another helix of a junction on one side; seen from its 5' base."""
    if max(loops.pairs[loops.around[site]], loops.pairs[loops.inside[site]]) < 3:
        return PAIR
    # the neighbour's partner has, one further out, a mismatch: this very base
    after, before = site + 1, site - 1
    right = mismatches[after] >= 0 and 0 <= partners[after] < len(partners) - 1
    right = right and mismatches[partners[after] + 1] == site
    left = before >= 0 and mismatches[before] >= 0 and partners[before] > 0
    left = left and mismatches[partners[before] - 1] == site
    if left == right:  # with both, the program adds what it takes away
        return PAIR
    return LEFTMOST if left else RIGHTMOST


def _of_single(partners: Sequence[int], mismatch: int, loops: Loops, site: int, known: bool) -> Context:
    """An unpaired base goes by its mismatch: paired, across an internal loop, or in a junction or the exterior loop."""
    if mismatch < 0:
        return Context(single_code(SINGLE))
    if partners[mismatch] >= 0:
        return _beside(PAIRED_BESIDE_A, mismatch) if known else Context(single_code(SINGLE))
    loop = loops.around[site]
    if loop == 0 or loops.pairs[loop] > 2:
        return Context(single_code(OUTER))
    if loops.pairs[loop] == 1:  # a hairpin
        return Context(single_code(SINGLE))
    if known:
        return _beside(INTERNAL_BESIDE_A, mismatch)
    return Context(single_code(INTERNAL_5 if mismatch > site else INTERNAL_3))


def _beside(beside_a: int, mismatch: int) -> Context:
    """The row of four contexts that the mismatch's base, 1 to 4, picks from."""
    return Context(single_code(beside_a - 1), mismatch)
