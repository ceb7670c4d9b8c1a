"""How bases beside a helix count where they are free in a multiloop or the exterior loop (ViennaRNA's `dangles`).

Dangles 2: a base counts for the helices on both sides, whether it is free or not. Dangles 1: a free base counts for one
of its two neighbours at most, whichever gives the least energy. The recursion, the traceback and the energy of a
structure are one text for both; where they differ they call the operations below, which the compiler resolves by type.
"""

from __future__ import annotations

from typing import NamedTuple

from puzzles.engine.rules import operation


class DoubleDangles(NamedTuple):
    """Dangles 2; rules in `matrices.py`, `loops.py` and `traceback.py`. Those of dangles 1: `single_dangles.py`."""

    dangles: int


@operation
def multiloop(dangles, matrices, contexts, tables, bases, i, j, window):
    """The least energy of a multiloop that (i, j) closes; `window` is their inward one."""


@operation
def branches_of_row(dangles, matrices, contexts, tables, bases, i, length):
    """Fills the row i of `multi` and of `splits` (columns up to n - 1: a multiloop is closed further out)."""


@operation
def exterior(dangles, matrices, contexts, tables, bases, length):
    """The MFE; fills `prefix`. Rows are done from 5' to 3': what stands before i is known when row i is reached."""


@operation
def trace_exterior(dangles, fold, bases):
    """The height of the stack with the helices of the exterior loop."""


@operation
def trace_multiloop(dangles, fold, bases, i, j, top):
    """The height of the stack with two parts of the multiloop that (i, j) closes."""


@operation
def trace_branch(dangles, fold, bases, i, j, top):
    """The height of the stack with the one branch of a multiloop from i to j; `top` if there are more."""


@operation
def branch_part(dangles, tables, bases, i, p, q, end, three):
    """What the branch (p, q) adds to the loop closed at i (0: the exterior loop).

    `end` is the last base of what stands before in the loop, and `three` what the base after it may give that.
    """


@operation
def three_side(dangles, tables, bases, p, q):
    """What the base after a branch (p, q) may give it; in a loop, the same of its closing pair (j, i)."""


@operation
def closing_part(dangles, tables, bases, i, j, end, three):
    """What the pair (i, j) that closes a multiloop adds to it; `end` and `three` are of the last branch."""


@operation
def free_part(dangles, tables, partners, i, j):
    """What the free bases of the multiloop that (i, j) closes cost by their number; partners from 1, 0 unpaired."""


@operation
def last_part(dangles, bases, end, three):
    """What the base after the last helix adds to the exterior loop."""
