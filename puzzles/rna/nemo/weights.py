"""NEMO's weights as a prior: a logarithm for each pair of a context and a move. Plain data, no numba.

Readings of the same rules. `program`: the integers in NEMO's source (F. Portela, An unexpectedly effective Monte Carlo
technique for the RNA inverse folding problem, 2018). `paper`: the percentages in Cazenave & Fournier, Monte Carlo
Inverse Folding, section 2.3, which are rounded and have one row for both sides of an internal loop. `pairs`: the
program's pairs, and its general row for every unpaired base: the part of NEMO that Cazenave's Learning a Prior, section
4.3, names as its own. Left out of all, as there: NEMO's near-certain rules ("boosts") for triloops, tetraloops, 1-1 and
2-2 loops.

A prior code is the first code of the context's row, plus the move's number within its kind. Which context a step is in,
`puzzles.rna.nemo.contexts` works out.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from puzzles.rna.moves import BASE_MOVES, KIND_WIDTH

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
