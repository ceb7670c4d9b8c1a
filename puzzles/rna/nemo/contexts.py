"""In which of NEMO's contexts each step of a design is, worked out once from the target. Plain Python, no numba.

The rules are those of NEMO's program (Portela, 2018); see Cazenave & Fournier, Monte Carlo Inverse Folding, section
2.3: its mismatch table holds one mismatch a position, and where two compete (in 1-n loops) the one seen later, going
from 5' to 3', stands.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from puzzles.rna.nemo.weights import (
    INTERNAL_3,
    INTERNAL_5,
    INTERNAL_BESIDE_A,
    LEFTMOST,
    OUTER,
    PAIR,
    PAIRED_BESIDE_A,
    RIGHTMOST,
    SINGLE,
    pair_code,
    single_code,
)


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
