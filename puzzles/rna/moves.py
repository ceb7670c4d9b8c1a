"""The moves of a design and the order in which they are made. Plain Python, no numba.

Moves 0 to 5 set a pair, 5' base first: CG GC AU UA GU UG; 6 to 9 set a single base: A C G U. A playout has one step for
each pair and each unpaired position of the target (Cazenave & Fournier, Monte Carlo Inverse Folding, section 3.2).
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.rna.puzzle import RnaPuzzle, admitted, codes_of

PAIR_MOVES = ("CG", "GC", "AU", "UA", "GU", "UG")
BASE_MOVES = ("A", "C", "G", "U")
MOVES = (*PAIR_MOVES, *BASE_MOVES)
"""What each move writes, by its number."""

KIND_WIDTH = len(PAIR_MOVES)
"""The most moves at one step. A move's number within its kind is below it; the number of a single base is move - 6."""

FIVE_PRIME = tuple(codes_of(move)[0] for move in MOVES)
"""The base that each move writes at its step's position, as a code of the board (1 A, 2 C, 3 G, 4 U)."""

THREE_PRIME = tuple(codes_of(move)[1] if len(move) == 2 else 0 for move in MOVES)
"""The base that each move writes at the position paired with it; 0 for a single base."""

ORDERS = ("pairs", "string")
"""`pairs`: pairs from 5' to 3', then unpaired positions from 5' to 3', as NEMO. `string`: positions from 5' to 3', a
pair at its opening bracket, as the n-grams are counted."""


def sites(partners: Sequence[int], order: str) -> tuple[int, ...]:
    """The position of each step, from 0: the 5' one of a pair, or an unpaired one. KeyError for an unknown order."""
    opening = [position for position, other in enumerate(partners) if other > position]
    single = [position for position, other in enumerate(partners) if other < 0]
    return {"pairs": (*opening, *single), "string": tuple(sorted(opening + single))}[order]


def moves_at(puzzle: RnaPuzzle, site: int) -> tuple[int, ...]:
    """The moves that the restraints leave at a step's position, in order of their numbers; never empty."""
    other = puzzle.partners[site]
    here = admitted(puzzle.restraints[site])
    if other < 0:
        return tuple(move for move in range(KIND_WIDTH, len(MOVES)) if FIVE_PRIME[move] in here)
    there = admitted(puzzle.restraints[other])
    return tuple(move for move in range(KIND_WIDTH) if FIVE_PRIME[move] in here and THREE_PRIME[move] in there)
